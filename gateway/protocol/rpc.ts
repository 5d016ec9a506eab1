// JSON-RPC 2.0 by lines over the daemon's socket: its frames, limits and error codes. Imports nothing that costs time.
import type { ErrorCode } from '#policy/language/failure.ts';

export const RPC_VERSION = 1;
/** In the runtime directory: where the socket is, and the key that a client of the same user reads there. */
export const DAEMON_FILE = 'daemon.json';

export type DaemonFile = {
  readonly protocol: number;
  readonly version: string;
  readonly pid: number;
  /** Ticks from the machine's start to the process's: with its number it names one process. Not where the system does not tell. */
  readonly startedAt?: number;
  /** Whether `daemon stop` may end it; `ghost serve` ends where it was started. */
  readonly stops?: boolean;
  readonly socket: string;
  readonly key: string;
};

/** The first frame of a connection: `{ key, worker?, cwd?, protocol?, pid? }`. Everything else needs it. `pid`: the client's own. */
export const HELLO = 'hello';
/** Of those who work beside one another, each with tabs of its own. */
export const WORKER_ID = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/u;
export const WORKER_ID_IN_WORDS = 'letters, digits, dots, hyphens and underscores, 64 at most';
/** A command line as it was typed: `{ argv, cwd?, input? }`. */
export const RUN = 'run';
/**
 * From here on the connection is an MCP client's stream: `{ cwd?, all?, dialect?, allowOrigins?, outputDir?, caps? }`. Nothing may be
 * under way on it.
 */
export const MCP = 'mcp';
/** In whose tools and words: our own, or those of Playwright's MCP server. */
export const MCP_DIALECTS = ['ghost', 'playwright'] as const;
export type McpDialect = (typeof MCP_DIALECTS)[number];
/** Families of that server’s tools that its clients ask for, beside the others. */
export const MCP_CAPS = ['testing'] as const;
export type McpCaps = (typeof MCP_CAPS)[number];
/** What a client's configuration says of how it is served. */
export type McpSettings = {
  readonly all: boolean;
  readonly dialect?: McpDialect;
  /** Hosts, with a port where it is another than the scheme's, or addresses: named by whoever wrote the configuration. */
  readonly allowOrigins?: readonly string[];
  readonly outputDir?: string;
  readonly caps?: McpCaps;
};
export const MOST_ALLOWED_ORIGINS = 100;
/** Server to client, without an id: the command waits for a person. `{ id, lines }`. */
export const WAITING = 'consent.waiting';
/** Waits for a tab: its place in the queue, and lines that say so. */
export const QUEUED = 'tab.waiting';

export const FRAME_BYTES = 4 * 1024 * 1024;

export const RPC = {
  parse: -32700,
  badRequest: -32600,
  unknownMethod: -32601,
  badParams: -32602,
  internal: -32603,
  server: -32000,
  // Seed 003, 4.3
  noBrowser: -32001,
  noTab: -32002,
  noRef: -32003,
  failed: -32004,
  navigation: -32005,
  timedOut: -32006,
  blockedUrl: -32007,
  otherWorker: -32008,
  // Ours
  denied: -32009,
  aborted: -32010,
  consentRefused: -32011,
  consentTimedOut: -32012,
  consentNobody: -32013,
  givenUp: -32014,
  changed: -32015,
  settings: -32016,
  file: -32017,
  session: -32018,
  audit: -32019,
} as const;
export type RpcCode = (typeof RPC)[keyof typeof RPC];

const EXACT: Partial<Record<ErrorCode, RpcCode>> = {
  'command.unknown': RPC.unknownMethod,
  'command.bad-params': RPC.badParams,
  'command.no-tab': RPC.noTab,
  'command.unknown-tab': RPC.noTab,
  'command.other-worker': RPC.otherWorker,
  'command.bad-file': RPC.file,
  'command.aborted': RPC.givenUp,
  'task.cancelled': RPC.givenUp,
  'daemon.bad-frame': RPC.badRequest,
  'boundary.denied': RPC.denied,
  'boundary.aborted': RPC.aborted,
  'boundary.changed': RPC.changed,
  'boundary.internal': RPC.internal,
  'policy.not-loaded': RPC.denied,
  'consent.refused': RPC.consentRefused,
  'consent.timed-out': RPC.consentTimedOut,
  'consent.nobody': RPC.consentNobody,
  'consent.no-approver': RPC.consentNobody,
  'consent.void': RPC.changed,
  'consent.too-many': RPC.consentRefused,
  'consent.too-long': RPC.consentRefused,
  'consent.not-shown': RPC.consentRefused,
  'act.unknown-ref': RPC.noRef,
  'act.stale-ref': RPC.noRef,
  'act.ambiguous': RPC.noRef,
  'act.changed': RPC.changed,
  'act.uncertain': RPC.changed,
  'act.navigation-failed': RPC.navigation,
  'act.navigation-denied': RPC.blockedUrl,
  'act.bad-url': RPC.blockedUrl,
  'act.timed-out': RPC.timedOut,
  'act.tab-closed': RPC.noTab,
  'page.unresponsive': RPC.timedOut,
  'page.flood': RPC.timedOut,
  'network.denied': RPC.blockedUrl,
  'network.private-address': RPC.blockedUrl,
  'network.resolution-failed': RPC.navigation,
  'network.unreachable': RPC.navigation,
};

const BY_AREA: Readonly<Record<string, RpcCode>> = {
  browser: RPC.noBrowser,
  attach: RPC.noBrowser,
  act: RPC.failed,
  download: RPC.failed,
  consent: RPC.consentRefused,
  config: RPC.settings,
  session: RPC.session,
  vault: RPC.session,
  audit: RPC.audit,
};

/** Every failure has exactly one. */
export const rpcCodeOf = (code: ErrorCode): RpcCode =>
  EXACT[code] ?? BY_AREA[code.slice(0, code.indexOf('.'))] ?? RPC.server;
