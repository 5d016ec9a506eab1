// The dialect's tools that go somewhere: addresses, the history, tabs, and what stands in the way of a page.
import { z } from 'zod';
import type { ToolRow } from '#gateway/surfaces/mcp/tools/contract.ts';
import { given } from '#gateway/surfaces/mcp/tools/answers.ts';
import { tool } from '#gateway/surfaces/mcp/tools/contract.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { finished } from '../call/answer.ts';
import type { DialectClient } from '../call/client.ts';
import { Reply, tabLines } from '../call/reply.ts';
import { AROUND, OnTab, done, refusal, tabTool } from '../call/tab-tool.ts';
import { literal, quoted } from '../call/written-code.ts';

const SCHEME = /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/|^(?:about|data|blob|javascript):/iu;
const OF_THIS_MACHINE = ['localhost', '127.0.0.1', '0.0.0.0', '[::1]'];
/** What Playwright's server goes to; what of it a tab opens is the executor's to say. */
const OPENED = new Set(['http:', 'https:', 'about:', 'data:', 'javascript:']);
const STATIC_INDEX = z.number().int().min(0).max(1_000).optional();

export const goingTools = (client: DialectClient): readonly ToolRow[] => [
  tabTool(client, {
    name: 'browser_navigate',
    title: 'Navigate to a URL',
    description: 'Go to an address',
    input: z.object({ url: z.string().min(1).max(8192).describe('Address') }),
    commands: ['navigate'],
    handle: (on, { url }) => go(on, url),
  }),
  tabTool(client, {
    name: 'browser_navigate_back',
    title: 'Go back',
    description: 'Go back in the history of the tab',
    input: z.object({}),
    commands: ['back'],
    async handle(on) {
      on.tab.goes();
      const went = await on.run('back', {});
      if (!went.ok) return went;
      on.reply.showsPage();
      on.reply.code.push('await page.goBack();');
      return done;
    },
  }),
  tabTool(client, {
    name: 'browser_handle_dialog',
    title: 'Handle a dialog',
    description: 'Accept or dismiss the dialog that the page has open. Policies may ask a person first',
    input: z.object({
      accept: z.boolean(),
      promptText: z.string().max(65_536).optional().describe('What to answer a prompt'),
    }),
    commands: ['dialog accept', 'dialog dismiss'],
    clears: 'dialog',
    async handle(on, { accept, promptText }) {
      const answered = accept
        ? await on.acts('dialog accept', given({ text: promptText }))
        : await on.acts('dialog dismiss', {});
      if (answered.ok) return done;
      // The page closed it by itself.
      if (answered.error.code === 'act.no-dialog') on.tab.modals.cleared('dialog');
      return answered;
    },
  }),
  tabTool(client, {
    name: 'browser_resize',
    title: 'Resize browser window',
    description: 'Make the view that the page is laid out for as large as this',
    input: z.object({ width: z.number().describe('CSS pixels'), height: z.number().describe('CSS pixels') }),
    commands: ['resize'],
    async handle(on, { width, height }) {
      on.reply.code.push(`await page.setViewportSize({ width: ${width}, height: ${height} });`);
      const resized = await on.run('resize', { width: Math.round(width), height: Math.round(height) });
      return resized.ok ? done : resized;
    },
  }),
  tool({
    name: 'browser_tabs',
    title: 'Manage tabs',
    description: 'List the open tabs, open one, close one, or make one the current one',
    input: z.object({
      action: z.enum(['list', 'new', 'close', 'select']),
      index: STATIC_INDEX.describe('Of the tab, for close and select; default for close: the current one'),
      url: z.string().min(1).max(8192).optional().describe('For new: where to go'),
    }),
    commands: ['tabs', 'launch', 'navigate', 'close', 'focus'],
    around: AROUND,
    async run(call, { action, index, url }) {
      const before = await client.current(call);
      if (!before.ok) return before;
      const reply = new Reply();
      const changed = await change(call, client, reply, action, index, url);
      if (!changed.ok) return changed;
      const after = await client.tabs(call);
      if (!after.ok) return after;
      reply.results.push(...tabLines(after.value.map(({ header }) => header)));
      const tab = after.value.find(({ header }) => header.current)?.known ?? null;
      return finished(call, client, tab, reply);
    },
  }),
  tool({
    name: 'browser_close',
    title: 'Close browser',
    description: 'Close all tabs, end their browsers and remove their profiles',
    input: z.object({}),
    commands: ['cleanup'],
    around: AROUND,
    async run(call) {
      const closed = await call.run('cleanup', {});
      if (!closed.ok) return closed;
      const reply = new Reply();
      reply.results.push(...tabLines([]));
      reply.code.push('await page.close()');
      return finished(call, client, null, reply);
    },
  }),
];

async function go(on: OnTab, written: string): Promise<Result<void>> {
  const isLocal = OF_THIS_MACHINE.some((host) => written.startsWith(host));
  const url = SCHEME.test(written) ? written : `${isLocal ? 'http' : 'https'}://${written}`;
  const scheme = URL.parse(url)?.protocol;
  if (scheme !== undefined && !OPENED.has(scheme))
    return fail('act.bad-url', `Access to "${scheme}" protocol is blocked. Attempted URL: "${url}"`, {
      help: 'a tab opens http, https, and data where the policy allows it',
    });
  on.tab.goes();
  const went = await on.run('navigate', { url });
  if (!went.ok) return went;
  on.reply.showsPage();
  on.reply.code.push(`await page.goto(${quoted(url)});`);
  return done;
}

async function change(
  call: Parameters<ToolRow['run']>[0],
  client: DialectClient,
  reply: Reply,
  action: 'list' | 'new' | 'close' | 'select',
  index: number | undefined,
  url: string | undefined,
): Promise<Result<void>> {
  if (action === 'list') return done;
  if (action === 'new') {
    const opened = await call.run('launch', {});
    if (!opened.ok) return opened;
    if (url === undefined) return done;
    const tab = await client.current(call);
    if (!tab.ok) return tab;
    const on = new OnTab(call, client, tab.value);
    const went = await go(on, url);
    if (!went.ok) return went;
    reply.code.push(...on.reply.code);
    reply.showsPage();
    return done;
  }
  if (action === 'select' && index === undefined) return refusal('Tab index is required');
  const tabs = await client.tabs(call);
  if (!tabs.ok) return tabs;
  const id = index === undefined ? undefined : tabs.value[index]?.known.id;
  if (index !== undefined && id === undefined) return refusal(`Tab ${literal(index)} not found`);
  const changed = await call.run(action === 'close' ? 'close' : 'focus', given({ targetId: id }));
  return changed.ok ? ok(undefined) : changed;
}
