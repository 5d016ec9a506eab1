// Decisions against a bare Map lookup of a ready key and against json-logic-js: the same requests, the same answers, in
// one run and alternating. Goals of DESIGN section 13.
import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import jsonLogic from 'json-logic-js';
import { inTurns } from '#gateway/policy/checking/in-turns.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { compileInTurns, compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { toJsonLogic } from '#policy/engine/documents/condition.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import type { PolicyDecision, PolicyFacts } from '#policy/language/facts.ts';
import { deciderGiven } from '#policy/engine/deciding/given.ts';
import { hostMatches, parseHostPattern } from '#policy/requests/host.ts';
import { lintPolicy } from '#policy/tools/lint/lint.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { violations } from '#policy/engine/compile/prove.ts';
import { parseRequest } from '#policy/requests/request.ts';
import {
  BROWSER_CAPABILITIES,
  BROWSER_DECISIONS,
  BROWSER_EXECUTOR_TYPES,
} from '#policy/language/vocabulary.ts';
import { LifeHome } from '#test/fixtures/policy-life.ts';
import { median } from './report.ts';
import type { BenchRow } from './report.ts';

const REQUESTS = 1000;
/** Short ones: on a machine that does other things, most of them are not interrupted. */
const ROUNDS = 120;
const WARM_UP = 50;
const TODAY = '2026-11-21';
const DEFAULT = readFileSync(new URL('../../policy/defaults/default.yaml', import.meta.url), 'utf8');

export async function bench(): Promise<{ rows: BenchRow[] }> {
  return {
    rows: [...deciding(), ...compileTimes(), ...checkTimes(), ...(await reloadTimes())],
  };
}

/** `paths`: each rule is of a path of its own, too. */
function textWith(rules: number, paths = false): string {
  const body = Array.from({ length: rules }, (_, index) => {
    const decision = ['ALLOW', 'ESCALATE', 'DENY'][index % 3];
    const host = index % 2 === 0 ? `h${index}.test` : `*.h${index}.test`;
    return `  - { id: h${index}, decision: ${decision}, when: { capability: NAVIGATE_CROSS_ORIGIN, host: "${host}"${paths ? `, path: /team${index}/api` : ''} } }`;
  });
  return DEFAULT.replace('rules:\n', `rules:\n${body.join('\n')}\n`);
}

function policyWith(rules: number): CompiledPolicy {
  const { policy, findings } = checkPolicy([{ file: 'bench.yaml', text: textWith(rules) }], { today: TODAY });
  if (policy === null) throw new Error(findings.map((one) => one.message).join('\n'));
  return policy;
}

/** Always the same requests: a linear congruential generator, and hosts with and without a rule. */
function requestsFor(rules: number): PolicyFacts[] {
  let seed = 42;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(seed / 65_536) % below;
  };
  return Array.from({ length: REQUESTS }, () => {
    const index = next(rules);
    const host = [`h${index}.test`, `www.h${index}.test`, `other${index}.example`][next(3)];
    // Half of them meet the host rules.
    const capability = next(2) === 0 ? 'NAVIGATE_CROSS_ORIGIN' : BROWSER_CAPABILITIES[next(18)];
    const parsed = parseRequest({ capability, executor: BROWSER_EXECUTOR_TYPES[next(7)], host });
    if (!parsed.ok) throw new Error(parsed.error.message);
    return { ...parsed.value, host: copyOf(parsed.value.host) };
  });
}

/** What stays the same from one act of a task to the next, and is no neutral value. */
const OF_A_GATEWAY = {
  initiator: 'CLIENT',
  namedByUser: true,
  principal: 'uid:1000',
  channel: 'MCP',
  team: 'sales',
  groups: 'staff',
  weekday: 'FRIDAY',
  hour: 15,
  allActs: 17,
  changes: 3,
} as const satisfies Partial<PolicyFacts>;

type Kind = 'bare' | 'host' | 'built' | 'given' | 'full' | 'told';
/** One way to the same decisions for a thousand requests, and json-logic-js for some of them. */
type Course = Readonly<Record<Kind, () => void>> & {
  readonly rules: number;
  readonly peer: () => void;
  readonly peerRequests: number;
};

/** Twenty rules and two thousand in turns, so that what slows the machine down for a while slows both. */
function deciding(): BenchRow[] {
  const allowed = { count: 0 };
  const [small, large] = [courseOf(20, allowed), courseOf(2000, allowed)];
  const rounds = Array.from({ length: ROUNDS + WARM_UP }, () => ({
    small: timesOf(small),
    large: timesOf(large),
  })).slice(WARM_UP);
  const rows = [
    ...rowsOf(
      small,
      rounds.map((round) => round.small),
    ),
    ...rowsOf(
      large,
      rounds.map((round) => round.large),
    ),
    {
      name: '3 facts as strings: time at 2,000 host rules to 20',
      value: median(rounds.map((round) => round.large.given / round.small.given)),
      unit: '×',
      target: '≤ 1.2',
    },
    {
      name: 'the same of a Map.get of the host alone, which no decision by host is below',
      value: median(rounds.map((round) => round.large.host / round.small.host)),
      unit: '×',
    },
  ];
  if (allowed.count === 0) throw new Error('nothing was allowed');
  return rows;
}

function courseOf(rules: number, allowed: { count: number }): Course {
  const policy = policyWith(rules);
  const requests = requestsFor(rules);
  const first = requests[0];
  if (first === undefined) throw new Error('no requests');
  const given = deciderGiven(policy, first);
  const told = requests.map((facts): PolicyFacts => ({ ...facts, ...OF_A_GATEWAY }));
  const keyed = requests.map((facts) => ({
    key: keyOf(facts),
    decision: policy.decide({ ...first, ...varying(facts) }),
  }));
  const three = requests.map((facts) => ({ ...first, ...varying(facts) }));
  const map = new Map(keyed.map(({ key, decision }) => [key, decision]));
  const byHost = new Map(three.map((facts, index) => [copyOf(facts.host), keyed[index]?.decision]));
  // What arrives is never the very string that the Map holds: neither the key here nor the host of a request.
  const keys = keyed.map(({ key }) => copyOf(key));
  const peer = new JsonLogicPeer(policy);
  const sample = three.slice(0, rules > 100 ? 20 : 200);
  for (const [index, facts] of three.entries()) {
    const expected = policy.decide(facts);
    const answers = [given(facts.capability, facts.executor, facts.host), map.get(keys[index] ?? '')];
    // The peer takes milliseconds at two thousand rules: it is held to the requests that it is timed on.
    const theirs = index < sample.length ? peer.decide(facts) : expected.decision;
    if (answers.some((one) => one !== expected) || theirs !== expected.decision)
      throw new Error(`the answers differ on ${JSON.stringify(facts)}`);
  }
  const note = (decision: PolicyDecision | undefined): void => {
    if (decision?.decision === 'ALLOW') allowed.count++;
  };
  return {
    rules,
    bare: () => {
      for (const key of keys) note(map.get(key));
    },
    host: () => {
      for (const facts of three) note(byHost.get(facts.host));
    },
    built: () => {
      for (const facts of three) note(map.get(keyOf(facts)));
    },
    given: () => {
      for (const facts of three) note(given(facts.capability, facts.executor, facts.host));
    },
    full: () => {
      for (const facts of requests) note(policy.decide(facts));
    },
    told: () => {
      for (const facts of told) note(policy.decide(facts));
    },
    peer: () => {
      for (const facts of sample) if (peer.decide(facts) === 'ALLOW') allowed.count++;
    },
    peerRequests: sample.length,
  };
}

/** Nanoseconds for a thousand requests, by each way. */
const timesOf = (course: Course): Record<Kind, number> => ({
  bare: timed(course.bare, 3),
  host: timed(course.host, 3),
  built: timed(course.built, 3),
  given: timed(course.given, 3),
  full: timed(course.full, 3),
  told: timed(course.told, 3),
});

function rowsOf(course: Course, rounds: readonly Readonly<Record<Kind, number>>[]): BenchRow[] {
  const theirs = median(Array.from({ length: 5 }, () => timed(course.peer, 1))) / course.peerRequests;
  const full = median(rounds.map((round) => round.full)) / REQUESTS;
  // Round by round: what slows one of a pair slows the other.
  const ratio = (name: Kind, to: Kind): number => median(rounds.map((round) => round[name] / round[to]));
  const label = `${course.rules} host rules`;
  return [
    {
      name: `3 facts as strings, ${label}: time as a ratio to a Map.get of the ready key`,
      value: ratio('given', 'bare'),
      unit: '×',
      target: course.rules === 20 ? '≤ 1.5' : '≤ 1.5, flat',
    },
    {
      name: `3 facts as strings, ${label}: the same, the key built from the facts`,
      value: ratio('given', 'built'),
      unit: '×',
    },
    {
      name: `all facts with explanation, ${label}: ratio to a Map.get of the ready key`,
      value: ratio('full', 'bare'),
      unit: '×',
      target: '≤ 5',
    },
    {
      name: `the same, with what a gateway says of the person, the hour and the task`,
      value: ratio('told', 'bare'),
      unit: '×',
    },
    { name: `all facts with explanation, ${label}: decisions`, value: 1e9 / full, unit: '/s' },
    {
      name: `all facts, ${label}: faster than json-logic-js on the same entries`,
      value: theirs / full,
      unit: '×',
    },
  ];
}

const varying = ({
  capability,
  executor,
  host,
}: PolicyFacts): Pick<PolicyFacts, 'capability' | 'executor' | 'host'> => ({ capability, executor, host });
const keyOf = (facts: PolicyFacts): string => `${facts.capability}|${facts.executor}|${facts.host}`;

const copyOf = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text));

/** Nanoseconds for one run. */
function timed(run: () => void, times: number): number {
  const start = process.hrtime.bigint();
  for (let index = 0; index < times; index++) run();
  return Number(process.hrtime.bigint() - start) / times;
}

/** The thread's own milliseconds: what else the machine does is not in them. */
function cpuMs(run: () => void): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

function compileTimes(): BenchRow[] {
  const compiling = (paths: boolean): number => {
    const loaded = loadPolicy(textWith(2000, paths), { file: 'bench.yaml' });
    if (!loaded.ok) throw new Error('the bench policy does not load');
    return median(
      Array.from({ length: 9 }, () => {
        return cpuMs(() => {
          const compiled = compilePolicy([loaded.value], { today: TODAY });
          if (!compiled.ok) throw new Error(compiled.error[0]?.message);
        });
      }),
    );
  };
  const policy = policyWith(20);
  const provable = {
    stack: policy.stack,
    space: policy.space,
    diagram: policy.diagram,
    decision: policy.decisionNode,
    envelope: policy.envelopeNode,
    decisionSeverity: (leaf: number) => policy.outcomes.severity(leaf),
  };
  const proving = Array.from({ length: 30 }, () =>
    timed(() => void violations(provable, policy.invariants), 1),
  );
  return [
    {
      name: 'compile 2,000 rules, proved and hashed',
      value: compiling(false),
      unit: 'ms',
      target: '< 100',
    },
    { name: 'compile 2,000 rules of a host and a path each', value: compiling(true), unit: 'ms' },
    {
      name: `prove ${policy.invariants.length} invariants on policy and envelope`,
      value: median(proving) / 1e6,
      unit: 'ms',
      target: '< 10',
    },
  ];
}

/** What a check and a long list take, beside what reading and compiling the same text takes in the same run. */
function checkTimes(): BenchRow[] {
  const text = textWith(4000);
  const list = Array.from({ length: 50_000 }, (_, index) => `h${index}.com`).join(', ');
  const long = DEFAULT.replace(
    'rules:\n',
    `rules:\n  - { id: l, decision: DENY, when: { host: [${list}] } }\n`,
  );
  const compiled = cpuMs(() => void checkPolicy([{ file: 'bench.yaml', text }], { today: TODAY }));
  const checked = cpuMs(() => void lintPolicy([{ file: 'bench.yaml', text }], { today: TODAY }));
  const loaded = cpuMs(() => void loadPolicy(long, { file: 'bench.yaml' }));
  return [
    { name: 'check of 4,000 rules', value: checked, unit: 'ms', target: '≤ 5,000' },
    {
      name: 'check of 4,000 rules: ratio to reading and compiling them',
      value: checked / compiled,
      unit: '×',
    },
    { name: 'load a list of 50,000 hosts', value: loaded, unit: 'ms', target: '≤ 2,000' },
  ];
}

/** Asks every millisecond, and measures until the answer is back: what a decision waits for is in it. */
const ASKER = `
const { parentPort } = require('node:worker_threads');
let [asked, times, timer] = [0, [], null];
parentPort.on('message', (message) => {
  if (message === 'begin') {
    times = [];
    timer = setInterval(() => { asked = performance.now(); parentPort.postMessage('ask'); }, 1);
  } else if (message === 'end') {
    clearInterval(timer);
    parentPort.postMessage(times);
  } else times.push(performance.now() - asked);
});`;

/** Answers to another thread while a gateway reads, checks, compiles and takes up a policy, beside those while it does nothing. */
async function reloadTimes(): Promise<BenchRow[]> {
  await using home = await LifeHome.open();
  const file = home.write('policy.yaml', textWith(20));
  const life = await home.life([file]);
  const requests = requestsFor(20);
  const asker = new Worker(ASKER, { eval: true });
  let ended: (times: readonly number[]) => void = () => {};
  let index = 0;
  asker.on('message', (message: unknown) => {
    if (Array.isArray(message)) return ended(message.map(Number));
    const facts = requests[index++ % requests.length];
    const policy = life.inForce();
    if (!policy.ok || facts === undefined) throw new Error('nothing is in force');
    policy.value.decide(facts);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    asker.postMessage('answered');
  });
  const answers = async (work: () => Promise<unknown>): Promise<{ p99: number; longest: number }> => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    asker.postMessage('begin');
    await work();
    const times = await new Promise<readonly number[]>((resolve) => {
      ended = resolve;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
      asker.postMessage('end');
    });
    const sorted = times.toSorted((one, other) => one - other);
    return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN, longest: sorted.at(-1) ?? 0 };
  };
  const rounds: { ratio: number; longest: number }[] = [];
  for (let round = 0; round < 7; round++) {
    const alone = await answers(() => setTimeout(1_000));
    writeFileSync(file, textWith(2_000 + round));
    const beside = await answers(async () => {
      const done = await life.reload({ by: 'person:terminal', trigger: 'asked', acknowledge: 'bench' });
      if (!done.ok) throw new Error(done.error.message);
    });
    rounds.push({ ratio: beside.p99 / alone.p99, longest: beside.longest });
  }
  await asker.terminate();
  return [
    {
      name: 'p99 of answers to another thread while a gateway reloads 2,000 rules: ratio to without',
      value: median(rounds.map(({ ratio }) => ratio)),
      unit: '×',
      target: '≤ 2',
    },
    {
      name: 'longest wait for an answer while a gateway reloads 2,000 rules',
      value: median(rounds.map(({ longest }) => longest)),
      unit: 'ms',
      target: '≤ 10',
    },
    ...(await compileTurns()),
  ];
}

/** Turns of the compile alone, which takes no other thread: a decision after each, and the longest of them. */
async function compileTurns(): Promise<BenchRow[]> {
  const loaded = loadPolicy(textWith(2000), { file: 'bench.yaml' });
  if (!loaded.ok) throw new Error('the bench policy does not load');
  const longest: number[] = [];
  for (let round = 0; round < 7; round++) {
    const running = { over: false };
    const done = inTurns(
      compileInTurns([loaded.value], { today: TODAY }),
      new AbortController().signal,
    ).finally(() => {
      running.over = true;
    });
    let most = 0;
    while (!running.over) {
      const before = performance.now();
      await setImmediate();
      most = Math.max(most, performance.now() - before);
    }
    await done;
    longest.push(most);
  }
  return [
    {
      name: 'longest turn while 2,000 rules are compiled',
      value: median(longest),
      unit: 'ms',
      target: '≤ 10',
    },
  ];
}

/** The same policy by json-logic-js: every entry's condition evaluated, combined by the severest as POLICY.md 6.1 says. */
class JsonLogicPeer {
  readonly #floors: readonly Peer[];
  readonly #rules: readonly Peer[];
  readonly #defaults: readonly Peer[];

  constructor({ stack }: CompiledPolicy) {
    jsonLogic.add_operation('host_in', (host: string, patterns: readonly string[]) =>
      patterns.some((text) => {
        const pattern = parseHostPattern(text);
        return pattern.ok && hostMatches(pattern.value, host);
      }),
    );
    const [layer] = stack.layers;
    this.#floors = (layer?.floors ?? []).flatMap(peersOf);
    this.#rules = (layer?.rules ?? []).flatMap(peersOf);
    this.#defaults = (layer?.defaults ?? []).flatMap(peersOf);
  }

  decide(facts: PolicyFacts): string {
    const severest = (list: readonly Peer[]): number =>
      list.reduce(
        (most, { rule, severity }) =>
          severity > most && jsonLogic.apply(rule, facts) === true ? severity : most,
        -1,
      );
    const base = severest(this.#rules);
    return (
      BROWSER_DECISIONS[Math.max(severest(this.#floors), base < 0 ? severest(this.#defaults) : base, 0)] ??
      'DENY'
    );
  }
}

type Peer = { readonly rule: jsonLogic.RulesLogic; readonly severity: number };

/** One rule for every cell: a condition on the axes beside the entry's own. */
function peersOf(unit: Entry): readonly Peer[] {
  return unit.cells.map((cell, index) => {
    let rest = index;
    const axes = unit.axes.toReversed().map((axis) => {
      const position = rest % axis.members.length;
      rest = Math.floor(rest / axis.members.length);
      const members = [...axis.positions].flatMap(([value, at]) => (at === position ? [value] : []));
      return { in: [{ var: axis.fact }, members] };
    });
    const rule: unknown = { and: [toJsonLogic(unit.scope), ...axes, true] };
    if (!isRule(rule)) throw new TypeError('not JSON Logic');
    return { rule, severity: cell.severity };
  });
}

function isRule(value: unknown): value is jsonLogic.RulesLogic {
  return value !== null && typeof value === 'object';
}
