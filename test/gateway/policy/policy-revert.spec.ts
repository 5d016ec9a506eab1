// A revert takes upon itself what was shown: the difference over all sources, not the bundle alone.
import { copyFileSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeKey, signFiles } from '#gateway/client/policy/life.ts';
import { readPublicKey, trustKey } from '#gateway/policy/kept/keys.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { LifeHome, codeOf } from '#test/fixtures/policy-life.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

const TIGHTER = String(edited(['SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ESCALATE, ALLOW]']).text);
const layer = (capabilities: string): string => `policy: 1
id: night
extends: { id: phase38-default }
rules:
  - { id: closed, decision: DENY, when: { capability: ${capabilities} }, reason: Nobody is there at night. }
`;
const CLOSED = layer('[CLOSE_TAB, FILE_UPLOAD]');
const OPENED = layer('FILE_UPLOAD');
const asked = { by: 'person:terminal', trigger: 'asked', acknowledge: null } as const;

let home: LifeHome;
let life: PolicyLife;
beforeEach(async () => {
  home = await LifeHome.open();
  makeKey(home.at('key'), 'security.example/policy');
  const key = readPublicKey(home.at('key.pub'));
  expect(key.ok && trustKey(home.at('policy'), key.value)).toMatchObject({ ok: true });
  signed('1.gpb', DEFAULT_TEXT, 1);
  signed('2.gpb', TIGHTER, 2);
  copyFileSync(home.at('2.gpb'), home.at('current.gpb'));
  life = await home.life([home.at('current.gpb'), home.write('night.yaml', CLOSED)]);
});
afterEach(() => home[Symbol.asyncDispose]());

function signed(name: string, text: string, revision: number): void {
  const out = home.at(name);
  const done = signFiles({
    files: [home.write('policy.yaml', text)],
    key: home.at('key'),
    out,
    id: 'team',
    revision,
    notBefore: new Date(Date.now() - 86_400_000).toISOString(),
    notAfter: new Date(Date.now() + 86_400_000).toISOString(),
  });
  if (!done.ok) throw new Error(JSON.stringify(done.error));
}

async function shown(): Promise<{ readonly lines: string; readonly covers: string }> {
  const would = await life.wouldWiden({ act: 'REVERT', file: home.at('1.gpb') });
  if (!would.ok) throw new Error(would.error.message);
  return { lines: would.value.lines.join('\n'), covers: would.value.covers };
}
const revert = (covers: string) =>
  life.revert({ file: home.at('1.gpb'), by: 'person:terminal', reason: 'pages broke', covers });
const inForce = (): string => {
  const policy = life.inForce();
  return policy.ok ? policy.value.semanticHash : policy.error.code;
};

describe('a revert', () => {
  test('shows what the bundle loosens, request by request, before anybody types its word', async () => {
    expect((await shown()).lines).toMatch(/back to team revision 1/u);
    expect((await shown()).lines).toMatch(
      /^[1-9][\d,]* requests loosened, [\d,]+ tightened\nESCALATE -> ALLOW/mu,
    );
  });

  test('shows what another file loosens that comes into force with it', async () => {
    home.write('night.yaml', OPENED);
    expect((await shown()).lines).toMatch(/DENY -> ALLOW.*CLOSE_TAB/u);
  });

  test('does not cover a file that was loosened after it was shown: nothing comes into force, no revision is lowered', async () => {
    const { covers } = await shown();
    const before = [inForce(), readFileSync(home.at('policy/revisions.json'), 'utf8')];
    home.write('night.yaml', OPENED);
    expect(codeOf(await revert(covers))).toBe('policy.loosens');
    expect([inForce(), readFileSync(home.at('policy/revisions.json'), 'utf8')]).toEqual(before);
    expect(home.entries('policy.reverted').at(-1)).toMatchObject({ outcome: 'FAILED' });
  });

  test('does not cover another bundle in the place of the one that was shown', async () => {
    const { covers } = await shown();
    signed('1.gpb', `# another\n${DEFAULT_TEXT}`, 1);
    expect(codeOf(await revert(covers))).toBe('consent.not-shown');
  });

  test('its twin: what was shown comes into force, and holds at the next reading', async () => {
    const before = inForce();
    expect(await revert((await shown()).covers)).toMatchObject({ ok: true, value: { outcome: 'ACTIVATED' } });
    expect(inForce()).not.toBe(before);
    expect(life.view().bundles).toMatchObject([{ revision: 1, reverted: true }]);
    expect(await life.reload(asked)).toMatchObject({ ok: true, value: { outcome: 'UNCHANGED' } });
  });

  test('its twin: so does another file that was loosened before it was shown', async () => {
    home.write('night.yaml', OPENED);
    expect(await revert((await shown()).covers)).toMatchObject({ ok: true });
  });
});
