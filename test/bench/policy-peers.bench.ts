// The engine beside its peers: the default policy with 20 and with 2,000 host rules, the same requests, the same answers, in
// interleaved rounds. Each peer gets its fastest form: parsed policies, ready request objects, no diagnostics read.
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import type { StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs';
import { newEnforcer, newModelFromString } from 'casbin';
import { parse } from 'yaml';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { diffPolicies } from '#policy/tools/compare/diff.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import { DISPLAY_OF } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { deciderGiven } from '#policy/engine/deciding/given.ts';
import { hostMatches, parseHostPattern } from '#policy/requests/host.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { violations } from '#policy/engine/compile/prove.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { isNode } from '#policy/engine/values/document-node.ts';
import {
  BROWSER_CAPABILITIES,
  BROWSER_DECISIONS,
  BROWSER_EXECUTOR_TYPES,
} from '#policy/language/vocabulary.ts';
import { cedarPolicies, conditionOf } from '#test/fixtures/cedar.ts';
import { DEFAULT_TEXT } from '#test/fixtures/policy/policies.ts';
import { layerSays, oracleDecides } from '#test/property/document-oracle.ts';
import { median } from './report.ts';
import type { BenchRow } from './report.ts';

const REQUESTS = 1_000;
/** Requests that one round asks of a slow engine: the same mix at every size. */
const SAMPLE = 24;
const ROUNDS = 12;
const WARM_UP = 3;
const COMPILED_AFTER = 40;
const TODAY = '2026-11-21';
const SIZES = [20, 2_000] as const;

type Ask = (facts: PolicyFacts, index: number) => string;
/** `sample`: how many requests one round asks of it. */
type Engine = { readonly name: string; readonly ask: Ask; readonly sample: number; readonly exact: boolean };

export async function bench(): Promise<{ rows: BenchRow[] }> {
  const measured = [];
  for (const size of SIZES) measured.push(await measure(size));
  const [small, large] = measured;
  if (small === undefined || large === undefined) throw new Error('nothing was measured');
  const growth = [...small.times.keys()].map((name): BenchRow => ({
    name: `growth from 20 to 2,000 host rules: ${name}`,
    value: (large.times.get(name) ?? Number.NaN) / (small.times.get(name) ?? Number.NaN),
    unit: '×',
    ...(name.startsWith('ours') ? { target: '≤ 1.2' } : {}),
  }));
  return { rows: [...small.rows, ...large.rows, ...growth, ...proofs(large.policy)] };
}

type HostRule = { readonly id: string; readonly decision: string; readonly when: Record<string, string> };

const hostRules = (count: number): readonly HostRule[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `h${index}`,
    decision: ['ALLOW', 'ESCALATE', 'DENY'][index % 3] ?? 'DENY',
    when: {
      capability: 'NAVIGATE_CROSS_ORIGIN',
      host: index % 2 === 0 ? `h${index}.test` : `*.h${index}.test`,
    },
  }));

function documentWith(count: number): PolicyDocument {
  const rules = hostRules(count).map((rule) => `  - ${JSON.stringify(rule)}`);
  const text = DEFAULT_TEXT.replace('rules:\n', `rules:\n${rules.join('\n')}\n`);
  const loaded = loadPolicy(text, { file: 'bench.yaml' });
  if (!loaded.ok) throw new Error(loaded.error.map((one) => one.message).join('\n'));
  return loaded.value;
}

function compiledFrom(document: PolicyDocument): CompiledPolicy {
  const compiled = compilePolicy([document], { today: TODAY });
  if (!compiled.ok) throw new Error(compiled.error.map((one) => one.message).join('\n'));
  return compiled.value;
}

/** Always the same requests; half of them meet the host rules. No string of theirs is a constant of the policy. */
function requestsFor(rules: number): readonly PolicyFacts[] {
  let seed = 42;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(seed / 65_536) % below;
  };
  return Array.from({ length: REQUESTS }, () => {
    const index = next(rules);
    const host = [`h${index}.test`, `www.h${index}.test`, `other${index}.example`][next(3)];
    const capability =
      next(2) === 0 ? 'NAVIGATE_CROSS_ORIGIN' : BROWSER_CAPABILITIES[next(BROWSER_CAPABILITIES.length)];
    const parsed = parseRequest({ capability, executor: BROWSER_EXECUTOR_TYPES[next(7)], host });
    if (!parsed.ok) throw new Error(parsed.error.message);
    // `origin` follows from the capability in a parsed request; here three facts vary and the others stay.
    return { ...parsed.value, origin: 'SAME_ORIGIN', host: Buffer.from(parsed.value.host).toString() };
  });
}

async function measure(size: number) {
  const policy = compiledFrom(documentWith(size));
  const requests = requestsFor(size);
  const engines = [
    ...ours(policy, requests),
    jsonLogicEngine(size),
    cedarEngine(size, requests),
    await casbinEngine(size),
  ];
  const expected = requests.map((facts) => policy.decide(facts).decision);
  for (const engine of engines)
    for (const [index, facts] of requests.slice(0, engine.sample).entries()) {
      const answer = engine.ask(facts, index);
      const wanted = expected[index] ?? 'DENY';
      if (answer !== (engine.exact || wanted === 'ALLOW' ? wanted : 'DENY'))
        throw new Error(`${engine.name} says ${answer}, not ${wanted}, to ${JSON.stringify(facts)}`);
    }
  if (!expected.includes('ALLOW') || new Set(expected).size < 3)
    throw new Error('the requests say too little');

  // Ours have to be compiled by then, however busy the machine is.
  for (const engine of engines.filter(({ sample }) => sample === REQUESTS))
    for (let run = 0; run < COMPILED_AFTER; run++) nanosecondsEach(engine, requests);
  const rounds = new Map(engines.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS + WARM_UP; round++)
    for (const engine of engines) {
      const each = nanosecondsEach(engine, requests);
      if (round >= WARM_UP) rounds.get(engine.name)?.push(each);
    }
  const times = new Map([...rounds].map(([name, list]) => [name, median(list)]));
  /** Round by round: a load that comes and goes meets both. */
  const ratio = (name: string, to: string): number => {
    const [above, below] = [rounds.get(name) ?? [], rounds.get(to) ?? []];
    return median(above.map((time, index) => time / (below[index] ?? Number.NaN)));
  };
  const label = `${size.toLocaleString('en')} host rules`;
  const rows: BenchRow[] = [
    { name: `${label}: ours, 3 facts, to a Map.get`, value: ratio(GIVEN, MAP), unit: '×', target: '≤ 1.5' },
    {
      name: `${label}: ours, all facts with explanation, to a Map.get`,
      value: ratio(FULL, MAP),
      unit: '×',
      target: '≤ 5',
    },
    ...['json-logic-js', 'cedar-wasm', 'casbin'].flatMap((peer): BenchRow[] => [
      {
        name: `${label}: ${peer} to ours, 3 facts`,
        value: ratio(peer, GIVEN),
        unit: '×',
        ...(peer === 'cedar-wasm' ? { target: '≥ 600' } : {}),
      },
      {
        name: `${label}: ${peer} to ours, all facts with explanation`,
        value: ratio(peer, FULL),
        unit: '×',
        ...(peer === 'cedar-wasm' ? { target: '≥ 600' } : {}),
      },
    ]),
  ];
  return { policy, times, rows };
}

const MAP = 'Map.get of the ready key';
const GIVEN = 'ours, 3 facts';
const FULL = 'ours, all facts';

let sink = 0;

function nanosecondsEach({ ask, sample }: Engine, requests: readonly PolicyFacts[]): number {
  // Fast ones run over the requests several times, so that one round is longer than the clock's grain.
  const times = sample === REQUESTS ? 10 : 1;
  const part = sample === REQUESTS ? requests : requests.slice(0, sample);
  const start = process.hrtime.bigint();
  for (let run = 0; run < times; run++)
    for (let index = 0; index < part.length; index++) {
      const facts = part[index];
      if (facts !== undefined && ask(facts, index) === 'ALLOW') sink++;
    }
  return Number(process.hrtime.bigint() - start) / times / part.length;
}

function ours(policy: CompiledPolicy, requests: readonly PolicyFacts[]): readonly Engine[] {
  const [first] = requests;
  if (first === undefined) throw new Error('no requests');
  const given = deciderGiven(policy, first);
  const keys = requests.map(({ capability, executor, host }) =>
    Buffer.from(`${capability}|${executor}|${host}`).toString(),
  );
  const map = new Map(
    requests.map((facts, index) => [Buffer.from(keys[index] ?? '').toString(), policy.decide(facts)]),
  );
  const all = { sample: REQUESTS, exact: true };
  return [
    { name: MAP, ask: (_, index) => map.get(keys[index] ?? '')?.decision ?? '', ...all },
    {
      name: GIVEN,
      ask: ({ capability, executor, host }) => given(capability, executor, host).decision,
      ...all,
    },
    { name: FULL, ask: (facts) => policy.decide(facts).decision, ...all },
  ];
}

function layerWith(rules: readonly HostRule[]): Record<string, unknown> {
  const data: unknown = parse(DEFAULT_TEXT);
  if (!isNode(data) || !Array.isArray(data['rules'])) throw new TypeError('the default policy has rules');
  return { ...data, rules: [...rules, ...data['rules']] };
}

function jsonLogicEngine(size: number): Engine {
  const says = [layerSays(layerWith(hostRules(size)))];
  return {
    name: 'json-logic-js',
    ask: (facts) => BROWSER_DECISIONS[oracleDecides(says, facts).severity] ?? 'DENY',
    sample: SAMPLE,
    exact: true,
  };
}

/** Every host rule is about a capability that the tables do not allow: it need not be taken out of their `permit`. */
function cedarEngine(size: number, requests: readonly PolicyFacts[]): Engine {
  const rules = hostRules(size).map(
    (rule) =>
      `${rule.decision === 'ALLOW' ? 'permit' : 'forbid'}(principal, action, resource) when { ${conditionOf(rule)} };`,
  );
  const prepared = preparsePolicySet(`bench${size}`, {
    staticPolicies: [cedarPolicies(layerWith([])), ...rules].join('\n'),
  });
  if (prepared.type !== 'success') throw new Error(JSON.stringify(prepared));
  const calls = requests.map((facts): StatefulAuthorizationCall => ({
    preparsedPolicySetId: `bench${size}`,
    principal: { type: 'Agent', id: 'agent' },
    action: { type: 'Action', id: 'ask' },
    resource: { type: 'Browser', id: 'browser' },
    context: { ...facts, display: DISPLAY_OF[facts.executor] },
    entities: [],
  }));
  return {
    name: 'cedar-wasm',
    ask: (_, index) => {
      const call = calls[index];
      const answer = call === undefined ? null : statefulIsAuthorized(call);
      if (answer === null || answer.type !== 'success') throw new Error(JSON.stringify(answer));
      return answer.response.decision === 'allow' ? 'ALLOW' : 'DENY';
    },
    sample: SAMPLE,
    exact: false,
  };
}

const CASBIN_MODEL = `
[request_definition]
r = capability, executor, host
[policy_definition]
p = capability, executor, host, eft
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = (p.capability == "*" || r.capability == p.capability) && (p.executor == "*" || r.executor == p.executor) && hostIn(r.host, p.host)
`;

/** The three facts that vary, as Casbin lists them: what the tables allow, what the floors forbid, and the host rules. */
async function casbinEngine(size: number): Promise<Engine> {
  const enforcer = await newEnforcer(newModelFromString(CASBIN_MODEL));
  const patterns = new Map(
    hostRules(size).map(({ when }) => [when['host'] ?? '', parseHostPattern(when['host'] ?? '')]),
  );
  await enforcer.addFunction('hostIn', (host: string, text: string) => {
    if (text === '*') return true;
    const pattern = patterns.get(text);
    return pattern?.ok === true && hostMatches(pattern.value, host);
  });
  const plain = compiledFrom(documentWith(0));
  const tables = BROWSER_CAPABILITIES.flatMap((capability) =>
    BROWSER_EXECUTOR_TYPES.flatMap((executor) => {
      const parsed = parseRequest({ capability, executor, origin: 'SAME_ORIGIN' });
      if (!parsed.ok) throw new Error(parsed.error.message);
      return plain.decide(parsed.value).decision === 'ALLOW' ? [[capability, executor, '*', 'allow']] : [];
    }),
  );
  const closed = BROWSER_EXECUTOR_TYPES.filter((executor) => !executor.endsWith('_CHROMIUM'));
  const added = await enforcer.addPolicies([
    ...tables,
    ...closed.map((executor) => ['*', executor, '*', 'deny']),
    ...hostRules(size).map(({ decision, when }) => [
      when['capability'] ?? '',
      '*',
      when['host'] ?? '',
      decision === 'ALLOW' ? 'allow' : 'deny',
    ]),
  ]);
  if (!added) throw new Error('Casbin takes no policies');
  return {
    name: 'casbin',
    ask: ({ capability, executor, host }) =>
      enforcer.enforceSync(capability, executor, host) ? 'ALLOW' : 'DENY',
    sample: SAMPLE,
    exact: false,
  };
}

function proofs(large: CompiledPolicy): readonly BenchRow[] {
  const document = documentWith(2_000);
  const changed = compiledFrom({ ...document, rules: document.rules.slice(1) });
  const provable = {
    stack: large.stack,
    space: large.space,
    diagram: large.diagram,
    decision: large.decisionNode,
    envelope: large.envelopeNode,
    decisionSeverity: (leaf: number) => large.outcomes.severity(leaf),
  };
  /** `grain`: runs a measurement, for what is shorter than the clock's step. */
  const milliseconds = (times: number, run: () => unknown, grain = 1): number =>
    median(
      Array.from({ length: times }, () => {
        // The thread's own time: what else the machine does is not in it.
        const start = process.threadCpuUsage();
        for (let one = 0; one < grain; one++) run();
        const { user, system } = process.threadCpuUsage(start);
        return (user + system) / 1_000 / grain;
      }),
    );
  const compile = milliseconds(9, () => compiledFrom(document));
  const prove = milliseconds(9, () => violations(provable, large.invariants), 100);
  const difference = milliseconds(9, () => diffPolicies(large, changed));
  return [
    { name: 'compile 2,000 host rules, proved and hashed', value: compile, unit: 'ms', target: '< 100' },
    {
      name: `prove ${large.invariants.length} invariants on policy and envelope, 2,000 host rules`,
      value: prove,
      unit: 'ms',
      target: '< 10',
    },
    {
      name: 'exact difference of two policies of 2,000 host rules',
      value: difference,
      unit: 'ms',
      target: '< 100',
    },
  ];
}
