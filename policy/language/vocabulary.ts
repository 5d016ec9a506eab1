// Every closed enumeration of the project, as a list with its type. Nothing outside these lists exists:
// an unknown member is an error at the edge, never a value inside. Counts are held by test/policy/language/vocabulary.spec.ts.

/** Version of the fact vocabulary that a policy document names. */
export const VOCABULARY_ID = 'phase38/1';

// Phase-38 section 2.1
export const BROWSER_EXECUTOR_TYPES = [
  'HEADED_CHROMIUM',
  'HEADLESS_CHROMIUM',
  'HEADED_EDGE',
  'HEADLESS_EDGE',
  'HEADED_UNKNOWN',
  'HEADLESS_UNKNOWN',
  'FORBIDDEN',
] as const;
export type BrowserExecutorType = (typeof BROWSER_EXECUTOR_TYPES)[number];

// Phase-38 section 3.1
export const BROWSER_CAPABILITIES = [
  'NAVIGATE_SAME_ORIGIN',
  'NAVIGATE_CROSS_ORIGIN',
  'FORM_SUBMIT_DATA',
  'FORM_SUBMIT_CREDENTIALS',
  'FILE_DOWNLOAD',
  'FILE_UPLOAD',
  'EXECUTE_JAVASCRIPT',
  'INJECT_JAVASCRIPT',
  'ACCESS_LOCALSTORAGE',
  'ACCESS_INDEXEDDB',
  'ACCESS_COOKIES',
  'ACCESS_SESSION_STORAGE',
  'INSTALL_EXTENSION',
  'ACCESS_PASSWORDS',
  'ACCESS_HISTORY',
  'OPEN_TAB',
  'CLOSE_TAB',
  'SCREENSHOT',
] as const;
export type BrowserCapability = (typeof BROWSER_CAPABILITIES)[number];

// Phase-38 section 4.1
export const STORAGE_TYPES = [
  'LOCAL_STORAGE',
  'SESSION_STORAGE',
  'INDEXED_DB',
  'COOKIES',
  'CACHE_API',
  'SERVICE_WORKER',
] as const;
export type StorageType = (typeof STORAGE_TYPES)[number];

// Phase-38 section 5.1
export const TAB_POLICIES = ['SINGLE_TAB', 'CONTROLLED_MULTI', 'INDEPENDENT_MULTI', 'FORBIDDEN'] as const;
export type TabPolicy = (typeof TAB_POLICIES)[number];

// Phase-38 section 5.3
export const CROSS_TAB_ACTIONS = [
  'OPEN_NEW_TAB',
  'POST_MESSAGE',
  'SHARED_WORKER',
  'BROADCAST_CHANNEL',
  'WINDOW_REFERENCE',
] as const;
export type CrossTabAction = (typeof CROSS_TAB_ACTIONS)[number];

// Phase-38 section 7.1
export const BROWSER_EXECUTION_STATES = [
  'PENDING',
  'VALIDATED',
  'INITIALIZING',
  'NAVIGATING',
  'EXECUTING',
  'CAPTURING',
  'TERMINATING',
  'COMPLETED',
] as const;
export type BrowserExecutionState = (typeof BROWSER_EXECUTION_STATES)[number];

// Phase-38 section 7.2, in the order of severity: everything combines by the severest.
export const BROWSER_DECISIONS = ['ALLOW', 'ESCALATE', 'DENY', 'ABORT'] as const;
export type BrowserDecision = (typeof BROWSER_DECISIONS)[number];

// Phase-38 section 7.3
export const BROWSER_VIOLATION_TYPES = [
  'UNKNOWN_BROWSER_TYPE',
  'FORBIDDEN_BROWSER_TYPE',
  'NAVIGATION_DENIED',
  'CAPABILITY_DENIED',
  'STORAGE_VIOLATION',
  'TAB_POLICY_VIOLATION',
  'EXTENSION_VIOLATION',
  'CREDENTIAL_ACCESS_ATTEMPT',
  'CROSS_ORIGIN_VIOLATION',
  'SANDBOX_FLAG_VIOLATION',
  'TIMEOUT',
  'CRASH',
] as const;
export type BrowserViolationType = (typeof BROWSER_VIOLATION_TYPES)[number];

// Phase-38 section 9.1
export const FORBIDDEN_BROWSER_FLAGS = [
  'NO_SANDBOX',
  'DISABLE_WEB_SECURITY',
  'DISABLE_SITE_ISOLATION',
  'REMOTE_DEBUGGING_PORT',
  'ALLOW_INSECURE_CONTENT',
  'DISABLE_GPU_SANDBOX',
  'DISABLE_FEATURES_ISOLATE_ORIGINS',
  'USER_DATA_DIR_SHARED',
  'ENABLE_AUTOMATION_DETECTION_BYPASS',
  'DISABLE_EXTENSIONS_EXCEPT',
] as const;
export type ForbiddenBrowserFlag = (typeof FORBIDDEN_BROWSER_FLAGS)[number];

// Ghost Browser specification, section 05
export const GHOST_TAB_STATES = [
  'IDLE',
  'LOADING',
  'PERCEIVING',
  'INFERRING',
  'ACTING',
  'COMPLETE',
  'FAILED',
] as const;
export type GhostTabState = (typeof GHOST_TAB_STATES)[number];

// Ghost Browser specification, section 09
export const INTENT_CLASSES = ['NAVIGATE', 'RESEARCH', 'TRANSACT', 'GENERATE'] as const;
export type IntentClass = (typeof INTENT_CLASSES)[number];

// Ghost Browser specification, section 08.1
export const NAVIGATOR_ACTION_TYPES = [
  'CLICK',
  'TYPE',
  'SCROLL',
  'WAIT',
  'EXTRACT',
  'DONE',
  'FAILED',
] as const;
export type NavigatorActionType = (typeof NAVIGATOR_ACTION_TYPES)[number];

// Ghost Browser specification, section 04
export const PERCEPTION_TIERS = ['TIER_1', 'TIER_2', 'TIER_3'] as const;
export type PerceptionTier = (typeof PERCEPTION_TIERS)[number];

// Build plan 4.3
export const ERROR_TYPES = ['NETWORK', 'RUNTIME', 'CDP', 'TIMEOUT'] as const;
export type ErrorType = (typeof ERROR_TYPES)[number];

// Ghost Browser specification, section 05
export const IPC_MESSAGE_TYPES = [
  'NAVIGATE',
  'SCREENSHOT',
  'AX_TREE',
  'INJECT_JS',
  'INPUT_EVENT',
  'TASK_RESULT',
  'TASK_ERROR',
] as const;
export type IpcMessageType = (typeof IPC_MESSAGE_TYPES)[number];

// Facts that a request carries beside Phase-38's enums (POLICY.md, head and section 6.2).
export const DISPLAYS = ['HEADED', 'HEADLESS'] as const;
export type Display = (typeof DISPLAYS)[number];
export const ORIGIN_RELATIONS = ['SAME_ORIGIN', 'CROSS_ORIGIN'] as const;
export type OriginRelation = (typeof ORIGIN_RELATIONS)[number];
export const LAUNCH_FLAG_CLASSES = [
  'CLEAN',
  'UNKNOWN_FLAG',
  'FORBIDDEN_FLAG',
  'REQUIRED_FLAG_MISSING',
] as const;
export type LaunchFlagClass = (typeof LAUNCH_FLAG_CLASSES)[number];
export const PROVENANCES = ['USER', 'PAGE', 'TOOL'] as const;
export type Provenance = (typeof PROVENANCES)[number];
/** Of the page whose words an act is made of, seen from the document that the act happens on. NONE: of no page. */
export const CONTENT_ORIGINS = ['NONE', 'SAME_ORIGIN', 'CROSS_ORIGIN'] as const;
export type ContentOrigin = (typeof CONTENT_ORIGINS)[number];
/** Where on a page those words stand. SITE: its own controls and landmarks; USERS: where users write; CONTENT: nobody knows whose. */
export const CONTENT_PLACES = ['NONE', 'SITE', 'CONTENT', 'USERS'] as const;
export type ContentPlace = (typeof CONTENT_PLACES)[number];
export const INITIATORS = ['USER', 'NAVIGATOR', 'PAGE', 'CLIENT'] as const;
export type Initiator = (typeof INITIATORS)[number];
export const PURPOSES = ['DOCUMENT', 'SUBRESOURCE'] as const;
export type Purpose = (typeof PURPOSES)[number];
/** What a Ghost Tab need not fetch while nobody looks at it. */
export const ASSET_CLASSES = ['IMAGE', 'FONT', 'MEDIA'] as const;
export type AssetClass = (typeof ASSET_CLASSES)[number];
export const SCHEMES = ['HTTPS', 'HTTP', 'WSS', 'WS', 'NONE', 'OTHER'] as const;
export type Scheme = (typeof SCHEMES)[number];
export const ADDRESS_CLASSES = ['PUBLIC', 'PRIVATE', 'LOOPBACK', 'LINK_LOCAL', 'METADATA'] as const;
export type AddressClass = (typeof ADDRESS_CLASSES)[number];

/** A port seen from its scheme. WEB_ALTERNATE: 8000, 8008, 8080, 8443, 8888; WELL_KNOWN: another one below 1024. */
export const PORT_CLASSES = ['DEFAULT', 'WEB_ALTERNATE', 'WELL_KNOWN', 'OTHER', 'NONE'] as const;
export type PortClass = (typeof PORT_CLASSES)[number];

/** What a request asks of its server. NONE: no request goes, or it goes unseen through a tunnel that was decided on before. */
export const HTTP_METHODS = [
  'NONE',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'OTHER',
] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];
/** What a body says that it is. FORM and MULTIPART are what forms send; OTHER: files, and what says nothing of itself. */
export const CONTENT_TYPES = ['NONE', 'FORM', 'MULTIPART', 'JSON', 'XML', 'TEXT', 'OTHER'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];
/** Kilobytes and megabytes of 1,024. UNKNOWN: nobody can tell before it goes. */
export const SIZE_CLASSES = [
  'NONE',
  'UP_TO_1_KB',
  'UP_TO_64_KB',
  'UP_TO_1_MB',
  'UP_TO_10_MB',
  'UP_TO_100_MB',
  'LARGER',
  'UNKNOWN',
] as const;
export type SizeClass = (typeof SIZE_CLASSES)[number];
/** What a file is by its name and by its first bytes. MISMATCH: the two differ; OTHER: neither is known. */
export const FILE_TYPES = [
  'NONE',
  'PDF',
  'TEXT',
  'CSV',
  'DATA',
  'DOCUMENT',
  'SPREADSHEET',
  'PRESENTATION',
  'IMAGE',
  'AUDIO',
  'VIDEO',
  'ARCHIVE',
  'MARKUP',
  'PROGRAM',
  'OTHER',
  'MISMATCH',
] as const;
export type FileType = (typeof FILE_TYPES)[number];
/** What a form is for, as the gateway works it out. `gateway/boundary/weighing/form-purpose.ts` says by what. */
export const FORM_PURPOSES = [
  'NONE',
  'LOG_IN',
  'SIGN_UP',
  'PAYMENT',
  'DELETION',
  'PUBLISHING',
  'SEARCH',
  'OTHER',
] as const;
export type FormPurpose = (typeof FORM_PURPOSES)[number];
/** By which way whoever has a task done came to the gateway. */
export const CHANNELS = ['UI', 'CLI', 'MCP', 'CDP', 'LIBRARY'] as const;
export type Channel = (typeof CHANNELS)[number];
export const WEEKDAYS = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Roles of elements that a person acts on, by their ARIA names: those that executors/perception/reading/roles.ts acts on. */
export const ELEMENT_ROLES = [
  'NONE',
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'listbox',
  'checkbox',
  'radio',
  'switch',
  'slider',
  'spinbutton',
  'tab',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'treeitem',
  'OTHER',
] as const;
export type ElementRole = (typeof ELEMENT_ROLES)[number];

/**
 * What a page starts by itself. `policy/acts/page-acts.ts` has a row for each: how it is seen, which gates it passes, and what
 * the page gets when the answer is no.
 */
export const PAGE_ACTS = [
  // documents and windows
  'NAVIGATE',
  'FRAME',
  'OPEN_WINDOW',
  'EXTERNAL_PROTOCOL',
  'PROTOCOL_HANDLER',
  // network
  'CONNECT',
  'PREFETCH',
  'PEER_CONNECTION',
  'WEB_TRANSPORT',
  'BACKGROUND_WORK',
  'REPORTING',
  // files
  'DOWNLOAD',
  'FILE_CHOOSER',
  'FILE_SYSTEM',
  // workers and messages between tabs
  'WORKER',
  'SHARED_WORKER',
  'SERVICE_WORKER',
  'BROADCAST_CHANNEL',
  'WINDOW_MESSAGE',
  // storage of the page's own origin
  'LOCAL_STORAGE',
  'SESSION_STORAGE',
  'INDEXED_DB',
  'COOKIES',
  'CACHE_API',
  'PERSISTENCE',
  // what a person would see or give
  'DIALOG',
  'PRINT',
  'FULLSCREEN',
  'INPUT_LOCK',
  'NOTIFICATION',
  'CLIPBOARD',
  'SHARE',
  'PAYMENT',
  'CREDENTIAL',
  'ADVERTISING',
  // devices
  'GEOLOCATION',
  'CAMERA',
  'MICROPHONE',
  'SCREEN_CAPTURE',
  'SENSOR',
  'DEVICE',
  'IDLE',
  'FONTS',
  'WINDOW_PLACEMENT',
  // models of the engine, and tools that a page offers to agents
  'ON_DEVICE_MODEL',
  'AGENT_TOOLS',
] as const;
export type PageActKind = (typeof PAGE_ACTS)[number];

/** Every act that can be asked of a browser. Phase-38 names `BrowserActionType` and leaves it open; this closes it. */
export const BROWSER_ACTION_TYPES = [
  'NAVIGATE',
  'RELOAD',
  'BACK',
  'FORWARD',
  'CLICK',
  'DRAG',
  'PRESS',
  'CHECK',
  'SELECT',
  'HOVER',
  'TYPE',
  'FILL',
  'SCROLL',
  'FOCUS',
  'FRAME_SWITCH',
  'WAIT',
  'SNAPSHOT',
  'SCREENSHOT',
  'EXTRACT',
  'OBSERVE',
  'EVALUATE',
  'ROUTE_MOCK',
  'ROUTE_CAPTURE',
  'ROUTE_BLOCK',
  'ROUTE_REMOVE',
  'HANDLE_DIALOG',
  'UPLOAD',
  'DROP',
  'RESIZE',
  'DOWNLOAD',
  'OPEN_TAB',
  'CLOSE_TAB',
  'STORAGE_READ',
  'STORAGE_WRITE',
  'STORAGE_CLEAR',
  'COOKIE_READ',
  'COOKIE_WRITE',
  'COOKIE_CLEAR',
  'COOKIE_PASSTHROUGH',
  'SESSION_SAVE',
  'SESSION_LOAD',
  'LAUNCH',
  'ATTACH',
  'ANSWER',
] as const;
export type BrowserActionType = (typeof BROWSER_ACTION_TYPES)[number];

/** Duties that come with a decision. An executor that does not know one treats the decision as DENY. */
export const OBLIGATIONS = [
  'AUDIT',
  'AUDIT_FULL',
  'SCREENSHOT_BEFORE',
  'SCREENSHOT_AFTER',
  'CLEAR_STORAGE',
  'DELETE_PROFILE',
  'SCAN_DOWNLOAD',
  'RECHECK_ON_REDIRECT',
  'MASK_VALUE',
] as const;
export type Obligation = (typeof OBLIGATIONS)[number];
