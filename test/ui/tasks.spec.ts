// The app as a person uses it: command bar, feed, steps, peek, cancellation, results, connection, keyboard.
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aPart, aPlan, aResult, aStep, aTask, aCard, aStatus } from '#test/fixtures/views.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const PATIENT = { timeout: 30_000 };

const ui = uiForSpec();

async function open(prepare?: (gateway: FakeGateway) => void): Promise<OpenApp> {
  const app = await ui.open(prepare);
  await app.page.getByRole('contentinfo').getByText('Navigator').waitFor();
  return app;
}

const intents = (gateway: FakeGateway): unknown[] =>
  gateway.received
    .filter((call) => call.method === 'POST' && call.path === '/api/tasks')
    .map((call) => call.body);

test('the token leaves the address, and a reload still has it', async () => {
  const { page, gateway } = await open();
  expect(page.url()).toBe(`${gateway.appOrigin}/#/tasks`);
  await page.reload();
  await page.getByRole('contentinfo').getByText('Navigator').waitFor();
  expect(page.url()).not.toContain(gateway.token);
});

test('a key of another start says how to get the right one', async () => {
  const app = await ui.open();
  await app.page.goto(`${app.gateway.appOrigin}/#token=old`);
  await app.page.getByText('This page has no key to the gateway').waitFor();
  await app.page.getByText('npm start').waitFor();
});

test('Ctrl+L goes to the command bar from anywhere, and a submission empties it', async () => {
  const { page, gateway } = await open();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByLabel('Filter the log').focus();
  await page.keyboard.press('Control+l');
  const field = page.getByPlaceholder('Ask in plain words, or type a URL');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type('find the best rated coffee maker under $50');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => intents(gateway))
    .toEqual([{ intent: 'find the best rated coffee maker under $50', questions: 'ask' }]);
  expect(await field.inputValue()).toBe('');
  expect(page.url()).toContain('#/tasks');
});

test('an address is told from a sentence before it is sent', async () => {
  const { page } = await open();
  await page.getByPlaceholder('Ask in plain words').fill('shop.test');
  await page.getByRole('button', { name: 'Open this address' }).waitFor();
  await page.getByPlaceholder('Ask in plain words').fill('compare prices. then tell me');
  await page.getByRole('button', { name: 'Start this task' }).waitFor();
});

test('an intent that is refused comes back into the field with the mend', async () => {
  const { page, gateway } = await open();
  gateway.refusals.set(
    '/api/tasks',
    failure('task.bad-intent', 'the intent is too long', { help: 'say it shorter' }),
  );
  await page.getByPlaceholder('Ask in plain words').fill('a long story');
  await page.keyboard.press('Enter');
  await page.getByText('Say it shorter.').waitFor();
  expect(await page.getByPlaceholder('Ask in plain words').inputValue()).toBe('a long story');
});

test('the demo world offers intents to begin with, and one press runs one', async () => {
  const { page, gateway } = await open();
  await page.getByRole('button', { name: /check the status of my latest order/ }).click();
  await expect
    .poll(() => intents(gateway), PATIENT)
    .toEqual([{ intent: 'check the status of my latest order', questions: 'ask' }]);
});

test('outside the demo world there are no invented examples', async () => {
  const { page } = await open((gateway) => {
    gateway.status = { ...gateway.status, demo: false };
  });
  await page.getByRole('heading', { name: 'What should be done?' }).waitFor();
  expect(await page.getByText('demo world').count()).toBe(0);
});

test('a task appears, moves on and ends without a reload', async () => {
  const { page, gateway } = await open();
  gateway.showTask(aTask());
  const card = page.getByRole('article');
  await card.getByText('running', { exact: true }).waitFor();
  await card.getByText('step 3 of 20 at most').waitFor();
  await card.getByText('http://shop.test/search?q=mechanical+keyboard').waitFor();
  gateway.emit({
    type: 'task.step',
    taskId: 't1',
    step: aStep({ step: 4, text: 'click link “Tern 65” at shop.test', reasoning: 'It is the cheapest.' }),
  });
  await card
    .getByRole('listitem')
    .filter({ hasText: 'Tern 65' })
    .getByText('The agent says (not verified)')
    .waitFor();
  await card.getByText('step 4 of 20 at most').waitFor();
  gateway.showTask(
    aTask({ status: 'DONE', tabState: 'COMPLETE', endedAt: new Date().toISOString(), result: aResult() }),
  );
  await card.getByText('The cheapest mechanical keyboard is the Tern 65').waitFor();
  expect(await card.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
});

test('tasks stand by how they stand, newest first, and a dismissed one can be had back', async () => {
  const done = { status: 'DONE', endedAt: new Date().toISOString(), result: aResult() } as const;
  const { page } = await open((gateway) => {
    gateway.tasks = [aTask({ id: 't2', intent: 'second' }), aTask({ id: 't1', intent: 'first', ...done })];
  });
  const rows = page.getByRole('list', { name: 'Tasks, by how they stand' }).getByRole('link');
  expect(await rows.allTextContents()).toEqual([
    expect.stringContaining('second'),
    expect.stringContaining('first'),
  ]);
  await rows.filter({ hasText: 'first' }).click();
  await page.getByRole('article', { name: 'first' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => rows.count(), PATIENT).toBe(1);
  await page.getByRole('button', { name: 'Show 1 dismissed task' }).click();
  await expect.poll(() => rows.count(), PATIENT).toBe(2);
});

test('a dismissed task stays away in every view and over a reload, and the keyboard goes on at the next one', async () => {
  const ended = { status: 'DONE', endedAt: new Date().toISOString() } as const;
  const { page } = await open((gateway) => {
    gateway.tasks = ['third', 'second', 'first'].map((intent) =>
      aTask({ ...ended, id: intent, intent, result: aResult() }),
    );
  });
  const focused = (): Promise<string> =>
    page.evaluate(
      () =>
        `${document.activeElement?.closest('article')?.querySelector('h2')?.textContent ?? ''}: ${document.activeElement?.textContent ?? ''}`,
    );
  const dismissed = page.getByRole('button', { name: /^Show \d+ dismissed/u });
  await page.getByRole('link', { name: 'second' }).click();
  await page.getByRole('article', { name: 'second' }).getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(focused, PATIENT).toBe('first: Dismiss');
  await page.keyboard.press('Enter');
  await expect.poll(focused, PATIENT).toBe('third: Dismiss');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('link', { name: 'Tasks' }).click();
  await page.getByText('Show 2 dismissed tasks').waitFor();
  await page.reload();
  await page.getByText('Show 2 dismissed tasks').waitFor();
  expect(await page.getByRole('article').count()).toBe(1);
  await page.getByRole('button', { name: 'Dismiss', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(focused, PATIENT).toBe(': Show 3 dismissed tasks');
  await page.keyboard.press('Enter');
  await dismissed.waitFor({ state: 'detached' });
  await expect.poll(focused, PATIENT).toBe('third: Dismiss');
});

test('a plan shows each part, what was seen of it, and where it cannot be taken back; a model’s plan is told as one', async () => {
  const at = (secondsAgo: number): string => new Date(Date.now() - secondsAgo * 1000).toISOString();
  const parts = [
    aPart('s1', {
      status: 'COMPLETE',
      attempts: 2,
      verified: true,
      startedAt: at(21),
      endedAt: at(12),
      url: 'http://shop.test/p/desk-lamp',
    }),
    aPart('s2', {
      intent: 'tell me the price of the desk lamp in the market',
      status: 'IN_PROGRESS',
      attempts: 1,
      startedAt: at(12),
    }),
    aPart('s3', { intent: 'order the cheaper one', commits: true, startUrl: null }),
  ];
  const { page, gateway } = await open((fake) => {
    fake.tasks = [aTask({ plan: aPlan(parts, { by: 'gemini' }) })];
  });
  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByText('Plan: 1 of 3 parts done').waitFor();
  await plan.getByText('split by gemini (not verified)').waitFor();
  const rows = plan.getByRole('listitem');
  expect(await rows.nth(0).textContent()).toMatch(/done.*with its source.*attempt 2.*0:09/u);
  expect(await rows.nth(2).textContent()).toMatch(/to do.*cannot be taken back: the policy decides before/u);
  const failed = aPart('s2', {
    status: 'FAILED',
    attempts: 2,
    startedAt: at(12),
    endedAt: at(2),
    error: failure('task.unverified', 'the page does not say `in stock`'),
  });
  gateway.emit({ type: 'task.subtask', taskId: 't1', subtask: failed, index: 1, total: 3 });
  await rows.nth(1).getByText('the page does not say').waitFor();
  await page.screenshot({ path: `${SHOTS}/plan.png`, fullPage: true });
});

test('a step shows what it was proposed on, how sure, and what it cost', async () => {
  const { page } = await open((fake) => {
    fake.tasks = [
      aTask({
        steps: [
          aStep({
            reasoning: 'It is the only lamp.',
            confidence: 0.91,
            tier: 2,
            tokens: { input: 1_180, output: 24 },
            thinkingMs: 812,
          }),
        ],
      }),
    ];
  });
  const step = page.getByRole('article').getByRole('listitem');
  await step.getByText('tier 2, with a picture · 91 % sure · 1,204 tokens · 0.8 s').waitFor();
  await page.screenshot({ path: `${SHOTS}/step.png`, fullPage: true });
});

test('what waits says for what, and the footer has the queue', async () => {
  const { page, gateway } = await open((fake) => {
    fake.tasks = [aTask({ status: 'QUEUED', tabState: 'IDLE', steps: [], step: 0, url: null })];
  });
  const queue = { ...aStatus().queue, running: 6, waiting: 3, oldestWaitMs: 12_400 };
  gateway.emit({ type: 'queue.changed', queue });
  const card = page.getByRole('article');
  await card.getByText('6 of 6 in use, 3 waiting, the longest for 0:12').waitFor();
  await page.getByRole('contentinfo').getByText('6 of 6 in use, 3 waiting').waitFor();
});

test('decision, consent and outcome of a step are told apart', async () => {
  const { page } = await open((gateway) => {
    gateway.tasks = [
      aTask({
        steps: [
          aStep({ decision: 'ESCALATE', consent: 'REFUSED', outcome: 'REFUSED', text: 'submit the form' }),
        ],
      }),
    ];
  });
  const step = page.getByRole('article').getByRole('listitem');
  await expect.poll(() => step.textContent(), PATIENT).toMatch(/decision: you refused, outcome: not run/u);
});

test('cancel and stop reach the gateway, for one task and for all', async () => {
  const { page, gateway } = await open((fake) => {
    const startedAt = '2026-11-23T08:00:00.000Z';
    fake.tasks = [aTask({ id: 't2', startedAt }), aTask({ id: 't1', startedAt })];
  });
  await page.getByRole('article').first().getByRole('button', { name: 'Cancel' }).click();
  const cancelled = (): string[] =>
    gateway.received.map((call) => call.path).filter((path) => path.endsWith('/cancel'));
  await expect.poll(cancelled, PATIENT).toEqual(['/api/tasks/t2/cancel']);
  await page.getByRole('region', { name: 'Running now' }).getByRole('button', { name: 'Stop all 2' }).click();
  await expect
    .poll(() => cancelled().toSorted(), PATIENT)
    .toEqual(['/api/tasks/cancel', '/api/tasks/t2/cancel']);
});

test('peek shows the last picture, takes no input, and is put away while a question is open', async () => {
  const { page, gateway } = await open((fake) => {
    fake.tasks = [aTask()];
  });
  await page.getByRole('button', { name: 'Peek' }).click();
  await page.getByText('The agent has not looked at a page yet.').waitFor();
  gateway.picture = await page.screenshot({ type: 'jpeg' });
  gateway.showTask(aTask({ tabState: 'ACTING' }));
  const picture = page.getByAltText('Picture of the page at step 3');
  await picture.waitFor();
  expect(await picture.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe('none');
  gateway.ask(aCard());
  await picture.waitFor({ state: 'detached' });
});

test('a picture stands under the address of the page that is on it, also when the tab has gone on', async () => {
  const { page, gateway } = await open((fake) => {
    fake.tasks = [aTask({ url: 'http://shop.test/search?q=keyboard' })];
  });
  gateway.picture = await page.screenshot({ type: 'jpeg' });
  gateway.pictured = 'http://shop.test/';
  await page.getByRole('button', { name: 'Peek' }).click();
  const caption = page.locator('figcaption', { hasText: 'Page content' });
  await caption.getByText('http://shop.test/', { exact: true }).waitFor();
  await caption.getByText('the tab has gone on since').waitFor();
  expect(await caption.innerText()).not.toContain('search');
});

test('where the newest picture cannot be had, the one before says so', async () => {
  const { page, gateway } = await open((fake) => {
    fake.tasks = [aTask()];
  });
  gateway.picture = await page.screenshot({ type: 'jpeg' });
  await page.getByRole('button', { name: 'Peek' }).click();
  await page.getByAltText('Picture of the page at step 3').waitFor();
  gateway.refusals.set('/api/tasks/t1/screenshot', failure('http.bad-request', 'no picture'));
  gateway.showTask(aTask({ tabState: 'ACTING' }));
  await page.getByText('A newer picture cannot be had right now').waitFor();
});

test('a fact with its source, a claim and what was not found never look alike', async () => {
  const result = aResult({
    facts: [
      ...aResult().facts,
      { label: 'rumour', value: 'sold out soon', quote: '', url: '' },
      { label: 'warranty', value: '', quote: '', url: '' },
      { label: 'trap', value: 'click me', quote: 'click', url: 'javascript:alert(1)' },
    ],
    sources: ['http://shop.test/', 'javascript:alert(2)'],
    evidence: [],
  });
  const { page } = await open((gateway) => {
    gateway.status = aStatus({ demo: false });
    gateway.tasks = [aTask({ status: 'DONE', endedAt: new Date().toISOString(), result })];
  });
  const region = page.getByRole('group', { name: 'Result' });
  await region.getByRole('heading', { name: '1 fact with a source' }).waitFor();
  await region.getByRole('heading', { name: /The agent’s answer \(a claim/ }).waitFor();
  await region.getByRole('heading', { name: 'Claims without a source' }).waitFor();
  await region.getByRole('heading', { name: 'Not found' }).waitFor();
  await region.getByText('2 pages visited').click();
  const links = await region
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]),
    );
  expect(links).toEqual([
    // The page as it was seen, and the address.
    [
      '#/tasks/t1?quote=Tern+65+mechanical+keyboard+%C2%B7+%E2%82%AC49.00+%28was+%E2%82%AC79.00%29',
      null,
      null,
    ],
    ['http://shop.test/p/tern-65', 'noopener noreferrer', '_blank'],
    ['http://shop.test/', 'noopener noreferrer', '_blank'],
  ]);
  await region.getByText('high confidence, 87 %').waitFor();
});

test('each part of a task stands with what was seen of it, in words and with its place', async () => {
  const [first] = aResult().evidence;
  if (first === undefined) throw new Error('the view has no evidence');
  const result = aResult({
    status: 'UNCONFIRMED',
    evidence: [
      first,
      {
        ...first,
        clause: 'press Save',
        outcome: 'UNSEEN',
        effect: 'NONE',
        quote: '',
        said: 'nothing came of it',
      },
      {
        ...first,
        clause: 'send it to “Ana”\u202E',
        outcome: 'UNCHECKED',
        effect: 'NONE',
        element: null,
        url: 'javascript:alert(1)',
        quote: '',
        said: 'could not be checked: these words are not understood',
      },
      { ...first, clause: 'pay the fee', outcome: 'NOT_DONE', said: 'the page says “Card declined”' },
    ],
  });
  const { page } = await open((gateway) => {
    gateway.status = aStatus({ demo: false });
    gateway.tasks = [aTask({ status: 'UNCONFIRMED', endedAt: new Date().toISOString(), result })];
  });
  const region = page.getByRole('group', { name: 'What was seen of it' });
  await region.getByRole('heading', { name: 'What was seen of it: 1 of 4 parts' }).waitFor();
  const rows = await region.getByRole('listitem').allInnerTexts();
  expect(rows.map((row) => /\b(?:seen|not seen|not checked|not done)\b/u.exec(row)?.[0])).toEqual([
    'seen',
    'not seen',
    'not checked',
    'not done',
  ]);
  expect(rows[0]).toContain('searchbox “Search the shop” at http://shop.test/');
  expect(rows[2]).toContain('could not be checked: these words are not understood');
  expect(rows[2]).toContain('U+202E');
  expect(
    await region.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
  ).toEqual(['http://shop.test/', 'http://shop.test/', 'http://shop.test/']);
});

test('a task that failed says why and how to mend it', async () => {
  const error = failure('browser.not-found', 'no browser was found', { help: 'run `npm run browser`' });
  const { page } = await open((gateway) => {
    gateway.tasks = [
      aTask({
        status: 'FAILED',
        result: aResult({ status: 'FAILED', answer: null, facts: [], sources: [], error }),
      }),
    ];
  });
  await page.getByText('No browser was found.').waitFor();
  await page.getByText('Run `npm run browser`.').waitFor();
  await page.getByText('The task ended without an answer.').waitFor();
});

test('what was refused is not called missing, and nothing is sure of an answer that is not there', async () => {
  const nothing = { answer: null, facts: [], sources: [], evidence: [], confidence: 0.95 };
  const { page } = await open((gateway) => {
    gateway.tasks = (['CONSENT_REFUSED', 'DENIED', 'CANCELLED', 'FAILED'] as const).map((status, at) =>
      aTask({
        id: `t${at}`,
        intent: status,
        status,
        endedAt: new Date().toISOString(),
        result: aResult({ ...nothing, status }),
      }),
    );
  });
  const words = {
    CONSENT_REFUSED: 'there is no answer',
    DENIED: 'there is no answer',
    CANCELLED: 'before it had an answer',
    FAILED: 'The task ended without an answer.',
  };
  for (const [status, said] of Object.entries(words)) {
    await page.getByRole('link', { name: status }).first().click();
    await page.getByRole('article', { name: status }).getByText(said).waitFor();
    expect(await page.getByRole('main').innerText(), status).not.toMatch(/not found|confidence|95 %/iu);
  }
});

test('where one thing was looked for in vain, that is what is called missing', async () => {
  const { page } = await open((gateway) => {
    const facts = [...aResult().facts, { label: 'warranty', value: '', quote: '', url: '' }];
    gateway.tasks = [aTask({ status: 'DONE', result: aResult({ facts }) })];
  });
  const result = page.getByRole('group', { name: 'Result' });
  await result.getByRole('heading', { name: 'Not found' }).waitFor();
  await result.getByText('warranty').waitFor();
  await result.getByText('high confidence, 87 %').waitFor();
});

test('acts are counted once on a card, and a site has one name on it', async () => {
  const { page } = await open((gateway) => {
    gateway.tasks = [
      aTask({
        status: 'DONE',
        origins: { readable: ['http://shop.test', 'shop.test'], writable: ['shop.test'] },
        steps: [...aTask().steps, aStep({ step: 3, at: new Date().toISOString() })],
        result: aResult({ steps: 3 }),
      }),
    ];
  });
  const card = page.getByRole('article');
  await card.getByRole('button', { name: '4 acts' }).waitFor();
  expect(await card.innerText()).not.toMatch(/\b\d+ steps?\b/u);
  await card.getByText('may read: shop.test · act on: shop.test', { exact: true }).waitFor();
});

test('a failure is told in words of the window, not of the command line', async () => {
  const failed = { answer: null, facts: [], sources: [], evidence: [] };
  const { page } = await open((gateway) => {
    const no = failure('consent.refused', '`person:ui` refused: go to http://keyboards.test/');
    const where = failure('task.no-start', 'it is not clear where to begin', {
      help: 'name a site or a URL in the intent, or give `--start-url`',
    });
    gateway.tasks = [
      aTask({
        status: 'CONSENT_REFUSED',
        result: aResult({ ...failed, status: 'CONSENT_REFUSED', error: no }),
      }),
      aTask({ id: 't2', status: 'FAILED', result: aResult({ ...failed, status: 'FAILED', error: where }) }),
    ];
  });
  await page.getByText('You refused: go to http://keyboards.test/.').waitFor();
  await page.getByRole('link', { name: 'it is not clear where to begin' }).click();
  await page.getByText('Name a site or a URL in the intent.', { exact: true }).waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(/person:ui|--/u);
});

test('hidden characters in what a page wrote are shown, not obeyed', async () => {
  const { page } = await open((gateway) => {
    gateway.tasks = [aTask({ steps: [aStep({ text: 'click link “safe\u202Egnp.exe\u200B”' })] })];
  });
  const step = page.getByRole('article').getByRole('listitem');
  await step.getByText('⟨U+202E⟩').waitFor();
  await step.getByText('⟨U+200B⟩').waitFor();
  expect(await page.getByRole('article').textContent()).not.toMatch(/[\u202E\u200B]/u);
});

test('a policy that does not load, and a missing browser, stand above everything else', async () => {
  const { page } = await open((gateway) => {
    const { consentOrigin } = gateway.status;
    gateway.status = aStatus({
      consentOrigin,
      policy: {
        loaded: false,
        error: failure('policy.unknown-key', 'unknown key `alow`', { help: 'did you mean `allow`?' }),
      },
      browser: {
        error: failure('browser.not-found', 'no browser was found', { help: 'run `npm run browser`' }),
      },
    });
  });
  await page.getByText('No policy is loaded: every act is denied').waitFor();
  await page.getByText('did you mean `allow`?').waitFor();
  await page.getByText('No browser: tasks cannot run').waitFor();
});

test('a lost connection is said, and everything is read anew when it is back', async () => {
  const { page, gateway } = await open((fake) => {
    fake.tasks = [aTask()];
  });
  await page.getByRole('article').waitFor();
  const port = await gateway.stopApp();
  await page.getByText('Connection to the gateway lost').waitFor();
  gateway.tasks = [aTask({ id: 't9', intent: 'started meanwhile' }), aTask()];
  await gateway.start(port);
  await page.getByRole('button', { name: 'Try now' }).click();
  await page.getByText('started meanwhile').waitFor();
  expect(await page.getByText('Connection to the gateway lost').count()).toBe(0);
});

test('the app tells the gateway that a person can be asked', async () => {
  const { gateway } = await open();
  expect(gateway.listeners).toBe(1);
  expect(gateway.clients).toContain('ui');
});

test('the whole app works by keyboard alone', async () => {
  const { page, gateway } = await open((fake) => {
    fake.tasks = [aTask({ status: 'DONE', endedAt: new Date().toISOString(), result: aResult() })];
  });
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? element?.id ?? '';
    });
  const tabTo = async (wanted: RegExp): Promise<void> => {
    const passed: string[] = [];
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      const now = await focused();
      if (wanted.test(now)) return;
      passed.push(now);
    }
    throw new Error(`${String(wanted)} was not reached by Tab, only ${passed.join(' | ')}`);
  };
  await page.keyboard.press('Control+l');
  await page.keyboard.type('first thing');
  await page.keyboard.press('Enter');
  await expect.poll(() => intents(gateway), PATIENT).toEqual([{ intent: 'first thing', questions: 'ask' }]);
  await tabTo(/^Dismiss/u);
  await tabTo(/3 acts/u);
  await page.keyboard.press('Enter');
  await page.getByText('go to http://shop.test/').waitFor();
  await page.keyboard.press('Control+l');
  await tabTo(/Audit log/u);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
  await tabTo(/Verify now/u);
  await page.keyboard.press('Enter');
  await page.getByText('Verified to entry').waitFor();
});

test('a task whose model does not answer says so, and that it goes on; and no more once it does', async () => {
  const { page, gateway } = await open((fake) => {
    fake.tasks = [aTask()];
  });
  const trouble = failure('model.unavailable', "the model's service could not be reached, 4 times", {
    help: 'check the network',
  });
  const [task] = gateway.tasks;
  gateway.emit({ type: 'task.trouble', taskId: task?.id ?? '', trouble });
  const card = page.getByRole('article');
  await card.getByText('The model does not answer.').waitFor();
  await card.getByText('could not be reached, 4 times').waitFor();
  gateway.emit({ type: 'task.trouble', taskId: task?.id ?? '', trouble: null });
  await card.getByText('The model does not answer.').waitFor({ state: 'detached' });
});
