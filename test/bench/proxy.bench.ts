// What the model proxy costs: a call through it against the same call without it, in turns, in one run; and what its process holds while two
// hundred calls are in it at once. It runs as it is deployed, the image's one file in a process of its own; issuer and upstream are here.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AUDIENCE, TestIssuer } from '#test/fixtures/cloud.ts';
import { QuickGemini } from '#test/fixtures/quick-gemini.ts';
import { median, type Bench } from './report.ts';

const PAIRS = 400;
const WARM_UP = 40;
const AT_ONCE = 200;
const PROMPT_CHARACTERS = 20_000;
const PATH = '/v1beta/models/gemini-2.5-flash:generateContent';
const START_MS = 30_000;

const ROOT = new URL('../..', import.meta.url).pathname;
const BODY = JSON.stringify({
  contents: [{ role: 'user', parts: [{ text: 'a page’s text. '.repeat(PROMPT_CHARACTERS / 15) }] }],
  generationConfig: { responseMimeType: 'application/json', temperature: 0 },
});

export const bench: Bench = async () => {
  await using upstream = await QuickGemini.start();
  await using issuer = await TestIssuer.start();
  const folder = mkdtempSync(join(tmpdir(), 'ghost-bench-proxy-'));
  const { child, url } = await started(bundled(folder), { upstream: upstream.url, issuer: issuer.issuer });
  try {
    const token = await issuer.token();
    const through = () => called(`${url}${PATH}`, { authorization: `Bearer ${token}` });
    const direct = () => called(`${upstream.url}${PATH}`, { 'x-goog-api-key': 'bench' });
    for (let at = 0; at < WARM_UP; at += 1) await Promise.all([direct(), through()]);
    const times: Readonly<Record<'direct' | 'through', number[]>> = { direct: [], through: [] };
    for (let at = 0; at < PAIRS; at += 1) {
      times.direct.push(await timeOf(direct));
      times.through.push(await timeOf(through));
    }
    const before = peakMb(child);
    upstream.holdUntil(AT_ONCE);
    await Promise.all(Array.from({ length: AT_ONCE }, through));
    const more = (part: (all: readonly number[]) => number): number =>
      part(times.through) - part(times.direct);
    return {
      rows: [
        { name: 'direct, p50', value: median(times.direct), unit: 'ms' },
        { name: 'direct, p95', value: p95(times.direct), unit: 'ms' },
        { name: 'more through the proxy, p50', value: more(median), unit: 'ms', target: '≤ 5' },
        { name: 'more through the proxy, p95', value: more(p95), unit: 'ms', target: '≤ 15' },
        { name: 'most that it held, one call at a time', value: before, unit: 'MB' },
        {
          name: `most that it held, ${AT_ONCE} calls at once`,
          value: peakMb(child),
          unit: 'MB',
          target: '≤ 150',
        },
      ],
    };
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
};

/** Rejects where a call is not answered. */
async function called(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: BODY,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
}

async function timeOf(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;

/** The most of its life, by the kernel. */
function peakMb({ pid }: ChildProcess): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1_000_000;
}

/** As its Dockerfile does it. */
function bundled(folder: string): string {
  const dockerfile = readFileSync(`${ROOT}/cloud/Dockerfile`, 'utf8');
  const words = /^RUN node_modules\/\.bin\/rolldown (.*)$/mu.exec(dockerfile)?.[1]?.split(' ') ?? [];
  const file = join(folder, 'main.mjs');
  const asked = words.map((word) => (word === 'out/main.mjs' ? file : word));
  execFileSync(process.execPath, ['node_modules/rolldown/bin/cli.mjs', ...asked], {
    cwd: ROOT,
    stdio: 'pipe',
  });
  return file;
}

/** What its Dockerfile gives Node, and malloc. */
function given(): { readonly flags: readonly string[]; readonly arenas: string } {
  const dockerfile = readFileSync(`${ROOT}/cloud/Dockerfile`, 'utf8');
  const command = /^CMD \["node", (.*)"main\.mjs"\]$/mu.exec(dockerfile)?.[1] ?? '';
  const arenas = /^ENV .*\bMALLOC_ARENA_MAX=(\d+)/mu.exec(dockerfile)?.[1];
  if (arenas === undefined) throw new Error('cloud/Dockerfile is not as this bench reads it');
  return { flags: command.match(/--[\w=-]+/gu) ?? [], arenas };
}

async function started(
  file: string,
  { upstream, issuer }: { readonly upstream: string; readonly issuer: string },
): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const { flags, arenas } = given();
  const child = spawn(process.execPath, [...flags, file], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      MALLOC_ARENA_MAX: arenas,
      PORT: String(port),
      GEMINI_BASE_URL: upstream,
      GEMINI_API_KEY: 'bench',
      USER_HASH_KEY: 'only-for-this-bench',
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCES: AUDIENCE,
      ALLOWED_DOMAINS: 'example.com',
      MODELS: 'gemini-2.5-flash=1000000/1000000000',
      QUEUE_DEPTH_PER_USER: String(2 * AT_ONCE),
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const signal = AbortSignal.timeout(START_MS);
  for (;;) {
    const isThere = await fetch(`${url}/livez`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return { child, url };
    if (signal.aborted || child.exitCode !== null) throw new Error('the proxy did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
