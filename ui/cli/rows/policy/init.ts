// `ghost policy init`.
import { text, verb } from '#gateway/protocol/command-line/param.ts';
import { json } from '#ui/cli/console/options.ts';

export const INIT = [
  verb({
    name: 'policy init',
    title:
      'six questions, and a first policy of your organisation as a file, commented and with its tests; options answer without a terminal',
    options: {
      who: text('its name and who looks after it: `acme security@acme.example`', 'name owner'),
      sites: text('sites that open without a question, between commas', 'sites'),
      readOnly: text('sites where agents read and send nothing', 'sites'),
      files: text('where files are handed in: `SITE /FOLDER KIND…`, between commas', 'places'),
      signOn: text('where passwords are entered, and nowhere else', 'sites'),
      guests: text('`GROUP SITE YYYY-MM-DD`, between commas', 'groups'),
      out: text('the file; default: NAME.policy.yaml', 'file'),
      json,
    },
    run: async (flags) => (await import('#ui/cli/policy/init.ts')).init(flags),
  }),
];
