// Access: axe finds nothing on any view, in light, in dark and at 320 px; nothing scrolls sideways; motion can be off.
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failure } from '#policy/failure.ts';
import { startUi, type OpenApp, type UiUnderTest } from '#test/fixtures/ui.ts';
import {
  aCard,
  anEntry,
  aResult,
  aSite,
  aStatus,
  aStep,
  aTask,
  aVerification,
} from '#test/fixtures/views.ts';

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

const LOOKS = [
  { name: 'light', width: 1100, height: 800, dark: false },
  { name: 'dark', width: 1100, height: 800, dark: true },
  { name: '320 px', width: 320, height: 640, dark: false },
] as const;
type Look = (typeof LOOKS)[number];

async function findings({ page }: OpenApp): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  // A frame that axe did not look into would pass unseen: it names frames as the first part of a path.
  if ((await page.locator('iframe').count()) > 0) {
    expect(passes.some(({ nodes }) => nodes.some((node) => node.target.length > 1))).toBe(true);
  }
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

async function expectAccessible(app: OpenApp): Promise<void> {
  expect(await findings(app)).toEqual([]);
  const [content, window] = await app.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
}

async function show(look: Look, prepare: Parameters<UiUnderTest['open']>[0]): Promise<OpenApp> {
  opened = await ui.open(prepare, look);
  await opened.page.getByRole('contentinfo').getByText('Navigator').waitFor();
  return opened;
}

describe.each(LOOKS)('$name', (look) => {
  test('the empty feed', async () => {
    await expectAccessible(await show(look, () => undefined));
  });

  test('the feed with a running task, a question, a picture, a result and a failure', async () => {
    const error = failure('act.timed-out', 'the page did not answer', { help: 'try again' });
    const app = await show(look, (gateway) => {
      gateway.tasks = [
        aTask({
          id: 't3',
          status: 'WAITING',
          steps: [aStep({ reasoning: 'It looks right.', confidence: 0.4 })],
        }),
        aTask({ id: 't2', status: 'DONE', endedAt: new Date().toISOString(), result: aResult() }),
        aTask({
          id: 't1',
          status: 'FAILED',
          endedAt: new Date().toISOString(),
          result: aResult({ status: 'FAILED', answer: null, facts: [], error }),
        }),
      ];
    });
    app.gateway.ask(aCard({ id: 'c0', taskId: 't3', look: 'chip' }));
    await app.page.getByRole('button', { name: 'Answer' }).waitFor();
    app.gateway.picture = await app.page.screenshot({ type: 'jpeg' });
    await app.page.getByRole('button', { name: 'Peek' }).click();
    await app.page.getByAltText(/Picture of the page/u).waitFor();
    await app.page.getByRole('button', { name: '3 steps' }).first().click();
    await expectAccessible(app);
  });

  test('an important question, and its outcome', async () => {
    const app = await show(look, (gateway) => {
      gateway.tasks = [aTask()];
    });
    app.gateway.ask(aCard());
    await app.consent.getByRole('alertdialog').waitFor();
    await app.consent.getByText('Details').click();
    await expectAccessible(app);
    await app.consent.getByRole('heading', { level: 1 }).focus();
    await app.page.keyboard.press('Escape');
    await app.consent.getByRole('heading', { name: 'Denied' }).waitFor();
  });

  test('the gravest question, with warnings and hidden characters', async () => {
    const app = await show(look, (gateway) => {
      gateway.tasks = [aTask()];
    });
    app.gateway.ask(
      aCard({
        look: 'isolated',
        site: aSite({ warnings: ['punycode', 'not-https'] }),
        agentSays: 'trust\u202Eme',
      }),
    );
    await app.consent.getByLabel('To allow this, type the site').waitFor();
    await expectAccessible(app);
  });

  test('the audit log, an entry, and a break', async () => {
    const app = await show(look, (gateway) => {
      gateway.audit = Array.from({ length: 60 }, (_, index) =>
        anEntry(
          60 - index,
          index % 2 === 0 ? { verdict: 'DENY' } : { verdict: null, why: '', outcome: 'done' },
        ),
      );
      gateway.verification = aVerification({
        ok: false,
        firstBad: { seq: 3, problem: 'its hash does not match' },
      });
    });
    await app.page.getByRole('link', { name: 'Audit log' }).click();
    await app.page.getByRole('button', { name: /^Entry 60 / }).waitFor();
    await app.page.getByRole('button', { name: 'Verify now' }).click();
    await app.page.getByText('Broken at entry 3').waitFor();
    await expectAccessible(app);
    await app.page.getByRole('button', { name: /^Entry 60 / }).click();
    await app.page.getByRole('dialog', { name: 'Entry 60' }).waitFor();
    await expectAccessible(app);
  });

  test('no policy, no browser, no connection', async () => {
    const app = await show(look, (gateway) => {
      gateway.status = aStatus({
        consentOrigin: gateway.consentOrigin,
        policy: {
          loaded: false,
          error: failure('policy.unreadable', 'the policy cannot be read', { help: 'mend it' }),
        },
        browser: {
          error: failure('browser.not-found', 'no browser was found', { help: 'run `npm run browser`' }),
        },
      });
    });
    await app.gateway.stopApp();
    await app.page.getByText('Connection to the gateway lost').waitFor();
    await expectAccessible(app);
  });
});

test('with reduced motion nothing turns or slides', async () => {
  opened = await ui.open((gateway) => {
    gateway.tasks = [aTask()];
  });
  const { page } = opened;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('article').waitFor();
  const moving = await page.evaluate(
    () => document.getAnimations().filter((one) => one.playState === 'running').length,
  );
  expect(moving).toBe(0);
});
