// How the gateway is: its policy, browser, log, vault and queue. Plain JSON.
// INVARIANT: secrets never stand in it.
import type { BrowserExecutorType } from '#policy/language/vocabulary.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { IdentityView } from './identity.ts';
import type { HealthView } from './health.ts';
import type { QueueView } from './task.ts';
import type { PolicyInForce, PolicyRefusal } from './policy.ts';

export type GatewayStatus = {
  readonly version: string;
  readonly pid: number;
  readonly startedAt: string;
  readonly health: HealthView;
  readonly queue: QueueView;
  /** Browsers that stand ready for the next task. */
  readonly warm: number;
  readonly policy: PolicyInForce;
  /** The last policy that was refused, where nothing was accepted since. */
  readonly policyRefused: PolicyRefusal | null;
  readonly browser:
    | {
        readonly path: string;
        readonly product: string;
        readonly version: string;
        /** What keeps it in: the proxy in a network namespace of its own, or the proxy alone. */
        readonly network: 'NAMESPACE' | 'PROXY';
        /** Whether each tab has a browser of its own, or a context in one that all of them share. */
        readonly isolation: 'PROCESS' | 'CONTEXT';
      }
    | { readonly error: Failure };
  /** The running browser that tasks are guests in; `null`: each has a browser of its own. */
  readonly attached: ConnectionView | null;
  /** `disk`: room on its file system; `low`: nothing runs until there is more. */
  readonly audit: {
    readonly path: string;
    readonly entries: number;
    readonly disk?: { readonly freeMb: number; readonly leastFreeMb: number; readonly low: boolean };
  };
  /** What is saved encrypted. `key`: where its key lies, `null` before anything was saved or loaded. */
  readonly vault: {
    readonly path: string;
    readonly key: 'ELECTRON_SAFE_STORAGE' | 'OS_KEYRING' | 'KEY_FILE' | null;
  };
  /** Of the stores on disk, by name. `null`: there is none yet; of the vault's tables also where this gateway has not opened it. */
  readonly formats: Readonly<Record<string, number | null>>;
  /** Where sessions may be lent from, by name, as the settings and the program's own window have it. */
  readonly cookieSources: readonly { readonly name: string; readonly about: string }[];
  readonly navigator: string;
  readonly access: ModelAccess;
  readonly identity: IdentityView;
  readonly sites: readonly {
    readonly name: string;
    readonly url: string;
    readonly about: readonly string[];
  }[];
  readonly demo: boolean;
  /** Base URL of the consent document's own origin, once the gateway serves. */
  readonly consentOrigin: string | null;
};

/** How the navigator's model is reached: not at all, with a key of this machine, behind a proxy, or at an endpoint of one's own. */
export type ModelAccess =
  | { readonly by: 'OFFLINE' }
  /** The navigator is that of the library's caller. */
  | { readonly by: 'LIBRARY' }
  /** `at`: where that is not Google. */
  | { readonly by: 'KEY'; readonly at: string | null }
  | { readonly by: 'PROXY'; readonly at: string }
  | { readonly by: 'ENDPOINT'; readonly at: string; readonly model: string };

/** A browser that somebody else started, and that tasks are guests in. */
export type ConnectionView = {
  readonly endpoint: string;
  /** Weaker than a browser of our own: `lacks` says in what. */
  readonly enforcement: 'ATTACHED';
  readonly product: string;
  readonly version: string;
  readonly path: string;
  readonly pid: number;
  readonly executor: BrowserExecutorType;
  /** Flags of it that are not known. */
  readonly findings: readonly string[];
  readonly lacks: readonly string[];
};
