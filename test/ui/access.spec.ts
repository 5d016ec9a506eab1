// Access: axe finds nothing on any view, in light, in dark and at 320 px; nothing scrolls sideways; motion can be off.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { failure } from '#policy/language/failure.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { untilSaid } from '#test/fixtures/consent-page.ts';
import { uiForSpec, type UiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import {
  aCard,
  aLife,
  aPart,
  aPlan,
  aResult,
  aSite,
  aStatus,
  aStep,
  aTask,
  aVerification,
  anEntry,
} from '#test/fixtures/views.ts';
import { IS_LONG } from '#test/fixtures/how-much.ts';

const ui = uiForSpec();

const COLOUR = ['color-contrast', 'link-in-text-block'];
/** What depends on how much room there is. */
const LAYOUT = ['target-size', 'scrollable-region-focusable', 'aria-hidden-focus', 'color-contrast'];
const ALL_LOOKS = [
  { name: 'light', width: 1100, height: 800, colorScheme: 'light', only: [] },
  // The document is the same one: only what speaks of colour can differ.
  { name: 'dark', width: 1100, height: 800, colorScheme: 'dark', only: COLOUR },
  { name: '320 px', width: 320, height: 640, colorScheme: 'light', only: LAYOUT },
] as const;
/** `npm test` looks at what is dark where it is narrow. */
const LOOKS = IS_LONG
  ? ALL_LOOKS
  : ([
      ALL_LOOKS[0],
      { name: 'dark, 320 px', width: 320, height: 640, colorScheme: 'dark', only: [...LAYOUT, ...COLOUR] },
    ] as const);

async function findings({ page }: OpenApp, only: readonly string[]): Promise<string[]> {
  const framed = (await page.locator('iframe').count()) > 0;
  return axeFindings(page, { only, framed });
}

/** One page, in each look: opening it anew for each of them takes far longer than the check. */
async function expectAccessible(app: OpenApp): Promise<void> {
  for (const { name, width, height, colorScheme, only } of LOOKS) {
    await app.page.setViewportSize({ width, height });
    await app.page.emulateMedia({ colorScheme });
    expect(await findings(app, only), name).toEqual([]);
    const [content, window] = await app.page.evaluate(() => [
      document.documentElement.scrollWidth,
      innerWidth,
    ]);
    expect(content, `${name}: nothing scrolls sideways`).toBeLessThanOrEqual(window ?? 0);
  }
}

async function show(prepare: Parameters<UiForSpec['open']>[0]): Promise<OpenApp> {
  const app = await ui.open(prepare);
  await app.page.getByRole('contentinfo').getByText('Navigator').waitFor();
  return app;
}

test('the empty feed', async () => {
  await expectAccessible(await show(() => undefined));
});

test('the feed with a running task, a question, a picture, a result and a failure', async () => {
  const error = failure('act.timed-out', 'the page did not answer', { help: 'try again' });
  const app = await show((gateway) => {
    gateway.tasks = [
      aTask({
        id: 't3',
        status: 'WAITING',
        steps: [aStep({ reasoning: 'It looks right.', confidence: 0.4, tier: 2, thinkingMs: 900 })],
        plan: aPlan(
          [
            aPart('s1', { status: 'COMPLETE', attempts: 2, verified: true, url: 'http://shop.test/' }),
            aPart('s2', { status: 'FAILED', attempts: 1, error }),
            aPart('s3', { commits: true }),
          ],
          { by: 'gemini' },
        ),
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
  await app.page.getByRole('button', { name: '1 act' }).click();
  await expectAccessible(app);
  const rows = app.page.getByRole('list', { name: 'Tasks, by how they stand' }).getByRole('link');
  for (const row of [1, 2]) {
    await rows.nth(row).click();
    await app.page.getByRole('button', { name: 'Dismiss' }).waitFor();
    expect(await findings(app, []), `row ${row}`).toEqual([]);
  }
});

test('an important question, and its outcome', async () => {
  const app = await show((gateway) => {
    gateway.tasks = [aTask()];
  });
  app.gateway.ask(aCard());
  await app.consent.getByRole('alertdialog').waitFor();
  await app.consent.getByText('Details').click();
  await expectAccessible(app);
  await app.consent.getByRole('heading', { level: 1 }).focus();
  await app.page.keyboard.press('Escape');
  await untilSaid(app, 'Denied');
});

test('the gravest question, with warnings and hidden characters', async () => {
  const app = await show((gateway) => {
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
  const app = await show((gateway) => {
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
  await app.page.getByRole('region', { name: 'Entry 60' }).waitFor();
  await expectAccessible(app);
});

test('no policy, no browser, no connection', async () => {
  const app = await show((gateway) => {
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

test('the policy: refused, with a candidate in shadow, and an edited text with faults and with a difference', async () => {
  const text = readFileSync(SHIPPED.default, 'utf8');
  const app = await show((gateway) => {
    const error = failure('policy.unknown-member', '`SCREENSHOTS` is not a member of `capability`', {
      help: 'did you mean `SCREENSHOT`?',
      span: { file: '/etc/ghost/policy.yaml', line: 35, column: 7 },
    });
    const shadow = {
      loaded: true,
      files: ['/etc/ghost/next.yaml'],
      id: 'default',
      semanticHash: `sha256:${'0'.repeat(64)}`,
      layers: ['default@2'],
      since: new Date().toISOString(),
      differences: 3,
    } as const;
    const change = {
      direction: 'TIGHTENED',
      capabilities: ['CLOSE_TAB'],
      witness: { host: 'a.example' },
    } as const;
    gateway.life = aLife({
      shadow,
      refused: { at: new Date().toISOString(), files: ['/etc/ghost/policy.yaml'], failures: [error] },
      acknowledged: { by: 'person:terminal', reason: 'ticket 7' },
    });
    gateway.shadow = {
      shadow,
      exact: {
        loosened: '0',
        tightened: '4096',
        changes: [{ ...change, what: 'ALLOW -> ESCALATE', requests: '4096' }],
      },
      observed: {
        entries: 3,
        enforced: 0,
        changes: [
          {
            direction: 'TIGHTENED',
            from: 'ALLOW',
            to: 'ESCALATE',
            capability: 'CLOSE_TAB',
            host: '',
            times: 3,
            places: [],
          },
        ],
      },
    };
    gateway.policyFiles = [
      {
        file: '/etc/ghost/policy.yaml',
        name: '/etc/ghost-browser/policies/team-payments/production/policy.yaml',
        text,
        inForce: text,
        digest: 'sha256:0',
        readOnly: null,
      },
    ];
  });
  await app.page.getByRole('link', { name: 'Policy' }).click();
  await app.page.getByText('It loads, proves and passes its tests.').waitFor();
  const code = app.page.getByRole('textbox', { name: /^Text of /u });
  const paste = (pasted: string): Promise<void> =>
    code.evaluate((field, clip) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', clip);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, pasted);
  await code.focus();
  await app.page.keyboard.press('Control+Home');
  await paste('rulez: []\n');
  await app.page.getByText('It would be refused.').waitFor();
  await expectAccessible(app);
  await app.page.getByRole('button', { name: 'Discard changes' }).click();
  await app.page.getByText('It loads, proves and passes its tests.').waitFor();
  await code.focus();
  await app.page.keyboard.press('Control+a');
  await paste(text.replace('ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]'));
  await app.page.getByText('something is loosened').waitFor();
  await app.page.getByText('By kinds of requests').click();
  await app.page.getByText('Decided by, and a request of these').first().click();
  await expectAccessible(app);
}, 120_000);

test('with reduced motion nothing turns or slides', async () => {
  const app = await ui.open((gateway) => {
    gateway.tasks = [aTask()];
  });
  const { page } = app;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('article').waitFor();
  const moving = await page.evaluate(
    () => document.getAnimations().filter((one) => one.playState === 'running').length,
  );
  expect(moving).toBe(0);
});
