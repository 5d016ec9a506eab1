// EXTRACT: what a person would read, or an element's attribute. INVARIANT: a credential is told by its length alone.
import { CdpClosed, CdpError } from '#executors/cdp/connection.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { CREDENTIAL } from '#executors/perception/reading/roles.ts';
import type { FrameState } from '#executors/page/frame-tree.ts';
import type { SnapshotGrids } from '#executors/contract/snapshot.ts';
import type { Refs, RefEntry } from '#executors/page/refs.ts';
import { takeSnapshot } from '#executors/perception/snapshot.ts';
import { scopeOf } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import { untilWhole } from './settle.ts';

// What a person sees: `innerText` leaves out what is hidden and keeps line breaks, and never holds a field's value. Of a page its
// main content, where it says which that is and much stands in it.
const TEXT = `function (from, most, leastOfMain) {
  const text = (element) => (element === null ? '' : String(Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'innerText').get.call(element))).trim();
  const isElement = this instanceof Element;
  const own = this instanceof HTMLElement ? this : isElement ? null : this.parentElement;
  const whole = Object.getOwnPropertyDescriptor(Document.prototype, 'body').get;
  const body = isElement && this === Document.prototype.querySelector.call(document, ':root') ? whole.call(document) : null;
  const mains = body === null ? [] : [...Document.prototype.querySelectorAll.call(document, 'main, [role=main]')];
  const main = mains.length === 1 && mains[0] instanceof HTMLElement ? text(mains[0]) : '';
  const all = body === null ? text(own) : main.length >= leastOfMain ? main : text(body);
  return { text: all.slice(from, from + most), length: all.length };
}`;
const PAGE_TEXT = `(${TEXT}).call(document.documentElement, 0, MOST, LEAST)`;
/** Of one outcome; the rest is asked for by where it begins. */
const MAX_TEXT_CHARACTERS = 100_000;
/** A page is read by its main content only if that much stands in it. */
const MIN_MAIN_CHARACTERS = 400;

const ATTRIBUTE = `function (name) {
  const element = this instanceof Element ? this : this.parentElement;
  const value = element === null ? null : Element.prototype.getAttribute.call(element, name);
  if (value === null) return null;
  const password = element instanceof HTMLInputElement && element.type === 'password';
  const credential = password || ${String(CREDENTIAL)}.test(Element.prototype.getAttribute.call(element, 'autocomplete') ?? '');
  return credential && name.toLowerCase() === 'value' ? '•••(' + [...value].length + ')' : value;
}`;
const MAX_ATTRIBUTE_CHARACTERS = 1_048_576;

/** `from`: the character from which on it is read. What is longer than an outcome holds says where it goes on. */
export async function extract(
  page: Page,
  entry: RefEntry | null,
  attribute?: string,
  from = 0,
): Promise<Result<ActOutcome>> {
  if (attribute !== undefined) return extractAttribute(page, entry, attribute);
  const read =
    entry === null
      ? await readPage(page, from)
      : await page.callOn(entry, TEXT, [from, MAX_TEXT_CHARACTERS, 0], parseText);
  await page.history();
  const next = from + read.text.length;
  const goesOn = next < read.length ? { next } : {};
  return ok({ kind: 'TEXT', text: read.text, document: page.document(), ...goesOn });
}

/** What repeats on the page, by a look of its own: refs are given as any look gives them. */
export async function extractGrids(
  page: Page,
  refs: Refs,
  viewport: { readonly width: number; readonly height: number },
): Promise<Result<ActOutcome>> {
  await untilWhole(page);
  const read: SnapshotGrids[] = [];
  const { document } = await takeSnapshot(page, refs, viewport, scopeOf(page), {
    onGrids: (grids) => read.push(grids),
  });
  const [grids] = read;
  if (grids === undefined) throw new TypeError('a look that was asked for what repeats has none');
  return ok({ kind: 'GRIDS', page: grids, document });
}

type Text = { readonly text: string; readonly length: number };
const NOTHING: Text = { text: '', length: 0 };

/**
 * The page, or the frame that was switched to; behind it what stands in its own frames. INVARIANT: words of other origins are never in
 * it, whatever a frame shows by the time that it is asked.
 */
async function readPage(page: Page, from: number): Promise<Text> {
  const scope = scopeOf(page);
  const documentId = page.documentOf(scope);
  const expression = PAGE_TEXT.replace('MOST', String(from + MAX_TEXT_CHARACTERS)).replace(
    'LEAST',
    String(MIN_MAIN_CHARACTERS),
  );
  const own = await page.evaluate(expression, parseText, scope);
  const parts = [own];
  if (scope === page.id) {
    const { readable } = await page.frames.read(page.reads);
    const inner = readable.filter(({ id, origin }) => id !== page.id && origin === readable[0]?.origin);
    const texts = await Promise.all(inner.map((frame) => readFrame(page, frame, expression)));
    parts.push(...texts.filter(({ length }) => length > 0));
  }
  if (page.documentOf(scope) !== documentId)
    throw new CdpError('another document came while the page was read');
  const text = parts.map((part) => part.text).join('\n');
  const length = parts.reduce((sum, part) => sum + part.length + 1, -1);
  return { text: text.slice(from, from + MAX_TEXT_CHARACTERS), length: Math.max(length, text.length) };
}

/** What it says as the document that it was found with; a frame that went away meanwhile, or elsewhere, says nothing. */
async function readFrame(page: Page, { id, documentId }: FrameState, expression: string): Promise<Text> {
  try {
    const read = await page.evaluate(expression, parseText, id);
    return page.documentOf(id) === documentId ? read : NOTHING;
  } catch (thrown) {
    if (thrown instanceof CdpError && !(thrown instanceof CdpClosed)) return NOTHING;
    throw thrown;
  }
}

// Made by our own function in a world that the page cannot reach.
const parseText = (value: unknown): Text => value as Text;

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
