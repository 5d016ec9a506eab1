// EXTRACT: what a person would read, or an element's attribute. INVARIANT: a credential is told by its length alone.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { CREDENTIAL } from '#executors/perception/reading/roles.ts';
import type { RefEntry } from '#executors/page/refs.ts';
import { scopeOf } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';

// What a person sees: `innerText` leaves out what is hidden and keeps line breaks, and never holds a field's value.
const TEXT = `function () {
  const element = this instanceof HTMLElement ? this : this.parentElement;
  return element === null ? '' : element.innerText;
}`;

const ATTRIBUTE = `function (name) {
  const element = this instanceof Element ? this : this.parentElement;
  const value = element === null ? null : Element.prototype.getAttribute.call(element, name);
  if (value === null) return null;
  const password = element instanceof HTMLInputElement && element.type === 'password';
  const credential = password || ${String(CREDENTIAL)}.test(Element.prototype.getAttribute.call(element, 'autocomplete') ?? '');
  return credential && name.toLowerCase() === 'value' ? '•••(' + [...value].length + ')' : value;
}`;
const MAX_ATTRIBUTE_CHARACTERS = 1_048_576;

export async function extract(
  page: Page,
  entry: RefEntry | null,
  attribute?: string,
): Promise<Result<ActOutcome>> {
  if (attribute !== undefined) return extractAttribute(page, entry, attribute);
  const text =
    entry === null
      ? await page.evaluate(`document.body === null ? '' : document.body.innerText`, String, scopeOf(page))
      : await page.callOn(entry, TEXT, [], String);
  await page.history();
  return ok({ kind: 'TEXT', text: text.trim(), document: page.document() });
}

async function extractAttribute(
  page: Page,
  entry: RefEntry | null,
  name: string,
): Promise<Result<ActOutcome>> {
  if (entry === null)
    return fail('act.unknown-ref', 'an attribute is read from an element', { help: 'name its ref' });
  const value = await page.callOn(entry, ATTRIBUTE, [name], (given) =>
    typeof given === 'string' ? given : null,
  );
  if ((value?.length ?? 0) > MAX_ATTRIBUTE_CHARACTERS)
    return fail('act.too-large', `\`${name}\` of \`${entry.ref}\` is longer than 1 MB`);
  await page.history();
  const type = value === null ? 'null' : 'string';
  return ok({ kind: 'VALUE', value, type, document: page.document(), navigated: false, refused: [] });
}
