// A table of records: what the decision diagram is made of, and what the decider looks up.

/** Records by the classes of some facts: `cells[Σ offsets[k][class of facts[k]]]`. */
export type RecordTable = {
  readonly facts: readonly number[];
  readonly offsets: readonly Int32Array[];
  readonly cells: Int32Array;
  /** The envelope's severity, cell by cell. */
  readonly envelope: Uint8Array;
};
