// `ghost policy keygen`, `sign`, `trust` and `untrust`.
import { form, list, needed, preset, text, verb, whole } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

/** UTC with milliseconds: the one form in which a bundle's times stand. */
function instant(given: string): string | null {
  const time = /^\d{4}-\d{2}-\d{2}(T|$)/u.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
const time = (about: string) => form(about, 'time', 'a date or an RFC 3339 time', instant);
const key = needed(text('the public key, or a file with one', 'key'));

export const BUNDLE = [
  verb({
    name: 'policy keygen',
    title: 'make a signing key: FILE, and FILE.pub for those who trust it',
    options: {
      out: needed(text('where the signing key goes', 'file')),
      name: preset(text('whose key it is', 'name'), 'policy'),
      json,
    },
    run: async (flags) => (await import('#ui/cli/policy/bundle.ts')).keygen(flags),
  }),
  verb({
    name: 'policy sign',
    title:
      'pack policy files that load, prove and pass their tests into a signed bundle, the upper layer first',
    words: ['files'],
    options: {
      files: needed(list('policy files')),
      key: needed(text('the signing key', 'file')),
      out: needed(text('the bundle, `*.gpb`', 'bundle')),
      id: text('id of the bundle; default: of the lowest document', 'id'),
      revision: whole('default: of the lowest document', 'n'),
      notBefore: time('valid from; default: now'),
      notAfter: time('valid until; default: a year'),
      json,
    },
    run: async ({ files, ...flags }) => (await import('#ui/cli/policy/bundle.ts')).sign(files, flags),
  }),
  verb({
    name: 'policy trust',
    title: 'trust a public key, or a file with one, for policy bundles; recorded',
    words: ['key'],
    options: { key, json, dataDir },
    run: async ({ key: given, ...flags }) =>
      (await import('#ui/cli/policy/bundle.ts')).trustKey(given, flags),
  }),
  verb({
    name: 'policy untrust',
    title: 'trust a key no more: its id, its text, or a file with it; recorded',
    words: ['key'],
    options: { key, json, dataDir },
    run: async ({ key: given, ...flags }) =>
      (await import('#ui/cli/policy/bundle.ts')).untrustKey(given, flags),
  }),
];
