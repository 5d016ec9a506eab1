// How a client of the same user finds the running gateway: one 0600 file in the runtime directory.

export const RENDEZVOUS_FILE = 'gateway.json';

export type Rendezvous = {
  readonly pid: number;
  /** As in `daemon.json`: with its number it names one process. */
  readonly startedAt?: number | undefined;
  /** The app origin. */
  readonly url: string;
  readonly token: string;
  readonly consentUrl: string;
  /** Lets `ghost consent` answer; never given to a task, a page or the app. */
  readonly approverToken: string;
};
