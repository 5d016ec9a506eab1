// Lints of how a document is kept: no-reason, no-owner, end-mark, no-end-mark, long-lived-grant, untested-rule, weak-tests, space-growth.
import type { Cell, Severity, TestCase, Entry } from '#policy/engine/documents/document.ts';
import { ALLOW, placeOf } from '#policy/engine/documents/document.ts';
import { cellAt, interpret } from '#policy/engine/deciding/interpret.ts';
import { DEFAULT_ESCALATION } from '#policy/engine/layers/stack.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';
import { cellName } from '#policy/tools/testing/coverage.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';
import type { Context } from '#policy/tools/lint/model/context.ts';
import type { Remark } from '#policy/tools/lint/model/finding.ts';
import { sensitiveRequest } from './scope-lints.ts';

const DAY_MS = 86_400_000;
const LONG_DAYS = 366;
const MAX_SURVIVORS_SHOWN = 5;

export function hygieneLints(context: Context): readonly Remark[] {
  return [
    ...noOwner(context),
    ...endMark(context),
    ...noReason(context),
    ...longLived(context),
    ...longerTimeouts(context),
    ...untested(context),
    ...weakTests(context),
    ...spaceGrowth(context),
  ];
}

const entriesOf = ({ document }: Context): readonly Entry[] => [
  ...document.defaults,
  ...document.floors.filter((entry) => entry.section === 'floors'),
  ...document.rules,
  ...document.delegate,
];

function noOwner({ document }: Context): readonly Remark[] {
  if (document.owner !== null) return [];
  const help = 'add `owner:` with the team that answers for it';
  return [
    { id: 'no-owner', message: `\`${document.id}\` names no owner`, help, span: document.span, entry: null },
  ];
}

function endMark({ document: { id, mark, span } }: Context): readonly Remark[] {
  if (mark !== undefined)
    return [
      ...(mark.truncated === null ? [] : [{ id: 'truncated' as const, ...mark.truncated, entry: null }]),
      ...mark.faults.map((one): Remark => ({ id: 'end-mark', ...one, entry: null })),
    ];
  return [
    {
      id: 'no-end-mark',
      message: `\`${id}\` has no end mark`,
      help: 'run `ghost policy seal`: a file that is cut off then does not pass',
      span,
      entry: null,
    },
  ];
}

function noReason(context: Context): readonly Remark[] {
  return entriesOf(context)
    .filter((entry) => entry.reason === '')
    .map((entry) => ({
      id: 'no-reason',
      message: `\`${entry.ref}\` gives no reason`,
      help: 'add `reason:`; it is what an approver and a refused caller read',
      span: entry.span,
      entry: entry.ref,
    }));
}

function longLived(context: Context): readonly Remark[] {
  return context.layer.rules.flatMap((rule): readonly Remark[] => {
    if (rule.cells[0]?.severity !== ALLOW) return [];
    const days =
      rule.expires === null ? null : (Date.parse(rule.expires) - Date.parse(context.today)) / DAY_MS;
    if (days !== null && days <= LONG_DAYS) return [];
    const witness = sensitiveRequest(rule, context, 'unnamed');
    if (witness === null) return [];
    const how = days === null ? 'never ends' : `holds for another ${days} days`;
    return [
      {
        id: 'long-lived-grant',
        message: `\`${rule.ref}\` allows \`${witness.capability}\` and ${how}`,
        help: 'add `expires:` with the day on which somebody is to look at it again',
        span: rule.span,
        entry: rule.ref,
        witness,
      },
    ];
  });
}

/** Whoever asks below waits no longer than the layers above let anybody wait. */
function longerTimeouts({ document, documents }: Context): readonly Remark[] {
  const above = documents.slice(0, -1);
  if (above.length === 0) return [];
  const given = above.map((one) => one.escalation.timeout ?? DEFAULT_ESCALATION.timeout);
  const most = Math.min(...given);
  const whose = above[given.indexOf(most)]?.id ?? '';
  const entries = [...document.defaults, ...document.floors, ...document.rules, ...document.delegate];
  const stated = [
    { timeout: document.escalation.timeout, span: document.escalationSpan, entry: null },
    // A table and the floor behind it are one entry.
    ...entries.flatMap((entry) =>
      entry.section === 'never'
        ? []
        : [{ timeout: entry.escalate?.timeout, span: entry.span, entry: entry.ref }],
    ),
  ];
  return stated.flatMap(({ timeout, span, entry }): readonly Remark[] =>
    timeout === undefined || timeout <= most
      ? []
      : [
          {
            id: 'longer-timeout',
            message: `${entry === null ? '`escalation`' : `\`${entry}\``} waits ${timeout} seconds, and \`${whose}\` above gives ${most}: ${most} hold`,
            help: `write ${most} or less, or lengthen it above: a lower layer lengthens no time-out`,
            span,
            entry,
            proof: 'the terms of every question are the least time of all layers',
          },
        ],
  );
}

function untested(context: Context): readonly Remark[] {
  const { document, policy, layer, tests } = context;
  const entries = [
    ...document.defaults,
    ...document.floors.filter((entry) => entry.section === 'floors'),
    ...layer.rules,
  ];
  if (entries.length === 0) return [];
  if (tests.length === 0)
    return [
      {
        id: 'untested-rule',
        message: `\`${document.id}\` has no tests: nothing says what its ${entries.length === 1 ? 'entry is' : `${entries.length} entries are`} for`,
        help: 'add `tests:` with a case for every entry',
        span: document.span,
        entry: null,
      },
    ];
  const decided = new Set(
    tests.flatMap((test) =>
      policy.decide(test.facts).because.flatMap((one) => (one.layer === document.id ? [one.entry] : [])),
    ),
  );
  return entries
    .filter((entry) => !decided.has(entry.ref) && !decided.has(`never.${entry.id}`))
    .map((entry) => ({
      id: 'untested-rule',
      message: `no ${testsOf(context)} is decided by \`${entry.ref}\``,
      help: 'add a case that says `by:` it',
      span: entry.span,
      entry: entry.ref,
    }));
}

type Mutant = {
  readonly name: string;
  readonly at: Cell;
  readonly entry: Entry;
  readonly stack: () => Stack;
};

/** Which tests there are to speak of. */
const testsOf = ({ document, tests }: Context): string =>
  tests.length === document.tests.length ? 'embedded test' : 'test';

/** One entry or cell loosened at a time, and the tests run on each. */
function weakTests(context: Context): readonly Remark[] {
  const { document, tests } = context;
  if (tests.length === 0) return [];
  const mutants = mutantsOf(context);
  const survivors = mutants.filter((mutant) => !tests.some((test) => notices(test, mutant)));
  if (survivors.length === 0) return [];
  const shown = survivors.slice(0, MAX_SURVIVORS_SHOWN).map((one) => `${one.name} (${placeOf(one.at.span)})`);
  const more =
    survivors.length > MAX_SURVIVORS_SHOWN ? `, and ${survivors.length - MAX_SURVIVORS_SHOWN} more` : '';
  return [
    {
      id: 'weak-tests',
      message: `${survivors.length} of ${mutants.length} single loosenings go unnoticed by the ${testsOf(context)}s`,
      help: `add a case for: ${shown.join('; ')}${more}`,
      span: document.span,
      entry: null,
    },
  ];
}

function notices(test: TestCase, mutant: Mutant): boolean {
  if (cellAt(mutant.entry, test.facts) !== mutant.at) return false;
  const { severity, winners } = interpret(mutant.stack(), test.facts);
  const by = winners.some(({ entry }) => test.by === null || entry.ref === test.by || entry.id === test.by);
  return decisionOf(severity) !== test.expect || !by;
}

function mutantsOf({ layer, model, document }: Context): readonly Mutant[] {
  const floors = document.floors.filter((entry) => entry.section === 'floors');
  return [...document.defaults, ...floors, ...layer.rules].flatMap((entry) =>
    entry.cells.flatMap((cell, index): readonly Mutant[] => {
      const rule = entry.section === 'rules';
      if (cell.severity === ALLOW && !rule) return [];
      const where = entry.axes.length === 0 ? '' : ` ${cellName(entry, index)}`;
      const grant = cell.severity === ALLOW;
      const name = grant ? `\`${entry.ref}\` dropped` : `\`${entry.ref}\`${where} one step milder`;
      const milder = (one: Entry): readonly Entry[] => {
        if (one !== entry && !(one.section === 'never' && one.id === entry.id && entry.axes.length > 0))
          return [one];
        return grant
          ? []
          : [{ ...one, cells: one.cells.map((own, at) => (at === index ? loosened(own) : own)) }];
      };
      return [{ name, at: cell, entry, stack: () => edited(model.stack, layer, milder) }];
    }),
  );
}

const loosened = (cell: Cell): Cell => ({ ...cell, severity: stepDown(cell.severity) });
const stepDown = (severity: Severity): Severity => (severity === 3 ? 2 : severity === 2 ? 1 : 0);

function edited(stack: Stack, layer: Context['layer'], edit: (entry: Entry) => readonly Entry[]): Stack {
  const next = {
    ...layer,
    defaults: layer.defaults.flatMap(edit),
    rules: layer.rules.flatMap(edit),
    floors: layer.floors.flatMap(edit),
  };
  return { ...stack, layers: stack.layers.map((one) => (one === layer ? next : one)) };
}

/** `OPEN_TAB HEADLESS` */
function spaceGrowth({ document, policy, cellBudget }: Context): readonly Remark[] {
  const { cells, classes } = policy.statistics;
  if (cells * 10 <= cellBudget) return [];
  const [fact, count] = Object.entries(classes).reduce((most, one) => (one[1] > most[1] ? one : most));
  return [
    {
      id: 'space-growth',
      message: `the policy has ${cells} cells of the ${cellBudget} that are proved; \`${fact}\` with its ${count} classes grew them most`,
      help: `test \`${fact}\` in fewer rules, or name fewer of its values; beyond the budget it does not load`,
      span: document.span,
      entry: null,
      proof: `${cells} cells`,
    },
  ];
}
