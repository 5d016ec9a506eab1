// What the calls of one client of the dialect know of one another: its tabs as they were told, what stands open in each, its files.
// INVARIANT: everything that it does is commands of the one table; a tab is known by its id, and one that is gone is forgotten.
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { consoleMessage } from '#gateway/protocol/commands/rows/observe.ts';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import type { ToolCall } from '#gateway/surfaces/mcp/tools/contract.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { Modals } from './modal.ts';
import type { Header } from './reply.ts';
import type { Workspace } from './workspace.ts';

export type Message = {
  readonly level: string;
  readonly text: string;
  readonly url: string;
  readonly line: number | null;
  readonly timestamp: number;
};

/** One tab, as its client was told of it. */
export class KnownTab {
  readonly id: string;
  readonly modals = new Modals();
  /** When the page that it shows was gone to: what is older is told only where it is asked for. */
  since = 0;
  status: Header['status'] = null;
  /** Of the console, when it was looked at last. */
  counts = { errors: 0, warnings: 0, messages: 0 };
  /** Up to there its messages stand in the log file. */
  logged = { until: 0, lines: 0, file: null as string | null };
  told: Header | undefined;
  readonly #requests = new Map<string, number>();

  constructor(id: string) {
    this.id = id;
  }

  /** Begins anew with what is gone to from then on. */
  goes(since = Date.now()): void {
    this.since = since;
    this.status = null;
    this.logged = { until: this.since, lines: 0, file: null };
  }

  /** `began`: when whatever answers now was asked for. */
  heard(answer: CommandAnswer, began = Date.now()): void {
    this.modals.heard(answer);
    const { navigated, status } = moved.parse(answer);
    if (navigated === true && began > this.since) this.goes(began);
    if (status !== undefined && status !== null)
      this.status = { code: status, text: STATUS_CODES[status] ?? '' };
  }

  /** The number of a request, the same each time it is listed. */
  numberOf(key: string): number {
    const known = this.#requests.get(key) ?? this.#requests.size + 1;
    this.#requests.set(key, known);
    return known;
  }

  requestNumbered(number: number): string | undefined {
    return [...this.#requests].find(([, one]) => one === number)?.[0];
  }
}

const moved = z.object({ navigated: z.boolean().optional(), status: z.number().nullable().optional() });
const listed = z.object({
  tabs: z.array(z.object({ targetId: z.string(), url: z.string(), title: z.string(), current: z.boolean() })),
});
const written = z.object({ messages: z.array(consoleMessage) });

export class DialectClient {
  readonly files: Workspace;
  readonly #tabs = new Map<string, KnownTab>();

  constructor(files: Workspace) {
    this.files = files;
  }

  /** All tabs as they are, in their order, with what the client knows of each. */
  async tabs(
    call: ToolCall,
  ): Promise<Result<readonly { readonly known: KnownTab; readonly header: Header }[]>> {
    const read = await call.run('tabs', {});
    if (!read.ok) return read;
    const { tabs } = listed.parse(read.value);
    const ids = new Set(tabs.map(({ targetId }) => targetId));
    for (const id of this.#tabs.keys()) if (!ids.has(id)) this.#tabs.delete(id);
    return ok(
      tabs.map(({ targetId, url, title, current }) => {
        const known = this.#tabs.get(targetId) ?? new KnownTab(targetId);
        this.#tabs.set(targetId, known);
        const { status, counts, modals } = known;
        // A page behind its dialog tells nobody what it is called.
        const header = { url, title: modals.has('dialog') ? '' : title, current, status, ...counts };
        return { known, header };
      }),
    );
  }

  /** The current one; a new one where there is none. Errors: those of `launch`. */
  async current(call: ToolCall): Promise<Result<KnownTab>> {
    const before = await this.tabs(call);
    if (!before.ok) return before;
    const found = before.value.find(({ header }) => header.current);
    if (found !== undefined) return ok(found.known);
    const opened = await call.run('launch', {});
    if (!opened.ok) return opened;
    const after = await this.tabs(call);
    if (!after.ok) return after;
    const tab = after.value.find(({ header }) => header.current)?.known;
    if (tab === undefined) throw new TypeError('a tab was opened and is not among the tabs');
    tab.goes();
    return ok(tab);
  }

  /** What the page in it wrote, since it was gone to or since ever; its counts are those of the page. */
  async console(call: ToolCall, tab: KnownTab, all = false): Promise<Result<readonly Message[]>> {
    const read = await call.run('console', {});
    if (!read.ok) return read;
    tab.heard(read.value);
    const { messages } = written.parse(read.value);
    const since = messages.filter(({ timestamp }) => timestamp >= tab.since);
    const wanted = all ? messages : since;
    const of = (level: string): number => since.filter((one) => one.level === level).length;
    tab.counts = { errors: of('error'), warnings: of('warning'), messages: since.length };
    return ok(wanted);
  }
}

export const messageLine = ({ level, text, url, line }: Message): string =>
  `[${level.toUpperCase()}] ${text} @ ${url}:${line === null ? 0 : line - 1}`;
