// The launch flags of Phase-38 section 9, as data: what must be present, the ten that are forbidden with the switches
// that amount to them, and what is known to be harmless with its permitted values. Everything else is unknown.
import type { ForbiddenBrowserFlag } from '#policy/language/vocabulary.ts';

/** Phase-38 section 9.3. The absent ones are among the forbidden as well. */
export const REQUIRED_FLAGS = ['--site-per-process', '--disable-extensions'] as const;

/** Switches (without dashes, lower case) that have the effect of a forbidden flag, whatever their value. */
export const FORBIDDEN_SWITCHES: Readonly<Record<string, ForbiddenBrowserFlag>> = {
  'no-sandbox': 'NO_SANDBOX',
  'no-sandbox-and-elevated': 'NO_SANDBOX',
  'no-zygote-sandbox': 'NO_SANDBOX',
  'no-zygote': 'NO_SANDBOX',
  'disable-setuid-sandbox': 'NO_SANDBOX',
  'disable-namespace-sandbox': 'NO_SANDBOX',
  'disable-seccomp-filter-sandbox': 'NO_SANDBOX',
  'disable-landlock-sandbox': 'NO_SANDBOX',
  'disable-win32k-lockdown': 'NO_SANDBOX',
  'allow-no-sandbox-job': 'NO_SANDBOX',
  'allow-sandbox-debugging': 'NO_SANDBOX',
  'single-process': 'NO_SANDBOX',
  'renderer-cmd-prefix': 'NO_SANDBOX',
  'utility-cmd-prefix': 'NO_SANDBOX',
  'browser-subprocess-path': 'NO_SANDBOX',
  'disable-web-security': 'DISABLE_WEB_SECURITY',
  'allow-file-access-from-files': 'DISABLE_WEB_SECURITY',
  'allow-file-access': 'DISABLE_WEB_SECURITY',
  'allow-cross-origin-auth-prompt': 'DISABLE_WEB_SECURITY',
  'reduce-security-for-testing': 'DISABLE_WEB_SECURITY',
  'disable-site-isolation-trials': 'DISABLE_SITE_ISOLATION',
  'disable-site-isolation-for-policy': 'DISABLE_SITE_ISOLATION',
  'disable-site-isolation': 'DISABLE_SITE_ISOLATION',
  'process-per-tab': 'DISABLE_SITE_ISOLATION',
  'process-per-site': 'DISABLE_SITE_ISOLATION',
  'remote-debugging-port': 'REMOTE_DEBUGGING_PORT',
  'remote-debugging-address': 'REMOTE_DEBUGGING_PORT',
  'remote-debugging-socket-name': 'REMOTE_DEBUGGING_PORT',
  'remote-allow-origins': 'REMOTE_DEBUGGING_PORT',
  'allow-running-insecure-content': 'ALLOW_INSECURE_CONTENT',
  'allow-insecure-localhost': 'ALLOW_INSECURE_CONTENT',
  'ignore-certificate-errors': 'ALLOW_INSECURE_CONTENT',
  'ignore-certificate-errors-spki-list': 'ALLOW_INSECURE_CONTENT',
  'ignore-urlfetcher-cert-requests': 'ALLOW_INSECURE_CONTENT',
  'unsafely-treat-insecure-origin-as-secure': 'ALLOW_INSECURE_CONTENT',
  'disable-gpu-sandbox': 'DISABLE_GPU_SANDBOX',
  'in-process-gpu': 'DISABLE_GPU_SANDBOX',
  'gpu-launcher': 'DISABLE_GPU_SANDBOX',
  'gpu-sandbox-failures-fatal': 'DISABLE_GPU_SANDBOX',
  'profile-directory': 'USER_DATA_DIR_SHARED',
  'disable-extensions-except': 'DISABLE_EXTENSIONS_EXCEPT',
  'disable-extensions-file-access-check': 'DISABLE_EXTENSIONS_EXCEPT',
  'enable-unsafe-extension-debugging': 'DISABLE_EXTENSIONS_EXCEPT',
  'extensions-on-chrome-urls': 'DISABLE_EXTENSIONS_EXCEPT',
  'load-extension': 'DISABLE_EXTENSIONS_EXCEPT',
  'load-component-extension': 'DISABLE_EXTENSIONS_EXCEPT',
  'load-and-launch-app': 'DISABLE_EXTENSIONS_EXCEPT',
  'allowlisted-extension-id': 'DISABLE_EXTENSIONS_EXCEPT',
  'whitelisted-extension-id': 'DISABLE_EXTENSIONS_EXCEPT',
};

/** Names in feature lists (compared without case) that amount to a forbidden flag, by the switch that carries the list. */
export const FORBIDDEN_FEATURES: Readonly<Record<string, Readonly<Record<string, ForbiddenBrowserFlag>>>> = {
  'disable-features': {
    isolateorigins: 'DISABLE_FEATURES_ISOLATE_ORIGINS',
    'site-per-process': 'DISABLE_FEATURES_ISOLATE_ORIGINS',
    siteperprocess: 'DISABLE_FEATURES_ISOLATE_ORIGINS',
    strictoriginisolation: 'DISABLE_FEATURES_ISOLATE_ORIGINS',
    isolatesandboxediframes: 'DISABLE_FEATURES_ISOLATE_ORIGINS',
    originkeyedprocessesbydefault: 'DISABLE_FEATURES_ISOLATE_ORIGINS',
    siteisolationforpasswordsites: 'DISABLE_FEATURES_ISOLATE_ORIGINS',
    siteisolationforoauthsites: 'DISABLE_FEATURES_ISOLATE_ORIGINS',
    networkservicesandbox: 'NO_SANDBOX',
    opaqueresponseblockingv02: 'DISABLE_WEB_SECURITY',
    localnetworkaccesschecks: 'DISABLE_WEB_SECURITY',
  },
  'disable-blink-features': { automationcontrolled: 'ENABLE_AUTOMATION_DETECTION_BYPASS' },
};

/** What a known switch may carry: nothing, anything, one of a list, text of a form, or a list from a closed set. */
export type FlagValue =
  | { readonly kind: 'none' }
  | { readonly kind: 'one-of'; readonly values: readonly string[]; readonly optional?: true }
  | { readonly kind: 'form'; readonly form: RegExp }
  | { readonly kind: 'list'; readonly members: readonly string[] };

const none: FlagValue = { kind: 'none' };
const oneOf = (...values: string[]): FlagValue => ({ kind: 'one-of', values });
const form = (pattern: RegExp): FlagValue => ({ kind: 'form', form: pattern });

/** Switches that turn something off or fix how things look, and carry no value. */
const PLAIN = [
  'site-per-process',
  'disable-extensions',
  'remote-debugging-pipe',
  'disable-quic',
  'disable-background-networking',
  'disable-component-update',
  'disable-sync',
  'no-first-run',
  'no-default-browser-check',
  'disable-gpu',
  'hide-scrollbars',
  'mute-audio',
  'disable-dev-shm-usage',
  'disable-breakpad',
  'disable-crash-reporter',
  'disable-client-side-phishing-detection',
  'disable-component-extensions-with-background-pages',
  'disable-default-apps',
  'disable-hang-monitor',
  'disable-ipc-flooding-protection',
  'disable-popup-blocking',
  'disable-prompt-on-repost',
  'disable-renderer-backgrounding',
  'disable-backgrounding-occluded-windows',
  'disable-background-timer-throttling',
  'disable-back-forward-cache',
  'disable-field-trial-config',
  'disable-search-engine-choice-screen',
  'metrics-recording-only',
  'no-service-autorun',
  'use-mock-keychain',
  'export-tagged-pdf',
  'enable-automation',
  'allow-pre-commit-input',
  'no-pings',
  'disable-domain-reliability',
  'disable-speech-api',
  'disable-notifications',
  'disable-print-preview',
  'disable-infobars',
  'disable-stack-profiler',
  'disable-edgeupdater',
  'disable-updater-scheduler',
  'edge-skip-compat-layer-relaunch',
  'do-not-de-elevate',
  'disable-logging',
  'disable-software-rasterizer',
  'disable-webgl',
  'disable-3d-apis',
  'disable-databases',
  'disable-file-system',
  'disable-remote-fonts',
  'disable-smooth-scrolling',
  'dns-prefetch-disable',
  'incognito',
  'noerrdialogs',
  'enforce-webrtc-ip-permission-check',
] as const;

/** Chromium features that may be switched off: what loads, predicts, uploads or paints of its own accord. */
const FEATURES_OFF = [
  'AcceptCHFrame',
  'AimEnabled',
  'AutofillServerCommunication',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BackForwardCache',
  'CertificateTransparencyComponentUpdater',
  'CompressionDictionaryTransport',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'EarlyHintsPreloadForNavigation',
  'EncryptedClientHello',
  'ExtensionManifestV2Unsupported',
  'FileSystemAccessAPI',
  'GlobalMediaControls',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'LensOverlay',
  'LoadingPredictorUseOptimizationGuide',
  'MediaRouter',
  'NavigationPredictor',
  'NetworkErrorLogging',
  'NetworkPrediction',
  'NetworkTimeServiceQuerying',
  'OptimizationGuideModelDownloading',
  'OptimizationGuideOnDeviceModel',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'Prerender2',
  'PushMessaging',
  'Reporting',
  'SignedHTTPExchange',
  'SpareRendererForSitePerProcess',
  'SpeculationRulesPrefetchFuture',
  'Translate',
  'WebBluetooth',
  'WebUSB',
  'WebRtcHideLocalIpsWithMdns',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'msForceBrowserSignIn',
];

const FEATURES_ON = [
  'CDPScreenshotNewSurface',
  'NetworkServiceSandbox',
  'SkipListAccountsWithoutGaiaCookies',
];

/** Web-platform features that may be switched off, so that a page has fewer ways out or to other tabs. */
const BLINK_FEATURES_OFF = [
  'AIPromptAPI',
  'AIProofreadingAPI',
  'AIRewriterAPI',
  'AISummarizationAPI',
  'AIWriterAPI',
  'BackgroundFetch',
  'BroadcastChannel',
  'ComputePressure',
  'DirectSockets',
  'DocumentPictureInPicture',
  'DocumentPictureInPictureAPI',
  'EyeDropperAPI',
  'FencedFrames',
  'FetchLaterAPI',
  'FileSystemAccess',
  'FileSystemAccessLocal',
  'FileSystemAccessOriginPrivate',
  'InstalledApp',
  'LanguageDetectionAPI',
  'LinkPreview',
  'MachineLearningNeuralNetwork',
  'Notifications',
  'PaymentRequest',
  'PeriodicBackgroundSync',
  'Prerender2',
  'Presentation',
  'PushMessaging',
  'ScriptedSpeechRecognition',
  'Serial',
  'SharedStorageAPI',
  'SharedWorker',
  'SpeculationRules',
  'TopicsAPI',
  'TranslationAPI',
  'WebBluetooth',
  'WebHID',
  'WebMCP',
  'WebMCPTesting',
  'WebNFC',
  'WebSerial',
  'WebSocketStream',
  'WebTransport',
  'WebUSB',
  'WebXR',
];

/** Those that a policy can grant to a document, and that the engine has behind a switch. */
const BLINK_FEATURES_ON = ['WebMCP'];

/**
 * In place of the vendor's keys for origin trials: the SHA-256 of "Ghost Browser: no origin trial", to which nobody holds a private
 * half. With it no token of a document, in a header or a `<meta>`, turns on what is off.
 */
export const NO_ORIGIN_TRIAL_KEY = 'ZZkgfmJhnojMoUOcHMqavM6823b74rqUL6GLG/3pomA=';

export const KNOWN_SWITCHES: ReadonlyMap<string, FlagValue> = new Map<string, FlagValue>([
  ...PLAIN.map((name): [string, FlagValue] => [name, none]),
  ['headless', { kind: 'one-of', values: ['new'], optional: true }],
  ['proxy-server', form(/^(?:http:\/\/)?(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/)],
  ['proxy-bypass-list', oneOf('<-loopback>')],
  // Everything unresolvable but the proxy's own loopback address.
  ['host-resolver-rules', form(/^MAP \* ~NOTFOUND(?: ?, ?EXCLUDE (?:127\.0\.0\.1|localhost|\[?::1\]?))*$/)],
  ['force-webrtc-ip-handling-policy', oneOf('disable_non_proxied_udp')],
  ['webrtc-ip-handling-policy', oneOf('disable_non_proxied_udp')],
  // Nothing that the browser has of itself is looked for anywhere.
  ['component-updater', oneOf('url-source=about:blank')],
  ['window-size', form(/^\d{2,5},\d{2,5}$/)],
  ['window-position', form(/^-?\d{1,5},-?\d{1,5}$/)],
  ['force-device-scale-factor', form(/^\d(?:\.\d{1,3})?$/)],
  ['password-store', oneOf('basic')],
  ['force-color-profile', oneOf('srgb')],
  ['origin-trial-public-key', oneOf(NO_ORIGIN_TRIAL_KEY)],
  ['lang', form(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)],
  ['log-level', form(/^[0-3]$/)],
  ['ozone-platform', oneOf('x11', 'wayland', 'headless')],
  ['disable-features', { kind: 'list', members: FEATURES_OFF }],
  ['enable-features', { kind: 'list', members: FEATURES_ON }],
  ['disable-blink-features', { kind: 'list', members: BLINK_FEATURES_OFF }],
  ['enable-blink-features', { kind: 'list', members: BLINK_FEATURES_ON }],
]);

/** What may stand on the command line without dashes. */
export const KNOWN_POSITIONALS: readonly string[] = ['about:blank'];
