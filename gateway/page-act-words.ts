// Acts that a page starts, in a person's words, and the rows of their card. Page text stands quoted, shortened and visible.
import type { NavigationStart, PageAct, SentBody } from '#executors/contract.ts';
import type { ConsentCard } from '#gateway/protocol/views.ts';
import { visible } from './words.ts';

type Detail = ConsentCard['details'][number];

const FIELDS_SHOWN = 12;
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
  switch (act.kind) {
    case 'NAVIGATE':
    case 'FRAME':
      return `${act.kind === 'NAVIGATE' ? 'go' : 'take a frame'} to ${visible(act.url)} ${because(act)}`;
    case 'OPEN_WINDOW':
      return `open a window at ${visible(act.url)}`;
    case 'EXTERNAL_PROTOCOL':
      return `open another program by ${visible(act.url)}`;
    case 'DOWNLOAD':
      return `download “${visible(act.filename, 80)}” from ${visible(act.url)}`;
    case 'DIALOG':
      return `show a dialog (${act.dialog}) “${visible(act.message, 80)}”`;
    case 'FILE_CHOOSER':
      return 'open a file chooser';
    case 'CONNECT':
      return `request ${visible(act.url)}`;
    case 'FEATURE':
      return `use ${act.feature.toLowerCase().replaceAll('_', ' ')}`;
  }
}

/** For the log, by method and server: "request https://cdn.test", "request https://cdn.test by POST" */
export const requestInWords = ({ url, method }: { readonly url: string; readonly method: string }): string =>
  `request ${visible(URL.parse(url)?.origin ?? '')}${method === 'GET' ? '' : ` by ${visible(method, 20)}`}`;

const because = (act: { start: NavigationStart; redirectedFrom: string | null }): string =>
  act.redirectedFrom === null
    ? 'because the page said so'
    : `by a redirect from ${visible(act.redirectedFrom)}`;

/** What a person has to see of it: where it goes, how it began, and what goes along. Credentials by their length. */
export function detailsOfPageAct(act: PageAct): readonly Detail[] {
  if (act.kind !== 'NAVIGATE' && act.kind !== 'FRAME')
    return [
      plain('what', pageActInWords(act)),
      ...('url' in act ? [plain('address', visible(act.url))] : []),
    ];
  const started =
    act.redirectedFrom === null ? STARTED[act.start] : `a redirect from ${visible(act.redirectedFrom)}`;
  return [
    plain('address', visible(act.url)),
    plain('started by', started),
    plain('method', visible(act.method, 20)),
    ...sentInWords(act.body),
    ...(act.credentials ? [plain('holds', 'a password, a code or card data')] : []),
  ];
}

function sentInWords(body: SentBody | null): readonly Detail[] {
  if (body === null) return [plain('sends', 'nothing but the address')];
  const type = body.contentType.split(';')[0] ?? '';
  const size = `${BYTES.format(body.bytes)} ${body.bytes === 1 ? 'byte' : 'bytes'}`;
  const shown = body.fields.slice(0, FIELDS_SHOWN);
  const more = body.fields.length - shown.length;
  return [
    plain('sends', type === '' ? size : `${size}, ${visible(type, 60)}`),
    ...shown.map(({ name, value, length }) => ({
      label: `field “${visible(name, 40)}”`,
      value: value === null ? `•••(${length})` : visible(value, 120),
      masked: value === null,
    })),
    ...(more > 0 ? [plain('fields', `and ${more} more`)] : []),
  ];
}

const plain = (label: string, value: string): Detail => ({ label, value, masked: false });
