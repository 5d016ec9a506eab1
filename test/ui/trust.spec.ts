// The page *Trust*: each line is what the gateway found, with a command that shows it too; how often a person is asked comes from the log.
import { expect, test } from 'vitest';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import { PATIENT } from '#test/fixtures/consent-page.ts';
import { expectAtEverySize } from '#test/fixtures/every-size.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aLife, anEntry, aStatus } from '#test/fixtures/views.ts';
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

function aWeek(gateway: FakeGateway): void {
  gateway.status = { ...aStatus({ consentOrigin: 'http://127.0.0.1:7718/' }), demo: false };
  gateway.doctor = [
    { name: 'sandbox', state: 'ok', detail: 'on, by user namespaces', help: null },
    { name: 'network', state: 'warn', detail: 'the forward proxy is the only way out', help: 'allow them' },
    { name: 'audit', state: 'ok', detail: 'verified, 4012 entries', help: null },
  ];
  const often = Array.from({ length: 8 }, (_one, at) =>
    asked(10 + at, 'rules.unnamed (p.yaml:3:1)', (20 - at) * MINUTE_MS, 400),
  );
  gateway.audit = [
    ...often.flat(),
    ...asked(5, 'rules.login (p.yaml:9:1)', 300 * MINUTE_MS, 9 * SECOND_MS, 'REFUSED'),
    ...[3, 2, 1].map((seq) => anEntry(seq, { type: 'task.started', at: new Date().toISOString() })),
  ].toSorted((a, b) => b.seq - a.seq);
}

test('each line says what was found and by which command it is seen, and what was not measured is said as that', async () => {
  const { page } = await ui.open(aWeek);
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
    .getByText(/^Nothing: /u)
    .waitFor();
  await line('Addresses').getByText('Its questions: http://127.0.0.1:7718.').waitFor();
  // The gateway said nothing of it.
  const vault = line('What is kept encrypted');
  await vault.getByText('Not measured here.').waitFor();
  expect(await vault.getByText('holds', { exact: true }).count()).toBe(0);
  const lines = await now.getByRole('listitem').count();
  expect(await now.getByRole('listitem').locator('code').count()).toBe(lines);
  await page.getByRole('button', { name: 'Verify now' }).press('Enter');
  await page.getByText('Verified to entry 48,213').waitFor();
});

test('questions are told a task and a rule, and one that asks too often leads to a narrower rule as a draft', async () => {
  const { page } = await ui.open(aWeek);
  await page.evaluate(() => (location.hash = '#/trust'));
  const told = page.getByRole('region', { name: 'How often you were asked in the last 7 days' });
  await told
    .getByText('9 questions in 3 tasks: 3.0 a task. 8 of 9 answers came within a second: 89 %.')
    .waitFor();
  await told.getByText('Most answers came before the question can have been read.').waitFor();
  const row = (name: RegExp) => told.getByRole('row', { name });
  expect(
    await row(/rules\.unnamed/u)
      .getByRole('cell')
      .allTextContents(),
  ).toEqual(['8', '8', '0', 'under 1 s']);
  expect(
    await row(/rules\.login/u)
      .getByRole('cell')
      .allTextContents(),
  ).toEqual(['1', '0', '1', '0:09']);
  const draft = told.getByRole('link', { name: 'Draft a narrower rule from the newest' });
  expect(await draft.count()).toBe(1);
  expect(await draft.getAttribute('href')).toBe('#/policy/from/r17');
});

test('at four sizes, in light, dark and forced colours', async () => {
  const { page } = await ui.open(aWeek);
  await page.evaluate(() => (location.hash = '#/trust'));
  await page.getByRole('row', { name: /rules\.login/u }).waitFor();
  await page.getByText('On, by user namespaces.').waitFor(PATIENT);
  expect(await expectAtEverySize(page, 'trust')).toBeGreaterThanOrEqual(8);
});

test('a question that nobody answered is asked and no answer; what a program answered has no time of a person', () => {
  const [answer, question] = asked(1, 'rules.a', MINUTE_MS, 200);
  const [, open] = asked(2, 'rules.a', MINUTE_MS, 200);
  if (answer === undefined || question === undefined || open === undefined) throw new Error('no entries');
  expect(askedFigures([{ ...answer, who: 'nobody', outcome: 'EXPIRED' }, question, open])).toMatchObject({
    asked: 2,
    answered: 0,
    atOnce: 0,
    rules: [{ rule: 'rules.a', asked: 2, allowed: 0, refused: 1, answerMs: [], mostAnHour: 2 }],
  });
  // A change of the policy is no question of a task.
  expect(askedFigures([{ ...question, taskId: null }]).asked).toBe(0);
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
        checks: [],
        life: { bundles },
        origin: 'http://127.0.0.1:7717',
      }).map((line) => [line.name, line]),
    );
  expect(told({}, [bundle]).get('Policy in force')?.says).toContain('Signed: ours@3 by key k1.');
  const leaves = (change: Parameters<typeof aStatus>[0]) =>
    told(change).get('What leaves this machine for a model')?.says[0];
  expect(leaves({ access: { by: 'KEY', at: null } })).toContain('Google');
  expect(leaves({ access: { by: 'PROXY', at: 'https://proxy.example' } })).toContain('https://proxy.example');
  const error = { code: 'policy.unreadable', message: 'it is no YAML', retryable: false } as const;
  expect(told({ policy: { loaded: false, error } }).get('Policy in force')).toMatchObject({ state: 'bad' });
  expect(told({ browser: { error } }).get('Browser')).toMatchObject({
    state: 'bad',
    says: ['it is no YAML'],
  });
});
