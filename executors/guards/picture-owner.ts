// Whether a picture that a document asks for is an element's, whose load events a page waits for, or a style's, which has none; and
// whether a style's is all that an element shows.
// INVARIANT: what is not known to be an element's counts as a style's: of that, a failure is what can be made good later.
import { CdpError, type CdpSession } from '#executors/cdp/connection.ts';
import type { Page } from '#executors/page/page.ts';
import type { Paused } from '#executors/guards/routes/paused.ts';

/** How long a pause waits for word of its own request, which comes from another process. */
const SIGN_MS = 1_000;

/**
 * A picture is asked for a moment after the script that wants it: from now on its request names that script nevertheless. By the
 * debugger alone this outlasts a change of process. It never stops the page: pauses are off before it is there.
 */
export const nameScripts = (session: CdpSession): Promise<unknown> =>
  Promise.all([
    session.send('Debugger.setSkipAllPauses', { skip: true }),
    session.send('Debugger.enable', { maxScriptsCacheSize: 0 }),
    session.send('Debugger.setAsyncCallStackDepth', { maxDepth: 1 }),
  ]);

/** How long a text is waited for whose end does not come: acts on the page wait for its pauses. */
const READ_MS = 2_000;

/**
 * In our own world. The engine asks for pictures ahead of the elements that show them: those are there once the text is read.
 * Which of a `srcset` was chosen an element says only afterwards; a URL there may have commas in it, but no space.
 */
const SHOWN = String.raw`(async (url) => {
  const is = (address) => { try { return new URL(address, document.baseURI).href.split('#')[0] === url; } catch { return false; } };
  const chosen = (set) => set.split(/\s+/).map((part) => part.replace(/^[\d.]+[wxh],/, '').replace(/^,+|(?<!,),+$/g, ''));
  const addresses = (element) => [element.src, element.poster, element.href?.baseVal, ...(typeof element.srcset === 'string' ? chosen(element.srcset) : [])];
  const shown = () => [...document.querySelectorAll('img, picture > source, input[type=image], video[poster], image')].some((element) =>
    addresses(element).some((address) => typeof address === 'string' && address !== '' && is(address)));
  if (document.readyState === 'loading' && !shown()) await new Promise((read) => { document.addEventListener('DOMContentLoaded', read, { once: true }); setTimeout(read, ${READ_MS}); });
  return shown();
})`;

export async function isElements(page: Page, { networkId, frameId, request }: Paused): Promise<boolean> {
  const ofPage = networkId !== undefined && page.frames.sessionOf(frameId) === page.session;
  if (ofPage)
    await page.waiter.until(() => page.requests.signOf(networkId) !== undefined, SIGN_MS, page.gone.signal);
  const sign = ofPage ? page.requests.signOf(networkId) : undefined;
  if (sign === 'ELEMENT') return true;
  if (sign === 'STYLE') return false;
  return page.evaluate(`${SHOWN}(${JSON.stringify(request.url)})`, (shown) => shown === true, frameId);
}

/** Rules that are read of one document's sheets at most: the rest has no such pictures. */
const MAX_RULES = 50_000;

/** In our own world. What a sheet says is kept for as long as it has that many rules. */
const CONTENTS = String.raw`((wanted) => {
  const kept = Object.getOwnPropertyDescriptor(globalThis, '__ghostContents')?.value;
  const known = kept ?? new WeakMap();
  if (kept === undefined) Reflect.defineProperty(globalThis, '__ghostContents', { value: known });
  let left = ${MAX_RULES};
  const addresses = (content, base) => [...content.matchAll(/url\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)"']*))\s*\)/g)].map((found) => {
    try { return new URL((found[1] ?? found[2] ?? found[3]).replace(/\\(.)/g, '$1').trim(), base).href.split('#')[0]; } catch { return ''; }
  });
  const rulesOf = (sheet) => { try { return sheet.cssRules; } catch { return null; } };
  const visit = (rules, base, found) => {
    for (const rule of rules) {
      if ((left -= 1) < 0) return;
      const content = rule.style instanceof CSSStyleDeclaration ? rule.style.getPropertyValue('content') : '';
      if (content.includes('url(')) for (const address of addresses(content, base)) found.add(address);
      if (rule.cssRules instanceof CSSRuleList) visit(rule.cssRules, base, found);
      if (rule.styleSheet instanceof CSSStyleSheet) read(rule.styleSheet, found);
    }
  };
  const read = (sheet, found) => { const rules = rulesOf(sheet); if (rules !== null) visit(rules, sheet.href ?? document.baseURI, found); };
  const of = (sheet) => {
    const count = rulesOf(sheet)?.length ?? 0;
    const old = known.get(sheet);
    if (old !== undefined && old.count === count) return old.found;
    const found = new Set();
    read(sheet, found);
    known.set(sheet, { count, found });
    return found;
  };
  const sheets = [...Document.prototype.__lookupGetter__('styleSheets').call(document), ...Document.prototype.__lookupGetter__('adoptedStyleSheets').call(document)];
  if (sheets.some((sheet) => of(sheet).has(wanted))) return true;
  return [...Document.prototype.querySelectorAll.call(document, '[style*="content"]')].some((element) =>
    addresses(element.style?.content ?? '', document.baseURI).includes(wanted));
})`;

/** `content: url(…)`: with a failed picture the element has no size, and what can be clicked is gone. A sheet that may not be read has none. */
export async function isContent(page: Page, { frameId, request }: Paused): Promise<boolean> {
  const url = request.url.split('#')[0] ?? '';
  try {
    return await page.evaluate(`${CONTENTS}(${JSON.stringify(url)})`, (found) => found === true, frameId);
  } catch (thrown) {
    // A document that went away has no picture to show.
    if (thrown instanceof CdpError) return false;
    throw thrown;
  }
}
