// `ghost policy schema`, `export` and `matrix`.
import { choice, flag, list, preset, text, verb } from '#gateway/protocol/command-line/param.ts';
import { json } from '#ui/cli/console/options.ts';

const files = list('policy files, the upper layer first; default: in force');

export const RENDER = [
  verb({
    name: 'policy schema',
    title: 'the JSON Schema of a policy document',
    options: {},
    run: async () => (await import('#ui/cli/policy/render.ts')).schema(),
  }),
  verb({
    name: 'policy export json-logic',
    title: 'JSON Logic: an expression for every entry, and one for the decision',
    words: ['files'],
    options: { files },
    run: async ({ files: named }) =>
      (await import('#ui/cli/policy/render.ts')).exportPolicy('json-logic', named, true),
  }),
  verb({
    name: 'policy export cedar',
    title: 'Cedar policies; what Cedar cannot say stands in comments',
    words: ['files'],
    options: { files, schema: flag('the Cedar schema alone'), json },
    run: async ({ files: named, ...flags }) =>
      flags.schema === true
        ? (await import('#ui/cli/policy/render.ts')).exportCedarSchema(named)
        : (await import('#ui/cli/policy/render.ts')).exportPolicy('cedar', named, flags.json === true),
  }),
  verb({
    name: 'policy matrix',
    title: 'the effective tables',
    words: ['files'],
    options: {
      files,
      format: preset(choice('default text', ['text', 'json', 'markdown', 'html', 'csv']), 'text'),
      host: text('for the class of this host; without it, a host that no entry names', 'host'),
    },
    run: async ({ files: named, ...flags }) =>
      (await import('#ui/cli/policy/render.ts')).matrix(named, flags),
  }),
];
