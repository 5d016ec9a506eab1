// What a tab keeps of its person: gone when another person signs in, no words of pages, and no page that a closed storage breaks.
import { expect, test } from 'vitest';
import type { IdentityView } from '#gateway/protocol/views/identity.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aResult, aStatus, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const PATIENT = { timeout: 30_000 };

const signedIn = (subject: string): IdentityView => ({
  state: 'SIGNED_IN',
  issuer: 'https://accounts.example',
  person: { subject, email: null, since: '2026-11-26T10:00:00.000Z', kept: 'VAULT' },
});
const field = ({ page }: OpenApp) => page.getByPlaceholder(/plain words/u);
const filter = ({ page }: OpenApp) => page.getByPlaceholder(/^Filter/u);
const stored = ({ page }: OpenApp) => page.evaluate(() => ({ ...sessionStorage }));

test('when another person signs in, nothing that the one before typed is there, on the page or after a reload', async () => {
  const app = await ui.open((gateway) => {
    gateway.status = aStatus({ identity: signedIn('ana') });
    gateway.tasks = [aTask({ status: 'DONE', endedAt: new Date().toISOString(), result: aResult() })];
  });
  await field(app).fill('what Ana asks');
  await filter(app).fill('keyboard');
  await app.page.reload();
  expect(await field(app).inputValue()).toBe('what Ana asks');
  app.gateway.status = { ...app.gateway.status, identity: signedIn('bob') };
  app.gateway.emit({ type: 'identity.changed', identity: signedIn('bob') });
  await expect.poll(() => field(app).inputValue(), PATIENT).toBe('');
  expect(await filter(app).inputValue()).toBe('');
  expect(JSON.stringify(await stored(app))).not.toMatch(/Ana asks|keyboard/u);
  await app.page.reload();
  await app.page.getByRole('article').waitFor();
  expect(await field(app).inputValue()).toBe('');
});

const becomes = async (app: OpenApp, subject: string): Promise<void> => {
  app.gateway.status = { ...app.gateway.status, identity: signedIn(subject) };
  app.gateway.emit({ type: 'identity.changed', identity: signedIn(subject) });
  await app.page.getByRole('contentinfo').getByText(subject, { exact: true }).waitFor();
};
const goTo = (app: OpenApp, hash: string): Promise<string> =>
  app.page.evaluate((to) => (location.hash = to), hash);

test('entries of the history that the one before made lead another person to the same view without their words', async () => {
  const app = await ui.open((gateway) => {
    gateway.status = aStatus({ identity: signedIn('ana') });
    gateway.tasks = [aTask()];
  });
  const { page } = app;
  await page.getByRole('contentinfo').getByText('ana', { exact: true }).waitFor();
  await goTo(app, '#/audit?q=salary');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await goTo(app, '#/results?q=lawyer');
  await page.getByRole('heading', { name: 'Results', level: 1 }).waitFor();
  await goTo(app, '#/inbox');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  const asked = (): number =>
    app.gateway.received.filter((one) => JSON.stringify(one).includes('lawyer')).length;
  const before = asked();
  await becomes(app, 'bob');
  await page.goBack();
  await expect.poll(() => page.url(), PATIENT).toMatch(/#\/results$/u);
  await page.goBack();
  await expect.poll(() => page.url(), PATIENT).toMatch(/#\/audit$/u);
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  expect(asked()).toBe(before);
  // Their own are theirs, over a reload of the tab as well.
  await goTo(app, '#/audit?q=lamp');
  await goTo(app, '#/inbox');
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  await page.goBack();
  await expect.poll(() => page.url(), PATIENT).toMatch(/#\/audit\?q=lamp$/u);
});

test('what stands half typed in a setting goes with its person', async () => {
  const app = await ui.open((gateway) => {
    gateway.status = aStatus({ identity: signedIn('ana') });
    gateway.settings = {
      ...gateway.settings,
      settings: [
        {
          key: 'stepLimit',
          kind: 'WHOLE',
          about: 'Steps at most.',
          line: 2,
          value: 12,
          preset: 20,
          least: 1,
          most: 20,
          loosens: [],
        },
      ],
    };
  });
  await goTo(app, '#/settings');
  const limit = app.page.getByRole('spinbutton');
  await limit.fill('7');
  await becomes(app, 'bob');
  await expect.poll(() => limit.inputValue(), PATIENT).toBe('12');
});

test('whoever signs in again finds what they typed', async () => {
  const app = await ui.open((gateway) => {
    gateway.status = aStatus({ identity: signedIn('ana') });
  });
  const footer = app.page.getByRole('contentinfo');
  await footer.getByText('ana', { exact: true }).waitFor();
  await field(app).fill('what Ana asks');
  app.gateway.emit({
    type: 'identity.changed',
    identity: { state: 'SIGNED_OUT', issuer: 'https://accounts.example', why: null },
  });
  await footer.getByText('nobody').waitFor();
  app.gateway.emit({ type: 'identity.changed', identity: signedIn('ana') });
  await footer.getByText('ana', { exact: true }).waitFor();
  expect(await field(app).inputValue()).toBe('what Ana asks');
});

test('a storage that takes nothing costs the memory of it, and not the page', async () => {
  const app = await ui.open(
    (gateway) => {
      gateway.tasks = [aTask()];
    },
    {
      async before(page) {
        await page.addInitScript(() => {
          Storage.prototype.setItem = () => {
            throw new DOMException('full', 'QuotaExceededError');
          };
        });
      },
    },
  );
  await app.page.getByRole('article').waitFor();
  await field(app).fill('find a lamp');
  expect(await field(app).inputValue()).toBe('find a lamp');
  app.gateway.ask(aCard());
  await app.consent.getByRole('button', { name: 'More ways to deny' }).press('Enter');
  await app.consent.getByLabel('To the agent').fill('another one');
  await app.consent.getByRole('button', { name: 'Deny', exact: true }).press('Enter');
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  expect(app.complaints).toEqual([]);
});

test('the place that is kept has no words of a page in it', async () => {
  const app = await ui.open((gateway) => {
    gateway.tasks = [aTask()];
  });
  await app.page.getByRole('article').waitFor();
  await app.page.evaluate(() => (location.hash = '#/tasks/t1/steps/2?quote=my+card+is+4111'));
  await expect.poll(async () => (await stored(app))['ghost.place'], PATIENT).toBe('#/tasks/t1/steps/2');
});

test('words of a question whose time is over go when the next one is shown, and those of an open one stay', async () => {
  const app = await ui.open((gateway) => {
    gateway.tasks = [aTask()];
  });
  const later = new Date(Date.now() + 600_000).toISOString();
  const keys = ['ghost.consent.says c0 2026-01-01T00:00:00.000Z', `ghost.consent.says c2 ${later}`];
  app.gateway.ask(aCard());
  await app.consent.getByRole('alertdialog').waitFor();
  const frame = app.page.frames().find((one) => one !== app.page.mainFrame());
  await frame?.evaluate((all) => all.forEach((key) => sessionStorage.setItem(key, 'words')), keys);
  await app.consent.getByRole('button', { name: 'Deny', exact: true }).press('Enter');
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  app.gateway.ask(aCard({ id: 'c3' }));
  await app.consent.getByRole('alertdialog').waitFor();
  const next = app.page.frames().find((one) => one !== app.page.mainFrame());
  const left = await next?.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('says')));
  expect(left).toEqual([keys[1]]);
});
