// MCP on a byte stream, straight on the gateway of this process: what `ghost mcp` pipes to. One worker a stream.
// INVARIANT: the worker's name is made here, so that no client gets at another one's tabs; whoever leaves takes theirs along.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Commands } from '#gateway/surfaces/commands/call/contract.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import type { Gateway } from '#gateway/main.ts';
import type { McpCaps, McpDialect } from '#gateway/protocol/rpc.ts';
import { ok } from '#policy/language/failure.ts';
import { parseRequest } from '#policy/requests/request.ts';
import type { Backend } from './tools/contract.ts';
import { AppletShelf } from './apps.ts';
import { createMcpServer } from './server.ts';
import { McpSession } from './session.ts';
import { ownDialect } from './own-dialect.ts';
import { playwrightDialect } from './playwright/dialect.ts';

/** One message at most. */
const MOST_BYTES = 4 * 1024 * 1024;

export type McpStream = { readonly input: Readable; readonly output: Writable };
export type McpOptions = {
  readonly gateway: Pick<Gateway, 'consents' | 'readAudit' | 'policy' | 'paths'> & {
    readonly tasks: Pick<Gateway['tasks'], 'start'>;
  };
  readonly commands: Commands;
  /** Where relative paths of tools begin. */
  readonly cwd: string | null;
  /** A tool for each command, not only those of every browser server. */
  readonly all: boolean;
  /** Default: our own. */
  readonly dialect?: McpDialect;
  /** Hosts that the client's configuration names: the word of whoever wrote it. */
  readonly allowOrigins?: readonly string[];
  /** Where the files of answers go; default: a private folder that ends with the client. */
  readonly outputDir?: string;
  /** A family of the dialect’s tools beside the others. */
  readonly caps?: McpCaps;
  readonly patienceMs?: number;
  /** The consent document's own address; `null`: nothing serves it. */
  readonly consentUrl?: () => string | null;
  /** Told the worker's name when its client comes; what it gives is called when that one leaves. */
  readonly onClient?: (worker: string) => () => void;
};

/** Serves until the stream ends. Resolves when everything of the client is closed. */
export async function serveMcp({ input, output }: McpStream, options: McpOptions): Promise<void> {
  const { patienceMs } = options;
  const worker = `mcp-${randomUUID()}`;
  const dialect =
    options.dialect === 'playwright'
      ? playwrightDialect({
          cwd: options.cwd,
          outputDir: options.outputDir ?? null,
          ...(options.caps === undefined ? {} : { caps: options.caps }),
          own: join(options.gateway.paths.data, 'workers', worker, 'answers'),
        })
      : ownDialect(options.all);
  const session = new McpSession({
    backend: backendOf(options, worker),
    tools: dialect.tools,
    ...(patienceMs === undefined ? {} : { patienceMs }),
    ...(options.consentUrl === undefined ? {} : { consentUrl: options.consentUrl }),
  });
  const applets = new AppletShelf();
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MOST_BYTES });
  const end = transport.close.bind(transport);
  await new Promise<void>((resolve) => {
    // By itself, too: for a message that is too long.
    transport.close = () => end().finally(resolve);
    for (const stream of [input, output]) {
      stream.once('close', resolve);
      stream.once('end', resolve);
      stream.on('error', () => resolve());
    }
    serveStdio(() => createMcpServer(session, dialect, applets), { transport });
  });
  await session.close();
  await dialect.end?.();
  await transport.close();
}

/** The same on one connection, to its end. */
export async function serveMcpOn(socket: Socket, options: McpOptions): Promise<void> {
  // Between: what comes before the transport reads is kept, and a connection that breaks off is an end.
  const input = new PassThrough();
  socket.once('close', () => input.destroy());
  socket.pipe(input);
  await serveMcp({ input, output: socket }, options);
}

/** The gateway of this process as one more worker. */
export function backendOf(
  { gateway, commands, cwd, onClient, dialect, allowOrigins = [] }: McpOptions,
  worker: string = `mcp-${randomUUID()}`,
): Backend {
  const forget = onClient?.(worker);
  const leave = commands.attend?.(worker);
  return {
    run: (name, params, { says, looksNext = false, waits, queued }, signal) =>
      commands.run(
        name,
        params,
        {
          worker,
          channel: 'mcp',
          cwd,
          waits,
          namedHosts: allowOrigins,
          looksNext,
          holdsDialogs: dialect === 'playwright',
          ...(says === undefined ? {} : { says }),
          ...(queued === undefined ? {} : { queued }),
        },
        signal,
      ),
    start: (asked, signal, on) => {
      const started = gateway.tasks.start(asked.intent, {
        ...asked,
        signal,
        by: { kind: 'client', id: worker, channel: 'MCP' },
        author: 'AGENT',
        questions: 'ask',
      });
      if (!started.ok) return started;
      const task = started.value;
      task.subscribe(on);
      const waits = ({ state, card }: ConsentView): boolean => state === 'OPEN' && card.taskId === task.id;
      return ok({
        id: task.id,
        done: task.done,
        view: () => task.view(),
        waitsFor: () => gateway.consents.list().find(waits)?.card ?? null,
        answer: (question, answer, by) => {
          const who = by === 'PERSON' ? 'person:mcp' : `client:${worker}`;
          const taken = task.questions.answer(question, answer, who);
          return taken.ok ? ok(undefined) : taken;
        },
      });
    },
    asks: (id) => gateway.consents.find(id)?.state === 'OPEN',
    answer: (id, answer) => {
      const by = { kind: 'person', channel: 'mcp', id: `person-at-${worker}` } as const;
      const proof = { authentication: 'MCP_ELICITATION' } as const;
      const taken = gateway.consents.answer({ id, answer, by, proof });
      return Promise.resolve(taken.ok ? ok(undefined) : taken);
    },
    audit: (text, limit) => gateway.readAudit({ text, limit }, `client:${worker}`),
    explain: (request) => {
      const { policy } = gateway;
      if (!policy.ok) return policy;
      const facts = parseRequest(request);
      return facts.ok ? ok(policy.value.decide(facts.value)) : facts;
    },
    close: () => {
      forget?.();
      leave?.();
      return commands.release(worker);
    },
  };
}
