// A browser that was taken over, against the others: what it reaches is what its user reaches. Processes of that user, as such a
// browser would start them; and another user's endpoint, which says that it is a clean browser.
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type Gateway } from '#gateway/main.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { CAN_BE_STRANGER, STRANGER, asStranger, strangerAtWork } from '#test/fixtures/stranger.ts';
import { need, openTestTab, sharedLauncher, type TestTab } from '#test/fixtures/tab.ts';

const ADDRESS = '127.0.0.83';
let site: Site;
beforeAll(async () => {
  site = await startSite({ '/': '<h1>Shop</h1><input type="file">' }, ADDRESS);
});
afterAll(() => site.close());
const hostMap = () => ({ 'shop.test': { address: ADDRESS, port: site.port } });

const uidOf = (pid: number): number =>
  Number(/^Uid:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
/** One that ended and that nobody has asked after yet is in the table still. */
const runs = (pid: number): boolean =>
  existsSync(`/proc/${pid}/status`) && !/^State:\s+[ZX]/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
const profileOf = ({ tab }: TestTab): string =>
  tab.commandLine.find((flag) => flag.startsWith('--user-data-dir='))?.slice('--user-data-dir='.length) ?? '';

/** What code of one browser tries on another: arguments are its pid and profile; prints what came of each. */
const TRIES = `const fs = require('fs'), cp = require('child_process');
const [pid, profile] = process.argv.slice(1);
const tries = {
  list: () => fs.readdirSync(profile),
  read: () => fs.readFileSync(profile + '/Local State'),
  write: () => fs.writeFileSync(profile + '/Default/Preferences', '{}'),
  environment: () => fs.readFileSync('/proc/' + pid + '/environ'),
  memory: () => fs.openSync('/proc/' + pid + '/mem', 'r+'),
  descriptors: () => fs.readdirSync('/proc/' + pid + '/fd'),
  root: () => fs.readdirSync('/proc/' + pid + '/root/'),
  maps: () => fs.readFileSync('/proc/' + pid + '/maps'),
  stop: () => process.kill(Number(pid), 'SIGCONT'),
};
const came = {};
for (const [name, attempt] of Object.entries(tries)) try { attempt(); came[name] = 'DONE'; } catch (e) { came[name] = e.code; }
console.log(JSON.stringify(came));`;

describe.runIf(CAN_BE_STRANGER)('identities: one browser against another', () => {
  test('each tab’s browser is a user of its own, and its profile that user’s alone', async () => {
    const [one, other] = await Promise.all([openTestTab(), openTestTab()]);
    const users = [one, other].map(({ tab }) => uidOf(tab.pid));
    expect(new Set([...users, 0, 65_534]).size).toBe(4);
    for (const t of [one, other]) {
      const { uid, mode } = lstatSync(profileOf(t));
      expect([uid, mode & 0o777]).toEqual([uidOf(t.tab.pid), 0o700]);
      expect(t.tab.security.sandbox_enabled).toBe(true);
    }
    await Promise.all([one.tab.close(), other.tab.close()]);
  });

  test('code of one browser neither reads nor writes another’s profile, memory or environment, and signals nothing of it', async () => {
    const [one, other] = await Promise.all([
      openTestTab({ hostMap: hostMap() }),
      openTestTab({ hostMap: hostMap() }),
    ]);
    await Promise.all([one.open('http://shop.test/'), other.open('http://shop.test/')]);
    const tried: unknown = JSON.parse(
      asStranger(TRIES, [String(other.tab.pid), profileOf(other)], uidOf(one.tab.pid)),
    );
    expect(
      Object.entries(tried as object).filter(([, came]) => !['EACCES', 'EPERM'].includes(String(came))),
    ).toEqual([]);
    // Beside it: its own profile it has, and both go on working.
    expect(asStranger(TRIES, [String(one.tab.pid), profileOf(one)], uidOf(one.tab.pid))).toContain(
      '"read":"DONE"',
    );
    expect((await one.snapshot()).nodes.length).toBeGreaterThan(0);
    expect((await other.snapshot()).nodes.length).toBeGreaterThan(0);
    for (const { tab } of [one, other])
      expect(await tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
  });

  test('what a browser started and let go of ends with its tab, and nobody gets its number before', async () => {
    const t = await openTestTab();
    const uid = uidOf(t.tab.pid);
    const left = await strangerAtWork(
      `const child = require('child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
      child.unref(); console.log(child.pid); setInterval(() => {}, 1000);`,
      [],
      uid,
    );
    const orphan = Number(left.said);
    await left.end();
    expect([uidOf(orphan), runs(orphan)]).toEqual([uid, true]);
    expect(await t.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
    expect(runs(orphan)).toBe(false);
  });

  test('tabs of one browser share its user, which is no other’s', async () => {
    const shared = await sharedLauncher();
    const [one, two, alone] = await Promise.all([
      openTestTab({ shared }),
      openTestTab({ shared }),
      openTestTab(),
    ]);
    expect(one.tab.pid).toBe(two.tab.pid);
    expect([0, 65_534, uidOf(alone.tab.pid)]).not.toContain(uidOf(one.tab.pid));
    await Promise.all([one, two, alone].map(({ tab }) => tab.close()));
  });

  test('files for an upload lie where the browser’s own user reads them and changes nothing: no link takes their place', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'ghost-upload-'));
    const paper = join(directory, 'paper.txt');
    writeFileSync(paper, 'a paper');
    const t = await openTestTab({ hostMap: hostMap() });
    await t.open('http://shop.test/');
    const ref = (await t.snapshot()).nodes.find(({ role }) => role === 'button')?.ref ?? '';
    const sha256 = createHash('sha256').update('a paper').digest('hex');
    const files = JSON.stringify([{ path: paper, size: 7, sha256 }]);
    await t.must({ type: 'UPLOAD', ref, paths: [paper] }, files);
    const uploads = join(profileOf(t), '..', 'uploads');
    const [name = ''] = readdirSync(uploads);
    const copy = join(uploads, name, 'paper.txt');
    const uid = uidOf(t.tab.pid);
    expect([lstatSync(join(uploads, name)).uid, lstatSync(copy).uid, lstatSync(copy).mode & 0o777]).toEqual([
      0,
      uid,
      0o400,
    ]);
    const read = "process.stdout.write(require('fs').readFileSync(process.argv[1]))";
    expect(asStranger(read, [copy], uid)).toBe('a paper');
    expect(() => asStranger(read, [copy])).toThrow('EACCES');
    expect(() => asStranger("require('fs').unlinkSync(process.argv[1])", [copy], uid)).toThrow('EACCES');
    await t.tab.close();
    rmSync(directory, { recursive: true });
  });
});

describe.runIf(CAN_BE_STRANGER)('identities: another user’s browser', () => {
  let gateway: Gateway;
  let directory: string;
  const children: ChildProcess[] = [];

  /** A clean headless browser with a debugging port, of this user. */
  async function browserOf(uid: number): Promise<{ readonly endpoint: string; readonly pid: number }> {
    const profile = mkdtempSync(join(tmpdir(), 'ghost-theirs-'));
    await chown(profile, uid, uid);
    const child = spawn(
      '/usr/lib/chromium/chromium',
      [
        '--headless',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        '--no-first-run',
        'about:blank',
      ],
      {
        uid,
        gid: uid,
        cwd: '/',
        env: { HOME: profile, TMPDIR: profile, PATH: '/usr/bin:/bin' },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    children.push(child);
    child.once('close', () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
    const port = await new Promise<string>((resolve) => {
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /listening on ws:\/\/127\.0\.0\.1:(\d+)/u.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    return { endpoint: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
  }

  let theirs: { readonly endpoint: string; readonly pid: number };
  let named: { readonly endpoint: string; readonly pid: number };
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'ghost-theirs-data-'));
    [theirs, named] = await Promise.all([browserOf(STRANGER), browserOf(STRANGER + 1)]);
    const rules = [theirs, named].map(
      ({ endpoint }, at) =>
        `  - { id: own-${at}, decision: ESCALATE, reason: My own., when: { capability: SCREENSHOT, action: ATTACH, endpoint: '${endpoint}', executor: HEADLESS_CHROMIUM } }`,
    );
    const policy = join(directory, 'own.yaml');
    writeFileSync(
      policy,
      [
        'policy: 1',
        'id: own',
        'revision: 1',
        'extends: { id: demo-world }',
        'owner: me',
        'description: Mine.',
        'rules:',
        ...rules,
        '',
      ].join('\n'),
    );
    gateway = await openGateway({
      dataDir: directory,
      policy: [SHIPPED.default, SHIPPED.demo, policy],
      consent: () => Promise.resolve('ALLOW_ONCE'),
      config: {
        warmTabs: 0,
        cookieSources: [{ name: 'theirs', endpoint: theirs.endpoint }],
        attach: { users: [STRANGER + 1] },
      },
      world: { hostMap: hostMap(), sites: [], secrets: {} },
    });
  });
  afterAll(async () => {
    await gateway.close();
    for (const child of children) {
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await closed;
    }
    rmSync(directory, { recursive: true, force: true });
  });

  test('is attached to by no path, though the policy allows the endpoint and a person says yes', async () => {
    const refused = {
      ok: false,
      error: { code: 'attach.foreign-user', message: expect.stringContaining(String(STRANGER)) },
    };
    expect(await gateway.openTab({ connect: theirs.endpoint })).toMatchObject(refused);
    expect(
      await gateway.connection.connect(
        theirs.endpoint,
        { kind: 'client', id: 'cli', channel: 'CLI' },
        new AbortController().signal,
      ),
    ).toMatchObject(refused);
    const task = gateway.run('open http://shop.test/', { connect: theirs.endpoint });
    expect(await task.result).toMatchObject({ error: { code: 'attach.foreign-user' } });
    const passing = gateway.run('open http://shop.test/', {
      cookies: [{ domain: 'shop.test', source: 'theirs' }],
    });
    expect((await passing.result).status).not.toBe('DONE');
    expect(site.hits.filter((hit) => hit.includes('theirs'))).toEqual([]);
    // Nothing was said to it, and that it was tried stands in the log.
    expect(
      gateway.audit.since(0, 1000).filter(({ why }) => why.includes(`user ${STRANGER}`)).length,
    ).toBeGreaterThan(0);
  });

  test('the user that the settings name is let in, as ever', async () => {
    const opened = need(await gateway.openTab({ connect: named.endpoint }));
    await opened.close();
  });
});
