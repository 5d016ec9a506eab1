// `ghost results list|search|show|export|delete`: what tasks came to, as lines for a person and as JSON for a program. INVARIANT: words of
// pages reach a terminal with everything invisible made visible; a file that is there is never written over.
import { extname } from 'node:path';
import { EXPORT_FORMATS, partsOf, textOf } from '#gateway/client/kept-result.ts';
import type { ExportFormat, ExportPart } from '#gateway/client/kept-result.ts';
import { canBeMade } from '#gateway/client/new-file.ts';
import { openResults } from '#gateway/client/results.ts';
import type { KeptResult, ResultLine, ResultQuery, ResultsClient } from '#gateway/client/results.ts';
import type { AppletForm } from '#gateway/protocol/views/applet.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { fail, failure, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { failWith, say, sayJson, tell } from '#ui/cli/console/output.ts';
import { writeOwn } from '#ui/cli/console/own-file.ts';
import { typeWord } from '#ui/cli/console/terminal.ts';

type Flags = { readonly json?: boolean; readonly dataDir?: string };
type Which = Flags & {
  readonly status?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
};

const MOST_CHARACTERS = 2_000;
const shown = (text: string): string => visible(text, MOST_CHARACTERS);

export function list(words: string, { status, since, until, limit, ...flags }: Which): Promise<void> {
  const query: ResultQuery = {
    ...(words.trim() === '' ? {} : { words }),
    ...(status === undefined ? {} : { status }),
    ...(since === undefined ? {} : { since: Date.parse(since) }),
    ...(until === undefined ? {} : { until: Date.parse(until) }),
    ...(limit === undefined ? {} : { limit }),
  };
  return answer(
    flags,
    async (results) => results.find(query),
    (lines) => {
      for (const line of lines) say(inLine(line));
      tell(lines.length === 0 ? 'no result is kept that fits' : `${lines.length} results`);
    },
  );
}

export async function show(
  taskId: string,
  { applet, form, ...flags }: Flags & { readonly applet?: string; readonly form?: AppletForm },
): Promise<void> {
  if (applet !== undefined) return drawTo(taskId, applet, form ?? null, flags);
  if (form !== undefined)
    return failWith(
      failure('command.bad-params', '`--form` is an applet’s', { help: 'name its file with `--applet`' }),
      { json: flags.json === true },
    );
  // A program is given what is kept, as it is kept.
  if (flags.json === true)
    return answer(
      flags,
      async (results) => results.show(taskId),
      () => undefined,
    );
  return answer(
    flags,
    async (results) => {
      const kept = await results.show(taskId);
      return kept.ok ? inLines(kept.value) : kept;
    },
    (lines) => lines.forEach(say),
  );
}

const drawTo = (taskId: string, file: string, form: AppletForm | null, flags: Flags): Promise<void> =>
  answer(
    flags,
    async (
      results,
    ): Promise<Result<{ readonly task: string; readonly form: AppletForm; readonly file: string }>> => {
      const free = canBeMade(file);
      if (!free.ok) return free;
      const opened = await results.applet(taskId, form);
      if (!opened.ok) return opened;
      const written = writeOwn(file, opened.value.html, 'wx');
      return written.ok ? ok({ task: taskId, form: opened.value.form, file }) : written;
    },
    () => tell(`the applet is in ${file}`),
  );

export function exportTo(
  taskId: string,
  file: string,
  { format, part, ...flags }: Flags & { readonly format?: ExportFormat; readonly part?: ExportPart },
): Promise<void> {
  return answer(
    flags,
    async (results): Promise<Result<{ readonly task: string; readonly file: string }>> => {
      const form = format ?? EXPORT_FORMATS.find((known) => `.${known}` === extname(file).toLowerCase());
      if (form === undefined)
        return fail('command.bad-file', `\`${file}\` does not say in which form the result is wanted`, {
          help: 'end its name in `.json`, `.csv` or `.md`, or give `--format`',
        });
      const free = canBeMade(file);
      if (!free.ok) return free;
      const kept = await results.export(taskId, form);
      if (!kept.ok) return kept;
      const parts = partsOf(kept.value);
      if (!parts.ok) return parts;
      const text = textOf(parts.value, form, part);
      if (!text.ok) return text;
      const written = writeOwn(file, text.value, 'wx');
      return written.ok ? ok({ task: kept.value.taskId, file }) : written;
    },
    () => tell(`the result is in ${file}`),
  );
}

export async function remove(
  tasks: readonly string[],
  { all = false, yes = false, ...flags }: Flags & { readonly all?: boolean; readonly yes?: boolean },
): Promise<void> {
  const json = flags.json === true;
  if (all !== (tasks.length === 0))
    return failWith(
      failure('command.bad-params', 'say which results are to go: ids of tasks, or `--all`', {
        help: '`ghost results list` shows the ids',
      }),
      { json },
    );
  const sure = yes ? ok(undefined) : await confirmed(all ? 'every kept result' : tasks.join(', '));
  if (!sure.ok) return failWith(sure.error, { json });
  return answer(
    flags,
    async (results): Promise<Result<{ readonly deleted: number }>> => {
      const gone = await results.delete(all ? 'ALL' : tasks);
      return gone.ok ? ok({ deleted: gone.value }) : gone;
    },
    ({ deleted }) => tell(`deleted ${deleted} results`),
  );
}

async function confirmed(what: string): Promise<Result<void>> {
  const word = 'delete';
  const typed = await typeWord({
    lines: [`about to delete for good: ${shown(what)}`],
    word,
    covers: what,
    pauseMs: 0,
  });
  if (!typed.ok)
    return fail('command.bad-params', 'nobody at a terminal can be asked whether they are to go', {
      help: 'say it with `--yes`',
    });
  return typed.value === word ? ok(undefined) : fail('consent.refused', 'nothing was deleted');
}

async function answer<T>(
  { json = false, dataDir }: Flags,
  ask: (results: ResultsClient) => Promise<Result<T>>,
  tellOf: (value: T) => void,
): Promise<void> {
  const opened = await openResults(dataDir);
  if (!opened.ok) return failWith(opened.error, { json });
  await using results = opened.value;
  const answered = await ask(results);
  if (!answered.ok) return failWith(answered.error, { json });
  if (json) sayJson(answered.value);
  else tellOf(answered.value);
}

const inLine = ({ taskId, at, status, intent, agent }: ResultLine): string =>
  [taskId, at, status, ...(agent === null ? [] : [`asked by ${shown(agent)}`]), shown(intent)].join(' | ');

function inLines(kept: KeptResult): Result<readonly string[]> {
  const parts = partsOf(kept);
  if (!parts.ok) return parts;
  const { answer: said, facts, table, error } = parts.value;
  const rows = table === undefined ? null : textOf(parts.value, 'md', 'table');
  return ok([
    inLine(kept),
    ...(error === null ? [] : [`${error.code}: ${shown(error.message)}`]),
    ...(said === null ? [] : [shown(said)]),
    ...facts.map(
      ({ label, value, quote, url }) => `  ${shown(`${label}: ${value}`)}  “${shown(quote)}” ${shown(url)}`,
    ),
    ...(rows?.ok === true ? ['', ...rows.value.trimEnd().split('\n').map(shown)] : []),
    ...kept.sources.map((source) => `source ${shown(source)}`),
  ]);
}
