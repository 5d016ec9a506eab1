// What happens to the policy while no gateway runs: the next start compares it with what was in force, and nothing loosens unseen.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import type { PolicySettings } from '#gateway/policy/state/life-parts.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { ok } from '#policy/language/failure.ts';
import { LifeHome } from '#test/fixtures/policy-life.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';
import { sampled } from '#test/fixtures/how-much.ts';

const TIGHTER = String(edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ESCALATE]']).text);
const LOOSER = String(
  edited(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]']).text,
);
const SPARE = '  - { id: SPARE, at_least: DENY, over: { capability: [ACCESS_HISTORY] } }\n';
const asked = { by: 'person:terminal', trigger: 'asked' } as const;

let home: LifeHome;
beforeEach(async () => {
  home = await LifeHome.open();
});
afterEach(() => home[Symbol.asyncDispose]());

const note = (): string => home.at('policy/in-force.note');

/** A start with these files, as a gateway makes one; `text` is written into `policy.yaml` before. */
async function start(text: string, settings: Partial<PolicySettings> = {}): Promise<PolicyLife> {
  const file = home.write('policy.yaml', text);
  return home.life([file], {
    settings: () => ok({ files: [file], shadow: [], acknowledged: null, ...settings }),
  });
}

async function startAndEnd(text: string, settings: Partial<PolicySettings> = {}): Promise<string | null> {
  const life = await start(text, settings);
  const hash = hashOf(life);
  await life.close();
  return hash;
}

const hashOf = (life: PolicyLife): string | null => {
  const policy = life.inForce();
  return policy.ok ? policy.value.semanticHash : null;
};
const refusals = (life: PolicyLife): readonly string[] =>
  (life.refused?.failures ?? []).map(({ code }) => code);
const lastLoaded = () => home.entries('policy.loaded').at(-1)?.details;

describe('a file that was changed while nothing ran', () => {
  test('the first start ever says so in status and log; the next one does not', async () => {
    const first = await start(DEFAULT_TEXT);
    expect(first.view().first).toBe(true);
    expect(lastLoaded()).toMatchObject({ first: true });
    await first.close();
    const second = await start(DEFAULT_TEXT);
    expect(second.view()).toMatchObject({ first: false, refused: null });
    expect(lastLoaded()).not.toHaveProperty('first');
  });

  test('what loosens is not adopted: the policy from before holds on, and status and log say why', async () => {
    const before = await startAndEnd(DEFAULT_TEXT);
    const life = await start(LOOSER);
    expect(hashOf(life)).toBe(before);
    expect(refusals(life)).toEqual(['policy.loosens']);
    expect(lastLoaded()).toMatchObject({ semantic: before, asBefore: true });
    expect(home.entries('policy.refused').at(-1)?.details).toMatchObject({ active: before });
  });

  test('it is not adopted by starting again and again either', async () => {
    const before = await startAndEnd(DEFAULT_TEXT);
    for (let starts = 0; starts < 3; starts += 1) expect(await startAndEnd(LOOSER)).toBe(before);
  });

  test('it is adopted once somebody takes it upon themselves, and stays so', async () => {
    await startAndEnd(DEFAULT_TEXT);
    const life = await start(LOOSER);
    expect(await life.reload({ ...asked, acknowledge: 'the team decided' })).toMatchObject({ ok: true });
    const looser = hashOf(life);
    await life.close();
    expect(await startAndEnd(LOOSER)).toBe(looser);
  });

  test('or where the settings acknowledge exactly this policy', async () => {
    const looser = await startAndEnd(LOOSER);
    rmSync(home.at('policy'), { recursive: true });
    await home[Symbol.asyncDispose]();
    home = await LifeHome.open();
    const before = await startAndEnd(DEFAULT_TEXT);
    expect(await startAndEnd(LOOSER, { acknowledged: before })).toBe(before);
    expect(await startAndEnd(LOOSER, { acknowledged: looser })).toBe(looser);
  });

  test('what only tightens, and what only reads otherwise, is adopted', async () => {
    const before = await startAndEnd(DEFAULT_TEXT);
    expect(await startAndEnd(`# in other words\n${DEFAULT_TEXT}`)).toBe(before);
    expect(await startAndEnd(TIGHTER)).not.toBe(before);
  });

  test('a file that does not load denies; what is put in its place is compared with what was in force', async () => {
    await startAndEnd(DEFAULT_TEXT);
    const life = await start('not a policy');
    expect(hashOf(life)).toBeNull();
    home.write('policy.yaml', LOOSER);
    expect(await life.reload({ ...asked, acknowledge: null })).toMatchObject({
      ok: false,
      error: { code: 'policy.loosens' },
    });
    expect(hashOf(life)).toBeNull();
    home.write('policy.yaml', DEFAULT_TEXT);
    expect(await life.reload({ ...asked, acknowledge: null })).toMatchObject({ ok: true });
  });
});

describe('what was in force is not known any more', () => {
  const meddle: readonly (readonly [string, () => void])[] = [
    ['gone', () => rmSync(note())],
    ['empty', () => writeFileSync(note(), '')],
    ['cut', () => writeFileSync(note(), readFileSync(note(), 'utf8').slice(0, 400))],
    ['altered', () => writeFileSync(note(), readFileSync(note(), 'utf8').replace('"files"', '"filez"'))],
  ];

  test.each(sampled(2, meddle))(
    '%s: another policy denies everything until somebody takes it upon themselves',
    async (_how, change) => {
      await startAndEnd(DEFAULT_TEXT);
      change();
      const life = await start(LOOSER);
      expect(hashOf(life)).toBeNull();
      expect(refusals(life)).toEqual(['policy.last-unknown']);
      expect(await life.reload({ by: 'gateway', trigger: 'file', acknowledge: null })).toMatchObject({
        ok: false,
        error: { code: 'policy.last-unknown' },
      });
      expect(await life.reload({ ...asked, acknowledge: 'read it' })).toMatchObject({ ok: true });
      expect(hashOf(life)).not.toBeNull();
    },
  );

  test.each(sampled(2, meddle))(
    '%s: the policy that the log names is adopted all the same',
    async (_how, change) => {
      const before = await startAndEnd(DEFAULT_TEXT);
      change();
      expect(await startAndEnd(DEFAULT_TEXT)).toBe(before);
    },
  );

  test('one that decides the same and lost a guard is another policy; its hash of what is decided acknowledges nothing', async () => {
    const guarded = DEFAULT_TEXT.replace('\ninvariants:\n', `\ninvariants:\n${SPARE}`);
    const semantic = await startAndEnd(guarded);
    expect(semantic).not.toBeNull();
    rmSync(note());
    const life = await start(DEFAULT_TEXT, { acknowledged: semantic });
    expect([hashOf(life), refusals(life)]).toEqual([null, ['policy.last-unknown']]);
    const [, said] =
      /`acknowledged: (sha256:[0-9a-f]{64})`/u.exec(life.refused?.failures[0]?.help ?? '') ?? [];
    await life.close();
    expect(await startAndEnd(DEFAULT_TEXT, { acknowledged: said ?? null })).toBe(semantic);
  });

  test('the note of another data directory, signed by another log, is none', async () => {
    await startAndEnd(DEFAULT_TEXT);
    await using other = await LifeHome.open();
    const life = await other.life([other.write('policy.yaml', LOOSER)]);
    await life.close();
    writeFileSync(note(), readFileSync(other.at('policy/in-force.note'), 'utf8'));
    const meddled = await start(LOOSER);
    expect(refusals(meddled)).toEqual(['policy.last-unknown']);
  });
});

describe('other files', () => {
  test('named by the settings are compared; named by whoever opens the gateway they are its word, in the log', async () => {
    const before = await startAndEnd(DEFAULT_TEXT);
    const other = home.write('other.yaml', LOOSER);
    const inSettings = await start(DEFAULT_TEXT, { files: [other] });
    expect(hashOf(inSettings)).toBe(before);
    await inSettings.close();
    const byCaller = await start(DEFAULT_TEXT, { files: [other], named: 'CALLER' });
    expect(hashOf(byCaller)).not.toBe(before);
    expect(lastLoaded()).toMatchObject({ acknowledged: { reason: expect.stringContaining('other files') } });
    await byCaller.close();
    // The same name with another content is nobody's word.
    const held = home.write(
      'other.yaml',
      LOOSER.replace('ACCESS_LOCALSTORAGE: [ESCALATE', 'ACCESS_LOCALSTORAGE: [ALLOW'),
    );
    const again = await start(DEFAULT_TEXT, { files: [held], named: 'CALLER' });
    expect(refusals(again)).toEqual(['policy.loosens']);
  });

  test('settings that name none any more do not loosen what they named, however often it is started', async () => {
    const before = await startAndEnd(DEFAULT_TEXT);
    const shipped = home.write('shipped.yaml', LOOSER);
    for (let starts = 0; starts < 3; starts += 1)
      expect(await startAndEnd(DEFAULT_TEXT, { files: [shipped], named: 'SHIPPED' })).toBe(before);
  });

  test('a gateway that was opened by a program does the same', async () => {
    const file = home.write('policy.yaml', DEFAULT_TEXT);
    const dataDir = home.at('data');
    const opened = async (): Promise<Gateway> => openGateway({ dataDir, policy: [file] });
    const first = await opened();
    const before = first.policyLife.view();
    await first.close();
    home.write('policy.yaml', LOOSER);
    await using second = await opened();
    expect(before.first).toBe(true);
    expect(second.policyLife.view()).toMatchObject({
      policy: { loaded: true, semanticHash: before.policy.loaded ? before.policy.semanticHash : '' },
      refused: { failures: [{ code: 'policy.loosens' }] },
    });
    expect(join(second.paths.data, 'policy')).toBe(join(dataDir, 'policy'));
  });
});
