// Which pages an act's words stand on is a fact that a policy names by host: one that is allowed is not enough where they stand on another,
// too. The boundary itself, with the shipped policy and one of an organisation beside it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { createAuthority } from '#gateway/boundary/steps/authorise.ts';
import { Boundary } from '#gateway/boundary.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { SHIPPED, readPolicy } from '#gateway/settings/policy-source.ts';
import { createLauncher } from '#executors/launcher.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import { ok } from '#policy/language/failure.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { ScriptedTab } from '#test/fixtures/scripted-tab.ts';
import { NOBODY_NAMED, aTaskContext } from '#test/fixtures/task-context.ts';

const signal = new AbortController().signal;
const SOURCES = `policy: 1
id: sources
revision: 1
extends: { id: phase38-default }
owner: security
floors:
  - id: from-the-crm
    decision: DENY
    when: { capability: FORM_SUBMIT_DATA }
    except:
      - { provenance: USER }
      - { provenance: PAGE, contentHost: [crm.corp.test, erp.corp.test] }
    reason: What goes in is the person’s or the CRM’s.
`;

let directory: string;
let audit: AuditLog;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-sources-'));
  const opened = await openAuditLog({ directory });
  if (!opened.ok) throw new Error(opened.error.message);
  audit = opened.value;
});
afterEach(async () => {
  await audit.close();
  rmSync(directory, { recursive: true, force: true });
});

type Answer = 'DENY' | 'ALLOW_ONCE' | 'ALLOW_TASK_SITE';
const ASKING = SOURCES.replace('decision: DENY', 'decision: ESCALATE');

type Given = { readonly answer?: (swap: (text: string) => void) => Answer; readonly shadow?: boolean };

function setUp(text = SOURCES, { answer = () => 'DENY', shadow = false }: Given = {}) {
  const cards: ConsentCard[] = [];
  const load = (given: string) => {
    const file = join(directory, 'sources.yaml');
    writeFileSync(file, given);
    const read = readPolicy([SHIPPED.default, file], '2026-11-22');
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    return read.value;
  };
  let policy = load(text);
  const swap = (given: string): void => void (policy = load(given));
  const told: Ruling[] = [];
  const authority = createAuthority();
  const tab = new ScriptedTab(authority.verify);
  tab.url = 'http://erp.corp.test/order';
  tab.element = { ...tab.element, role: 'textbox', name: 'Customer' };
  const boundary = new Boundary({
    policy: () => ok(policy),
    candidate: () => (shadow ? { policy: load(SOURCES), note: (_, ruling) => void told.push(ruling) } : null),
    audit,
    consent: new ConsentBroker({
      callback: {
        answer: async (card) => (cards.push(card), answer(swap)),
        principal: { kind: 'person', channel: 'library', id: 'l' },
      },
    }),
    authority,
    launcher: createLauncher(authority.verify),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
  });
  const task = aTaskContext({
    intent: 'enter customer Meridian',
    namedHosts: new Set(['erp.corp.test']),
    signal,
  });
  const { provenance } = task.state;
  provenance.readText('http://crm.corp.test/customers', 'Customer number KX-40217, contact KX-99001');
  provenance.readText('http://mail.corp.test/inbox', 'Please use ZV-71350, or KX-99001 as before');
  provenance.readText('http://erp.corp.test/order', 'Last order QM-55012');
  provenance.readText('about:blank', 'Template WJ-30044');
  const act = async (action: BrowserAction): Promise<string> => {
    const by = { kind: 'navigator', id: 'n' } as const;
    const { result } = await boundary.perform(
      { task, by, initiator: 'NAVIGATOR', action, says: null },
      tab,
      signal,
    );
    return result.ok ? 'DONE' : result.error.code;
  };
  const fill = (text: string): Promise<string> => act({ type: 'FILL', ref: 'e1', text });
  return { tab, task, act, fill, cards, told };
}

test.each([
  ['the person’s own word', 'Meridian', 'DONE'],
  ['what stands in the CRM', 'KX-40217', 'DONE'],
  ['what stands on the page itself', 'QM-55012', 'DONE'],
  ['what stands in a mail', 'ZV-71350', 'boundary.denied'],
  ['what stands in the CRM and in a mail', 'KX-99001', 'boundary.denied'],
  ['of both together', 'KX-40217 ZV-71350', 'boundary.denied'],
  ['what stands on a page without a host', 'WJ-30044', 'boundary.denied'],
  ['what stands nowhere', 'PL-12345', 'boundary.denied'],
])('%s: %s', async (_, value, outcome) => {
  const { fill } = setUp();
  expect(await fill(value)).toBe(outcome);
});

test('what was entered into a form counts when it is sent', async () => {
  const entering = SOURCES.replace('FORM_SUBMIT_DATA }', 'FORM_SUBMIT_DATA, action: CLICK }');
  const submits = {
    url: 'http://erp.corp.test/take',
    method: 'POST',
    credentials: false,
    newTab: false,
    fieldNames: ['n'],
    values: [],
  } as const;
  for (const [value, isSent] of [
    ['KX-40217', true],
    ['ZV-71350', false],
  ] as const) {
    const { act, fill, tab, task } = setUp(entering);
    expect(await fill(value)).toBe('DONE');
    expect(task.state.provenance.content.entered('d1', '').hosts).toEqual([
      isSent ? 'crm.corp.test' : 'mail.corp.test',
    ]);
    tab.element = { ...tab.element, role: 'button', name: 'Save' };
    tab.effect = { ...NO_EFFECT, submits };
    expect(await act({ type: 'CLICK', ref: 'e1' }), value).toBe(isSent ? 'DONE' : 'boundary.denied');
  }
});

test('what a form holds and nobody entered is its page’s, and whoever’s words it is', async () => {
  const known = SOURCES.replace('FORM_SUBMIT_DATA }', 'FORM_SUBMIT_DATA, action: CLICK }');
  const other = known.replace('crm.corp.test, erp.corp.test', 'crm.corp.test');
  const sent = async (text: string, fields: Readonly<Record<string, string>>, whole = true) => {
    const page = 'http://erp.corp.test/order';
    const { act, fill, tab } = setUp(text);
    expect(await fill('Meridian')).toBe('DONE');
    tab.element = { ...tab.element, role: 'button', name: 'Save' };
    const sends = {
      enctype: 'application/x-www-form-urlencoded',
      fields: Object.entries(fields).map(([name, value]) => ({
        name,
        value,
        length: value.length,
        hidden: true,
        file: false,
      })),
      whole,
      digest: 'd',
    };
    const submits = { url: page, method: 'POST', credentials: false, newTab: false } as const;
    tab.effect = { ...NO_EFFECT, submits: { ...submits, fieldNames: Object.keys(fields), sends } };
    return act({ type: 'CLICK', ref: 'e1' });
  };
  expect(await sent(known, { n: 'Meridian', token: 'b1946ac9' })).toBe('DONE');
  expect(await sent(known, { n: 'Meridian', to: 'ZV-71350' })).toBe('boundary.denied');
  expect(await sent(other, { n: 'Meridian' })).toBe('DONE');
  expect(await sent(other, { n: 'Meridian', amount: '900' })).toBe('boundary.denied');
  // Also where it is the person's word, but the page put it there.
  expect(await sent(other, { n: 'Meridian', who: 'customer' })).toBe('boundary.denied');
  expect(await sent(other, { n: 'Meridian' }, false)).toBe('boundary.denied');
});

test('the card and the log name every page that the words stand on', async () => {
  const { fill, cards } = setUp(ASKING);
  expect(await fill('KX-99001')).toBe('consent.refused');
  expect(cards[0]?.details.flatMap(({ note = '' }) => (note.startsWith('stands on') ? [note] : []))).toEqual([
    'stands on http://crm.corp.test, in its content, and on http://mail.corp.test',
  ]);
  expect(audit.since(0, 100).map(({ details }) => details['content'])).toContainEqual([
    expect.objectContaining({ from: 'http://crm.corp.test', also: ['http://mail.corp.test'] }),
  ]);
});

test('the log has a host as far as the policy names it', async () => {
  const { fill } = setUp();
  await fill('ZV-71350');
  await fill('KX-40217');
  const facts = audit
    .since(0, 100)
    .flatMap(({ details }) => (Array.isArray(details['gates']) ? details['gates'] : []))
    .map((gate: unknown) => JSON.stringify(gate));
  expect(facts.some((one) => one.includes('"contentHost":"crm.corp.test"'))).toBe(true);
  expect(facts.some((one) => one.includes('"contentHost":"mail.corp.test"'))).toBe(false);
  expect(facts.some((one) => /"hidden":\[[^\]]*"contentHost"/u.test(one))).toBe(true);
});

test('of what a page does by itself the host is its own', () => {
  const task = aTaskContext({ intent: 'look', signal });
  const at = (documentUrl: string, initiator: 'PAGE' | 'NAVIGATOR') =>
    factsFor({ capability: 'OPEN_TAB' }, { task, action: 'NONE', initiator, documentUrl }).contentHost;
  expect([
    at('https://Forum.test:8443/x', 'PAGE'),
    at('https://[::ffff:10.0.0.7]/x', 'PAGE'),
    at('about:blank', 'PAGE'),
    at('https://forum.test/x', 'NAVIGATOR'),
  ]).toEqual(['forum.test', '10.0.0.7', '', '']);
});

const NOT_OF = (host: string): string =>
  SOURCES.replace(
    /    when:[\s\S]*?    reason/u,
    `    when: { capability: FORM_SUBMIT_DATA, contentHost: ${host} }\n    reason`,
  );
const ASKED = SOURCES.replace('decision: DENY', 'decision: ESCALATE').replace(
  /    except:[\s\S]*?    reason/u,
  '    reason',
);

test.each(['mail.corp.test', 'crm.corp.test'])(
  'a policy that came while somebody was asked judges every host that the words stand on: %s',
  async (host) => {
    const { fill, cards } = setUp(ASKED, { answer: (swap) => (swap(NOT_OF(host)), 'ALLOW_ONCE') });
    expect(await fill('KX-99001')).toBe('boundary.denied');
    expect(cards).toHaveLength(1);
  },
);

test('words that cannot be told apart by their page are of every host that the policy names', async () => {
  const passage = 'the shipment of amber lamps leaves the northern harbour on a foggy morning in late spring';
  for (const [count, outcome] of [
    [1, 'DONE'],
    [40, 'boundary.denied'],
  ] as const) {
    const { fill, task } = setUp(NOT_OF('mail.corp.test'));
    for (let at = 0; at < count; at += 1)
      task.state.provenance.readText(`http://s${at}.corp.test/`, `page ${at} says nothing of it`);
    task.state.provenance.readText('http://news.corp.test/', `today ${passage} as planned`);
    expect(await fill(`Note well: ${passage}`), String(count)).toBe(outcome);
  }
});

test('what is too long to be looked for may be of every host, and nobody’s', async () => {
  const filler = 'zz '.repeat(1_500);
  expect(await setUp(NOT_OF('mail.corp.test')).fill(`${filler} U`)).toBe('boundary.denied');
  expect(await setUp(NOT_OF('mail.corp.test')).fill('zz zz U')).toBe('DONE');
  const made = SOURCES.replace(
    /    when:[\s\S]*?    reason/u,
    '    when: { capability: FORM_SUBMIT_DATA, provenance: TOOL }\n    reason',
  );
  expect(await setUp(made).fill(`${filler} U`)).toBe('boundary.denied');
});

test('made-up words are no page’s because a page was too long to be kept', async () => {
  const { fill, task } = setUp();
  const long = Array.from({ length: 60_000 }, (_, at) => `beta${'q'.repeat(at % 11)}`).join(' ');
  task.state.provenance.readText('http://crm.corp.test/list', long);
  expect(await fill('a fine day for a walk')).toBe('boundary.denied');
});

test('a candidate is told of every host, also where the policy in force knows none', async () => {
  const { fill, told } = setUp(
    SOURCES.replace(/    except:[\s\S]*?    reason/u, '    except: [{ provenance: PAGE }]\n    reason'),
    { shadow: true },
  );
  expect(await fill('KX-99001')).toBe('DONE');
  expect(
    [...new Set(told.flatMap(({ gates }) => gates.map(({ facts }) => facts.contentHost)))].toSorted(),
  ).toEqual(['crm.corp.test', 'mail.corp.test']);
});

test('a question because of a host names all of them, and none is named where no entry looks', async () => {
  const rows = async (text: string, value: string): Promise<readonly string[]> => {
    const { fill, cards } = setUp(text);
    expect(await fill(value)).toBe('consent.refused');
    return (cards[0]?.details ?? []).flatMap((row) =>
      row.label === 'its words may be of' ? [row.value] : [],
    );
  };
  expect(await rows(ASKING, 'KX-99001')).toEqual(['crm.corp.test, mail.corp.test']);
  expect(await rows(ASKED, 'KX-99001')).toEqual([]);
});

test('leave for a site is for words of the hosts that were asked about', async () => {
  const { fill, cards } = setUp(
    SOURCES.replace('decision: DENY', 'decision: ESCALATE').replace(
      /    except:[\s\S]*?    reason/u,
      '    except: [{ contentHost: crm.corp.test }, { contentHost: erp.corp.test, host: other.test }]\n    reason',
    ),
    { answer: () => 'ALLOW_TASK_SITE' },
  );
  expect([await fill('ZV-71350'), await fill('QM-55012')]).toEqual(['DONE', 'DONE']);
  expect(cards).toHaveLength(2);
});

const ofSources = (cards: readonly ConsentCard[]): readonly ConsentCard[] =>
  cards.filter((card) => JSON.stringify(card).includes('the person’s or the CRM’s'));

test('a person’s yes is for the site that they were told of', async () => {
  const { fill, cards, tab } = setUp(ASKING, { answer: () => 'ALLOW_ONCE' });
  expect([await fill('ZV-71350'), await fill('ZV-71350')]).toEqual(['DONE', 'DONE']);
  expect(ofSources(cards)).toHaveLength(1);
  tab.url = 'http://evil.test/form';
  expect(await fill('ZV-71350')).toBe('DONE');
  expect(ofSources(cards)).toHaveLength(2);
});

test('a yes that ends makes nothing the person’s words: what it let in once is asked about again', async () => {
  const terms = (more: string) => ASKING.replace('    reason: What', `${more}    reason: What`);
  for (const [text, asked] of [
    [terms(''), 1],
    [terms('    escalate: { askOnce: 0 }\n'), 2],
    [terms('    escalate: { askOnce: 15 }\n'), 2],
  ] as const) {
    const { fill, cards } = setUp(text, { answer: () => 'ALLOW_ONCE' });
    expect([await fill('ZV-71350'), await fill('ZV-71350'), cards.length]).toEqual(['DONE', 'DONE', asked]);
  }
});

test('what was allowed into a form is asked about again when the form goes to another site', async () => {
  const submits = {
    url: 'http://evil.test/take',
    method: 'POST',
    credentials: false,
    newTab: false,
    fieldNames: ['n'],
    values: [],
  } as const;
  for (const [url, count] of [
    ['http://erp.corp.test/take', 1],
    ['http://evil.test/take', 2],
  ] as const) {
    const { act, fill, cards, tab } = setUp(ASKING, { answer: () => 'ALLOW_ONCE' });
    expect(await fill('ZV-71350')).toBe('DONE');
    tab.element = { ...tab.element, role: 'button', name: 'Save' };
    tab.effect = { ...NO_EFFECT, submits: { ...submits, url } };
    expect(await act({ type: 'CLICK', ref: 'e1' })).toBe('DONE');
    expect(ofSources(cards)).toHaveLength(count);
  }
});

const LETS_FILES = `rules:
  - id: files
    decision: ESCALATE
    when: { capability: FILE_UPLOAD, action: UPLOAD }
    reason: A person looks at what is sent.
`;

test.each([
  ['the person’s words', 'Meridian', 'DONE'],
  ['the CRM’s words', 'KX-40217', 'DONE'],
  ['a mail’s words', 'ZV-71350', 'boundary.denied'],
  ['made-up words beside the CRM’s', 'KX-40217 and so on', 'boundary.denied'],
  ['words that nobody read', 'quarterly figures', 'boundary.denied'],
  ['nothing', '', 'boundary.denied'],
  ['what is no text', Buffer.from([0xff, 0xfe, 0x00, 0x4b]), 'boundary.denied'],
])('a file is what is in it, whatever it is called: %s', async (_, content, outcome) => {
  const uploads = SOURCES.replace('capability: FORM_SUBMIT_DATA }', 'capability: FILE_UPLOAD }') + LETS_FILES;
  const path = join(directory, 'Meridian');
  writeFileSync(path, content);
  const { act, tab } = setUp(uploads, { answer: () => 'ALLOW_ONCE' });
  tab.effect = { ...NO_EFFECT, fileInput: true };
  expect(await act({ type: 'UPLOAD', ref: 'e1', paths: [path] })).toBe(outcome);
});

test('a file that nobody can tell the words of is of every host that the policy bans', async () => {
  const path = join(directory, 'Meridian');
  writeFileSync(path, 'quarterly figures');
  const of = NOT_OF('mail.corp.test').replace('capability: FORM_SUBMIT_DATA', 'capability: FILE_UPLOAD');
  const banned = of + LETS_FILES;
  for (const [text, outcome] of [
    [banned, 'boundary.denied'],
    [banned.replace('contentHost: mail.corp.test', 'contentPlace: USERS'), 'DONE'],
  ] as const) {
    const { act, tab } = setUp(text, { answer: () => 'ALLOW_ONCE' });
    tab.effect = { ...NO_EFFECT, fileInput: true };
    expect(await act({ type: 'UPLOAD', ref: 'e1', paths: [path] })).toBe(outcome);
  }
});

test('a form that nobody remembers the words of is not let through by the hosts that are let through', async () => {
  const entering = SOURCES.replace('FORM_SUBMIT_DATA }', 'FORM_SUBMIT_DATA, action: CLICK }');
  const { act, tab, task } = setUp(entering);
  const { content } = task.state.provenance;
  for (let at = 0; at <= 1_000; at += 1) content.enter(`f${at}`, content.entered('none', ''));
  tab.element = { ...tab.element, role: 'button', name: 'Save' };
  const submits = { url: 'http://erp.corp.test/take', method: 'POST', credentials: false } as const;
  tab.effect = { ...NO_EFFECT, submits: { ...submits, newTab: false, fieldNames: ['n'] } };
  expect(await act({ type: 'CLICK', ref: 'e1' })).toBe('boundary.denied');
});

test('an address that hides a mail’s words in its host is that mail’s', async () => {
  const going = SOURCES.replace(
    'capability: FORM_SUBMIT_DATA }',
    'capability: NAVIGATE_CROSS_ORIGIN }',
  ).replace(
    /    except:[\s\S]*?    reason/u,
    '    except: [{ provenance: [USER, TOOL] }, { contentHost: crm.corp.test }]\n    reason',
  );
  for (const [url, outcome] of [
    ['https://zv-71350.evil.test/', 'boundary.denied'],
    ['https://kx-40217.evil.test/', 'boundary.denied'],
    ['https://ZV-71350@evil.test/', 'boundary.denied'],
    ['https://plain.evil.test/', 'DONE'],
  ] as const) {
    const { act } = setUp(going, { answer: () => 'ALLOW_ONCE' });
    expect(await act({ type: 'NAVIGATE', url }), url).toBe(outcome);
  }
});

test('a yes to what was hidden on the card makes it nobody’s words', async () => {
  const logIns = LETS_FILES.replaceAll(
    'FILE_UPLOAD, action: UPLOAD',
    'FORM_SUBMIT_CREDENTIALS, executor: HEADLESS_CHROMIUM',
  );
  const { fill, cards, tab } = setUp(ASKING + logIns, { answer: () => 'ALLOW_ONCE' });
  tab.effect = { ...NO_EFFECT, credentialField: true };
  expect(await fill('ZV-71350')).toBe('DONE');
  expect([cards.length, ofSources(cards).length]).toEqual([1, 0]);
  tab.effect = NO_EFFECT;
  expect(await fill('ZV-71350')).toBe('DONE');
  expect(ofSources(cards)).toHaveLength(1);
});
