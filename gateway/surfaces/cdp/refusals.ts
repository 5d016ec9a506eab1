// What was refused to clients, for whoever runs the endpoint: libraries hide a refusal behind words of their own.
// INVARIANT: one method, code and host is told once a connection, however often a client asks and whatever a page writes into an address,
// of which nothing is told behind its path.
import type { Failure } from '#policy/language/failure.ts';
import type { CdpError } from './call/message.ts';

export type CdpRefusal = {
  /** By which the connection's acts stand in the log. */
  readonly client: string;
  /** Of the protocol; of what an act started, the act. */
  readonly method: string;
  /** The gateway's words, with the mend. */
  readonly why: string;
};
export type TellRefusal = (refusal: CdpRefusal) => void;

/** A client may have as many different ones as it likes; behind them a line says that there are more. */
const MOST_TOLD = 1_000;
const BY_TABLE = 'Ghost Browser refuses ';
const BY_BOUNDARY = /^(?:boundary\.|consent\.|authorization\.|act\.navigation-denied$)/u;
const MORE = 'more was refused than is told here: the log has all of it';
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s`'"<>“”]+/giu;

export class Refusals {
  readonly #client: string;
  readonly #tell: TellRefusal;
  readonly #told = new Set<string>();

  constructor(client: string, tell: TellRefusal) {
    this.#client = client;
    this.#tell = tell;
  }

  /** Of an answer; an error that is no refusal is the client's own affair. */
  answered(method: string, { message, data = '' }: CdpError): void {
    if (message.startsWith(BY_TABLE) || BY_BOUNDARY.test(data)) this.#once(method, data, message);
  }

  /** What an act started and that was refused: the act is done, and the client is told nothing. */
  started(act: string, refused: readonly Failure[]): void {
    for (const { code, message, help } of refused)
      this.#once(act, code, help === undefined ? message : `${message}: ${help}`);
  }

  #once(method: string, code: string, message: string): void {
    const why = message.replace(ADDRESS, upToPath);
    const key = JSON.stringify([method, code, hostIn(why)]);
    if (this.#told.has(key) || this.#told.size > MOST_TOLD) return;
    this.#told.add(key);
    this.#tell({ client: this.#client, method, why: this.#told.size > MOST_TOLD ? MORE : why });
  }
}

/** What stands behind the path may be words of whoever led there. */
const upToPath = (address: string): string => address.replace(/[?#].*$/su, '');

/** Of the first address. */
function hostIn(why: string): string {
  const [address = ''] = why.match(ADDRESS) ?? [];
  return URL.parse(address)?.host ?? '';
}
