// An authorisation is good for one act, once: what was made by hand, altered or used before is refused.
import { expect, test } from 'vitest';
import fc from 'fast-check';
import { createAuthority } from '#gateway/boundary/steps/authorise.ts';
import type { BoundAct } from '#executors/contract/authorization.ts';
import { A_CLICK } from '#test/fixtures/authority.ts';

const act: BoundAct = A_CLICK;
const codeOf = (result: { ok: boolean; error?: { code: string } }): string | undefined =>
  result.ok ? undefined : result.error?.code;

test('an authorisation is good once, for its own act', () => {
  const { authorise, verify } = createAuthority();
  const given = authorise(act, 'sha256:p');
  expect(verify(given, act).ok).toBe(true);
  expect(codeOf(verify(given, act))).toBe('authorization.replayed');
});

test('one that was made by hand is refused', () => {
  const { authorise, verify } = createAuthority();
  const real = authorise(act, 'sha256:p');
  expect(codeOf(verify({ ...real, id: 'mine', seal: 'ab'.repeat(32) }, act))).toBe('authorization.forged');
  expect(codeOf(verify({ ...real, seal: '' }, act))).toBe('authorization.forged');
  expect(codeOf(verify(createAuthority().authorise(act, 'sha256:p'), act))).toBe('authorization.forged');
});

test('what is no authorisation at all is refused', () => {
  const { verify } = createAuthority();
  for (const value of [null, undefined, 'yes', 1, [], {}, { id: 'x' }]) {
    expect(codeOf(verify(value as never, act))).toBe('authorization.forged');
  }
});

test('an altered field of the authorisation breaks its seal', () => {
  const { authorise, verify } = createAuthority();
  const real = authorise(act, 'sha256:p');
  expect(codeOf(verify({ ...real, digest: 'sha256:other' }, act))).toBe('authorization.forged');
  expect(codeOf(verify({ ...real, notAfter: real.notAfter + 60_000 }, act))).toBe('authorization.forged');
  expect(codeOf(verify({ ...real, policyHash: 'sha256:other' }, act))).toBe('authorization.forged');
});

test('an expired one is refused', () => {
  let now = 1_000_000;
  const { authorise, verify } = createAuthority(() => now);
  const given = authorise(act, 'sha256:p');
  now += 30_001;
  expect(codeOf(verify(given, act))).toBe('authorization.expired');
});

test('any change of the act is refused, and the authorisation stays unused', () => {
  const changes: readonly Partial<BoundAct>[] = [
    { action: { type: 'CLICK', ref: 'e2' } },
    { action: { type: 'HOVER', ref: 'e1' } },
    { taskId: 't2' },
    { tabId: 'tab2' },
    { dataDigest: 'sha256:1' },
    { document: { id: 'd2', url: 'https://shop.example/' } },
    { document: { id: 'd1', url: 'https://evil.example/' } },
    { element: null },
    { effectDigest: 'sha256:01' },
  ];
  const { authorise, verify } = createAuthority();
  const given = authorise(act, 'sha256:p');
  for (const change of changes)
    expect(codeOf(verify(given, { ...act, ...change })), JSON.stringify(change)).toBe(
      'authorization.altered',
    );
  expect(verify(given, act).ok).toBe(true);
});

test('random bytes in place of a seal never pass', () => {
  const { authorise, verify } = createAuthority();
  const real = authorise(act, 'sha256:p');
  fc.assert(
    fc.property(
      fc.string({ maxLength: 80 }),
      (seal) => seal === real.seal || !verify({ ...real, seal }, act).ok,
    ),
  );
});

test('one that another policy gave is refused, and no policy at all gives none', () => {
  let inForce: string | null = 'sha256:p';
  const { authorise, verify } = createAuthority(Date.now, () => inForce);
  const [first, second, third] = [1, 2, 3].map(() => authorise(act, 'sha256:p'));
  expect(codeOf(verify(first as never, act))).toBeUndefined();
  inForce = 'sha256:stricter';
  expect(codeOf(verify(second as never, act))).toBe('authorization.policy-changed');
  inForce = null;
  expect(codeOf(verify(third as never, act))).toBe('authorization.policy-changed');
});
