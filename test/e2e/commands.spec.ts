// Every command of the table, as a caller types it, against a real browser: what it answers, and what the policy decided it as.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCommands } from '#gateway/surfaces/commands/commands.ts';
import type { Caller, Commands } from '#gateway/surfaces/commands/call/contract.ts';
import { parseLine } from '#gateway/protocol/commands/argv.ts';
import { formsOf } from '#gateway/protocol/commands/help.ts';
import { ROWS } from '#gateway/protocol/commands/table.ts';
import { wordsOf } from '#gateway/surfaces/commands/call/words.ts';
import type { BrowserCapability } from '#policy/language/vocabulary.ts';
import { KITCHEN, openKitchen } from '#test/fixtures/kitchen.ts';
import type { Kitchen } from '#test/fixtures/kitchen.ts';
import { need } from '#test/fixtures/tab.ts';

const signal = new AbortController().signal;
let kitchen: Kitchen;
let commands: Commands;
let caller: Caller;
const seen = new Set<string>();
const acts: string[] = [];

beforeAll(async () => {
  kitchen = await openKitchen('127.0.0.61');
  const { gateway } = kitchen;
  const host = {
    openTab: async (options: Parameters<typeof gateway.openTab>[0]) => {
      acts.push('LAUNCH');
      const opened = await gateway.openTab(options);
      if (!opened.ok) return opened;
      const tab = opened.value;
      const act = tab.act.bind(tab);
      tab.act = (action, more) => {
        acts.push(action.type);
        return act(action, more);
      };
      return opened;
    },
    leave: (asked: Parameters<typeof gateway.leave>[0]) => {
      acts.push(asked.action);
      return gateway.leave(asked);
    },
    tabs: () => gateway.tabs(),
    status: () => gateway.status(),
    subscribe: (listener: Parameters<typeof gateway.subscribe>[0]) => gateway.subscribe(listener),
    connection: gateway.connection,
    paths: gateway.paths,
    config: gateway.config,
    sessions: gateway.sessions,
  };
  commands = createCommands(host);
  caller = { worker: 'w1', channel: 'cli', cwd: kitchen.directory };
});
afterAll(async () => {
  await kitchen.close();
});

type Answer = Readonly<Record<string, unknown>>;

/** Runs a line; its answer fits its row, and what it did is among what its row names. */
async function run(text: string, as: Caller = caller): Promise<Answer> {
  acts.length = 0;
  const argv = need(wordsOf(text));
  const { row, params } = need(parseLine(argv));
  const done = await commands.runLine(argv, as, signal);
  if (!done.ok)
    throw new Error(
      `${text}: ${done.error.code} ${done.error.message} ${done.error.cause ?? ''} ${JSON.stringify(done.error.details)}`,
    );
  expect(row.answer.safeParse(done.value).error?.issues ?? [], text).toEqual([]);
  const named = row.acts === 'BY_LINE' ? acts : [...row.acts, ...Object.values(row.changes).flat()];
  expect(named, text).toEqual(expect.arrayContaining([...acts]));
  if (row.acts.length === 0 && Object.keys(row.changes).length === 0) expect(acts, text).toEqual([]);
  const forms = formsOf(row);
  const [form] = forms;
  if (forms.length === 1 && form !== undefined) seen.add(form);
  else
    for (const option of Object.keys(params))
      seen.add(`${row.name} --${option.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`);
  return done.value;
}

async function refusal(text: string, as: Caller = caller) {
  const done = await commands.runLine(need(wordsOf(text)), as, signal);
  if (done.ok) throw new Error(`${text} was done: ${JSON.stringify(done.value)}`);
  return done.error;
}

/** The ref of what is called so. */
async function ref(name: string, role?: string): Promise<string> {
  const { nodes } = await run('snapshot --mode tree');
  if (!Array.isArray(nodes)) throw new Error('no nodes');
  const found = nodes.find(
    (node) => node.name === name && node.ref !== null && (role === undefined || node.role === role),
  );
  if (found === undefined)
    throw new Error(`nothing is called ${name}: ${nodes.map((node) => node.name).join(', ')}`);
  return String(found.ref);
}

test('connection, tabs and navigation', async () => {
  expect(await run('status')).toMatchObject({ running: true, connected: false, tabs: 0, worker: 'w1' });
  expect(await run('daemon status')).toMatchObject({ running: false });
  expect((await refusal('snapshot')).code).toBe('command.no-tab');
  expect(await run('launch --headless')).toMatchObject({
    headless: true,
    browser: expect.stringMatching(/^CHROM/u),
  });
  const opened = await run(`open ${KITCHEN}/`);
  expect(opened).toMatchObject({ url: `${KITCHEN}/`, title: 'Kitchen' });
  const { tabs } = await run('tabs');
  expect(tabs).toMatchObject([
    { url: 'about:blank', current: false },
    { targetId: opened['targetId'], current: true },
  ]);
  expect(await run(`focus ${String(opened['targetId'])}`)).toMatchObject({ title: 'Kitchen' });
  expect(await run(`cleanup --keep ${KITCHEN}`)).toMatchObject({
    kept: [opened['targetId']],
    closed: [expect.any(String)],
  });
  expect(await run(`navigate ${KITCHEN}/next`)).toMatchObject({
    message: `Went to ${KITCHEN}/next`,
    title: 'Next',
    status: 200,
  });
  expect(await run('reload')).toMatchObject({ url: `${KITCHEN}/next` });
  expect(await run('back')).toMatchObject({ url: `${KITCHEN}/` });
  expect(await run('forward')).toMatchObject({ url: `${KITCHEN}/next` });
  expect(await run(`goto ${KITCHEN}/`)).toMatchObject({ title: 'Kitchen' });
  const denied = await refusal('launch --no-sandbox');
  expect([denied.code, denied.details?.['violation']]).toEqual(['boundary.denied', 'SANDBOX_FLAG_VIOLATION']);
  expect((await refusal('launch --port 9222')).details).toMatchObject({
    violation: 'SANDBOX_FLAG_VIOLATION',
  });
  expect((await refusal('connect --port 9222')).code).toMatch(/^(?:boundary\.denied|attach\.)/u);
  seen.add('connect');
});

test('the page is read as an outline, as a tree, in part, and as what changed', async () => {
  const outline = await run('snapshot');
  expect(outline).toMatchObject({ title: 'Kitchen', kind: 'PAGE', generation: expect.any(Number) });
  expect(outline['snapshot']).toContain('Plain button');
  expect(String((await run('snapshot --interactive'))['snapshot'])).toMatch(/^e\d+ link "Next page"$/mu);
  expect(await run('snapshot --mode changes')).toMatchObject({ kind: 'CHANGES', snapshot: '' });
  const short = await run('snapshot --interactive --max-chars 400');
  expect(String(short['snapshot'])).toMatch(/… \d+ more/u);
  expect(await run('snapshot --max-depth 1 --output page.txt')).toMatchObject({
    path: join(kitchen.directory, 'page.txt'),
  });
  expect(statSync(join(kitchen.directory, 'page.txt')).mode & 0o777).toBe(0o600);
  const again = await refusal('snapshot --output page.txt');
  expect([again.code, again.message]).toEqual(['command.bad-file', '`page.txt` is there already']);
});

test('acts on elements', async () => {
  const plain = await ref('Plain button');
  expect(await run(`click ${plain}`)).toMatchObject({ message: `Clicked ${plain}`, url: `${KITCHEN}/` });
  const said = async (): Promise<unknown> =>
    (await run(`evaluate "document.querySelector('p').textContent"`))['result'];
  await vi.waitFor(async () => expect(String((await run('text'))['text'])).toContain('clicked'), {
    timeout: 15_000,
  });
  await run(`click ${plain} --modifiers Shift`);
  expect(String((await run('text'))['text'])).toContain('clicked with shift');
  await run(`dblclick ${plain}`);
  expect(String((await run('text'))['text'])).toContain('doubled');
  await run(`click ${plain} --button right`);
  expect(String((await run('text'))['text'])).toContain('menu');
  await run(`hover ${plain}`);
  expect(await run(`attribute ${plain} data-hovered`)).toMatchObject({ name: 'data-hovered', value: 'yes' });
  const name = await ref('Name');
  await run(`fill ${name} Ada`);
  await run(`type ${name} " Lovelace"`);
  expect((await run('evaluate field.value'))['result']).toBe('Ada Lovelace');
  await run(`type ${name} Grace --clear --enter`);
  await run(`press End --ref ${name}`);
  expect((await refusal('dialog accept yes')).code).toBe('act.no-dialog');
  expect((await refusal('dialog dismiss')).code).toBe('act.no-dialog');
  for (const form of ['dialog accept', 'dialog dismiss']) seen.add(form);
  expect((await run('evaluate field.value'))['result']).toBe('Grace');
  await run(`select ${await ref('Colour')} Blue`);
  expect((await run('evaluate colour.value'))['result']).toBe('Blue');
  const agree = await ref('Agree');
  await run(`check ${agree}`);
  expect((await run('evaluate agree.checked'))['result']).toBe(true);
  await run(`uncheck ${agree}`);
  expect((await run('evaluate agree.checked'))['result']).toBe(false);
  await run(`drag ${await ref('Drag me')} ${await ref('Drop here')}`);
  expect(await said()).toBe('dropped');
  await run('scroll --amount 500');
  expect((await run('evaluate scrollY'))['result']).toBe(500);
  await run('scroll --direction up --amount 500');
  writeFileSync(join(kitchen.papers, 'a.txt'), 'paper');
  await run(`upload ${await ref('Paper')} papers/a.txt`);
  expect((await run('evaluate paper.files[0].name'))['result']).toBe('a.txt');
  const planned = await run(`hover ${await ref('Plain button')} --generation 1`);
  expect(planned['warning']).toMatch(/planned on snapshot 1/u);
});

test('an element that is lost is an error with what to do, and found again where that is asked for', async () => {
  const plain = await ref('Plain button');
  const replace = `evaluate "plain.replaceWith(plain.cloneNode(true))"`;
  await run(replace);
  const lost = await refusal(`click ${plain}`);
  expect(lost).toMatchObject({
    code: 'act.stale-ref',
    details: {
      context: {
        command: 'click',
        attempted_ref: plain,
        page_url: `${KITCHEN}/`,
        console_errors: expect.arrayContaining(['it burns']),
        retry_log: [],
        suggestion: expect.stringContaining('snapshot'),
      },
    },
  });
  expect(await run(`click ${plain} --auto-retry`)).toMatchObject({ message: `Clicked ${plain}` });
});

test('data, pictures, files and cookies', async () => {
  expect(await run(`text ${await ref('Next page')}`)).toMatchObject({ text: 'Next page' });
  expect((await refusal('extract --query unicorns')).code).toBe('act.no-table');
  await run(`navigate ${KITCHEN}/pans`);
  const { table } = await run('extract --query "pans with price" --pages 2');
  expect(table).toMatchObject({
    columns: [
      { name: 'Name', type: 'text' },
      { name: 'Price', type: 'money', unit: 'EUR' },
    ],
    rows: [
      [{ quote: 'Wok' }, { value: 29.9, quote: '€29.90' }],
      [{ quote: '=1+1 pan' }, { value: 12 }],
    ],
  });
  await run('extract --columns Name,Price --format csv --output pans.csv');
  expect(readFileSync(join(kitchen.directory, 'pans.csv'), 'utf8')).toContain("'=1+1 pan");
  await run(`navigate ${KITCHEN}/`);
  expect(await run('evaluate "({ a: [1, null] })" --output value.json')).toMatchObject({
    path: expect.any(String),
  });
  expect(JSON.parse(readFileSync(join(kitchen.directory, 'value.json'), 'utf8'))).toEqual({ a: [1, null] });
  writeFileSync(join(kitchen.directory, 'probe.js'), 'document.title');
  expect(await run('eval --file probe.js')).toMatchObject({ result: 'Kitchen' });
  const picture = await run('screenshot --full-page');
  expect(picture).toMatchObject({
    width: expect.any(Number),
    path: expect.stringContaining('workers/w1/screenshot-'),
  });
  expect(readFileSync(String(picture['path'])).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  expect((await run(`screenshot --ref ${await ref('Plain button')} --inline`))['data']).toMatch(/^\/9j\//u);
  expect(await run(`download ${KITCHEN}/report.txt`)).toMatchObject({
    files: [{ name: 'report.txt', size: 8 }],
  });
  expect(await run('downloads')).toMatchObject({ files: [{ name: 'report.txt' }] });
  await run(`set-cookie '{"name":"lang","value":"en"}'`);
  expect(await run('cookies')).toMatchObject({ cookies: [{ name: 'lang', value: 'en' }] });
  expect((await refusal(`set-cookie '{"name":"lang"}'`)).code).toBe('command.bad-params');
  await run('clear-cookies');
  expect(await run('cookies')).toMatchObject({ cookies: [] });
});

test('a batch runs its lines, and stops at the first that is refused', async () => {
  writeFileSync(join(kitchen.directory, 'steps.json'), JSON.stringify(['tabs', ['text']]));
  expect(await run('batch --file steps.json')).toMatchObject({
    done: 2,
    total: 2,
    results: [{ line: 1 }, { line: 2 }],
  });
  await kitchen.deny('INJECT_JAVASCRIPT');
  const lines = ['page-info --brief', 'evaluate 1', 'stop'];
  writeFileSync(join(kitchen.directory, 'denied.json'), JSON.stringify(lines));
  const stopped = await refusal('batch --file denied.json');
  expect(stopped).toMatchObject({ code: 'boundary.denied', details: { line: 2, done: 1, total: 3 } });
  expect(stopped.message).toMatch(/^line 2 of 3, `evaluate 1`: /u);
  expect(await run('tabs')).toMatchObject({ tabs: [expect.anything()] });
  await kitchen.deny(null);
});

test('what goes on beside the page is observed, and waited for', async () => {
  await run(`navigate ${KITCHEN}/`);
  await run('wait --network-idle');
  const { messages, total } = await run('console --level error');
  expect(messages).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ level: 'error', text: 'it burns' })]),
  );
  expect(total).toBeGreaterThanOrEqual(3);
  expect(await run('errors --last 1')).toMatchObject({
    errors: [{ message: expect.stringContaining('spilled') }],
    count: 1,
  });
  const { requests } = await run('requests --filter failed --last 1');
  expect(requests).toMatchObject([
    { url: `${KITCHEN}/api/gone`, status: 404, resource_type: 'fetch', failed: true },
  ]);
  expect(await run(`requests --url-pattern '**/api/items' --last 1`)).toMatchObject({
    requests: [{ method: 'GET', status: 200 }],
  });
  expect(await run('observe')).toMatchObject({
    page: { title: 'Kitchen', viewport: { width: 1280 } },
    health: { js_exceptions: expect.any(Number), failed_requests: expect.any(Number), pending_requests: 0 },
    performance: { dom_nodes: expect.any(Number) },
    snapshot_stale: true,
  });
  expect(await run('page-info')).toMatchObject({
    title: 'Kitchen',
    cookies_count: 0,
    localStorage_keys: 0,
    sessionStorage_keys: 0,
  });
  await run('console --clear');
  expect(await run('console')).toMatchObject({ messages: [] });
  await run(`navigate ${KITCHEN}/late`);
  expect(await run('wait --text "Order complete" --timeout 30000')).toMatchObject({
    message: 'Waited for the text "Order complete"',
  });
  await run(`wait --url '**/success**' --timeout 30000`);
  await run(`wait --js 'window.done === true' --timeout 30000`);
  await run(`navigate ${KITCHEN}/`);
  await run(`evaluate "setTimeout(() => { location.href = '/next' }, 300); 0"`);
  await run(`wait --url '**/next' --timeout 30000`);
  await run('wait --navigation --timeout 30000');
  expect(await run(`wait --ref ${await ref('Back')}`)).toMatchObject({ title: 'Next' });
  const late = await refusal('wait --text never --timeout 50');
  expect(late.code).toBe('act.timed-out');
  await run(`navigate ${KITCHEN}/`);
});

test('storage, rules for requests', async () => {
  await run('storage set theme dark');
  expect(await run('storage get theme')).toMatchObject({ key: 'theme', value: 'dark' });
  expect(await run('storage keys')).toMatchObject({ keys: ['theme'] });
  expect(await run('storage dump --type session')).toMatchObject({ entries: {} });
  await run('storage remove theme');
  expect(await run('storage get theme')).toMatchObject({ value: null });
  await run('storage clear');
  const blocked = await run(`route block '**/api/gone'`);
  expect(blocked).toMatchObject({ id: expect.any(String), kind: 'block', pattern: '**/api/gone' });
  await run(`route mock '**/api/items' --body '{"items":[]}'`);
  await run(`route capture '**/next'`);
  expect((await run(`evaluate "fetch('/api/items').then((answer) => answer.text())"`))['result']).toBe(
    '{"items":[]}',
  );
  expect(await run('route list')).toMatchObject({
    rules: [{ kind: 'block' }, { kind: 'mock', hits: 1 }, { kind: 'capture' }],
  });
  await run(`route remove ${String(blocked['id'])}`);
  await run('route clear');
  expect(await run('route list')).toMatchObject({ rules: [] });
});

test('frames, and sessions that are saved, exported, imported and loaded', async () => {
  expect(await run('frame list')).toMatchObject({
    frames: [
      { url: `${KITCHEN}/`, current: true },
      { name: 'inner', url: `${KITCHEN}/frame`, current: false },
    ],
  });
  await run('frame switch inner');
  expect(await run('text')).toMatchObject({ text: expect.stringContaining('Inside the frame') });
  await run('frame main');
  expect(await run('text')).toMatchObject({ text: expect.stringContaining('Plain button') });
  await run(`set-cookie '{"name":"sid","value":"s3cret"}'`);
  await run('storage set theme dark');
  expect(await run('session save kitchen')).toMatchObject({
    name: 'kitchen',
    origin: KITCHEN,
    cookies: 1,
    localStorage: 1,
  });
  await run('clear-cookies');
  await run('storage clear');
  expect(await run('session list')).toMatchObject({ sessions: [{ name: 'kitchen' }] });
  expect(JSON.stringify(await run('session export kitchen'))).not.toContain('s3cret');
  await run('session export kitchen --include-secrets --output kitchen.json');
  expect(statSync(join(kitchen.directory, 'kitchen.json')).mode & 0o777).toBe(0o600);
  expect(await run('session import kitchen.json --name again')).toMatchObject({
    name: 'again',
    origin: KITCHEN,
  });
  expect(await run('session load again')).toMatchObject({ message: 'Loaded again' });
  expect(await run('cookies')).toMatchObject({ cookies: [{ name: 'sid', value: 's3cret' }] });
  expect(await run('storage get theme')).toMatchObject({ value: 'dark' });
  expect(await run('session delete again')).toMatchObject({ name: 'again' });
  expect((await refusal('session load again')).code).toBe('session.unknown');
});

test('settings of the commands', async () => {
  expect(await run('config get retry-count')).toMatchObject({ key: 'retry-count', value: 2 });
  expect(await run('config set retry-count 3')).toMatchObject({ value: 3 });
  expect(statSync(join(kitchen.directory, 'data', 'commands.json')).mode & 0o777).toBe(0o600);
  expect(await run('config list')).toMatchObject({ settings: { 'retry-count': 3, 'auto-retry': false } });
  const wrong = await refusal('config set retry-cuont 3');
  expect(wrong).toMatchObject({ code: 'config.bad-value', help: 'did you mean `retry-count`?' });
  expect((await refusal('config set retry-count many')).code).toBe('config.bad-value');
  expect(await run('config reset')).toMatchObject({ settings: { 'retry-count': 2 } });
  await run('daemon start');
  expect(await run('daemon health')).toMatchObject({
    daemon: { pid: process.pid },
    chrome: { connected: true, tabs: 1 },
  });
  expect((await refusal('daemon stop')).help).toContain('ghost serve');
  seen.add('daemon stop');
});

test('a tab of another worker is neither seen nor touched', async () => {
  const other: Caller = { ...caller, worker: 'w2' };
  const { tabs } = await run('tabs');
  const [mine] = Array.isArray(tabs) ? tabs : [];
  expect(await run('tabs', other)).toMatchObject({ tabs: [] });
  expect((await refusal(`text --target ${mine.targetId}`, other)).code).toBe('command.other-worker');
  expect((await refusal(`close ${mine.targetId}`, other)).code).toBe('command.other-worker');
  expect((await refusal('text --target tab-nowhere', other)).code).toBe('command.unknown-tab');
  expect((await refusal('tabs', { ...caller, worker: '../w1' })).code).toBe('command.bad-params');
  expect((await refusal('screenshot --path /etc/ghost.jpg', { ...caller, cwd: null })).code).toBe(
    'command.bad-file',
  );
});

/** What each needs, on the page as it stands. */
const NEEDS: readonly (readonly [string, ...BrowserCapability[]])[] = [
  [`open ${KITCHEN}/`, 'OPEN_TAB', 'SCREENSHOT'],
  ['launch', 'OPEN_TAB', 'SCREENSHOT'],
  ['close', 'CLOSE_TAB'],
  ['cleanup', 'CLOSE_TAB'],
  [`navigate ${KITCHEN}/next`, 'NAVIGATE_SAME_ORIGIN'],
  ['navigate http://other.test/', 'NAVIGATE_CROSS_ORIGIN'],
  ['goto http://other.test/', 'NAVIGATE_CROSS_ORIGIN'],
  ['go http://other.test/', 'NAVIGATE_CROSS_ORIGIN'],
  ['reload', 'NAVIGATE_SAME_ORIGIN'],
  ['back', 'NAVIGATE_SAME_ORIGIN'],
  ['snapshot', 'SCREENSHOT'],
  ['snapshot --mode tree', 'SCREENSHOT'],
  ['extract', 'SCREENSHOT'],
  ['click {Next page}', 'NAVIGATE_SAME_ORIGIN'],
  ['dblclick {Next page}', 'NAVIGATE_SAME_ORIGIN'],
  ['click {Another site}', 'NAVIGATE_CROSS_ORIGIN'],
  ['click {New window}', 'NAVIGATE_SAME_ORIGIN'],
  ['click {Get the report}', 'FILE_DOWNLOAD', 'NAVIGATE_SAME_ORIGIN'],
  ['click {Plain button}', 'EXECUTE_JAVASCRIPT'],
  ['click {Plain button} --button right', 'EXECUTE_JAVASCRIPT'],
  ['click {Paper}', 'FILE_UPLOAD'],
  ['click {Search}', 'FORM_SUBMIT_DATA', 'NAVIGATE_SAME_ORIGIN'],
  ['click {Log in}', 'FORM_SUBMIT_CREDENTIALS'],
  ['type {Name} x', 'FORM_SUBMIT_DATA'],
  ['type {Name} x --clear', 'FORM_SUBMIT_DATA'],
  ['type {Password} x', 'FORM_SUBMIT_CREDENTIALS'],
  ['fill {Name} x', 'FORM_SUBMIT_DATA'],
  ['fill {Password} x', 'FORM_SUBMIT_CREDENTIALS'],
  ['select {Colour} Blue', 'EXECUTE_JAVASCRIPT'],
  ['check {Agree}', 'EXECUTE_JAVASCRIPT'],
  ['uncheck {Agree}', 'EXECUTE_JAVASCRIPT'],
  ['hover {Plain button}', 'EXECUTE_JAVASCRIPT'],
  ['drag {Drag me} {Drop here}', 'EXECUTE_JAVASCRIPT'],
  ['scroll', 'EXECUTE_JAVASCRIPT'],
  ['press Tab', 'EXECUTE_JAVASCRIPT'],
  ['key Tab', 'EXECUTE_JAVASCRIPT'],
  ['press Enter --ref {Query}', 'FORM_SUBMIT_DATA'],
  ['upload {Paper} papers/a.txt', 'FILE_UPLOAD'],
  ['drop {Drop here} papers/a.txt', 'FILE_UPLOAD'],
  ['resize 800 600', 'EXECUTE_JAVASCRIPT'],
  ['aria', 'SCREENSHOT'],
  [`locate '#plain'`, 'SCREENSHOT'],
  ['navigate data:text/html,hello', 'INJECT_JAVASCRIPT', 'NAVIGATE_CROSS_ORIGIN'],
  ['text', 'SCREENSHOT'],
  ['attribute {Plain button} id', 'SCREENSHOT'],
  ['attr {Plain button} id', 'SCREENSHOT'],
  ['evaluate 1', 'INJECT_JAVASCRIPT'],
  ['eval 1', 'INJECT_JAVASCRIPT'],
  ['eval --file probe.js', 'INJECT_JAVASCRIPT'],
  ['screenshot', 'SCREENSHOT'],
  [`download ${KITCHEN}/report.txt`, 'FILE_DOWNLOAD', 'NAVIGATE_SAME_ORIGIN'],
  ['cookies', 'ACCESS_COOKIES'],
  [`set-cookie '{"name":"a","value":"b"}'`, 'ACCESS_COOKIES'],
  ['clear-cookies', 'ACCESS_COOKIES'],
  ['console', 'SCREENSHOT'],
  ['errors', 'SCREENSHOT'],
  ['requests', 'SCREENSHOT'],
  ['observe', 'SCREENSHOT'],
  ['page-info', 'SCREENSHOT', 'ACCESS_COOKIES', 'ACCESS_LOCALSTORAGE', 'ACCESS_SESSION_STORAGE'],
  ['wait 1', 'EXECUTE_JAVASCRIPT'],
  ['wait --text Kitchen', 'EXECUTE_JAVASCRIPT'],
  [`wait --url '**'`, 'EXECUTE_JAVASCRIPT'],
  ['wait --js true', 'INJECT_JAVASCRIPT'],
  ['wait --network-idle', 'EXECUTE_JAVASCRIPT'],
  ['wait --navigation', 'EXECUTE_JAVASCRIPT'],
  ['wait --ref {Plain button}', 'EXECUTE_JAVASCRIPT'],
  ['storage get a', 'ACCESS_LOCALSTORAGE'],
  ['storage get a --type session', 'ACCESS_SESSION_STORAGE'],
  ['storage get a --type indexed-db', 'ACCESS_INDEXEDDB'],
  ['storage set a b', 'ACCESS_LOCALSTORAGE'],
  ['storage keys', 'ACCESS_LOCALSTORAGE'],
  ['storage dump', 'ACCESS_LOCALSTORAGE'],
  ['storage remove a', 'ACCESS_LOCALSTORAGE'],
  ['storage clear --type session', 'ACCESS_SESSION_STORAGE'],
  [`route block '**/x'`, 'EXECUTE_JAVASCRIPT'],
  [`route mock '**/x' --body y`, 'INJECT_JAVASCRIPT'],
  [`route capture '**/x'`, 'INJECT_JAVASCRIPT'],
  ['route list', 'SCREENSHOT'],
  ['route remove r1', 'EXECUTE_JAVASCRIPT'],
  ['route clear', 'EXECUTE_JAVASCRIPT'],
  ['frame list', 'SCREENSHOT'],
  ['frame switch inner', 'EXECUTE_JAVASCRIPT'],
  ['frame main', 'EXECUTE_JAVASCRIPT'],
  ['session save kitchen', 'ACCESS_COOKIES', 'ACCESS_LOCALSTORAGE', 'ACCESS_SESSION_STORAGE'],
  ['session load kitchen', 'ACCESS_COOKIES', 'ACCESS_LOCALSTORAGE', 'ACCESS_SESSION_STORAGE'],
  [
    'session export kitchen --include-secrets',
    'ACCESS_COOKIES',
    'ACCESS_LOCALSTORAGE',
    'ACCESS_SESSION_STORAGE',
  ],
];
/** No command comes to them. */
const NOBODY = new Set<BrowserCapability>(['INSTALL_EXTENSION', 'ACCESS_PASSWORDS', 'ACCESS_HISTORY']);

test('a policy that denies a capability makes every command that needs it answer DENY, by whatever name it comes', async () => {
  const { BROWSER_CAPABILITIES } = await import('#policy/language/vocabulary.ts');
  await run(`navigate ${KITCHEN}/next`);
  await run(`navigate ${KITCHEN}/`);
  const { nodes } = await run('snapshot --mode tree');
  const refs = new Map(
    (Array.isArray(nodes) ? nodes : []).flatMap(({ name, ref: of }) => (of === null ? [] : [[name, of]])),
  );
  const lineOf = (text: string): string =>
    text.replaceAll(/\{([^{}"]+)\}/gu, (_, name: string) => String(refs.get(name) ?? `missing ${name}`));
  for (const capability of BROWSER_CAPABILITIES) {
    const needing = NEEDS.filter(([, ...needs]) => needs.includes(capability));
    expect(needing.length > 0, capability).toBe(!NOBODY.has(capability));
    if (needing.length === 0) continue;
    await kitchen.deny(capability);
    for (const [text] of needing) {
      const line = lineOf(text);
      for (const argv of [need(wordsOf(line)), ['batch']]) {
        const done =
          argv[0] === 'batch'
            ? await commands.run('batch', { lines: [line] }, caller, signal)
            : await commands.runLine(argv, caller, signal);
        const said = done.ok ? JSON.stringify(done.value) : `${done.error.code} ${done.error.message}`;
        const what = `${capability} denied: ${argv[0] === 'batch' ? 'batch of ' : ''}${line}`;
        expect(said, what).toMatch(/^boundary\.denied /u);
        if (!done.ok)
          expect(JSON.stringify(done.error.details?.['because'])).toMatch(/"entry":.*policy\.yaml:/u);
      }
    }
  }
  await kitchen.deny(null);
});

test('every command that comes to an act has a line in the test of denials, and every command was run', async () => {
  const tested = new Set(
    NEEDS.map(([text]) => need(parseLine(need(wordsOf(text.replaceAll(/\{[^{}"]+\}/gu, 'e1'))))).row.name),
  );
  const acting = ROWS.filter(({ acts: of }) => of !== 'BY_LINE' && of.length > 0).map(({ name }) => name);
  // Decided only where there is one to answer: test/e2e/dialogs.spec.ts.
  const elsewhere = ['connect', 'forward', 'dialog accept', 'dialog dismiss'];
  expect(acting.filter((name) => !tested.has(name) && !elsewhere.includes(name))).toEqual([]);
  await run('close');
  await run('stop');
  const missing = ROWS.flatMap(formsOf).filter((form) => !seen.has(form));
  expect(missing).toEqual([]);
});
