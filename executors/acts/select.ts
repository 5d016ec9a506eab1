// SELECT: chooses options of a native list by label or value, with one input and one change event, and the focus where it was.
import { reachedNothing, reachesPage } from '#executors/cdp/budget.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { RefEntry } from '#executors/page/refs.ts';
import type { Page } from '#executors/page/page.ts';

const CHOOSE = `function (wanted) {
  if (!(this instanceof HTMLSelectElement)) return { kind: 'NO_SELECT' };
  const plain = (text) => text.replace(/\\s+/g, ' ').trim();
  const options = [...this.options];
  const found = [];
  for (const want of wanted) {
    const by = (same) => options.filter((option) => !option.disabled && same(option));
    const matches = [by((o) => plain(o.label) === plain(want)), by((o) => o.value === want),
      by((o) => plain(o.label).toLowerCase() === plain(want).toLowerCase())].find((some) => some.length > 0);
    if (matches === undefined) return { kind: 'NO_OPTION', want, options: options.map((o) => plain(o.label)) };
    if (matches.length > 1) return { kind: 'AMBIGUOUS', want };
    found.push(matches[0]);
  }
  if (found.length > 1 && !this.multiple) return { kind: 'SINGLE' };
  const same = options.every((option) => option.selected === found.includes(option));
  if (same) return { kind: 'DONE' };
  for (const option of options) option.selected = found.includes(option);
  this.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  this.dispatchEvent(new Event('change', { bubbles: true }));
  return { kind: 'DONE' };
}`;

type Chosen =
  | { readonly kind: 'DONE' | 'NO_SELECT' | 'SINGLE' }
  | { readonly kind: 'NO_OPTION'; readonly want: string; readonly options: readonly string[] }
  | { readonly kind: 'AMBIGUOUS'; readonly want: string };

/** Errors: `act.not-actionable`; nothing was changed then. */
export async function select(page: Page, entry: RefEntry, options: readonly string[]): Promise<Result<void>> {
  reachesPage();
  const chosen = await page.callOn(entry, CHOOSE, [options], parseChosen);
  if (chosen.kind !== 'DONE') reachedNothing();
  switch (chosen.kind) {
    case 'DONE':
      return ok(undefined);
    case 'NO_SELECT':
      return fail('act.not-actionable', `\`${entry.ref}\` is no native list`, {
        help: 'click it, take a new snapshot, and click the option',
      });
    case 'SINGLE':
      return fail('act.not-actionable', `\`${entry.ref}\` takes one option only`);
    case 'AMBIGUOUS':
      return fail('act.not-actionable', `several options of \`${entry.ref}\` are called \`${chosen.want}\``);
    case 'NO_OPTION':
      return fail('act.not-actionable', `\`${entry.ref}\` has no option \`${chosen.want}\``, {
        help: `it has: ${chosen.options.slice(0, 20).join(', ')}`,
        details: { options: chosen.options },
      });
  }
}

const parseChosen = (value: unknown): Chosen => value as Chosen;
