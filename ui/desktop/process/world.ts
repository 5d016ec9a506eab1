// What the shell knows of the gateway: its tasks and questions, as they were told last. INVARIANT: a gateway that is gone asks nothing and
// lends nothing: what it told is forgotten with it.
import type { QuestionBrief, TaskBrief } from '#gateway/protocol/desktop/gateway-side.ts';
import { standingOf, type Standing } from '#ui/signals/standing.ts';
import type { GatewayState } from './supervisor.ts';

export type ShellWorld = {
  readonly gateway: GatewayState;
  readonly tasks: readonly TaskBrief[];
  /** Open ones, oldest first. */
  readonly questions: readonly QuestionBrief[];
};

export class World {
  #now: ShellWorld = { gateway: { kind: 'CLOSED' }, tasks: [], questions: [] };
  readonly #listeners: ((world: ShellWorld) => void)[] = [];

  get now(): ShellWorld {
    return this.#now;
  }

  get standing(): Standing {
    const { tasks, questions } = this.#now;
    return standingOf({ tasks, consents: questions });
  }

  onChange(listener: (world: ShellWorld) => void): void {
    this.#listeners.push(listener);
  }

  become(state: GatewayState): void {
    this.#change(state.kind === 'READY' ? { gateway: state } : { gateway: state, tasks: [], questions: [] });
  }

  told(standing: Pick<ShellWorld, 'tasks' | 'questions'>): void {
    this.#change(standing);
  }

  #change(change: Partial<ShellWorld>): void {
    this.#now = { ...this.#now, ...change };
    for (const listener of this.#listeners) listener(this.#now);
  }
}
