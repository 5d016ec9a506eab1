// Folds an entry's way to the root in this page (RFC 9162 2.1.3.2), with the browser's own SHA-256.
import type { ProofView } from '#gateway/protocol/views/audit.ts';

export type WayNode = {
  /** Base64. */
  readonly hash: string;
  /** What it was folded with; `null`: the leaf. */
  readonly beside: { readonly hash: string; readonly side: 'left' | 'right' } | null;
};

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const textOf = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

async function hashOf(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

/** From the entry's text up; it ends before the root where the path is not one of this place. */
export async function foldedWay({
  size,
  entry: { seq, text, path },
}: ProofView): Promise<readonly WayNode[]> {
  let node = await hashOf(Uint8Array.of(0), new TextEncoder().encode(text));
  const way: WayNode[] = [{ hash: textOf(node), beside: null }];
  let [first, last] = [seq - 1, size - 1];
  for (const hash of path) {
    if (last === 0) return [];
    const isLeft = first % 2 === 1 || first === last;
    const beside = bytesOf(hash);
    node = isLeft
      ? await hashOf(Uint8Array.of(1), beside, node)
      : await hashOf(Uint8Array.of(1), node, beside);
    way.push({ hash: textOf(node), beside: { hash, side: isLeft ? 'left' : 'right' } });
    if (isLeft) while (first % 2 === 0 && first !== 0) [first, last] = [first / 2, Math.floor(last / 2)];
    [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
  }
  return last === 0 ? way : [];
}
