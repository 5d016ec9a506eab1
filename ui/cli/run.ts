// `ghost run "<intent>"`: one task from the terminal, in the gateway that runs already or in one of its own.
import { findGateway } from '#gateway/client/remote.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import type { TaskResult } from '#gateway/protocol/views.ts';
import type { TabPolicy } from '#policy/vocabulary.ts';
import { usageInWords } from '#ui/app/words.ts';
import { askInTerminal } from './ask.ts';
import { endpointOf } from './endpoint.ts';
import { exitCodeOf } from './exit-codes.ts';
import { failWith, inWords, say, sayJson, tell } from './output.ts';

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
};

export async function run(intent: string, flags: RunFlags): Promise<void> {
  const json = flags.json === true;
  const running = flags.policy === undefined ? await findGateway(flags.dataDir) : null;
  const opened = running === null ? await openOwn(intent, flags) : { ok: true as const, value: running };
  if (!opened.ok) return failWith(opened.error, { json });
  await using client = opened.value;
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const connect = endpointOf({ url: flags.cdpUrl, port: flags.cdpPort, auto: flags.cdpAuto });
  const request = {
    intent,
    approve: flags.approve,
    ...(flags.startUrl === undefined ? {} : { startUrl: flags.startUrl }),
    ...(flags.cookies === undefined ? {} : { cookies: flags.cookies.map(cookiesFrom) }),
    ...(flags.tabPolicy === undefined ? {} : { tabPolicy: flags.tabPolicy }),
    ...(connect === null ? {} : { connect }),
  };
  const result = await client.run(request, progress(), controller.signal);
  process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  if (!result.ok) return failWith(result.error, { json });
  if (json) sayJson(result.value);
  else report(result.value);
  process.exitCode = exitCodeOf(result.value);
}

/** Without a `=` there is no source, which the gateway says. */
function cookiesFrom(text: string): { domain: string; source: string } {
  const [domain = '', ...source] = text.split('=');
  return { domain, source: source.join('=') };
}

async function openOwn(intent: string, flags: RunFlags) {
  const { openLocal, wantsDemo } = await import('#gateway/client/local.ts');
  const request = { intent, ...(flags.startUrl === undefined ? {} : { startUrl: flags.startUrl }) };
  const demo = flags.demo ?? (await wantsDemo(request, flags.dataDir));
  if (demo) tell('no sites are configured: using the demo world (see `ghost config` in the README)');
  const opened = await openLocal({
    demo,
    ...(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir }),
    ...(flags.policy === undefined ? {} : { policy: flags.policy }),
    ...(flags.approve === 'ask' && process.stdin.isTTY ? { consent: askInTerminal } : {}),
  });
  return opened.ok ? { ok: true as const, value: opened.value.client } : opened;
}

/** Progress on stderr: a line a step, and who is waited for. */
function progress(): (event: TaskEvent) => void {
  let waiting = false;
  return (event) => {
    if (event.type === 'task.step') {
      const { step } = event;
      const consent = step.consent === null ? '' : ` → ${step.consent.toLowerCase()}`;
      tell(
        `${String(step.step).padStart(2)}  ${step.decision.toLowerCase()}${consent}  ${step.text}  ${step.outcome.toLowerCase()}`,
      );
    }
    if (event.type === 'task.progress' && event.task.status === 'WAITING' && !waiting) {
      tell(
        '    waiting for an answer: see `ghost consent list`, then `ghost consent approve ID` or `deny ID`',
      );
    }
    if (event.type === 'task.progress') waiting = event.task.status === 'WAITING';
  };
}

function report(result: TaskResult): void {
  if (result.answer !== null) say(result.answer);
  for (const fact of result.facts) say(`  ${fact.label}: ${fact.value}  (${fact.url})`);
  if (result.facts.length === 0) for (const source of result.sources) say(`  ${source}`);
  for (const { name, folder, size, kind } of result.files) say(`  ${folder}/${name}  ${size} bytes, ${kind}`);
  const { allowed, asked, denied } = result.counts;
  tell(
    `${result.status.toLowerCase()} in ${result.steps} steps, ${(result.durationMs / 1000).toFixed(1)} s; allowed ${allowed}, asked ${asked}, denied ${denied}`,
  );
  if (result.usage.length > 0) tell(usageInWords(result.usage));
  if (result.error !== null) {
    tell(inWords(result.error));
    for (const rule of rulesIn(result.error.details)) tell(`  rule: ${rule}`);
  }
}

function rulesIn(details: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const because = details?.['because'];
  if (!Array.isArray(because)) return [];
  return because.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'entry' in one && 'at' in one
      ? `${String(one.entry)} (${String(one.at)})`
      : String(one),
  );
}
