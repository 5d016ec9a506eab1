// One client of the socket. INVARIANT: nothing is run before the client has shown the key that only its user can read; a client
// that leaves takes what it started along; whoever does not read its answers is not read from; whoever finds the place full is told.
import { timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { z } from 'zod';
import type { Caller, Commands } from '#gateway/surfaces/commands/call/contract.ts';
import {
  HELLO,
  MCP,
  MCP_CAPS,
  MCP_DIALECTS,
  MOST_ALLOWED_ORIGINS,
  QUEUED,
  RPC,
  RPC_VERSION,
  RUN,
  WAITING,
  WORKER_ID,
} from '#gateway/protocol/rpc.ts';
import type { McpSettings } from '#gateway/protocol/rpc.ts';
import { placeInWords } from '#gateway/protocol/place.ts';
import { failure } from '#policy/language/failure.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { cardLines } from './waiting.ts';
import { Frames } from './frames.ts';
import { MAX_CLIENTS, type Place, type Places } from './places.ts';
import { errorFrame, failureFrame, isRequest, noticeFrame, readRequest, resultFrame } from './request.ts';
import type { Request } from './request.ts';

/** Requests under way; more are read when one is done. */
const MAX_CONCURRENT_REQUESTS = 32;
const HELLO_MS = 5_000;
/** A line that was begun and does not end. */
const LINE_MS = 30_000;

const hello = z.strictObject({
  key: z.string().max(200),
  protocol: z.number().int().optional(),
  worker: z.string().max(64).optional(),
  pid: z.number().int().positive().optional(),
  cwd: z.string().max(4096).startsWith('/').optional(),
});
const line = z.strictObject({
  argv: z.array(z.string().max(1024 * 1024)).max(1000),
  cwd: z.string().max(4096).startsWith('/').optional(),
  input: z.string().optional(),
});

const asMcp = z.strictObject({
  cwd: z.string().max(4096).startsWith('/').optional(),
  all: z.boolean().optional(),
  dialect: z.enum(MCP_DIALECTS).optional(),
  allowOrigins: z.array(z.string().min(1).max(300)).max(MOST_ALLOWED_ORIGINS).optional(),
  outputDir: z.string().max(4096).optional(),
  caps: z.enum(MCP_CAPS).optional(),
});

export type ConnectionParts = {
  readonly commands: Commands;
  readonly key: string;
  readonly places: Pick<Places, 'known'>;
  readonly version: string;
  /** Told which process a worker's commands come from, as it says itself. */
  readonly from: (worker: string, pid: number | null) => void;
  /** Serves an MCP client until its stream ends. */
  readonly mcp: (
    socket: Socket,
    options: McpSettings & { readonly cwd: string | null; readonly pid: number | null },
  ) => Promise<void>;
  /** Told of each request, so that idleness is known. */
  readonly busy: (change: 1 | -1) => void;
};

export function serveConnection(
  socket: Socket,
  { commands, key, places, version, busy, mcp, from }: ConnectionParts,
): void {
  const frames = new Frames();
  const gone = new AbortController();
  let who: { worker: string; cwd: string | null; pid: number | null } | null = null;
  let place: Place = 'NONE';
  let under = 0;
  let closing = false;
  let leave = (): void => undefined;
  const impatient = (): NodeJS.Timeout => setTimeout(() => socket.destroy(), HELLO_MS);
  let patience = impatient();
  let half: NodeJS.Timeout | null = null;

  const send = (frame: string): void => {
    if (!socket.writable) return;
    const draining = socket.writableNeedDrain;
    if (socket.write(frame) || draining) return;
    socket.pause();
    socket.once('drain', resume);
  };
  /** INVARIANT: what was handed over flows for its new reader alone: a client of MCP begins before that one is there. */
  let handedOver = false;
  const resume = (): void => {
    if (handedOver) return;
    if (under < MAX_CONCURRENT_REQUESTS && !socket.writableNeedDrain && queue.length === 0) socket.resume();
  };
  /** A client that was told so and stays keeps its place no longer than one that says nothing. */
  const end = (frame: string): void => {
    if (!socket.writable) return;
    closing = true;
    socket.end(frame);
    clearTimeout(patience);
    patience = impatient();
  };
  const queue: Buffer[] = [];

  const callerOf = (channel: 'cli' | 'rpc', cwd: string | null, waitsFor: Request['id']): Caller => ({
    worker: who?.worker ?? '',
    channel,
    cwd,
    waits: (card: ConsentCard) =>
      send(noticeFrame(WAITING, { id: waitsFor, consent: card.id, lines: cardLines(card) })),
    queued: (turn) => send(noticeFrame(QUEUED, { id: waitsFor, ...turn, lines: [placeInWords(turn)] })),
  });

  /** INVARIANT: nothing else is read from it any more; it counts as under way until the client leaves. */
  const becomeMcp = async (id: Request['id'], params: Request['params']): Promise<void> => {
    const parsed = asMcp.safeParse(params);
    if (!parsed.success || under > 1 || queue.length > 0 || frames.pending > 0)
      return send(errorFrame(id, RPC.badParams, '`mcp` takes how it serves, with nothing else under way'));
    handedOver = true;
    socket.pause();
    socket.removeAllListeners('data');
    send(resultFrame(id, { ok: true }));
    const { cwd = who?.cwd ?? null, all = false, dialect, allowOrigins, outputDir, caps } = parsed.data;
    await mcp(socket, {
      cwd,
      all,
      ...(dialect === undefined ? {} : { dialect }),
      ...(allowOrigins === undefined ? {} : { allowOrigins }),
      ...(outputDir === undefined ? {} : { outputDir }),
      ...(caps === undefined ? {} : { caps }),
      pid: who?.pid ?? null,
    });
    socket.end();
  };

  const serve = async ({ id, method, params }: Request): Promise<void> => {
    if (place === 'RESERVED' && !looksOrEnds(method, params)) return end(busyFrame(id));
    clearTimeout(patience);
    // A kept place is for one question: whoever asks the next one comes anew.
    const answer = place === 'RESERVED' ? end : send;
    if (method === MCP) return becomeMcp(id, params);
    if (method === RUN) {
      const parsed = line.safeParse(params);
      if (!parsed.success)
        return send(errorFrame(id, RPC.badParams, '`run` takes `argv`, and where wanted `cwd` and `input`'));
      const { argv, cwd, input } = parsed.data;
      // The next command is a program that starts first: whatever it is, it finds the page at rest, and mostly it looks.
      const caller = { ...callerOf('cli', cwd ?? who?.cwd ?? null, id), looksNext: argv[0] !== 'batch' };
      const done = await commands.runLine(argv, caller, gone.signal, input);
      return answer(done.ok ? resultFrame(id, done.value) : failureFrame(id, done.error));
    }
    const done = await commands.run(method, params, callerOf('rpc', who?.cwd ?? null, id), gone.signal);
    answer(done.ok ? resultFrame(id, done.value) : failureFrame(id, done.error));
  };

  const greet = ({ id, method, params }: Request): void => {
    const parsed = method === HELLO ? hello.safeParse(params) : null;
    if (parsed?.success !== true || !same(parsed.data.key, key))
      return end(
        errorFrame(id, RPC.badRequest, 'the first request is `hello`, with the key that `daemon.json` holds'),
      );
    const { protocol = RPC_VERSION, worker = 'default', cwd = null, pid = null } = parsed.data;
    if (protocol !== RPC_VERSION) {
      return end(
        errorFrame(id, RPC.badRequest, `this daemon speaks protocol ${RPC_VERSION}, not ${protocol}`, {
          suggestion: 'run `ghost daemon stop`: the next command starts one of the same version',
        }),
      );
    }
    place = places.known(socket);
    if (place === 'NONE') return end(busyFrame(id));
    // INVARIANT: a kept place is taken by whoever asks at once, not by whoever rests.
    if (place === 'FREE') clearTimeout(patience);
    who = { worker, cwd, pid };
    from(worker, pid);
    if (WORKER_ID.test(worker)) leave = commands.attend?.(worker) ?? leave;
    send(resultFrame(id, { ok: true, version, protocol: RPC_VERSION, worker }));
  };

  /** In order, as many at once as may be. */
  const next = (): void => {
    while (queue.length > 0 && under < MAX_CONCURRENT_REQUESTS && socket.writable) {
      const bytes = queue.shift();
      if (bytes === undefined || bytes.length === 0) continue;
      const read = readRequest(bytes);
      if (!isRequest(read)) {
        const frame = errorFrame(read.id, read.code, read.message);
        if (who === null) return end(frame);
        send(frame);
      } else if (who === null) greet(read);
      else {
        under += 1;
        busy(1);
        void serve(read).finally(() => {
          under -= 1;
          busy(-1);
          next();
        });
      }
    }
    if (queue.length > 0 || under >= MAX_CONCURRENT_REQUESTS) socket.pause();
    else resume();
  };

  socket.on('data', (chunk: Buffer) => {
    if (closing) return;
    const lines = frames.push(chunk);
    if (half !== null) clearTimeout(half);
    half = null;
    if (lines === null) return end(errorFrame(null, RPC.badRequest, 'a frame is 4 MB at most'));
    if (frames.pending > 0) half = setTimeout(() => socket.destroy(), LINE_MS);
    queue.push(...lines);
    next();
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    clearTimeout(patience);
    if (half !== null) clearTimeout(half);
    queue.length = 0;
    gone.abort();
    leave();
  });
}

/** Those for which places are kept. */
const looksOrEnds = (method: string, { argv }: Request['params']): boolean => {
  const words: unknown = method === RUN ? argv : method.split('.');
  return Array.isArray(words) && words[0] === 'daemon';
};

const busyFrame = (id: Request['id'] | null): string =>
  failureFrame(
    id,
    failure('daemon.busy', `the daemon has ${MAX_CLIENTS} clients, and takes no more`, {
      help: 'end some of them, or try again later; `ghost daemon status` and `ghost daemon stop` have places of their own',
    }),
  );

/** Ends a connection that showed no key, in favour of a later one. */
export function dropped(socket: Socket): void {
  socket.end(busyFrame(null));
  socket.destroySoon();
}

function same(given: string, key: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}
