// Scripts in a world of a page, with objects by handles: each is EVALUATE, decided with its world, its text and what it is passed.
// INVARIANT: a world or an object that is not the session's is answered as the browser answers for one that is not there.
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { RemoteAnswer, RemoteContext, RemoteSettled } from '#executors/contract/remote.ts';
import type { RemoteScript } from '#policy/acts/remote-acts.ts';
import type { Failure } from '#policy/language/failure.ts';
import {
  dialogWaits,
  done,
  ERROR,
  notDone,
  unknownSession,
  wrong,
} from '#gateway/surfaces/cdp/call/message.ts';
import type { Fields, Told } from '#gateway/surfaces/cdp/call/message.ts';
import type { AskedOfPage } from '#gateway/surfaces/cdp/call/contract.ts';

export const noContext = () => wrong(ERROR.refused, 'Cannot find context with specified id');
export const noObject = () => wrong(ERROR.refused, 'Could not find object with given id');

/** What a client knows the browser's own words for is said in them. */
export function toldFailure(method: string, error: Failure): Told {
  const words = error.details?.['words'];
  if (error.code === 'act.unsupported' && typeof words === 'string') return wrong(ERROR.refused, words);
  if (error.code === 'act.no-frame' && error.message === 'there is no such world') return noContext();
  if (error.code === 'act.unknown-ref') return noObject();
  return notDone(method, error);
}

type Script = Pick<RemoteScript, 'byValue' | 'awaits'> & {
  readonly text: string;
  readonly context: RemoteContext;
  readonly call?: NonNullable<RemoteScript['call']>;
};

export async function runIn(asked: AskedOfPage, script: Script): Promise<Told | (() => Promise<Told>)> {
  const { target, method } = asked;
  const { context, text, call, byValue, awaits } = script;
  const { view } = target.page;
  const { generation } = view;
  const isAnswered = view.beginScript();
  try {
    const ran = await asked.act(target, {
      type: 'EVALUATE',
      expression: text,
      remote: {
        client: view.client,
        world: context.isDefault ? 'PAGE' : 'ISOLATED',
        context: context.id,
        ...(call === undefined ? {} : { call }),
        byValue,
        awaits,
      },
    });
    if (!ran.ok) return toldFailure(method, ran.error);
    const answer = answerOf(ran.value.outcome);
    if (answer === null) return dialogWaits();
    if (!('pending' in answer)) return toldAnswer(asked, answer, context);
    const comes = view.untilSettled(answer.pending, generation);
    // What its promise comes to holds up nothing else of the page.
    return async () => toldAnswer(asked, await comes, context);
  } finally {
    isAnswered();
  }
}

function toldAnswer({ target, session }: AskedOfPage, answer: RemoteSettled, context: RemoteContext): Told {
  if ('failed' in answer) return wrong(ERROR.refused, answer.failed, answer.code);
  const { view } = target.page;
  const { value, thrown } = answer;
  if (session.over.signal.aborted) {
    // Nobody holds what it would have been told.
    for (const { handle } of [value, thrown?.exception ?? {}])
      if (handle !== undefined) target.open.tab.releaseRemote(view.client, handle);
    return unknownSession();
  }
  return done({
    result: view.told(value, context.id, session.id),
    ...(thrown === null
      ? {}
      : {
          exceptionDetails: {
            exceptionId: 1,
            text: thrown.text,
            lineNumber: thrown.line,
            columnNumber: thrown.column,
            ...exceptionOf(
              thrown.exception === null ? null : view.told(thrown.exception, context.id, session.id),
            ),
          },
        }),
  });
}

const exceptionOf = (exception: Fields | null): Fields => (exception === null ? {} : { exception });

/** `null`: a dialog of the page holds the script. */
function answerOf(outcome: ActOutcome): RemoteAnswer | null {
  return outcome.kind === 'VALUE' && outcome.type === 'remote' ? parseAnswer(outcome.value) : null;
}

// Made by our own executor, of values that it took apart.
const parseAnswer = (value: unknown): RemoteAnswer => value as RemoteAnswer;
