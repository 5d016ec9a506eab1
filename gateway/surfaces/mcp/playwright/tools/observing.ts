// The dialect's tools that tell what goes on beside the page, and those that wait for it.
import { STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { pageRequest } from '#gateway/protocol/commands/rows/observe.ts';
import type { ToolRow } from '#gateway/surfaces/mcp/tools/contract.ts';
import { matching } from '#gateway/surfaces/mcp/tools/matching.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { messageLine } from '../call/client.ts';
import type { DialectClient, KnownTab } from '../call/client.ts';
import { done, filename, refusal, tabTool } from '../call/tab-tool.ts';
import type { OnTab } from '../call/tab-tool.ts';

const LEVELS = ['error', 'warning', 'info', 'debug'] as const;
/** The most severe first: a level shows itself and what stands before it. */
const RANK: Readonly<Record<string, number>> = { error: 0, warning: 1, info: 2, log: 2, debug: 3, trace: 3 };
const PARTS = ['request-headers', 'request-body', 'response-headers', 'response-body'] as const;
const FETCHES: ReadonlySet<string> = new Set(['fetch', 'xhr']);
const MOST_SECONDS = 30;
/** As the acts of Playwright's server give up. */
const DEFAULT_WAIT_MS = 5_000;

const requested = z.object({
  requests: z.array(
    pageRequest.extend({
      failed: z.boolean().default(false),
      error: z.string().optional(),
      refused: z.string().optional(),
    }),
  ),
});
type Requested = z.output<typeof requested>['requests'][number];

export const observingTools = (client: DialectClient): readonly ToolRow[] => [
  tabTool(client, {
    name: 'browser_console_messages',
    title: 'Get console messages',
    description:
      'Messages that the page wrote to the console since it was gone to: of the last 500 of the tab',
    input: z.object({
      level: z.enum(LEVELS).default('info').describe('This one and those that are more severe'),
      all: z.boolean().optional().describe('Also of pages that were there before'),
      filename,
    }),
    commands: ['console'],
    async handle(on, { level, all, filename: name }) {
      const read = await client.console(on.call, on.tab, all);
      if (!read.ok) return read;
      const shown = read.value.filter((one) => (RANK[one.level] ?? 2) <= (RANK[level] ?? 2));
      const of = (wanted: string): number => read.value.filter((one) => one.level === wanted).length;
      const lines = [
        `Total messages: ${read.value.length} (Errors: ${of('error')}, Warnings: ${of('warning')})`,
        ...(shown.length === read.value.length
          ? []
          : [`Returning ${shown.length} messages for level "${level}"`]),
        '',
        ...shown.map(messageLine),
      ];
      return on.give('Console', lines.join('\n'), { prefix: 'console', ext: 'log', filename: name });
    },
  }),
  tabTool(client, {
    name: 'browser_network_requests',
    title: 'List network requests',
    description: 'Requests since the page was gone to, numbered: of the last 200 of the tab',
    input: z.object({
      static: z.boolean().default(false).describe('Pictures, fonts, styles and scripts that were well, too'),
      filter: z.string().max(200).optional().describe('Regular expression on the address'),
      all: z.boolean().optional().describe('Also of pages that were there before'),
      filename,
    }),
    commands: ['requests'],
    async handle(on, { static: whole, filter, all, filename: name }) {
      const read = await requestsOf(on, all ?? false);
      if (!read.ok) return read;
      const isHidden = (one: Requested): boolean => !whole && !FETCHES.has(one.resource_type) && isWell(one);
      const open = read.value.filter(({ request }) => !isHidden(request));
      const fits =
        filter === undefined
          ? ok(open.map(() => true))
          : matching(
              filter,
              open.map(({ request }) => request.url),
            );
      if (!fits.ok) return fits;
      const lines = open.flatMap(({ number, request }, index) =>
        fits.value[index] === true ? [`${number}. ${requestLine(request)}`] : [],
      );
      const hidden = read.value.length - open.length;
      const them = hidden === 1 ? 'it' : 'them';
      const note = `\nNote: ${hidden} static request${hidden === 1 ? '' : 's'} not shown, run with "static" option to see ${them}.`;
      const text = [...lines, ...(hidden === 0 ? [] : [note])].join('\n');
      return on.give('Network', text, { prefix: 'network', ext: 'log', filename: name });
    },
  }),
  tabTool(client, {
    name: 'browser_network_request',
    title: 'Show network request details',
    description: 'One request of browser_network_requests, by its number, without headers and bodies',
    input: z.object({
      index: z.number().int().min(1).describe('Its number'),
      part: z.enum(PARTS).optional().describe('Withheld: headers and bodies hold secrets'),
      filename,
    }),
    commands: ['requests'],
    async handle(on, { index, part, filename: name }) {
      const read = await requestsOf(on, true);
      if (!read.ok) return read;
      const found = read.value.find(({ number }) => number === index)?.request;
      if (found === undefined) {
        on.reply.errors.push(
          `Request #${index} not found. Use browser_network_requests to see available indexes.`,
        );
        return done;
      }
      if (part !== undefined)
        return fail('act.unsupported', `the ${part} of a request is handed to nobody`, {
          help: 'what servers answer is kept by a rule that the policy decides on as a script: browser_route, or ghost_route_capture',
        });
      return on.give('Request', details(index, found), { prefix: 'request', ext: 'log', filename: name });
    },
  }),
  tabTool(client, {
    name: 'browser_wait_for',
    title: 'Wait for',
    description: 'Wait for a text to appear or to go, or for some seconds',
    input: z.object({
      time: z
        .number()
        .min(0)
        .optional()
        .describe('Seconds, 30 at most; with a text, how long it is waited for'),
      text: z.string().max(2_000).optional(),
      textGone: z.string().max(2_000).optional(),
    }),
    commands: ['wait', 'text'],
    handle: (on, wanted) => waitFor(on, wanted),
  }),
];

const isWell = ({ status, failed }: Requested): boolean => status !== null && status < 400 && !failed;

async function requestsOf(
  on: OnTab,
  all: boolean,
): Promise<Result<readonly { readonly number: number; readonly request: Requested }[]>> {
  const read = await on.run('requests', {});
  if (!read.ok) return read;
  const numbered = requested.parse(read.value).requests.map((request) => ({
    number: numberOf(on.tab, request),
    request,
  }));
  return ok(all ? numbered : numbered.filter(({ request }) => request.timestamp >= on.tab.since));
}

const numberOf = (tab: KnownTab, { timestamp, method, url }: Requested): number =>
  tab.numberOf(`${timestamp} ${method} ${url}`);

const ending = ({ status, error, refused }: Requested): string | null => {
  if (refused !== undefined) return `[FAILED] refused: ${refused}`;
  if (status !== null) return `[${status}] ${STATUS_CODES[status] ?? ''}`.trimEnd();
  return error === undefined ? null : `[FAILED] ${error}`;
};

function requestLine(request: Requested): string {
  const { method, url } = request;
  const end = ending(request);
  return `[${method.toUpperCase()}] ${shortened(url)}${end === null ? '' : ` => ${end}`}`;
}

const shortened = (url: string): string =>
  url.startsWith('data:') && url.length > 120 ? `${url.slice(0, 120)}…` : url;

function details(index: number, request: Requested): string {
  const end = ending(request);
  return [
    `#${index} [${request.method.toUpperCase()}] ${shortened(request.url)}`,
    '',
    '  General',
    ...(end === null ? [] : [`    status:    ${end}`]),
    ...(request.duration_ms === null ? [] : [`    duration:  ${request.duration_ms}ms`]),
    `    type:      ${request.resource_type}`,
  ].join('\n');
}

async function waitFor(
  on: OnTab,
  {
    time,
    text,
    textGone,
  }: { time?: number | undefined; text?: string | undefined; textGone?: string | undefined },
): Promise<Result<void>> {
  if (!text && !textGone && !time) return refusal('Either time, text or textGone must be provided');
  const seconds = time === undefined || time === 0 ? null : Math.min(MOST_SECONDS, time);
  on.reply.showsPage();
  if (!text && !textGone) {
    on.reply.code.push(`await new Promise(f => setTimeout(f, ${seconds} * 1000));`);
    const waited = await on.run('wait', { ms: Math.round((seconds ?? 0) * 1_000) });
    if (!waited.ok) return waited;
    on.reply.results.push(
      seconds === time
        ? `Waited for ${seconds} seconds`
        : `Waited for ${seconds} seconds (requested ${time}, maximum is ${MOST_SECONDS})`,
    );
    return done;
  }
  const came = await firstOf(
    on,
    text ?? null,
    textGone ?? null,
    seconds === null ? DEFAULT_WAIT_MS : seconds * 1_000,
  );
  if (!came.ok) return came;
  const { what, state } = came.value;
  on.reply.code.push(`await page.getByText(${JSON.stringify(what)}).first().waitFor({ state: '${state}' });`);
  on.reply.results.push(`Waited for ${what}`);
  return done;
}

const visible = z.object({ text: z.string() });

/** Whichever happens first, looked for anew as often as that is worth it. */
async function firstOf(
  on: OnTab,
  text: string | null,
  textGone: string | null,
  withinMs: number,
): Promise<Result<{ readonly what: string; readonly state: 'visible' | 'hidden' }>> {
  const deadline = performance.now() + withinMs;
  for (let pause = 100; ; pause = Math.min(pause * 1.5, 1_000)) {
    const read = await on.run('text', {});
    if (!read.ok) return read;
    const seen = visible.parse(read.value).text.replaceAll(/\s+/gu, ' ').toLowerCase();
    const has = (wanted: string): boolean =>
      seen.includes(wanted.trim().replaceAll(/\s+/gu, ' ').toLowerCase());
    if (text !== null && has(text)) return ok({ what: text, state: 'visible' });
    if (textGone !== null && !has(textGone)) return ok({ what: textGone, state: 'hidden' });
    if (performance.now() + pause > deadline)
      return fail('act.timed-out', `it did not happen within ${withinMs} ms`, {
        help: 'look at the page with browser_snapshot',
      });
    await wait(pause, undefined, { signal: on.call.signal }).catch(() => undefined); // an abort is the next run's answer
  }
}
