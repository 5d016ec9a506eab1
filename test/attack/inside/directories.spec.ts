// Another user of the machine against the gateway's directories and files: planted in advance, swapped while they are made, left
// behind. Its own process, of its own uid; what it wants is a file of root's, the intent, or a token.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { makeProfile, removeProfile } from '#executors/browsers/processes/profile.ts';
import { generateNoteKey } from '#gateway/audit/format/signed-note.ts';
import { keepPolicy } from '#gateway/policy/kept/kept-policies.ts';
import { trustKey } from '#gateway/policy/kept/keys.ts';
import { serveGateway } from '#gateway/surfaces/http/server.ts';
import { openGateway, tryOpenGateway } from '#gateway/main.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import {
  CAN_BE_STRANGER,
  STRANGER,
  asStranger,
  canaryOfRoot,
  strangerAtWork,
} from '#test/fixtures/stranger.ts';
import { need } from '#test/fixtures/tab.ts';

const run = promisify(execFile);
const REPOSITORY = new URL('../../..', import.meta.url).pathname;
const GHOST = join(REPOSITORY, 'ui/cli/ghost.js');
const made: string[] = [];
const aDirectory = (name: string): string => {
  const directory = mkdtempSync(join(tmpdir(), `ghost-${name}-`));
  made.push(directory);
  return directory;
};
afterAll(() => made.forEach((directory) => rmSync(directory, { recursive: true, force: true })));

const identityOf = (path: string): readonly unknown[] => {
  const { uid, gid, mode, nlink, size } = lstatSync(path);
  return [uid, gid, mode, nlink, size];
};

/** A gateway of the stranger's, which writes down what it is told, and says yes to everything. */
const LISTENS = `const heard = [];
const server = require('http').createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk)).on('end', () => {
    console.log(request.method, request.url, request.headers.authorization, body);
    response.setHeader('content-type', 'application/json').end('{"taskId":"t","status":"QUEUED","steps":[],"result":{"status":"DONE","steps":0}}');
  });
}).listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/** Plants what a gateway leaves for its clients; arguments: directory, port. */
const PLANTS = `const { mkdirSync, writeFileSync } = require('fs');
const [directory, port] = process.argv.slice(1);
mkdirSync(directory, { recursive: true });
const url = 'http://127.0.0.1:' + port;
writeFileSync(directory + '/gateway.json', JSON.stringify({ pid: 1, url, token: 'T', consentUrl: url, approverToken: 'A' }));`;

/**
 * In a mount namespace whose `/tmp` is empty, so that the usual names can be planted there: the stranger first, then we.
 * Nothing of it shows on the machine.
 */
async function withTmpPlanted(
  plant: readonly string[],
  ours: readonly string[],
  home: string,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = `mount -t tmpfs -o mode=1777 tmpfs /tmp && mkdir -p "$HOME/ghost-browser" &&
    echo 'browser: /none' > "$HOME/ghost-browser/config.yaml" &&
    setpriv --reuid=${STRANGER} --regid=${STRANGER} --clear-groups -- ${plant.map(quoted).join(' ')} &&
    exec ${ours.map(quoted).join(' ')}`;
  const env = { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: home, CI: 'true' };
  return run('unshare', ['--mount', 'sh', '-c', script], { env, timeout: 60_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (thrown: { code: number; stdout: string; stderr: string }) => thrown,
  );
}
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

describe.runIf(CAN_BE_STRANGER)('directories: another user of the machine', () => {
  test('a directory planted under the old name in /tmp gets neither the intent nor a token', async () => {
    const gateway = await strangerAtWork(LISTENS);
    const plant = [process.execPath, '-e', PLANTS, '--', '/tmp/ghost-browser-0/ghost-browser', gateway.said];
    const home = aDirectory('planted-home');
    const ran = await withTmpPlanted(
      plant,
      [process.execPath, GHOST, 'run', 'transfer 4711 to Ada', '--approve', 'deny', '--json'],
      home,
    );
    const heard = await gateway.end();
    expect(heard.trim()).toBe(gateway.said);
    // Not handed to anybody: begun by ourselves, and no site is named in it.
    expect(ran.stdout).toContain('task.no-start');
  });

  test('a data directory that a stranger planted is refused by its path and owner, and nobody is spoken to', async () => {
    const gateway = await strangerAtWork(LISTENS);
    const above = aDirectory('shared');
    chmodSync(above, 0o1777);
    const planted = join(above, 'data');
    asStranger(PLANTS, [join(planted, 'run'), gateway.said]);
    for (const words of [['status'], ['run', 'transfer 4711 to Ada'], ['consent', 'list'], ['tabs']]) {
      const ran = await run(process.execPath, [GHOST, ...words, '--json'], {
        env: { ...process.env, GHOST_DATA_DIR: planted, CI: 'true' },
        timeout: 60_000,
      }).catch((thrown: { code: number; stdout: string; stderr: string }) => thrown);
      const told = `${ran.stdout}${ran.stderr}`;
      expect(told, words.join(' ')).toContain('directory.unsafe');
      expect(told, words.join(' ')).toMatch(new RegExp(`${planted}.*belongs to user ${STRANGER}`, 'u'));
    }
    expect(await tryOpenGateway({ dataDir: planted })).toMatchObject({
      ok: false,
      error: { code: 'directory.unsafe', help: expect.stringContaining('GHOST_DATA_DIR') },
    });
    expect((await gateway.end()).trim()).toBe(gateway.said);
    // Nothing was made or changed in it, either.
    expect(readdirSync(planted)).toEqual(['run']);
  });

  test('a link, a pipe, a stranger’s file, one that everybody writes to: none is read in the place of the gateway’s own', async () => {
    using home = new GhostHome();
    const rendezvous = join(home.directory, 'run', 'gateway.json');
    mkdirSync(join(home.directory, 'run'), { mode: 0o700 });
    const gateway = await strangerAtWork(LISTENS);
    const elsewhere = join(aDirectory('elsewhere'), 'gateway.json');
    asStranger(PLANTS, [join(tmpdir(), 'unused'), gateway.said]);
    const text = readFileSync(join(tmpdir(), 'unused', 'gateway.json'), 'utf8');
    rmSync(join(tmpdir(), 'unused'), { recursive: true });
    writeFileSync(elsewhere, text, { mode: 0o600 });
    const kinds: Readonly<Record<string, () => Promise<unknown> | void>> = {
      link: () => symlinkSync(elsewhere, rendezvous),
      pipe: () => run('mkfifo', [rendezvous]),
      owner: () => {
        writeFileSync(rendezvous, text, { mode: 0o600 });
        chownSync(rendezvous, STRANGER, STRANGER);
      },
      open: () => {
        writeFileSync(rendezvous, text);
        chmodSync(rendezvous, 0o666);
      },
    };
    for (const [kind, plant] of Object.entries(kinds)) {
      rmSync(rendezvous, { force: true });
      await plant();
      const ran = await home.run(['status', '--json']);
      expect(ran.json(), kind).toMatchObject({ error: { code: 'file.unsafe' } });
    }
    expect((await gateway.end()).trim()).toBe(gateway.said);
    rmSync(rendezvous);
    expect((await home.run(['status', '--json'])).json()).toEqual({ running: false });
  });

  test('a directory for policies that a stranger planted keeps no key and no policy, and one of ours does', async () => {
    const key = generateNoteKey('test').public;
    const sourceHash = `sha256:${'0'.repeat(64)}`;
    const nothing = {
      sourceHash,
      semanticHash: sourceHash,
      files: [],
      named: 'CALLER' as const,
      bundles: '',
      texts: [],
      paths: [],
    };
    for (const [whose, uid] of [
      ['ours', 0],
      ['theirs', STRANGER],
    ] as const) {
      const directory = join(aDirectory('policy'), 'policy');
      mkdirSync(directory, { mode: 0o700 });
      chownSync(directory, uid, uid);
      const trusted = trustKey(directory, key);
      const kept = await keepPolicy(directory, nothing);
      const written = readdirSync(directory).length;
      expect([whose, trusted.ok, kept.ok, written]).toEqual(
        uid === 0 ? ['ours', true, true, 2] : ['theirs', false, false, 0],
      );
    }
  });

  test('settings that a stranger wrote, or may write, are none: a policy of theirs never comes into force', async () => {
    const dataDir = aDirectory('settings');
    const file = join(dataDir, 'config.yaml');
    writeFileSync(file, 'maxTabs: 3\n', { mode: 0o600 });
    await using own = await openGateway({ dataDir, config: { warmTabs: 0, browser: '/none' } });
    expect(own.config.maxTabs).toBe(3);
    await own.close();
    for (const spoil of [() => chmodSync(file, 0o666), () => chownSync(file, STRANGER, STRANGER)]) {
      spoil();
      expect(await tryOpenGateway({ dataDir })).toMatchObject({ error: { code: 'config.unreadable' } });
    }
  });

  test('tokens are written to a new file: whoever holds the old one open, or linked it, reads nothing', async () => {
    const dataDir = aDirectory('tokens');
    await using gateway = await openGateway({ dataDir, config: { warmTabs: 0, browser: '/none' } });
    const file = join(dataDir, 'run', 'gateway.json');
    const linked = join(aDirectory('linked'), 'linked');
    writeFileSync(file, 'old');
    chmodSync(file, 0o666);
    linkSync(file, linked);
    const held = openSync(file, 'r');
    const serving = need(
      await serveGateway(gateway, { port: 0, assets: dataDir, runtimeDir: join(dataDir, 'run') }),
    );
    expect([lstatSync(file).mode & 0o777, lstatSync(file).uid]).toEqual([0o600, process.getuid?.()]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ token: serving.rendezvous.token });
    expect([readFileSync(held, 'utf8'), readFileSync(linked, 'utf8')]).toEqual(['old', 'old']);
    await serving.close();
  });

  const SWAPS = `const fs = require('fs');
    const [root, canary] = process.argv.slice(1);
    console.log('ready');
    for (let n = 0; ; ) {
      let names = [];
      try { names = fs.readdirSync(root).filter((name) => name.startsWith('ghost-')); } catch {}
      for (const name of names) try {
        for (const until = performance.now() + (n % 40) / 10; performance.now() < until; );
        fs.renameSync(root + '/' + name, root + '/taken-' + n++);
        fs.mkdirSync(root + '/' + name);
        fs.symlinkSync(canary, root + '/' + name + '/profile');
      } catch {}
    }`;

  test('300 profiles beside a process that swaps their directories: a file of root’s keeps owner, rights and words', async () => {
    const { file } = canaryOfRoot();
    const before = identityOf(file);
    const above = aDirectory('swapped');
    chmodSync(above, 0o1777);
    const root = join(above, 'profiles');
    asStranger(`require('fs').mkdirSync(process.argv[1], { mode: 0o777 })`, [root]);
    const swaps = await strangerAtWork(SWAPS, [root, file]);
    for (let count = 0; count < 300; count += 1) {
      const profile = await makeProfile(root, { uid: STRANGER + 1, gid: STRANGER + 1 });
      if (profile.ok) await removeProfile(profile.value.directory);
      expect(identityOf(file), `after ${count + 1} profiles`).toEqual(before);
    }
    await swaps.end();
    expect(readFileSync(file, 'utf8')).toBe('root’s own\n');
  });

  test('beside it, in a directory of ours, profiles are made and go as ever, reached by their own user alone', async () => {
    const root = aDirectory('profiles');
    const swaps = await strangerAtWork(SWAPS, [root, '/etc/hostname']);
    for (let count = 0; count < 20; count += 1) {
      const profile = need(await makeProfile(root, { uid: STRANGER + 1, gid: STRANGER + 1 }));
      const list = `console.log(require('fs').readdirSync(process.argv[1]).length)`;
      expect(() => asStranger(list, [profile.userData])).toThrow('EACCES');
      if (count === 0) expect(Number(asStranger(list, [profile.userData], STRANGER + 1))).toBeGreaterThan(0);
      expect(await removeProfile(profile.directory)).toBe(true);
    }
    await swaps.end();
    expect(readdirSync(root)).toEqual([]);
  });

  test('a profile is removed beside a process that puts links in the place of its directories: nothing outside goes', async () => {
    const victims = aDirectory('victims');
    for (let count = 0; count < 200; count += 1) writeFileSync(join(victims, `file-${count}`), 'root’s own');
    const root = aDirectory('removed');
    for (let round = 0; round < 8; round += 1) {
      const profile = need(await makeProfile(root, { uid: STRANGER, gid: STRANGER }));
      const links = await strangerAtWork(
        `const fs = require('fs');
        const [profile, victims] = process.argv.slice(1);
        const [real, link] = [profile + '/real', profile + '/link'];
        fs.mkdirSync(real);
        for (let n = 0; n < 300; n++) fs.writeFileSync(real + '/file-' + n, '');
        fs.symlinkSync(victims, link);
        console.log('ready');
        for (;;) try {
          fs.renameSync(real, profile + '/x'); fs.renameSync(link, real); fs.renameSync(real, link);
          fs.renameSync(profile + '/x', real);
        } catch { try { fs.mkdirSync(real); fs.writeFileSync(real + '/file-1', ''); fs.symlinkSync(victims, link); } catch {} }`,
        [profile.userData, victims],
      );
      await removeProfile(profile.directory);
      await links.end();
      await removeProfile(profile.directory);
      expect(readdirSync(victims), `after ${round + 1} removals`).toHaveLength(200);
    }
    expect(readdirSync(root)).toEqual([]);
  });
});
