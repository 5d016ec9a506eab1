// A command line to a command and its parameters, by the table alone. INVARIANT: a word that the row does not know is an
// error, never left out: `click e1 --duoble` clicks nothing.
import { suggest } from '#policy/language/nearest.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { CommandRow } from './row/contract.ts';
import { ROWS, bad, commandNamed, kindOf, optionOf } from './table.ts';
import type { Named, ParamKind } from './table.ts';

export type Line = { readonly row: CommandRow; readonly params: Readonly<Record<string, unknown>> };

/** `['click', 'e12', '--double']`. Errors: `command.unknown`, `command.bad-params`. The values are not checked yet. */
export function parseLine(argv: readonly string[]): Result<Line> {
  const named = nameOf(argv);
  if (!named.ok) return named;
  const { row, sets, rest } = named.value;
  const params: Record<string, unknown> = Object.create(null);
  const words: string[] = [];
  const queue = [...rest];
  let literal = false;
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (literal || !isOption(word)) {
      words.push(word);
      continue;
    }
    if (word === '--') {
      literal = true;
      continue;
    }
    const read = option(row, word, queue);
    if (!read.ok) return read;
    const { param, value, kind } = read.value;
    const before = params[param];
    if (kind.many) params[param] = [...(Array.isArray(before) ? before : []), ...String(value).split(',')];
    else if (before === undefined) params[param] = value;
    else return bad(row, `\`${optionOf(param)}\` is given twice`);
  }
  const placed = place(row, words, params);
  if (!placed.ok) return placed;
  for (const [param, value] of Object.entries(sets)) params[param] ??= value;
  return ok({ row, params: { ...params } });
}

/** Two words where the table has two: `storage get`. */
function nameOf(argv: readonly string[]): Result<Named & { rest: readonly string[] }> {
  const [first = '', second] = argv;
  if (first === '')
    return fail('command.unknown', 'no command was given', { help: '`ghost help --all` lists them' });
  const two = second === undefined ? null : commandNamed(`${first} ${second}`);
  if (two?.ok === true) return ok({ ...two.value, rest: argv.slice(2) });
  const one = commandNamed(first);
  if (one.ok) return ok({ ...one.value, rest: argv.slice(1) });
  const grouped = ROWS.some(({ name }) => name.startsWith(`${first} `));
  return grouped && two !== null && !two.ok && !isOption(second ?? '') ? two : one;
}

/** `-5` and `-` are values. */
const isOption = (word: string): boolean => word.startsWith('--') || /^-[a-z]/iu.test(word);

type Read = { readonly param: string; readonly value: unknown; readonly kind: ParamKind };

function option(row: CommandRow, word: string, queue: string[]): Result<Read> {
  const at = word.indexOf('=');
  const name = at === -1 ? word : word.slice(0, at);
  const inline = at === -1 ? undefined : word.slice(at + 1);
  const params = Object.keys(row.params.shape);
  const param = params.find((one) => optionOf(one) === name);
  if (param === undefined) {
    const negated = params.find((one) => `--no-${optionOf(one).slice(2)}` === name);
    const kind = negated === undefined ? null : kindOf(row.params.shape[negated]);
    if (negated !== undefined && kind?.type === 'flag' && inline === undefined)
      return ok({ param: negated, value: false, kind });
    return bad(
      row,
      `\`${row.name}\` has no option \`${name.slice(0, 100)}\``,
      suggest(name, params.map(optionOf)),
    );
  }
  const kind = kindOf(row.params.shape[param]);
  if (kind.type === 'flag') {
    if (inline === undefined || inline === 'true') return ok({ param, value: true, kind });
    if (inline === 'false') return ok({ param, value: false, kind });
    return bad(row, `\`${name}\` takes no value`);
  }
  const value = inline ?? queue.shift();
  if (value === undefined) return bad(row, `\`${name}\` needs a value`);
  if (kind.type !== 'number') return ok({ param, value, kind });
  const number = numberOf(value);
  return number === null
    ? bad(row, `\`${name}\` needs a number, not \`${value.slice(0, 100)}\``)
    : ok({ param, value: number, kind });
}

function place(row: CommandRow, words: readonly string[], params: Record<string, unknown>): Result<void> {
  const left = [...words];
  for (const param of row.positional) {
    const kind = kindOf(row.params.shape[param]);
    if (left.length === 0) break;
    if (params[param] !== undefined) return bad(row, `${param} is given twice`);
    if (kind.many) {
      params[param] = left.splice(0);
      continue;
    }
    const word = left.shift() ?? '';
    const value = kind.type === 'number' ? numberOf(word) : word;
    if (value === null) return bad(row, `${param} is a number, not \`${word.slice(0, 100)}\``);
    params[param] = value;
  }
  const [over] = left;
  return over === undefined
    ? ok(undefined)
    : bad(row, `\`${row.name}\` does not take \`${over.slice(0, 100)}\``);
}

const numberOf = (text: string): number | null =>
  /^-?\d{1,15}(?:\.\d{1,6})?$/u.test(text) ? Number(text) : null;
