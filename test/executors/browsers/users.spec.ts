// Users of browsers' own: each number is one browser's at a time, whatever gateways run here.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { killUser } from '#executors/browsers/processes/processes.ts';
import { leaseUser, rangeFaults, reclaimUser, type LeasedUser } from '#executors/browsers/processes/users.ts';
import { CAN_BE_STRANGER, strangerAtWork } from '#test/fixtures/stranger.ts';
import { need } from '#test/fixtures/tab.ts';

/** Of these specs alone: what gateways of other specs take is elsewhere. */
const RANGE = { first: 60_900, count: 24 };
const LEASES = '/run/ghost-browser/users';
const held: LeasedUser[] = [];
afterAll(() => held.forEach((user) => user.release()));

async function lease(range = RANGE): Promise<LeasedUser> {
  const user = need(await leaseUser(range));
  if (user === null) throw new Error('root, and no user');
  held.push(user);
  return user;
}

describe.runIf(CAN_BE_STRANGER)('a user for each browser', () => {
  test('is nobody else’s: two at once differ, and one that was given back may come again', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => lease()));
    expect(new Set(users.map(({ uid }) => uid)).size).toBe(10);
    for (const { uid, gid } of users) expect([uid >= 60_900 && uid < 60_924, gid]).toEqual([true, uid]);
    held.splice(0).forEach((user) => user.release());
    expect(readdirSync(LEASES).filter((name) => name.startsWith('609'))).toEqual([]);
  });

  test('is nobody’s of the organisation’s directory either, and none is taken while that does not answer', async () => {
    const programs = mkdtempSync(join(tmpdir(), 'ghost-getent-'));
    const path = process.env['PATH'] ?? '';
    const getent = (script: string): void =>
      writeFileSync(join(programs, 'getent'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    process.env['PATH'] = `${programs}${delimiter}${path}`;
    try {
      // All but one belong to people who stand in no file of this machine.
      getent(
        '[ "$2" = 60950 ] && exit 2; [ "$1" = passwd ] || exit 2; echo "somebody:x:$2:$2::/home/somebody:/bin/sh"',
      );
      expect((await lease({ first: 60_948, count: 4 })).uid).toBe(60_950);
      getent('exit 1');
      expect(await leaseUser({ first: 60_952, count: 4 })).toMatchObject({
        ok: false,
        error: { code: 'browser.no-user' },
      });
    } finally {
      process.env['PATH'] = path;
      rmSync(programs, { recursive: true });
    }
  });

  test('four gateways that lease at the same time never have the same one', async () => {
    const script = `import { leaseUser } from '#executors/browsers/processes/users.ts';
      const uids = [];
      for (let n = 0; n < 5; n++) { const user = await leaseUser(${JSON.stringify(RANGE)}); uids.push(user.value.uid); }
      console.log(JSON.stringify(uids)); process.stdin.resume(); process.stdin.on('end', () => process.exit(0));`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
        cwd: new URL('../../../', import.meta.url).pathname,
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    );
    const uids = await Promise.all(
      children.map(
        (child) =>
          new Promise<readonly number[]>((resolve) =>
            child.stdout.once('data', (chunk: Buffer) => resolve(JSON.parse(String(chunk)) as number[])),
          ),
      ),
    );
    expect(new Set(uids.flat()).size).toBe(20);
    await Promise.all(
      children.map((child) => {
        child.stdin.end();
        return new Promise((resolve) => child.once('close', resolve));
      }),
    );
    // They are gone without giving anything back: their numbers are taken over, and each by one.
    const users = await Promise.all(Array.from({ length: 24 }, () => lease()));
    expect(new Set(users.map(({ uid }) => uid)).size).toBe(24);
    expect(await leaseUser(RANGE)).toMatchObject({ ok: false, error: { code: 'browser.no-user' } });
    held.splice(0).forEach((user) => user.release());
  });

  test('a number that has a process, a name, or is set aside for somebody’s containers is left alone', async () => {
    const stranger = await strangerAtWork("console.log('here'); setInterval(() => {}, 1000)", [], 60_901);
    const users = await Promise.all(Array.from({ length: 23 }, () => lease()));
    expect(users.map(({ uid }) => uid)).not.toContain(60_901);
    expect(await leaseUser(RANGE)).toMatchObject({ ok: false });
    await stranger.end();
    held.splice(0).forEach((user) => user.release());
    const nobody = Number(/^nobody:[^:]*:(\d+)/mu.exec(readFileSync('/etc/passwd', 'utf8'))?.[1]);
    expect(await leaseUser({ first: nobody, count: 1 })).toMatchObject({ ok: false });
    expect(rangeFaults({ first: nobody, count: 1 })).toHaveLength(1);
    expect(rangeFaults(RANGE)).toEqual([]);
  });

  test('whatever runs as it is ended, also what forks for its life', async () => {
    const user = await lease();
    const bomb = await strangerAtWork(
      `const { spawn } = require('child_process');
      for (let n = 0; n < 5; n++) spawn('sh', ['-c', 'trap "" TERM HUP INT; n=0; while [ $n -lt 400 ]; do (exec sleep 60) & sleep 0.01; n=$((n+1)); done'], { detached: true, stdio: 'ignore' });
      console.log('begun'); setInterval(() => {}, 1000);`,
      [],
      user.uid,
    );
    expect(await killUser(user)).toBe(true);
    await bomb.end();
    user.release();
    await expect(killUser({ uid: 0, gid: 0 })).rejects.toThrow(RangeError);
  });

  test('of a gateway that is gone it is taken back by that gateway’s name alone', async () => {
    const user = await lease();
    const path = `${LEASES}/${user.uid}`;
    writeFileSync(path, '4194303 1');
    expect(await reclaimUser(user, { pid: 4_194_303, startTime: '2' })).toBeNull();
    const again = await reclaimUser(user, { pid: 4_194_303, startTime: '1' });
    expect(again?.uid).toBe(user.uid);
    expect(await reclaimUser(user, { pid: 4_194_303, startTime: '1' })).toBeNull();
    again?.release();
  });
});
