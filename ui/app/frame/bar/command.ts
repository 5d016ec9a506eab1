// What is typed at the top and what stands beside it as chips. INVARIANT: it outlives a change of the view and a gateway that goes away,
// and nothing is started by it.
import { create } from 'zustand';
import type { ForecastView } from '#gateway/protocol/views/forecast.ts';

export type Start = { readonly host: string; readonly url: string };

export type Lend = ForecastView['signIns'][number];

export type Command = {
  readonly text: string;
  /** Where the task is to begin, whatever the words say. */
  readonly start: Start | null;
  /** Sites that the task may be signed in to as the person, each asked for again. */
  readonly lends: readonly Lend[];
  /** At most so many steps. */
  readonly stepLimit: number | null;
};

export const NOTHING_TYPED: Command = { text: '', start: null, lends: [], stepLimit: null };

export const useCommand = create<Command>(() => NOTHING_TYPED);

export const changeCommand = (change: Partial<Command>): void => useCommand.setState(change);

/** Each site once: what was chosen last holds. */
export const lendAlso = (lend: Lend): void =>
  useCommand.setState(({ lends }) => ({
    lends: [...lends.filter(({ domain }) => domain !== lend.domain), lend],
  }));
