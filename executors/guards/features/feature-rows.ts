// What stands behind each DOCUMENT row of policy/acts/page-acts.ts in this engine: Permissions-Policy features, browser
// permissions, and the script interfaces that go. INVARIANT: data only; a row that is not granted loses all that is here.
import { PAGE_ACTS, type PageActKind } from '#policy/language/vocabulary.ts';
import type { CdpParams } from '#executors/cdp/types.ts';

export type BrowserPermission = NonNullable<CdpParams<'Browser.grantPermissions'>>['permissions'][number];

/**
 * What becomes of a script interface. `gone`: reads as undefined. `throws`, `rejects`: with that DOMException. `silent`:
 * does nothing. `false`: promises `false`. `refuses`: answers `false` at once. `empty`: reads as an empty string.
 */
export type Removal = {
  /** Where it lies: `Navigator` for `Navigator.prototype`, `` for the global object. */
  readonly on: string;
  readonly names: readonly string[];
  readonly how: 'gone' | 'throws' | 'getter-throws' | 'rejects' | 'silent' | 'false' | 'refuses' | 'empty';
  readonly error?: string;
  /**
   * The engine has it in every context, or in every secure one, unless it was switched off at the launch
   * (launch/blink-features.ts): put there again where it is not, so that whoever wants it is heard of all the same.
   */
  readonly native?: 'ALWAYS' | 'SECURE';
};

export type FeatureRow = {
  readonly policy?: readonly string[];
  readonly permissions?: readonly BrowserPermission[];
  readonly removals?: readonly Removal[];
};

const gone = (on: string, ...names: string[]): Removal => ({ on, names, how: 'gone' });
const secure = (removal: Removal): Removal => ({ ...removal, native: 'SECURE' });
const rejects = (on: string, error: string, ...names: string[]): Removal => ({
  on,
  names,
  how: 'rejects',
  error,
});
const throws = (on: string, error: string, ...names: string[]): Removal => ({
  on,
  names,
  how: 'throws',
  error,
});
const unreadable = (name: string): Removal => ({
  on: '',
  names: [name],
  how: 'getter-throws',
  error: 'SecurityError',
});

/**
 * The removals are compatibility: a page is told what it would be told by a browser without the ability. What holds where a
 * page gets round them is named for each row in its `seenBy`: header, profile, flag, DevTools command or proxy.
 */
export const FEATURE_ROWS: Readonly<Partial<Record<PageActKind, FeatureRow>>> = {
  PROTOCOL_HANDLER: {
    removals: [throws('Navigator', 'SecurityError', 'registerProtocolHandler', 'unregisterProtocolHandler')],
  },
  PEER_CONNECTION: { removals: [gone('', 'RTCPeerConnection', 'webkitRTCPeerConnection')] },
  WEB_TRANSPORT: {
    removals: [
      gone('', 'WebTransport', 'TCPSocket', 'UDPSocket', 'TCPServerSocket'),
      secure(gone('', 'WebSocketStream')),
    ],
  },
  BACKGROUND_WORK: {
    policy: ['deferred-fetch', 'deferred-fetch-minimal'],
    permissions: ['backgroundFetch', 'backgroundSync', 'periodicBackgroundSync'],
    removals: [
      gone('', 'SyncManager', 'ContentIndex'),
      secure(gone('', 'PushManager', 'PeriodicSyncManager', 'BackgroundFetchManager', 'fetchLater')),
      gone('ServiceWorkerRegistration', 'sync', 'index'),
      secure(gone('ServiceWorkerRegistration', 'pushManager', 'periodicSync', 'backgroundFetch')),
    ],
  },
  FILE_SYSTEM: {
    removals: [
      secure(gone('', 'showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker')),
      gone(
        '',
        'webkitRequestFileSystem',
        'webkitResolveLocalFileSystemURL',
        'webkitRequestFileSystemSync',
        'webkitResolveLocalFileSystemSyncURL',
      ),
      secure(gone('DataTransferItem', 'getAsFileSystemHandle')),
      secure(rejects('StorageManager', 'SecurityError', 'getDirectory')),
    ],
  },
  WORKER: { removals: [gone('BaseAudioContext', 'audioWorklet')] },
  SHARED_WORKER: { removals: [{ ...gone('', 'SharedWorker'), native: 'ALWAYS' }] },
  SERVICE_WORKER: { removals: [rejects('ServiceWorkerContainer', 'SecurityError', 'register')] },
  BROADCAST_CHANNEL: { removals: [gone('', 'BroadcastChannel')] },
  LOCAL_STORAGE: { removals: [unreadable('localStorage')] },
  SESSION_STORAGE: { removals: [unreadable('sessionStorage')] },
  INDEXED_DB: { removals: [gone('', 'indexedDB', 'webkitIndexedDB'), gone('Navigator', 'storageBuckets')] },
  COOKIES: {
    removals: [
      { on: 'Document', names: ['cookie'], how: 'empty' },
      gone('', 'cookieStore'),
      rejects('Document', 'NotAllowedError', 'requestStorageAccess', 'requestStorageAccessFor'),
    ],
  },
  CACHE_API: { removals: [gone('', 'caches'), gone('Navigator', 'storageBuckets')] },
  PERSISTENCE: {
    permissions: ['durableStorage'],
    removals: [{ on: 'StorageManager', names: ['persist', 'persisted'], how: 'false' }],
  },
  PRINT: { removals: [{ on: '', names: ['print'], how: 'silent' }] },
  FULLSCREEN: {
    policy: ['fullscreen', 'picture-in-picture'],
    removals: [
      rejects('Element', 'NotAllowedError', 'requestFullscreen'),
      { on: 'Element', names: ['webkitRequestFullscreen', 'webkitRequestFullScreen'], how: 'silent' },
      { on: 'HTMLVideoElement', names: ['webkitEnterFullscreen', 'webkitEnterFullScreen'], how: 'silent' },
      secure(gone('', 'documentPictureInPicture')),
    ],
  },
  INPUT_LOCK: {
    policy: ['keyboard-map'],
    permissions: ['keyboardLock', 'pointerLock'],
    removals: [
      rejects('Element', 'NotAllowedError', 'requestPointerLock'),
      rejects('Keyboard', 'NotAllowedError', 'lock'),
      rejects('Keyboard', 'SecurityError', 'getLayoutMap'),
    ],
  },
  NOTIFICATION: { permissions: ['notifications'], removals: [gone('Navigator', 'setAppBadge')] },
  CLIPBOARD: {
    policy: ['clipboard-read', 'clipboard-write'],
    permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'],
    removals: [
      rejects('Clipboard', 'NotAllowedError', 'read', 'readText', 'write', 'writeText'),
      { on: 'Document', names: ['execCommand'], how: 'refuses' },
    ],
  },
  SHARE: { policy: ['web-share'], removals: [gone('Navigator', 'share', 'canShare')] },
  PAYMENT: {
    policy: ['payment'],
    permissions: ['paymentHandler'],
    removals: [gone('', 'PaymentRequest', 'getDigitalGoodsService')],
  },
  CREDENTIAL: {
    policy: [
      'publickey-credentials-get',
      'publickey-credentials-create',
      'otp-credentials',
      'identity-credentials-get',
      'digital-credentials-get',
      'digital-credentials-create',
      'private-state-token-issuance',
      'private-state-token-redemption',
    ],
    removals: [
      rejects('CredentialsContainer', 'NotAllowedError', 'get', 'create', 'store', 'preventSilentAccess'),
    ],
  },
  ADVERTISING: {
    policy: ['browsing-topics', 'interest-cohort'],
    removals: [
      gone('Document', 'browsingTopics', 'interestCohort', 'hasPrivateToken', 'hasRedemptionRecord'),
      gone(
        'Navigator',
        'joinAdInterestGroup',
        'leaveAdInterestGroup',
        'clearOriginJoinedAdInterestGroups',
        'updateAdInterestGroups',
        'runAdAuction',
        'createAuctionNonce',
        'adAuctionComponents',
        'getInterestGroupAdAuctionData',
        'deprecatedReplaceInURN',
        'protectedAudience',
      ),
      gone('', 'sharedStorage', 'HTMLFencedFrameElement', 'FencedFrameConfig', 'fence', 'privateAggregation'),
    ],
  },
  GEOLOCATION: { policy: ['geolocation'], permissions: ['geolocation'] },
  CAMERA: { policy: ['camera'], permissions: ['videoCapture', 'cameraPanTiltZoom'] },
  MICROPHONE: {
    policy: ['microphone', 'speaker-selection', 'on-device-speech-recognition'],
    permissions: ['audioCapture'],
    removals: [gone('', 'SpeechRecognition'), { ...gone('', 'webkitSpeechRecognition'), native: 'ALWAYS' }],
  },
  SCREEN_CAPTURE: {
    policy: ['display-capture', 'captured-surface-control'],
    permissions: ['displayCapture'],
    removals: [secure(gone('', 'EyeDropper'))],
  },
  SENSOR: {
    policy: ['accelerometer', 'gyroscope', 'magnetometer', 'ambient-light-sensor'],
    permissions: ['sensors'],
  },
  DEVICE: {
    policy: [
      'usb',
      'serial',
      'hid',
      'bluetooth',
      'midi',
      'xr-spatial-tracking',
      'gamepad',
      'compute-pressure',
      'screen-wake-lock',
      'encrypted-media',
    ],
    permissions: ['midi', 'midiSysex', 'nfc', 'wakeLockScreen', 'ar', 'vr'],
    removals: [
      secure(gone('Navigator', 'usb', 'serial', 'hid', 'xr', 'presentation')),
      gone('Navigator', 'bluetooth', 'getBattery', 'smartCard'),
      rejects('Navigator', 'NotAllowedError', 'requestMIDIAccess', 'requestMediaKeySystemAccess'),
      gone('', 'NDEFReader'),
      secure(gone('', 'PresentationRequest', 'PressureObserver')),
      gone('HTMLMediaElement', 'remote'),
    ],
  },
  IDLE: { policy: ['idle-detection'], permissions: ['idleDetection'] },
  FONTS: { policy: ['local-fonts'], permissions: ['localFonts'] },
  WINDOW_PLACEMENT: { policy: ['window-management'], permissions: ['windowManagement'] },
  ON_DEVICE_MODEL: {
    policy: [
      'language-detector',
      'language-model',
      'on-device-speech-recognition',
      'proofreader',
      'rewriter',
      'summarizer',
      'translator',
      'writer',
    ],
    removals: [
      secure(
        gone(
          '',
          'LanguageDetector',
          'LanguageModel',
          'Proofreader',
          'Rewriter',
          'Summarizer',
          'Translator',
          'Writer',
        ),
      ),
      secure(gone('Navigator', 'ml')),
      // Names of earlier drafts: pages have elements and variables that are called `ai`.
      gone('', 'ai', 'AICreateMonitor', 'AILanguageModel', 'CreateMonitor'),
    ],
  },
  AGENT_TOOLS: {
    policy: ['tools'],
    removals: [
      secure(gone('Navigator', 'modelContext')),
      secure(gone('Document', 'modelContext')),
      gone('Navigator', 'modelContextTesting'),
      gone('', 'ModelContext', 'ModelContextClient'),
    ],
  },
};

/** The same as a list, in the order of the table. */
export const FEATURES: readonly (readonly [PageActKind, FeatureRow])[] = PAGE_ACTS.flatMap((kind) => {
  const row = FEATURE_ROWS[kind];
  return row === undefined ? [] : [[kind, row] as const];
});

/** Features that no document gets, whatever is granted. */
export const NEVER_POLICY: readonly string[] = ['storage-access', 'top-level-storage-access'];
