// Abilities that no document can be granted are off in the engine itself, and every word of such a command line is known.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { effectDigest, sentDigest } from '#executors/contract/authorization.ts';
import { startBrowser } from '#executors/browsers/launch/browser-process.ts';
import { commandFlags } from '#executors/browsers/launch/flags.ts';
import { createLauncher } from '#executors/launcher.ts';
import { possibleFeatures } from '#gateway/boundary/page/page-features.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { readCandidate } from '#gateway/policy/kept/sources.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { ok } from '#policy/language/failure.ts';
import { NO_ORIGIN_TRIAL_KEY } from '#policy/requests/launch-flag-table.ts';
import { classifyFlags } from '#policy/requests/launch-flags.ts';
import { DOCUMENT_ACTS } from '#policy/acts/page-acts.ts';
import type { PageActKind } from '#policy/language/vocabulary.ts';
import { testAuthority } from '#test/fixtures/authority.ts';
import { startSite } from '#test/fixtures/site.ts';
import { bindLaunch, need, newProfileRoot, SIGNAL } from '#test/fixtures/tab.ts';

const OWN: readonly PageActKind[] = [
  'WORKER',
  'LOCAL_STORAGE',
  'SESSION_STORAGE',
  'INDEXED_DB',
  'COOKIES',
  'CACHE_API',
];
const possible = (...files: string[]): readonly string[] => {
  const read = readCandidate(files, { directory: '/nonexistent', now: Date.now() });
  if (!read.ok) throw new Error(read.error[0]?.message ?? 'no policy');
  return [...possibleFeatures(ok(read.value.policy))].toSorted();
};

test('what some document may be granted is proved on the policy: its own storage and workers, or less', () => {
  expect(possible(SHIPPED.default)).toEqual(OWN.toSorted());
  expect(possible(SHIPPED.default, SHIPPED.demo)).toEqual(OWN.toSorted());
  expect(possible(SHIPPED['locked-down'])).toEqual(['WORKER']);
});

test('a plan switches off what stands behind the rest, in words that are all known; without a policy’s word, nothing', async () => {
  const launcher = createLauncher(testAuthority().verify);
  const given = { headless: true, namespace: 'OFF' } as const;
  const off = (flags: readonly string[]): readonly string[] =>
    flags
      .find((flag) => flag.startsWith('--disable-blink-features='))
      ?.slice(25)
      .split(',') ?? [];
  const plan = need(await launcher.plan({ ...given, features: new Set(OWN) }));
  expect(plan).toMatchObject({ flagClass: 'CLEAN', flagFindings: [] });
  expect(off(plan.flags)).toEqual(expect.arrayContaining(['SharedWorker', 'WebUSB', 'FileSystemAccess']));
  const more = need(await launcher.plan({ ...given, features: new Set([...OWN, 'SHARED_WORKER'] as const) }));
  expect(off(more.flags)).not.toContain('SharedWorker');
  // Without a policy's word the engine's models and WebMCP are off all the same.
  const always = off(need(await launcher.plan(given)).flags);
  expect(always).toEqual(expect.arrayContaining(['AIPromptAPI', 'TranslationAPI', 'WebMCP']));
  expect(always).not.toContain('SharedWorker');
  // Granted, they are there, in words that are known too; what the one needs does not come with the other.
  const models = need(await launcher.plan({ ...given, features: new Set(['ON_DEVICE_MODEL'] as const) }));
  expect(off(models.flags)).toEqual(expect.arrayContaining(['WebMCP']));
  expect(off(models.flags)).not.toContain('TranslationAPI');
  expect(models.flags.filter((flag) => flag.startsWith('--enable-blink-features'))).toEqual([]);
  const tools = need(await launcher.plan({ ...given, features: new Set(['AGENT_TOOLS'] as const) }));
  expect(tools).toMatchObject({ flagClass: 'CLEAN', flagFindings: [] });
  expect(tools.flags).toContain('--enable-blink-features=WebMCP');
  expect(off(tools.flags)).not.toContain('WebMCP');
});

test('a flag of the settings goes before ours, and the policy sees what it is', () => {
  const flags = commandFlags(true, ['--disable-features=Translate', '--no-sandbox']);
  expect(flags.indexOf('--disable-features=Translate')).toBeLessThan(
    flags.findLastIndex((flag) => flag.startsWith('--disable-features=')),
  );
  expect(classifyFlags(flags).class).toBe('FORBIDDEN_FLAG');
  const twice = classifyFlags(commandFlags(true, ['--disable-features=Translate']));
  expect(twice.class).toBe('UNKNOWN_FLAG');
  expect(twice.findings[0]?.message).toContain('twice');
});

test('in the engine they are gone, for pages of a secure context too', async () => {
  const { build } = need(
    await createLauncher(testAuthority().verify).plan({ headless: true, namespace: 'OFF' }),
  );
  const browser = need(
    await startBrowser(
      {
        path: build.path,
        flags: commandFlags(true, [], new Set(DOCUMENT_ACTS)),
        profileRoot: await newProfileRoot(),
        proxyPort: 9,
        deadlineMs: 20_000,
      },
      SIGNAL,
    ),
  );
  try {
    const { connection } = browser;
    const { targetId } = await connection.browser.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
    const session = connection.session(sessionId);
    session.on('Fetch.requestPaused', ({ requestId }) => {
      const body = Buffer.from('<title>here</title>').toString('base64');
      session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, body }).catch(() => undefined);
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    await session.send('Page.enable');
    const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
    await session.send('Page.navigate', { url: 'https://shop.test/' });
    await loaded;
    const names = [
      'SharedWorker',
      'PushManager',
      'BackgroundFetchManager',
      'PeriodicSyncManager',
      'fetchLater',
      'showOpenFilePicker',
      'FileSystemHandle',
      'documentPictureInPicture',
      'EyeDropper',
      'HTMLFencedFrameElement',
      'PressureObserver',
      'PresentationRequest',
      'WebSocketStream',
      'webkitSpeechRecognition',
      'XRSystem',
    ];
    const { result } = await session.send('Runtime.evaluate', {
      expression: `[isSecureContext, ${JSON.stringify(names)}.filter((name) => name in globalThis),
        ['serial', 'hid', 'usb', 'xr'].filter((name) => name in navigator), 'getDirectory' in StorageManager.prototype,
        'browsingTopics' in document, ['fetch', 'Worker', 'indexedDB', 'caches', 'Notification'].filter((name) => name in globalThis)]`,
      returnByValue: true,
    });
    expect(result.value).toEqual([
      true,
      [],
      [],
      false,
      false,
      ['fetch', 'Worker', 'indexedDB', 'caches', 'Notification'],
    ]);
  } finally {
    await browser.end();
  }
});

test('a page that wants what is off in the engine finds it missing, and is heard of', async () => {
  const site = await startSite({}, '127.0.0.48');
  const authority = testAuthority();
  const launcher = createLauncher(authority.verify);
  const plan = need(
    await launcher.plan({ headless: true, namespace: 'OFF', features: new Set(['WORKER'] as const) }),
  );
  const bound = bindLaunch(plan, 'tab-1');
  const told: string[] = [];
  const tab = need(
    await launcher.launch(
      authority.authorise(bound),
      bound,
      {
        tabId: 'tab-1',
        plan,
        viewport: { width: 800, height: 600 },
        profileRoot: await newProfileRoot(),
        hostMap: { localhost: { address: '127.0.0.48', port: site.port } },
        deadlineMs: 20_000,
      },
      {
        onConnection: async () => ({ allow: true, reason: 'test' }),
        onPageAct: async (act) => {
          if (act.kind === 'FEATURE') told.push(act.feature);
          return { allow: act.kind === 'NAVIGATE', reason: 'test' };
        },
        onDocument: async () => new Set<never>(),
        onCrash: () => undefined,
      },
      SIGNAL,
    ),
  );
  try {
    // A secure context, by its name.
    site.pages['/'] =
      `<p id="p"></p><script>p.textContent = [isSecureContext, typeof SharedWorker, typeof navigator.usb,
      typeof showOpenFilePicker, typeof PushManager, typeof EyeDropper, typeof HTMLElement].join();
      navigator.storage.getDirectory().catch((error) => (document.title = error.name));</script>`;
    const act = async (action: BrowserAction) => {
      const inspection = need(await tab.inspect(action, SIGNAL));
      const boundAct = {
        kind: 'ACT',
        requestId: 'r',
        taskId: 'task',
        tabId: 'tab-1',
        action,
        dataDigest: null,
        document: { id: inspection.document.id, url: inspection.document.url },
        element: inspection.element,
        effectDigest: effectDigest(inspection.effect),
        ...sentDigest(inspection.effect),
      } as const;
      return need(await tab.perform(authority.authorise(boundAct), boundAct, null, SIGNAL));
    };
    await act({ type: 'NAVIGATE', url: 'http://localhost/' });
    expect(await act({ type: 'EXTRACT' })).toMatchObject({
      text: 'true,undefined,undefined,undefined,undefined,undefined,function',
    });
    const looked = await act({ type: 'SNAPSHOT' });
    expect(looked).toMatchObject({ snapshot: { document: { title: 'SecurityError' } } });
    expect(told.toSorted()).toEqual([
      'BACKGROUND_WORK',
      'DEVICE',
      'FILE_SYSTEM',
      'SCREEN_CAPTURE',
      'SHARED_WORKER',
    ]);
  } finally {
    await tab.close();
    await site.close();
  }
});

test('no token of a document turns on what is off: the browser knows no key that one could be signed with', () => {
  expect(commandFlags(true)).toContain(`--origin-trial-public-key=${NO_ORIGIN_TRIAL_KEY}`);
  expect(
    commandFlags(true, ['--origin-trial-public-key=other']).findLast((flag) =>
      flag.startsWith('--origin-trial'),
    ),
  ).toBe(`--origin-trial-public-key=${NO_ORIGIN_TRIAL_KEY}`);
  expect(createHash('sha256').update('Ghost Browser: no origin trial').digest('base64')).toBe(
    NO_ORIGIN_TRIAL_KEY,
  );
});
