// Recognises values that say nothing to a reader: long, mixed or random ones. A value that nobody explains may be anything. Pure.
import { base64, hex } from './byte-encodings.ts';

const MIN_OPAQUE_CHARACTERS = 16;
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const RUN = /[A-Za-z0-9+/_~-]{16,}={0,2}/g;

/** Runs that look encoded or encrypted; words joined by hyphens, as in most addresses, do not. */
export function opaqueRuns(text: string): readonly string[] {
  const found = new Set(text.match(UUID) ?? []);
  for (const [run] of text.matchAll(RUN)) {
    if (isOpaque(run)) found.add(run);
    else for (const piece of run.split(/[-_/]+/)) if (isOpaque(piece)) found.add(piece);
  }
  for (const [digits] of text.matchAll(/\d(?:[ .-]?\d){11,}/g)) found.add(digits);
  // What decodes to something readable is no riddle: that is looked at itself.
  return [...found].slice(0, 32).filter((run) => ![base64, hex].some(({ decode }) => decode(run).length > 0));
}

function isOpaque(run: string): boolean {
  if (run.length < MIN_OPAQUE_CHARACTERS || /^[a-z]+(?:[-_/][a-z]+)*$/i.test(run)) return false;
  const letters = run.replace(/[^A-Za-z]/g, '');
  const digits = run.replace(/\D/g, '').length;
  if (/^[0-9a-f]+$/i.test(run)) return true;
  const changes = run.match(/[a-z][A-Z0-9]|[0-9][A-Za-z]/g)?.length ?? 0;
  // `halden-k75-keyboard-2024` changes twice in 24 characters; random text at every second or third.
  return changes * 5 >= run.length && (digits > 0 || letters !== letters.toLowerCase());
}
