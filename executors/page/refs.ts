// Names for elements that a caller can use: `e1`, `e2`, … INVARIANT: a ref means one node of one document for the tab's
// whole life; it is never given to another.
import { fail, ok, type Result } from '#policy/language/failure.ts';

export type RefEntry = {
  readonly ref: string;
  readonly generation: number;
  readonly backendNodeId: number;
  readonly frameId: string;
  /** Of the document in that frame. */
  readonly documentId: string;
  readonly role: string;
  readonly name: string;
};

/** Suggested in place of one that is none of this page. */
const MOST_NEAR = 3;

export class Refs {
  /** By document and node: processes count their nodes each for itself. */
  readonly #byNode = new Map<string, string>();
  readonly #entries = new Map<string, RefEntry>();
  #documentId = '';
  #last = 0;
  #generation = 0;

  /** Starts a snapshot; refs of another document are gone. */
  begin(documentId: string): number {
    if (documentId !== this.#documentId) {
      this.#byNode.clear();
      this.#entries.clear();
      this.#documentId = documentId;
    }
    return ++this.#generation;
  }

  /** The node's ref, the same as before where it had one. */
  give(node: Omit<RefEntry, 'ref' | 'generation'>): string {
    const key = `${node.documentId} ${node.backendNodeId}`;
    const ref = this.#byNode.get(key) ?? `e${++this.#last}`;
    this.#byNode.set(key, ref);
    this.#entries.set(ref, { ...node, ref, generation: this.#generation });
    return ref;
  }

  /** Errors: `act.unknown-ref` for one that was never given, `act.stale-ref` for one of an earlier document, also of a frame's. */
  resolve(
    ref: string,
    page: { readonly documentId: string; documentOf(frameId: string): string | undefined },
  ): Result<RefEntry> {
    const entry = page.documentId === this.#documentId ? this.#entries.get(ref) : undefined;
    if (entry !== undefined && page.documentOf(entry.frameId) === entry.documentId) return ok(entry);
    const number = /^e([1-9]\d*)$/.exec(ref)?.[1];
    const near = page.documentId === this.#documentId ? this.#near(Number(number ?? 1)) : [];
    if (number !== undefined && Number(number) <= this.#last) {
      return fail('act.stale-ref', `\`${ref}\` belongs to an earlier document`, {
        help:
          near.length === 0
            ? 'take a new snapshot'
            : `take a new snapshot, or use one of it: ${near.join(', ')}`,
      });
    }
    return fail('act.unknown-ref', `no element is called \`${ref}\``, {
      help:
        near.length === 0
          ? 'take a snapshot: this page has no refs yet'
          : `use a ref of the latest snapshot, such as ${near.join(', ')}`,
    });
  }

  /** Refs of this page, those of the nearest numbers. */
  #near(number: number): readonly string[] {
    const away = (ref: string): number => Math.abs(Number(ref.slice(1)) - number);
    return [...this.#entries.keys()].toSorted((a, b) => away(a) - away(b)).slice(0, MOST_NEAR);
  }
}
