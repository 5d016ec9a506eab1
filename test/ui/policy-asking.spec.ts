// What a draft would change, told by the engine beside the page: requests of the log decided again, cells of the matrix, the policy's own
// tests. Each says which rule or line it is.
import { expect, test } from 'vitest';
import { parseRequest } from '#policy/requests/request.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';
import { need } from '#test/fixtures/tab.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import type { IdentityView } from '#gateway/protocol/views/identity.ts';
import { aStatus } from '#test/fixtures/views.ts';

/** The engine's worker is loaded when a view needs it. */
const COMPILED = { timeout: 60_000 };
const ui = uiForSpec();
const TIGHTER = edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ALLOW]']).text.toString();

const gateAt = (seq: number, host: string, decision: 'ALLOW' | 'ESCALATE') => ({
  place: `entry ${seq}`,
  at: '',
  decision,
  facts: need(
    parseRequest({ capability: 'CLOSE_TAB', executor: 'HEADED_CHROMIUM', addressClass: 'PUBLIC', host }),
  ),
});

function withPolicy(gateway: FakeGateway): void {
  gateway.policyFiles = [
    {
      file: '/etc/ghost/own.yaml',
      name: 'own',
      text: DEFAULT_TEXT,
      inForce: DEFAULT_TEXT,
      digest: 'sha256:0',
      readOnly: null,
    },
  ];
}

/** As a person left it in this tab. */
async function withDraft(
  text: string,
  prepare: (gateway: FakeGateway) => void = withPolicy,
): Promise<OpenApp> {
  return ui.open(prepare, {
    width: 1280,
    before: async (page) => {
      await page.addInitScript(
        (draft) => {
          if (sessionStorage.getItem('ghost.policy.drafts') === null)
            sessionStorage.setItem('ghost.policy.drafts', draft);
        },
        JSON.stringify({ own: { text, base: 'sha256:0' } }),
      );
    },
  });
}
/** The first test of the document, expecting what is not decided. */
function withRedTest(): { readonly text: string; readonly line: number } {
  const from = DEFAULT_TEXT.indexOf('\ntests:');
  const at = DEFAULT_TEXT.indexOf('expect: ALLOW', from);
  const text = `${DEFAULT_TEXT.slice(0, at)}expect: DENY${DEFAULT_TEXT.slice(at + 'expect: ALLOW'.length)}`;
  return { text, line: lineOf(DEFAULT_TEXT, DEFAULT_TEXT.lastIndexOf('name:', at)) };
}
const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
const goTo = ({ page }: OpenApp, hash: string) => page.evaluate((to) => (location.hash = to), hash);

test('a draft says how many requests of a range it would decide otherwise, each with the way to its entry', async () => {
  const app = await withDraft(TIGHTER, (gateway) => {
    withPolicy(gateway);
    const gates = [
      gateAt(7, 'shop.test', 'ALLOW'),
      gateAt(9, 'shop.test', 'ALLOW'),
      gateAt(11, '', 'ESCALATE'),
    ];
    gateway.recent = { gates, unread: 2, unreadWhy: [], isCut: true };
  });
  const { page, gateway } = app;
  await goTo(app, '#/policy/what-if');
  const range = page.getByRole('region', { name: 'What your draft would have decided' });
  await range.getByLabel('Requests of').selectOption('7d');
  const reads = () => gateway.received.filter(({ path }) => path === '/api/policy/recent').length;
  expect(reads()).toBe(0);
  await range.getByRole('button', { name: 'Decide them again' }).press('Enter');
  await range
    .getByText('2 of the newest 3 requests of the last 7 days would be decided otherwise.')
    .waitFor(COMPILED);
  expect(reads()).toBe(1);
  const rows = range.getByRole('list', { name: 'Requests that would be decided otherwise' });
  const [row, ...more] = await rows.getByRole('listitem').allTextContents();
  expect(more).toEqual([]);
  expect(row).toContain('close tabs at shop.test, 2 times');
  expect(row).toContain('tightened');
  expect(
    await rows.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual(['#/audit/7', '#/audit/9']);
  await range.getByText('2 entries of that time could not be decided again.').waitFor();
  await range.getByText('there are more than are decided at once').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  for (const width of [390, 320]) {
    // oxlint-disable-next-line no-await-in-loop -- one size after the other
    await page.setViewportSize({ width, height: 800 });
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('a draft that would be refused decides nothing again, and without a draft nothing is read', async () => {
  const broken = await withDraft('version: 1\nrules: nonsense');
  await goTo(broken, '#/policy/what-if');
  await broken.page.getByRole('button', { name: 'Decide them again' }).click();
  await broken.page.getByText('The draft would be refused.').waitFor(COMPILED);

  const plain = await ui.open(withPolicy);
  await goTo(plain, '#/policy/what-if');
  await plain.page.getByText('There is no draft.').waitFor();
  expect(await plain.page.getByRole('button', { name: 'Decide them again' }).count()).toBe(0);
});

test('a cell of the matrix names the rule that decides it, and says what the draft would decide', async () => {
  const app = await withDraft(TIGHTER);
  const { page } = app;
  await goTo(app, '#/policy/matrix');
  await page.getByRole('combobox', { name: 'Browser' }).selectOption('HEADED_CHROMIUM');
  const table = page.getByRole('region', { name: 'Sites and capabilities' });
  const changed = table.getByRole('row', { name: 'close tabs' }).getByRole('button').last();
  await changed.waitFor(COMPILED);
  await page.getByText(/Your draft would change \d+ cells? of this table/u).waitFor(COMPILED);
  expect(await changed.textContent()).toBe('allowed→and with your draftasked');
  await changed.press('Enter');
  await page.getByText('close tabs at any other site: allowed, with your draft asked').waitFor();
  await page.getByText('decided by defaults.capability').waitFor();
  expect(await changed.getAttribute('aria-pressed')).toBe('true');
  const same = table.getByRole('row', { name: 'look at the page' }).getByRole('button').last();
  expect(await same.textContent()).toBe('allowed');
  expect(await axeFindings(page)).toEqual([]);
});

test('the policy’s own tests run beside the page, and all of what is in force pass', async () => {
  const app = await ui.open(withPolicy);
  await goTo(app, '#/policy/tests');
  await app.page.getByText(/^\d+ tests, all pass\.$/u).waitFor(COMPILED);
  expect(await app.page.getByText('fails', { exact: true }).count()).toBe(0);
  expect(await axeFindings(app.page)).toEqual([]);
});

test('a test of a draft that fails stands first, with why and the way to its line', async () => {
  const { text, line } = withRedTest();
  const app = await withDraft(text);
  const { page } = app;
  await goTo(app, '#/policy/tests');
  await page.getByText(/^1 test of \d+ fails\.$/u).waitFor(COMPILED);
  const own = page.getByRole('region', { name: 'Tests of own' });
  const first = own.getByRole('listitem').first();
  expect(await first.textContent()).toMatch(/^fails.*the test `.+` expects DENY and gets /u);
  await first.getByRole('link', { name: `line ${line}` }).press('Enter');
  const editor = page.getByRole('textbox', { name: 'Text of own' });
  await editor.waitFor();
  expect(page.url()).toContain(`#/policy/line/own/${line}`);
  await expect.poll(() => page.locator('.cm-activeLine').first().textContent()).toContain('name:');
});

test('an address of a document, a line or a rule that is not there says so, and points at no other', async () => {
  const app = await ui.open(withPolicy);
  const { page } = app;
  await goTo(app, '#/policy/line/GONE.yaml/2');
  await page.getByText('The policy in force has no document “GONE.yaml”').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'History' }).count()).toBe(2);
  const pointed = page.locator('.cm-focused .cm-activeLine');
  expect(await pointed.count()).toBe(0);
  await goTo(app, '#/policy/line/own/99999');
  await page.getByText('there is no line 99999').waitFor();
  expect(await pointed.count()).toBe(0);
  await goTo(app, '#/policy/rule/gone-rule');
  await page.getByText('No document of the policy has an entry “gone-rule”').waitFor();
  await goTo(app, '#/policy/line/own/1');
  await expect.poll(() => page.getByText('No document of the policy').count()).toBe(0);
});

test('tests of a document that does not load are not shown as run', async () => {
  const app = await withDraft('version: 1\nrules: nonsense');
  await goTo(app, '#/policy/tests');
  await app.page.getByText('A document does not load, so not every test ran.').waitFor(COMPILED);
  expect(await app.page.getByText('passes', { exact: true }).count()).toBe(0);
});

const signedIn = (subject: string): IdentityView => ({
  state: 'SIGNED_IN',
  issuer: 'https://accounts.example',
  person: { subject, email: null, since: '2026-11-26T10:00:00.000Z', kept: 'VAULT' },
});

test('another person finds neither the filter in the address nor, by undoing, the draft of the one before', async () => {
  const app = await ui.open((gateway) => {
    withPolicy(gateway);
    gateway.status = aStatus({ identity: signedIn('ana') });
  });
  const { page, gateway } = app;
  await page.getByRole('contentinfo').getByText('ana', { exact: true }).waitFor();
  await goTo(app, '#/policy');
  const editor = page.getByRole('textbox', { name: 'Text of own' });
  await editor.waitFor();
  await editor.focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('# what Ana wrote\n');
  await page.getByRole('button', { name: 'Discard changes' }).waitFor();
  gateway.status = { ...gateway.status, identity: signedIn('bob') };
  gateway.emit({ type: 'identity.changed', identity: signedIn('bob') });
  await page.getByRole('button', { name: 'Discard changes' }).waitFor({ state: 'detached' });
  await editor.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => editor.innerText()).not.toContain('Ana');
  expect(await page.getByRole('button', { name: 'Discard changes' }).count()).toBe(0);

  await goTo(app, '#/audit?q=salary');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  gateway.emit({ type: 'identity.changed', identity: signedIn('eve') });
  await expect.poll(() => page.url()).toMatch(/#\/audit$/u);
});
