// One decision as the audit log holds it: the facts of a gate in the vocabulary's own terms, and what was decided on them.
// Of the path the log has what the policy looked at in clear, and the rest as digests (`logged-path.ts`).
// INVARIANT: a line is either read exactly or named as a problem; none is skipped in silence.
import { FACTS, FACT_NAMES } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { ownPort } from '#policy/requests/host.ts';
import { factsOfValues } from '#policy/requests/request.ts';
import { BROWSER_DECISIONS, SCHEMES, VOCABULARY_ID } from '#policy/language/vocabulary.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import type { PathRest } from './logged-path.ts';

export type LoggedGate = {
  /** `entry 17`, `log.jsonl:3`. */
  readonly place: string;
  /** RFC 3339, `''` where the line has none. */
  readonly at: string;
  readonly facts: PolicyFacts;
  /** Facts that were not yet facts when it was logged, and follow from nothing that was: any of their values may have been. */
  readonly unsaid?: readonly FactName[];
  /** Facts of which it holds what the policy of its time looked at, and no more. */
  readonly hidden?: readonly FactName[];
  /** What lay below `facts.path`; without it, that is the whole path. */
  readonly rest?: PathRest | null;
  readonly decision: BrowserDecision;
  /** It stands for so many that were decided as it was; not there: for itself alone. */
  readonly times?: number;
  readonly requestId?: string;
  /** It escalated, and an answer of before covered it. */
  readonly grantedBefore?: boolean;
  /** What decided it, where the entry says so. */
  readonly decidedBy?: DecidedBy;
};

/** A policy as an entry names it. */
export type DecidedBy = {
  readonly semantic: string;
  readonly source: string;
  readonly layers: readonly string[];
};

export type LoggedLine = {
  readonly gates: readonly LoggedGate[];
  readonly problems: readonly Failure[];
  /** Requests like that of an entry before, decided as it was, that have no entries of their own. */
  readonly repeats?: { readonly requestId: string; readonly count: number };
  /** What a person answered to the request of an entry before. Silence, and answers of anybody else, are none. */
  readonly answered?: { readonly requestId: string; readonly answer: 'GRANTED' | 'REFUSED' };
};

/** Entries that hold the gates of a decision. `consent.*` entries repeat those of the entry before them. */
const DECIDING: readonly string[] = ['decision', 'page.act', 'connection', 'task.told'];
const NOTHING: LoggedLine = { gates: [], problems: [] };

/** One line of JSON. Errors, as problems: `policy.bad-log`, `policy.other-vocabulary`. */
export function readLoggedLine(line: string, place: string): LoggedLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    return { gates: [], problems: [failure('policy.bad-log', `${place} is not JSON`, { cause })] };
  }
  return readLogged(value, place);
}

/** An audit entry, or `{ facts, decision }` alone. Entries of other kinds hold no decision. */
export function readLogged(value: unknown, place: string): LoggedLine {
  if (!isRecord(value))
    return { gates: [], problems: [failure('policy.bad-log', `${place} is not an entry of a log`)] };
  const at = typeof value['at'] === 'string' ? value['at'] : '';
  if (isRecord(value['facts'])) return readGate(value, { place, at, vocabulary: value['vocabulary'] });
  if (typeof value['type'] !== 'string')
    return {
      gates: [],
      problems: [failure('policy.bad-log', `${place} is neither an audit entry nor \`{ facts, decision }\``)],
    };
  if (value['type'] === 'consent.answered') return answerIn(value);
  if (!DECIDING.includes(value['type'])) return NOTHING;
  const details = isRecord(value['details']) ? value['details'] : {};
  const { gates, vocabulary } = details;
  // While no policy is in force everything is denied, whatever the facts; and an entry without a verdict tells of something
  // that was not asked for: nothing was decided on facts.
  if (gates === undefined && (isRecord(details['error']) || value['verdict'] === null)) return NOTHING;
  if (gates === undefined && isUnexamined(value['verdict'], details)) return NOTHING;
  const { count } = details;
  if (gates === undefined && typeof count === 'number' && typeof value['requestId'] === 'string')
    return { ...NOTHING, repeats: { requestId: value['requestId'], count } };
  if (gates === undefined && value['type'] === 'task.told')
    return {
      gates: [],
      problems: [
        failure(
          'policy.bad-log',
          `${place} is of an earlier version, which told it without saying what was decided`,
          {
            help: 'it cannot be decided again; begin the replay behind it',
          },
        ),
      ],
    };
  if (!Array.isArray(gates))
    return {
      gates: [],
      problems: [failure('policy.bad-log', `${place} does not hold the facts that were decided on`)],
    };
  const lines = gates.map((gate: unknown) => readGate(gate, { place, at, vocabulary }));
  const { moreGates } = details;
  if (moreGates !== undefined) lines.push(incomplete(place, gates.length, moreGates));
  const requestId = typeof value['requestId'] === 'string' ? { requestId: value['requestId'] } : {};
  const before = value['outcome'] === 'GRANTED_BEFORE' ? { grantedBefore: true } : {};
  const decidedBy = decidedByIn(details);
  return {
    gates: lines.flatMap((one) =>
      one.gates.map((gate) => ({ ...gate, ...requestId, ...before, ...decidedBy })),
    ),
    problems: lines.flatMap((one) => one.problems),
  };
}

/** Of what was told of very many places an entry holds the first. */
const incomplete = (place: string, held: number, more: unknown): LoggedLine => ({
  gates: [],
  problems: [
    failure(
      'policy.bad-log',
      `${place} holds ${held} of the requests that were decided, and not the ${String(more)} others`,
    ),
  ],
});

/** Refused because nobody had the time to look: no policy could have said otherwise. */
const isUnexamined = (verdict: unknown, details: Readonly<Record<string, unknown>>): boolean =>
  verdict === 'DENY' && (details['unexamined'] === true || Object.keys(details).length === 0);

function decidedByIn({ policy, source, layers }: Readonly<Record<string, unknown>>): {
  readonly decidedBy?: DecidedBy;
} {
  if (typeof policy !== 'string') return {};
  const names: readonly unknown[] = Array.isArray(layers) ? layers : [];
  return {
    decidedBy: {
      semantic: policy,
      source: typeof source === 'string' ? source : '',
      layers: names.flatMap((one) => (typeof one === 'string' ? [one] : [])),
    },
  };
}

function answerIn({ requestId, outcome, who }: Readonly<Record<string, unknown>>): LoggedLine {
  if (typeof requestId !== 'string' || typeof who !== 'string' || !who.startsWith('person:')) return NOTHING;
  return outcome === 'GRANTED' || outcome === 'REFUSED'
    ? { ...NOTHING, answered: { requestId, answer: outcome } }
    : NOTHING;
}

function readGate(
  gate: unknown,
  { place, at, vocabulary }: { place: string; at: string; vocabulary: unknown },
): LoggedLine {
  const bad = (code: 'policy.bad-log' | 'policy.other-vocabulary', message: string): LoggedLine => ({
    gates: [],
    problems: [failure(code, `${place} ${message}`, { help: 'replay it with the version that wrote it' })],
  });
  if (vocabulary !== undefined && vocabulary !== VOCABULARY_ID)
    return bad('policy.other-vocabulary', `speaks ${JSON.stringify(vocabulary)}, not \`${VOCABULARY_ID}\``);
  const facts = isRecord(gate) ? gate['facts'] : undefined;
  if (!isRecord(gate) || !isRecord(facts)) return bad('policy.bad-log', 'holds a gate without facts');
  const decision = BROWSER_DECISIONS.find((one) => one === gate['decision']);
  if (decision === undefined) return bad('policy.bad-log', 'holds a gate without its decision');
  const known = withPort(facts);
  const unsaid = LATER.filter((name) => !Object.hasOwn(known, name));
  const missing = FACT_NAMES.filter((name) => !Object.hasOwn(known, name) && !unsaid.includes(name));
  if (missing.length > 0)
    return bad('policy.other-vocabulary', `lacks the facts ${missing.map((one) => `\`${one}\``).join(', ')}`);
  const read = factsOfValues(known);
  if (!read.ok) return bad('policy.other-vocabulary', `has other facts: ${read.error.message}`);
  const rest = restIn(gate['rest']);
  if (rest === undefined)
    return bad('policy.bad-log', 'says what lay below the path in a form that is not known');
  const hidden = hiddenIn(gate['hidden']);
  if (hidden === null)
    return bad('policy.bad-log', 'names facts that it does not say in a form that is not known');
  const open = { ...(unsaid.length === 0 ? {} : { unsaid }), ...(hidden.length === 0 ? {} : { hidden }) };
  return { gates: [{ place, at, facts: read.value, rest, decision, ...open }], problems: [] };
}

/** Facts that entries of before do not say. */
const LATER: readonly FactName[] = FACT_NAMES.filter((name) => FACTS[name].logged !== 'ALWAYS');

/** Entries of before the port was a fact: it follows from scheme and class where it is the scheme's own, and where there is none. */
function withPort(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (Object.hasOwn(facts, 'port')) return facts;
  const scheme = SCHEMES.find((one) => one === facts['scheme']);
  if (facts['portClass'] === 'NONE') return { ...facts, port: '' };
  if (facts['portClass'] !== 'DEFAULT' || scheme === undefined) return facts;
  return { ...facts, port: ownPort(scheme) };
}

/** `null`: not what this version writes. */
function hiddenIn(value: unknown): readonly FactName[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const names: readonly unknown[] = value;
  const known = FACT_NAMES.filter((name) => names.includes(name));
  return known.length === names.length ? known : null;
}

/** `null`: nothing is said of it. `undefined`: not what this version writes. */
function restIn(value: unknown): PathRest | null | undefined {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) return undefined;
  const { key, digests, folded, more } = value;
  if (typeof key !== 'string' || typeof more !== 'boolean' || !Array.isArray(digests)) return undefined;
  const texts: readonly unknown[] = digests;
  if (!texts.every((one) => typeof one === 'string')) return undefined;
  if (folded === undefined) return { key, digests: texts, more };
  const [ascii, unicode] = isRecord(folded)
    ? [foldedIn(folded['ascii'], texts.length), foldedIn(folded['unicode'], texts.length)]
    : [null, null];
  return ascii === null || unicode === null
    ? undefined
    : { key, digests: texts, folded: { ascii, unicode }, more };
}

/** As many digests as there are of the path itself, or none. */
function foldedIn(value: unknown, count: number): readonly string[] | null {
  if (!Array.isArray(value) || (value.length !== 0 && value.length !== count)) return null;
  const texts: readonly unknown[] = value;
  return texts.every((one) => typeof one === 'string') ? texts : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
