// A client of Playwright's MCP server against our dialect of it: a real gateway, browser and pages; and a policy that denies.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCommands } from '#gateway/surfaces/commands/commands.ts';
import type { Commands } from '#gateway/surfaces/commands/call/contract.ts';
import type { McpOptions } from '#gateway/surfaces/mcp/attach.ts';
import type { BrowserCapability } from '#policy/language/vocabulary.ts';
import { KITCHEN, openKitchen } from '#test/fixtures/kitchen.ts';
import type { Kitchen } from '#test/fixtures/kitchen.ts';
import { McpPair } from '#test/fixtures/mcp.ts';
import type { Told } from '#test/fixtures/mcp.ts';

const ASKS = `<!doctype html><title>Asks</title>
<button onclick="setTimeout(() => alert('Later'), 50)">Soon</button>
<button onclick="document.title = confirm('Sure?') ? 'Yes' : 'No'">Sure</button>
<input type="file"><label>Pass <input type="password" value="s3cretpass"></label>
<h2 ondblclick="this.textContent = 'Twice'">Only listens</h2>
<div id="zone" aria-label="zone" style="width:200px;height:100px">zone</div>
<iframe src="/frame"></iframe>
<script>
  const zone = document.getElementById('zone');
  for (const kind of ['dragenter', 'dragover']) zone.addEventListener(kind, (event) => event.preventDefault());
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    const names = [...event.dataTransfer.files].map(({ name }) => name).join();
    document.title = names + event.dataTransfer.getData('text/plain');
  });
</script>`;

const VERIFY = `<!doctype html><title>Verify</title><button>Pay now</button><button hidden>Hidden</button>
<p>There are two apples.</p><p style="display: none">unseen words</p>
<ul><li>One</li><li>Two</li><li>Three</li></ul>
<label>Name <input value='Ada: "1"'></label> <label>Pass <input type="password" value="s3cretpass"></label>
<label><input type="checkbox" checked> Agree</label>
<label>Colour <select><option>Red</option><option selected>Green</option></select></label>
<table><tr><td><label>Key <input type="password" value="zq9-tabled"></label></td></tr></table>
<iframe src="/frame"></iframe>`;

let kitchen: Kitchen;
let commands: Commands;
let cwd: string;
let pair: McpPair;

const options = (): McpOptions => ({
  gateway: kitchen.gateway,
  commands,
  cwd,
  all: false,
  dialect: 'playwright',
});

beforeAll(async () => {
  kitchen = await openKitchen(
    '127.0.0.73',
    { warmTabs: 0, vault: { key: 'file' } },
    { '/asks': ASKS, '/verify': VERIFY },
  );
  commands = createCommands(kitchen.gateway);
  cwd = kitchen.papers;
  pair = await McpPair.open(options());
});
afterAll(async () => {
  await pair[Symbol.asyncDispose]();
  await kitchen.close();
});

const outlineOf = ({ text }: Told): string => {
  const file = /\[Snapshot\]\(([^)]+)\)/u.exec(text)?.[1] ?? '';
  return file === ''
    ? ''
    : readFileSync(join(cwd, file.startsWith('/') ? `../../../../..${file}` : file), 'utf8');
};
const refIn = (outline: string, pattern: RegExp): string =>
  pattern.exec(outline)?.[1] ?? `no ${pattern} in ${outline}`;
const go = async (path: string): Promise<string> => {
  const went = await pair.tool('browser_navigate', { url: `${KITCHEN}${path}` });
  const outline = outlineOf(went);
  // Whatever kept the page away is what a failed test is to show.
  expect(outline, went.text).not.toBe('');
  return outline;
};

test('a page is read in that server’s outline: what only listens, file inputs and frames have refs, a password is dots', async () => {
  const outline = await go('/asks');
  expect(outline).toMatch(/- heading "Only listens" \[level=2\] \[ref=e\d+\]/u);
  expect(outline).toMatch(/- button "Choose File" \[ref=e\d+\]/u);
  expect(outline).toMatch(
    /- iframe \[ref=e\d+\]:\n\s+- generic \[ref=f1e1\]:[\s\S]*button "Inner button" \[ref=f1e\d+\]/u,
  );
  expect(outline).toContain('••••••••');
  expect(outline).not.toContain('s3cretpass');
  const inFrame = await pair.tool('browser_click', {
    target: refIn(outline, /Inner button" \[ref=(f1e\d+)\]/u),
  });
  expect(inFrame.text).toContain(
    `await page.locator('iframe').contentFrame().getByRole('button', { name: 'Inner button' }).click();`,
  );
});

test('an alert that comes late waits like a question, and each answer leads to what comes next', async () => {
  const outline = await go('/asks');
  const soon = await pair.tool('browser_click', { target: refIn(outline, /"Soon" \[ref=(e\d+)\]/u) });
  expect(soon.text).toContain(
    '- ["alert" dialog with message "Later"]: can be handled by browser_handle_dialog',
  );
  const blocked = await pair.tool('browser_snapshot');
  expect(blocked).toMatchObject({ isError: true });
  expect(blocked.text).toContain('Error: Tool "browser_snapshot" does not handle the modal state.');
  expect((await pair.tool('browser_handle_dialog', { accept: true })).text).not.toContain('### Modal state');
  const sure = await pair.tool('browser_click', { target: refIn(outline, /"Sure" \[ref=(e\d+)\]/u) });
  expect(sure.text).toContain('"confirm" dialog with message "Sure?"');
  const answered = await pair.tool('browser_handle_dialog', { accept: true });
  expect(answered.text).toContain('- Page Title: Yes');
});

test('a file chooser is told, takes files of the workspace alone, and a drop brings files or texts', async () => {
  writeFileSync(join(cwd, 'note.txt'), 'hello');
  const outline = await go('/asks');
  const chooser = await pair.tool('browser_click', {
    target: refIn(outline, /"Choose File" \[ref=(e\d+)\]/u),
  });
  expect(chooser.text).toContain('- [File chooser]: can be handled by browser_file_upload');
  const outside = await pair.tool('browser_file_upload', { paths: ['/etc/hostname'] });
  expect(outside.text).toContain('File access denied: /etc/hostname is outside allowed roots.');
  const given = await pair.tool('browser_file_upload', { paths: ['note.txt'] });
  expect(given.text).toContain('await fileChooser.setFiles(');
  expect(given.text).not.toContain('### Modal state');
  const zone = refIn(outline, /(?:generic "zone"|zone)[^\n]*\[ref=(e\d+)\]/u);
  const dropped = await pair.tool('browser_drop', { target: zone, paths: ['note.txt'] });
  expect(dropped.text).toContain('- Page Title: note.txt');
  const text = await pair.tool('browser_drop', { target: zone, data: { 'text/plain': 'words' } });
  expect(text.text).toContain('- Page Title: words');
});

test('a declared function is called, a picture has the type that its name says, and the view is as large as asked', async () => {
  await go('/asks');
  const called = await pair.tool('browser_evaluate', { function: 'function one() { return 1; }' });
  expect(called.text).toMatch(/^### Result\n1\n### Ran Playwright code/u);
  const picture = await pair.tool('browser_take_screenshot', { filename: 'page.webp' });
  expect(picture.text).toContain('(./page.webp)');
  expect(readFileSync(join(cwd, 'page.webp')).subarray(8, 12).toString()).toBe('WEBP');
  rmSync(join(cwd, 'page.webp'));
  await pair.tool('browser_resize', { width: 390, height: 780 });
  const size = await pair.tool('browser_evaluate', { function: '() => `${innerWidth}x${innerHeight}`' });
  expect(size.text).toContain('"390x780"');
});

/** What each tool needs on the page as it stands; `{…}` is the ref of what the outline calls so. */
const NEEDS: readonly (readonly [string, Record<string, unknown>, BrowserCapability])[] = [
  ['browser_navigate', { url: `${KITCHEN}/next` }, 'NAVIGATE_SAME_ORIGIN'],
  ['browser_navigate', { url: 'http://other.test/' }, 'NAVIGATE_CROSS_ORIGIN'],
  ['browser_navigate', { url: 'data:text/html,<p>mine' }, 'INJECT_JAVASCRIPT'],
  ['browser_navigate_back', {}, 'NAVIGATE_SAME_ORIGIN'],
  ['browser_click', { target: '#plain' }, 'EXECUTE_JAVASCRIPT'],
  ['browser_hover', { target: '#plain' }, 'EXECUTE_JAVASCRIPT'],
  ['browser_drag', { startTarget: '#from', endTarget: '#to' }, 'EXECUTE_JAVASCRIPT'],
  ['browser_select_option', { target: '#colour', values: ['Blue'] }, 'EXECUTE_JAVASCRIPT'],
  ['browser_type', { target: '#field', text: 'x' }, 'FORM_SUBMIT_DATA'],
  [
    'browser_fill_form',
    { fields: [{ target: '#field', name: 'Name', type: 'textbox', value: 'x' }] },
    'FORM_SUBMIT_DATA',
  ],
  ['browser_press_key', { key: 'Tab' }, 'EXECUTE_JAVASCRIPT'],
  ['browser_resize', { width: 800, height: 600 }, 'EXECUTE_JAVASCRIPT'],
  ['browser_wait_for', { time: 0.01 }, 'EXECUTE_JAVASCRIPT'],
  ['browser_drop', { target: '#to', data: { 'text/plain': 'x' } }, 'FORM_SUBMIT_DATA'],
  ['browser_drop', { target: '#to', paths: ['a.txt'] }, 'FILE_UPLOAD'],
  ['browser_evaluate', { function: '() => 1' }, 'INJECT_JAVASCRIPT'],
  ['browser_snapshot', {}, 'SCREENSHOT'],
  ['browser_find', { text: 'Kitchen' }, 'SCREENSHOT'],
  ['browser_take_screenshot', {}, 'SCREENSHOT'],
  ['browser_console_messages', {}, 'SCREENSHOT'],
  ['browser_network_requests', {}, 'SCREENSHOT'],
  ['browser_network_request', { index: 1 }, 'SCREENSHOT'],
  ['browser_tabs', { action: 'new' }, 'OPEN_TAB'],
  ['browser_tabs', { action: 'close' }, 'CLOSE_TAB'],
  ['browser_close', {}, 'CLOSE_TAB'],
];

test('a policy that denies a capability makes every tool that needs it answer so, with the rule', async () => {
  writeFileSync(join(cwd, 'a.txt'), 'paper');
  await go('/next');
  await go('/');
  for (const capability of new Set(NEEDS.map(([, , needs]) => needs))) {
    // oxlint-disable-next-line no-await-in-loop -- one policy after the other
    await kitchen.deny(capability);
    for (const [name, args] of NEEDS.filter(([, , needs]) => needs === capability)) {
      // oxlint-disable-next-line no-await-in-loop -- one client's calls
      const { text, isError } = await pair.tool(name, args);
      expect({ isError, text }, `${capability} denied: ${name} ${JSON.stringify(args)}`).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^### Error\nError: /u),
      });
      expect(text, `${capability} denied: ${name}`).toMatch(/boundary\.denied|denies|denied/u);
    }
  }
  await kitchen.deny(null);
  const acting = (await pair.client.listTools()).tools.map(({ name }) => name);
  // Decided only where something stands open, or never run: the tests above, and the spec of the table.
  const elsewhere = ['browser_handle_dialog', 'browser_file_upload', 'browser_run_code_unsafe'];
  const tested = new Set(NEEDS.map(([name]) => name));
  expect(acting.filter((name) => !tested.has(name) && !elsewhere.includes(name))).toEqual([]);
});

test('with `--caps testing` it checks what a page shows, in frames too, and no guess of a password is right', async () => {
  expect((await pair.client.listTools()).tools.map(({ name }) => name)).not.toContain('browser_verify_value');
  await using checks = await McpPair.open({ ...options(), caps: 'testing' });
  const went = await checks.tool('browser_navigate', { url: `${KITCHEN}/verify` });
  const outline = outlineOf(went);
  const ref = (pattern: RegExp): string => refIn(outline, pattern);
  const told = async (name: string, args: Record<string, unknown>) =>
    (await checks.tool(`browser_verify_${name}`, { element: 'it', ...args })).text;
  const visible = (role: string, accessibleName: string) =>
    told('element_visible', { role, accessibleName, element: undefined });
  expect(await visible('button', 'pay')).toMatch(
    /### Result\nDone\n### Ran Playwright code\n```js\nawait expect\(page\.getByRole\('button', \{ name: 'pay' \}\)\)\.toBeVisible\(\);/u,
  );
  expect(await visible('button', 'Inner button')).toContain('Done');
  expect(await visible('button', 'Hidden')).toContain(
    'Element with role "button" and accessible name "Hidden" not found',
  );
  const text = (words: string) => told('text_visible', { text: words, element: undefined });
  expect(await text('two   apples')).toContain('Done');
  expect(await text('Inner button')).toContain('Done');
  for (const hidden of ['unseen words', 'Hidden']) expect(await text(hidden)).toContain('Text not found');
  const list = ref(/- list \[ref=(e\d+)\]/u);
  expect(await told('list_visible', { target: list, items: ['Two', 'Three'] })).toContain('Done');
  expect(await told('list_visible', { target: list, items: ['Two', 'Four'] })).toContain(
    'Item "Four" not found',
  );
  const value = (type: string, target: string, wanted: string) =>
    told('value', { type, target, value: wanted });
  const name = ref(/textbox "Name" \[ref=(e\d+)\]/u);
  expect(await value('textbox', name, 'Ada: "1"')).toContain('.toHaveValue(\'Ada: "1"\');');
  expect(await value('textbox', name, 'Bob')).toContain('Expected value "Bob", but got "Ada: "1""');
  expect(await value('checkbox', ref(/checkbox "Agree"[^\n]*\[ref=(e\d+)\]/u), 'true')).toContain(
    '.toBeChecked();',
  );
  expect(await value('combobox', ref(/combobox "Colour" \[ref=(e\d+)\]/u), 'Green')).toContain('Done');
  const secret = await value('textbox', ref(/textbox "Pass" \[ref=(e\d+)\]/u), 's3cretpass');
  expect(secret).toContain('but got "••••••••"');
  // A field gives its value to the names of what stands around it.
  expect(await visible('textbox', 'Key')).toContain('Done');
  for (const role of ['cell', 'row'])
    for (const guess of ['z', 'zq9', 'zq9-tabled']) expect(await visible(role, guess)).toContain('not found');
  for (const guess of ['zq9', 'zq9-tabled']) expect(await text(guess)).toContain('Text not found');
});
