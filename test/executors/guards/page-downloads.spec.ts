// Whose a download is, against a browser's side of the pipe that this test speaks: what comes first, what never comes, what is whose.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CdpConnection } from '#executors/cdp/connection.ts';
import type { PageAct } from '#executors/contract/page-act.ts';
import { Downloads } from '#executors/guards/downloads/downloads.ts';
import { PageDownloads } from '#executors/guards/downloads/page-downloads.ts';
import { Page } from '#executors/page/page.ts';

const GUID = '11111111-2222-3333-4444-555555555555';
const CONTEXT = 'OURS';
const PAGE = 'AAAA';
type Sent = {
  readonly id: number;
  readonly method: string;
  readonly sessionId?: string;
  readonly params: object;
};

let profile: string;
let input: PassThrough;
let sent: Sent[];
let acts: { readonly act: PageAct; readonly gone: boolean }[];
let downloads: Downloads;
/** What the browser answers to the call that names our context. */
let inOurContext: boolean;
/** Calls that wait for the test. */
let answersPages: boolean;

const say = (message: object): void => void input.write(`${JSON.stringify(message)}\0`);
const answer = ({ id, sessionId, method }: Sent): void => {
  const of = sessionId === undefined ? {} : { sessionId };
  const refused = method === 'Browser.cancelDownload' && !inOurContext;
  say({ id, ...(refused ? { error: { message: 'No download item found' } } : { result: {} }), ...of });
};
const calls = (method: string): readonly Sent[] => sent.filter((call) => call.method === method);
const begins = (sessionId: string | null, frameId: string): void =>
  say({
    method: `${sessionId === null ? 'Browser' : 'Page'}.downloadWillBegin`,
    params: { frameId, guid: GUID, url: 'data:text/plain,x', suggestedFilename: 'x.txt' },
    ...(sessionId === null ? {} : { sessionId }),
  });
const ends = (state: string): void =>
  say({
    method: 'Browser.downloadProgress',
    params: { guid: GUID, totalBytes: 1, receivedBytes: 1, state },
  });

beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), 'ghost-whose-'));
  mkdirSync(join(profile, 'profile'));
  [inOurContext, answersPages, sent, acts] = [false, true, [], []];
  input = new PassThrough();
  const output = new PassThrough();
  output.on('data', (text: Buffer) => {
    for (const one of text.toString().split('\0').filter(Boolean)) {
      const call: Sent = JSON.parse(one);
      sent.push(call);
      if (call.sessionId === undefined || answersPages) answer(call);
    }
  });
  const connection = new CdpConnection(input, output);
  const pages = new PageDownloads();
  const session = connection.session(PAGE);
  const page = new Page(session, 'main-frame', { fresh: false, reads: () => false });
  pages.watch(session, page, page.id);
  downloads = new Downloads({
    tabId: 'tab',
    browser: connection.browser,
    contextId: CONTEXT,
    profile,
    pages,
    ask: async (act, gone) => {
      acts.push({ act, gone: gone?.aborted === true });
      return { allow: false, reason: 'the test says so' };
    },
    expectation: () => null,
    front: () => page,
    keepCookies: () => Promise.resolve(),
  });
  await downloads.start();
  sent.length = 0;
});
afterEach(async () => {
  ends('canceled');
  await downloads.end();
  rmSync(profile, { recursive: true, force: true });
});

test('what the page’s own frame begins is the page’s, and nothing has to be asked for that', async () => {
  begins(null, 'main-frame');
  await expect
    .poll(() => acts)
    .toMatchObject([{ act: { kind: 'DOWNLOAD', filename: 'x.txt' }, gone: false }]);
  expect(calls('Target.getTargetInfo')).toEqual([]);
});

test.each([['before'], ['behind']])(
  'what the page’s session tells of is the page’s, if it is read %s the browser’s word',
  async (order) => {
    answersPages = false;
    if (order === 'before') begins(PAGE, 'frame-within');
    begins(null, 'frame-within');
    if (order === 'behind') begins(PAGE, 'frame-within');
    await expect.poll(() => acts).toMatchObject([{ gone: false }]);
  },
);

test('what is in another context is left alone: nothing is said of it, nothing ended, nothing kept', async () => {
  begins(null, 'frame-of-another');
  await expect.poll(() => calls('Browser.cancelDownload').length).toBe(1);
  // The one call names our context, in which the browser finds no such download.
  expect(calls('Browser.cancelDownload')).toMatchObject([
    { params: { guid: GUID, browserContextId: CONTEXT } },
  ]);
  await downloads.end();
  expect(acts).toEqual([]);
  expect(calls('Browser.cancelDownload')).toHaveLength(1);
});

test('what is in our context and no page’s is cancelled, removed, and told once; nobody is asked', async () => {
  inOurContext = true;
  const file = join(profile, 'downloads', GUID);
  writeFileSync(file, 'x');
  begins(null, 'frame-of-nobody');
  await expect.poll(() => calls('Browser.cancelDownload').length).toBeGreaterThan(0);
  ends('canceled');
  await expect.poll(() => acts).toMatchObject([{ act: { documentUrl: 'about:blank' }, gone: true }]);
  expect(existsSync(file)).toBe(false);
});

test('nothing is ended before every page of ours has said what it had to say', async () => {
  answersPages = false;
  inOurContext = true;
  begins(null, 'frame-within');
  await expect.poll(() => calls('Target.getTargetInfo').length).toBe(1);
  expect(calls('Browser.cancelDownload')).toEqual([]);
  begins(PAGE, 'frame-within');
  for (const call of calls('Target.getTargetInfo')) answer(call);
  await expect.poll(() => acts).toMatchObject([{ gone: false }]);
});
