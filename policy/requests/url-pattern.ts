// Which addresses a pattern means: globs as Playwright writes them. Pure.
// `*` is anything but a slash, `**` anything, `?` one character but a slash, `{a,b}` either; all else is itself. A pattern that
// begins with `/` is of any site: it is held against path and query. INVARIANT: linear in the length of the address.
import { fail, ok, type Result } from '#policy/language/failure.ts';

export type UrlPattern = (url: string) => boolean;

const MAX_PATTERN_CHARACTERS = 2_000;
const MAX_STARS = 20;
const MAX_ALTERNATIVES = 50;

/** Errors: `act.bad-pattern`. */
export function urlPattern(text: string): Result<UrlPattern> {
  if (text === '' || text.length > MAX_PATTERN_CHARACTERS)
    return bad(text, `it has 1 to ${MAX_PATTERN_CHARACTERS} characters`);
  const expanded = expand(text);
  if (expanded === null)
    return bad(text, `write alternatives as in \`**/*.{png,jpg}\`, ${MAX_ALTERNATIVES} at most`);
  if (expanded.some((one) => (one.match(/\*+/gu) ?? []).length > MAX_STARS))
    return bad(text, `it has ${MAX_STARS} stars at most`);
  const globs = expanded.map(tokens);
  return ok((url) => {
    const bare = url.replace(/#.*$/su, '');
    const parsed = URL.parse(bare);
    const path = parsed === null ? '' : `${parsed.pathname}${parsed.search}`;
    return globs.some((glob, at) => {
      const subject = expanded[at]?.startsWith('/') === true ? path : bare;
      return (
        fits(glob, subject) ||
        (parsed !== null &&
          subject === bare &&
          parsed.search !== '' &&
          fits(glob, bare.slice(0, -parsed.search.length)))
      );
    });
  });
}

const bad = (text: string, help: string): Result<never> =>
  fail('act.bad-pattern', `\`${text.slice(0, 200)}\` is no pattern of addresses`, { help });

/** Without its braces, or `null`. */
function expand(text: string): string[] | null {
  let done = [''];
  let rest = text;
  while (rest !== '') {
    const open = rest.indexOf('{');
    if (open === -1) return rest.includes('}') ? null : done.map((one) => one + rest);
    const close = rest.indexOf('}', open);
    const inner = rest.slice(open + 1, close);
    if (close === -1 || inner.includes('{') || rest.slice(0, open).includes('}')) return null;
    const before = rest.slice(0, open);
    done = done.flatMap((one) => inner.split(',').map((choice) => one + before + choice));
    if (done.length > MAX_ALTERNATIVES) return null;
    rest = rest.slice(close + 1);
  }
  return done;
}

type Token = { readonly kind: 'TEXT'; readonly text: string } | { readonly kind: 'ONE' | 'SEGMENT' | 'ANY' };

function tokens(glob: string): readonly Token[] {
  return (glob.match(/\*\*\/?|\*|\?|[^*?]+/gu) ?? []).map((part): Token => {
    if (part === '*') return { kind: 'SEGMENT' };
    if (part === '?') return { kind: 'ONE' };
    if (part === '**' || part === '**/') return { kind: 'ANY' };
    return { kind: 'TEXT', text: part };
  });
}

/** All places up to which the tokens so far can reach, token by token. */
function fits(glob: readonly Token[], subject: string): boolean {
  let reached = new Uint8Array(subject.length + 1);
  reached[0] = 1;
  for (const token of glob) {
    const next = new Uint8Array(subject.length + 1);
    if (token.kind === 'TEXT') {
      for (let at = 0; at <= subject.length; at += 1)
        if (reached[at] === 1 && subject.startsWith(token.text, at)) next[at + token.text.length] = 1;
    } else if (token.kind === 'ONE') {
      for (let at = 0; at < subject.length; at += 1)
        if (reached[at] === 1 && subject[at] !== '/') next[at + 1] = 1;
    } else {
      let carry = 0;
      for (let at = 0; at <= subject.length; at += 1) {
        if (reached[at] === 1) carry = 1;
        if (carry === 1) next[at] = 1;
        if (token.kind === 'SEGMENT' && subject[at] === '/') carry = 0;
      }
    }
    reached = next;
  }
  return reached[subject.length] === 1;
}
