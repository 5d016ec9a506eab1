// A client's MCP stream over the gateways that come and go below it: when one ends, what it owed is answered, and the next call begins
// the session anew in another. INVARIANT: nothing that was asked is sent a second time by itself, and no call stays without an answer.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { describe, failure, type Failure } from '#policy/language/failure.ts';

type Id = string | number;
type Message = {
  readonly id?: Id | null;
  readonly method?: string;
  readonly error?: unknown;
  readonly params?: { readonly requestId?: unknown } | null;
};

export type Relaying = {
  readonly output: { write(text: string): unknown };
  readonly connect: () => Promise<Socket | Failure>;
  /** For the person who looks at what the program writes beside MCP. */
  readonly say: (words: string) => void;
};

const ENDED_CODE = -32_000;
const RESUME_ID = 'ghost-resumed';
const RESUME_MS = 15_000;
const ENDED =
  'the gateway ended before it answered; what it was doing may be done: look at the page before it is asked for again';
const NONE_READY = 'the gateway that was started did not take up the session';

export class McpRelay {
  readonly #parts: Relaying;
  #socket: Socket | null = null;
  /** What the client began with: a gateway that comes later is greeted with the same. */
  #hello: string | null = null;
  #ready: string | null = null;
  readonly #owed = new Map<string, Id>();
  /** Questions of the gateway that runs, to the client. */
  readonly #asked = new Set<string>();
  #resumed: ((isTaken: boolean) => void) | null = null;
  #turn: Promise<void> = Promise.resolve();
  #isLeft = false;

  constructor(parts: Relaying) {
    this.#parts = parts;
  }

  /** Whether the client waits for something. */
  get owes(): boolean {
    return this.#owed.size > 0;
  }

  attach(socket: Socket): void {
    this.#socket = socket;
    this.#asked.clear();
    onLine(socket, (line) => this.#fromGateway(line));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#lost(socket));
  }

  /** A line of the client's: one after the other, whatever gateway is there. */
  fromClient(line: string): Promise<void> {
    this.#turn = this.#turn.then(() => this.#take(line));
    return this.#turn;
  }

  /** The client went: what it asked for is done, and what it has open ends. */
  async leave(): Promise<void> {
    this.#isLeft = true;
    await this.#turn;
    const socket = this.#socket;
    if (socket === null) return;
    socket.end();
    await once(socket, 'close');
  }

  /** At once. */
  end(): void {
    this.#isLeft = true;
    this.#socket?.destroy();
  }

  async #take(line: string): Promise<void> {
    const { id, method, params } = parsed(line);
    const isAnswer = method === undefined && id !== undefined && id !== null;
    // An answer to a question of a gateway that is gone is nobody's.
    if (isAnswer && !this.#asked.delete(keyOf(id))) return;
    if (this.#socket === null) {
      const failed = await this.#resume(method === 'initialize');
      if (failed !== null) {
        if (method !== undefined && id !== undefined && id !== null) this.#refuse(id, failed);
        return;
      }
    }
    if (method === 'notifications/cancelled') this.#owed.delete(keyOf(params?.requestId));
    if (method === 'initialize') this.#hello = line;
    if (method === 'notifications/initialized') this.#ready = line;
    if (method !== undefined && id !== undefined && id !== null) this.#owed.set(keyOf(id), id);
    this.#socket?.write(`${line}\n`);
  }

  /** `null`, or why there is none: said, and tried again with the next call. */
  async #resume(isNew: boolean): Promise<string | null> {
    const joined = await this.#parts.connect().catch(broken);
    if ('code' in joined) {
      const words = joined.help === undefined ? joined.message : `${joined.message}; ${joined.help}`;
      this.#parts.say(words);
      return words;
    }
    this.attach(joined);
    if (isNew || this.#hello === null) return null;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#resumed = resolve;
    const patience = setTimeout(() => resolve(false), RESUME_MS);
    joined.once('close', () => resolve(false));
    const hello: unknown = JSON.parse(this.#hello);
    joined.write(`${JSON.stringify({ ...Object(hello), id: RESUME_ID })}\n`);
    const isResumed = await promise;
    clearTimeout(patience);
    this.#resumed = null;
    if (!isResumed) {
      // Nothing was asked there: the next call goes elsewhere.
      if (this.#socket === joined) this.#socket = null;
      joined.destroy();
      return NONE_READY;
    }
    if (this.#ready !== null) joined.write(`${this.#ready}\n`);
    this.#parts.say('another gateway goes on with the session; tabs that were open are gone');
    return null;
  }

  #fromGateway(line: string): void {
    const { id, method, error } = parsed(line);
    if (method === undefined && id === RESUME_ID && this.#resumed !== null)
      return this.#resumed(error === undefined);
    if (id !== undefined && id !== null) {
      if (method === undefined) this.#owed.delete(keyOf(id));
      else this.#asked.add(keyOf(id));
    }
    this.#parts.output.write(`${line}\n`);
  }

  #lost(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    if (this.#isLeft) return;
    for (const id of this.#owed.values()) this.#refuse(id, ENDED);
    this.#owed.clear();
    this.#parts.say('the gateway ended; the next call goes to another one');
  }

  #refuse(id: Id, message: string): void {
    this.#parts.output.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: ENDED_CODE, message } })}\n`,
    );
  }
}

/** Lines end at a line feed alone: what else a page calls one stands within its text. */
export function onLine(stream: Readable, take: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  stream.on('data', (chunk: Buffer) => {
    const [first = '', ...rest] = decoder.write(chunk).split('\n');
    parts.push(first);
    for (const next of rest) {
      const line = parts.join('');
      parts = [next];
      if (line.trim() !== '') take(line);
    }
  });
  // One that was paused for its next reader does not go on by itself.
  stream.resume();
}

const keyOf = (id: unknown): string => JSON.stringify(id) ?? '';

const broken = (thrown: unknown): Failure =>
  failure('daemon.unreachable', `no gateway was reached: ${describe(thrown)}`, { help: 'try again' });

/** What is no message is passed on: the server says so. */
function parsed(line: string): Message {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
