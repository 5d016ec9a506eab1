// A note of what was in force that was signed once and is put back later is not what the log names: it is nothing. Whoever stops
// between the log's entry and the note leaves a start that knows what was in force.
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LastInForce } from '#gateway/policy/kept/last-in-force.ts';
import { lastInForce } from '#gateway/policy/kept/last-in-force.ts';
import type { PolicyLifeParts } from '#gateway/policy/state/life-parts.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { LifeHome } from '#test/fixtures/policy-life.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

const TIGHTER = String(edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ESCALATE]']).text);
const ENDING = String(
  edited([
    '\nrules:\n',
    '\nrules:\n  - { id: guest, decision: ALLOW, when: { capability: ACCESS_INDEXEDDB, host: a.example, addressClass: PUBLIC }, expires: 2030-06-01, reason: r }\n',
  ]).text,
);
const asked = { by: 'person:terminal', trigger: 'asked', acknowledge: null } as const;

let home: LifeHome;
beforeEach(async () => {
  home = await LifeHome.open();
});
afterEach(() => home[Symbol.asyncDispose]());

const note = (): string => home.at('policy/in-force.note');
const start = (text: string, parts: Partial<PolicyLifeParts> = {}): Promise<PolicyLife> =>
  home.life([home.write('policy.yaml', text)], parts);
const hashOf = (life: PolicyLife): string => {
  const policy = life.inForce();
  return policy.ok ? policy.value.semanticHash : policy.error.code;
};
async function startAndEnd(text: string, parts: Partial<PolicyLifeParts> = {}): Promise<string> {
  const life = await start(text, parts);
  const hash = hashOf(life);
  await life.close();
  return hash;
}
const last = (): LastInForce => lastInForce(home.at('policy'), home.at('audit'), home.audit);

describe('an older note of what was in force', () => {
  test('put back with the looser policy that it names denies everything, and says why', async () => {
    await startAndEnd(DEFAULT_TEXT);
    const old = readFileSync(note(), 'utf8');
    await startAndEnd(TIGHTER);
    writeFileSync(note(), old);
    const life = await start(DEFAULT_TEXT);
    expect(hashOf(life)).toBe('policy.last-unknown');
    expect(life.refused?.failures[0]?.message).toContain('older one than the log');
    expect(life.refused?.failures[0]?.help).toContain('--acknowledge-loosening');
    expect(home.entries('policy.refused')).toHaveLength(1);
    expect(await life.reload({ ...asked, acknowledge: 'read it' })).toMatchObject({ ok: true });
    await life.close();
    expect((await start(DEFAULT_TEXT)).refused).toBeNull();
  });

  test('the same of a policy that a reload replaced while the gateway ran', async () => {
    const life = await start(DEFAULT_TEXT);
    const old = readFileSync(note(), 'utf8');
    home.write('policy.yaml', TIGHTER);
    expect(await life.reload(asked)).toMatchObject({ ok: true });
    await life.close();
    writeFileSync(note(), old);
    expect(await startAndEnd(DEFAULT_TEXT)).toBe('policy.last-unknown');
  });

  test('its twin: the very policy that the log names last is adopted all the same', async () => {
    await startAndEnd(DEFAULT_TEXT);
    const old = readFileSync(note(), 'utf8');
    const hash = await startAndEnd(TIGHTER);
    writeFileSync(note(), old);
    expect(await startAndEnd(TIGHTER)).toBe(hash);
  });

  test('its twin: back to what was, acknowledged, and its own note again', async () => {
    const hash = await startAndEnd(DEFAULT_TEXT);
    await startAndEnd(TIGHTER);
    const life = await start(DEFAULT_TEXT);
    await life.reload({ ...asked, acknowledge: 'tabs' });
    await life.close();
    expect(await startAndEnd(DEFAULT_TEXT)).toBe(hash);
  });
});

describe('a gateway that stops', () => {
  test('before the log’s entry: what was in force before is what the next start compares with', async () => {
    const hash = await startAndEnd(TIGHTER);
    const stopped: Pick<typeof home.audit, 'append'> = { append: () => Promise.reject(new Error('stopped')) };
    await expect(start(`# later\n${TIGHTER}`, { audit: stopped })).rejects.toThrow('stopped');
    expect(await startAndEnd(TIGHTER)).toBe(hash);
    const looser = await start(DEFAULT_TEXT);
    expect([hashOf(looser), looser.refused?.failures[0]?.code]).toEqual([hash, 'policy.loosens']);
  });

  test('between the log’s entry and the note: what the entry names is, and it is found', async () => {
    await startAndEnd(DEFAULT_TEXT);
    const old = readFileSync(note(), 'utf8');
    const never: LastInForce = { ...last(), settle: () => undefined };
    const hash = await startAndEnd(TIGHTER, { last: never });
    expect(readFileSync(note(), 'utf8')).toBe(old);
    expect(last().read()).toMatchObject({ kind: 'KEPT', kept: { semanticHash: hash } });
    const looser = await start(DEFAULT_TEXT);
    expect([hashOf(looser), looser.refused?.failures[0]?.code]).toEqual([hash, 'policy.loosens']);
    await looser.close();
    // Twice in a row, and it is still the one that the log names.
    expect(await startAndEnd(TIGHTER, { last: never })).toBe(hash);
    expect(await startAndEnd(TIGHTER)).toBe(hash);
    expect(readFileSync(note(), 'utf8')).not.toBe(old);
  });

  test('before its first entry ever: the next start is the first one', async () => {
    await expect(
      start(DEFAULT_TEXT, { audit: { append: () => Promise.reject(new Error('stopped')) } }),
    ).rejects.toThrow('stopped');
    const life = await start(DEFAULT_TEXT);
    expect(life.view()).toMatchObject({ first: true, refused: null });
  });
});

describe('ordinary use', () => {
  test('reading the same policy again writes no entry, on another day neither', async () => {
    let now = Date.parse('2030-05-01T12:00:00Z');
    const life = await start(DEFAULT_TEXT, { now: () => now });
    expect(await life.reload(asked)).toMatchObject({ value: { outcome: 'UNCHANGED' } });
    now += 86_400_000;
    expect(await life.reload(asked)).toMatchObject({ value: { outcome: 'UNCHANGED' } });
    expect(home.entries('policy.loaded')).toHaveLength(1);
  });

  test('an entry of the policy that ended is no other note: the next start knows what was in force', async () => {
    let now = Date.parse('2030-06-01T12:00:00Z');
    const life = await start(ENDING, { now: () => now });
    now += 86_400_000;
    expect(life.inForce().ok).toBe(true);
    const entry = (): unknown => home.entries('policy.loaded').at(-1)?.details['ended'];
    await expect.poll(entry).toEqual(['rules.guest']);
    await life.close();
    expect(last().read()).toMatchObject({ kind: 'KEPT' });
    expect((await start(ENDING, { now: () => now })).refused).toBeNull();
  });
});

describe('who reads it beside the log that is written, or where no gateway runs', () => {
  const beside = (): LastInForce => lastInForce(home.at('policy'), home.at('audit'), null);

  test('takes an older note for none, too, and says why', async () => {
    await startAndEnd(DEFAULT_TEXT);
    const old = readFileSync(note(), 'utf8');
    await startAndEnd(TIGHTER);
    writeFileSync(note(), old);
    expect(beside().read()).toMatchObject({
      kind: 'LOST',
      why: expect.stringContaining('older one than the log'),
    });
  });

  test('knows nothing where the log is there and cannot be read', async () => {
    await startAndEnd(DEFAULT_TEXT);
    const elsewhere = home.at('elsewhere');
    mkdirSync(elsewhere);
    copyFileSync(home.at('audit/audit.key'), join(elsewhere, 'audit.key'));
    writeFileSync(join(elsewhere, 'audit.db'), 'not a log');
    expect(lastInForce(home.at('policy'), elsewhere, null).read()).toMatchObject({
      kind: 'LOST',
      why: expect.stringContaining('the log cannot be read'),
    });
  });

  test('knows what is in force where the note is the one that the log names, while it is written and afterwards', async () => {
    const life = await start(DEFAULT_TEXT);
    const semanticHash = hashOf(life);
    expect(beside().read()).toMatchObject({ kind: 'KEPT', kept: { semanticHash } });
    await life.close();
    await home.audit.close();
    expect(beside().read()).toMatchObject({ kind: 'KEPT', kept: { semanticHash } });
  });

  test('and where none ever ran it was the first', () => {
    expect(lastInForce(home.at('none'), home.at('none'), null).read()).toEqual({ kind: 'FIRST' });
  });
});

describe('the directory of what was in force', () => {
  test('is not a link that leads elsewhere: nothing is written there', async () => {
    await startAndEnd(DEFAULT_TEXT);
    const kept = last().read();
    if (kept.kind !== 'KEPT') throw new Error(kept.kind);
    mkdirSync(home.at('others'));
    symlinkSync(home.at('others'), home.at('linked'));
    const done = await lastInForce(home.at('linked'), home.at('audit'), home.audit).prepare(kept.kept);
    expect(done).toMatchObject({ ok: false, error: { code: 'directory.unsafe' } });
    expect(readdirSync(home.at('others'))).toEqual([]);
  });

  test('is made where there is none, and nobody else looks into it', async () => {
    await startAndEnd(DEFAULT_TEXT);
    const kept = last().read();
    if (kept.kind !== 'KEPT') throw new Error(kept.kind);
    const made = home.at('made');
    expect(await lastInForce(made, home.at('audit'), home.audit).prepare(kept.kept)).toMatchObject({
      ok: true,
    });
    expect(statSync(made).mode & 0o777).toBe(0o700);
  });
});
