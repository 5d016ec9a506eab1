// Binds an act to what was seen when it was decided. It holds input text only as a digest.
import type { BrowserAction } from '#policy/acts/actions.ts';
import { actRow } from '#policy/acts/act-rows.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { dataDigest, effectDigest, sentDigest } from '#executors/contract/authorization.ts';
import type { BoundAct } from '#executors/contract/authorization.ts';
import type { GhostTab } from '#executors/contract/tab.ts';
import type { Inspection } from '#executors/contract/inspection.ts';
import { textOf, withoutText } from '#policy/acts/payload.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';

type Binding = {
  readonly requestId: string;
  readonly task: TaskContext;
  readonly tab: GhostTab;
  readonly action: BrowserAction;
  readonly text: string | null;
  readonly inspection: Inspection;
  readonly page: string | undefined;
};

export function bindAct({ requestId, task, tab, action, text, inspection, page }: Binding): BoundAct {
  const { document, element, effect, onto, frame } = inspection;
  return Object.freeze({
    kind: 'ACT',
    requestId,
    taskId: task.id,
    tabId: tab.id,
    action: withoutText(action),
    dataDigest: text === null ? null : dataDigest(text),
    ...(actRow(action).secret === null ? {} : { lent: true }),
    ...(page === undefined ? {} : { page }),
    document: { id: document.id, url: document.url },
    element,
    ...(onto === undefined ? {} : { onto }),
    ...(frame === undefined ? {} : { frame }),
    effectDigest: effectDigest(effect),
    ...sentDigest(effect),
  });
}

/** The text that an act enters, runs or keeps, secrets resolved; a secret is given out on its own origin alone. */
export function textToEnter(
  action: BrowserAction,
  task: TaskContext,
  documentUrl: string,
): Result<string | null> {
  const { secret: name } = actRow(action);
  if (name === null) return ok(textOf(action));
  const secret = Object.hasOwn(task.secrets, name) ? task.secrets[name] : undefined;
  const origin = URL.parse(documentUrl)?.origin ?? 'null';
  if (secret === undefined) return fail('act.secret-missing', `there is no saved secret \`${name}\``);
  if (secret.origin !== origin) {
    return fail(
      'act.secret-missing',
      `the secret \`${name}\` belongs to \`${secret.origin}\`, not to \`${origin}\``,
    );
  }
  return ok(secret.value);
}
