// `ghost run "<intent>"`: one task from the terminal, in the gateway that runs already or in one of its own.
// INVARIANT: with `--json`, stdout has one JSON value a line: events as they come, and on the last line the result (or `{ error }`).
import { answerOfStep, BOUNDARY_TEXT, boundaryWordOfStep } from '#gateway/protocol/boundary-word.ts';
import { explained, placeOfRule } from '#gateway/protocol/explained.ts';
import type { GatewayClient } from '#gateway/client/contract.ts';
import { findGateway } from '#gateway/client/remote.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import { placeInWords } from '#gateway/protocol/place.ts';
import type { Recording } from '#gateway/protocol/recording.ts';
import type {
  ClauseView,
  NavigatorName,
  StepView,
  SubtaskView,
  TaskResult,
} from '#gateway/protocol/views/task.ts';
import type { MadeApplet } from '#gateway/protocol/views/applet.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { TabPolicy } from '#policy/language/vocabulary.ts';
import { ADDRESSED, parted, plainOfPage } from '#ui/app/state/words/to-the-agent.ts';
import { boundaryInWords, CLAUSE_OUTCOME, OUTCOME, TASK_STATUS, usageInWords } from '#ui/app/parts/words.ts';
import { answersFrom } from '#ui/cli/console/questions.ts';
import { askInTerminal } from '#ui/cli/console/terminal.ts';
import { endpointOf } from '#ui/cli/console/endpoint.ts';
import { EXIT, exitCodeOf, exitCodeOfFailure } from '#ui/cli/console/exit-codes.ts';
import { inWords, say, sayLine, tell } from '#ui/cli/console/output.ts';
import { writeOwn } from '#ui/cli/console/own-file.ts';

export type RunFlags = {
  readonly startUrl?: string;
  /** `DOMAIN=SOURCE`, each. */
  readonly cookies?: string[];
  readonly tabPolicy?: TabPolicy;
  readonly cdpUrl?: string;
  readonly cdpPort?: number;
  readonly cdpAuto?: boolean;
  readonly json?: boolean;
  readonly approve: 'ask' | 'deny';
  readonly policy?: string[];
  readonly dataDir?: string;
  readonly demo?: boolean;
  readonly navigator?: NavigatorName;
  /** A file that the run is written to, for `ghost replay`. */
  readonly export?: string;
  /** Files for the rows that it read: a table, a document that draws them. */
  readonly table?: string;
  readonly applet?: string;
  /** Default: whether a person sits at this terminal. */
  readonly questions?: boolean;
};

export function run(intent: string, flags: RunFlags): Promise<void> {
  return runTask(intent, flags);
}

/** `replay`: proposals come from a recording. */
export async function runTask(intent: string, flags: RunFlags, replay?: Recording): Promise<void> {
  const json = flags.json === true;
  const unfit = await unfitFile(rowFiles(flags));
  if (unfit !== null) {
    failed(unfit, json);
    process.exitCode = EXIT.usage;
    return;
  }
  const running = flags.policy === undefined ? await findGateway(flags.dataDir) : null;
  const opened = running === null ? await openOwn(intent, flags) : { ok: true as const, value: running };
  if (!opened.ok) return failed(opened.error, json);
  await using client = opened.value;
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const connect = endpointIn(flags);
  const attended = flags.questions ?? (!json && process.stdin.isTTY && process.stderr.isTTY);
  const request = {
    intent,
    approve: flags.approve,
    ...(flags.startUrl === undefined ? {} : { startUrl: flags.startUrl }),
    ...(flags.cookies === undefined ? {} : { cookies: flags.cookies.map(cookiesFrom) }),
    ...(flags.tabPolicy === undefined ? {} : { tabPolicy: flags.tabPolicy }),
    ...(connect === null ? {} : { connect }),
    ...(flags.navigator === undefined ? {} : { navigator: flags.navigator }),
    ...(replay === undefined ? {} : { replay }),
    questions: attended ? ('ask' as const) : ('none' as const),
  };
  const show = json ? lines() : progress();
  using answering = attended ? answersFrom(json ? 'LINES' : 'TERMINAL', client) : null;
  const result = await client.run(
    request,
    (event) => {
      show(event);
      answering?.heard(event);
    },
    controller.signal,
  );
  if (!result.ok) {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    return failed(result.error, json);
  }
  if (flags.export !== undefined) {
    const written = await exportRun(client, result.value.taskId, flags.export);
    if (!written.ok) tell(inWords(written.error));
    else tell(`the run is in ${flags.export}: \`ghost replay ${flags.export}\``);
  }
  if (!json) {
    report(result.value);
    await showRows(result.value);
  }
  const unwritten = await writeRows(result.value, rowFiles(flags), {
    draw: () => client.drawApplet(result.value.taskId, flags.navigator, controller.signal),
    told: (applet) => (json ? sayLine(applet) : undefined),
  });
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  if (json) sayLine(result.value);
  process.exitCode = unwritten && exitCodeOf(result.value) === 0 ? 1 : exitCodeOf(result.value);
}

/** The running browser that it is to be a guest in; `null`: it gets one of its own. */
const endpointIn = ({ cdpUrl: url, cdpPort: port, cdpAuto: auto }: RunFlags): string | null =>
  endpointOf({ url, port, auto });

function failed(error: Failure, json: boolean): void {
  if (json) sayLine({ error });
  else tell(inWords(error));
  process.exitCode = exitCodeOfFailure(error);
}

type RowFile = { readonly file: string; readonly form: 'TABLE' | 'APPLET' };
const rowFiles = ({ table, applet }: RunFlags): readonly RowFile[] => [
  ...(table === undefined ? [] : [{ file: table, form: 'TABLE' as const }]),
  ...(applet === undefined ? [] : [{ file: applet, form: 'APPLET' as const }]),
];

async function unfitFile(wanted: readonly RowFile[]): Promise<Failure | null> {
  if (wanted.length === 0) return null;
  const { canBeWritten } = await import('#gateway/client/result-rows.ts');
  const asked = wanted.map(({ file, form }) => canBeWritten(file, form));
  return asked.find((one) => !one.ok)?.error ?? null;
}

/** On standard output: aligned for a person at a terminal, else as Markdown. */
async function showRows(result: TaskResult): Promise<void> {
  if (result.table === undefined) return;
  const { alignedRows, rowsFor } = await import('#gateway/client/result-rows.ts');
  const rows = process.stdout.isTTY ? alignedRows(result) : rowsFor('rows.md', result);
  if (rows.ok) say(`\n${rows.value.trimEnd()}`);
}

type Drawing = {
  readonly draw: () => Promise<Result<MadeApplet>>;
  readonly told: (applet: { readonly type: 'applet.made' } & Record<string, unknown>) => void;
};

/** Whether something that was asked for could not be written; it is told. */
async function writeRows(
  result: TaskResult,
  wanted: readonly RowFile[],
  { draw, told }: Drawing,
): Promise<boolean> {
  if (wanted.length === 0) return false;
  const { rowsFor } = await import('#gateway/client/result-rows.ts');
  const written: boolean[] = [];
  for (const { file, form } of wanted) {
    const made = form === 'APPLET' ? await drawn(draw, file, told) : rowsFor(file, result);
    const done = made.ok ? writeOwn(file, made.value, 'wx') : made;
    tell(done.ok ? `the rows are in ${file}` : inWords(done.error));
    written.push(done.ok);
  }
  return written.includes(false);
}

/** Who drew it is told in either case: a model's work is named as such. */
async function drawn(draw: Drawing['draw'], file: string, told: Drawing['told']): Promise<Result<string>> {
  const made = await draw().catch((cause: unknown) =>
    fail('task.cancelled', 'the applet was not drawn to its end', { cause }),
  );
  if (!made.ok) return made;
  const { html, by, model, retries, note } = made.value;
  told({ type: 'applet.made', file, by, model, retries, note });
  if (note !== null) tell(note);
  if (model !== null)
    tell(`drawn by the model ${model}${retries === 0 ? '' : `, ${retries} of its answers were refused`}`);
  return ok(html);
}

async function exportRun(client: GatewayClient, taskId: string, file: string): Promise<Result<void>> {
  const recording = await client.recording(taskId);
  if (!recording.ok) return recording;
  return writeOwn(file, `${JSON.stringify(recording.value, null, 2)}\n`, 'w');
}

/** Without a `=` there is no source, which the gateway says. */
function cookiesFrom(text: string): { domain: string; source: string } {
  const [domain = '', ...source] = text.split('=');
  return { domain, source: source.join('=') };
}

async function openOwn(intent: string, flags: RunFlags) {
  const { openLocal } = await import('#gateway/client/local/local.ts');
  const { demoIsThere, wantsDemo } = await import('#gateway/client/local/demo-unasked.ts');
  const request = { intent, ...(flags.startUrl === undefined ? {} : { startUrl: flags.startUrl }) };
  const demo = flags.demo ?? (await wantsDemo(request, flags.dataDir));
  // Whoever asked for it needs no telling.
  if (demo && flags.demo === undefined) tell(demoIsThere('--no-demo'));
  const opened = await openLocal({
    demo,
    opensTab: endpointIn(flags) === null,
    ...(flags.navigator === undefined ? {} : { navigator: flags.navigator }),
    ...(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir }),
    ...(flags.policy === undefined ? {} : { policy: flags.policy }),
    ...(flags.approve === 'ask' && process.stdin.isTTY ? { consent: askInTerminal } : {}),
  });
  return opened.ok ? { ok: true as const, value: opened.value.client } : opened;
}

/** Events as JSON, a line each; the whole task twice a second would drown the rest. */
function lines(): (event: TaskEvent) => void {
  let waiting = false;
  return (event) => {
    if (event.type === 'task.ended') return;
    if (event.type !== 'task.progress') return sayLine(event);
    const now = event.task.status === 'WAITING';
    if (now !== waiting) sayLine({ type: 'task.waiting', taskId: event.task.id, waiting: now });
    waiting = now;
  };
}

/** Progress on stderr: a line a step, and who is waited for. */
function progress(): (event: TaskEvent) => void {
  let waiting = false;
  return (event) => {
    if (event.type === 'task.step') {
      const { step } = event;
      const answer = answerOfStep(step);
      const word = `${BOUNDARY_TEXT[boundaryWordOfStep(step)]}${answer === null ? '' : ` (${answer})`}`;
      tell(
        `${String(step.step).padStart(2)}  ${word}  ${step.text}  ${OUTCOME[step.outcome].text}${thoughtOf(step)}`,
      );
    }
    if (event.type === 'task.subtask' && event.total > 1) {
      const { subtask, index, total } = event;
      tell(`    ${index + 1}/${total} ${subtask.status.toLowerCase()}${again(subtask)}: ${subtask.intent}`);
    }
    if (event.type === 'task.queued') tell(`    ${placeInWords(event)}`);
    if (event.type === 'task.trouble')
      tell(
        event.trouble === null
          ? '    the model answers again: the task goes on'
          : `    the task waits: ${event.trouble.message}`,
      );
    if (event.type === 'task.tokens')
      tell(`    a model was told ${event.inputTokens} tokens at once, more than ${event.bound}`);
    const asks = event.type === 'task.progress' && event.task.questions.at(-1)?.state === 'OPEN';
    if (event.type === 'task.progress' && event.task.status === 'WAITING' && !waiting && !asks) {
      tell('    a person is asked in Ghost Browser’s window');
    }
    if (event.type === 'task.progress') waiting = event.task.status === 'WAITING';
  };
}

const again = ({ attempts }: SubtaskView): string => (attempts > 1 ? `, attempt ${attempts}` : '');

/** How it came about: `  (tier 2, 0.91, 1,204 tokens)`. */
function thoughtOf({ tier, confidence, tokens }: StepView): string {
  if (tier === null || confidence === null) return '';
  const asked = tokens === null ? '' : `, ${(tokens.input + tokens.output).toLocaleString('en')} tokens`;
  return `  (tier ${tier}, ${confidence.toFixed(2)}${asked})`;
}

/** `not seen     press Save → … (at http://shop.test/)`. */
const clauseInWords = ({ clause, outcome, said, url }: ClauseView): string =>
  `${CLAUSE_OUTCOME[outcome].text.padEnd(CLAUSE_COLUMN)} ${clause} → ${plainOfPage(said)}${url === '' || said.includes(url) ? '' : `  (at ${url})`}`;
const CLAUSE_COLUMN = Math.max(...Object.values(CLAUSE_OUTCOME).map(({ text }) => text.length));

/** INVARIANT: what addresses the agent is no part of an answer. */
function sayOfPage(text: string, before: string, after = ''): void {
  const { plain, toAgent } = parted(text);
  if (plain !== '' || toAgent.length === 0) say(`${before}${plain}${after}`);
  for (const words of toAgent) say(`  (${ADDRESSED}: “${words}”)`);
}

function report(result: TaskResult): void {
  if (result.answer !== null) sayOfPage(result.answer, '');
  for (const fact of result.facts) sayOfPage(fact.value, `  ${fact.label}: `, `  (${fact.url})`);
  if (result.facts.length === 0) for (const source of result.sources) say(`  ${source}`);
  for (const { name, folder, size, kind } of result.files) say(`  ${folder}/${name}  ${size} bytes, ${kind}`);
  for (const clause of result.evidence) tell(`  ${clauseInWords(clause)}`);
  for (const words of result.notUnderstood ?? [])
    tell(`  ${'not understood'.padEnd(CLAUSE_COLUMN)} ${words}`);
  tell(
    `${TASK_STATUS[result.status].text} in ${result.steps} steps, ${(result.durationMs / 1000).toFixed(1)} s; ${boundaryInWords(result.counts, 0)}`,
  );
  for (const { step, why } of result.replay?.drifted ?? []) tell(`step ${step}: ${why}`);
  if (result.usage.length > 0) tell(usageInWords(result.usage));
  if (result.error !== null) {
    tell(inWords(result.error));
    for (const rule of explained(result.error).rules) tell(`  rule: ${placeOfRule(rule)}`);
  }
}
