// `npm run cloud`: a developer's machine with an issuer of its own, settings that are missing, and the end within ten seconds.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { GEMINI_KEY, GeminiServer } from '#test/fixtures/gemini-server.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'cloud-main-'));
afterAll(() => rmSync(folder, { recursive: true }));

function started(env: Readonly<Record<string, string>>) {
  const { PATH = '' } = process.env;
  const child: ChildProcess = spawn(process.execPath, ['cloud/main.ts'], {
    cwd: ROOT,
    env: { PATH, ...env },
  });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (said.text += chunk));
  const ended: Promise<number | null> = once(child, 'exit').then(([code]: unknown[]) =>
    typeof code === 'number' ? code : null,
  );
  return { child, said, ended };
}

test('on a developer’s machine it serves whoever holds the token of its file, and ends what runs at SIGTERM', async () => {
  await using gemini = await GeminiServer.start();
  const tokenFile = join(folder, 'token');
  const { child, said, ended } = started({
    PORT: '0',
    METRICS_PORT: '0',
    GEMINI_BASE_URL: gemini.url,
    GEMINI_API_KEY: GEMINI_KEY,
    DEV_TOKEN_FILE: tokenFile,
  });
  await expect.poll(() => said.text).toContain('listening at');
  const url = /listening at (\S+),/u.exec(said.text)?.[1] ?? '';
  expect(statSync(tokenFile).mode & 0o777).toBe(0o600);
  const token = readFileSync(tokenFile, 'utf8').trim();
  const call = (): Promise<Response> =>
    fetch(`${url}/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'x' }] }] }),
    });
  gemini.reply({ streams: ['one'], before: 'hangs' });
  const running = await call();
  const reader = running.body?.getReader();
  await reader?.read();
  child.kill('SIGTERM');
  await expect.poll(() => said.text).toContain('draining');
  // It takes on nothing more: refused, or no connection.
  expect(
    await call().then(
      ({ status }) => status,
      () => 503,
    ),
  ).toBe(503);
  // What runs may go on, until its time is over; here the caller ends it.
  expect(child.exitCode).toBe(null);
  await reader?.cancel();
  expect(await ended).toBe(0);
  expect(said.text).toContain('stopped');
  for (const secret of [token, GEMINI_KEY]) expect(said.text).not.toContain(secret);
});

test('a call that does not end is ended within ten seconds of SIGTERM', async () => {
  await using gemini = await GeminiServer.start();
  const tokenFile = join(folder, 'another');
  const { child, said, ended } = started({
    PORT: '0',
    GEMINI_BASE_URL: gemini.url,
    GEMINI_API_KEY: GEMINI_KEY,
    DEV_TOKEN_FILE: tokenFile,
  });
  await expect.poll(() => said.text).toContain('listening at');
  const url = /listening at (\S+),/u.exec(said.text)?.[1] ?? '';
  gemini.reply({ hangs: true });
  const call = fetch(`${url}/v1beta/models/gemini-2.5-flash:generateContent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` },
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'x' }] }] }),
  }).then(
    () => 'answered',
    () => 'cut off',
  );
  await expect.poll(() => gemini.received.length).toBe(1);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await call).toBe('cut off');
  expect(gemini.abandoned).toBe(1);
});

test('settings that are missing stop the start, each by its name', async () => {
  const { said, ended } = started({
    K_SERVICE: 'proxy',
    MODELS: 'gemini=fast',
    GEMINI_API_KEY: 'very-secret',
  });
  expect(await ended).toBe(78);
  for (const name of ['OIDC_ISSUER', 'OIDC_AUDIENCES', 'ALLOWED_DOMAINS', 'MODELS'])
    expect(said.text, name).toContain(`${name}: `);
  expect(said.text).not.toContain('very-secret');
});

test.each([
  ['where it listens for others', { HOST: '0.0.0.0' }],
  ['in production', { NODE_ENV: 'production' }],
])('no issuer of its own %s', async (_, env) => {
  const { said, ended } = started({ ...env, GEMINI_API_KEY: 'x' });
  expect(await ended).toBe(78);
  expect(said.text).toContain('OIDC_ISSUER');
});
