// How a browser would be started or attached to: what a policy decides on before any process exists.
import type { BrowserExecutorType, LaunchFlagClass } from '#policy/language/vocabulary.ts';

/** A browser binary on this machine, classified by what it says of itself, never by its file name. */
export type BrowserBuild = {
  readonly path: string;
  readonly product: 'CHROMIUM' | 'CHROME' | 'EDGE' | 'UNKNOWN';
  readonly version: string;
};

/** A browser that runs already and that somebody else started, as it was seen before anybody spoke to it. */
export type AttachPoint = {
  /** On this machine, as a policy names it: `http://127.0.0.1:9222`. */
  readonly endpoint: string;
  /** Of the browser's own socket, where it was named; else it is asked for at the endpoint. */
  readonly path: string | null;
  /** Who listens there: the two name a process for good. `null`: nobody that can be looked at. */
  readonly process: { readonly pid: number; readonly startTime: string } | null;
  /** What a browser of our own has and this one has not, each in a few words. */
  readonly lacks: readonly string[];
};

/** A launch that can be put to the policy before any process exists. */
export type LaunchPlan = {
  readonly build: BrowserBuild;
  readonly executor: BrowserExecutorType;
  readonly headless: boolean;
  /** The whole command line, without the profile directory and the proxy's port, which are made at the launch. */
  readonly flags: readonly string[];
  readonly flagClass: LaunchFlagClass;
  /** Forbidden or unknown flags and missing required ones, for the message. */
  readonly flagFindings: readonly string[];
  /** What keeps the browser in: the proxy in a network namespace of its own, or the proxy alone. A launch has what is planned, or fails. */
  readonly network: 'NAMESPACE' | 'PROXY';
  /** `PROCESS`: a browser for each tab. `CONTEXT`: one of ours for several tabs, each in a context of its own: lighter, and less apart. */
  readonly isolation: 'PROCESS' | 'CONTEXT';
  /** As root: the users that browsers get, one each (processes/users.ts). */
  readonly users?: { readonly first: number; readonly count: number };
  /** Nothing is started: the tab gets a context of its own in this browser. */
  readonly attach?: AttachPoint;
};

/** `AUTO`: where the machine can. `REQUIRED`: no launch without. */
export type NamespaceSetting = 'AUTO' | 'REQUIRED' | 'OFF';
