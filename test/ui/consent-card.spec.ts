// What a question shows, in which order questions come, and who may answer: UX-RULES 3, 4, 7, 8.
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import {
  PATIENT,
  allowByPointer,
  given,
  openWith,
  pressRaw,
  untilArmed,
  untilSaid,
} from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aCard, aSite, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();

const ask = (...cards: readonly ConsentCard[]): Promise<OpenApp> => openWith(ui, cards);

test('the card says what, where, from where, with which values, by which rule and for how long', async () => {
  const app = await ask(aCard({ count: 3 }));
  const dialog = app.consent.getByRole('alertdialog', { name: 'Send this form' });
  await dialog.getByRole('heading', { level: 1, name: 'Send this form' }).waitFor();
  const text = await dialog.innerText();
  for (const part of [
    'check the status of my latest order',
    'accounts.shop.example',
    'ana@example.com',
    '•••(8)',
    'rules.credentials-ask',
    'default.yaml line 31',
    'stands for 3 identical questions',
    'then denied',
  ]) {
    expect(text).toContain(part);
  }
  expect(await dialog.locator('strong').first().innerText()).toBe('shop.example');
});

test('the answers stand in one order, the least harmful first, Allow once last', async () => {
  const app = await ask(aCard({ answers: ['ALLOW_ONCE', 'ALLOW_TASK_SITE', 'DENY_TASK', 'DENY'] }));
  const group = app.consent.getByRole('group', { name: 'Your answer' });
  expect(await group.getByRole('button').allTextContents()).toEqual([
    'Deny',
    '▾',
    'Allow on this site for this task',
    'Allow once',
  ]);
  const more = app.consent.getByRole('button', { name: 'More ways to deny' });
  expect(await more.getAttribute('aria-expanded')).toBe('false');
  await more.press('Enter');
  expect(await app.consent.locator('#more-no').getByRole('button').allTextContents()).toEqual([
    'Deny and tell the agent',
    'Deny and stop task',
  ]);
  expect(given(app)).toEqual([]);
});

test('what a page starts cannot be told a word, and its task can be stopped', async () => {
  const app = await ask(aCard({ startedBy: 'PAGE', answers: ['DENY', 'DENY_TASK', 'ALLOW_ONCE'] }));
  await pressRaw(app, 'More ways to deny');
  expect(await app.consent.getByLabel('To the agent').count()).toBe(0);
  await pressRaw(app, 'Deny and stop task');
  await expect.poll(() => given(app), PATIENT).toEqual(['DENY_TASK']);
});

test('what a link is called is marked as the page’s word for it, and where it starts and its address are folded', async () => {
  const app = await ask(
    aCard({
      details: [{ kind: 'ELEMENT', label: 'link', value: 'Confirm your account', by: 'PAGE', masked: false }],
      from: aSite({
        registrableDomain: 'forum.example',
        host: 'forum.example',
        url: 'http://forum.example/t/1',
      }),
    }),
  );
  const dialog = app.consent.getByRole('alertdialog');
  expect(await dialog.locator('.kind-ELEMENT').innerText()).toMatch(
    /^the page calls it\s+Confirm your account$/u,
  );
  expect(await dialog.innerText()).not.toContain('forum.example');
  await app.consent.getByText('Details').press('Enter');
  expect(await dialog.innerText()).toContain('http://forum.example/t/1');
});

test('Escape denies, the outcome is shown, and focus goes back to the app', async () => {
  const app = await ask(aCard());
  await app.page.keyboard.press('Escape');
  await untilSaid(app, 'Denied');
  expect(given(app)).toEqual(['DENY']);
  await app.page.locator('iframe').waitFor({ state: 'detached' });
  await app.page.keyboard.press('Control+l');
  expect(await app.page.evaluate(() => document.activeElement?.id)).toBe('command');
});

test('closing the dialog around the document means deny', async () => {
  const app = await ask(aCard());
  await app.page.getByRole('button', { name: 'Deny and close' }).click();
  await expect.poll(() => given(app), PATIENT).toEqual(['DENY']);
});

test('where the document cannot be shown, the app itself stops the task; where it is, the card does', async () => {
  const shown = await ask(aCard());
  expect(await shown.page.getByRole('button', { name: 'Stop task' }).count()).toBe(0);
  const app = await ask();
  app.gateway.refusals.set('/api/consents/', failure('gateway.closed', 'the gateway is closing'));
  app.gateway.ask(aCard());
  await app.page.getByRole('dialog').getByText('the gateway is closing').waitFor();
  await app.page.getByRole('dialog').getByRole('button', { name: 'Stop task' }).click();
  await expect
    .poll(() => app.gateway.received.map((call) => call.path), PATIENT)
    .toContain('/api/tasks/t1/cancel');
});

test('a question that somebody else has to answer says who, and takes no allowance', async () => {
  const app = await ask();
  const mayAllow = ['security-team: user alice, members of group security'];
  app.gateway.ask(aCard({ shieldMs: 300, approvers: ['security-team'], mayAllow }), {
    mayAllow: false,
    why: 'you are not among those who may allow this here',
  });
  const dialog = app.consent.getByRole('alertdialog');
  await dialog.getByText('security-team: user alice').waitFor();
  const allow = app.consent.getByRole('button', { name: 'Allow once' });
  // Said in place of the shield's reason: that is not what holds it back.
  await app.consent.locator('#note', { hasText: 'You cannot allow this' }).waitFor();
  expect(await allow.getAttribute('aria-disabled')).toBe('true');
  await allow.click({ force: true });
  await expect.poll(() => allow.getAttribute('aria-disabled'), PATIENT).toBe('true');
  expect(given(app)).toEqual([]);
});

test('a denial that comes while an allowance is on its way holds where that one is not taken', async () => {
  const app = await ask(aCard({ shieldMs: 50 }));
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await app.page.route(
    '**/api/answer',
    async (route) => {
      arrived.resolve();
      await released.promise;
      await route.fulfill({
        status: 409,
        json: { error: { code: 'consent.too-soon', message: 'an allowing answer came too soon' } },
      });
    },
    { times: 1 },
  );
  await untilArmed(app);
  await pressRaw(app, 'Allow once');
  await arrived.promise;
  await app.page.keyboard.press('Escape');
  released.resolve();
  await expect.poll(() => given(app), PATIENT).toEqual(['DENY']);
});

test('a card that whoever runs the gateway may answer does not speak of approvers', async () => {
  const app = await ask(aCard({ approvers: ['user'], mayAllow: ['user: the person who runs the gateway'] }));
  expect(await app.consent.getByRole('alertdialog').innerText()).not.toContain('may allow this');
});

test('what is odd about an address is said in words', async () => {
  const warnings = ['punycode', 'mixed-script', 'ip-address', 'not-https'];
  const app = await ask(aCard({ site: aSite({ host: 'xn--pypal-4ve.example', warnings }) }));
  const text = await app.consent.getByRole('alertdialog').innerText();
  for (const part of ['punycode', 'mixes scripts', 'bare network address', 'not encrypted']) {
    expect(text).toContain(part);
  }
});

test('hidden and direction-changing characters are shown in every untrusted string', async () => {
  const evil = 'a\u202Eb\u200Bc\u2066d\uFEFFe';
  const app = await ask(
    aCard({
      intent: evil,
      title: `Go ${evil}`,
      site: aSite({ host: evil, registrableDomain: evil }),
      details: [
        { kind: 'ELEMENT', label: evil, name: evil, value: evil, note: evil, by: 'PAGE', masked: false },
      ],
      because: [{ entry: evil, decision: 'ESCALATE', layer: 'x', at: `${evil}:1:1`, reason: evil }],
      agentSays: evil,
    }),
  );
  const dialog = app.consent.getByRole('alertdialog');
  const text = (await dialog.textContent()) ?? '';
  expect(text).not.toMatch(/[\u202E\u200B\u2066\uFEFF]/u);
  expect(text.split('⟨U+202E⟩').length).toBeGreaterThan(8);
});

test('the agent’s words are collapsed, quoted, and plain text', async () => {
  const app = await ask(aCard({ agentSays: '<b>safe</b> <img src=x onerror=alert(1)>' }));
  const quote = app.consent.locator('blockquote');
  expect(await quote.isVisible()).toBe(false);
  await app.consent.getByText('The agent says (not verified)').focus();
  await app.page.keyboard.press('Enter');
  expect(await quote.innerText()).toBe('<b>safe</b> <img src=x onerror=alert(1)>');
  expect(await quote.locator('b, img').count()).toBe(0);
});

test('a question that is answered elsewhere, times out or falls away closes its document', async () => {
  const app = await ask(aCard({ id: 'c1' }), aCard({ id: 'c2' }), aCard({ id: 'c3' }));
  app.gateway.close('c1', 'GRANTED', 'ALLOW_ONCE', 'person:terminal');
  await untilSaid(app, 'answered by person:terminal');
  await app.consent.getByRole('heading', { name: 'Send this form' }).waitFor();
  app.gateway.close('c2', 'TIMED_OUT', null, null);
  await untilSaid(app, 'Time is over: denied');
  await app.consent.getByRole('heading', { name: 'Send this form' }).waitFor();
  app.gateway.close('c3', 'VOID', null, null);
  await untilSaid(app, 'No longer asked');
  await app.page.locator('iframe').waitFor({ state: 'detached' });
});

test('questions queue oldest first, and a newer one never takes the place of the one shown', async () => {
  const app = await ask(aCard({ id: 'c1', title: 'First' }));
  app.gateway.ask(aCard({ id: 'c2', title: 'Second' }));
  app.gateway.ask(aCard({ id: 'c3', title: 'Third', look: 'isolated' }));
  await app.page.getByText('Question 1 of 3').waitFor();
  await app.consent.getByRole('heading', { name: 'First' }).waitFor();
  await app.page.keyboard.press('Escape');
  await app.consent.getByRole('heading', { name: 'Second' }).waitFor();
  await app.page.getByText('Question 1 of 2').waitFor();
});

test('a routine question waits in the feed until it is chosen', async () => {
  const app = await ask(aCard({ look: 'chip', title: 'Go to another site' }));
  const line = app.page.getByRole('article').getByText('Go to another site');
  await line.waitFor();
  expect(await app.page.locator('iframe').count()).toBe(0);
  await app.page.getByRole('button', { name: 'Answer' }).click();
  await app.consent.getByRole('alertdialog', { name: 'Go to another site' }).waitFor();
});

test('only the consent origin answers: the app’s origin, a foreign message and a used ticket do not', async () => {
  const app = await ask(aCard({ shieldMs: 50 }));
  const { gateway, page } = app;
  const outcome = await page.evaluate(async (origin) => {
    try {
      const response = await fetch(`${origin}/api/answer`, {
        method: 'POST',
        mode: 'no-cors',
        body: JSON.stringify({ id: 'c1', nonce: 'guess', answer: 'ALLOW_ONCE' }),
      });
      return response.type;
    } catch {
      return 'blocked';
    }
  }, gateway.consentOrigin);
  expect(outcome).toBe('blocked');
  // The app's own policy keeps that call in; a client without one is refused by where it comes from.
  const outside = await fetch(`${gateway.consentOrigin}/api/answer`, { method: 'POST', body: '{}' });
  expect(outside.status).toBe(403);
  await page.evaluate(() => window.postMessage({ type: 'ghost.consent.closed', id: 'c1' }, '*'));
  await app.consent.getByRole('heading', { name: 'Send this form' }).waitFor();
  expect(gateway.find('c1')?.state).toBe('OPEN');
  ui.expectComplaint(app, /Content Security Policy|Refused to connect|Fetch API cannot load/u);
});

test('an answer that the gateway refuses is said, and the question stays', async () => {
  const app = await ask(aCard({ shieldMs: 50 }));
  app.gateway.refusals.set(
    '/api/answer',
    failure('consent.too-soon', 'an allowing answer came too soon', { help: 'press again' }),
  );
  await allowByPointer(app);
  await app.consent.getByRole('alert').getByText('an allowing answer came too soon: press again').waitFor();
  await allowByPointer(app);
  await untilSaid(app, 'Allowed once');
});

test('a question that cannot be opened says so and can be tried again', async () => {
  const app = await ui.open((gateway) => {
    gateway.tasks = [aTask()];
    gateway.refusals.set('/api/consents/c1/ticket', failure('gateway.closed', 'the gateway is closing'));
  });
  await app.page.getByRole('article').waitFor();
  app.gateway.ask(aCard());
  await app.page.getByText('The gateway is closing.').waitFor();
  await app.page.getByRole('button', { name: 'Try again' }).click();
  await app.consent.getByRole('alertdialog').waitFor();
});

test('a document without a ticket, or with a used one, shows nothing to answer', async () => {
  const { page, gateway } = await ask();
  for (const address of [gateway.consentOrigin, `${gateway.consentOrigin}/?ticket=used`]) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'This question cannot be shown' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  }
});
