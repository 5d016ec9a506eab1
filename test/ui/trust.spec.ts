// The page *Trust*: each line is what the gateway found, with a command that shows it too; how often a person is asked comes from the log.
import { expect, test } from 'vitest';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import { PATIENT } from '#test/fixtures/consent-page.ts';
import { expectAtEverySize } from '#test/fixtures/every-size.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { need } from '#test/fixtures/tab.ts';
import { aLife, anEntry, aStatus } from '#test/fixtures/views.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { askedFigures } from '#ui/app/settings/trust/asked-figures.ts';
import { whatHolds } from '#ui/app/settings/trust/what-holds.ts';

const ui = uiForSpec();
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** A question of a rule, `agoMs` ago, answered after `afterMs` by a person. */
function asked(seq: number, rule: string, agoMs: number, afterMs: number, outcome = 'GRANTED'): AuditRow[] {
  const at = (ms: number): string => new Date(Date.now() - agoMs + ms).toISOString();
  const act = { requestId: `r${seq}`, taskId: `t${seq}`, verdict: 'ESCALATE' } as const;
  return [
    anEntry(2 * seq + 1, {
      ...act,
      type: 'consent.answered',
      at: at(afterMs),
      who: 'person:ui',
      why: `c-${seq}`,
      outcome,
    }),
    anEntry(2 * seq, { ...act, type: 'consent.asked', at: at(0), why: rule }),
  ];
}

/** A gate of the last 500, as the editor reads them. `host`: '' where the request has no site. */
const aGate = (requestId: string, host: string): FakeGateway['recent']['gates'][number] => ({
  place: `entry ${requestId}`,
  at: '2026-11-19T14:03:12.000Z',
  requestId,
  decision: 'ESCALATE',
  facts: {
    ...need(
      parseRequest({
        capability: 'NAVIGATE_CROSS_ORIGIN',
        executor: 'HEADLESS_CHROMIUM',
        addressClass: 'LOOPBACK',
        scheme: 'HTTP',
        host: 'shop.test',
      }),
    ),
    host,
  },
});

function aWeek(gateway: FakeGateway): void {
  gateway.status = { ...aStatus({ consentOrigin: 'http://127.0.0.1:7718/' }), demo: false };
  gateway.doctor = [
    { name: 'sandbox', state: 'ok', detail: 'on, by user namespaces', help: null },
    { name: 'network', state: 'warn', detail: 'the forward proxy is the only way out', help: 'allow them' },
    { name: 'audit', state: 'ok', detail: 'verified, 4012 entries', help: null },
  ];
  const often = Array.from({ length: 8 }, (_one, at) =>
    // The policy was edited meanwhile: the rule stands a line further down.
    asked(10 + at, `rules.unnamed (p.yaml:${at < 4 ? 3 : 4}:1)`, (20 - at) * MINUTE_MS, 400),
  );
  // The newest is on no site, and of the oldest nothing can be read any more.
  gateway.recent = {
    gates: [aGate('r15', 'shop.test'), aGate('r16', 'shop.test'), aGate('r17', '')],
    unread: 0,
    unreadWhy: [],
  };
  gateway.audit = [
    ...often.flat(),
    ...asked(5, 'rules.login (p.yaml:9:1)', 300 * MINUTE_MS, 9 * SECOND_MS, 'REFUSED'),
    ...[3, 2, 1].map((seq) => anEntry(seq, { type: 'task.started', at: new Date().toISOString() })),
  ].toSorted((a, b) => b.seq - a.seq);
}

test('each line says what was found and by which command it is seen, and what was not measured is said as that', async () => {
  const { page, gateway } = await ui.open(aWeek);
  await page.evaluate(() => (location.hash = '#/settings'));
  await page.getByRole('link', { name: 'What protects you now, and how often you are asked' }).press('Enter');
  const now = page.getByRole('region', { name: 'What holds on this machine now' });
  const line = (name: string) =>
    now.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await line('Sandbox of the browser').getByText('On, by user namespaces.').waitFor();
  await line('Sandbox of the browser').getByText('holds', { exact: true }).waitFor();
  await line('The way out of the browser').getByText('look at this').waitFor();
  await line('The way out of the browser').getByText('in a network namespace of its own.').waitFor();
  await line('Policy in force').getByText('without a signature').waitFor();
  await line('Log').getByText('Verified, 4012 entries.').waitFor();
  await line('What leaves this machine')
    .getByText(/^By default nothing: /u)
    .waitFor();
  await line('Addresses').getByText('Its questions: http://127.0.0.1:7718.').waitFor();
  // The gateway said nothing of it.
  const vault = line('What is kept encrypted');
  await vault.getByText('Not measured here.').waitFor();
  expect(await vault.getByText('holds', { exact: true }).count()).toBe(0);
  await now.getByText(/^Looked at \d\d:\d\d:\d\d\. /u).waitFor();
  const lines = await now.getByRole('listitem').count();
  expect(await now.getByRole('listitem').locator('code').count()).toBe(lines);
  gateway.doctor = [{ name: 'sandbox', state: 'bad', detail: 'off', help: null }];
  await now.getByRole('button', { name: 'Look again' }).press('Enter');
  await line('Sandbox of the browser').getByText('does not hold').waitFor();
  await page.getByRole('button', { name: 'Verify now' }).press('Enter');
  await page.getByText('Verified to entry 48,213').waitFor();
});

test('questions are told for each that asked and by rule, and one that asks too often leads to a draft that refuses', async () => {
  const { page } = await ui.open(aWeek);
  await page.evaluate(() => (location.hash = '#/trust'));
  const told = page.getByRole('region', { name: 'How often you were asked in the last 7 days' });
  await told
    .getByText(
      '9 questions from 9 tasks and tabs of agents: 1.0 for each that asked. 8 of 9 answers came within a second: 89 %.',
    )
    .waitFor();
  await told.getByText('Most answers came before the question can have been read.').waitFor();
  const row = (name: RegExp) => told.getByRole('row', { name });
  expect(
    await row(/rules\.unnamed/u)
      .getByRole('cell')
      .allTextContents(),
  ).toEqual(['8', '8', '0', '0', 'under 1 s']);
  expect(
    await row(/rules\.login/u)
      .getByRole('cell')
      .allTextContents(),
  ).toEqual(['1', '0', '1', '0', '0:09']);
  const draft = told.getByRole('link', { name: 'Draft a rule that refuses this kind' });
  await draft.waitFor();
  expect(await draft.count()).toBe(1);
  expect(await draft.getAttribute('href')).toBe('#/policy/from/r16');
});

test('of a part no ratio is told, what is left out is, and where no draft can be made none is offered', async () => {
  const { page } = await ui.open((gateway) => {
    aWeek(gateway);
    gateway.recent = { gates: [aGate('r1990', '')], unread: 0, unreadWhy: [] };
    gateway.audit = [
      ...Array.from({ length: 500 }, (_one, at) =>
        asked(2_000 - at, 'rules.often', MINUTE_MS, 5 * SECOND_MS),
      ).flat(),
      ...asked(900, 'policy.edit', MINUTE_MS, SECOND_MS).map((row) => ({ ...row, taskId: null })),
      ...gateway.audit,
    ];
    const [answer, question] = asked(3_000, 'rules.unseen', MINUTE_MS, 10);
    if (answer === undefined || question === undefined) throw new Error('no entries');
    gateway.audit.unshift({ ...answer, outcome: 'NO_APPROVER', who: 'nobody' }, question);
  });
  const read = page.waitForResponse((answer) => answer.url().endsWith('/api/policy/recent'));
  await page.evaluate(() => (location.hash = '#/trust'));
  const told = page.getByRole('region', { name: 'How often you were asked in the last 7 days' });
  await told.getByText('499 questions. 0 of 499 answers came within a second: 0 %.').waitFor();
  await told.getByText('Only the newest 1,000 entries').waitFor();
  await told.getByText('Left out: 1 that no person was asked or answered.').waitFor();
  await told.getByText('times within an hour').first().waitFor();
  await (await read).finished();
  expect(await told.getByText('for each that asked').count()).toBe(0);
  expect(await told.getByRole('link', { name: /^Draft/u }).count()).toBe(0);
});

test('at four sizes, in light, dark and forced colours', async () => {
  const { page } = await ui.open(aWeek);
  await page.evaluate(() => (location.hash = '#/trust'));
  await page.getByRole('row', { name: /rules\.login/u }).waitFor();
  await page.getByText('On, by user namespaces.').waitFor(PATIENT);
  expect(await expectAtEverySize(page, 'trust')).toBeGreaterThanOrEqual(8);
});

test("only a person's no is refused; what ran out has no answer, and what no person was asked is no question", () => {
  const [answer, question] = asked(1, 'rules.a', MINUTE_MS, 200);
  const [, open] = asked(2, 'rules.a', MINUTE_MS, 200);
  if (answer === undefined || question === undefined || open === undefined) throw new Error('no entries');
  const ended = (outcome: string, who: string) => askedFigures([{ ...answer, who, outcome }, question, open]);
  for (const outcome of ['TIMED_OUT', 'VOID'])
    expect(ended(outcome, 'nobody')).toMatchObject({
      asked: 2,
      answered: 0,
      notPut: 0,
      rules: [{ asked: 2, allowed: 0, refused: 0, noAnswer: 2, answerMs: [], mostAnHour: 2 }],
    });
  for (const [outcome, who] of [
    ['NOBODY', 'nobody'],
    ['NOT_ASKED', 'nobody'],
    ['NO_APPROVER', 'nobody'],
    // The task was started with `--approve deny`.
    ['REFUSED', 'client:shell'],
    ['GRANTED', 'client:library'],
  ] as const)
    expect(ended(outcome, who), `${outcome} by ${who}`).toMatchObject({
      asked: 1,
      answered: 0,
      notPut: 1,
      rules: [{ asked: 1, allowed: 0, refused: 0, noAnswer: 1 }],
    });
  expect(ended('REFUSED', 'person:ui')).toMatchObject({
    asked: 2,
    askers: 2,
    answered: 1,
    rules: [{ refused: 1, noAnswer: 1 }],
  });
  // A change of the policy is no question of a task.
  expect(askedFigures([{ ...question, taskId: null }])).toMatchObject({ asked: 0, ofChanges: 1 });
  // Decided once more, and asked once more: each question has its own answer.
  const again = [
    { ...question, seq: 10 },
    { ...answer, seq: 11, outcome: 'REFUSED' },
  ];
  expect(askedFigures([...again, answer, question]).rules).toMatchObject([
    { asked: 2, allowed: 1, refused: 1, noAnswer: 0 },
  ]);
});

test('questions count within an hour of each other, not within the hours of a clock', () => {
  const spread = Array.from({ length: 12 }, (_one, at) =>
    asked(at + 1, 'rules.a', (at + 1) * 16 * MINUTE_MS, 1),
  ).flat();
  // Each is asked sixteen minutes after the one before: `asked` counts backwards in time.
  const inOrder = spread.map((row) => ({ ...row, seq: 100 - row.seq }));
  expect(askedFigures(inOrder).rules[0]?.mostAnHour).toBe(4);
});

test('a signed policy names its key, a model what it is sent, and without a policy everything is denied', () => {
  const bundle = {
    file: '/etc/ghost/p.bundle',
    id: 'ours',
    revision: 3,
    keyId: 'k1',
    digest: 'sha256:0',
    notAfter: '2027-01-01T00:00:00.000Z',
    reverted: false,
  };
  const told = (change: Parameters<typeof aStatus>[0], bundles = aLife().bundles) =>
    new Map(
      whatHolds({
        status: aStatus(change),
        checks: null,
        life: { bundles },
        origin: 'http://127.0.0.1:7717',
        isLinux: false,
      }).map((line) => [line.name, line]),
    );
  expect(told({}, [bundle]).get('Policy in force')?.says).toContain('Signed: ours@3 by key k1.');
  const leaves = (change: Parameters<typeof aStatus>[0]) =>
    told(change).get('What leaves this machine for a model')?.says.join(' ');
  // A task may name a navigator of its own.
  expect(leaves({})).toMatch(
    /^By default nothing: .* A task that names a model .* your words, texts of pages, /u,
  );
  expect(leaves({ access: { by: 'KEY', at: null } })).toContain('Google');
  expect(leaves({ access: { by: 'PROXY', at: 'https://proxy.example' } })).toContain('https://proxy.example');
  const error = { code: 'policy.unreadable', message: 'it is no YAML', retryable: false } as const;
  expect(told({ policy: { loaded: false, error } }).get('Policy in force')).toMatchObject({ state: 'bad' });
  expect(told({ browser: { error } }).get('Browser')).toMatchObject({
    state: 'bad',
    says: ['it is no YAML'],
  });
  // The doctor has not answered yet; and `ss` is of Linux.
  expect(told({}).get('Log')).toMatchObject({ state: 'looking', says: ['Not measured yet.'] });
  expect(told({}).get('Addresses that it listens at')?.check).toBeNull();
});

test('of a browser that somebody else started, nothing is said that was found of one of our own', () => {
  const attached = {
    endpoint: 'http://127.0.0.1:9222',
    enforcement: 'ATTACHED',
    product: 'CHROMIUM',
    version: '156.0.1',
    path: '/opt/theirs/chrome',
    pid: 12,
    executor: 'HEADED_CHROMIUM',
    findings: ['the flag `--load-extension`'],
    lacks: ['a network namespace of its own', 'an end of its process: it lives on'],
  } as const;
  const lines = whatHolds({
    status: aStatus({ attached }),
    checks: [
      { name: 'sandbox', state: 'ok', detail: 'on, by user namespaces', help: null },
      { name: 'network', state: 'ok', detail: 'a network namespace', help: null },
    ],
    life: null,
    origin: 'http://127.0.0.1:7717',
    isLinux: true,
  });
  expect(lines[0]).toMatchObject({ state: 'warn' });
  const says = lines[0]?.says.join(' ') ?? '';
  for (const part of [attached.endpoint, 'Chromium', ...attached.lacks, ...attached.findings])
    expect(says).toContain(part);
  const browsers = lines.slice(
    0,
    lines.findIndex(({ name }) => name === 'Policy in force'),
  );
  expect(browsers.map(({ name, state }) => [name, state])).toEqual([
    ['Tasks are guests in a running browser', 'warn'],
    ['Sandbox of the browser', null],
    ['Browser', 'warn'],
    ['Tasks apart from each other', 'warn'],
    ['The way out of the browser', 'warn'],
  ]);
  const all = browsers.flatMap((line) => line.says).join(' ');
  expect(all).not.toContain('profile of its own');
  expect(all).not.toContain('in a network namespace of its own');
});
