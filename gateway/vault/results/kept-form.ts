// A task's result as the text that is kept of it. INVARIANT: every text in it passed the mask of the audit log, it is no larger than it may
// be, what was left out for that is said in it, and the gateway goes on while a long table is looked through.
import { setImmediate } from 'node:timers/promises';
import type { Cell, Column, Table, TableSource } from '#engines/tables/table.ts';
import { maskDetails, maskSentence } from '#gateway/audit/mask/mask.ts';
import { textsIn } from '#gateway/audit/mask/texts-in.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import type { HideSecrets } from './contract.ts';

/** Of one table, however much may be kept of all results. */
const MOST_TABLE_BYTES = 32 * 1024 * 1024;
const MOST_ROWS = 10_000;
/** The gateway answers others after so many cells. */
const CELLS_A_TURN = 200;

/** What heads a column of secrets: their texts need not look like one. */
const SECRET_COLUMNS = new Set(
  (
    'password passwords passwd passwort passphrase passcode pwd pin otp totp cvc cvv csc iban secret apikey accesstoken ' +
    'secretkey privatekey credential credentials'
  ).split(' '),
);

/** JSON that begins with whose task it was. `mostBytes`: of all that is kept; one table takes half of it at most. */
export async function keptForm(
  { answer, facts, table, shows, evidence, confidence, error }: TaskResult,
  agent: string | null,
  mostBytes: number,
  hide: HideSecrets = (text) => text,
): Promise<string> {
  const whose = agent === null ? [] : [`"agent":${JSON.stringify(maskSentence(agent))}`];
  // Each by itself: what is too long of one takes nothing of the others along.
  const parts = [{ answer, confidence, error }, { facts }, { evidence }].map((part) =>
    innerOf(textsIn<Readonly<Record<string, unknown>>>(part, hide)),
  );
  const most = Math.min(MOST_TABLE_BYTES, Math.floor(mostBytes / 2));
  const form = shows === undefined ? [] : [innerOf(textsIn({ shows }, hide))];
  const rows = table === undefined ? [] : [...form, `"table":${await tableForm(table, most, hide)}`];
  return `{${[...whose, ...parts, ...rows].join(',')}}`;
}

const innerOf = (part: Readonly<Record<string, unknown>>): string => maskDetails(part).json.slice(1, -1);

async function tableForm(
  { title, columns, rows, sources, leftOut }: Table,
  most: number,
  hide: HideSecrets,
): Promise<string> {
  const shown = (text: string): string => maskSentence(hide(text));
  const secret = columns.map(({ name }) => isSecret(name));
  const kept: string[] = [];
  let bytes = 0;
  let turn = 0;
  for (const row of rows.slice(0, MOST_ROWS)) {
    turn += row.length;
    if (turn >= CELLS_A_TURN) {
      turn = 0;
      await setImmediate();
    }
    const text = JSON.stringify(
      row.map((cell, at) => maskedCell(cell, shown, secret[at] === true ? dots : shown)),
    );
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > most) break;
    kept.push(text);
  }
  const gone = rows.length - kept.length;
  const head = JSON.stringify({
    title: shown(title),
    columns: columns.map((column) => maskedColumn(column, shown)),
    sources: sources.map((source) => maskedSource(source, shown)),
    leftOut: [
      ...leftOut.map(shown),
      ...(gone === 0 ? [] : [`${gone} of ${rows.length} rows were too much to be kept`]),
    ],
  });
  return `${head.slice(0, -1)},"rows":[${kept.join(',')}]}`;
}

const isSecret = (name: string): boolean =>
  SECRET_COLUMNS.has(name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));

const dots = (text: string): string => (text === '' ? '' : `•••(${text.length})`);

type Masked = (text: string) => string;

/** `masked`: what stands in its column; `shown`: all that stands around it. */
function maskedCell({ value, unit, quote, source, place }: Cell, shown: Masked, masked: Masked): Cell {
  return {
    value: maskedValue(value, masked),
    unit: unit === null ? null : shown(unit),
    quote: masked(quote),
    source,
    place: place === null ? null : { ref: place.ref === null ? null : shown(place.ref), box: place.box },
  };
}

/** A number or a boolean stays one unless its digits, or its words, are hidden. */
function maskedValue(value: Cell['value'], masked: Masked): Cell['value'] {
  if (value === null) return null;
  const text = String(value);
  const left = masked(text);
  return left === text ? value : left;
}

const maskedColumn = ({ name, type, unit, outOf }: Column, shown: Masked): Column => ({
  name: shown(name),
  type,
  unit: unit === null ? null : shown(unit),
  outOf,
});

const maskedSource = ({ url, title, readAt }: TableSource, shown: Masked): TableSource => ({
  url: shown(url),
  title: shown(title),
  readAt,
});
