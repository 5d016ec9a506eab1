// Describes acts that a page starts: in words for the log, and as the rows of their card. INVARIANT: page text is quoted in the log, and in
// rows of its own on a card; no field that is sent is left out.
import { PAGE_ACT_TABLE } from '#policy/acts/page-acts.ts';
import type { NavigationStart, PageAct, SentBody } from '#executors/contract/page-act.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import { address, ours, theirs } from './rows.ts';
import { quoted, visible } from '#gateway/protocol/visible.ts';

const BYTES = new Intl.NumberFormat('en-GB');

const STARTED: Readonly<Record<NavigationStart, string>> = {
  LINK: 'a link on the page that a script followed',
  FORM: 'a form of the page',
  SCRIPT: 'a script of the page',
  META_REFRESH: 'a refresh that the page asked for',
  HISTORY: 'the page going back or forward',
  RELOAD: 'the page loading itself anew',
  REDIRECT: 'a redirect',
  UNKNOWN: 'the page itself',
};

/** "go to http://prize.test/ because the page said so" */
export function pageActInWords(act: PageAct): string {
  if (isPlain(act)) return saysOf(act.kind);
  switch (act.kind) {
    case 'NAVIGATE':
    case 'FRAME':
      return `${act.kind === 'NAVIGATE' ? 'go' : 'take a frame'} to ${visible(act.url)} ${because(act)}`;
    case 'OPEN_WINDOW':
      return `open a window at ${visible(act.url)}`;
    case 'EXTERNAL_PROTOCOL':
      return `open another program by ${visible(act.url)}`;
    case 'DOWNLOAD':
      return `download ${quoted(act.filename)} from ${visible(act.url)}`;
    case 'DIALOG':
      return `show a dialog (${act.dialog}) ${quoted(act.message)}`;
    case 'CONNECT':
      return `request ${visible(act.url)}`;
    case 'FEATURE':
      return `use ${act.feature.toLowerCase().replaceAll('_', ' ')}`;
  }
}

type Plain<A> = A extends PageAct
  ? Exclude<keyof A, 'kind' | 'tabId' | 'documentUrl'> extends never
    ? A
    : never
  : never;
/** An act that the row says all of: one that brings anything of the page's does not compile without words of its own. */
const isPlain = (act: PageAct): act is Plain<PageAct> =>
  Object.keys(act).every((key) => ['kind', 'tabId', 'documentUrl'].includes(key));
const saysOf = (kind: Exclude<PageAct['kind'], 'FEATURE'>): string => PAGE_ACT_TABLE[kind].says;

/** In our words alone, for a card. */
function verbOf(act: PageAct): string {
  if (act.kind === 'FEATURE') return pageActInWords(act);
  return act.kind === 'DIALOG' ? `${saysOf(act.kind)} (${act.dialog})` : saysOf(act.kind);
}

/** For the log, by method and server: "request https://cdn.test", "request https://cdn.test by POST" */
export const requestInWords = ({ url, method }: { readonly url: string; readonly method: string }): string =>
  `request ${visible(URL.parse(url)?.origin ?? '')}${method === 'GET' ? '' : ` by ${visible(method, 20)}`}`;

const because = (act: { start: NavigationStart; redirectedFrom: string | null }): string =>
  act.redirectedFrom === null
    ? 'because the page said so'
    : `by a redirect from ${visible(act.redirectedFrom)}`;

/** What a person has to see of it: where it goes, how it began, and what goes along. Credentials by their length. */
export function detailsOfPageAct(act: PageAct): readonly CardRow[] {
  if (act.kind !== 'NAVIGATE' && act.kind !== 'FRAME')
    return [
      ours('ACT', 'what', verbOf(act)),
      ...(act.kind === 'DIALOG' ? [theirs('PAGE', 'VALUE', 'says', act.message)] : []),
      ...(act.kind === 'DOWNLOAD' ? [theirs('PAGE', 'FILE', 'file', act.filename)] : []),
      ...('url' in act ? [address('PAGE', 'address', act.url)] : []),
    ];
  return [
    address('PAGE', 'address', act.url),
    ours('FACT', 'started by', STARTED[act.redirectedFrom === null ? act.start : 'REDIRECT']),
    ...(act.redirectedFrom === null ? [] : [address('PAGE', 'redirected from', act.redirectedFrom)]),
    ours('FACT', 'method', visible(act.method, 20)),
    ...rowsOfBody(act.body),
    ...(act.credentials ? [ours('FACT', 'holds', 'a password, a code or card data')] : []),
  ];
}

function rowsOfBody(body: SentBody | null): readonly CardRow[] {
  if (body === null) return [ours('FACT', 'sends', 'nothing but the address')];
  const type = body.contentType.split(';')[0] ?? '';
  const size = `${BYTES.format(body.bytes)} ${body.bytes === 1 ? 'byte' : 'bytes'}`;
  return [
    ours('FACT', 'sends', size),
    ...(type === '' ? [] : [theirs('PAGE', 'VALUE', 'said to be', type)]),
    ...body.fields.map(({ name, value, length }) =>
      value === null
        ? theirs('PAGE', 'FIELD', 'field', `•••(${length})`, { name, masked: true })
        : theirs('PAGE', 'FIELD', 'field', value, { name }),
    ),
  ];
}
