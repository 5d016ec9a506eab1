// `ghost results …`.
import { DRAWN_FORMS } from '#gateway/protocol/views/applet.ts';
import { TASK_ENDS } from '#gateway/protocol/views/task.ts';
import { choice, flag, form, list, needed, text, verb, whole } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

const STATUSES = TASK_ENDS.map((end) => end.toLowerCase());
const day = (about: string) =>
  form(about, 'date', 'a date, as 2026-11-23 or 2026-11-23T10:00Z', (given) =>
    Number.isNaN(Date.parse(given)) ? null : given,
  );
const which = {
  status: choice('how the task ended', STATUSES),
  since: day('from then on'),
  until: day('before then'),
  limit: whole('results at most; default 50', 'n'),
  json,
  dataDir,
};
const appletForm = choice(
  'the applet’s form; `model`: as a model drew it; default: the one that was opened last, or that fits',
  DRAWN_FORMS,
);
const task = needed(text('id of the task', 'task'));

export const RESULTS = [
  verb({
    name: 'results list',
    title: 'what tasks came to, the newest first; also where no gateway runs',
    options: which,
    run: async (flags) => (await import('#ui/cli/commands/results.ts')).list('', flags),
  }),
  verb({
    name: 'results search',
    title: 'results whose intent has all these words, or words that begin so',
    words: ['words'],
    options: { words: list('words of the intent'), ...which },
    run: async ({ words, ...flags }) =>
      (await import('#ui/cli/commands/results.ts')).list(words.join(' '), flags),
  }),
  verb({
    name: 'results show',
    title: 'one result: answer, facts with their quotations, rows, sources; of several the rows together',
    words: ['tasks'],
    options: {
      tasks: needed(list('ids of the tasks')),
      applet: text('a new file: the rows as an applet, with its policy and sources in it', 'file'),
      form: appletForm,
      table: text('a new file: the rows alone; its ending says the form: .json, .csv, .md', 'file'),
      json,
      dataDir,
    },
    run: async ({ tasks, ...flags }) => (await import('#ui/cli/commands/results.ts')).show(tasks, flags),
  }),
  verb({
    name: 'results export',
    title: 'the rows of one result, or its facts, as a new file for you alone; the log says so',
    words: ['task', 'file'],
    options: {
      task,
      file: needed(text('a file that is not there yet; its ending says the form: .json, .csv, .md', 'file')),
      format: choice('the form, whatever the ending', ['json', 'csv', 'md']),
      part: choice('default: the rows; the facts where there are none', ['table', 'facts']),
      json,
      dataDir,
    },
    run: async ({ task: id, file, ...flags }) =>
      (await import('#ui/cli/commands/results.ts')).exportTo(id, file, flags),
  }),
  verb({
    name: 'results delete',
    title: 'delete results for good; asks at the terminal, or needs --yes',
    words: ['tasks'],
    options: {
      tasks: list('ids of the tasks'),
      all: flag('every result'),
      yes: flag('without being asked'),
      json,
      dataDir,
    },
    run: async ({ tasks, ...flags }) => (await import('#ui/cli/commands/results.ts')).remove(tasks, flags),
  }),
];
