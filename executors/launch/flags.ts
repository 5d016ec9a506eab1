// The browser's whole command line: nothing is left to a default. INVARIANT: no network debugging port, ever; the pipe
// is the only way to control the browser, and the proxy its only way out.
import { statfsSync } from 'node:fs';
import { NO_ORIGIN_TRIAL_KEY } from '#policy/launch-flag-table.ts';
import type { PageActKind } from '#policy/vocabulary.ts';
import { blinkFeaturesOff } from './blink-features.ts';

/** Chromium's own defaults that are off because they load, predict, upload or change a page behind the boundary's back. */
const FEATURES_OFF = [
  'AcceptCHFrame',
  'AimEnabled',
  'AutofillServerCommunication',
  // BACK and FORWARD load again, so that the boundary sees them.
  'BackForwardCache',
  'CertificateTransparencyComponentUpdater',
  'CompressionDictionaryTransport',
  'DialMediaRouteProvider',
  // Hints, reports and packages are taken in by the network service before an answer can be held.
  'EarlyHintsPreloadForNavigation',
  'EncryptedClientHello',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'NavigationPredictor',
  'NetworkErrorLogging',
  'OptimizationGuideModelDownloading',
  'OptimizationGuideOnDeviceModel',
  'OptimizationHints',
  'Prerender2',
  'PreconnectToSearch',
  'Reporting',
  'SignedHTTPExchange',
  'SpareRendererForSitePerProcess',
  'Translate',
  // Two pages of the browser's own in a renderer of their own, made at each start: more than half of its processor time.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const BASE = [
  // isolation (Phase-38 9.3)
  '--site-per-process',
  '--disable-extensions',
  // control
  '--remote-debugging-pipe',
  // the one way out
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // nothing of its own accord
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--no-pings',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--disable-search-engine-choice-screen',
  '--metrics-recording-only',
  `--disable-features=${FEATURES_OFF.join(',')}`,
  // a document's token beats the features that are off
  `--origin-trial-public-key=${NO_ORIGIN_TRIAL_KEY}`,
  // a tab that nobody looks at runs like one that somebody does
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // the same pixels on every machine
  '--disable-gpu',
  '--window-size=1280,900',
  '--force-device-scale-factor=1',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  // no keyring, no prompt
  '--password-store=basic',
  '--use-mock-keychain',
];

/** Below this, shared memory moves to the temporary directory: Docker gives a container 64 MB. */
const SMALL_SHARED_MEMORY = 512 * 1024 * 1024;

/** Interfaces of the engine that have the browser itself fetch a model, or hand the page's tools to an agent: off for everybody. */
const BLINK_OFF = [
  'AIPromptAPI',
  'AIProofreadingAPI',
  'AIRewriterAPI',
  'AISummarizationAPI',
  'AIWriterAPI',
  'LanguageDetectionAPI',
  'MachineLearningNeuralNetwork',
  'TranslationAPI',
  'WebMCP',
  'WebMCPTesting',
];

/**
 * The planned flags, without the profile directory and the proxy's port. `never`: abilities that no document can be granted.
 */
export function commandFlags(
  headless: boolean,
  extra: readonly string[] = [],
  never: ReadonlySet<PageActKind> = new Set(),
): string[] {
  const off = [...BLINK_OFF, ...blinkFeaturesOff(never)].toSorted();
  return [
    // Of a switch that stands there twice the last one counts: ours.
    ...extra,
    ...(headless ? ['--headless'] : []),
    ...BASE,
    `--disable-blink-features=${off.join(',')}`,
    ...(sharedMemoryIsSmall() ? ['--disable-dev-shm-usage'] : []),
  ];
}

/** The flags of one launch, as the process gets them. The last word is the page that it opens with. */
export function launchArguments(flags: readonly string[], userData: string, proxyPort: number): string[] {
  return [
    ...flags,
    `--user-data-dir=${userData}`,
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    'about:blank',
  ];
}

function sharedMemoryIsSmall(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize < SMALL_SHARED_MEMORY;
  } catch {
    return true;
  }
}
