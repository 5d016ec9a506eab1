// Where secrets stand in a capture of a page: credential fields, values that are known, and frames that nobody may look into.
// INVARIANT: pure; what is in a frame of another process, or of an origin that may not be read, counts as a secret whole.
import type { Box, CapturedDocument } from '#executors/perception/reading/captured.ts';
import { isCredential } from '#executors/perception/reading/dom-role.ts';

export type Secrets = {
  /** In every spelling that counts. */
  readonly values: readonly string[];
  /** Frames that may be looked into. */
  readonly open: readonly string[];
};

/** What shows another document, or something that is none at all. */
const FRAMES = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe', 'portal']);
/** What the browser draws of an element that has no text of its own there. */
const DRAWN_ATTRIBUTES = ['placeholder', 'alt', 'label'] as const;
const OPTIONS = new Set(['option', 'optgroup']);
/** Letters hang over the boxes that lines have. */
const MARGIN_PX = 2;

/** In CSS pixels of the main viewport; only what is drawn. `documents`: of the page's own process, the page first. */
export function secretPlaces(
  documents: readonly CapturedDocument[],
  { values, open }: Secrets,
): readonly Box[] {
  const [main] = documents;
  if (main === undefined) return [];
  const readable = new Set(open);
  const bare = [...new Set(values.map(squeezed))].filter((value) => value !== '');
  const isSecret = (
    node: number,
    document: CapturedDocument,
    seen: ReadonlySet<CapturedDocument>,
  ): boolean => {
    if (!FRAMES.has(document.tag(node))) return false;
    const index = document.contents(node);
    const inner = index === undefined ? undefined : documents[index];
    if (inner === undefined || seen.has(inner) || !readable.has(inner.frameId)) return true;
    return secretNodes(inner, bare, (one) => isSecret(one, inner, new Set([...seen, inner]))).length > 0;
  };
  main.offset = { x: -main.scroll.x, y: -main.scroll.y };
  const nodes = secretNodes(main, bare, (node) => isSecret(node, main, new Set([main])));
  return nodes.flatMap((node) => {
    const box = main.box(node);
    return box === null ? [] : [wider(box)];
  });
}

/** Drawn nodes that show a secret, or that contain one which has no place of its own. */
function secretNodes(
  document: CapturedDocument,
  values: readonly string[],
  isSecretFrame: (node: number) => boolean,
): readonly number[] {
  const found = new Set<number>();
  const texts: { readonly node: number; readonly from: number }[] = [];
  let all = '';
  for (let node = 0; node < document.size; node += 1) {
    if (document.isText(node) || document.pseudo(node) !== '') {
      const shown = squeezed(document.text(node) || document.drawn(node));
      if (values.length === 0 || shown === '' || !isShown(document, node)) continue;
      texts.push({ node, from: all.length });
      all += shown;
    } else if (document.isElement(node) && isShown(document, node)) {
      if (
        holdsOne(document, node, values) ||
        (document.isDrawn(node) && (isCredential(document, node) || isSecretFrame(node)))
      )
        found.add(placed(document, node));
    }
  }
  // Words may be cut into pieces: they are looked for in the text as a whole.
  for (const value of values) {
    let index = 0;
    for (let at = all.indexOf(value); at !== -1; at = all.indexOf(value, at + 1)) {
      while ((texts[index + 1]?.from ?? Infinity) <= at) index += 1;
      for (let next = index; (texts[next]?.from ?? Infinity) < at + value.length; next += 1)
        found.add(placed(document, texts[next]?.node ?? 0));
    }
  }
  return [...found];
}

/** What is drawn of an element holds a value. */
function holdsOne(document: CapturedDocument, node: number, values: readonly string[]): boolean {
  if (values.length === 0) return false;
  const own = [document.value(node), ...DRAWN_ATTRIBUTES.map((name) => document.attribute(node, name) ?? '')];
  return own.map(squeezed).some((text) => text !== '' && values.some((one) => text.includes(one)));
}

/** An option of a closed list is shown by the list. */
function isShown(document: CapturedDocument, node: number): boolean {
  if (document.isDrawn(node)) return true;
  let at = document.isText(node) ? document.parent(node) : node;
  while (OPTIONS.has(document.tag(at))) at = document.parent(at);
  return document.tag(at) === 'select' && document.isDrawn(at);
}

/** Itself, or the nearest one around it that has a place. */
function placed(document: CapturedDocument, node: number): number {
  let at = node;
  while (at > 0 && document.box(at) === null) at = document.parent(at);
  return at;
}

/** A page writes a value as it likes: large or small, wide or narrow, in groups, with places where a line may break. */
const squeezed = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{Pd}]/gu, '')
    .toLowerCase();

const wider = ({ x, y, width, height }: Box): Box => ({
  x: x - MARGIN_PX,
  y: y - MARGIN_PX,
  width: width + 2 * MARGIN_PX,
  height: height + 2 * MARGIN_PX,
});
