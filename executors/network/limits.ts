// What one tab may hold open at its proxy, and for how long. INVARIANT: every wait of the proxy ends by one of these.

export type Limits = {
  /** Connections of the browser; Chromium itself opens at most 32 to a proxy, and 255 WebSockets. More are closed at once. */
  readonly sockets: number;
  /** Connections that have not shown the tab's password yet; the oldest is closed for one more. */
  readonly strangers: number;
  /** How long one may stay such a one. */
  readonly strangerMs: number;
  /** Connections to one server, and to all, for plain HTTP. Requests beyond them wait. */
  readonly perServer: number;
  readonly upstream: number;
  /** From a connection's first byte to the end of a request's header. */
  readonly headerMs: number;
  /** From the opened tunnel to bytes that say what it is for. */
  readonly firstBytesMs: number;
  readonly connectMs: number;
  /** A request whose server says nothing. */
  readonly answerMs: number;
  /** A tunnel on which neither side says anything. */
  readonly tunnelMs: number;
};

export const LIMITS: Limits = {
  sockets: 320,
  strangers: 128,
  strangerMs: 5_000,
  perServer: 128,
  upstream: 256,
  headerMs: 20_000,
  firstBytesMs: 10_000,
  connectMs: 10_000,
  answerMs: 120_000,
  tunnelMs: 600_000,
};
