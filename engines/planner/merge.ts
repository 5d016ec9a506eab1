// What several sites answered, as one answer: each with where it is from, and a comparison where all are of one kind. Pure.
// INVARIANT: it compares values that stand in facts; where one is missing or of another unit, nothing is compared.
import type { ExtractedFact } from '#engines/navigator/contract.ts';

export type BranchAnswer = {
  /** How the person knows the site: a bookmark's name, else its host. */
  readonly site: string;
  /** `null`: nothing was found there. */
  readonly answer: string | null;
  readonly facts: readonly ExtractedFact[];
};

type Amount = { readonly site: string; readonly value: number; readonly unit: string; readonly text: string };

const LOW = /\b(?:cheap\w*|lowest|least|less expensive|compare|smallest|fewest|best price)\b/iu;
const HIGH = /\b(?:highest|most|largest|biggest|greatest|tallest|longest|dearest|most expensive)\b/iu;
/** "€1,299.00", "49.90 EUR", "12,5 kg", "364 000" */
const AMOUNT =
  /(?<before>[$€£¥₹]|\b(?:EUR|USD|GBP|CHF)\b)?\s*(?<number>\d{1,3}(?:[ ,.\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)\s*(?<after>[$€£¥₹%]|(?:EUR|USD|GBP|CHF|km|kg|cm|mm|m|g|h|min)\b)?/u;

export function mergeAnswers(intent: string, branches: readonly BranchAnswer[]): string | null {
  const found = branches.filter(({ answer }) => answer !== null);
  if (found.length === 0) return null;
  const lines = branches.map(
    ({ site, answer }) => `${site}: ${answer?.replace(/\s*\n\s*/gu, ' ') ?? 'not found'}`,
  );
  const compared = comparison(intent, branches);
  return [...(compared === null ? [] : [compared]), ...lines].join('\n');
}

function comparison(intent: string, branches: readonly BranchAnswer[]): string | null {
  const high = HIGH.test(intent);
  if (!high && !LOW.test(intent)) return null;
  const amounts = branches.map(amountOf);
  const all = amounts.filter((amount) => amount !== null);
  const [first] = all;
  if (first === undefined || all.length !== branches.length || all.length < 2) return null;
  if (all.some(({ unit }) => unit !== first.unit)) return null;
  const sorted = all.toSorted((a, b) => (high ? b.value - a.value : a.value - b.value));
  const [best, second] = sorted;
  if (best === undefined || second === undefined) return null;
  if (best.value === second.value) {
    const even = sorted.filter(({ value }) => value === best.value).map(({ site }) => site);
    return `${high ? 'Highest' : 'Lowest'}: ${best.text}, the same at ${even.join(' and ')}`;
  }
  const rest = sorted.slice(1).map(({ site, text }) => `${text} at ${site}`);
  return `${high ? 'Highest' : 'Lowest'}: ${best.text} at ${best.site} (${rest.join(', ')})`;
}

/** The first amount of its facts. */
function amountOf({ site, facts }: BranchAnswer): Amount | null {
  for (const { value } of facts) {
    const match = AMOUNT.exec(value);
    const number = match?.groups?.['number'];
    if (match === null || number === undefined) continue;
    const unit = (match.groups?.['before'] ?? match.groups?.['after'] ?? '').toLowerCase();
    return { site, value: numberOf(number), unit, text: match[0].trim() };
  }
  return null;
}

/** A separator before one or two last digits is the decimal one; a lone one before three digits parts thousands. */
function numberOf(text: string): number {
  const decimal = /[.,](\d{1,2})$/u.exec(text);
  const whole = (decimal === null ? text : text.slice(0, decimal.index)).replace(/[^\d]/gu, '');
  return Number(decimal === null ? whole : `${whole}.${decimal[1] ?? '0'}`);
}
