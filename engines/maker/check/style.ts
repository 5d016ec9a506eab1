// Style sheets and style attributes. INVARIANT: a closed list of functions and at-rules; nothing with an address or an escape passes, so
// that what is read here is what a browser reads.
import { positionOf } from './finding.ts';
import type { Position, Report } from './finding.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

const FUNCTIONS = words(`
  var calc min max clamp round mod rem abs sign sin cos tan sqrt pow rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient repeat minmax fit-content
  translate translatex translatey translate3d scale scalex scaley rotate skew skewx skewy matrix cubic-bezier steps linear
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia counter counters env
  inset circle ellipse polygon not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir
`);
const AT_RULES = words('media keyframes -webkit-keyframes page container layer supports starting-style');
/** Between them and a bracket a condition stands, no call. */
const CONDITIONS = words('and or not only media supports container layer style selector');
const PROPERTIES = /(?:^|[;{\s])(behavior|-moz-binding|-ms-behavior)\s*:/iu;

const HELP = 'write colours, sizes and gradients; an applet loads nothing';

/** `start`: where the text begins in the document. */
export function checkStyle(text: string, start: Position, report: Report): void {
  const say = (code: string, offset: number, message: string, help = HELP): void =>
    report(code, positionOf(text, offset, start), message, help);
  // To a browser each of them ends a line, and with it a string; here a line feed alone does.
  for (const { index } of text.matchAll(/\f|\r(?!\n)/gu))
    say(
      'style.line',
      index,
      'a form feed or a lone carriage return stands in a style',
      'end lines with a line feed',
    );
  const { plain, open, quote } = withoutComments(text);
  if (open) return say('style.open-comment', text.lastIndexOf('/*'), 'a comment is never closed');
  if (quote !== null) say('style.open-string', quote, 'a string is not closed on its line', 'close it');
  for (const { index } of plain.matchAll(/[\\\0]/gu))
    say('style.escape', index, 'an escape stands in a style', 'write the character itself');
  for (const { index } of plain.matchAll(/<(?:\/?[a-z!])/giu))
    say('style.markup', index, 'markup stands in a style', 'leave it out');
  for (const { index, 1: name = '' } of plain.matchAll(/@([\w-]*)/gu))
    if (!AT_RULES.has(name.toLowerCase()))
      say('style.at-rule', index, `\`@${name}\` is not permitted`, 'use @media, @keyframes or @page alone');
  for (const { index, 1: name = '' } of plain.matchAll(/((?<![\w-])[\w-]+|(?<![^\0-\x7F])[^\0-\x7F]+)\(/gu))
    if (/[^\d_-]/u.test(name) && !FUNCTIONS.has(name.toLowerCase()) && !CONDITIONS.has(name.toLowerCase()))
      say('style.function', index, `\`${name}()\` is not permitted`);
  const property = PROPERTIES.exec(plain);
  if (property !== null) say('style.property', property.index, `\`${property[1] ?? ''}\` is not permitted`);
  for (const { index } of plain.matchAll(/(?:https?|data|javascript|ftp|wss?|blob|file):|["']\s*\/\//giu))
    say('style.address', index, 'an address stands in a style');
}

/** Blanks in place of comments, so that offsets stay. Strings are read, since they may hold its signs. */
function withoutComments(text: string): {
  readonly plain: string;
  readonly open: boolean;
  /** Where a quote begins that its line does not close. */
  readonly quote: number | null;
} {
  let open = false;
  let quote: number | null = null;
  const plain = text.replace(
    /"(?:[^"\\\n\r\f]|\\[^])*"|'(?:[^'\\\n\r\f]|\\[^])*'|\/\*[^]*?(\*\/|$)|["']/gu,
    (found: string, end: string | undefined, offset: number) => {
      if (found.length === 1) quote ??= offset;
      if (!found.startsWith('/*')) return found;
      if (end !== '*/') open = true;
      return found.replace(/[^\n]/gu, ' ');
    },
  );
  return { plain, open, quote };
}
