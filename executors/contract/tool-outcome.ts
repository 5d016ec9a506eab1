// What acts of a developer's tools give back, as data. INVARIANT: text of a page is bounded here, and told with its origin, so
// that whoever hands it on knows whose it is.
import type { Failure } from '#policy/language/failure.ts';
import type { ConsoleLevel } from '#policy/acts/tool-acts.ts';
import type { PassedCookie } from './cookie.ts';
import type { DocumentState } from './document.ts';
import type { RemoteTold } from './remote.ts';

/** EVALUATE, and EXTRACT of an attribute. Plain JSON; what JSON has no form for stands as text in square brackets. */
export type ValueOutcome = {
  readonly kind: 'VALUE';
  readonly value: unknown;
  /** As `typeof` says it, and `null`, `array`, `promise`. */
  readonly type: string;
  readonly document: DocumentState;
  readonly navigated: boolean;
  /** What it started and that was refused. */
  readonly refused: readonly Failure[];
};

/** The page's own words. `from`: URL or origin of the document that they come from, `''` where nobody knows. */
export type ConsoleEntry = {
  readonly level: ConsoleLevel;
  readonly text: string;
  readonly url: string;
  readonly line: number | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly from: string;
};

export type ScriptError = {
  readonly message: string;
  readonly stack: string;
  readonly url: string;
  readonly line: number;
  readonly at: number;
  readonly from: string;
};

export type RequestView = {
  readonly url: string;
  readonly method: string;
  /** `null` until it is answered. */
  readonly status: number | null;
  readonly durationMs: number | null;
  /** `document`, `fetch`, `xhr`, `script`, `image`, … */
  readonly resourceType: string;
  readonly at: number;
  readonly from: string;
  /** It ended without an answer, or with one of 400 and more. */
  readonly failed: boolean;
  readonly error: string | null;
  /** Why the boundary did not let it go. */
  readonly refused: string | null;
  /** The rule of this tab that took it: the answer is no server's where it is a MOCK. */
  readonly route: RouteMark | null;
};

export type RouteKind = 'BLOCK' | 'MOCK' | 'CAPTURE';
/** Which rule of the tab's owner took a request. */
export type RouteMark = { readonly id: string; readonly kind: RouteKind };

export type RouteView = RouteMark & {
  /** The one that a MOCK or CAPTURE is for. */
  readonly origin?: string;
  readonly pattern: string;
  /** Requests that it took. */
  readonly hits: number;
  /** Of a MOCK. */
  readonly status?: number;
  readonly contentType?: string;
};

export type CapturedResponse = {
  readonly rule: string;
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly contentType: string;
  readonly at: number;
  readonly bytes: number;
  /** `null`: larger than 1 MB, a stream, or not there any more. */
  readonly body: string | null;
  readonly base64: boolean;
  /** URL of the document that asked. */
  readonly from: string;
};

export type FrameView = {
  readonly name: string;
  readonly url: string;
  readonly current: boolean;
  /** Of another origin than the page. */
  readonly foreign: boolean;
  /** `false`: the task may not read its origin, and no more of its address is told. */
  readonly readable: boolean;
};

export type Observed =
  | {
      readonly what: 'PAGE';
      readonly viewport: { readonly width: number; readonly height: number };
      readonly status: number | null;
      readonly consoleErrors: number;
      readonly consoleWarnings: number;
      readonly scriptErrors: number;
      readonly failedRequests: number;
      readonly pendingRequests: number;
    }
  | { readonly what: 'CONSOLE'; readonly entries: readonly ConsoleEntry[]; readonly total: number }
  | { readonly what: 'ERRORS'; readonly entries: readonly ScriptError[]; readonly total: number }
  | {
      readonly what: 'REQUESTS';
      readonly entries: readonly RequestView[];
      /** Of all that are kept. */
      readonly total: number;
      readonly failed: number;
      readonly pending: number;
    }
  | {
      readonly what: 'PERFORMANCE';
      /** Since the navigation began; `null` where it has not come to it yet. */
      readonly domContentLoadedMs: number | null;
      readonly loadMs: number | null;
      readonly domNodes: number;
    }
  /** `parts`: what of it comes from which document, by its address. */
  | {
      readonly what: 'ARIA';
      readonly text: string;
      readonly parts: readonly { readonly from: string; readonly text: string }[];
    }
  /** `locator` as Playwright would write it; `ref` is ours, for acts. */
  | {
      readonly what: 'LOCATOR';
      readonly ref: string;
      readonly locator: string;
      readonly role: string;
      readonly name: string;
    }
  | { readonly what: 'FRAMES'; readonly frames: readonly FrameView[] }
  /** `from`: the document that it was asked of. */
  | { readonly what: 'REMOTE'; readonly told: RemoteTold; readonly from: string }
  | {
      readonly what: 'ROUTES';
      readonly rules: readonly RouteView[];
      /** Where they were asked for. */
      readonly captured: readonly CapturedResponse[];
    };

export type ObservedOutcome = {
  readonly kind: 'OBSERVED';
  readonly observed: Observed;
  readonly document: DocumentState;
};

export type RoutedOutcome = {
  readonly kind: 'ROUTED';
  readonly added: RouteView | null;
  readonly removed: readonly RouteView[];
  readonly document: DocumentState;
};

/** What a tab has of one origin. Secrets: from the executor to the vault and back, and to nobody else. */
export type TabSession = {
  readonly origin: string;
  readonly cookies: readonly PassedCookie[];
  readonly localStorage: Readonly<Record<string, string>>;
  readonly sessionStorage: Readonly<Record<string, string>>;
};

/** For the gateway alone, which hands a `SessionOutcome` out in its place. */
export type SessionStateOutcome = {
  readonly kind: 'SESSION_STATE';
  readonly state: TabSession;
  readonly document: DocumentState;
};

export type SessionOutcome = {
  readonly kind: 'SESSION';
  readonly did: 'SAVED' | 'LOADED';
  readonly name: string;
  readonly origin: string;
  /** How many there are of each. */
  readonly cookies: number;
  readonly localStorage: number;
  readonly sessionStorage: number;
  /** Names of cookies that the browser did not take. */
  readonly refused: readonly string[];
  /** Of one that was saved: when it ends, and whether one of the same name was there. */
  readonly expiresAt?: string;
  readonly replaced?: boolean;
  readonly document: DocumentState;
};

export type ToolOutcome =
  | ValueOutcome
  | ObservedOutcome
  | RoutedOutcome
  | SessionStateOutcome
  | SessionOutcome;
