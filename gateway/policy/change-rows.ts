// What a change of the policy does, as rows of its card: what is allowed, where, under which conditions. INVARIANT: all that
// loosens is shown, before all else, as what an allowance covers; of what does not, the rest is counted.
import { TITLES } from '#gateway/boundary/consent/question.ts';
import type { Question } from '#gateway/boundary/consent/contract.ts';
import { ours } from '#gateway/boundary/words/rows.ts';
import { changeInWords } from '#policy/engine/layers/changes.ts';
import type { BrowserCapability, BrowserDecision } from '#policy/language/vocabulary.ts';
import { guardInWords } from '#policy/tools/compare/guards.ts';
import { guardsIn } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison, DecisionChange } from '#policy/tools/gate/compare-decisions.ts';
import type { Replayed } from './checking/check-thread.ts';
import { conditionsInWords, hostsInWords, loosenedIn, notComparedInWords } from './loosen-word.ts';

type Row = Question['details'][number];

const MAX_OTHERS_SHOWN = 8;
const DIRECTIONS = ['TIGHTENED', 'CHANGED'];

const FROM_NOW: Readonly<Record<BrowserDecision, string>> = {
  ALLOW: 'from now on, without asking',
  ESCALATE: 'from now on, after asking',
  DENY: 'from now on, refused',
  ABORT: 'from now on, refused, and it ends the task',
};
const UNTIL_NOW: Readonly<Record<BrowserDecision, string>> = {
  ALLOW: 'allowed until now',
  ESCALATE: 'asked until now',
  DENY: 'refused until now',
  ABORT: 'ended the task until now',
};

/** `null`: nothing is in force to compare with. */
export function changeRows(compared: Comparison | null): Question['details'] {
  const row = (label: string, value: string): Row => ours('FACT', label, value);
  if (compared === null) return [row('difference', 'no policy is in force to compare with')];
  if (!compared.proven) return [row('difference', notComparedInWords(compared))];
  const loosened = loosenedIn(compared.changes);
  const others = compared.changes
    .filter(({ direction }) => direction !== 'LOOSENED')
    .toSorted((a, b) => DIRECTIONS.indexOf(a.direction) - DIRECTIONS.indexOf(b.direction));
  const left = others.length - MAX_OTHERS_SHOWN;
  const tightened = others.filter(({ direction }) => direction === 'TIGHTENED').length;
  return [
    ...loosened.map(rowOf),
    ...guardsIn(compared).map((one) => ours('COVERS', 'guard', guardInWords(one))),
    ...others.slice(0, MAX_OTHERS_SHOWN).map(rowOf),
    ...(left > 0 ? [row('and', `${left} more changes that loosen nothing`)] : []),
    row('difference', `changes that loosen: ${loosened.length}, that tighten: ${tightened}`),
  ];
}

const MAX_WEEK_ROWS = 6;
const DECIDED: Readonly<Record<BrowserDecision, string>> = {
  ALLOW: 'allowed',
  ESCALATE: 'asked',
  DENY: 'refused',
  ABORT: 'refused, and the task ended',
};

/** What of the last seven days would have been decided otherwise. `null`: nothing was decided in them. */
export function weekRows(replayed: Replayed | null): Question['details'] {
  const label = 'in the last 7 days';
  if (replayed === null) return [ours('FACT', label, 'no request was decided here')];
  const { gates, changes, open } = replayed;
  const times = changes.reduce((sum, one) => sum + one.times, 0);
  const all = `${times} of ${gates} requests would have been decided otherwise`;
  const left = changes.length - MAX_WEEK_ROWS;
  return [
    ours('FACT', label, open === 0 ? all : `${all}; ${open} more may have been`),
    ...changes
      .toSorted(
        (a, b) =>
          Number(b.direction === 'LOOSENED') - Number(a.direction === 'LOOSENED') || b.times - a.times,
      )
      .slice(0, MAX_WEEK_ROWS)
      .map(({ capability, host, from, to, times: often }) =>
        ours(
          'FACT',
          `${often} ${often === 1 ? 'time' : 'times'}`,
          `${isCapability(capability) ? TITLES[capability] : capability}: ${DECIDED[from]} then, ${DECIDED[to]} with this`,
          host === '' ? {} : { host },
        ),
      ),
    ...(left > 0 ? [ours('FACT', 'and', `${left} more kinds`)] : []),
  ];
}

function rowOf(change: DecisionChange): Row {
  const loosens = change.direction === 'LOOSENED';
  const where = loosens ? conditionsInWords(change) : '';
  const [label, what] =
    change.about === 'decision'
      ? [FROM_NOW[change.to], `${actsInWords(change)}, ${UNTIL_NOW[change.from]}`]
      : [change.direction.toLowerCase(), `${changeInWords(change)}: ${actsInWords(change)}`];
  const parts = [what, ...change.days, ...(where === '' ? [] : [`where ${where}`])];
  return ours(loosens ? 'COVERS' : 'FACT', label, parts.join('; '), { host: hostsInWords(change) });
}

const actsInWords = ({ capabilities }: DecisionChange): string =>
  capabilities.map((one) => (isCapability(one) ? TITLES[one] : one)).join(', ');

const isCapability = (name: string): name is BrowserCapability => Object.hasOwn(TITLES, name);
