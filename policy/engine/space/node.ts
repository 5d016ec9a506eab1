// A node of a decision diagram, or a leaf, as one number; and what a search for a leaf tells.

/** A node, or a leaf: `-1 - value`. */
export type NodeId = number;
export const leaf = (value: number): NodeId => -1 - value;
export const leafValue = (id: NodeId): number => -1 - id;

/** An assignment of classes to the facts on the way to a leaf; `-1` where the fact does not matter. */
export type Found = { readonly value: number; readonly classes: Int32Array };

/** How much a search looked at: branches of nodes, each once. */
export type Effort = { cells: number };

/** Beyond every class. */
export const END_OF_CLASSES = 0x7fffffff;
