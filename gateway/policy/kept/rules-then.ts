// The rules that an entry of the log names, as their text was when it was written. INVARIANT: a text is shown only where it is the very
// one that the log says was in force; a place in another file of the same name says nothing.
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { RuleThen } from '#gateway/protocol/views/audit.ts';
import { versionTexts } from './history.ts';

/** Starts and reloads before the entry that are looked through: a day that ended loads without a source. */
const MAX_LOADS = 20;
const LINES_BEFORE = 2;
const LINES_AFTER = 12;
/** `rules.x (policy/demo.yaml:66:9)` */
const PLACE = /([\w.-]{1,120}) \(([^()]{1,300}):(\d{1,7}):\d{1,7}\)/gu;

/** `directory`: `<data>/policy`. */
export async function rulesThen(
  { audit, directory, signal }: { audit: AuditLog; directory: string; signal: AbortSignal },
  { seq, why }: { readonly seq: number; readonly why: string },
  who: string,
): Promise<readonly RuleThen[]> {
  const named = [...why.matchAll(PLACE)];
  if (named.length === 0) return [];
  const loads = await audit.search(
    { text: 'type:policy.loaded', limit: MAX_LOADS, beforeSeq: seq },
    signal,
    who,
  );
  const source = loads.ok
    ? loads.value.rows
        .map((row) => audit.entry(row.seq)?.details['source'])
        .find((held): held is string => typeof held === 'string')
    : undefined;
  const texts = source === undefined ? null : versionTexts(directory, source);
  return named.map(([, name = '', file = '', at = '1']) => {
    const line = Number(at);
    const text = texts?.find((one) => one.name === file || one.name.endsWith(`/${file}`))?.text;
    const from = Math.max(1, line - LINES_BEFORE);
    const lines = text?.split('\n').slice(from - 1, line + LINES_AFTER) ?? null;
    return { name, file, line, from, lines };
  });
}
