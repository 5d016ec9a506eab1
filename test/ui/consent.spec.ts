// The consent document: what it shows, what holds an allowance back, who may answer. Each test is a rule of UX-RULES 3–8.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { failure } from '#policy/failure.ts';
import type { ConsentCard } from '#gateway/protocol/views.ts';
import { startUi, type OpenApp, type UiUnderTest } from '#test/fixtures/ui.ts';
import { aCard, aSite, aTask } from '#test/fixtures/views.ts';

const PATIENT = { timeout: 10_000 };

let ui: UiUnderTest;
let opened: OpenApp | null = null;

beforeAll(async () => {
  ui = await startUi();
});
afterAll(() => ui.close());
afterEach(async () => {
  const complaints = opened?.complaints ?? [];
  await opened?.close();
  opened = null;
  expect(complaints).toEqual([]);
});

/** The app with a running task and these questions open. */
async function ask(...cards: readonly ConsentCard[]): Promise<OpenApp> {
  opened = await ui.open((gateway) => {
    gateway.tasks = [aTask({ status: 'WAITING' })];
  });
  await opened.page.getByRole('article').waitFor();
  for (const card of cards) opened.gateway.ask(card);
  if (cards.some((card) => card.look !== 'chip')) {
    await opened.consent.getByRole('alertdialog').waitFor();
    const frame = opened.page.locator('iframe');
    await expect.poll(() => frame.evaluate((element) => element.style.height), PATIENT).not.toBe('');
  }
  return opened;
}

const allowOnce = ({ consent }: OpenApp) => consent.getByRole('button', { name: 'Allow once' });
const given = ({ gateway }: OpenApp): unknown[] =>
  gateway
    .answers()
    .map(({ body }) => (typeof body === 'object' && body !== null && 'answer' in body ? body.answer : null));

/** Until nothing holds the allowance back any more. */
const untilArmed = (app: OpenApp): Promise<void> =>
  expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('false');

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Where a button is, once the frame has found its size. */
async function settledBox(app: OpenApp, name: string): Promise<Box> {
  const button = app.consent.getByRole('button', { name });
  let last: Box | null = null;
  for (;;) {
    const now: Box | null = await button.boundingBox();
    if (now !== null && last !== null && now.x === last.x && now.y === last.y) return now;
    last = now;
    await app.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
}

const pressAt = (page: Page, box: Box): Promise<void> =>
  page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);

/** A press where the button is, without waiting for it to become usable. */
async function pressRaw(app: OpenApp, name: string): Promise<void> {
  await pressAt(app.page, await settledBox(app, name));
}

/** As a person does it: presses when it is open, and again if a late move of the frame held the press back. */
async function allowByPointer(app: OpenApp): Promise<void> {
  const before = app.gateway.answers().length;
  for (let presses = 0; presses < 6; presses += 1) {
    await untilArmed(app);
    await pressRaw(app, 'Allow once');
    const sent = expect.poll(() => app.gateway.answers().length, { timeout: 1_500 }).toBe(before + 1);
    if (
      await sent.then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error('no press was taken');
}

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
    'Deny and stop task',
    'Allow on this site for this task',
    'Allow once',
  ]);
});

test('focus starts on the heading, and Enter and Space do nothing until it moves', async () => {
  const app = await ask(aCard({ shieldMs: 50 }));
  await untilArmed(app);
  const heading = app.consent.getByRole('heading', { level: 1 });
  await expect
    .poll(() => heading.evaluate((element) => element === document.activeElement), PATIENT)
    .toBe(true);
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.press('Space');
  expect(app.gateway.find('c1')?.state).toBe('OPEN');
  await app.page.keyboard.press('Tab');
  await app.page.keyboard.press('Tab');
  await app.page.keyboard.press('Tab');
  await app.page.keyboard.press('Enter');
  await expect.poll(() => given(app), PATIENT).toEqual(['DENY']);
});

test('Escape denies, the outcome is shown, and focus goes back to the app', async () => {
  const app = await ask(aCard());
  await app.page.keyboard.press('Escape');
  await app.consent.getByRole('heading', { name: 'Denied' }).waitFor();
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

test('stopping the task needs no answer first', async () => {
  const app = await ask(aCard());
  await app.page.getByRole('dialog').getByRole('button', { name: 'Stop task' }).click();
  await expect
    .poll(() => app.gateway.received.map((call) => call.path), PATIENT)
    .toContain('/api/tasks/t1/cancel');
});

test('denying is never held back, allowing is until everything has been still', async () => {
  const app = await ask(aCard({ shieldMs: 60_000 }));
  await app.consent.getByText('Allowing is off for a moment').waitFor();
  await pressRaw(app, 'Allow once');
  await pressRaw(app, 'Allow on this site');
  expect(app.gateway.find('c1')?.state).toBe('OPEN');
  expect(await allowOnce(app).getAttribute('aria-disabled')).toBe('true');
  await pressRaw(app, 'Deny and stop task');
  await expect.poll(() => given(app), PATIENT).toEqual(['DENY_TASK']);
  await app.consent.getByRole('heading', { name: 'Denied, and the task is stopped' }).waitFor();
});

test('a shown and still card can be allowed with the pointer', async () => {
  const app = await ask(aCard());
  await allowByPointer(app);
  await app.consent.getByRole('heading', { name: 'Allowed once' }).waitFor();
  expect(given(app)).toEqual(['ALLOW_ONCE']);
});

test('moving the frame under the pointer starts the time again', async () => {
  const app = await ask(aCard({ shieldMs: 1_500 }));
  await untilArmed(app);
  const box = await settledBox(app, 'Allow once');
  await app.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await app.page.getByRole('dialog').evaluate((element) => {
    element.style.marginTop = '90px';
  });
  await pressRaw(app, 'Allow once');
  await app.consent.getByText('Allowing is off for a moment').waitFor();
  expect(given(app)).toEqual([]);
});

test('resizing the window starts the time again', async () => {
  const app = await ask(aCard({ shieldMs: 1_500 }));
  await untilArmed(app);
  await app.page.setViewportSize({ width: 500, height: 700 });
  await expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('true');
});

test('something drawn over the document holds the allowance back', async () => {
  const app = await ask(aCard({ shieldMs: 100 }));
  await untilArmed(app);
  await app.page.evaluate(() => {
    const cover = document.createElement('div');
    cover.style.cssText = 'position:fixed;inset:0;z-index:99;background:#fff;pointer-events:none';
    document.body.append(cover);
  });
  await app.consent.getByText('something may cover this question').waitFor();
  await pressRaw(app, 'Allow once');
  expect(given(app)).toEqual([]);
});

test('a page that is not in view allows nothing', async () => {
  const app = await ask(aCard({ shieldMs: 50 }));
  await untilArmed(app);
  await app.consent.locator('body').evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await app.consent.getByText('Allowing is off while this page is not in view').waitFor();
  await allowOnce(app).focus();
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.press('Enter');
  expect(given(app)).toEqual([]);
});

test('without timing: a second press of the key confirms what the shield holds back', async () => {
  const app = await ask(aCard({ shieldMs: 2_500 }));
  await untilArmed(app);
  await allowOnce(app).focus();
  await app.page.setViewportSize({ width: 500, height: 700 });
  await expect.poll(() => allowOnce(app).getAttribute('aria-disabled'), PATIENT).toBe('true');
  await app.page.keyboard.press('Enter');
  await app.consent.getByRole('status').getByText('once more to confirm').waitFor();
  expect(given(app)).toEqual([]);
  await app.page.keyboard.press('Enter');
  await expect.poll(() => given(app), PATIENT).toEqual(['ALLOW_ONCE']);
});

test('two presses do not shorten the time that the gateway itself asks for', async () => {
  const app = await ask(aCard({ shieldMs: 60_000 }));
  await allowOnce(app).focus();
  for (let presses = 0; presses < 4; presses += 1) await app.page.keyboard.press('Enter');
  expect(given(app)).toEqual([]);
});

test('a press that a script made is no answer', async () => {
  const app = await ask(aCard({ shieldMs: 50 }));
  await untilArmed(app);
  await allowOnce(app).evaluate((button: HTMLElement) => button.click());
  await app.consent
    .getByRole('button', { name: 'Deny', exact: true })
    .evaluate((button: HTMLElement) => button.click());
  expect(given(app)).toEqual([]);
});

test('the gravest look wants the site typed, and takes nothing else', async () => {
  const app = await ask(aCard({ look: 'isolated', shieldMs: 50, title: 'Enter a password or card' }));
  const field = app.consent.getByLabel('To allow this, type the site');
  await field.fill('evil.example');
  await app.consent.getByText('Allowing is off until you type shop.example').waitFor();
  await allowOnce(app).focus();
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.press('Enter');
  expect(given(app)).toEqual([]);
  await field.fill(' Shop.example ');
  await allowByPointer(app);
  await expect
    .poll(() => app.gateway.answers().map((call) => call.body), PATIENT)
    .toMatchObject([{ answer: 'ALLOW_ONCE', retyped: 'Shop.example' }]);
});

test('the gravest look without a site can only be denied', async () => {
  const app = await ask(aCard({ look: 'isolated', shieldMs: 50, site: null }));
  await app.consent.getByText('names no site, so it can only be denied').waitFor();
  await allowOnce(app).focus();
  await app.page.keyboard.press('Enter');
  await app.page.keyboard.press('Enter');
  expect(given(app)).toEqual([]);
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
      details: [{ label: evil, value: evil, masked: false }],
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
  await app.consent.getByText('answered by person:terminal').waitFor();
  await app.consent.getByRole('heading', { name: 'Send this form' }).waitFor();
  app.gateway.close('c2', 'TIMED_OUT', null, null);
  await app.consent.getByRole('heading', { name: 'Time is over: denied' }).waitFor();
  await app.consent.getByRole('heading', { name: 'Send this form' }).waitFor();
  app.gateway.close('c3', 'VOID', null, null);
  await app.consent.getByRole('heading', { name: 'No longer asked' }).waitFor();
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
  complaintsExpected(app, /Content Security Policy|Refused to connect|Fetch API cannot load/u);
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
  await app.consent.getByRole('heading', { name: 'Allowed once' }).waitFor();
});

test('a question that cannot be opened says so and can be tried again', async () => {
  opened = await ui.open((gateway) => {
    gateway.tasks = [aTask()];
    gateway.refusals.set('/api/consents/c1/ticket', failure('gateway.closed', 'the gateway is closing'));
  });
  await opened.page.getByRole('article').waitFor();
  opened.gateway.ask(aCard());
  await opened.page.getByText('The gateway is closing.').waitFor();
  await opened.page.getByRole('button', { name: 'Try again' }).click();
  await opened.consent.getByRole('alertdialog').waitFor();
});

test('a document without a ticket, or with a used one, shows nothing to answer', async () => {
  const { page, gateway } = await ask();
  for (const address of [gateway.consentOrigin, `${gateway.consentOrigin}/?ticket=used`]) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'This question cannot be shown' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
  }
});

/** Takes the complaints that a test provoked on purpose out of the list that must be empty. */
function complaintsExpected(app: OpenApp, pattern: RegExp): void {
  expect(app.complaints.some((text) => pattern.test(text))).toBe(true);
  opened = { ...app, complaints: app.complaints.filter((text) => !pattern.test(text)) };
}
