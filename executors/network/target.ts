// Where a connection really goes: the name is resolved here, once per tab, and the connection is made to that address.
// INVARIANT: a name keeps its addresses for the tab's life (no rebinding), and counts as the least public of them.
import type { LookupFunction } from 'node:net';
import { classifyAddress, classifyHost, leastPublic } from '#policy/requests/address.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { canonicalHost, dialledHost } from '#policy/requests/host.ts';
import type { AddressClass } from '#policy/language/vocabulary.ts';
import type { ResolvedAddress, ResolveName } from './names/look-up.ts';
import { LookUps } from './names/lookups.ts';

export type HostMap = Readonly<Record<string, { readonly address: string; readonly port?: number }>>;

export type Target = {
  readonly host: string;
  readonly port: number;
  /** Verified addresses; the first is tried first. */
  readonly addresses: readonly ResolvedAddress[];
  readonly addressClass: AddressClass;
};

/** The host of an authority as it is dialled: canonical as everywhere (`policy/requests/host.ts`), IPv6 without brackets. */
export function hostToDial(host: string): string | null {
  const canonical = canonicalHost(host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);
  return canonical === null || canonical === '' ? null : dialledHost(canonical);
}

export class TargetResolver {
  readonly #hostMap: HostMap;
  readonly #lookUps: LookUps;
  readonly #pinned = new Map<string, Promise<readonly ResolvedAddress[]>>();

  constructor(hostMap: HostMap, resolve: ResolveName) {
    this.#hostMap = hostMap;
    this.#lookUps = new LookUps(resolve);
  }

  /** What is known without asking a name server: a mapped name and an address are final, any other name is not. */
  known(host: string, port: number): Target | null {
    const mapped = Object.hasOwn(this.#hostMap, host) ? this.#hostMap[host] : undefined;
    const address = mapped?.address ?? host;
    const own = classifyAddress(address);
    if (own === null) return null;
    const family = address.includes(':') ? 6 : 4;
    const addressClass = leastPublic([classifyHost(host), own]);
    return { host, port: mapped?.port ?? port, addresses: [{ address, family }], addressClass };
  }

  /** Errors: `network.resolution-failed`. */
  async resolve(host: string, port: number): Promise<Result<Target>> {
    const known = this.known(host, port);
    if (known !== null) return ok(known);
    let pinned = this.#pinned.get(host);
    if (pinned === undefined) {
      pinned = this.#lookUps.lookUp(host);
      this.#pinned.set(host, pinned);
    }
    try {
      const addresses = await pinned;
      if (addresses.length === 0) throw new Error('no address');
      // What cannot be read as an address counts as the least public class.
      const classes = addresses.map(({ address }) => classifyAddress(address) ?? 'METADATA');
      return ok({ host, port, addresses, addressClass: leastPublic([classifyHost(host), ...classes]) });
    } catch (thrown) {
      this.#pinned.delete(host);
      return fail('network.resolution-failed', `the name \`${host}\` could not be resolved`, {
        cause: thrown,
        help: 'check the spelling and the network connection',
      });
    }
  }

  /** The tab is gone: what is still being looked up is given up. */
  close(): void {
    this.#lookUps.close();
  }
}

/** For `net.connect` and `http.request`: answers with the verified addresses, whatever is asked. */
export function pinnedLookup(target: Target): LookupFunction {
  return (_host, options, callback) => {
    const [first] = target.addresses;
    if (options.all === true) callback(null, [...target.addresses]);
    else if (first === undefined) callback(new Error('no address'), '', 0);
    else callback(null, first.address, first.family);
  };
}
