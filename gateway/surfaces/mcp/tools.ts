// Every tool, once. INVARIANT: hints and acts of a tool are those of its commands, never written down a second time.
import { z } from 'zod';
import { COMMANDS } from '#gateway/protocol/commands/table.ts';
import type { Hints } from '#gateway/protocol/commands/row/contract.ts';
import { suggest } from '#policy/language/nearest.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { ToolRow } from './tools/contract.ts';
import { ACTING } from './tools/acting.ts';
import { EXTRACT } from './tools/extract.ts';
import { LOOKING } from './tools/looking.ts';
import { OURS } from './tools/ours.ts';
import { RUN } from './tools/run.ts';
import { TAB_TOOLS } from './tools/tabs.ts';
import { toolsFromCommands } from './tools/from-commands.ts';

/** What is listed by default. */
export const CORE_TOOLS: readonly ToolRow[] = [
  ...ACTING,
  ...LOOKING,
  ...EXTRACT,
  ...TAB_TOOLS,
  ...RUN,
  ...OURS,
];
/** `ghost mcp --all`: one for each command on top that no other tool is made of. */
export const ALL_TOOLS: readonly ToolRow[] = [...CORE_TOOLS, ...toolsFromCommands(CORE_TOOLS)];

/** A look that follows an act makes the act neither more nor less. */
const deciding = ({ commands }: ToolRow): readonly ToolRow['commands'][number][] => {
  const others = commands.filter((name) => name !== 'snapshot');
  return others.length === 0 ? commands : others;
};

/** Of all that a tool may run: it only reads if all do; it may destroy, or reach the web, if one may. */
export function hintsOf(row: ToolRow): Hints {
  // Whatever the person's policy lets a navigator do.
  if (row.task !== undefined) return { readOnly: false, destructive: true, openWorld: true };
  const hints = deciding(row).map((name) => COMMANDS[name].hints);
  return {
    readOnly: hints.every(({ readOnly }) => readOnly),
    destructive: hints.some(({ destructive }) => destructive),
    openWorld: hints.some(({ openWorld }) => openWorld),
  };
}

/** As `tools/list` has it. */
export function listing(row: ToolRow) {
  const { readOnly, destructive, openWorld } = hintsOf(row);
  return {
    name: row.name,
    title: row.title,
    description: row.description,
    inputSchema: schemaOf(row.input, 'input'),
    ...(row.output === undefined ? {} : { outputSchema: schemaOf(row.output, 'output') }),
    annotations: {
      title: row.title,
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      openWorldHint: openWorld,
    },
  };
}

const json = z.record(z.string(), z.json());
const schema = z.object({ properties: json.default({}), required: z.array(z.string()).default([]) });

function schemaOf(of: z.ZodObject, io: 'input' | 'output') {
  const { properties, required } = schema.parse(z.toJSONSchema(of, { io }));
  return { type: 'object' as const, properties, required, additionalProperties: false };
}

/** Errors: `command.unknown`. */
export function toolNamed(tools: readonly ToolRow[], name: string): Result<ToolRow> {
  const found = tools.find((row) => row.name === name);
  return found === undefined
    ? fail('command.unknown', `there is no tool \`${name.slice(0, 100)}\``, {
        help: suggest(
          name,
          tools.map((row) => row.name),
        ),
      })
    : ok(found);
}

/** Errors: `command.bad-params`. */
export function checkArguments(row: ToolRow, args: unknown): Result<Readonly<Record<string, unknown>>> {
  const parsed = row.input.safeParse(args ?? {});
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const details = {
    arguments: `Invalid arguments for tool "${row.name}":\n${z.prettifyError(parsed.error)}`,
  };
  const known = Object.keys(row.input.shape);
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const place = issue.path.length === 0 ? '' : ` in ${issue.path.join('.')}`;
    return fail('command.bad-params', `\`${row.name}\` has no parameter \`${key.slice(0, 100)}\`${place}`, {
      help: issue.path.length === 0 ? suggest(key, known) : 'see the input schema of the tool',
      details,
    });
  }
  const place = issue?.path.join('.') ?? '';
  return fail('command.bad-params', `\`${row.name}\`, ${place}: ${issue?.message ?? 'does not fit'}`, {
    help: `its parameters: ${known.join(', ') || 'none'}`,
    details,
  });
}
