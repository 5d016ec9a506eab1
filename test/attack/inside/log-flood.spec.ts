// A page that makes the log say the same thing over and over: how much it gets to write, and what still stands there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#gateway/audit/format/contract.ts';
import { openGateway, type Gateway } from '#gateway/main.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { always, sampled } from '#test/fixtures/how-much.ts';

const HOST = 'flood.test';
const WINDOW_MS = 4_000;
const page = (script: string): string =>
  `<!doctype html><title>x</title><h1>x</h1><script>${script}</script>`;

const POLICY = `policy: 1
id: flood
revision: 1
extends: { id: phase38-default }
owner: attack-suite
description: One site on this machine, and nothing else.
rules:
  - id: flooding-site
    decision: ALLOW
    when:
      capability: [NAVIGATE_SAME_ORIGIN, NAVIGATE_CROSS_ORIGIN]
      addressClass: LOOPBACK
      host: ${HOST}
      scheme: [HTTP, WS]
      portClass: DEFAULT
    reason: The attacked site.
`;

/** Each counts what it tried in its title. */
const FLOODS = {
  requests: `let i = 0; setInterval(() => { for (let k = 0; k < 20; k++) {
    fetch('http://x' + i++ + '.attacker.test/a?' + i, { method: 'POST', body: 'x', mode: 'no-cors' }).catch(() => 0); }
    document.title = i; }, 20);`,
  'one host': `let i = 0; setInterval(() => { for (let k = 0; k < 20; k++) {
    new Image().src = 'http://attacker.test/' + i++; } document.title = i; }, 20);`,
  frames: `let i = 0; setInterval(() => { for (let k = 0; k < 5; k++) { const f = document.createElement('iframe');
    f.src = 'http://y' + i++ + '.attacker.test/'; document.body.append(f); setTimeout(() => f.remove(), 300); }
    document.title = i; }, 20);`,
  'own frames': `let i = 0; setInterval(() => { for (let k = 0; k < 5; k++) { const f = document.createElement('iframe');
    f.src = '/ok?' + i++; document.body.append(f); setTimeout(() => f.remove(), 300); } document.title = i; }, 20);`,
  posts: `let i = 0; setInterval(() => { for (let k = 0; k < 10; k++) fetch('/ok?' + i++, { method: 'POST', body: 'x' })
    .catch(() => 0); document.title = i; }, 20);`,
  windows: `let i = 0; setInterval(() => { open('http://z' + i++ + '.attacker.test/'); document.title = i; }, 20);`,
} as const;

describe('denial of service: the log', () => {
  let data: string;
  let gateway: Gateway;
  let site: Site;

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'ghost-flood-'));
    site = await startSite({
      '/ok': 'ok',
      '/shop':
        page(`for (let i = 0; i < 12; i++) document.body.append(Object.assign(new Image(), { src: '/ok?' + i }));
        for (const host of ['cdn', 'ads']) fetch('http://' + host + '.other.test/').catch(() => 0);`),
      ...Object.fromEntries(
        Object.entries(FLOODS).map(([name, script]) => [`/${name.replace(' ', '-')}`, page(script)]),
      ),
    });
    const own = join(data, 'flood.yaml');
    writeFileSync(own, POLICY);
    gateway = await openGateway({
      dataDir: data,
      policy: ['default', own],
      world: { hostMap: { [HOST]: { address: '127.0.0.1', port: site.port } }, sites: [], secrets: {} },
      config: { warmTabs: 0, withhold: [] },
    });
  });
  afterAll(async () => {
    await gateway.close();
    await site.close();
    rmSync(data, { recursive: true, force: true });
  });

  const entriesOf = (taskId: string): readonly AuditEntry[] =>
    gateway.audit.since(0, 1_000_000).filter((entry) => entry.taskId === taskId);
  const byPage = (entries: readonly AuditEntry[]): readonly AuditEntry[] =>
    entries.filter(({ who }) => who === 'page');
  const countOf = ({ details }: AuditEntry): number => {
    const count = details['count'];
    return typeof count === 'number' ? count : 1;
  };

  test.for(sampled(2, always(3, Object.keys(FLOODS))))(
    'a page that floods with %s writes a few entries a second, and each attempt is in a count',
    { timeout: 120_000 },
    async (name) => {
      const taskId = `flood-${name.replace(' ', '-')}`;
      const opening = performance.now();
      const opened = await gateway.openTab({ namedHosts: [HOST], taskId });
      if (!opened.ok) throw new Error(opened.error.message);
      const tab = opened.value;
      // Whether it answers meanwhile is floods.spec's matter.
      const went = await tab.act({ type: 'NAVIGATE', url: `http://${HOST}/${name.replace(' ', '-')}` });
      if (!went.ok) expect(went.error.code).toMatch(/^(?:page|act)\./);
      // What a page may have at once is had by now.
      await wait(WINDOW_MS);
      const before = byPage(entriesOf(taskId)).length;
      const began = performance.now();
      await wait(WINDOW_MS);
      const seconds = (performance.now() - began) / 1_000;
      const rate = (byPage(entriesOf(taskId)).length - before) / seconds;
      await tab.close();
      const entries = byPage(entriesOf(taskId));
      const told = entries.reduce((all, entry) => all + countOf(entry), 0);
      const bytes = JSON.stringify(entries).length;
      console.error(
        `log flood, ${name}: ${entries.length} entries for ${told} attempts, ${rate.toFixed(1)} a second, ${Math.round(bytes / 1024)} KiB in all`,
      );
      // The first has its own entry; past the two hundred that a page has at once, a few a second.
      expect(entries.length).toBeGreaterThan(0);
      const all = (performance.now() - opening) / 1_000;
      expect(Math.max(0, entries.length - 200) / all).toBeLessThan(5);
      if (told > 400) expect(entries.length / told).toBeLessThan(1);
    },
  );

  test('a shop with two foreign hosts has an entry for each of them, by name', async () => {
    const taskId = 'shop';
    const opened = await gateway.openTab({ url: `http://${HOST}/shop`, namedHosts: [HOST], taskId });
    if (!opened.ok) throw new Error(opened.error.message);
    await expect
      .poll(() => byPage(entriesOf(taskId)).filter(({ verdict }) => verdict !== 'ALLOW').length, {
        timeout: 30_000,
      })
      .toBeGreaterThanOrEqual(2);
    const where = new Set(byPage(entriesOf(taskId)).map((entry) => entry.where));
    expect(where).toContain('cdn.other.test');
    expect(where).toContain('ads.other.test');
    await opened.value.close();
  });

  test('a disk with too little room for the log ends what runs and starts nothing, and says so', async () => {
    const full = mkdtempSync(join(tmpdir(), 'ghost-full-'));
    const low = await openGateway({
      dataDir: full,
      world: { hostMap: { [HOST]: { address: '127.0.0.1', port: site.port } }, sites: [], secrets: {} },
      config: { warmTabs: 0, leastFreeMb: 1_000_000_000 },
    });
    try {
      const opened = await low.openTab({ url: `http://${HOST}/ok`, namedHosts: [HOST] });
      expect(opened).toMatchObject({ ok: false, error: { code: 'audit.disk-low' } });
      expect(low.status().audit.disk).toMatchObject({ low: true, leastFreeMb: 1_000_000_000 });
      expect(low.audit.since(0, 100).map(({ type }) => type)).toContain('gateway.halted');
    } finally {
      await low.close();
      rmSync(full, { recursive: true, force: true });
    }
  });
});
