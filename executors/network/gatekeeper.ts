// Asks the boundary for each connection. INVARIANT: no name is resolved and no socket opened before a verdict allows it;
// a hook that throws refuses.
import { isIP } from 'node:net';
import { classifyAddress, classifyHost, isLessPublic } from '#policy/requests/address.ts';
import { describe, fail, failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { AddressClass } from '#policy/language/vocabulary.ts';
import type { ConnectionRequest, ConnectionVerdict } from '../contract/connection.ts';
import type { Target, TargetResolver } from './target.ts';

export type Ask = Pick<ConnectionRequest, 'scheme' | 'host' | 'port' | 'url' | 'method'>;
/** What whoever watches the pages knows of a request. */
export type Seen = Pick<ConnectionRequest, 'credentials' | 'decided' | 'unseen'>;
type Hook = (request: ConnectionRequest) => Promise<ConnectionVerdict>;

/**
 * Hosts that Chromium and Edge call on their own account, some of them whatever the flags say (measured on 156: sign-in
 * state and component updates). No page speaks for such a call, so there is nobody to decide for: it is refused.
 */
const OWN_SERVICES: ReadonlySet<string> = new Set([
  'accounts.google.com',
  'android.clients.google.com',
  'clients1.google.com',
  'clients2.google.com',
  'clients4.google.com',
  'clientservices.googleapis.com',
  'content-autofill.googleapis.com',
  'edgedl.me.gvt1.com',
  'mtalk.google.com',
  'optimizationguide-pa.googleapis.com',
  'redirector.gvt1.com',
  'safebrowsing.googleapis.com',
  'update.googleapis.com',
  'config.edge.skype.com',
  'edge.microsoft.com',
]);

export class Gatekeeper {
  readonly #tabId: string;
  readonly #targets: TargetResolver;
  readonly #hook: Hook;
  readonly #wanted: (host: string) => Promise<boolean>;
  /** Asked once a request. */
  readonly #look: (ask: Ask) => Seen;
  readonly #refusals = new Map<string, Failure>();
  /** The proxy's own port: a tab never reaches it through itself. */
  ownPort: number | null = null;

  /** `wanted`: whether a page of the tab has asked for something at this host. */
  constructor(
    tabId: string,
    targets: TargetResolver,
    hook: Hook,
    wanted: (host: string) => Promise<boolean>,
    look: (ask: Ask) => Seen = () => ({}),
  ) {
    this.#look = look;
    this.#wanted = wanted;
    this.#tabId = tabId;
    this.#targets = targets;
    this.#hook = hook;
  }

  /** The latest refusal of a host, for a message better than the browser's. */
  refusalOf(host: string): Failure | null {
    return this.#refusals.get(host) ?? null;
  }

  /**
   * Errors: `network.denied`, `network.private-address`, `network.resolution-failed`. A name is asked for before it is
   * resolved (a look-up by itself tells its name server something), and once more if it turns out to be less public.
   */
  async admit(asked: Ask): Promise<Result<Target>> {
    const ask = { ...asked, ...this.#look(asked) };
    if (OWN_SERVICES.has(ask.host) && !(await this.#wanted(ask.host))) {
      return fail('network.denied', `the browser's own call to \`${ask.host}\` was refused`);
    }
    const known = this.#targets.known(ask.host, ask.port);
    const guess = known?.addressClass ?? classifyHost(ask.host);
    const first = await this.#ask(ask, known?.addresses[0]?.address ?? null, guess);
    if (first !== null) return this.#refuse(ask.host, first);
    const target = await this.#targets.resolve(ask.host, ask.port);
    if (!target.ok) return this.#refuse(ask.host, target.error);
    const { addresses, addressClass, port } = target.value;
    if (known === null && isLessPublic(addressClass, guess)) {
      // The one that makes it so: that is what a person and the log have to see.
      const worst = addresses.find(({ address }) => classifyAddress(address) === addressClass);
      const second = await this.#ask(ask, (worst ?? addresses[0])?.address ?? null, addressClass);
      if (second !== null) return this.#refuse(ask.host, second);
    }
    if (port === this.ownPort && addressClass === 'LOOPBACK') {
      return this.#refuse(ask.host, failure('network.denied', 'a tab cannot reach its own proxy'));
    }
    this.#refusals.delete(ask.host);
    return ok(target.value);
  }

  unreachable(host: string, cause: unknown): Failure {
    const made = failure('network.unreachable', `\`${host}\` could not be reached`, { cause });
    this.#refusals.set(host, made);
    return made;
  }

  #refuse(host: string, error: Failure): Result<never> {
    this.#refusals.set(host, error);
    return { ok: false, error };
  }

  async #ask(ask: Ask, address: string | null, addressClass: AddressClass): Promise<Failure | null> {
    let verdict: ConnectionVerdict;
    try {
      verdict = await this.#hook(Object.freeze({ ...ask, tabId: this.#tabId, address, addressClass }));
    } catch (thrown) {
      verdict = { allow: false, reason: describe(thrown) };
    }
    if (verdict.allow) return null;
    const own = addressClass !== 'PUBLIC';
    return failure(
      own ? 'network.private-address' : 'network.denied',
      own
        ? `the connection to \`${ask.host}\` was refused: ${addressClass.toLowerCase().replace('_', '-')} address`
        : `the connection to \`${ask.host}\` was refused`,
      {
        help: verdict.reason,
        details: { host: ask.host, port: ask.port, addressClass, literal: isIP(ask.host) !== 0 },
      },
    );
  }
}
