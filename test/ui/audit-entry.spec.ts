// One entry beside the list: its six questions, its rule as it was then, its act and its neighbours; its proof, folded in the page; and
// what matches as a file.
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ProofView } from '#gateway/protocol/views/audit.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { savedBy, watchSaving } from '#test/fixtures/saved-files.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { anEntry } from '#test/fixtures/views.ts';

const PATIENT = { timeout: 30_000 };
const ui = uiForSpec();

function aTaskLog(gateway: FakeGateway): void {
  const act = {
    requestId: 'r1',
    what: 'enter a password',
    where: 'account.test',
    why: 'rules.login (/etc/ghost/p.yaml:3:1)',
  };
  gateway.audit = [
    anEntry(5, { taskId: 't1', what: 'click link “Orders”' }),
    anEntry(4, { ...act, type: 'act.outcome', who: 'gateway', why: '', verdict: null, outcome: 'DONE' }),
    anEntry(3, {
      ...act,
      type: 'consent.answered',
      who: 'person:ui',
      why: 'c-1',
      verdict: 'ESCALATE',
      outcome: 'GRANTED',
      at: '2026-11-21T14:00:09.000Z',
    }),
    anEntry(2, { ...act, type: 'consent.asked', verdict: 'ESCALATE' }),
    anEntry(1, { ...act, verdict: 'ESCALATE' }),
  ];
  gateway.rules = [
    {
      name: 'rules.login',
      file: '/etc/ghost/p.yaml',
      line: 3,
      from: 1,
      lines: ['rules:', '  # log-ins', '  - id: login'],
    },
  ];
}

/** A real tree over three texts, of which this one is the first. */
function aProof(text: string): ProofView {
  const sha = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer');
  const [zero, one] = [Buffer.of(0), Buffer.of(1)];
  const [a, b, c] = [text, 'b', 'c'].map((words) => sha(zero, Buffer.from(words)));
  if (a === undefined || b === undefined || c === undefined) throw new Error('three leaves');
  const root = sha(one, sha(one, a, b), c).toString('base64');
  const entry = {
    seq: 1,
    text,
    leaf: a.toString('base64'),
    path: [b.toString('base64'), c.toString('base64')],
  };
  return {
    size: 3,
    rootHash: root,
    signedAt: '2026-11-21T15:00:00.000Z',
    checkpoint: 'note',
    publicKey: 'key',
    entry,
    file: 'the proof',
  };
}

async function openEntry(prepare: (gateway: FakeGateway) => void = aTaskLog): Promise<OpenApp> {
  const app = await ui.open(prepare, { width: 1440, height: 900 });
  await app.page.getByRole('link', { name: 'Audit log' }).click();
  await app.page.getByRole('button', { name: /^Entry 1 / }).click();
  await app.page.getByRole('region', { name: 'Entry 1' }).getByText('Answered by').waitFor();
  return app;
}

test('an entry answers who, what, where, when, why and what came of it, of its whole act', async () => {
  const { page } = await openEntry();
  const entry = page.getByRole('region', { name: 'Entry 1' });
  expect(await entry.locator('dl').first().locator('dt').allTextContents()).toEqual([
    'Who',
    'What',
    'Where',
    'When',
    'Why',
    'Came of it',
  ]);
  const [who, what, where, , why, outcome] = await entry
    .locator('dl')
    .first()
    .locator('dd')
    .allTextContents();
  expect({ who, what, where, outcome }).toEqual({
    who: 'navigator:offline, for this task',
    what: 'enter a password',
    where: 'account.test',
    outcome: 'done',
  });
  expect(why).toBe('you allowed rules.login:3Answered by person:ui after 0:07.');
});

test('the rule stands there as it was then, with its line marked', async () => {
  const { page } = await openEntry();
  const rule = page.getByRole('region', { name: 'Rule rules.login' });
  await rule.getByText('line 3 of p.yaml, as it was then').waitFor();
  expect(await rule.locator('mark').allTextContents()).toEqual(['  - id: login']);
});

test('the entries of its act and its neighbours in the task are one press away, and the address says which one is open', async () => {
  const { page } = await openEntry();
  await page.getByRole('button', { name: /^2 · .* · consent\.asked/u }).click();
  await page.getByRole('region', { name: 'Entry 2' }).waitFor();
  const after = page.getByRole('button', { name: 'After it in its task' });
  await expect.poll(() => after.getAttribute('aria-disabled'), PATIENT).toBe('false');
  await after.click();
  await page.getByRole('region', { name: 'Entry 3' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/audit/3');
  await page.reload();
  await page.getByRole('region', { name: 'Entry 3' }).getByText('Answered by').waitFor();
});

test('the list’s keys take the open entry along', async () => {
  const { page } = await openEntry();
  await page.getByRole('button', { name: /^Entry 1 / }).focus();
  await page.keyboard.press('ArrowUp');
  await page.getByRole('region', { name: 'Entry 5' }).getByText('click link “Orders”').waitFor();
});

test('a proof is folded in the page, drawn to the root, and taken along with the command that checks it', async () => {
  const app = await openEntry((gateway) => {
    aTaskLog(gateway);
    gateway.proof = aProof('{"seq":1}');
  });
  const proof = app.page.getByRole('region', { name: 'Proof' });
  await proof.getByRole('button', { name: 'Prove' }).click();
  await proof.getByText('Folds to the root over 3 entries').waitFor();
  expect(await proof.getByRole('listitem').count()).toBe(3);
  expect(await proof.getByRole('listitem').last().textContent()).toMatch(
    /root, signed, with .* on its right$/u,
  );
  await proof.getByText('ghost audit check entry-1.tlog-proof --key audit.pub').waitFor();
  await watchSaving(app.page);
  const saved = await savedBy(app.page, 'Download proof');
  expect(saved).toEqual({ name: 'entry-1.tlog-proof', text: 'the proof' });
});

test('a proof that does not fold says so, whatever the gateway says', async () => {
  const { page } = await openEntry((gateway) => {
    aTaskLog(gateway);
    gateway.proof = { ...aProof('{"seq":1}'), rootHash: aProof('{"seq":2}').rootHash };
  });
  await page.getByRole('button', { name: 'Prove' }).click();
  await page.getByText('Does not fold to the signed root: nothing is proved').waitFor();
});

test('what matches leaves as a file, and the page says which entry tells of it', async () => {
  const { page, gateway } = await openEntry();
  const exports = page.getByRole('group', { name: 'Export what matches' });
  await exports.getByRole('button', { name: 'Signed bundle' }).click();
  await exports.getByText('5 entries, 1 to 5 left as a file').waitFor();
  expect(gateway.received.at(-1)).toMatchObject({
    path: '/api/audit/export',
    body: { form: 'bundle', query: '-type:audit.read' },
  });
  expect(await exports.getByRole('link').getAttribute('href')).toBe('#/audit?q=seq%3A6');
});
