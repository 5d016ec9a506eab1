// The DevTools protocol over the browser's pipe: JSON messages that end in a NUL byte, sessions in flat mode.
// INVARIANT: a call settles: with an answer, an error of the browser, its deadline, or the end of the pipe.
import type { Readable, Writable } from 'node:stream';
import { currentBudget } from './budget.ts';
import { Inbox } from './inbox.ts';
import type { CdpEvent, CdpMethod, CdpParams, CdpPayload, CdpResult } from './types.ts';

const CALL_DEADLINE_MS = 15_000;
const RAW_BYTES = 100_000;

/** The browser refused a call. */
export class CdpError extends Error {}
/** The pipe is gone, and the browser with it. */
export class CdpClosed extends Error {}
/** A call had no answer within its deadline. */
export class CdpTimeout extends Error {}

type Call = {
  readonly sessionId: string;
  readonly method: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: Error) => void;
  readonly timer: NodeJS.Timeout;
  readonly settled: () => void;
  /** The answer is large: it is handed on unread. */
  readonly raw: boolean;
};
type Message = {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
};
type Listener = (payload: never) => void;

export class CdpConnection {
  readonly browser: CdpSession;
  readonly #output: Writable;
  readonly #inbox: Inbox;
  readonly #calls = new Map<number, Call>();
  readonly #sessions = new Map<string, CdpSession>();
  readonly #onClose = new Set<() => void>();
  #chunks: Buffer[] = [];
  #lastId = 0;
  #heard = 0;
  #closed = false;
  /** What this turn asks, to be written in one go. */
  #unsent = '';

  constructor(input: Readable, output: Writable) {
    this.#output = output;
    this.browser = new CdpSession(this, '');
    this.#inbox = new Inbox({
      deliver: (message) => this.#read(message),
      isWanted: (id, method) => this.#sessionOf(id)?.isHeard(method) === true,
      dropped: (id, method) => this.#sessionOf(id)?.drop(method),
      pipe: input,
    });
    input.on('data', (chunk: Buffer) => this.#receive(chunk));
    const end = (): void => this.close();
    input.on('end', end).on('close', end).on('error', end);
    output.on('close', end).on('error', end);
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Another number each time that something came, or is still to be read. */
  get heard(): number {
    if (this.#inbox.behind) this.#heard += 1;
    return this.#heard;
  }

  /** Returns how to hear of it no more. */
  onClose(listener: () => void): () => void {
    if (this.#closed) listener();
    else this.#onClose.add(listener);
    return () => this.#onClose.delete(listener);
  }

  session(id: string): CdpSession {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const made = new CdpSession(this, id);
    this.#sessions.set(id, made);
    return made;
  }

  /** Its target is gone: what was asked of it is not answered any more. */
  forget(id: string): void {
    this.#sessions.delete(id);
    this.#inbox.forget(id);
    for (const [key, call] of this.#calls) {
      if (call.sessionId !== id) continue;
      this.#take(key);
      call.reject(new CdpError(`${call.method}: its target is gone`));
    }
  }

  /** For `CdpSession` alone: it has the types. */
  call(
    sessionId: string,
    method: string,
    params: unknown,
    deadlineMs = CALL_DEADLINE_MS,
    raw = false,
  ): Promise<unknown> {
    if (this.#closed) return Promise.reject(new CdpClosed('the browser is gone'));
    const budget = currentBudget();
    if (budget?.over === true)
      return Promise.reject(new CdpTimeout(`${method} was not asked: the act’s time is over`));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const late = (): void => {
        const call = this.#take(id);
        if (call !== undefined) reject(new CdpTimeout(`${method} had no answer in ${deadlineMs} ms`));
      };
      const timer = setTimeout(late, deadlineMs);
      budget?.signal.addEventListener('abort', late, { once: true });
      const settled = (): void => budget?.signal.removeEventListener('abort', late);
      this.#calls.set(id, { sessionId, method, resolve, reject, timer, raw, settled });
      if (isInput(method, params)) budget?.reach();
      const head = sessionId === '' ? { id, method } : { id, sessionId, method };
      this.#write(`${JSON.stringify({ ...head, params: params ?? {} })}\0`);
    });
  }

  /** Each write wakes the browser, and may cost this thread its core: what is asked together is written together. */
  #write(message: string): void {
    if (this.#unsent === '') process.nextTick(() => this.#flush());
    this.#unsent += message;
  }

  #flush(): void {
    const text = this.#unsent;
    this.#unsent = '';
    if (!this.#closed) this.#output.write(text);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const [id, call] of this.#calls) {
      this.#take(id);
      call.reject(new CdpClosed('the browser is gone'));
    }
    this.#output.destroy();
    for (const listener of this.#onClose) listener();
  }

  #receive(chunk: Buffer): void {
    this.#heard += 1;
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#chunks.push(chunk.subarray(start, end));
      const text = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
      this.#chunks = [];
      start = end + 1;
      if (text !== undefined) this.#inbox.push(text);
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start));
    this.#inbox.read();
  }

  #read(message: Buffer): void {
    if (!this.#closed && !this.#handedOn(message)) this.#dispatch(parseMessage(message.toString('utf8')));
  }

  #sessionOf(id: string | undefined): CdpSession | undefined {
    return id === undefined || id === '' ? this.browser : this.#sessions.get(id);
  }

  /** Settles a raw call with its bytes. What is small may be an error and is read here. */
  #handedOn(text: Buffer): boolean {
    if (text.length < RAW_BYTES) return false;
    const id = Number(/^\{"id":(\d+),"result":/u.exec(text.toString('latin1', 0, 40))?.[1]);
    if (this.#calls.get(id)?.raw !== true) return false;
    this.#take(id)?.resolve(text);
    return true;
  }

  /** A call is settled once. */
  #take(id: number): Call | undefined {
    const call = this.#calls.get(id);
    if (call === undefined) return undefined;
    this.#calls.delete(id);
    clearTimeout(call.timer);
    call.settled();
    return call;
  }

  #dispatch(message: Message): void {
    if (message.id !== undefined) {
      const call = this.#take(message.id);
      if (call === undefined) return;
      if (message.error === undefined) call.resolve(message.result);
      else call.reject(new CdpError(`${call.method}: ${message.error.message}`));
    } else if (message.method !== undefined) {
      this.#sessionOf(message.sessionId)?.emit(message.method, message.params);
    }
  }
}

const INPUT: ReadonlySet<string> = new Set([
  'Input.dispatchKeyEvent',
  'Input.insertText',
  'Input.dispatchDragEvent',
  'DOM.setFileInputFiles',
  'Page.reload',
  'Page.navigateToHistoryEntry',
]);
/** What a page or a site may answer to with an effect; where the pointer is, and a turn of its wheel, press nothing. */
const isInput = (method: string, params: unknown): boolean =>
  INPUT.has(method) ||
  (method === 'Input.dispatchMouseEvent' &&
    typeof params === 'object' &&
    params !== null &&
    'type' in params &&
    (params.type === 'mousePressed' || params.type === 'mouseReleased'));

/** What a tab needs of a connection: one of its own, or its part of one that several tabs share. */
export type TabConnection = Pick<
  CdpConnection,
  'browser' | 'session' | 'forget' | 'onClose' | 'close' | 'closed' | 'heard'
>;

export class CdpSession {
  readonly id: string;
  readonly connection: CdpConnection;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #dropped = new Map<string, number>();
  /** Told of each message that was not read, with the number of them so far. */
  onDrop: (count: number) => void = () => undefined;

  constructor(connection: CdpConnection, id: string) {
    this.connection = connection;
    this.id = id;
  }

  send<M extends CdpMethod>(
    method: M,
    params?: CdpParams<M>,
    options: { deadlineMs?: number } = {},
  ): Promise<CdpResult<M>> {
    return this.connection.call(this.id, method, params, options.deadlineMs).then(parseResult<M>);
  }

  /** As `send`, but an answer of more than 100 KB comes as the bytes of the whole message: parsing it here would hold everything up. */
  async sendRaw<M extends CdpMethod>(
    method: M,
    params?: CdpParams<M>,
    options: { deadlineMs?: number } = {},
  ): Promise<CdpResult<M> | Uint8Array> {
    const answer = await this.connection.call(this.id, method, params, options.deadlineMs, true);
    return answer instanceof Uint8Array ? answer : parseResult<M>(answer);
  }

  /** Returns how to stop listening. */
  on<E extends CdpEvent>(event: E, listener: (payload: CdpPayload<E>) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Messages that were not read because there were too many, and what most of them were. */
  get flood(): { readonly count: number; readonly most: string } {
    const [most = ''] = [...this.#dropped].toSorted(([, a], [, b]) => b - a)[0] ?? [];
    return { count: this.#dropped.values().reduce((all, one) => all + one, 0), most };
  }

  isHeard(event: string): boolean {
    return (this.#listeners.get(event)?.size ?? 0) > 0;
  }

  /** Nobody hears of it any more: what comes of it is not even read. */
  silence(event: CdpEvent): void {
    this.#listeners.delete(event);
  }

  drop(event: string): void {
    const count = (this.#dropped.get(event) ?? 0) + 1;
    this.#dropped.set(event, count);
    this.onDrop(count);
  }

  /** Another document: what the one before did is over. */
  calm(): void {
    this.#dropped.clear();
  }

  emit(event: string, payload: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) parseListener(listener)(payload);
  }
}

// The browser is on the trusted side of the pipe: its messages have the protocol's shapes, and a page cannot forge one.
const parseMessage = (text: string): Message => JSON.parse(text) as Message;
const parseResult = <M extends CdpMethod>(value: unknown): CdpResult<M> => value as CdpResult<M>;
const parseListener = (listener: Listener): ((payload: unknown) => void) =>
  listener as (payload: unknown) => void;
