// What answers one method of the protocol: its parameters, where it may be called, and what is done.
// INVARIANT: parameters are closed: one that the door would not honour is refused by its name, never left out in silence.
import type { z } from 'zod';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Result } from '#policy/language/failure.ts';
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import { badParams } from './message.ts';
import type { Fields, Told } from './message.ts';
import type { OwnTargets } from './own-targets.ts';
import type { Session } from './sessions.ts';
import type { OwnTarget } from './target.ts';

/** What an act came to. `brought`: it led to another document, which is not so of one that went to a place within the same. */
export type Acted = { readonly outcome: ActOutcome; readonly brought: boolean };

/** What the door can do for one connection. Each act is decided and logged by the boundary before a browser hears of it. */
export type Doing = {
  readonly targets: OwnTargets;
  /** Product and version of the browser that tabs run in; `null`: there is none. */
  readonly product: string | null;
  readonly open: (contextId: string | null, url: string) => Promise<Result<OwnTarget>>;
  /** One page; with the last one of its tab, the tab. */
  readonly close: (target: OwnTarget) => Promise<Result<void>>;
  /** With all its pages. */
  readonly closeTab: (open: OpenTab) => Promise<Result<void>>;
  readonly act: (target: OwnTarget, action: BrowserAction) => Promise<Result<Acted>>;
};

export type Asked = { readonly method: string; readonly session: Session } & Doing;
/** The same on a session of a target. */
export type AskedOfPage = Asked & { readonly target: OwnTarget };

export type Method = {
  /** Of which sessions it is. */
  readonly of: 'BROWSER' | 'PAGE' | 'ANY';
  readonly params: z.ZodObject;
  readonly answer: (params: Fields, asked: Asked, target: OwnTarget | null) => Promise<Answer> | Answer;
};

/** A function: the turn of its target is over, and what comes of it is still to come. */
export type Answer = Told | (() => Promise<Told>);

export function ofBrowser<S extends z.ZodObject>(
  params: S,
  answer: (params: z.output<S>, asked: Asked) => Promise<Told> | Told,
  of: 'BROWSER' | 'ANY' = 'BROWSER',
): Method {
  return {
    of,
    params,
    answer: (given, asked) => {
      const read = params.safeParse(given);
      return read.success ? answer(read.data, asked) : badParams(read.error.issues);
    },
  };
}

export function ofPage<S extends z.ZodObject>(
  params: S,
  answer: (params: z.output<S>, asked: AskedOfPage) => Promise<Answer> | Answer,
): Method {
  return {
    of: 'PAGE',
    params,
    answer: (given, asked, target) => {
      const read = params.safeParse(given);
      if (!read.success) return badParams(read.error.issues);
      if (target === null) throw new TypeError(`\`${asked.method}\` was answered without a target`);
      return answer(read.data, { ...asked, target });
    },
  };
}
