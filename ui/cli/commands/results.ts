// `ghost results list|search|show|export|delete`: what tasks came to, as lines for a person and as JSON for a program. INVARIANT: words of
// pages reach a terminal with everything invisible made visible; a file that is there is never written over.
import { extname } from 'node:path';
import {
  EXPORT_FORMATS,
  joinedApplet,
  joinResults,
  partsOf,
  rowLines,
  rowsAlone,
  textOf,
} from '#gateway/client/kept-result.ts';
import type { ExportFormat, ExportPart } from '#gateway/client/kept-result.ts';
import { canBeMade } from '#gateway/client/new-file.ts';
import { openResults } from '#gateway/client/results.ts';
import type { KeptResult, ResultLine, ResultQuery, ResultsClient } from '#gateway/client/results.ts';
import type { DrawnForm } from '#gateway/protocol/views/applet.ts';
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

type Drawing = { readonly applet?: string; readonly form?: DrawnForm; readonly table?: string };

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
      tell(
        lines.length === 0
          ? 'no result is kept that fits'
          : `${lines.length} ${lines.length === 1 ? 'result' : 'results'}`,
      );
    },
  );
}

/** Several results are shown as one: their rows together. */
export async function show(
  tasks: readonly string[],
  { applet, form, table, ...flags }: Flags & Drawing,
): Promise<void> {
  const json = flags.json === true;
  if (form !== undefined && applet === undefined)
    return failWith(
      failure('command.bad-params', '`--form` is an applet’s', { help: 'name its file with `--applet`' }),
      { json },
    );
  if (applet !== undefined && table !== undefined)
    return failWith(
      failure('command.bad-params', 'one file at a time', { help: 'name `--applet` or `--table`' }),
      { json },
    );
  const [taskId, ...others] = new Set(tasks);
  if (taskId === undefined) return failWith(failure('command.bad-params', 'say which result'), { json });
  if (others.length > 0) {
    if (applet !== undefined) return drawTogether([taskId, ...others], applet, form ?? null, flags);
    return table === undefined
      ? showTogether([taskId, ...others], flags)
      : writeTogether([taskId, ...others], table, flags);
  }
  if (table !== undefined) return exportTo(taskId, table, { part: 'table', ...flags });
  if (applet !== undefined) return drawTo(taskId, applet, form ?? null, flags);
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

const showTogether = (tasks: readonly string[], flags: Flags): Promise<void> =>
  answer(
    flags,
    (results) => joinResults(results, tasks),
    ({ intent, table }) => {
      say(shown(intent));
      rowLines(table, process.stdout.isTTY).map(shown).forEach(say);
    },
  );

const writeTogether = (tasks: readonly string[], file: string, flags: Flags): Promise<void> =>
  answer(
    flags,
    async (results): Promise<Result<{ readonly tasks: readonly string[]; readonly file: string }>> => {
      const form = formOf(file);
      if (!form.ok) return form;
      const free = canBeMade(file);
      if (!free.ok) return free;
      const joined = await joinResults(results, tasks, form.value);
      if (!joined.ok) return joined;
      const text = textOf(rowsAlone(joined.value.table), form.value, 'table');
      if (!text.ok) return text;
      const written = writeOwn(file, text.value, 'wx');
      return written.ok ? ok({ tasks, file }) : written;
    },
    () => tell(`the rows are in ${file}`),
  );

const drawTogether = (
  tasks: readonly string[],
  file: string,
  form: DrawnForm | null,
  flags: Flags,
): Promise<void> =>
  answer(
    flags,
    async (
      results,
    ): Promise<
      Result<{ readonly tasks: readonly string[]; readonly form: DrawnForm; readonly file: string }>
    > => {
      const free = canBeMade(file);
      if (!free.ok) return free;
      const made = await joinedApplet(results, tasks, form);
      if (!made.ok) return made;
      const written = writeOwn(file, made.value.html, 'wx');
      return written.ok ? ok({ tasks, form: made.value.form, file }) : written;
    },
    () => tell(`the applet is in ${file}`),
  );

const drawTo = (taskId: string, file: string, form: DrawnForm | null, flags: Flags): Promise<void> =>
  answer(
    flags,
    async (
      results,
    ): Promise<Result<{ readonly task: string; readonly form: DrawnForm; readonly file: string }>> => {
      const free = canBeMade(file);
      if (!free.ok) return free;
      const opened = await results.applet(taskId, form);
      if (!opened.ok) return opened;
      const written = writeOwn(file, opened.value.html, 'wx');
      return written.ok ? ok({ task: taskId, form: opened.value.form, file }) : written;
    },
    () => tell(`the applet is in ${file}`),
  );

function formOf(file: string): Result<ExportFormat> {
  const form = EXPORT_FORMATS.find((known) => `.${known}` === extname(file).toLowerCase());
  return form === undefined
    ? fail('command.bad-file', `\`${file}\` does not say in which form the result is wanted`, {
        help: 'end its name in `.json`, `.csv` or `.md`, or export it with `--format`',
      })
    : ok(form);
}

export function exportTo(
  taskId: string,
  file: string,
  { format, part, ...flags }: Flags & { readonly format?: ExportFormat; readonly part?: ExportPart },
): Promise<void> {
  return answer(
    flags,
    async (results): Promise<Result<{ readonly task: string; readonly file: string }>> => {
      const named = format === undefined ? formOf(file) : ok(format);
      if (!named.ok) return named;
      const form = named.value;
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
  const rows = table === undefined ? [] : ['', ...rowLines(table, process.stdout.isTTY).map(shown)];
  return ok([
    inLine(kept),
    ...(error === null ? [] : [`${error.code}: ${shown(error.message)}`]),
    ...(said === null ? [] : [shown(said)]),
    ...facts.map(
      ({ label, value, quote, url }) => `  ${shown(`${label}: ${value}`)}  “${shown(quote)}” ${shown(url)}`,
    ),
    ...rows,
    ...kept.sources.map((source) => `source ${shown(source)}`),
  ]);
}
