// `docs/settings.md`, from the schema of config.yaml. A test writes it (UPDATE_GOLDEN=1), and fails while it is stale.
import { z } from 'zod';
import { SETTINGS } from '#gateway/settings/schema.ts';

/** The part of JSON Schema that the settings come to. */
type Shape = {
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly default?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly items?: Shape | undefined;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly additionalProperties?: Shape | boolean | undefined;
};
const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    description: z.string().optional(),
    default: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    properties: z.record(z.string(), shape).optional(),
    items: shape.optional(),
    anyOf: z.array(shape).optional(),
    additionalProperties: z.union([z.boolean(), shape]).optional(),
  }),
);

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const cell = (text: string): string => text.replaceAll('|', '\\|');

function typeOf(of: Shape): string {
  if (of.enum !== undefined) return of.enum.map(code).join(' or ');
  if (of.anyOf !== undefined) return of.anyOf.map(typeOf).join(' or ');
  if (of.type === 'array') return `list of ${of.items === undefined ? 'anything' : typeOf(of.items)}`;
  if (of.type === 'object')
    return of.properties === undefined
      ? `names, each with a ${typeof of.additionalProperties === 'object' ? typeOf(of.additionalProperties) : 'value'}`
      : `\`{ ${Object.keys(of.properties).join(', ')} }\``;
  if (of.type === 'integer' || of.type === 'number') return `${of.type}${rangeOf(of)}`;
  return of.type ?? 'anything';
}

function rangeOf({ minimum, maximum }: Shape): string {
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
  if (low === undefined) return high === undefined ? '' : ` up to ${high}`;
  return high === undefined ? ` from ${low} on` : ` from ${low} to ${high}`;
}

/** A key a row; a group of keys has a row for each, by `group.key`. */
function rowsOf(of: Shape, before: string): readonly string[] {
  return Object.entries(of.properties ?? {}).flatMap(([key, one]) => {
    const name = before === '' ? key : `${before}.${key}`;
    const { description = '' } = one;
    if (description === '')
      throw new Error(`the setting ${name} says nothing of what it means: give it \`.describe()\``);
    const inside = rowsOf(one, name);
    const fallback = one.default === undefined || inside.length > 0 ? '' : code(one.default);
    return [
      `| \`${name}\` | ${cell(inside.length > 0 ? 'group' : typeOf(one))} | ${cell(fallback)} | ${cell(description)} |`,
      ...inside,
    ];
  });
}

export function settingsReference(): string {
  const schema = shape.parse(z.toJSONSchema(SETTINGS, { io: 'input', unrepresentable: 'any' }));
  return [
    '<!-- Generated from gateway/settings/schema.ts by `UPDATE_GOLDEN=1 npx vitest run test/gateway/settings/settings-reference.spec.ts`. -->',
    '# Settings',
    '',
    '`config.yaml` in the XDG configuration directory, or below `GHOST_DATA_DIR`. All keys may be left out; an unknown',
    'key, a wrong type and a value out of range are errors with their line, and nothing starts. Only its owner may be',
    'able to write it.',
    '',
    '| key | type | default | what it means |',
    '| --- | --- | --- | --- |',
    ...rowsOf(schema, ''),
    '',
  ].join('\n');
}

/** The JSON schema of `config.yaml`, for editors; what only code can check (`refine`) is not in it. */
export function settingsSchema(): string {
  const schema = z.toJSONSchema(SETTINGS, { io: 'input', unrepresentable: 'any' });
  return `${JSON.stringify({ title: 'Ghost Browser: config.yaml', ...schema }, null, 2)}\n`;
}
