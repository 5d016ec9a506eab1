// What changed on a page since an earlier snapshot of the same document, as text. Pure. INVARIANT: every element that came, went
// or reads differently is named; where that would not fit, the answer is `null` and the caller shows the whole outline.
import type { PageSnapshot, SnapshotNode } from '../../contract/snapshot.ts';
import { lineOf } from './lines.ts';
import type { Limits } from './words.ts';

const LIMITS: Limits = { name: 80, text: 240, farText: 120 };

/**
 * `+` came, `-` went, `~` reads differently now. `''` where nothing changed; `null` for another document, or where the
 * changes take more than `budget` characters.
 */
export function renderChanges(before: PageSnapshot, after: PageSnapshot, budget = 8_000): string | null {
  if (before.document.id !== after.document.id) return null;
  const old = written(before);
  const now = written(after);
  const out: string[] = [];
  for (const [key, texts] of now) {
    const earlier = old.get(key) ?? [];
    const isElement = key.startsWith('e');
    for (const [index, text] of texts.entries()) {
      if (isElement && earlier.length > 0) {
        if (earlier[index] !== text) out.push(`~ ${text}`);
      } else if (index >= earlier.length) out.push(`+ ${text}`);
    }
  }
  for (const [key, texts] of old) {
    const kept = now.get(key)?.length ?? 0;
    for (const text of texts.slice(key.startsWith('e') && kept > 0 ? texts.length : kept))
      out.push(`- ${text}`);
  }
  if (before.document.url !== after.document.url) out.unshift(`address ${after.document.url}`);
  const text = out.join('\n');
  return text.length > budget ? null : text;
}

/** Lines by what they are: an element by its ref, anything else by its words. Rows are taken apart. */
function written(snapshot: PageSnapshot): Map<string, string[]> {
  const out = new Map<string, string[]>();
  const put = (node: SnapshotNode): void => {
    // A nameless box says nothing by itself.
    if (node.name === '' && node.ref === null) return;
    const line = lineOf(node.inView ? node : { ...node, inView: true }, false);
    const text = line.write(LIMITS);
    const key = line.refs[0] ?? text;
    out.set(key, [...(out.get(key) ?? []), text]);
  };
  for (const node of snapshot.nodes) put(node);
  return out;
}
