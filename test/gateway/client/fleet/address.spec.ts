// Where a fleet's database is: what is taken, and what is refused before anything is sent.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fleetAddress } from '#gateway/client/fleet/database/address.ts';

const config = (text: string) => {
  const read = fleetAddress(text, 'SETTING');
  return read.ok ? read.value.config : read.error;
};
const REFUSED = { code: 'fleet.bad-address', help: expect.any(String) };

describe('an address', () => {
  test('beyond this machine is asked by TLS, and its certificate is verified', () => {
    expect(config('postgres://ana@db.test/ghost')).toMatchObject({
      host: 'db.test',
      port: 5432,
      database: 'ghost',
      user: 'ana',
      ssl: { rejectUnauthorized: true },
    });
    for (const mode of ['disable', 'allow', 'prefer', 'no-verify', 'none'])
      expect(config(`postgres://db.test/ghost?sslmode=${mode}`), mode).toMatchObject(REFUSED);
  });

  test('on this machine needs none, and may have it', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(config(`postgres://${host}/ghost`), host).toMatchObject({ ssl: false });
    expect(config('postgres://localhost/ghost?sslmode=verify-full')).toMatchObject({
      ssl: { rejectUnauthorized: true },
    });
    expect(config('postgres://ana@localhost/ghost?host=/run/postgresql')).toMatchObject({
      host: '/run/postgresql',
      ssl: false,
    });
    // A name that only begins like this machine's.
    expect(config('postgres://localhost.evil.test/ghost')).toMatchObject({
      ssl: { rejectUnauthorized: true },
    });
  });

  test('names its authority in a file, which has to be there', () => {
    const directory = mkdtempSync(join(tmpdir(), 'ghost-fleet-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const file = join(directory, 'ca.pem');
    writeFileSync(file, 'PEM');
    expect(config(`postgres://db.test/ghost?sslrootcert=${file}`)).toMatchObject({ ssl: { ca: 'PEM' } });
    expect(config(`postgres://db.test/ghost?sslrootcert=${file}.gone`)).toMatchObject({
      ...REFUSED,
      cause: expect.stringContaining('ENOENT'),
    });
  });

  test('is shown without its password, and takes none from the arguments of a process', () => {
    const text = 'postgres://ana:s%40cret@db.test:6000/ghost';
    expect(fleetAddress(text, 'SETTING')).toMatchObject({
      value: { shown: 'postgres://ana@db.test:6000/ghost', config: { password: 's@cret', port: 6000 } },
    });
    const refused = fleetAddress(text, 'ARGUMENT');
    expect(refused).toMatchObject({ error: REFUSED });
    expect(JSON.stringify(refused)).not.toMatch(/cret/u);
  });

  test.each([
    'mysql://db.test/ghost',
    'db.test',
    'postgres:///ghost',
    'postgres://db.test',
    'postgres://db.test/',
    'postgres://db.test/ghost?options=-c',
    'postgres://db.test/ghost?host=other.test',
  ])('%s is none', (text) => expect(config(text)).toMatchObject(REFUSED));
});
