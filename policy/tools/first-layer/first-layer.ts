// The document of `ghost policy init`: a first layer of an organisation's own below `organisation`, with a sentence above each part, and
// its tests. INVARIANT: a text of the person's stands quoted, and each entry has a case that falls when the entry is gone.
import { scalar } from '#policy/tools/suggest/suggestion-text.ts';
import type { Answers, Guest, Handed } from './answers.ts';

/** YAML. `answers` come from the readers of the questions. */
export function firstLayer(answers: Answers): string {
  const { name, owner, sites, readOnly, handed, signOn, guests } = answers;
  const ours = [...new Set([...sites, ...readOnly, ...handed.map(({ site }) => site), ...signOn])];
  const rules = [
    ...(ours.length > 0 ? [OURS_OPEN] : []),
    ...guests.map(guestRule),
    ...handed.map(handedRule),
  ];
  const floors = [
    ...(readOnly.length > 0 ? [readOnlyFloor(readOnly)] : []),
    placesFloor(handed),
    ...handed.flatMap((one, at) => (one.kinds.length === 0 ? [] : [kindsFloor(one, at)])),
    ...(signOn.length > 0 ? [signOnFloor(signOn)] : []),
    othersFloor(ours, guests),
  ];
  return `${[
    `# What agents may do at ${name}, below the shipped \`organisation\`. Made by \`ghost policy init\`; from here on it is yours.`,
    '# What each word means: `ghost policy facts`. After a change: `ghost policy check` this file.',
    'policy: 1',
    `id: ${scalar(name)}`,
    'revision: 1',
    'extends: { id: organisation }',
    `owner: ${scalar(owner)}`,
    `description: ${scalar(`What agents may do at ${name}.`)}`,
    ...(ours.length === 0
      ? []
      : ['', '# The sites that all work with, by one name.', 'lists:', `  ours: ${listed(ours)}`]),
    ...(rules.length === 0
      ? []
      : ['', '# What this layer lets through, or asks about, that would not pass without it.', 'rules:']),
    ...rules.map(entry),
    '',
    '# What holds whatever a layer below this one says.',
    'floors:',
    ...floors.map(entry),
    '',
    '# Each entry has a case: `ghost policy check` runs them, and a policy that fails one does not load.',
    'tests:',
    '  given: { executor: HEADED_CHROMIUM }',
    '  cases:',
    ...casesOf(answers, ours).map(caseLine),
  ].join('\n')}\n`;
}

type Entry = {
  readonly id: string;
  readonly decision: 'ALLOW' | 'ESCALATE' | 'DENY';
  readonly when: string;
  readonly except?: string;
  readonly expires?: string;
  readonly reason: string;
};

const entry = ({ id, decision, when, except, expires, reason }: Entry): string =>
  [
    `  - id: ${id}`,
    `    decision: ${decision}`,
    `    when: ${when}`,
    ...(except === undefined ? [] : [`    except: ${except}`]),
    ...(expires === undefined ? [] : [`    expires: ${expires}`]),
    `    reason: ${scalar(reason)}`,
  ].join('\n');

const OURS_OPEN: Entry = {
  id: 'ours-open',
  decision: 'ALLOW',
  when: '{ capability: NAVIGATE_CROSS_ORIGIN, hostList: ours, portClass: DEFAULT }',
  reason: 'All work with these sites.',
};

const guestRule = ({ group, site, until }: Guest, at: number): Entry => ({
  id: `guests-${at + 1}`,
  decision: 'ALLOW',
  when: `{ capability: NAVIGATE_CROSS_ORIGIN, host: ${scalar(site)}, groups: ${listed([group])}, portClass: DEFAULT }`,
  expires: until,
  reason: `${group} need it until then.`,
});

const handedRule = ({ site, folder }: Handed, at: number): Entry => ({
  id: `handed-in-${at + 1}`,
  decision: 'ESCALATE',
  when: `{ capability: FILE_UPLOAD, action: UPLOAD, host: ${scalar(site)}, folder: ${scalar(folder)} }`,
  reason: 'A person has a look at what is handed in.',
});

const readOnlyFloor = (sites: readonly string[]): Entry => ({
  id: 'read-only',
  decision: 'DENY',
  when: `{ host: ${listed(sites)}, method: [POST, PUT, PATCH, DELETE, OTHER] }`,
  reason: 'There agents read.',
});

const placesFloor = (handed: readonly Handed[]): Entry => ({
  id: 'files-leave-there-alone',
  decision: 'DENY',
  when: '{ capability: FILE_UPLOAD }',
  ...(handed.length === 0 ? {} : { except: `[{ host: ${listed(handed.map(({ site }) => site))} }]` }),
  reason:
    handed.length === 0 ? 'No file leaves.' : 'Files are handed in where this policy says, and nowhere else.',
});

const kindsFloor = ({ site, kinds }: Handed, at: number): Entry => ({
  id: `kinds-of-files-${at + 1}`,
  decision: 'DENY',
  when: `{ capability: FILE_UPLOAD, action: UPLOAD, host: ${scalar(site)} }`,
  except: `[{ fileType: [${kinds.join(', ')}] }]`,
  reason: 'Files of other kinds are handed in by hand.',
});

const signOnFloor = (sites: readonly string[]): Entry => ({
  id: 'passwords-there-alone',
  decision: 'DENY',
  when: '{ capability: FORM_SUBMIT_CREDENTIALS }',
  except: `[{ host: ${listed(sites)} }]`,
  reason: 'Passwords are entered at the sign-on, after a question, and nowhere else.',
});

const othersFloor = (ours: readonly string[], guests: readonly Guest[]): Entry => ({
  id: 'others-ask',
  decision: 'ESCALATE',
  when: '{ capability: NAVIGATE_CROSS_ORIGIN, purpose: DOCUMENT }',
  except: `[${[
    ...(ours.length > 0 ? ['{ hostList: ours }'] : []),
    ...guests.map(({ group, site }) => `{ host: ${scalar(site)}, groups: ${listed([group])} }`),
    '{ namedByUser: true }',
  ].join(', ')}]`,
  reason: 'Another site than ours is a question, whatever a layer below says.',
});

type Case = { readonly name: string; readonly with: string; readonly expect: string; readonly by: string };
const caseLine = (one: Case): string =>
  `    - { name: ${scalar(one.name)}, with: { ${one.with} }, expect: ${one.expect}, by: ${one.by} }`;

const CROSS = 'capability: NAVIGATE_CROSS_ORIGIN';
/** Of no organisation's (RFC 2606). */
const ELSEWHERE = 'elsewhere.invalid';

function casesOf({ readOnly, handed, signOn, guests }: Answers, ours: readonly string[]): readonly Case[] {
  return [
    ...ours.slice(0, 1).map((site) => ({
      name: 'a site of ours opens',
      with: `${CROSS}, purpose: DOCUMENT, host: ${scalar(within(site))}`,
      expect: 'ALLOW',
      by: 'ours-open',
    })),
    ...guests.flatMap(({ group, site }, at) => [
      {
        name: `${group} reach ${site}`,
        with: `${CROSS}, purpose: DOCUMENT, host: ${scalar(within(site))}, groups: ${listed([group])}`,
        expect: 'ALLOW',
        by: `guests-${at + 1}`,
      },
    ]),
    {
      name: 'another site is a question',
      with: `${CROSS}, purpose: DOCUMENT, host: ${ELSEWHERE}`,
      expect: 'ESCALATE',
      by: 'others-ask',
    },
    ...readOnly.flatMap((site) =>
      (['POST', 'DELETE'] as const).map((method) => ({
        name: `${site} takes no ${method}`,
        with: `capability: FORM_SUBMIT_DATA, host: ${scalar(within(site))}, method: ${method}`,
        expect: 'DENY',
        by: 'read-only',
      })),
    ),
    ...handed.flatMap(({ site, folder, kinds }, at) => [
      {
        name: `a file goes to ${site} after a question`,
        with: upload(site, folder, kinds[0] ?? 'PDF'),
        expect: 'ESCALATE',
        by: `handed-in-${at + 1}`,
      },
      ...(kinds.length === 0
        ? []
        : [
            {
              name: `and no ${kinds.includes('PROGRAM') ? 'file of an unknown kind' : 'program'} goes there`,
              with: upload(site, folder, kinds.includes('PROGRAM') ? 'MISMATCH' : 'PROGRAM'),
              expect: 'DENY',
              by: `kinds-of-files-${at + 1}`,
            },
          ]),
    ]),
    {
      name: handed.length === 0 ? 'no file leaves' : 'no file goes elsewhere',
      with: upload(ELSEWHERE, handed[0]?.folder ?? '/srv/outbox', handed[0]?.kinds[0] ?? 'PDF'),
      expect: 'DENY',
      by: 'files-leave-there-alone',
    },
    ...(signOn.length === 0
      ? []
      : [
          {
            name: 'no password is entered elsewhere',
            with: `capability: FORM_SUBMIT_CREDENTIALS, host: ${ELSEWHERE}`,
            expect: 'DENY',
            by: 'passwords-there-alone',
          },
        ]),
  ];
}

const upload = (site: string, folder: string, kind: string): string =>
  `capability: FILE_UPLOAD, action: UPLOAD, host: ${scalar(within(site))}, folder: ${scalar(folder)}, fileType: ${kind}`;

/** A host that a pattern holds. */
const within = (site: string): string => site.replace(/^\*/u, 'www');

const listed = (texts: readonly string[]): string => `[${texts.map(scalar).join(', ')}]`;
