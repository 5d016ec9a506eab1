// Where the fleet's database is: `postgres://user@host:5432/name?sslrootcert=/file`. INVARIANT: beyond this machine it is TLS with a
// certificate that is verified; a password never stands in the arguments of a process.
import { readPlainText } from '#executors/system/plain-file.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

type Ssl = false | { readonly rejectUnauthorized: true; readonly ca?: string };

/** `shown` has no password. `config` is as `pg` takes it. */
export type FleetAddress = {
  readonly shown: string;
  readonly config: {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly ssl: Ssl;
    readonly connectionTimeoutMillis: number;
    readonly user?: string;
    readonly password?: string;
  };
};

const DEFAULT_PORT = 5432;
const CONNECT_MS = 5_000;
const MOST_CERTIFICATE_BYTES = 1024 * 1024;
const KNOWN = new Set(['sslmode', 'sslrootcert', 'host']);
const VERIFIED = new Set(['verify-full', 'verify-ca', 'require']);
const LOOPBACK = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/u;
const HELP =
  'write it as `postgres://user@host:5432/name`; the password comes from `fleet.url` in config.yaml, from PGPASSWORD or from ~/.pgpass';

/** `from: ARGUMENT`: other users of the machine read it there. Errors: `fleet.bad-address`. */
export function fleetAddress(text: string, from: 'ARGUMENT' | 'SETTING'): Result<FleetAddress> {
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/u.test(url.protocol))
    return bad('the address of the fleet is none of a PostgreSQL database');
  const { hostname, searchParams } = url;
  const [username, password, path] = [url.username, url.password, url.pathname].map(decoded);
  if (username === undefined || password === undefined || path === undefined)
    return bad('a `%` of the fleet’s address begins no character');
  if (from === 'ARGUMENT' && password !== '') return bad('a password stands in the arguments of the process');
  const unknown = [...searchParams.keys()].find((key) => !KNOWN.has(key));
  if (unknown !== undefined) return bad(`\`${unknown}\` is no parameter of the fleet’s address`);
  const socket = searchParams.get('host');
  if (socket !== null && !socket.startsWith('/')) return bad('`host` is the directory of a Unix socket');
  const database = path.slice(1);
  if (database === '' || (hostname === '' && socket === null))
    return bad('the address of the fleet names no host or no database');
  const ssl = sslOf(searchParams, socket !== null || LOOPBACK.test(hostname));
  if (!ssl.ok) return ssl;
  return ok({
    shown: `postgres://${username === '' ? '' : `${url.username}@`}${socket ?? url.host}/${database}`,
    config: {
      host: socket ?? hostname.replaceAll(/^\[|\]$/gu, ''),
      port: url.port === '' ? DEFAULT_PORT : Number(url.port),
      database,
      ssl: ssl.value,
      connectionTimeoutMillis: CONNECT_MS,
      ...(username === '' ? {} : { user: username }),
      ...(password === '' ? {} : { password }),
    },
  });
}

/** `undefined`: it is no encoded text. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function sslOf(parameters: URLSearchParams, isHere: boolean): Result<Ssl> {
  const mode = parameters.get('sslmode') ?? (isHere ? 'disable' : 'verify-full');
  if (mode === 'disable' && isHere) return ok(false);
  if (!VERIFIED.has(mode))
    return bad(`\`sslmode=${mode}\` sends tasks and results to whoever answers there`, 'leave `sslmode` out');
  const file = parameters.get('sslrootcert');
  try {
    return ok({
      rejectUnauthorized: true,
      ...(file === null ? {} : { ca: readPlainText(file, MOST_CERTIFICATE_BYTES) }),
    });
  } catch (thrown) {
    return fail('fleet.bad-address', `the certificate \`${file}\` cannot be read`, {
      cause: describe(thrown),
      help: 'name a readable PEM file in `sslrootcert`',
    });
  }
}

const bad = (what: string, help = HELP): Result<never> => fail('fleet.bad-address', what, { help });
