// What a page of the person's own asks the browser for: the camera, the place, notifications. Decided by the policy, and where that says
// so by the person, in the consent document. INVARIANT: an answer is for the one page, and kept for nothing else.
import { randomUUID } from 'node:crypto';
import { rule } from '#policy/engine/deciding/ruling.ts';
import { pageActGates } from '#policy/acts/page-acts.ts';
import type { PageActKind } from '#policy/language/vocabulary.ts';
import { digestOf } from '#executors/contract/authorization.ts';
import { noteAnswer } from '#gateway/boundary/page/page-acts.ts';
import { consult } from '#gateway/boundary/steps/consult.ts';
import type { Consultants } from '#gateway/boundary/steps/consult.ts';
import { reasonsInWords } from '#gateway/boundary/steps/refusals.ts';
import { byHost } from '#gateway/boundary/weighing/by-host.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { PAGE } from '#gateway/boundary/task/principal.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { ours } from '#gateway/boundary/words/rows.ts';
import { visible } from '#gateway/protocol/visible.ts';
import type { ForegroundAsked, ForegroundVerdict } from './asked.ts';

/** What a person is asked, where they are; of what is not here nobody is asked, and an ESCALATE is a refusal. */
const TITLES: Readonly<Partial<Record<PageActKind, string>>> = {
  CAMERA: 'Let the page use your camera',
  MICROPHONE: 'Let the page use your microphone',
  GEOLOCATION: 'Tell the page where you are',
  NOTIFICATION: 'Let the page notify you',
  CLIPBOARD: 'Let the page read your clipboard',
  FULLSCREEN: 'Let the page fill the screen',
  INPUT_LOCK: 'Let the page take the pointer or the keyboard',
  FILE_SYSTEM: 'Let the page read and write files',
  SENSOR: 'Let the page use the sensors',
  PERSISTENCE: 'Let the page keep data for good',
};

type Asked = ForegroundAsked & {
  readonly act: { readonly kind: 'PERMISSION'; readonly feature: PageActKind };
};

export async function decidePermission(
  parts: Consultants,
  task: TaskContext,
  { documentUrl, act: { feature } }: Asked,
  signal: AbortSignal,
): Promise<ForegroundVerdict> {
  const name = feature.toLowerCase().replaceAll('_', ' ');
  const title = TITLES[feature];
  const asked = pageActGates(feature, { url: documentUrl, documentUrl }).map((gate) => ({
    gate,
    facts: factsFor(gate, { task, action: 'NONE', initiator: 'PAGE', documentUrl, pageAct: feature }),
  }));
  const policy = parts.policy();
  const isAsked =
    policy.ok &&
    rule(policy.value, byHost(asked, task.state.frameHosts, [policy.value]), parts.duties).decision ===
      'ESCALATE';
  const consulted = await consult(
    parts,
    {
      task,
      requestId: randomUUID(),
      by: PAGE,
      initiator: 'PAGE',
      asked,
      what: `use ${name}`,
      ...(title === undefined ? {} : { title }),
      documentUrl,
      documentId: '',
      digest: digestOf({ kind: 'PERMISSION', feature, documentUrl }),
      details: [
        ours('ACT', 'what', title ?? `use ${name}`),
        ours('COVERS', 'for', 'this page, until you leave it'),
      ],
      agentSays: null,
      askPerson: title !== undefined,
      coveredByDocument: false,
      // An answer about one ability says nothing of another.
      eachTime: isAsked,
      auditType: 'page.act',
      evidence: { kind: 'PERMISSION', feature, documentUrl: visible(documentUrl) },
    },
    signal,
  );
  if (!consulted.ok) return { allow: false, reason: consulted.error.message };
  const { error, recorded, ruling } = consulted.value;
  const written = await recorded;
  if (!written.ok) return { allow: false, reason: written.error.message };
  if (error !== null) noteAnswer(task, consulted.value);
  if (error !== null) return { allow: false, reason: `${error.message} (${reasonsInWords(ruling)})` };
  return signal.aborted
    ? { allow: false, reason: 'the page is another one by now' }
    : { allow: true, reason: reasonsInWords(ruling) };
}
