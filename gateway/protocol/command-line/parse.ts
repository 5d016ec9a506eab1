// A command line to a row and its parameters, by the rows alone. INVARIANT: a word that the row does not know is an error, never
// left out: `click e1 --duoble` clicks nothing.
import { suggest } from '#policy/language/nearest.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { optionOf, optionsOf, usageOf } from './row.ts';
import type { LineRow, Param } from './row.ts';

export type Parsed = {
  readonly row: LineRow;
  readonly params: Readonly<Record<string, unknown>>;
  /** `--help` stands in the line of a row of the program: whatever else is wrong, it is shown its help. */
  readonly help: boolean;
};

type Kept = Record<string, unknown>;

/** The words behind the name of a row. Errors: `command.bad-params`. Values without a reader are not checked yet. */
export function parseWords(
  row: LineRow,
  sets: Readonly<Record<string, unknown>>,
  rest: readonly string[],
): Result<Parsed> {
  const kept: Kept = Object.create(null);
  const words: string[] = [];
  const queue = [...rest];
  const faults: Result<never>[] = [];
  let passed = false;
  let help = false;
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') {
      if (passed) words.push(word);
      words.push(...queue.splice(0));
    } else if (!isOption(word)) words.push(word);
    else if (row.surface === 'program' && (word === '--help' || word === '-h')) help = true;
    else {
      const found = optionNamed(row, word);
      if (found === null && row.passesOn === true) {
        passed = true;
        words.push(word);
        continue;
      }
      const read = found === null ? unknown(row, word) : valueOf(row, found, queue);
      const done = read.ok ? keep(row, kept, read.value) : read;
      if (!done.ok) faults.push(done);
    }
  }
  if (help) return ok({ row, params: {}, help });
  const [fault] = faults;
  if (fault !== undefined) return fault;
  const placed = place(row, words, kept);
  if (!placed.ok) return placed;
  for (const [param, value] of Object.entries(sets)) kept[param] ??= value;
  const whole = row.surface === 'program' ? complete(row, kept) : ok(undefined);
  return whole.ok ? ok({ row, params: { ...kept }, help }) : whole;
}

/** `-5` and `-` are values. */
export const isOption = (word: string): boolean => word.startsWith('--') || /^-[a-z]/iu.test(word);

export function bad(row: LineRow, message: string, near?: string): Result<never> {
  const usage = `usage: ghost ${usageOf(row)}`;
  return fail('command.bad-params', message, { help: near === undefined ? usage : `${near}; ${usage}` });
}

type Found = { readonly param: Param; readonly name: string; readonly value: string | boolean | null };

function optionNamed(row: LineRow, word: string): Found | null {
  const at = word.indexOf('=');
  const name = at === -1 ? word : word.slice(0, at);
  const value = at === -1 ? null : word.slice(at + 1);
  const options = row.surface === 'program' ? optionsOf(row) : row.params;
  const param = options.find((one) => optionOf(one.name) === name || (one.short === name && value === null));
  if (param !== undefined) return { param, name, value };
  const negated = options.find(
    (one) => one.type === 'flag' && `--no-${optionOf(one.name).slice(2)}` === name,
  );
  return negated === undefined || value !== null ? null : { param: negated, name, value: false };
}

/** How many words an option takes that stands in front of a second word: `policy shadow --data-dir d report`. */
export function lengthOfOption(row: LineRow, word: string): number {
  const found = optionNamed(row, word);
  return found !== null && found.param.type !== 'flag' && found.value === null ? 2 : 1;
}

const unknown = (row: LineRow, word: string): Result<never> => {
  const name = word.split('=')[0] ?? word;
  const known = (row.surface === 'program' ? optionsOf(row) : row.params).map((one) => optionOf(one.name));
  return bad(row, `\`${row.name}\` has no option \`${name.slice(0, 100)}\``, suggest(name, known));
};

type Read = { readonly param: Param; readonly values: readonly unknown[] };

function valueOf(row: LineRow, { param, name, value: inline }: Found, queue: string[]): Result<Read> {
  if (param.type === 'flag') {
    if (inline === null || inline === 'true') return ok({ param, values: [true] });
    if (inline === 'false' || inline === false) return ok({ param, values: [false] });
    return bad(row, `\`${name}\` takes no value`);
  }
  const first = typeof inline === 'string' ? inline : queue.shift();
  if (first === undefined) return bad(row, `\`${name}\` needs a value`);
  const given = param.many === 'COMMAS' ? first.split(',') : [first];
  if (param.many === 'WORDS' && inline === null)
    while (queue[0] !== undefined && queue[0] !== '--' && !isOption(queue[0]))
      given.push(queue.shift() ?? '');
  return readAll(row, param, `\`${name}\``, given);
}

function readAll(row: LineRow, param: Param, called: string, given: readonly string[]): Result<Read> {
  const values: unknown[] = [];
  for (const one of given) {
    const read =
      param.read?.(one) ?? (param.type === 'number' && param.many === null ? number(one) : { value: one });
    if ('needs' in read) {
      const near = param.choices.length === 0 ? undefined : suggest(one, param.choices);
      return bad(row, `${called} needs ${read.needs}, not \`${one.slice(0, 100)}\``, near);
    }
    values.push(read.value);
  }
  return ok({ param, values });
}

function keep(row: LineRow, kept: Kept, { param, values }: Read): Result<void> {
  const before = kept[param.name];
  if (param.many !== null) kept[param.name] = [...(Array.isArray(before) ? before : []), ...values];
  // An agent's act that is said twice may mean either; a setting of the program is said anew.
  else if (before !== undefined && row.surface === 'browser')
    return bad(row, `\`${optionOf(param.name)}\` is given twice`);
  else kept[param.name] = values[0];
  return ok(undefined);
}

function place(row: LineRow, words: readonly string[], kept: Kept): Result<void> {
  const left = [...words];
  for (const name of row.positional) {
    const param = row.params.find((one) => one.name === name);
    if (left.length === 0 || param === undefined) break;
    if (kept[name] !== undefined) return bad(row, `${name} is given twice`);
    const given = param.many === null ? left.splice(0, 1) : left.splice(0);
    const read = readAll(row, param, name, given);
    if (!read.ok) return read;
    kept[name] = param.many === null ? read.value.values[0] : read.value.values;
  }
  const [over] = left;
  return over === undefined
    ? ok(undefined)
    : bad(row, `\`${row.name}\` does not take \`${over.slice(0, 100)}\``);
}

/** What a row of the program lacks, and its defaults. Rows of the browser have their schema for that. */
function complete(row: LineRow, kept: Kept): Result<void> {
  for (const { name, excludes } of row.params)
    if (excludes !== undefined && kept[name] !== undefined && kept[excludes] !== undefined)
      return bad(row, `\`${optionOf(name)}\` and \`${optionOf(excludes)}\` exclude each other`);
  for (const param of row.params) {
    if (kept[param.name] !== undefined) continue;
    if (param.default !== undefined) kept[param.name] = param.default;
    else if (!param.optional)
      return bad(
        row,
        `\`${row.name}\` needs ${row.positional.includes(param.name) ? param.name : optionOf(param.name)}`,
      );
  }
  return ok(undefined);
}

const number = (text: string): { value: number } | { needs: string } =>
  /^-?\d{1,15}(?:\.\d{1,6})?$/u.test(text) ? { value: Number(text) } : { needs: 'a number' };
