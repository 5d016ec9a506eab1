// `ghost policy check`, `lints`, `fmt` and `seal`.
import { choice, flag, list, needed, preset, verb, whole } from '#gateway/protocol/command-line/param.ts';
import { json } from '#ui/cli/console/options.ts';

const files = list('policy files, the upper layer first');

export const LINT = [
  verb({
    name: 'policy check',
    title:
      'load, prove, test and lint policy files, the upper layer first. Exit codes: 0 clean (notes are), 1 errors or warnings',
    words: ['files'],
    options: {
      files,
      format: preset(choice('default text', ['text', 'json', 'sarif', 'junit', 'github']), 'text'),
      strict: preset(flag('only errors fail; without it warnings do too'), true),
      fix: flag('apply the mends that are proved to change no decision'),
      json,
    },
    run: async ({ files: named, ...flags }) => (await import('#ui/cli/policy/lint.ts')).check(named, flags),
  }),
  verb({
    name: 'policy lints',
    title: 'every lint: id, level, sentence',
    options: { json },
    run: async (flags) => (await import('#ui/cli/policy/lint.ts')).lints(flags),
  }),
  verb({
    name: 'policy fmt',
    title: 'the canonical layout, proved to change nothing; one file goes to stdout',
    words: ['files'],
    options: {
      files: needed(files),
      check: flag('name the files that differ, and exit 1 if there are any'),
      write: flag('write files that differ in place'),
    },
    run: async ({ files: named, ...flags }) => (await import('#ui/cli/policy/lint.ts')).fmt(named, flags),
  }),
  verb({
    name: 'policy seal',
    title:
      'write the end mark: with `whole: true` at its head and `end: ID@REVISION` as its last line a file that is cut off does not pass the check',
    words: ['files'],
    options: { files: needed(files), revision: whole('and this revision', 'n'), json },
    run: async ({ files: named, ...flags }) => (await import('#ui/cli/policy/lint.ts')).seal(named, flags),
  }),
];
