// What the boundary asks of a browser, and what a browser tells the boundary.
// INVARIANT: everything that acts takes an `Authorization`; an executor verifies it against the act it was handed.
import type { BrowserAction, ElementEffect } from '#policy/acts/actions.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type {
  AddressClass,
  AssetClass,
  BrowserExecutorType,
  LaunchFlagClass,
  PageActKind,
  StorageType,
} from '#policy/language/vocabulary.ts';
import type { RouteMark, ToolOutcome } from './tool-outcome.ts';
import type { Authorization, BoundAct, BoundLaunch, VerifyAuthorization } from './authorization.ts';

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
  /** As root: the users that browsers get, one each (launch/users.ts). */
  readonly users?: { readonly first: number; readonly count: number };
  /** Nothing is started: the tab gets a context of its own in this browser. */
  readonly attach?: AttachPoint;
};

/** Phase-38 section 8.4, read from the running process. */
export type BrowserSecurityContext = {
  readonly sandbox_enabled: boolean;
  readonly site_isolation_enabled: boolean;
  readonly extensions_disabled: boolean;
  readonly remote_debugging_disabled: boolean;
  readonly profile_isolated: boolean;
  readonly storage_cleared: boolean;
  /** Ours: the browser runs in a network namespace in which nothing but its proxy answers. */
  readonly network_isolated: boolean;
};

/** `AUTO`: where the machine can. `REQUIRED`: no launch without. */
export type NamespaceSetting = 'AUTO' | 'REQUIRED' | 'OFF';

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
  /** A credential of another site stands in the address, and nobody decided on that request yet. */
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

/** How a navigation began, as far as the browser tells. */
export type NavigationStart =
  | 'LINK'
  | 'FORM'
  | 'SCRIPT'
  | 'META_REFRESH'
  | 'HISTORY'
  | 'RELOAD'
  | 'REDIRECT'
  | 'UNKNOWN';

/** What a request takes along, as read from the browser. Credential values never leave the executor. */
export type SentBody = {
  /** Size in bytes, at least 1 where the browser says that there is a body and not how large. */
  readonly bytes: number;
  readonly contentType: string;
  /** Fields of a form body, in order; a credential field has its length and no value. */
  readonly fields: readonly {
    readonly name: string;
    readonly value: string | null;
    readonly length: number;
  }[];
  /** The body as text, for the check on data that leaves; `null` where it is no text or larger than 1 MB. Never logged. */
  readonly text: string | null;
};

/** An act that the page starts by itself. It waits until the verdict is there. */
export type PageAct = { readonly tabId: string; readonly documentUrl: string } & (
  | {
      readonly kind: 'NAVIGATE' | 'FRAME';
      readonly url: string;
      readonly method: string;
      readonly start: NavigationStart;
      /** `null` for none. */
      readonly body: SentBody | null;
      /** A credential field of the submitted form was filled. */
      readonly credentials: boolean;
      /** Hop of a redirect: the URL that sent here. */
      readonly redirectedFrom: string | null;
      /** A rule of the tab's owner takes it, if it may go. */
      readonly route?: RouteMark;
    }
  | { readonly kind: 'OPEN_WINDOW' | 'EXTERNAL_PROTOCOL'; readonly url: string }
  | {
      readonly kind: 'DOWNLOAD';
      readonly url: string;
      /** As the server or the page wants the file to be called. */
      readonly filename: string;
      /** What the server says of it; absent where no server speaks (`blob:`, `data:`) or does not say. */
      readonly mediaType?: string;
      readonly bytes?: number;
      /** The act that runs was decided on as a download of this address. */
      readonly covered?: boolean;
    }
  | {
      readonly kind: 'DIALOG';
      readonly dialog: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
      readonly message: string;
    }
  | { readonly kind: 'FILE_CHOOSER' }
  /** A request of a page or worker that is no document, seen at URL level (HTTPS included). */
  | {
      readonly kind: 'CONNECT';
      readonly url: string;
      readonly method: string;
      readonly body: SentBody | null;
      /** A value that stands in a credential field goes along. */
      readonly credentials: boolean;
      /** Headers that the page may have written, a line each; credentials hidden. */
      readonly headers?: string;
      readonly route?: RouteMark;
    }
  /**
   * An ability that was taken away from the document (a DOCUMENT row of policy/acts/page-acts.ts) and that the page asked for.
   * Told for the log, at most once a kind and document; the page could make it up, and nothing follows from the verdict.
   */
  | { readonly kind: 'FEATURE'; readonly feature: PageActKind }
);
/** `download`: for a DOWNLOAD alone. INVARIANT: without it none is carried out, whatever `allow` says. */
export type PageActVerdict = {
  readonly allow: boolean;
  readonly reason: string;
  readonly download?: DownloadLeave;
};

/** Leave for one download: the browser writes where nobody but it and the gateway reaches, and hands over the whole file. */
export type DownloadLeave = {
  /** Asked as the bytes come (`total`: `null` where nobody knows): `null` to go on, else why it ends here. */
  readonly admits: (received: number, total: number | null) => string | null;
  readonly deadlineMs: number;
  /** The file lies whole at `path`; it goes as soon as this settles. */
  readonly arrived: (path: string, signal: AbortSignal) => Promise<Result<DownloadedFile>>;
  /** It did not arrive; nothing of it is left. */
  readonly failed: (error: Failure) => void;
};

/** A download that lies in its folder. */
export type DownloadedFile = {
  readonly name: string;
  readonly folder: string;
  readonly size: number;
  /** Hexadecimal digits. */
  readonly sha256: string;
  /** What its first bytes say that it is. */
  readonly kind: string;
};

/** A document that is about to be shown: asked before its first script runs. */
export type DocumentRequest = {
  readonly tabId: string;
  readonly url: string;
  /** URL of the page in the main frame, the same for the main frame itself. */
  readonly topUrl: string;
  readonly mainFrame: boolean;
};

/** The DOCUMENT rows of policy/acts/page-acts.ts that this document may use. Everything else is taken away from it. */
export type PageGrants = ReadonlySet<PageActKind>;

/** How a tab reports to the boundary. A hook that throws counts as a refusal. */
export type TabHooks = {
  readonly onConnection: (request: ConnectionRequest) => Promise<ConnectionVerdict>;
  /** Told at intervals and at the tab's end. */
  readonly onConnectionEnds?: (ends: readonly ConnectionEnds[]) => void;
  /** `gone` is aborted when the act is no longer waiting: its page went elsewhere, was closed, or its browser ended. */
  readonly onPageAct: (act: PageAct, gone: AbortSignal) => Promise<PageActVerdict>;
  readonly onDocument: (document: DocumentRequest) => Promise<PageGrants>;
  /** Whether a frame of this address's origin may stand in a look. Without it, none but those of the page's own origin. */
  readonly reads?: (url: string) => boolean;
  /** The browser is gone without having been closed by us. */
  readonly onCrash: (reason: string) => void;
};

export type CachePolicy = 'NORMAL' | 'REFRESH';

export type LaunchOptions = {
  readonly tabId: string;
  readonly plan: LaunchPlan;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Directory in which the fresh profile is made. */
  readonly profileRoot: string;
  /** Names that resolve to a fixed address and port (the demo world): `shop.test` → `127.0.0.11:7080`. */
  readonly hostMap: Readonly<Record<string, { readonly address: string; readonly port?: number }>>;
  readonly deadlineMs: number;
  /** What is not fetched unless a picture is wanted. Default: nothing is withheld. */
  readonly withhold?: readonly AssetClass[];
  /** `REFRESH`: nothing comes from the tab's own cache. Default: as the servers say. */
  readonly cache?: CachePolicy;
  /** A browser that stands ready: taken if it is what would be started, left alone otherwise. */
  readonly warm?: WarmTab | null;
};

/** A browser that was started for nobody yet. Whoever holds it and does not launch with it must end it. */
export interface WarmTab {
  readonly tabId: string;
  /** PID of the browser process. */
  readonly pid: number;
  readonly alive: boolean;
  /** It is somebody's tab by now. */
  readonly taken: boolean;
  /** Called once, at the end of its process, also where that is over already. */
  onGone(listener: () => void): void;
  end(): Promise<CloseReport>;
}

export interface BrowserLauncher {
  /** Finds a browser and says how it would be started. Starts nothing but `BROWSER --version`. */
  plan(options: {
    headless: boolean;
    executablePath?: string;
    extraFlags?: readonly string[];
    /** DOCUMENT rows that some document may be granted: what stands behind the others is off in the engine. Default: all. */
    features?: PageGrants;
    /** Default `AUTO`. */
    namespace?: NamespaceSetting;
    /** Default `PROCESS`. */
    isolation?: LaunchPlan['isolation'];
    users?: LaunchPlan['users'];
  }): Promise<Result<LaunchPlan>>;
  /** Looks at the browser that listens at an endpoint of this machine, and says what it is. Speaks to nobody. */
  planAttach(endpoint: string): Promise<Result<LaunchPlan>>;
  /** Starts a browser that a later `launch` may take by `options.warm`. It is allowed nothing until then. */
  warm(
    authorization: Authorization,
    launch: BoundLaunch,
    options: LaunchOptions,
    signal: AbortSignal,
  ): Promise<Result<WarmTab>>;
  launch(
    authorization: Authorization,
    launch: BoundLaunch,
    options: LaunchOptions,
    hooks: TabHooks,
    signal: AbortSignal,
  ): Promise<Result<GhostTab>>;
  /** Cookies of one domain that a running browser has: an authorisation to attach there, bound to the domain in its tab's place. */
  readCookies(
    authorization: Authorization,
    launch: BoundLaunch,
    options: { readonly plan: LaunchPlan; readonly domain: string; readonly deadlineMs: number },
    signal: AbortSignal,
  ): Promise<Result<readonly PassedCookie[]>>;
  /** Removes profiles and processes that a crashed gateway left. Returns what it removed. */
  sweep(profileRoot: string): Promise<readonly string[]>;
}

/** Builds a launcher that trusts nothing but the given verification. */
export type CreateLauncher = (
  verify: VerifyAuthorization,
  /** As root: whose browsers may be attached to, beside root's own. Default: nobody's. */
  attachUsers?: readonly number[],
) => BrowserLauncher;

export type DocumentState = {
  /** CDP loader id of the main frame's document: another document has another id. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
};

/** The element that an act is bound to, as read from the live page at inspection. */
export type ElementIdentity = {
  readonly ref: string;
  readonly generation: number;
  readonly backendNodeId: number;
  readonly role: string;
  readonly name: string;
};

export type Inspection = {
  readonly document: DocumentState;
  readonly element: ElementIdentity | null;
  readonly effect: ElementEffect;
  /** Where a DRAG ends. */
  readonly onto?: ElementIdentity;
  /** Where BACK, FORWARD or RELOAD would go, and whose document FRAME_SWITCH would look into. */
  readonly historyUrl?: string;
  /** The document that the element stands in, where it is of another origin than the page: there the act lands. */
  readonly frame?: { readonly id: string; readonly url: string };
};

/** By the browser's own names: `LayoutCount`, `ScriptDuration`, … Counts and seconds. */
export type PageMetrics = Readonly<Record<string, number>>;

export type ActOutcome =
  | {
      readonly kind: 'DONE';
      readonly document: DocumentState;
      readonly navigated: boolean;
      /** It stands there as far as it has come: the rest is on its way, or was cut off. */
      readonly loading?: true;
      readonly status: number | null;
      /** What the act started beyond its decision and that was refused: the act is done all the same. */
      readonly refused: readonly Failure[];
      /** Files that it brought. */
      readonly files?: readonly DownloadedFile[];
      /** A rule of the tab's owner that took the navigation: with a MOCK the document is no server's. */
      readonly route?: RouteMark;
      /** PRESS of a key that copies: what was selected. For the task's clipboard alone; it is handed to nobody. */
      readonly copied?: string;
      /** Of the document that stands there now, where the act led to another one. */
      readonly metrics?: PageMetrics;
    }
  | { readonly kind: 'SNAPSHOT'; readonly snapshot: PageSnapshot }
  | { readonly kind: 'TEXT'; readonly text: string; readonly document: DocumentState }
  | {
      readonly kind: 'IMAGE';
      readonly jpegBase64: string;
      readonly width: number;
      readonly height: number;
      /** Of a whole page: the same in screens that overlap, from the top, in pixels of the page. */
      readonly screens?: readonly {
        readonly y: number;
        readonly height: number;
        readonly jpegBase64: string;
      }[];
      /** `false`: the page goes on below the last screen. */
      readonly complete?: boolean;
      /** The refs that are written on it. */
      readonly marks?: readonly string[];
      readonly document: DocumentState;
    }
  /** What a site keeps. Values are secrets: nobody but the caller gets them. */
  | {
      readonly kind: 'STORED';
      readonly storage: StorageType;
      readonly entries: readonly StoredEntry[];
      /** `false`: there was more than is handed out. */
      readonly complete: boolean;
      /** Where that was all that was asked for. */
      readonly count?: number;
      readonly document: DocumentState;
    }
  /** Cookies that came from elsewhere: names alone. `refused`: the browser did not take them. */
  | {
      readonly kind: 'PASSED';
      readonly domain: string;
      readonly names: readonly string[];
      readonly refused: readonly string[];
      readonly document: DocumentState;
    }
  | ToolOutcome;

/** `key`: a cookie's name, a request's URL; in a database `DATABASE/STORE/KEY`, each part escaped as in a URL. */
export type StoredEntry = { readonly key: string; readonly value: string };

/** A file of an UPLOAD, as it was approved: real path, size in bytes, SHA-256 in hexadecimal digits. */
export type UploadFile = { readonly path: string; readonly size: number; readonly sha256: string };

/** A cookie on its way from a source into a tab, with everything that says where it may go. */
export type PassedCookie = {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  /** `false`: for the host's subdomains, too. */
  readonly hostOnly: boolean;
  readonly path: string;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None' | null;
  /** Seconds since the epoch; `null` for one that ends with the browser. */
  readonly expires: number | null;
  readonly priority: 'Low' | 'Medium' | 'High';
  readonly partitionKey: { readonly topLevelSite: string; readonly hasCrossSiteAncestor: boolean } | null;
};

/** What is left of an act's one deadline. Each call takes what it needs; a person's time is not counted. */
export type ActTime = { leftMs: number };

export interface GhostTab {
  readonly id: string;
  readonly security: BrowserSecurityContext;
  /** PID of the browser process. */
  readonly pid: number;
  /** Where the tab is a guest in somebody else's browser; that process is not ours to end. */
  readonly attachedTo?: string;
  /** The command line as the running process has it. */
  readonly commandLine: readonly string[];
  document(): DocumentState;
  /** Reads what the act would land on. Changes nothing in the page and runs none of its code. */
  inspect(action: BrowserAction, signal: AbortSignal, time?: ActTime): Promise<Result<Inspection>>;
  /**
   * Carries out exactly `act`, or fails. Errors: `authorization.*` (nothing was done), `act.changed` (document or element
   * is another one than was authorised; nothing was done), `act.*`, `page.*` (it did not answer in time), `browser.crashed`.
   * `text` is the value to enter, secrets resolved; its digest is part of `act`.
   */
  perform(
    authorization: Authorization,
    act: BoundAct,
    text: string | null,
    signal: AbortSignal,
    time?: ActTime,
  ): Promise<Result<ActOutcome>>;
  /**
   * Opens a connection to where the tab is likely to go next, and sends nothing. No act on the page: it is decided as a
   * connection, by `onConnection`. Errors: `act.bad-url`, `network.*`.
   */
  prefetch(url: string): Promise<Result<void>>;
  /** How far the page in front has gone from its last look; `null` where there was none. Never rejects: what does not answer is stale. */
  staleness(): Promise<Staleness | null>;
  /** `null` where nothing of it runs any more. */
  usage(): Promise<TabUsage | null>;
  /** Begins to close, and resolves as soon as nothing of the tab runs any more: the profile goes behind it. `false`: something does. */
  kill(): Promise<boolean>;
  /** Kills the process tree, removes the profile, and checks both. Idempotent. */
  close(): Promise<CloseReport>;
}

/** What happened on a page since its last look. Counted in the page, and never read from it. */
export type Staleness = {
  /** Of that look. */
  readonly generation: number;
  /** Everything that was noticed: nodes, attributes, texts, fields, focus, scrolling. 0: the look holds word for word. */
  readonly mutations: number;
  /** Nodes that something happened to, as a share of the elements that stood there: 0 to 1. */
  readonly share: number;
  /**
   * Another document or address, three nodes that came or went, or something that can be acted on (specification 000, 2.5);
   * scrolling too, since points and what is in view are others then.
   */
  readonly stale: boolean;
  readonly ageMs: number;
  /** Where the page is scrolled to now; `null` where it does not answer. */
  readonly scroll: PageSnapshot['scroll'] | null;
};

/** What a tab's processes take: CPU since the last time it was asked, 100 for one core. */
export type TabUsage = {
  readonly cpuPercent: number;
  readonly memoryBytes: number;
  readonly processes: number;
};

export type CloseReport = {
  readonly processesGone: boolean;
  readonly profileRemoved: boolean;
  readonly forced: boolean;
};

export type SnapshotNode = {
  readonly ref: string | null;
  readonly role: string;
  readonly name: string;
  readonly value?: string;
  readonly description?: string;
  readonly states: readonly string[];
  readonly depth: number;
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null;
  readonly inView: boolean;
  /** For what can be acted on and is in view: a point that a click hits as the page stands; `null` where there is none. */
  readonly point?: { readonly x: number; readonly y: number } | null;
  /** What lies above it, where no point is free. */
  readonly coveredBy?: string;
  readonly url?: string;
  readonly options?: readonly string[];
  /** Of the frame that it stands in, where that is of another origin than the page. */
  readonly origin?: string;
  /** Whose words its name is, where the structure of the page says so: the site's own, or those of its users. */
  readonly place?: 'SITE' | 'USERS';
};

/** The normalised accessibility tree, flat, in document order. Values of credential fields are masked already. */
export type PageSnapshot = {
  readonly document: DocumentState;
  readonly generation: number;
  readonly nodes: readonly SnapshotNode[];
  readonly scroll: { readonly y: number; readonly height: number; readonly viewportHeight: number };
  /** HTTP status of the document, `null` where there is none. */
  readonly status: number | null;
  /** The page wanted to go there, was not let, and a page of ours stands in its place. */
  readonly blocked?: { readonly url: string; readonly reason: string } | null;
  /** It shows much that has no text and few elements to act on (canvas, pictures, frames not read): only a picture tells. */
  readonly axDeficient?: boolean;
};
