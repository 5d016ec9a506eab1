// Other documents as the policy, from the app: a layer of one's own, and presets. Nothing is written before a person confirmed it.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openGateway, type Gateway } from '#gateway/main.ts';
import { SHIPPED, readPolicy } from '#gateway/settings/policy-source.ts';
import { PRESET_SAYS } from '#gateway/surfaces/http/settings/preset-words.ts';
import { presetViews, startOwnLayer, takePreset } from '#gateway/surfaces/http/settings/policy-choice.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import { POLICY_PRESETS, type PolicyPreset } from '#gateway/protocol/views/policy.ts';
import { BROWSER_CAPABILITIES, type BrowserDecision } from '#policy/language/vocabulary.ts';
import { hashOfBytes } from '#policy/engine/reading/source.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { need } from '#test/fixtures/tab.ts';

const CHECKED_WITHIN = { timeout: 60_000 };
const ui = { kind: 'person', channel: 'ui', id: 'ui:test' } as const;

let directory: string;
let gateway: Gateway;
let leave: () => void;

async function open(options: Parameters<typeof openGateway>[0] = {}): Promise<void> {
  gateway = await openGateway({ dataDir: join(directory, 'data'), ...options });
  leave = gateway.consents.addChannel();
}
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-choice-'));
});
afterEach(async () => {
  leave();
  await gateway.close();
  rmSync(directory, { recursive: true, force: true });
});

const parts = () => ({
  file: gateway.paths.config,
  settings: gateway.policySettings,
  isDemo: gateway.isDemo,
  life: gateway.policyLife,
  consents: gateway.consents,
  audit: gateway.audit,
  wallMs: gateway.clock.wallMs,
});
const never = new AbortController().signal;

async function answered(given: ConsentAnswer): Promise<ConsentCard> {
  const card = await vi.waitFor(() => {
    const [first] = gateway.consents.list();
    if (first === undefined) throw new Error('nobody was asked');
    return first.card;
  }, CHECKED_WITHIN);
  need(gateway.consents.answer({ id: card.id, answer: given, by: ui }));
  return card;
}
const rows = ({ details }: ConsentCard) => details.map(({ label, value }) => `${label}: ${value}`);

test('a layer of one’s own begins as a copy of the lowest document, decides as before, and can be edited', async () => {
  await open({ world: { hostMap: {}, sites: [], secrets: {} } });
  const before = need(gateway.policy).semanticHash;
  expect(gateway.policyLife.files().every(({ readOnly }) => readOnly !== null)).toBe(true);
  const started = startOwnLayer(parts(), 'app:ui', never);
  const card = await answered('ALLOW_ONCE');
  expect(card).toMatchObject({ title: 'Start a policy layer of your own', look: 'dialog' });
  expect(rows(card)).toContain('decides: as before, until you edit it');
  need(await started);
  const own = join(gateway.paths.data, 'my-policy.yaml');
  expect(readFileSync(own, 'utf8')).toBe(readFileSync(SHIPPED.demo, 'utf8'));
  expect(statSync(own).mode & 0o777).toBe(0o600);
  expect(need(gateway.policy).semanticHash).toBe(before);
  const [upper, lower] = gateway.policyLife.files();
  expect([upper?.readOnly, lower?.readOnly, lower?.file]).toEqual(['it comes with the project', null, own]);
  // The settings name the upper one by its name: an installation may move.
  expect(readFileSync(gateway.paths.config, 'utf8')).toContain('- default');
  // There is one now.
  const again = await startOwnLayer(parts(), 'app:ui', never);
  expect(again.ok ? null : again.error.code).toBe('policy.read-only');
});

test('the lists that the lowest document includes are put beside its copy, and another file there stops it', async () => {
  const [name, lists] = ['partners.policy-lists.yaml', 'lists: { partners: [a.example] }\n'];
  const deployed = join(directory, 'deployed.yaml');
  writeFileSync(join(directory, name), lists);
  writeFileSync(
    deployed,
    `policy: 1\nid: deployed\nrevision: 1\nextends: { id: phase38-default }\ninclude: [{ file: ${name}, hash: '${hashOfBytes(lists)}' }]\n`,
    { mode: 0o444 },
  );
  const data = join(directory, 'data');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(data, 'config.yaml'), `policy: [default, ${deployed}]\n`, { mode: 0o600 });
  await open();
  const before = need(gateway.policy).semanticHash;
  const beside = join(gateway.paths.data, name);
  writeFileSync(beside, 'lists: { partners: [b.example] }\n');
  const refused = await startOwnLayer(parts(), 'app:ui', never);
  expect(refused.ok ? null : refused.error.message).toContain(beside);
  rmSync(beside);
  const started = startOwnLayer(parts(), 'app:ui', never);
  expect(rows(await answered('ALLOW_ONCE'))).toContain(`with its lists: ${beside}`);
  need(await started);
  expect(readFileSync(beside, 'utf8')).toBe(lists);
  expect(need(gateway.policy).semanticHash).toBe(before);
});

test('it is there after a restart, with the comments of the settings as they were', async () => {
  await open();
  writeFileSync(gateway.paths.config, '# mine\nstepLimit: 7 # few\n');
  const started = startOwnLayer(parts(), 'app:ui', never);
  await answered('ALLOW_ONCE');
  need(await started);
  const text = readFileSync(gateway.paths.config, 'utf8');
  expect(text).toContain('# mine\nstepLimit: 7 # few\n');
  leave();
  await gateway.close();
  await open();
  expect(gateway.policyLife.files().at(-1)).toMatchObject({
    file: join(gateway.paths.data, 'my-policy.yaml'),
    readOnly: null,
  });
});

test('what is not confirmed writes nothing', async () => {
  await open();
  const started = startOwnLayer(parts(), 'app:ui', never);
  await answered('DENY');
  const refused = await started;
  expect(refused.ok ? null : refused.error.code).toBe('consent.refused');
  expect(existsSync(gateway.paths.config)).toBe(false);
  expect(existsSync(join(gateway.paths.data, 'my-policy.yaml'))).toBe(false);
});

test('a file that is there already is not written over, and the settings stay', async () => {
  await open();
  const own = join(gateway.paths.data, 'my-policy.yaml');
  writeFileSync(own, '# somebody else’s\n');
  const started = startOwnLayer(parts(), 'app:ui', never);
  await answered('ALLOW_ONCE');
  const refused = await started;
  expect(refused.ok ? null : refused.error.code).toBe('policy.read-only');
  expect(readFileSync(own, 'utf8')).toBe('# somebody else’s\n');
  expect(existsSync(gateway.paths.config)).toBe(false);
});

test('a preset that tightens is asked in a dialog, and going back from it is typed', async () => {
  await open();
  const taken = takePreset(parts(), 'read-only', 'app:ui', never);
  const card = await answered('ALLOW_ONCE');
  expect(card).toMatchObject({ title: 'Take another policy', look: 'dialog' });
  expect(rows(card)).toContain('preset: read-only');
  need(await taken);
  expect(need(presetViews(parts())).find(({ isInForce }) => isInForce)?.name).toBe('read-only');
  const back = takePreset(parts(), 'default', 'app:ui', never);
  const grave = await answered('DENY');
  expect(grave.look).toBe('isolated');
  // What guards it would go, too.
  expect(grave.retype).toBe('loosen guards');
  expect((await back).ok).toBe(false);
  expect(need(presetViews(parts())).find(({ isInForce }) => isInForce)?.name).toBe('read-only');
});

type Claim = readonly [BrowserDecision, Readonly<Record<string, unknown>>];
const asked = (capability: string, more: object = {}): Claim => ['ESCALATE', { capability, ...more }];
const allowed = (capability: string, more: object = {}): Claim => ['ALLOW', { capability, ...more }];
const refused = (capability: string, more: object = {}): Claim => ['DENY', { capability, ...more }];
const NAMED = { namedByUser: true };
const STORED = ['ACCESS_LOCALSTORAGE', 'ACCESS_INDEXEDDB', 'ACCESS_COOKIES'];

/** Clause by clause what each sentence says. */
const CLAIMS: Readonly<Record<PolicyPreset, readonly Claim[]>> = {
  default: [
    ...['SCREENSHOT', 'EXECUTE_JAVASCRIPT', 'FORM_SUBMIT_DATA'].map((one) => allowed(one)),
    allowed('NAVIGATE_CROSS_ORIGIN', NAMED),
    ...['NAVIGATE_CROSS_ORIGIN', 'FILE_UPLOAD', ...STORED].map((one) => asked(one)),
    ...['FORM_SUBMIT_CREDENTIALS', 'FILE_DOWNLOAD'].map((one) => refused(one)),
  ],
  careful: [
    ...['FORM_SUBMIT_DATA', 'EXECUTE_JAVASCRIPT'].flatMap((one) => [
      allowed(one),
      asked(one, { provenance: 'PAGE', contentPlace: 'CONTENT' }),
    ]),
    asked('NAVIGATE_SAME_ORIGIN', { provenance: 'PAGE', contentPlace: 'USERS' }),
    ...['FORM_SUBMIT_CREDENTIALS', 'FILE_DOWNLOAD'].map((one) => refused(one)),
  ],
  'read-only': [
    ...['SCREENSHOT', 'NAVIGATE_SAME_ORIGIN'].map((one) => allowed(one)),
    allowed('NAVIGATE_CROSS_ORIGIN', NAMED),
    ...STORED.map((one) => asked(one)),
    ...['NAVIGATE_CROSS_ORIGIN', 'FORM_SUBMIT_DATA', 'FILE_UPLOAD', 'FILE_DOWNLOAD', 'INJECT_JAVASCRIPT'].map(
      (one) => refused(one),
    ),
  ],
  research: [
    allowed('NAVIGATE_CROSS_ORIGIN'),
    asked('NAVIGATE_CROSS_ORIGIN', { scheme: 'HTTP' }),
    ...['FORM_SUBMIT_DATA', 'FILE_UPLOAD'].map((one) => asked(one)),
    refused('FORM_SUBMIT_CREDENTIALS'),
    refused('FORM_SUBMIT_CREDENTIALS', { ...NAMED, executor: 'HEADED_CHROMIUM' }),
    ...['PROGRAM', 'MISMATCH'].map((fileType) =>
      refused('FILE_DOWNLOAD', { ...NAMED, executor: 'HEADED_CHROMIUM', fileType }),
    ),
  ],
  shopping: [
    allowed('FORM_SUBMIT_DATA', NAMED),
    asked('FORM_SUBMIT_DATA'),
    asked('FORM_SUBMIT_CREDENTIALS', NAMED),
    refused('FORM_SUBMIT_CREDENTIALS'),
    refused('FILE_UPLOAD', NAMED),
  ],
  'locked-down': [
    allowed('NAVIGATE_CROSS_ORIGIN', { host: 'example.com' }),
    allowed('SCREENSHOT'),
    ...['NAVIGATE_CROSS_ORIGIN', 'FORM_SUBMIT_DATA', 'FILE_UPLOAD', 'FILE_DOWNLOAD', ...STORED].map((one) =>
      refused(one, NAMED),
    ),
  ],
  developer: [
    ...['LOOPBACK', 'PRIVATE'].map((addressClass) => allowed('NAVIGATE_CROSS_ORIGIN', { addressClass })),
    ...['FILE_DOWNLOAD', 'FILE_UPLOAD', 'NAVIGATE_CROSS_ORIGIN', 'INJECT_JAVASCRIPT'].map((one) =>
      asked(one),
    ),
    refused('FORM_SUBMIT_CREDENTIALS'),
  ],
};

test.each(POLICY_PRESETS)('what the sentence of %s says is what the policy decides', (preset) => {
  const read = readPolicy([preset], '2026-11-27');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const given = {
    executor: 'HEADLESS_CHROMIUM',
    initiator: 'NAVIGATOR',
    addressClass: 'PUBLIC',
    scheme: 'HTTPS',
  };
  for (const [decision, facts] of CLAIMS[preset])
    expect(
      [facts, read.value.decide(need(parseRequest({ ...given, ...facts }))).decision],
      JSON.stringify(facts),
    ).toEqual([facts, decision]);
  expect(PRESET_SAYS[preset]).toMatch(
    /^Allows .*; asks .*; refuses .*\.$|^Allows and refuses .*; asks .*\.$/u,
  );
});

test('locked-down asks about no kind of act', () => {
  const read = readPolicy(['locked-down'], '2026-11-27');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const decisions = BROWSER_CAPABILITIES.flatMap((capability) =>
    [true, false].map(
      (namedByUser) =>
        read.value.decide(
          need(
            parseRequest({
              capability,
              namedByUser,
              executor: 'HEADLESS_CHROMIUM',
              initiator: 'NAVIGATOR',
              addressClass: 'PUBLIC',
            }),
          ),
        ).decision,
    ),
  );
  expect(decisions).not.toContain('ESCALATE');
});

test('in the demo world only what leaves its sites reachable is offered', async () => {
  await open({ world: { hostMap: {}, sites: [], secrets: {} } });
  const offered = need(presetViews(parts()));
  expect(offered.map(({ name }) => name)).toEqual(['default', 'careful', 'read-only', 'shopping']);
  expect(offered.find(({ isInForce }) => isInForce)?.name).toBe('default');
  expect(offered.map(({ says }) => says)).toEqual(offered.map(({ name }) => PRESET_SAYS[name]));
  expect(offered[1]?.texts.map(({ name }) => name.split('/').at(-1))).toEqual([
    'default.yaml',
    'demo.yaml',
    'careful.yaml',
  ]);
  const alone = await takePreset(parts(), 'research', 'app:ui', never);
  expect(alone.ok ? null : alone.error.code).toBe('policy.read-only');
});

test('who named the policy at the start has the last word', async () => {
  await open({ policy: [SHIPPED.default] });
  for (const refused of [
    await startOwnLayer(parts(), 'app:ui', never),
    await takePreset(parts(), 'careful', 'app:ui', never),
  ])
    expect(refused.ok ? null : refused.error.code).toBe('policy.read-only');
  expect(gateway.consents.list()).toEqual([]);
});
