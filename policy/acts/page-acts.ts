// What a page can start by itself, as one table: how it is seen, which gates it passes, what the page gets when refused.
// INVARIANT: a row for every member of PAGE_ACTS; an act without a row cannot exist, and nothing in a row relaxes the policy.
import { isSameOrigin } from './gate.ts';
import type { Gate } from './gate.ts';
import type { SentRequest } from './sent-request.ts';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import type {
  BrowserCapability,
  CrossTabAction,
  PageActKind,
  StorageType,
} from '#policy/language/vocabulary.ts';

/**
 * Where an act is decided. `HELD`: the act itself waits for its own verdict. `DOCUMENT`: decided once for a document, before
 * its first script runs, since the page's call is synchronous or too frequent to wait; a refusal takes the ability away.
 */
export type PageActMoment = 'HELD' | 'DOCUMENT';

export type PageActRow = {
  readonly moment: PageActMoment;
  /** The layers that see or stop it, strongest first. */
  readonly seenBy: readonly ('PROXY' | 'CDP' | 'HEADER' | 'PROFILE' | 'FLAG' | 'SCRIPT')[];
  /** NAVIGATE: same-origin or cross-origin by the target. */
  readonly capability: BrowserCapability | 'NAVIGATE';
  readonly storage?: StorageType;
  readonly tabAction?: CrossTabAction;
  /** An ESCALATE may be put to a person while the act waits; otherwise an ESCALATE that no grant covers is a refusal. */
  readonly ask: boolean;
  /** In a sentence, for help, docs and the blocked page. */
  readonly refused: string;
  /** What the page does, in words that need none of the page's own; `null` for an ability, which its name says. */
  readonly says: string | null;
};

const held = (
  says: string,
  capability: PageActRow['capability'],
  seenBy: PageActRow['seenBy'],
  ask: boolean,
  refused: string,
  more: Pick<PageActRow, 'storage' | 'tabAction'> = {},
): PageActRow & { readonly says: string } => ({
  moment: 'HELD',
  says,
  capability,
  seenBy,
  ask,
  refused,
  ...more,
});

const feature = (
  seenBy: PageActRow['seenBy'],
  refused: string,
  more: Partial<Pick<PageActRow, 'capability' | 'storage' | 'tabAction'>> = {},
): PageActRow => ({
  moment: 'DOCUMENT',
  says: null,
  capability: 'EXECUTE_JAVASCRIPT',
  seenBy,
  ask: false,
  refused,
  ...more,
});

export const PAGE_ACT_TABLE = {
  NAVIGATE: held(
    'go to an address',
    'NAVIGATE',
    ['PROXY', 'CDP'],
    true,
    'a plain blocked page stands where the page would be',
  ),
  FRAME: held('take a frame', 'NAVIGATE', ['PROXY', 'CDP'], false, 'the frame stays empty'),
  OPEN_WINDOW: held(
    'open a window',
    'OPEN_TAB',
    ['CDP', 'HEADER', 'PROFILE'],
    true,
    'the new window is closed, unseen',
    {
      tabAction: 'OPEN_NEW_TAB',
    },
  ),
  EXTERNAL_PROTOCOL: held(
    'open another program',
    'NAVIGATE',
    ['PROFILE', 'CDP'],
    false,
    'nothing opens, the page stays',
  ),
  PROTOCOL_HANDLER: feature(['PROFILE', 'SCRIPT'], 'the call throws'),

  CONNECT: held(
    'make a request',
    'NAVIGATE',
    ['PROXY', 'CDP'],
    false,
    'the request fails as if the network were down',
  ),
  PREFETCH: feature(['PROXY', 'CDP', 'PROFILE', 'HEADER', 'FLAG'], 'nothing is loaded ahead'),
  PEER_CONNECTION: feature(['PROXY', 'FLAG', 'SCRIPT'], 'RTCPeerConnection does not exist'),
  WEB_TRANSPORT: feature(['PROXY', 'FLAG', 'SCRIPT'], 'WebTransport does not exist'),
  BACKGROUND_WORK: feature(
    ['CDP', 'HEADER', 'PROFILE', 'SCRIPT'],
    'push, sync and background fetch do not exist',
  ),
  REPORTING: feature(['PROXY', 'HEADER', 'FLAG'], 'the reporting headers are taken away'),

  DOWNLOAD: held(
    'download a file',
    'FILE_DOWNLOAD',
    ['CDP', 'HEADER', 'PROFILE'],
    true,
    'no file is written',
  ),
  FILE_CHOOSER: held(
    'open a file chooser',
    'FILE_UPLOAD',
    ['CDP'],
    false,
    'the chooser closes without a file',
  ),
  FILE_SYSTEM: feature(['PROFILE', 'SCRIPT'], 'the file pickers do not exist', {
    capability: 'FILE_UPLOAD',
  }),

  WORKER: feature(['HEADER', 'CDP', 'PROXY'], 'the worker’s script is not loaded'),
  SHARED_WORKER: feature(['CDP', 'HEADER', 'SCRIPT'], 'SharedWorker does not exist', {
    tabAction: 'SHARED_WORKER',
  }),
  SERVICE_WORKER: feature(['CDP', 'PROXY', 'HEADER', 'SCRIPT'], 'registration is rejected', {
    storage: 'SERVICE_WORKER',
  }),
  BROADCAST_CHANNEL: feature(['SCRIPT'], 'BroadcastChannel does not exist', {
    tabAction: 'BROADCAST_CHANNEL',
  }),
  WINDOW_MESSAGE: feature(['CDP', 'SCRIPT'], 'a window has no opener, and no name to find it by', {
    tabAction: 'POST_MESSAGE',
  }),

  LOCAL_STORAGE: feature(['HEADER', 'SCRIPT'], 'localStorage throws a SecurityError', {
    capability: 'ACCESS_LOCALSTORAGE',
    storage: 'LOCAL_STORAGE',
  }),
  SESSION_STORAGE: feature(['HEADER', 'SCRIPT'], 'sessionStorage throws a SecurityError', {
    capability: 'ACCESS_SESSION_STORAGE',
    storage: 'SESSION_STORAGE',
  }),
  INDEXED_DB: feature(['HEADER', 'SCRIPT'], 'indexedDB does not exist', {
    capability: 'ACCESS_INDEXEDDB',
    storage: 'INDEXED_DB',
  }),
  COOKIES: feature(['CDP', 'HEADER', 'SCRIPT'], 'cookies are neither kept nor sent', {
    capability: 'ACCESS_COOKIES',
    storage: 'COOKIES',
  }),
  CACHE_API: feature(['HEADER', 'SCRIPT'], 'caches does not exist', { storage: 'CACHE_API' }),
  PERSISTENCE: feature(['CDP', 'SCRIPT'], 'navigator.storage.persist answers false'),

  // To be asked is no answer: a yes is an act of its own (dialog-acts.ts).
  DIALOG: held('show a dialog', 'EXECUTE_JAVASCRIPT', ['CDP'], false, 'the dialog is dismissed at once'),
  PRINT: feature(['PROFILE', 'SCRIPT'], 'nothing is printed'),
  FULLSCREEN: feature(['HEADER', 'SCRIPT'], 'the request is rejected'),
  INPUT_LOCK: feature(['HEADER', 'SCRIPT'], 'pointer and keyboard stay free'),
  NOTIFICATION: feature(['PROFILE', 'CDP'], 'the permission is denied'),
  CLIPBOARD: feature(['HEADER', 'CDP', 'PROFILE', 'SCRIPT'], 'the clipboard is out of reach'),
  SHARE: feature(['HEADER', 'SCRIPT'], 'navigator.share does not exist'),
  PAYMENT: feature(['HEADER', 'PROFILE', 'SCRIPT'], 'PaymentRequest does not exist', {
    capability: 'FORM_SUBMIT_CREDENTIALS',
  }),
  CREDENTIAL: feature(['HEADER', 'SCRIPT'], 'no credential is given', { capability: 'ACCESS_PASSWORDS' }),
  ADVERTISING: feature(['HEADER', 'PROFILE', 'SCRIPT'], 'topics, auctions and attribution do not exist'),

  GEOLOCATION: feature(['HEADER', 'PROFILE', 'CDP'], 'the permission is denied'),
  CAMERA: feature(['HEADER', 'PROFILE', 'CDP'], 'the permission is denied'),
  MICROPHONE: feature(['HEADER', 'PROFILE', 'CDP'], 'the permission is denied'),
  SCREEN_CAPTURE: feature(['HEADER', 'CDP'], 'the permission is denied'),
  SENSOR: feature(['HEADER', 'CDP', 'PROFILE'], 'no sensor can be made'),
  DEVICE: feature(['HEADER', 'PROFILE', 'SCRIPT'], 'no device is offered'),
  IDLE: feature(['HEADER', 'CDP', 'PROFILE'], 'the permission is denied'),
  FONTS: feature(['HEADER', 'CDP', 'PROFILE'], 'no font is listed'),
  WINDOW_PLACEMENT: feature(['HEADER', 'CDP', 'PROFILE'], 'only this screen is known'),

  ON_DEVICE_MODEL: feature(['FLAG', 'HEADER', 'SCRIPT'], 'the engine’s models do not exist'),
  AGENT_TOOLS: feature(['FLAG', 'HEADER', 'SCRIPT'], 'no tool can be offered to an agent'),
} as const satisfies Record<PageActKind, PageActRow>;

export const pageActRow = (kind: PageActKind): PageActRow => PAGE_ACT_TABLE[kind];

/** Methods by which a page takes something, and gives nothing but the address. */
export const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The acts that are decided once for a document. */
export const DOCUMENT_ACTS: readonly PageActKind[] = PAGE_ACTS.filter(
  (kind) => pageActRow(kind).moment === 'DOCUMENT',
);

/**
 * The gates of one act of a page. `url` is the act's target (for a DOCUMENT row: the document itself); `sends` says that a
 * body or form data goes along, `credentials` that a credential field was filled among it.
 */
export function pageActGates(
  kind: PageActKind,
  act: {
    readonly url: string;
    readonly documentUrl: string;
    readonly sends?: boolean;
    readonly credentials?: boolean;
    readonly request?: SentRequest;
  },
): readonly Gate[] {
  const { url, documentUrl } = act;
  const { capability, storage, tabAction } = pageActRow(kind);
  const extra = {
    ...(storage === undefined ? {} : { storage }),
    ...(tabAction === undefined ? {} : { tabAction }),
    ...(act.request === undefined ? {} : { request: act.request }),
  };
  const navigation: Gate = {
    capability: isSameOrigin(url, documentUrl) ? 'NAVIGATE_SAME_ORIGIN' : 'NAVIGATE_CROSS_ORIGIN',
    url,
    ...(act.request === undefined ? {} : { request: act.request }),
  };
  if (capability !== 'NAVIGATE') {
    const own: Gate = { capability, url, ...extra };
    return kind === 'OPEN_WINDOW' && url !== 'about:blank' ? [own, navigation] : [own];
  }
  if (act.sends !== true) return [navigation];
  return [
    navigation,
    { ...navigation, capability: act.credentials === true ? 'FORM_SUBMIT_CREDENTIALS' : 'FORM_SUBMIT_DATA' },
  ];
}
