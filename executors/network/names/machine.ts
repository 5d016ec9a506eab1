// What this machine says about names: its `nsswitch.conf`, `resolv.conf` and `hosts`, read anew where they changed.
// INVARIANT: what is not understood here is left to the system's own resolver, never guessed.
import { statSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { readPlainText } from '../../system/plain-file.ts';

export type MachineFiles = { readonly nsswitch: string; readonly resolv: string; readonly hosts: string };
export const MACHINE_FILES: MachineFiles = {
  nsswitch: '/etc/nsswitch.conf',
  resolv: '/etc/resolv.conf',
  hosts: '/etc/hosts',
};

export type Machine = {
  /** Of the line `hosts:`; `null`: it asks for more than the name servers and the hosts file can answer. */
  readonly sources: ReadonlySet<string> | null;
  /** Short names are completed: by `search`, `domain`, or the domain of the machine's own name. */
  readonly completes: boolean;
  /** With so many dots a name is asked for as it is first. */
  readonly ndots: number;
  readonly ownName: string;
  readonly hosts: ReadonlyMap<string, readonly string[]>;
};

/** A list of a hundred thousand blocked hosts has 3 MB. */
const MAX_BYTES = 16_000_000;
/** The stub of systemd-resolved, which answers as its module does. */
const STUBS = ['127.0.0.53', '127.0.0.54'];
const SERVED = ['files', 'dns', 'resolve', 'myhostname', 'mymachines'];

type Kept = { readonly mark: string; readonly machine: Machine };
const kept = new Map<string, Kept>();

/** Cheap where nothing changed: three looks at the files' dates. */
export function readMachine(files: MachineFiles = MACHINE_FILES): Machine {
  const paths = [files.nsswitch, files.resolv, files.hosts];
  const mark = [...paths.map(markOf), hostname()].join('|');
  const known = kept.get(paths.join('|'));
  if (known?.mark === mark) return known.machine;
  const resolv = textOf(files.resolv);
  const machine = {
    sources: sourcesIn(textOf(files.nsswitch), resolv),
    completes: /^[ \t]*(?:search|domain)[ \t]+[^\s.]/m.test(resolv) || hostname().includes('.'),
    ndots: Number(/^[ \t]*options\b.*\bndots:(\d{1,2})\b/m.exec(resolv)?.[1] ?? 1),
    ownName: hostname().toLowerCase(),
    hosts: hostsIn(textOf(files.hosts)),
  };
  kept.set(paths.join('|'), { mark, machine });
  return machine;
}

/** Whether the name servers and the hosts file say all that the system's resolver would say of a name. */
export function isOrdinary(host: string, { sources, completes, ndots, ownName }: Machine): boolean {
  const dots = host.split('.').length - 1;
  if (sources === null || dots === 0 || host === ownName || host.endsWith('.localhost')) return false;
  if (host.endsWith('.local') && [...sources].some((source) => source.startsWith('mdns'))) return false;
  return !completes || dots >= ndots;
}

/** The C library's own default is `files dns`. An action behind `files` or `dns` changes what an answer means. */
export function sourcesIn(nsswitch: string, resolv: string): ReadonlySet<string> | null {
  const line = /^[ \t]*hosts:([^#\n]*)/m.exec(nsswitch)?.[1] ?? 'files dns';
  const words = (line.match(/\[[^[\]]*\]|[^\s[]+/g) ?? []).map((word) => word.toLowerCase());
  const [files, dns, resolve] = ['files', 'dns', 'resolve'].map((source) => words.indexOf(source));
  const names = words.filter((word) => !word.startsWith('['));
  const foreign = names.some((name) => !SERVED.includes(name) && !name.startsWith('mdns'));
  const servers = [...resolv.matchAll(/^[ \t]*nameserver[ \t]+(\S+)/gm)].map(([, server = '']) => server);
  const stub = servers.length > 0 && servers.every((server) => STUBS.includes(server));
  const odd = words.some(
    (word, at) => word.startsWith('[') && ['files', 'dns'].includes(words[at - 1] ?? ''),
  );
  if (foreign || odd || files === -1 || (dns !== -1 && Number(files) > Number(dns))) return null;
  if (resolve === -1 ? dns === -1 : !stub) return null;
  return new Set(names);
}

/** The first line of each family counts, as for the C library. */
export function hostsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase().replace(/\.$/, '');
      const addresses = hosts.get(key) ?? [];
      if (!addresses.some((other) => isIP(other) === family)) addresses.push(address);
      hosts.set(key, addresses);
    }
  }
  return hosts;
}

function markOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${found.ino}:${found.size}:${found.mtimeMs}`;
}

/** A file that is not there says nothing; one that cannot be read is an error of the look-up. */
function textOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? '' : readPlainText(path, MAX_BYTES);
}
