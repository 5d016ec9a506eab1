// The engine in a worker: the same check, lints, difference, explanation and replay as the CLI and the gateway run.
// INVARIANT: it decides nothing; the gateway checks again what it is given.
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { changeInWords } from '#policy/engine/layers/changes.ts';
import { diffExit, diffPolicies, DIFF_EXIT } from '#policy/tools/compare/diff.ts';
import type { DiffRow, PolicyDiff } from '#policy/tools/compare/diff.ts';
import { guardInWords } from '#policy/tools/compare/guards.ts';
import type { Guard } from '#policy/tools/compare/guards.ts';
import { extentOf } from '#policy/tools/render/render-endings.ts';
import { regionInWords } from '#policy/tools/compare/region.ts';
import { briefly } from '#policy/tools/render/render-diff.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { explainLine } from '#policy/tools/explain/explain.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { possibleFacts } from '#policy/tools/logs/possible-facts.ts';
import { requestsIn } from '#policy/tools/logs/repeated.ts';
import { replay } from '#policy/tools/logs/replay.ts';
import { lintPolicy } from '#policy/tools/lint/lint.ts';
import { parseRequest, requestFromText } from '#policy/requests/request.ts';
import { ruleDrafted } from './drafted-rule.ts';
import { lookAt } from './policy-look.ts';
import { testedDocuments } from '#policy/tools/testing/embedded.ts';
import type {
  AgainAnswer,
  AgainQuestion,
  Answered,
  Asked,
  CheckAnswer,
  CheckQuestion,
  Difference,
  DifferenceRow,
  ForeseeAnswer,
  ForeseeQuestion,
  LookAnswer,
  LookQuestion,
  Questions,
  RuleAnswer,
  RuleQuestion,
  TestsAnswer,
  TestsQuestion,
} from './policy-check.ts';

const MAX_ROWS_SHOWN = 60;
const ORDER = ['LOOSENED', 'TIGHTENED', 'CHANGED'];

type Answers = CheckAnswer | LookAnswer | ForeseeAnswer | RuleAnswer | AgainAnswer | TestsAnswer;

let known: { readonly key: string; readonly policy: CompiledPolicy | null } = { key: '', policy: null };

globalThis.addEventListener('message', ({ data: { id, question } }: MessageEvent<Asked>) => {
  const answered: Answered<Answers> = { id, answer: answerOf(question) };
  globalThis.postMessage(answered);
});

function answerOf(question: Questions): Result<Answers> {
  if ('again' in question) return decidedAgain(question);
  if ('tested' in question) return testsOf(question);
  if ('hosts' in question) return lookedAt(question);
  if ('foreseen' in question) return foretold(question);
  return 'gate' in question ? drafted(question) : answerTo(question);
}

function drafted({ inForce, gate }: RuleQuestion): Result<RuleAnswer> {
  try {
    const today = new Date().toISOString().slice(0, 10);
    const lowest = inForce.at(-1);
    return activeOf(inForce, today) === null || lowest === undefined
      ? fail('policy.unproven', 'what is in force does not load here', { help: 'see the tab Text' })
      : ok(ruleDrafted(inForce.slice(0, -1), lowest, gate, today));
  } catch (thrown) {
    return fail('policy.unproven', 'no rule could be drafted', { cause: thrown });
  }
}

function answerTo(question: CheckQuestion): Result<CheckAnswer> {
  try {
    const { draft, request, gates } = question;
    const today = new Date().toISOString().slice(0, 10);
    const { findings, policy } = lintPolicy(draft, { today });
    const active = activeOf(question.active, today);
    return ok({
      findings,
      loads: policy !== null,
      difference: policy === null || active === null ? null : differenceOf(active, policy),
      tried:
        policy === null || Object.keys(request).length === 0
          ? null
          : explainLine(policy, requestFromText(request)),
      replayed: policy === null ? null : replayed(policy, gates),
    });
  } catch (thrown) {
    return fail('policy.unproven', 'the check failed', { cause: thrown });
  }
}

function decidedAgain({ draft, again }: AgainQuestion): Result<AgainAnswer> {
  try {
    const { policy } = checkPolicy(draft, { today: new Date().toISOString().slice(0, 10) });
    const answer = policy === null ? null : replayed(policy, again);
    return answer === null
      ? fail('policy.unproven', 'the draft would be refused', { help: 'see the tab Text' })
      : ok(answer);
  } catch (thrown) {
    return fail('policy.unproven', 'the requests could not be decided again', { cause: thrown });
  }
}

function testsOf({ tested }: TestsQuestion): Result<TestsAnswer> {
  try {
    return ok(testedDocuments(tested, new Date().toISOString().slice(0, 10)));
  } catch (thrown) {
    return fail('policy.unproven', 'the tests could not be run', { cause: thrown });
  }
}

function lookedAt({ inForce, draft, request, ...given }: LookQuestion): Result<LookAnswer> {
  try {
    const today = new Date().toISOString().slice(0, 10);
    const policy = activeOf(inForce, today);
    const next = draft === null ? null : checkPolicy(draft, { today }).policy;
    return policy === null
      ? fail('policy.unproven', 'what is in force does not load here', { help: 'see the tab Text' })
      : lookAt(policy, next, {
          ...given,
          isDraftBroken: draft !== null && next === null,
          request: requestFromText(request),
        });
  } catch (thrown) {
    return fail('policy.unproven', 'the policy could not be looked at', { cause: thrown });
  }
}

function foretold({ inForce, foreseen }: ForeseeQuestion): Result<ForeseeAnswer> {
  try {
    const policy = activeOf(inForce, new Date().toISOString().slice(0, 10));
    if (policy === null)
      return fail('policy.unproven', 'what is in force does not load here', {
        help: 'open Policy, and see its text',
      });
    return ok(
      foreseen.map((request) => {
        const facts = parseRequest(requestFromText(request));
        return facts.ok ? policy.decide(facts.value).decision : null;
      }),
    );
  } catch (thrown) {
    return fail('policy.unproven', 'the policy could not be asked', { cause: thrown });
  }
}

/** For `expires`: `today` is `YYYY-MM-DD`. */
function activeOf(active: CheckQuestion['active'], today: string): CompiledPolicy | null {
  if (active.length === 0) return null;
  const key = JSON.stringify([today, active]);
  if (known.key !== key) known = { key, policy: checkPolicy(active, { today }).policy };
  return known.policy;
}

function differenceOf(active: CompiledPolicy, policy: CompiledPolicy): Result<Difference> {
  const compared = diffPolicies(active, policy);
  return compared.ok ? ok(inRows(compared.value)) : compared;
}

function inRows(diff: PolicyDiff): Difference {
  const rows = diff.rows.toSorted(
    (a, b) => ORDER.indexOf(a.direction) - ORDER.indexOf(b.direction) || (a.classes < b.classes ? 1 : -1),
  );
  return {
    extent: extentOf(diff),
    rows: [...(diff.guards ?? []).map(guardRow), ...rows.map(inRow)].slice(0, MAX_ROWS_SHOWN),
    more: Math.max(0, rows.length + (diff.guards ?? []).length - MAX_ROWS_SHOWN),
    loosens: diffExit(diff) === DIFF_EXIT.loosened,
  };
}

const guardRow = (guard: Guard): DifferenceRow => ({
  direction: 'LOOSENED',
  what: guardInWords(guard),
  capabilities: [],
  where: '',
  classes: '0',
  before: [guard.guard],
  after: [],
  witness: {},
});

const inRow = (row: DiffRow): DifferenceRow => ({
  direction: row.direction,
  what: changeInWords(row),
  capabilities: (row.region['capability'] ?? []).map(String),
  where: regionInWords(row.region),
  classes: row.classes.toLocaleString('en'),
  before: row.before,
  after: row.after,
  witness: briefly(row.witness),
});

function replayed(policy: CompiledPolicy, gates: CheckQuestion['gates']): CheckAnswer['replayed'] {
  const { gates: decided, changes } = replay(
    [{ gates, problems: [] }],
    (facts) => policy.decide(facts).decision,
    // The log's key stays with the gateway: what only it could tell is counted as open.
    (gate) => possibleFacts(policy, gate, null),
  );
  return { gates: decided, changes, open: requestsIn(gates) - decided };
}
