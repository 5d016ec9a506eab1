// Names for elements that a caller can use: `e1`, `e2`, … INVARIANT: a ref means one node of one document for the tab's
// whole life; it is never given to another.
import { fail, ok, type Result } from '#policy/failure.ts';

export type RefEntry = {
  readonly ref: string;
  readonly generation: number;
  readonly backendNodeId: number;
  readonly frameId: string;
  readonly role: string;
  readonly name: string;
};

export class Refs {
  readonly #byNode = new Map<number, string>();
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
    const ref = this.#byNode.get(node.backendNodeId) ?? `e${++this.#last}`;
    this.#byNode.set(node.backendNodeId, ref);
    this.#entries.set(ref, { ...node, ref, generation: this.#generation });
    return ref;
  }

  /** Errors: `act.unknown-ref` for one that was never given, `act.stale-ref` for one of an earlier document. */
  resolve(ref: string, documentId: string): Result<RefEntry> {
    const entry = documentId === this.#documentId ? this.#entries.get(ref) : undefined;
    if (entry !== undefined) return ok(entry);
    const number = /^e([1-9]\d*)$/.exec(ref)?.[1];
    if (number !== undefined && Number(number) <= this.#last) {
      return fail('act.stale-ref', `\`${ref}\` belongs to an earlier document`, {
        help: 'take a new snapshot',
      });
    }
    return fail('act.unknown-ref', `no element is called \`${ref}\``, {
      help: 'use a ref of the latest snapshot, such as e1',
    });
  }
}
