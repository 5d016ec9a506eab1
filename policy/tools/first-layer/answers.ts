// The six questions of `ghost policy init`, and what a typed answer to each means. INVARIANT: what no answer can hold (the end of a line,
// what is no host) is refused here, so that nobody's words become a part of the document but a text in it.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { suggest } from '#policy/language/nearest.ts';
import { FILE_TYPES, type FileType } from '#policy/language/vocabulary.ts';

export type Handed = {
  readonly site: string;
  /** Absolute, where the files lie. */
  readonly folder: string;
  /** None: of any kind. */
  readonly kinds: readonly FileType[];
};
export type Guest = {
  readonly group: string;
  readonly site: string;
  /** YYYY-MM-DD, the last day. */ readonly until: string;
};

/** Everything that a first layer is made of; sites as `example.org` or `*.example.org`. */
export type Answers = {
  readonly name: string;
  readonly owner: string;
  readonly sites: readonly string[];
  readonly readOnly: readonly string[];
  readonly handed: readonly Handed[];
  readonly signOn: readonly string[];
  readonly guests: readonly Guest[];
};

type Question = {
  readonly id: 'who' | 'sites' | 'readOnly' | 'files' | 'signOn' | 'guests';
  readonly words: string;
  /** What nothing means; `null`: there has to be an answer. */
  readonly nothing: string | null;
  readonly example: string;
  /** Errors: `policy.bad-answer`. */
  readonly read: (text: string) => Result<Partial<Answers>>;
};

export const QUESTIONS: readonly Question[] = [
  {
    id: 'who',
    words: 'What is your organisation called, and who looks after its policy?',
    nothing: null,
    example: 'acme security@acme.example',
    read: (text) => {
      const [name = '', ...rest] = words(text);
      const owner = rest.join(' ');
      if (!NAME.test(name))
        return bad(
          `\`${name}\` is no name of a policy`,
          'a short word of small letters, digits and -, as acme',
        );
      return owner === '' || owner.length > MOST_OWNER_CHARACTERS
        ? bad('who looks after it is not said', 'write an address or a team behind the name')
        : ok({ name, owner });
    },
  },
  {
    id: 'sites',
    words: 'Which sites do all your people work with?',
    nothing: 'none opens without a question',
    example: 'helpdesk.acme.example, *.apps.acme.example',
    read: (text) => mapped(sitesIn(text), (sites) => ({ sites })),
  },
  {
    id: 'readOnly',
    words: 'On which sites do agents read, and send nothing?',
    nothing: 'none',
    example: 'crm.acme.example',
    read: (text) => mapped(sitesIn(text), (readOnly) => ({ readOnly })),
  },
  {
    id: 'files',
    words: 'Where are files handed in, from which folder, and of which kinds?',
    nothing: 'nowhere, no file leaves',
    example: 'intake.acme.example /srv/outbox PDF',
    read: (text) => mapped(eachOf(text, handedIn), (handed) => ({ handed })),
  },
  {
    id: 'signOn',
    words: 'Where are passwords entered?',
    nothing: 'each site’s own log-in is a question',
    example: 'sso.acme.example',
    read: (text) => mapped(sitesIn(text), (signOn) => ({ signOn })),
  },
  {
    id: 'guests',
    words: 'Which groups need a further site, and until when?',
    nothing: 'none',
    example: 'contractors tracker.example 2027-06-30',
    read: (text) => mapped(eachOf(text, guestIn), (guests) => ({ guests })),
  },
];

export const NOTHING_SAID: Omit<Answers, 'name' | 'owner'> = {
  sites: [],
  readOnly: [],
  handed: [],
  signOn: [],
  guests: [],
};

const MOST_OWNER_CHARACTERS = 200;
const MOST_PARTS = 200;
const NAME = /^[a-z][a-z0-9-]{0,40}$/u;
/** Its labels are read by the loader, as those of every policy: here it is only no other thing. */
const SITE = /^(?:\*\.)?[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;
const FOLDER = /^\/[\p{L}\p{N} ._/-]*$/u;
const GROUP = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,80}$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const KINDS: readonly string[] = FILE_TYPES.filter((type) => type !== 'NONE' && type !== 'MISMATCH');

const bad = (message: string, help: string): Result<never> => fail('policy.bad-answer', message, { help });
const words = (text: string): readonly string[] => text.split(/\s+/u).filter((one) => one !== '');
const mapped = <A, B>(given: Result<A>, to: (value: A) => B): Result<B> =>
  given.ok ? ok(to(given.value)) : given;

/** Parts between commas. */
function eachOf<T>(text: string, read: (words: readonly string[]) => Result<T>): Result<readonly T[]> {
  const parts = text
    .split(',')
    .map(words)
    .filter((part) => part.length > 0);
  if (parts.length > MOST_PARTS)
    return bad(`${parts.length} are more than ${MOST_PARTS}`, 'add further ones to the file');
  const found: T[] = [];
  for (const part of parts) {
    const one = read(part);
    if (!one.ok) return one;
    found.push(one.value);
  }
  return ok(found);
}

/** Between commas or spaces. */
function sitesIn(text: string): Result<readonly string[]> {
  const sites = eachOf(words(text.replaceAll(',', ' ')).join(','), ([one = '']) => siteIn(one));
  return mapped(sites, (all) => [...new Set(all)]);
}

function siteIn(given: string): Result<string> {
  const site = (URL.canParse(given) ? (URL.parse(given)?.host ?? '') : given).toLowerCase();
  return SITE.test(site) && site.includes('.')
    ? ok(site)
    : bad(`\`${given}\` is no site`, 'write it as example.org, or *.example.org with all beneath it');
}

function handedIn([at = '', folder = '', ...kinds]: readonly string[]): Result<Handed> {
  const site = siteIn(at);
  if (!site.ok) return site;
  if (!FOLDER.test(folder) || folder.includes('..'))
    return bad(`\`${folder}\` is no folder`, 'write it from the root on, as /srv/outbox');
  const unknown = kinds.find((kind) => !isKind(kind.toUpperCase()));
  if (unknown !== undefined)
    return bad(`\`${unknown}\` is no kind of file`, suggest(unknown.toUpperCase(), KINDS));
  return ok({ site: site.value, folder, kinds: kinds.map((kind) => kind.toUpperCase()).filter(isKind) });
}

function isKind(word: string): word is FileType {
  return KINDS.includes(word);
}

function guestIn([group = '', at = '', until = '']: readonly string[]): Result<Guest> {
  const site = siteIn(at);
  if (!GROUP.test(group) || !site.ok || !isDay(until))
    return bad(`\`${[group, at, until].join(' ').trim()}\` is no group with a site and a day`, GUEST_HELP);
  return ok({ group, site: site.value, until });
}
const GUEST_HELP = 'write group, site and the last day, as contractors tracker.example 2027-06-30';

const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
