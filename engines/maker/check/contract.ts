// What the parts of a script's check share: where findings go, the walk itself, what is known of calls.
import type { AnyNode, Node } from 'acorn';
import type { Flow } from './flow/flow.ts';
import type { Callbacks } from './flow/kinds.ts';
import type { Scope } from './flow/scope.ts';

export type Check = {
  readonly refuse: (code: string, node: Node, message: string, help: string) => void;
  readonly walk: (node: AnyNode, scope: Scope) => void;
  readonly callbacks: Callbacks;
  /** What each expression may be. */
  readonly flow: Flow;
  /** Own members that are called somewhere, and whether each definition of one is a function. */
  readonly called: Map<string, Node>;
  readonly defined: Map<string, boolean>;
};
