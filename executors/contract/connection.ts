// A connection that a tab's browser asks for at the choke point, its verdict, and what became of it.
import type { AddressClass } from '#policy/language/vocabulary.ts';

/** A connection that a tab's browser asks the choke point for, after the name was resolved (or could not be). */
export type ConnectionRequest = {
  readonly tabId: string;
  readonly scheme: 'http' | 'https' | 'ws' | 'wss' | 'connect';
  readonly host: string;
  readonly port: number;
  /** Full URL for plain HTTP; `null` inside a CONNECT tunnel. */
  readonly url: string | null;
  readonly method: string;
  readonly address: string | null;
  readonly addressClass: AddressClass;
  /** A credential of another site is in the address, and nobody decided on that request yet. */
  readonly credentials?: boolean;
  /** A guard decided on this very request. */
  readonly decided?: boolean;
  /** It gives something to the server, and went by no guard: nobody decided on what it takes along. */
  readonly unseen?: boolean;
};

export type ConnectionVerdict = { readonly allow: boolean; readonly reason: string };

/** What became of the connections to one server since the last time, told in batches, for the log. */
export type ConnectionEnds = {
  readonly scheme: ConnectionRequest['scheme'];
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  /** How many of them were cut short. */
  readonly failed: number;
  /** Bytes to the server, and back. */
  readonly up: number;
  readonly down: number;
};
