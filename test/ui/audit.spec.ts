// The audit list: one filter, rows that stay smooth and still, integrity that is shown, and nothing that could change an entry.
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { anEntry, aTask, aVerification } from '#test/fixtures/views.ts';

const PATIENT = { timeout: 30_000 };
const ENTRIES = 100_000;

const ui = uiForSpec();

function mixed(gateway: FakeGateway): void {
  gateway.audit = [
    anEntry(4, { type: 'act.outcome', verdict: null, why: '', outcome: 'done', who: 'gateway' }),
    anEntry(3, {
      what: 'submit the form',
      where: 'account.test',
      verdict: 'ESCALATE',
      why: 'rules.credentials-ask:31',
    }),
    anEntry(2, {
      type: 'page.act',
      who: 'page',
      what: 'go to http://collect.test/',
      where: 'collect.test',
      verdict: 'DENY',
    }),
    anEntry(1),
  ];
}

async function openAudit(prepare: (gateway: FakeGateway) => void = mixed): Promise<OpenApp> {
  const app = await ui.open(prepare);
  await app.page.getByRole('link', { name: 'Audit log' }).click();
  await app.page.getByRole('heading', { name: 'Audit log' }).waitFor();
  return app;
}

test('a row answers when, who, what, where, verdict, why and outcome', async () => {
  const { page } = await openAudit();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    expect.stringMatching(/^When \((?:UTC|GMT)/u),
    'Who',
    'What',
    'Where',
    'Decision',
    'Why',
    'Outcome',
  ]);
  const row = page.getByRole('row').filter({ hasText: 'submit the form' });
  await row.waitFor();
  expect((await row.getByRole('cell').allTextContents()).slice(1)).toEqual([
    'navigator:offline',
    'submit the formdecision',
    'account.test',
    'asked',
    'rules.credentials-ask:31',
    '–none',
  ]);
});

test('the filter is one string, in the field and in the address', async () => {
  const { page } = await openAudit();
  await page.getByLabel('Filter the log').fill('verdict:DENY where:collect.test');
  await page.getByText('1 entry match').waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  expect(new URL(page.url()).hash).toBe('#/audit?q=verdict%3ADENY+where%3Acollect.test');
  await page.reload();
  await page.getByText('1 entry match').waitFor();
  expect(await page.getByLabel('Filter the log').inputValue()).toBe('verdict:DENY where:collect.test');
});

test('a saved view is a query, and a second press leaves it', async () => {
  const { page } = await openAudit();
  const field = page.getByLabel('Filter the log');
  const stopped = page.getByRole('button', { name: 'What was stopped' });
  await stopped.click();
  expect(await field.inputValue()).toBe('is:stopped');
  await page.getByText('1 entry match').waitFor();
  expect(await stopped.getAttribute('aria-pressed')).toBe('true');
  await stopped.click();
  await page.getByText('4 entries').waitFor();
  await page.getByRole('button', { name: 'Policy changes' }).click();
  expect(await field.inputValue()).toBe('type:policy');
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByText('4 entries').waitFor();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a query that is wrong says what is wrong with it', async () => {
  const { page, gateway } = await openAudit();
  gateway.refusals.set(
    '/api/audit',
    failure('audit.bad-query', 'unknown key `verdct`', { help: 'did you mean `verdict`?' }),
  );
  await page.getByLabel('Filter the log').fill('verdct:DENY');
  await page.getByText('Unknown key `verdct`.').waitFor();
  await page.getByText('Did you mean `verdict`?').waitFor();
  expect(await page.getByText('match').count()).toBe(0);
  expect(await page.getByRole('table').count()).toBe(0);
});

test('no match, and an empty log, say what that means', async () => {
  const { page } = await openAudit();
  await page.getByLabel('Filter the log').fill('nowhere');
  await page.getByText('No entry matches.').waitFor();
  const empty = await openAudit(() => undefined);
  await empty.page.getByText('Nothing is logged yet.').waitFor();
});

test('a hundred thousand entries are drawn a screenful at a time, and read as they are needed', async () => {
  const { page, gateway } = await openAudit((fake) => {
    fake.audit = Array.from({ length: ENTRIES }, (_, index) => anEntry(ENTRIES - index));
  });
  await page.getByText('100,000 entries').waitFor();
  await expect.poll(() => page.getByRole('row').count(), PATIENT).toBeGreaterThan(5);
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  // How many rows it comes to is known once all is read.
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  const reads = (): number => gateway.received.filter((call) => call.path === '/api/audit').length;
  expect(reads()).toBe(1);
  await page.getByRole('button', { name: /^Entry 100000 / }).focus();
  await page.keyboard.press('End');
  await expect.poll(reads, PATIENT).toBeGreaterThan(1);
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3_000);
});

test('End goes to the last entry that there is, not to the last that was read', async () => {
  const { page } = await openAudit((fake) => {
    fake.audit = Array.from({ length: 4_293 }, (_, index) => anEntry(4_293 - index));
  });
  await page.getByRole('button', { name: /^Entry 4293 / }).focus();
  await page.keyboard.press('End');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), PATIENT)
    .toMatch(/^Entry 1 at /u);
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  await page.keyboard.press('Home');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), PATIENT)
    .toMatch(/^Entry 4293 at /u);
});

test('rows are reached and opened by keyboard beside the list, and closing goes back to the row', async () => {
  const { page } = await openAudit();
  await page.getByRole('button', { name: /^Entry 4 / }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const label = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
  await expect.poll(label, PATIENT).toMatch(/^Entry 2 /u);
  await page.keyboard.press('Enter');
  const entry = page.getByRole('region', { name: 'Entry 2' });
  await entry.getByText('collect.test', { exact: true }).waitFor();
  expect(new URL(page.url()).hash).toBe('#/audit/2');
  await page.keyboard.press('Escape');
  await entry.waitFor({ state: 'detached' });
  await expect.poll(label, PATIENT).toMatch(/^Entry 2 /u);
});

test('a key moves the focus at once: none is taken back from where the person went next', async () => {
  const { page } = await openAudit();
  const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  await first.getByRole('button').focus();
  const { reached, stayed } = await page.evaluate(async () => {
    const key = { key: 'ArrowDown', bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
    await Promise.resolve();
    const at = document.activeElement?.getAttribute('aria-label');
    document.querySelector<HTMLElement>('#audit-query')?.focus();
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    return { reached: at, stayed: document.activeElement?.id };
  });
  expect(reached).toBe(await second.getByRole('button').getAttribute('aria-label'));
  expect(stayed).toBe('audit-query');
});

test('what is new waits: rows never move under the reader', async () => {
  const { page, gateway } = await openAudit();
  await page.getByText('4 entries').waitFor();
  gateway.audit = [anEntry(6), anEntry(5), ...gateway.audit];
  gateway.emit({ type: 'audit.appended', seq: 6, reads: [] });
  const button = page.getByRole('button', { name: 'Show 2 newer' });
  await button.waitFor();
  expect(await page.getByRole('button', { name: /^Entry 6 / }).count()).toBe(0);
  await button.click();
  await page.getByRole('button', { name: /^Entry 6 / }).waitFor();
});

test('looking at the log is nothing new in it, and what came besides is counted without it', async () => {
  const { page, gateway } = await openAudit();
  await page.getByText('4 entries').waitFor();
  const read = { type: 'audit.read', what: 'read the audit log' } as const;
  gateway.emit({ type: 'audit.appended', seq: 5, reads: [5] });
  // What comes after it on the same stream is on the screen: so was this.
  gateway.showTask(aTask({ intent: 'something else' }));
  await expect.poll(() => page.title(), PATIENT).toContain('(1)');
  expect(await page.getByRole('button', { name: /newer/u }).count()).toBe(0);
  gateway.audit = [anEntry(7), anEntry(6, read), anEntry(5, read), ...gateway.audit];
  gateway.emit({ type: 'audit.appended', seq: 7, reads: [6] });
  await page.getByRole('button', { name: 'Show 1 newer' }).click();
  await page.getByRole('button', { name: /^Entry 7 / }).waitFor();
});

test('what is typed is asked for once, at Enter at the latest', async () => {
  const { page, gateway } = await openAudit();
  await page.getByText('4 entries').waitFor();
  const reads = (): number => gateway.received.filter((call) => call.path === '/api/audit').length;
  const before = reads();
  await page.clock.install();
  // Stands still, however long a busy machine takes for a key.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByLabel('Filter the log').focus();
  for (const key of 'where:collect.test') {
    await page.keyboard.press(key);
    await page.clock.runFor(300);
  }
  expect(reads()).toBe(before);
  await page.keyboard.press('Enter');
  await page.getByText('1 entry match').waitFor();
  await page.clock.runFor(5_000);
  expect(reads()).toBe(before + 1);
  // The clock is the browser's, not this page's: what is loaded when it is opened waits for it.
  await page.clock.resume();
});

test('verification says to which entry, and when its checkpoint was signed', async () => {
  const { page } = await openAudit();
  await page.getByText('Not verified on this page yet.').waitFor();
  await page.getByRole('button', { name: 'Verify now' }).click();
  const line = page.getByRole('region', { name: 'Integrity of the log' });
  await line.getByText('Verified to entry 48,213').waitFor();
  await expect.poll(() => line.textContent(), PATIENT).toMatch(/checkpoint signed \d\d:\d\d/u);
  await line.getByText('The last 13 wait for the next checkpoint').waitFor();
});

test('a break names the first bad entry and what is still trustworthy', async () => {
  const { page, gateway } = await openAudit();
  gateway.verification = aVerification({
    ok: false,
    firstBad: { seq: 3, problem: 'its hash does not match its content' },
  });
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page
    .getByRole('alert')
    .getByText('Broken at entry 3: its hash does not match its content.')
    .waitFor();
  await page.getByText('Entries 1 to 2 are still trustworthy').waitFor();
});

test('nothing in the view edits or deletes', async () => {
  const { page } = await openAudit();
  await page.getByRole('button', { name: /^Entry 4 / }).waitFor();
  const names = await page.getByRole('main').getByRole('button').allTextContents();
  expect(names.filter((name) => /edit|delete|remove/iu.test(name))).toEqual([]);
});
