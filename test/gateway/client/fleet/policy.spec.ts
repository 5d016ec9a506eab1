// One policy for all nodes: published, rolled out, gone back on, stopped; what a node checks itself, and when it denies. Real gateways and a
// real PostgreSQL, without browsers.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Database } from '#gateway/client/fleet/database/database.ts';
import { Fleet } from '#gateway/client/fleet/fleet.ts';
import type { FleetPolicy } from '#gateway/client/fleet/policy/publishing.ts';
import { beforeThat, bucketOf, targetOf, type RollOut } from '#gateway/client/fleet/policy/target.ts';
import { openLocal } from '#gateway/client/local/local.ts';
import { makeKey } from '#gateway/client/policy/life.ts';
import { readPublicKey } from '#gateway/policy/kept/keys.ts';
import { decides, signedBundle, startPolicyNode, type PolicyNode } from '#test/fixtures/fleet-policy.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';
import { startPostgres, type Postgres } from '#test/fixtures/postgres.ts';
import { need } from '#test/fixtures/tab.ts';

const TIGHTER = String(edited(['SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ESCALATE, ALLOW]']).text);
const SAID = { reason: 'a spec', by: 'ana' };
const LONG_MS = 120_000;

let postgres: Postgres;
let database: Database;
let root: string;
let fleet: Fleet;
/** A policy of each test's own. */
let id = '';
let policy: FleetPolicy;
let tests = 0;
const opened: PolicyNode[] = [];
const at = (name: string): string => join(root, name);

beforeAll(async () => {
  postgres = await startPostgres();
  database = new Database(postgres.address);
  root = mkdtempSync(join(tmpdir(), 'ghost-fleet-policy-'));
  need(makeKey(at('key'), 'security.example/policy'));
  need(makeKey(at('other'), 'other.example/policy'));
  fleet = need(await Fleet.open(postgres.address));
}, LONG_MS);
beforeEach(() => {
  tests += 1;
  id = `team-${tests}`;
  policy = fleet.policy(id);
});
afterEach(async () => {
  for (const { node, close } of opened.splice(0)) {
    await node.leave();
    await close();
  }
});
afterAll(async () => {
  await fleet[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});

const bundle = (text: string, revision: number, { key = 'key', as = id } = {}) =>
  signedBundle(root, { text, revision, key: at(key), id: as });

async function startNode(name: string, labels: readonly string[] = []): Promise<PolicyNode> {
  const one = await startPolicyNode(postgres, {
    data: at(`${id}-${name}`),
    id,
    publicKey: at('key.pub'),
    labels,
  });
  // Nothing is decided by a policy that nobody confirmed.
  expect(one.before).toMatchObject({ ok: false });
  opened.push(one);
  return one;
}

const soon = { timeout: 20_000, interval: 20 };
const rowOf = async ({ node }: PolicyNode) => need(await fleet.nodes()).find((one) => one.id === node.id);

describe('a node', () => {
  test('denies until something was published for it, and has it then, with the word of whoever published it in its log', async () => {
    const one = await startNode('a');
    expect(decides(one)).toBe('fleet.no-policy');
    need(await policy.publish(bundle(DEFAULT_TEXT, 1), {}, SAID));
    await expect.poll(() => decides(one), soon).toBe(1);
    const loaded = need(await one.gateway.readAudit({ text: 'type:policy.loaded' }, 'test')).rows[0];
    expect(loaded).toMatchObject({
      who: expect.stringMatching(/^fleet:security\.example\/policy\+/u),
      outcome: 'DONE',
    });
    const held = need(await one.gateway.readAudit({ text: 'type:policy.held' }, 'test')).rows;
    await expect.poll(() => held.map(({ outcome }) => outcome), soon).toContain('STARTED');
  });

  test('takes nothing that another key signed, and says so; what it had it keeps, and denies once that is not confirmed', async () => {
    need(await policy.publish(bundle(TIGHTER, 1), {}, SAID));
    const one = await startNode('a');
    expect(decides(one)).toBe(1);
    need(await policy.publish(bundle(DEFAULT_TEXT, 2, { key: 'other' }), {}, SAID));
    await expect.poll(async () => (await rowOf(one))?.refused, soon).toContain('policy.bundle-untrusted');
    expect(one.gateway.policyLife.view().bundles[0]?.revision).toBe(1);
    await expect.poll(() => decides(one), soon).toBe('fleet.unconfirmed');
  });

  test('takes no bundle that the database gives another name or another revision', async () => {
    need(await policy.publish(bundle(TIGHTER, 1), {}, SAID));
    const one = await startNode('a');
    const looser = bundle(DEFAULT_TEXT, 7, { as: 'another-team' });
    for (const revision of [2, 3]) {
      const { text } = revision === 2 ? looser : bundle(DEFAULT_TEXT, 9);
      await database.change(async (rows) => {
        await rows.run(
          `insert into ghost.policies (id, revision, digest, bundle, published_by) values ($1, $2, 'sha256:x', $3, 'eve')`,
          [id, revision, text],
        );
        await rows.run(
          `insert into ghost.policy_orders (id, policy, what, revision, source, share, reason, ordered_by)
           values (gen_random_uuid(), $1, 'ROLL_OUT', $2, $2, 100, 'none', 'eve')`,
          [id, revision],
        );
      });
      await expect
        .poll(async () => (await rowOf(one))?.refused, soon)
        .toContain(`revision ${revision} of ${id} is another bundle`);
    }
    expect(one.gateway.policyLife.view().bundles[0]?.revision).toBe(1);
  });

  test('denies where the database knows less than it: one that was restored from an old copy', async () => {
    need(await policy.publish(bundle(DEFAULT_TEXT, 1), {}, SAID));
    need(await policy.publish(bundle(TIGHTER, 2), {}, SAID));
    const one = await startNode('a');
    expect(decides(one)).toBe(2);
    await postgres.sql(`delete from ghost.policy_orders where policy = '${id}' and revision = 2`);
    await postgres.sql(`delete from ghost.policies where id = '${id}' and revision = 2`);
    await expect.poll(async () => (await rowOf(one))?.refused, soon).toContain('policy.bundle-older');
    await expect.poll(() => decides(one), soon).toBe('fleet.unconfirmed');
    // What is published next is above what the node has.
    expect(await policy.publish(bundle(DEFAULT_TEXT, 2), {}, SAID)).toMatchObject({
      error: { code: 'policy.bundle-older' },
    });
    need(await policy.publish(bundle(DEFAULT_TEXT, 3), {}, SAID));
    await expect.poll(() => decides(one), soon).toBe(3);
  });

  test(
    'denies where the database is away for longer than its bound, and decides again once it is back',
    async () => {
      need(await policy.publish(bundle(DEFAULT_TEXT, 1), {}, SAID));
      const one = await startNode('a');
      expect(decides(one)).toBe(1);
      await postgres.kill();
      await expect.poll(() => decides(one), soon).toBe('fleet.unconfirmed');
      await postgres.start();
      await expect.poll(() => decides(one), soon).toBe(1);
      const held = need(await one.gateway.readAudit({ text: 'type:policy.held' }, 'test')).rows;
      expect(held.map(({ outcome }) => outcome).slice(0, 2)).toEqual(['ENDED', 'STARTED']);
    },
    LONG_MS,
  );
});

describe('a roll-out', () => {
  test('goes to the nodes with a label first; the others decide with it in shadow, until it is for all', async () => {
    need(await policy.publish(bundle(DEFAULT_TEXT, 1), {}, SAID));
    const [canary, other] = [await startNode('canary', ['canary']), await startNode('other')];
    need(await policy.publish(bundle(TIGHTER, 2), { labels: ['canary'] }, SAID));
    await expect.poll(() => decides(canary), soon).toBe(2);
    await expect.poll(async () => (await rowOf(other))?.beside_revision, soon).toBe(2);
    expect(decides(other)).toBe(1);
    expect(other.gateway.policyLife.shadow()?.candidate.revision).toBeDefined();
    need(await policy.widen({}, SAID));
    await expect.poll(() => decides(other), soon).toBe(2);
    await expect.poll(async () => (await rowOf(other))?.beside_revision, soon).toBe(null);
    expect(need(await policy.view()).rollOuts).toMatchObject([{ revision: 2, share: 100 }]);
  });

  test('is for a share that only grows, and no node has less than it had', () => {
    const rollOut = (revision: number, share: number, labels: readonly string[] = []): RollOut => ({
      revision,
      share,
      labels,
      digest: `sha256:${revision}`,
    });
    const wanted = (rollOuts: readonly RollOut[], bucket: number, labels: readonly string[] = []) => {
      const { wanted: one, beside } = targetOf(rollOuts, { bucket, labels });
      return [one?.revision ?? null, beside?.revision ?? null];
    };
    expect(wanted([], 3)).toEqual([null, null]);
    const staged = [rollOut(5, 100), rollOut(6, 20, ['canary']), rollOut(7, 10)];
    expect([9, 10, 19, 20, 99].map((bucket) => wanted(staged, bucket))).toEqual([
      [7, null],
      [6, 7],
      [6, 7],
      [5, 7],
      [5, 7],
    ]);
    expect(wanted(staged, 50, ['canary'])).toEqual([6, 7]);
    // Of 1,000 nodes about as many as was said.
    const share = Array.from({ length: 1_000 }, (_, at) => bucketOf(`node ${at}`)).filter((one) => one < 20);
    expect(share.length).toBeGreaterThan(150);
    expect(share.length).toBeLessThan(250);
  });
});

describe('for all nodes at once', () => {
  test('going back signs the documents of before as the next revision, and nobody decides by the one between', async () => {
    need(await policy.publish(bundle(TIGHTER, 1), {}, SAID));
    need(await policy.publish(bundle(DEFAULT_TEXT, 2), {}, SAID));
    const nodes = [await startNode('a'), await startNode('b'), await startNode('c')];
    expect(nodes.map(decides)).toEqual([2, 2, 2]);
    const tighter = nodes.map(({ gateway }) => gateway.policyLife.view().policy);
    const gone = need(await policy.revert({ key: at('key'), ...SAID }));
    expect(gone).toEqual({ id, revision: 3, source: 1, share: 100, labels: [] });
    // As soon as a node has heard of it it denies, and then it has the one of before.
    await expect.poll(() => nodes.map(decides).includes(2), soon).toBe(false);
    await expect.poll(() => nodes.map(decides), soon).toEqual([3, 3, 3]);
    expect(nodes.map(({ gateway }) => gateway.policyLife.view().policy)).not.toEqual(tighter);
    // Once more goes further back, and not forward to what was gone back on.
    expect(await policy.revert({ key: at('key'), ...SAID })).toMatchObject({
      error: { code: 'fleet.no-policy' },
    });
    // With another key than that of the earlier one only by whoever trusts that, too.
    expect(await policy.revert({ key: at('other'), source: 2, ...SAID })).toMatchObject({
      error: { code: 'policy.bundle-untrusted' },
    });
    expect(nodes.map(decides)).toEqual([3, 3, 3]);
  });

  test('a stop denies everything at once and needs no key; what ends it is signed', async () => {
    need(await policy.publish(bundle(DEFAULT_TEXT, 1), {}, SAID));
    const nodes = [await startNode('a'), await startNode('b')];
    need(await policy.stop({ reason: 'an attack', by: 'ana' }));
    await expect.poll(() => nodes.map(decides), soon).toEqual(['fleet.stopped', 'fleet.stopped']);
    expect(nodes[0]?.gateway.policy).toMatchObject({
      error: { message: expect.stringContaining('an attack') },
    });
    // One that comes meanwhile is stopped, too.
    const late = await startNode('late');
    expect(decides(late)).toBe('fleet.stopped');
    need(await policy.goOn({ key: at('key'), ...SAID }));
    await expect.poll(() => [...nodes, late].map(decides), soon).toEqual([1, 1, 1]);
  });
});

describe('whoever writes the database and has no key', () => {
  const order = (what: string, more = '') =>
    postgres.sql(
      `insert into ghost.policy_orders (id, policy, what, reason, ordered_by ${more === '' ? '' : `, ${more.split('=')[0]}`})
       values ('${id}-${what}-${more.length}', '${id}', '${what}', 'none', 'eve' ${more === '' ? '' : `, ${more.split('=')[1]}`})`,
    );

  test('ends no stop: neither by an order, nor by taking the stop away', async () => {
    need(await policy.publish(bundle(DEFAULT_TEXT, 1), {}, SAID));
    const one = await startNode('a');
    const { stop } = need(await policy.stop(SAID));
    await expect.poll(() => decides(one), soon).toBe('fleet.stopped');
    await order('GO_ON', `ends='{${stop}}'`);
    await postgres.sql(`delete from ghost.policy_orders where id = '${stop}'`);
    await postgres.sql(`select pg_notify('ghost_policy', '${id}')`);
    await expect
      .poll(() => one.gateway.policy, soon)
      .toMatchObject({ error: { message: expect.stringContaining('not in the database any more') } });
    // It holds over a start, too; what ends it is signed, and names what the nodes remember.
    await expect.poll(async () => (await rowOf(one))?.denies, soon).toContain('was stopped');
    expect(need(await policy.goOn({ key: at('other'), ...SAID })).ended).toBe(1);
    expect(decides(one)).toBe('fleet.stopped');
    need(await policy.goOn({ key: at('key'), ...SAID }));
    await expect.poll(() => decides(one), soon).toBe(1);
  });

  test('does not end a node by rows that are none of ours: it denies, or goes on', async () => {
    need(await policy.publish(bundle(DEFAULT_TEXT, 1), {}, SAID));
    const one = await startNode('a');
    await order('STOP', `labels='{NULL}'`);
    await postgres.sql(`update ghost.policy_orders set ordered_at = 'infinity' where policy = '${id}'`);
    await expect.poll(() => decides(one), soon).toBe('fleet.stopped');
    expect(need(await policy.view()).orders.length).toBe(2);
    // Said where it may reach a terminal or an agent: as text, and short.
    await postgres.sql(
      `update ghost.policy_orders set reason = E'\\x1b[2J' || repeat('a', 400) where policy = '${id}' and what = 'STOP'`,
    );
    await expect
      .poll(() => one.gateway.policy, soon)
      .toMatchObject({ error: { message: expect.not.stringContaining(String.fromCodePoint(27)) } });
    const { bundle: held, text } = bundle(TIGHTER, 2);
    await postgres.sql(
      `insert into ghost.policies (id, revision, digest, bundle, published_by)
       values ('${id}', 2, 'sha256:y', '${text.replace(held.signature.keyId, String.raw`a\u0000b`).replaceAll("'", "''")}', 'eve')`,
    );
    await order('ROLL_OUT', 'revision=2');
    await postgres.sql(`update ghost.policy_orders set share = 100 where policy = '${id}' and revision = 2`);
    await expect.poll(async () => (await rowOf(one))?.refused, soon).toContain('bundle-untrusted');
    const [before, after] = [(await rowOf(one))?.seen_at, async () => (await rowOf(one))?.seen_at];
    await expect.poll(after, soon).not.toBe(before);
  });

  test('has nothing signed by those who go back: what is not that very revision is refused', async () => {
    need(await policy.publish(bundle(TIGHTER, 1), {}, SAID));
    need(await policy.publish(bundle(TIGHTER, 2), {}, SAID));
    const forged = bundle(DEFAULT_TEXT, 1, { key: 'other' });
    const other = bundle(DEFAULT_TEXT, 1, { as: 'another-team' });
    for (const [{ text }, code] of [
      [forged, 'policy.bundle-untrusted'],
      [other, 'policy.bundle-altered'],
    ] as const) {
      await database.change((rows) =>
        rows.run('update ghost.policies set bundle = $2 where id = $1 and revision = 1', [id, text]),
      );
      expect(await policy.revert({ key: at('key'), ...SAID })).toMatchObject({ error: { code } });
    }
    expect(need(await policy.view()).rollOuts).toMatchObject([{ revision: 2 }]);
  });

  test('does not let what was gone back on decide: by another order, or without the order', async () => {
    need(await policy.publish(bundle(TIGHTER, 1), {}, SAID));
    need(await policy.publish(bundle(DEFAULT_TEXT, 2), {}, SAID));
    const one = await startNode('a');
    need(await policy.revert({ key: at('key'), ...SAID }));
    await expect.poll(() => decides(one), soon).toBe(3);
    await postgres.sql(`delete from ghost.policy_orders where policy = '${id}' and revision = 3`);
    await expect.poll(() => decides(one), soon).toBe('fleet.unconfirmed');
  });
});

test('a key that is trusted no more confirms nothing, though its bundle is in force', async () => {
  need(await policy.publish(bundle(DEFAULT_TEXT, 1), {}, SAID));
  const one = await startNode('a');
  need(await one.gateway.policyLife.untrust(need(readPublicKey(at('key.pub'))).text, 'test'));
  await expect.poll(() => decides(one), soon).toBe('policy.bundle-untrusted');
});

test('nothing of it is changed at a node', async () => {
  const first = bundle(DEFAULT_TEXT, 1);
  need(await policy.publish(first, {}, SAID));
  need(await policy.publish(bundle(TIGHTER, 2), {}, SAID));
  const one = await startNode('a');
  const life = one.gateway.policyLife;
  const READ_ONLY = { error: { code: 'policy.read-only' } };
  const file = at(`${id}-1.gpb`);
  expect(await life.revert({ file, by: 'test', reason: 'none' })).toMatchObject(READ_ONLY);
  expect(await life.shadowWith([file], 'test')).toMatchObject(READ_ONLY);
  expect(await life.promote({ by: 'test', acknowledge: null })).toMatchObject(READ_ONLY);
  const name = () => {
    throw new Error('nothing is written');
  };
  expect(await life.takeFiles([file], name, { by: 'test', acknowledge: 'x' })).toMatchObject(READ_ONLY);
  expect(decides(one)).toBe(2);
});

test('the way back leads past what was gone back on', () => {
  const full = (revision: number) => ({ what: 'ROLL_OUT', revision, source: revision });
  const back = (revision: number, source: number) => ({ what: 'REVERT', revision, source });
  expect(beforeThat([], 0)).toBe(null);
  expect(beforeThat([full(1)], 1)).toBe(null);
  expect(beforeThat([full(1), full(2)], 2)).toBe(1);
  // The highest is only for some yet.
  expect(beforeThat([full(1), full(2)], 3)).toBe(2);
  expect(beforeThat([full(1), full(2), back(3, 1)], 3)).toBe(null);
  expect(beforeThat([full(1), full(2), back(3, 1), full(4)], 4)).toBe(1);
  expect(beforeThat([full(1), full(2), back(3, 1), full(4), back(5, 1)], 5)).toBe(null);
  expect(beforeThat([full(1), full(2), full(3), back(4, 2), full(5)], 5)).toBe(2);
});

test('a gateway that is no node does not decide by what it had as one; nor beside files of its own', async () => {
  need(await policy.publish(bundle(DEFAULT_TEXT, 1), {}, SAID));
  const one = await startNode('a');
  expect(decides(one)).toBe(1);
  await one.node.leave();
  await one.close();
  opened.splice(0);
  const dataDir = at(`${id}-a`);
  const alone = need(await openLocal({ dataDir, demo: false, config: { warmTabs: 0 } }));
  expect(alone.gateway.policy).toMatchObject({ error: { code: 'fleet.unconfirmed' } });
  await alone.close();
  const config = JSON.parse(readFileSync(join(dataDir, 'config.yaml'), 'utf8')) as object;
  writeFileSync(join(dataDir, 'config.yaml'), JSON.stringify({ ...config, policy: ['default'] }));
  const both = need(await openLocal({ dataDir, demo: false, config: { warmTabs: 0 } }));
  expect(both.gateway.policy).toMatchObject({ ok: false });
  expect(both.gateway.policyLife.refused?.failures).toMatchObject([{ code: 'config.bad-value' }]);
  await both.close();
});
