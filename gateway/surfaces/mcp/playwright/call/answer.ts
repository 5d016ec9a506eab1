// Brings an answer to its end: the tabs and the page as they are now, what stands open, the outline, what happened beside.
// INVARIANT: behind a dialog nothing of the page is asked for; a look that fails is told, and the act that came before it stays done.
import { z } from 'zod';
import type { ToolAnswer, ToolCall } from '#gateway/surfaces/mcp/tools/contract.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { messageLine } from './client.ts';
import type { DialectClient, KnownTab } from './client.ts';
import { inContent, isSameHeader, pageLines, tabLines } from './reply.ts';
import type { Reply, Section } from './reply.ts';

const outlined = z.object({ outline: z.string() });
const LEVELS: ReadonlySet<string> = new Set(['error', 'warning', 'info', 'log']);

export async function finished(
  call: ToolCall,
  client: DialectClient,
  tab: KnownTab | null,
  reply: Reply,
): Promise<Result<ToolAnswer>> {
  const looked = tab === null ? NOTHING_LOOKED : await look(call, client, tab, reply);
  const tabs = await client.tabs(call);
  if (!tabs.ok) return tabs;
  const current = tabs.value.find(({ header }) => header.current);
  const isNews = tabs.value.some(({ known, header }) => !isSameHeader(known.told, header));
  for (const { known, header } of tabs.value) known.told = header;
  const shows = reply.shown.kind !== 'NOTHING' || isNews;
  const headers = tabs.value.map(({ header }) => header);
  const sections: readonly Section[] = [
    { title: 'Error', lines: [...reply.errors, ...looked.errors] },
    { title: 'Result', lines: reply.results },
    { title: 'Ran Playwright code', lines: reply.code, fence: 'js' },
    { title: 'Open tabs', lines: shows && headers.length !== 1 ? tabLines(headers) : [] },
    { title: 'Page', lines: shows && current !== undefined ? pageLines(current.header) : [] },
    { title: 'Modal state', lines: current?.known.modals.lines() ?? [] },
    ...looked.snapshot,
    { title: 'Events', lines: looked.events },
  ];
  const isError = reply.errors.length + looked.errors.length > 0;
  return ok({ written: { content: inContent(sections, reply.images), isError } });
}

type Looked = {
  readonly errors: readonly string[];
  readonly snapshot: readonly Section[];
  readonly events: readonly string[];
};
const NOTHING_LOOKED: Looked = { errors: [], snapshot: [], events: [] };

async function look(call: ToolCall, client: DialectClient, tab: KnownTab, reply: Reply): Promise<Looked> {
  if (tab.modals.all.length > 0) return NOTHING_LOOKED;
  const snapshot = await outline(call, client, tab, reply);
  // It may have opened one meanwhile.
  if (tab.modals.all.length > 0) return NOTHING_LOOKED;
  const logged = await consoleEvent(call, client, tab);
  return { errors: snapshot.errors, snapshot: snapshot.sections, events: logged };
}

async function outline(
  call: ToolCall,
  { files }: DialectClient,
  tab: KnownTab,
  { shown }: Reply,
): Promise<{ readonly errors: readonly string[]; readonly sections: readonly Section[] }> {
  if (shown.kind === 'NOTHING') return { errors: [], sections: [] };
  const params =
    shown.kind === 'FILE'
      ? {}
      : {
          ...(shown.element === undefined ? {} : { element: shown.element }),
          ...(shown.depth === undefined ? {} : { depth: shown.depth }),
          ...(shown.boxes === undefined ? {} : { boxes: shown.boxes }),
        };
  const read = await call.run('aria', params);
  if (!read.ok) {
    tab.modals.stopped(read.error);
    const isOpen = read.error.code === 'act.dialog-open';
    return { errors: isOpen ? [] : [`Error: ${read.error.message}`], sections: [] };
  }
  tab.heard(read.value);
  const { outline: text } = outlined.parse(read.value);
  if (shown.kind === 'INLINE')
    return { errors: [], sections: [{ title: 'Snapshot', lines: [text], fence: 'yaml' }] };
  const saved = await files.write({ prefix: 'page', ext: 'yml', filename: shown.filename }, text);
  if (!saved.ok) return { errors: [`Error: ${saved.error.message}`], sections: [] };
  const link = `- [Snapshot](${files.printed(saved.value)})`;
  return { errors: [], sections: [{ title: 'Snapshot', lines: [link] }] };
}

/** What the page wrote since the last answer goes to its log file, and the answer says where. */
async function consoleEvent(
  call: ToolCall,
  client: DialectClient,
  tab: KnownTab,
): Promise<readonly string[]> {
  const read = await client.console(call, tab);
  // Whoever may not read the console is told nothing of it.
  if (!read.ok) return [];
  const wanted = read.value.filter(({ level }) => LEVELS.has(level));
  const fresh = wanted.filter(({ timestamp }) => timestamp > tab.logged.until);
  if (fresh.length === 0) return [];
  const { logged, since } = tab;
  const line = ({ timestamp, ...message }: (typeof wanted)[number]): string =>
    `[${String(Math.max(0, Math.round(timestamp - since))).padStart(8, ' ')}ms] ${messageLine({ timestamp, ...message })}`;
  const all = wanted.map(line).join('\n').split('\n');
  const file = logged.file ?? client.files.fresh('console', 'log');
  const saved = await client.files.log(file, `${all.join('\n')}\n`);
  if (!saved.ok) return [];
  const from = Math.min(logged.lines + 1, all.length);
  tab.logged = { until: Math.max(...fresh.map(({ timestamp }) => timestamp)), lines: all.length, file };
  const lines = from === all.length ? `#L${from}` : `#L${from}-L${all.length}`;
  return [`- New console entries: ${client.files.printed(saved.value)}${lines}`];
}
