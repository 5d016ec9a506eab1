// For which hosts an act's words are put to a policy: every one that they may stand at, and no more than the policy tells apart.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContentLedger } from '#gateway/boundary/provenance/content-ledger.ts';
import { OF_PERSON, OF_UNKNOWN, wordHosts } from '#gateway/boundary/provenance/content.ts';
import type { ContentFacts } from '#gateway/boundary/provenance/content.ts';
import { factsOfOrigin } from '#gateway/boundary/provenance/origins.ts';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { FrameHosts } from '#gateway/boundary/task/state/frame-hosts.ts';
import { wordsOf } from '#gateway/boundary/weighing/words-apart.ts';
import { byHost } from '#gateway/boundary/weighing/by-host.ts';
import type { Asking } from '#gateway/boundary/weighing/by-host.ts';
import { loggedGates } from '#gateway/boundary/steps/logged-gates.ts';
import { readLoggedLine } from '#policy/tools/logs/logged-gate.ts';
import { possibleFacts } from '#policy/tools/logs/possible-facts.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { CONTENT_ORIGINS, CONTENT_PLACES, PROVENANCES } from '#policy/language/vocabulary.ts';
import { compiled, first } from '#test/fixtures/policy/small.ts';
import { facts as factsOf } from '#test/fixtures/policy/policies.ts';

const HOSTS = ['crm.test', 'mail.test', 'wiki.test', '10.0.0.7'];
const GATE = { capability: 'FORM_SUBMIT_DATA' } as const;
const NONE = new FrameHosts();
const policyWith = (entries: readonly string[], rules: readonly string[] = []) =>
  compiled(first(rules.map((one) => `\n${one}`).join(''), entries.map((one) => `\n${one}`).join('')));
const floor = (id: number, decision: string, when: string, except = ''): string =>
  `  - { id: f${id}, decision: ${decision}, reason: R., when: { ${when} }${except === '' ? '' : `, except: [${except}]`} }`;

const words = fc.record({
  provenance: fc.constantFrom(...PROVENANCES),
  contentOrigin: fc.constantFrom(...CONTENT_ORIGINS),
  contentPlace: fc.constantFrom(...CONTENT_PLACES),
});
const someHosts = fc.subarray(HOSTS, { minLength: 1 });
const listed = fc.subarray(HOSTS, { minLength: 1 }).map((hosts) => `contentHost: [${hosts.join(', ')}]`);
const entry = fc
  .record({
    decision: fc.constantFrom('DENY', 'ESCALATE'),
    when: fc.constantFrom('', 'provenance: PAGE', 'contentPlace: [CONTENT, USERS]'),
    hosts: fc.option(listed, { nil: null }),
    except: fc.option(listed, { nil: null }),
  })
  .map(({ decision, when, hosts, except }) => ({
    decision,
    when: ['capability: FORM_SUBMIT_DATA', when, hosts ?? ''].filter((one) => one !== '').join(', '),
    except: except === null ? '' : `{ provenance: PAGE, ${except} }`,
  }));

test('the severest answer over all hosts is found, with fewer put to the policies', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 4 }),
      fc.array(entry, { minLength: 1, maxLength: 2 }),
      words,
      someHosts,
      fc.boolean(),
      (entries, others, content, known, any) => {
        const made = (all: typeof entries) =>
          policyWith(all.map(({ decision, when, except }, at) => floor(at, decision, when, except)));
        const judges = [made(entries), made(others)];
        const facts: PolicyFacts = { ...factsOf(GATE), ...content };
        const put = byHost([{ gate: GATE, facts, hosts: { known, any } }], NONE, judges);
        const every = [...(any ? [...HOSTS, '', 'other.test'] : known)];
        for (const judge of judges) {
          const all = every.map((contentHost) => ({ gate: GATE, facts: { ...facts, contentHost } }));
          expect(rule(judge, put).decision).toBe(rule(judge, all).decision);
        }
        expect(put.length).toBeLessThanOrEqual(HOSTS.length + 1);
        expect(put.every(({ facts: { contentHost } }) => any || known.includes(contentHost))).toBe(true);
      },
    ),
    { numRuns: 15 },
  );
});

test('what was not looked for counts to the entries that name a host, and to no other', () => {
  const asks = {
    provenance: 'USER',
    contentOrigin: 'NONE',
    contentPlace: 'NONE',
    hosts: [],
    unsearched: true,
  } as const;
  const putTo = (policy: ReturnType<typeof policyWith>, candidates: (typeof policy)[] = []) => {
    const asked: readonly Asking[] = wordsOf(asks, 'http://erp.test/').map(({ content, ...more }) => {
      const { provenance, contentOrigin, contentPlace } = content;
      return { gate: GATE, facts: { ...factsOf(GATE), provenance, contentOrigin, contentPlace }, ...more };
    });
    return rule(policy, byHost(asked, NONE, [policy, ...candidates]));
  };
  const named = policyWith([
    floor(1, 'DENY', 'capability: FORM_SUBMIT_DATA, contentPlace: SITE, contentHost: mail.test'),
  ]);
  expect(putTo(named)).toMatchObject({ decision: 'DENY', because: [{ entry: 'floors.f1' }] });
  const pages = policyWith([floor(1, 'DENY', 'capability: FORM_SUBMIT_DATA, provenance: PAGE')]);
  expect(putTo(pages).decision).not.toBe('DENY');
  expect(putTo(pages).gates).toHaveLength(1);
  // Nor because a candidate names one.
  expect(putTo(pages, [named]).decision).not.toBe('DENY');
  const lets = policyWith([
    floor(
      1,
      'DENY',
      'capability: FORM_SUBMIT_DATA',
      '{ provenance: USER }, { provenance: PAGE, contentHost: crm.test }',
    ),
  ]);
  expect(putTo(lets)).toMatchObject({ decision: 'DENY', because: [{ entry: 'floors.f1' }] });
});

test('a policy of which nobody knows what hosts it names is asked about no unknown one', () => {
  const judge = { decide: (facts: PolicyFacts) => policyWith([]).decide(facts) };
  const asked = [{ gate: GATE, facts: factsOf(GATE), hosts: { known: [], any: true } }];
  expect(() => byHost(asked, NONE, [judge])).toThrow('nobody knows which hosts');
});

test('what a page does by itself may be a frame’s doing, whatever frames come and go', () => {
  const frames = new FrameHosts();
  const policy = policyWith([floor(1, 'DENY', 'capability: FORM_SUBMIT_DATA, contentHost: mail.test')]);
  const decided = (page: string): string => {
    const facts: PolicyFacts = { ...factsOf(GATE), initiator: 'PAGE', provenance: 'PAGE', contentHost: page };
    return rule(policy, byHost([{ gate: GATE, facts }], frames, [policy])).decision;
  };
  expect(decided('crm.test')).not.toBe('DENY');
  frames.take('crm.test', 'mail.test');
  expect([decided('crm.test'), decided('wiki.test')]).toEqual(['DENY', expect.not.stringMatching('DENY')]);
  // Of a page without a host nobody knows whose it is.
  expect(decided('')).toBe('DENY');
  for (let at = 0; at < 2_100; at += 1) frames.take('wiki.test', `f${at}.test`);
  expect(decided('else.test')).toBe('DENY');
});

test('an act of a page without a host is of every host that a policy names, and a blob of its maker’s', () => {
  const page = { provenance: 'PAGE', contentOrigin: 'SAME_ORIGIN', contentPlace: 'SITE', hosts: [] } as const;
  const at = (url: string) => wordHosts(page, url);
  for (const url of ['about:blank', 'blob:null/5f1a', 'data:text/html,x'])
    expect(at(url), url).toEqual({ known: [], any: true });
  expect(at('blob:https://Mail.test/5f1a')).toEqual({ known: ['mail.test'], any: false });
  expect(wordHosts(OF_PERSON, 'about:blank')).toEqual({ known: [''], any: false });
});

test('the log names no host where several got one answer, and a replay under another policy does not pretend to know', () => {
  const lets = policyWith([]);
  const bans = policyWith([floor(1, 'DENY', 'capability: FORM_SUBMIT_DATA, contentHost: mail.test')]);
  const facts: PolicyFacts = { ...factsOf(GATE), provenance: 'PAGE' };
  const logged = (known: readonly string[], any = false) => {
    const { gates } = rule(lets, byHost([{ gate: GATE, facts, hosts: { known, any } }], NONE, [lets]));
    expect(gates).toHaveLength(1);
    const line = JSON.stringify({ type: 'decision', details: { gates: loggedGates(gates, lets, null) } });
    const [gate] = readLoggedLine(line, 'entry 1').gates;
    if (gate === undefined) throw new Error(line);
    const possible = possibleFacts(bans, gate, null) ?? [];
    return new Set(possible.map((one) => rule(bans, [{ gate: GATE, facts: one }]).decision));
  };
  expect(logged(['crm.test', 'mail.test'])).toContain('DENY');
  expect(logged(['crm.test', 'mail.test']).size).toBe(2);
  expect(logged([], true).size).toBe(2);
  const { gates } = rule(lets, byHost([{ gate: GATE, facts }], NONE, [lets]));
  expect(loggedGates(gates, lets, null)[0]).not.toHaveProperty('hidden');
});

test('what was made up beside a page’s words is judged as made up, too', () => {
  const policy = policyWith([
    floor(1, 'DENY', 'capability: FORM_SUBMIT_DATA, provenance: PAGE, contentHost: mail.test'),
    floor(2, 'DENY', 'capability: FORM_SUBMIT_DATA, provenance: TOOL'),
  ]);
  const decided = (text: string): string => {
    const words = wordsOf(factsOfOrigin(reading().value(text), HERE), HERE);
    const asked = words.map(({ content, ...where }) => ({
      gate: GATE,
      facts: { ...factsOf(GATE), ...factsOnly(content) },
      ...where,
    }));
    return rule(policy, byHost(asked, NONE, [policy])).decision;
  };
  expect(decided('KX-40217')).not.toBe('DENY');
  expect(decided('wire money to the hunter')).toBe('DENY');
  expect(decided('KX-40217 wire money to the hunter')).toBe('DENY');
});
const factsOnly = ({ provenance, contentOrigin, contentPlace }: ContentFacts) => ({
  provenance,
  contentOrigin,
  contentPlace,
});

const HERE = 'http://erp.test/order';
const hostsOf = (ledger: ContentLedger, text: string) => {
  const { hosts, anyHost = false, unsearched = false } = factsOfOrigin(ledger.value(text), HERE);
  return { hosts: [...hosts].toSorted(), anyHost, unsearched };
};
const reading = (): ContentLedger => {
  const ledger = new ContentLedger('order for Meridian');
  ledger.readText('http://crm.test/', 'Customer KX-40217, the blue lamp of the northern harbour');
  ledger.readText('http://mail.test/', 'Take ZV-71350. the blue lamp');
  return ledger;
};

test.each([
  ['in another case, with other blanks', 'kx–40217', ['crm.test']],
  ['beside the person’s words', 'Meridian KX-40217', ['crm.test']],
  ['beside made-up words', 'KX-40217 for nothing', ['', 'crm.test']],
  ['beside a made-up sign', 'KX-40217 7', ['', 'crm.test']],
  ['on two pages', 'The BLUE lamp', ['crm.test', 'mail.test']],
  ['with blanks that say something', 'The  BLUE lamp', ['', 'crm.test', 'mail.test']],
  ['here and there on a page', 'harbour lamp', ['']],
  ['with a letter that nobody wrote', 'KX-40217 a', ['', 'crm.test']],
  ['of two pages, each its own', 'KX-40217, ZV-71350', ['crm.test', 'mail.test']],
  ['encoded', btoa('KX-40217'), ['', 'crm.test']],
  ['made up', 'nothing of it', ['']],
])('words %s', (_, text, hosts) => {
  expect(hostsOf(reading(), text)).toEqual({ hosts, anyHost: false, unsearched: false });
});

test('words of a document without a host, and of a frame with an origin of its own, are of every host', () => {
  const ledger = reading();
  ledger.readText('about:blank', 'Template WJ-30044');
  const scroll = { y: 0, height: 0, viewportHeight: 0 };
  const letter = {
    ref: null,
    role: 'text',
    name: 'Pay to QQ-88211',
    states: [],
    depth: 1,
    box: null,
    inView: true,
    origin: 'null',
  };
  const document = { id: 'd', url: 'http://mail.test/', title: 'Inbox' };
  ledger.look({ document, generation: 1, nodes: [letter], scroll, status: 200 });
  for (const text of ['WJ-30044', 'QQ-88211'])
    expect(hostsOf(ledger, text)).toEqual({ hosts: [], anyHost: true, unsearched: false });
});

test('an address is of every page that offers it, also where a link of one of them is pressed', () => {
  const ledger = new ContentLedger('x');
  const look = (host: string): void =>
    ledger.look({
      document: { id: host, url: `http://${host}/`, title: '' },
      generation: 1,
      nodes: [
        {
          ref: 'e1',
          role: 'link',
          name: 'Here',
          states: [],
          depth: 1,
          box: null,
          inView: true,
          url: 'http://evil.test/a',
        },
      ],
      scroll: { y: 0, height: 0, viewportHeight: 0 },
      status: 200,
    });
  look('mail.test');
  look('crm.test');
  const link = { documentId: 'crm.test', documentUrl: 'http://crm.test/', ref: 'e1', name: 'Here' };
  const { hosts, contentOrigin } = factsOfOrigin(
    ledger.address('http://evil.test/a', link),
    'http://crm.test/',
  );
  expect([[...hosts].toSorted(), contentOrigin]).toEqual([['crm.test', 'mail.test'], 'SAME_ORIGIN']);
});

test('what is no longer remembered is unknown, and not the person’s', () => {
  const ledger = reading();
  const mail = factsOfOrigin(ledger.value('ZV-71350'), HERE);
  ledger.enter('first', mail);
  expect(ledger.entered('other', '')).toEqual(OF_PERSON);
  for (let at = 0; at < 1_000; at += 1) ledger.enter(`d${at}`, mail);
  expect(ledger.entered('first', '')).toEqual(OF_UNKNOWN);
  for (let at = 0; at < 6_000; at += 1)
    ledger.look({
      document: { id: 'l', url: 'http://wiki.test/', title: '' },
      generation: 1,
      nodes: [
        {
          ref: null,
          role: 'link',
          name: 'a',
          states: [],
          depth: 1,
          box: null,
          inView: true,
          url: `http://a.test/${at}`,
        },
      ],
      scroll: { y: 0, height: 0, viewportHeight: 0 },
      status: 200,
    });
  expect(factsOfOrigin(ledger.address('http://elsewhere.test/', null), HERE).unsearched).toBe(true);
});

test('what an agent read is found in the task that it wrote the intent of', () => {
  const agents = new Provenance('', {});
  agents.readText(
    'http://mail.test/',
    'Take ZV-71350, and the long passage about lamps in the northern harbour',
  );
  const task = new Provenance('enter ZV-71350 there', {}, { agents });
  expect(hostsOf(task.content, 'ZV-71350')).toEqual({
    hosts: ['mail.test'],
    anyHost: false,
    unsearched: false,
  });
  const own = new Provenance('enter something there', {}, { agents });
  expect(hostsOf(own.content, 'ZV-71350')).toEqual({ hosts: [''], anyHost: false, unsearched: false });
});
