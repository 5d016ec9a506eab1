// What scripts of a page wrote to the console, what the browser wrote there about it, and exceptions that nobody caught.
// INVARIANT: everything in it is the page's own text: bounded, and never an instruction to anybody.
import type { ConsoleLevel } from '#policy/acts/tool-acts.ts';
import type { CdpPayload } from '../cdp/types.ts';
import type { ConsoleEntry, ScriptError } from '#executors/contract/tool-outcome.ts';
import { Ring } from './ring.ts';

const MAX_CONSOLE_ENTRIES = 500;
const MAX_SCRIPT_ERRORS = 100;
/** Errors that one act is told of; the rest is read where the console is asked for. */
const MAX_NEWS = 5;
const MAX_TEXT_CHARACTERS = 2_000;
const MAX_STACK_CHARACTERS = 4_000;
const MAX_ARGUMENTS = 50;
const OURS =
  /^(?:Error with Permissions-Policy header: |An iframe which has both allow-scripts and allow-same-origin )/u;

type Called = CdpPayload<'Runtime.consoleAPICalled'>;
type Thrown = CdpPayload<'Runtime.exceptionThrown'>;
type Logged = CdpPayload<'Log.entryAdded'>;
type Value = Called['args'][number];

const LEVELS: Readonly<Record<string, ConsoleLevel>> = {
  error: 'error',
  assert: 'error',
  warning: 'warning',
  info: 'info',
  debug: 'debug',
  trace: 'trace',
  verbose: 'debug',
};

export class ConsoleLog {
  readonly messages = new Ring<ConsoleEntry>(MAX_CONSOLE_ENTRIES);
  readonly errors = new Ring<ScriptError>(MAX_SCRIPT_ERRORS);
  #news = new Ring<ConsoleEntry>(MAX_NEWS);

  /** `from`: URL or origin of the document that it comes from. */
  called({ type, args, stackTrace, timestamp }: Called, from: string): void {
    const [frame] = stackTrace?.callFrames ?? [];
    this.#push({
      level: LEVELS[type] ?? 'log',
      text: cut(formatted(args.slice(0, MAX_ARGUMENTS)), MAX_TEXT_CHARACTERS),
      url: cut(frame?.url ?? '', MAX_TEXT_CHARACTERS),
      line: frame === undefined ? null : frame.lineNumber + 1,
      at: Math.round(timestamp),
      from,
    });
  }

  /** From here on nothing of the document is read. */
  silenced(dropped: number, from: string): void {
    const text = `the page writes too much: ${dropped} messages and all that follow were not read`;
    this.messages.push({ level: 'warning', text, url: '', line: null, at: Date.now(), from });
  }

  logged({ entry: { level, text, url, lineNumber, timestamp } }: Logged, from: string): void {
    // About the headers that the tab's guard puts on every document: nothing of the page's.
    if (OURS.test(text)) return;
    this.#push({
      level: LEVELS[level] ?? 'log',
      text: cut(text, MAX_TEXT_CHARACTERS),
      url: cut(url ?? '', MAX_TEXT_CHARACTERS),
      line: lineNumber === undefined ? null : lineNumber + 1,
      at: Math.round(timestamp),
      from,
    });
  }

  thrown({ timestamp, exceptionDetails: details }: Thrown, from: string): void {
    const whole = details.exception?.description ?? String(details.exception?.value ?? details.text);
    const [first = '', ...stack] = whole.split('\n');
    const message = cut(details.text === '' ? first : `${details.text} ${first}`.trim(), MAX_TEXT_CHARACTERS);
    const url = cut(details.url ?? details.stackTrace?.callFrames[0]?.url ?? '', MAX_TEXT_CHARACTERS);
    const line = details.lineNumber + 1;
    const at = Math.round(timestamp);
    this.errors.push({ message, stack: cut(stack.join('\n'), MAX_STACK_CHARACTERS), url, line, at, from });
    // As a console shows it.
    this.#push({ level: 'error', text: message, url, line, at, from });
  }

  /** Errors since this was last asked, the newest few. */
  news(): readonly ConsoleEntry[] {
    const news = this.#news.all();
    this.#news = new Ring(MAX_NEWS);
    return news;
  }

  #push(entry: ConsoleEntry): void {
    this.messages.push(entry);
    if (entry.level === 'error') this.#news.push(entry);
  }
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** With the console's own format specifiers: https://console.spec.whatwg.org/#formatter */
function formatted(args: readonly Value[]): string {
  const [first, ...rest] = args;
  if (first?.type !== 'string' || typeof first.value !== 'string') return args.map(shown).join(' ');
  const text = first.value.slice(0, MAX_TEXT_CHARACTERS).replace(/%([sdifoOc%])/gu, (whole, kind: string) => {
    if (kind === '%') return '%';
    const next = rest.shift();
    if (next === undefined) return whole;
    return kind === 'c' ? '' : shown(next);
  });
  return [text, ...rest.map(shown)].join(' ');
}

function shown({ type, subtype, value, unserializableValue, description, preview }: Value): string {
  if (unserializableValue !== undefined) return unserializableValue;
  if (type === 'undefined') return 'undefined';
  if (type !== 'object' || subtype === 'null') return String(value ?? description ?? null);
  if (preview === undefined || subtype === 'error') return description ?? type;
  const parts = preview.properties.map(({ name, value: held = '' }) =>
    subtype === 'array' ? held : `${name}: ${held}`,
  );
  const more = preview.overflow ? [...parts, '…'] : parts;
  return subtype === 'array' ? `[${more.join(', ')}]` : `{${more.join(', ')}}`;
}
