// What is typed at the top and what stands beside it as chips. INVARIANT: it outlives a change of the view and a gateway that goes away;
// the words outlive a reload of this tab, which another start of the gateway needs, and no session is lent by that. Nothing is started by it.
import { create } from 'zustand';
import { keepText, keptText, onSwept } from '#ui/app/state/kept/tab-storage.ts';
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

const KEY = 'ghost.command';

export const useCommand = create<Command>(() => ({
  ...NOTHING_TYPED,
  text: keptText(KEY),
}));

onSwept(() => useCommand.setState(NOTHING_TYPED));

export function changeCommand(change: Partial<Command>): void {
  useCommand.setState(change);
  if (change.text !== undefined) keepText(KEY, change.text);
}

/** Each site once: what was chosen last holds. */
export const lendAlso = (lend: Lend): void =>
  useCommand.setState(({ lends }) => ({
    lends: [...lends.filter(({ domain }) => domain !== lend.domain), lend],
  }));
