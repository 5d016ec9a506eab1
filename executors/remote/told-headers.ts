// Which headers of requests and answers a program is told. INVARIANT: the value of one that is not listed is told to nobody: whatever a
// site invents may hold a token, and the browser's own hold cookies.

/** Those that say what is sent and how, and nothing of who sends it. */
const TOLD = new Set([
  'accept',
  'accept-language',
  'accept-ranges',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-request-headers',
  'access-control-request-method',
  'age',
  'allow',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-security-policy',
  'content-type',
  'date',
  'expires',
  'last-modified',
  'origin',
  'pragma',
  'range',
  'retry-after',
  'server',
  'transfer-encoding',
  'upgrade-insecure-requests',
  'user-agent',
  'vary',
  'x-content-type-options',
  'x-frame-options',
  'x-requested-with',
]);
const ADDRESSES = new Set(['location', 'content-location', 'referer']);
const MOST_HEADERS = 200;
const MOST_CHARACTERS = 4_096;
export const MASKED = '***';

export type HidingText = {
  readonly text: (text: string) => string;
  readonly url: (url: string) => string;
};

type Telling = {
  readonly hide: HidingText;
  /** Of an answer: what its addresses are relative to. */
  readonly base?: string;
  /** Of a request: whether the page that it says it comes from may be told. */
  readonly mayTell?: (url: string) => boolean;
};

/** Names in lower case. */
export function toldHeaders(
  headers: Readonly<Record<string, string>>,
  telling: Telling,
): Record<string, string> {
  const told = Object.entries(headers)
    .slice(0, MOST_HEADERS)
    .map(([given, value]) => {
      const name = given.toLowerCase();
      const shown = telling.hide.text(name).slice(0, MOST_CHARACTERS);
      return [shown, valueOf(name, value, telling)] as const;
    });
  return Object.fromEntries(told);
}

function valueOf(name: string, value: string, telling: Telling): string {
  if (ADDRESSES.has(name)) return addressOf(name, value, telling).slice(0, MOST_CHARACTERS);
  return TOLD.has(name) ? telling.hide.text(value).slice(0, MOST_CHARACTERS) : MASKED;
}

/** As it was sent, where nothing is hidden in it: a relative one has no query that could be read by itself. */
function addressOf(name: string, value: string, { hide, base, mayTell = () => true }: Telling): string {
  if (name === 'referer' && !mayTell(value)) return MASKED;
  const whole = URL.parse(value, base)?.href ?? value;
  const told = hide.url(whole);
  return told === whole ? hide.url(value) : told;
}
