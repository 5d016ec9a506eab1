// Tabs of this client alone, by index as clients of Playwright's server know them.
import { z } from 'zod';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { tool } from './contract.ts';
import type { ToolAnswer, ToolCall } from './contract.ts';
import { given } from './answers.ts';

const listed = z.object({
  tabs: z.array(z.object({ targetId: z.string(), url: z.string(), title: z.string(), current: z.boolean() })),
});

export const TAB_TOOLS = [
  tool({
    name: 'browser_tabs',
    title: 'Manage tabs',
    description: 'List the open tabs, open one, close one, or make one the current one',
    input: z.strictObject({
      action: z.enum(['list', 'new', 'close', 'select']),
      index: z
        .exactOptional(z.number().int().min(0).max(1_000))
        .describe('Of the tab, for close and select; default for close: the current one'),
      url: z.exactOptional(z.string().min(1).max(8192)).describe('For new: where to go'),
    }),
    commands: ['tabs', 'launch', 'open', 'close', 'focus'],
    async run(call, { action, index, url }) {
      if (action === 'new') {
        const opened = url === undefined ? await call.run('launch', {}) : await call.run('open', { url });
        return opened.ok ? list(call, 'opened a tab') : opened;
      }
      if (action === 'list') return list(call);
      if (action === 'select' && index === undefined)
        return fail('command.bad-params', '`select` needs the index of a tab', { help: 'see `list`' });
      const targetId = index === undefined ? ok(undefined) : await idOf(call, index);
      if (!targetId.ok) return targetId;
      const done = await call.run(
        action === 'close' ? 'close' : 'focus',
        given({ targetId: targetId.value }),
      );
      return done.ok ? list(call, action === 'close' ? 'closed a tab' : 'selected a tab') : done;
    },
  }),
  tool({
    name: 'browser_close',
    title: 'Close browser',
    description: 'Close all tabs, end their browsers and remove their profiles',
    input: z.strictObject({}),
    commands: ['cleanup'],
    async run(call) {
      const closed = await call.run('cleanup', {});
      return closed.ok ? ok({ result: 'closed all tabs', tabs: [] }) : closed;
    },
  }),
];

async function list(call: ToolCall, result?: string): Promise<Result<ToolAnswer>> {
  const read = await call.run('tabs', {});
  if (!read.ok) return read;
  return ok({ ...(result === undefined ? {} : { result }), tabs: listed.parse(read.value).tabs });
}

async function idOf(call: ToolCall, index: number): Promise<Result<string>> {
  const read = await call.run('tabs', {});
  if (!read.ok) return read;
  const { tabs } = listed.parse(read.value);
  const found = tabs[index];
  return found === undefined
    ? fail('command.unknown-tab', `there is no tab ${index}`, {
        help: `${tabs.length} are open; see \`list\``,
      })
    : ok(found.targetId);
}
