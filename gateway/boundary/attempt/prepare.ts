// Turns a request into an attempt: inspects, supplies, weighs, binds. INVARIANT: an act on an element in a frame of another origin
// is weighed, decided and asked for as an act in that frame's document.
import type { Inspection } from '#executors/contract/inspection.ts';
import { inputsFor } from '#gateway/boundary/bringing/act-inputs.ts';
import { bindAct, textToEnter } from '#gateway/boundary/steps/bind.ts';
import { hostOf } from '#policy/requests/host.ts';
import { weighAct } from '#gateway/boundary/weighing/weigh-act.ts';
import { undecided } from './contract.ts';
import type { ActionRequest, Attempt, Performed, Setting } from './contract.ts';

type Prepared =
  | { readonly ok: true; readonly attempt: Attempt }
  | { readonly ok: false; readonly undecided: Performed };

/** Errors: those of `inspect`, of `inputsFor`, and `act.secret-missing`. */
export async function prepareAct(
  parts: Parameters<typeof inputsFor>[3],
  request: ActionRequest,
  { requestId, tab, signal, time }: Setting,
): Promise<Prepared> {
  const { task, by, action, initiator } = request;
  const refused = (result: Parameters<typeof undecided>[2], what: string): Prepared => ({
    ok: false,
    undecided: undecided(requestId, what, result),
  });
  const inspected = await tab.inspect(action, signal, time, request.page);
  if (!inspected.ok) return refused(inspected, action.type);
  const inspection = inspected.value;
  const landing = whereItLands(inspection);
  const { url } = landing.document;
  const supplied = await inputsFor(action, task, url, parts, signal);
  if (!supplied.ok) return refused(supplied, weighAct(task, action, landing, initiator).what);
  const inputs = supplied.value;
  const weighed = weighAct(task, action, landing, initiator, inputs.encloses);
  const entered = textToEnter(action, task, url);
  if (!entered.ok) return refused(entered, weighed.what);
  const text = entered.value ?? inputs.text;
  const bound = bindAct({ requestId, task, tab, action, text, inspection, page: request.page });
  const act = { taskId: task.id, requestId, by, what: weighed.what, where: hostOf(URL.parse(url)) };
  return {
    ok: true,
    attempt: { request, requestId, inspection, landing, inputs, weighed, act, text, bound },
  };
}

const whereItLands = (inspection: Inspection): Inspection => {
  const { document, frame } = inspection;
  return frame === undefined
    ? inspection
    : { ...inspection, document: { ...document, id: frame.id, url: frame.url } };
};
