// What is known of a policy before it is compiled here: its hashes.
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';

/** What is known of a policy before it is compiled here. */
export type Identified = Pick<CompiledPolicy, 'semanticHash' | 'sourceHash'>;
