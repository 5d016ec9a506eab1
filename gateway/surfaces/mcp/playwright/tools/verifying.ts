// The dialect's tools that check what a page shows, for clients that ask for them (`--caps testing`). INVARIANT: each reads the outline
// alone, where what stands in a credential field is dots, also in names around it: no guess of it is ever right.
import { parseDocument } from 'yaml';
import { z } from 'zod';
import type { ToolRow } from '#gateway/surfaces/mcp/tools/contract.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { DialectClient } from '../call/client.ts';
import { done, tabTool, target } from '../call/tab-tool.ts';
import type { OnTab } from '../call/tab-tool.ts';
import { literal, quoted } from '../call/written-code.ts';

const outlined = z.object({ outline: z.string() });
const element = z.string().max(2_000).describe('What the element is, in your words');
const TYPES = ['textbox', 'checkbox', 'radio', 'combobox', 'slider'] as const;
/** In an outline: a part of a page, its text or its name. */
type Part = string | { readonly [head: string]: string | readonly Part[] | null };
const part: z.ZodType<Part> = z.lazy(() =>
  z.union([z.string(), z.record(z.string(), z.union([z.string(), z.array(part), z.null()]))]),
);

export const verifyingTools = (client: DialectClient): readonly ToolRow[] => [
  tabTool(client, {
    name: 'browser_verify_element_visible',
    title: 'Verify element visible',
    description: 'Whether an element of this role and name is visible on the page',
    input: z.object({
      role: z.string().min(1).max(100).describe('Its role, as the snapshot has it'),
      accessibleName: z.string().max(2_000).describe('Its name, or a part of it'),
    }),
    commands: ['aria'],
    async handle(on, { role, accessibleName: name }) {
      const read = await partsOf(on, null);
      if (!read.ok) return read;
      const heads = headsIn(read.value).filter((head) => head.startsWith(`${role} `));
      if (!heads.some((head) => holds(nameIn(head), name)))
        return wrong(on, `Element with role "${role}" and accessible name "${name}" not found`);
      const written = `getByRole(${quoted(role)}, ${literal({ name }, 'oneline')})`;
      return right(on, `await expect(page.${written}).toBeVisible();`);
    },
  }),
  tabTool(client, {
    name: 'browser_verify_text_visible',
    title: 'Verify text visible',
    description: 'Whether a text is visible on the page. Prefer browser_verify_element_visible where it fits',
    input: z.object({ text: z.string().min(1).max(2_000).describe('The text, or a part of it') }),
    commands: ['aria'],
    async handle(on, { text }) {
      const read = await partsOf(on, null);
      if (!read.ok) return read;
      // Words of one line may stand in several elements.
      const texts = textsIn(read.value);
      if (![...texts, texts.join(' ')].some((one) => holds(one, text))) return wrong(on, 'Text not found');
      const written = `getByText(${quoted(text)}).filter({ visible: true })`;
      return right(on, `await expect(page.${written}).toBeVisible();`);
    },
  }),
  tabTool(client, {
    name: 'browser_verify_list_visible',
    title: 'Verify list visible',
    description: 'Whether a list shows each of these items',
    input: z.object({
      element,
      target,
      items: z.array(z.string().max(2_000)).min(1).max(200).describe('Texts of its items, or parts of them'),
    }),
    commands: ['aria'],
    async handle(on, { target: wanted, items }) {
      const read = await partsOf(on, wanted);
      if (!read.ok) return read;
      const texts = textsIn(read.value);
      const missing = items.find((item) => !texts.some((text) => holds(text, item)));
      if (missing !== undefined) return wrong(on, `Item "${missing}" not found`);
      const lines = items.map((item) => {
        const whole = texts.find((text) => holds(text, item)) ?? item;
        return `  - listitem: ${JSON.stringify(whole)}`;
      });
      return right(
        on,
        `await expect(page.locator('body')).toMatchAriaSnapshot(\`\n- list:\n${lines.join('\n')}\n\`);`,
      );
    },
  }),
  tabTool(client, {
    name: 'browser_verify_value',
    title: 'Verify value',
    description: 'Whether a field holds this value; of a list of choices, the one that is chosen by its name',
    input: z.object({
      type: z.enum(TYPES).describe('What it is'),
      element,
      target,
      value: z.string().max(65_536).describe('Its value; of a checkbox or radio button `true` or `false`'),
    }),
    commands: ['locate', 'aria'],
    async handle(on, { type, target: wanted, value }) {
      const found = await on.element(wanted);
      if (!found.ok) return found;
      const read = await partsOf(on, wanted);
      if (!read.ok) return read;
      const [own] = read.value;
      const where = `page.${found.value.locator}`;
      if (type === 'checkbox' || type === 'radio') {
        const isOn = stateOf(own).includes('[checked]');
        if (isOn !== (value === 'true')) return wrong(on, `Expected value "${value}", but got "${isOn}"`);
        return right(on, `await expect(${where})${isOn ? '' : '.not'}.toBeChecked();`);
      }
      const held = valueOf(own);
      if (held !== value) return wrong(on, `Expected value "${value}", but got "${held}"`);
      return right(on, `await expect(${where}).toHaveValue(${quoted(value)});`);
    },
  }),
];

function right(on: OnTab, code: string): typeof done {
  on.reply.code.push(code);
  on.reply.results.push('Done');
  return done;
}
function wrong(on: OnTab, words: string): typeof done {
  on.reply.errors.push(words);
  return done;
}

/** An element as the outline has it, with what is in it; `null`: the page with its frames. Errors: those of `aria`. */
async function partsOf(on: OnTab, wanted: string | null): Promise<Result<readonly Part[]>> {
  const read = await on.run('aria', wanted === null ? {} : { element: wanted });
  return read.ok ? ok(partsIn(read.value)) : read;
}

const partsIn = (answer: unknown): readonly Part[] =>
  z
    .array(part)
    .parse(
      parseDocument(outlined.parse(answer).outline, { schema: 'failsafe' }).toJS({ maxAliasCount: 0 }) ?? [],
    );

const headOf = (one: Part | undefined): string =>
  one === undefined ? '' : typeof one === 'string' ? one : (Object.keys(one)[0] ?? '');
/** What stands behind the name: a page may call a thing `[checked]`. */
const stateOf = (one: Part | undefined): string => headOf(one).replace(/^[a-z]+ "(?:[^"\\]|\\.)*"/u, '');
const insideOf = (one: Part): string | readonly Part[] =>
  typeof one === 'string' ? [] : (Object.values(one)[0] ?? []);

/** What a field holds: its text, or the option that is chosen. */
function valueOf(one: Part | undefined): string {
  if (one === undefined) return '';
  const inside = insideOf(one);
  if (typeof inside === 'string') return inside;
  const text = inside.find((below) => headOf(below) === 'text');
  if (text !== undefined) {
    const words = insideOf(text);
    return typeof words === 'string' ? words : '';
  }
  const chosen = inside.find((below) => stateOf(below).includes('[selected]'));
  return chosen === undefined ? '' : nameIn(headOf(chosen));
}

/** Every name and text below, one by one. */
function textsIn(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((one) => {
    const inside = insideOf(one);
    const head = headOf(one);
    return [
      ...(head.startsWith('/') ? [] : [nameIn(head)]),
      ...(typeof inside === 'string' ? (head.startsWith('/') ? [] : [inside]) : textsIn(inside)),
    ].filter((text) => text !== '');
  });
}

const headsIn = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((one) => {
    const inside = insideOf(one);
    return [headOf(one), ...(typeof inside === 'string' ? [] : headsIn(inside))];
  });

/** Of `button "Pay" [ref=e2]`. */
function nameIn(head: string): string {
  const written = /^[a-z]+ (?<name>"(?:[^"\\]|\\.)*")/u.exec(head)?.groups?.['name'];
  return written === undefined ? '' : z.string().parse(JSON.parse(written));
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim().toLowerCase();
const holds = (text: string, wanted: string): boolean => plain(text).includes(plain(wanted));
