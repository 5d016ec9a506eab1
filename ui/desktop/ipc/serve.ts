// The main process's end of the calls: who calls is known by the page that the call comes from, never by what it says.
// INVARIANT: what is no call of that page's own, comes from a frame within it, from another address than its own, or has another form, is
// refused and told; a page that floods is told of once in a while, and each of its calls is refused all the same.
import type { IpcPort, InvokeEvent } from '../ports/electron.ts';
import type { Role } from '../tables/windows.ts';
import { CALLS, CALL_CHANNEL, isCallOf } from './table.ts';
import type { CallName, ParamsOf, ResultOf } from './table.ts';

/** A page that may call: it was made by us, and is where it belongs. */
export type Caller = { readonly role: Role; readonly mayBeAt: (url: string) => boolean };

export type Answers = {
  readonly [N in CallName]: (params: ParamsOf<N>, contentsId: number) => Promise<ResultOf<N>>;
};

export type Refusal = { readonly what: string; readonly from: string };

/** What comes back over the wire: a refusal says nothing of why. */
export type Replied = { readonly ok: true; readonly value: unknown } | { readonly ok: false };

type Serving = {
  readonly ipc: IpcPort;
  /** By the number of its page; `null`: no page of ours. */
  readonly callerOf: (contentsId: number) => Caller | null;
  readonly answers: Answers;
  readonly onRefused: (refusal: Refusal) => void;
};

const MOST_NAME_CHARACTERS = 60;

export function serveCalls({ ipc, callerOf, answers, onRefused }: Serving): void {
  ipc.handle(CALL_CHANNEL, async (event, ...given): Promise<Replied> => {
    const [name, params, ...more] = given;
    const caller = callerOf(event.sender.id);
    const refuse = (why: string): Replied => {
      onRefused({
        what: `${why}: ${nameOf(name)}`,
        from: `${caller?.role ?? 'no page of ours'} ${placeOf(event)}`,
      });
      return { ok: false };
    };
    if (caller === null) return refuse('a call of a page that is none of ours');
    const { senderFrame } = event;
    if (senderFrame === null || senderFrame.detached) return refuse('a call of a frame that is gone');
    if (senderFrame.parent !== null) return refuse('a call of a frame within a page');
    if (!caller.mayBeAt(senderFrame.url)) return refuse('a call of a page that is elsewhere');
    if (typeof name !== 'string' || !isCallOf(caller.role, name))
      return refuse('a call that is not this page’s');
    const parsed = CALLS[name].params.safeParse(params);
    if (!parsed.success || more.length > 0) return refuse('a call of another form');
    try {
      // The row's own schema made these parameters.
      const answer = answers[name] as (params: unknown, contentsId: number) => Promise<unknown>;
      return { ok: true, value: CALLS[name].result.parse(await answer(parsed.data, event.sender.id)) };
    } catch (thrown) {
      onRefused({
        what: `a call that failed: ${name}`,
        from: thrown instanceof Error ? thrown.name : 'unknown',
      });
      return { ok: false };
    }
  });
}

const nameOf = (name: unknown): string =>
  typeof name === 'string' ? JSON.stringify(name.slice(0, MOST_NAME_CHARACTERS)) : typeof name;

/** The scheme and host alone: a page's address may hold anything. */
function placeOf({ senderFrame }: InvokeEvent): string {
  const url = URL.parse(senderFrame?.url ?? '');
  return url === null ? 'nowhere' : `${url.protocol}//${url.host}`;
}
