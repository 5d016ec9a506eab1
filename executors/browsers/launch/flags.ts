// The browser's whole command line: nothing is left to a default. INVARIANT: no network debugging port, ever; the pipe
// is the only way to control the browser, and the proxy its only way out.
import { statfsSync } from 'node:fs';
import { NO_ORIGIN_TRIAL_KEY } from '#policy/requests/launch-flag-table.ts';
import type { PageActKind } from '#policy/language/vocabulary.ts';
import { blinkFeaturesOff, blinkFeaturesOn, UNTIL_GRANTED } from './blink-features.ts';

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
  // A page has the browser itself ask for a model (`Translator.create`), and so does a start: what is asked of this address goes nowhere.
  '--component-updater=url-source=about:blank',
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
const MIN_SHARED_MEMORY_BYTES = 512 * 1024 * 1024;

/**
 * The planned flags, without the profile directory and the proxy's port. `never`: abilities that no document can be granted.
 */
export function commandFlags(
  headless: boolean,
  extra: readonly string[] = [],
  never: ReadonlySet<PageActKind> = UNTIL_GRANTED,
): string[] {
  return [
    // Of a switch that is there twice the last one counts: ours.
    ...extra,
    ...(headless ? ['--headless'] : []),
    ...BASE,
    ...listed('--disable-blink-features', blinkFeaturesOff(never)),
    ...listed('--enable-blink-features', blinkFeaturesOn(never)),
    ...(sharedMemoryIsSmall() ? ['--disable-dev-shm-usage'] : []),
  ];
}

const listed = (name: string, features: readonly string[]): readonly string[] =>
  features.length === 0 ? [] : [`${name}=${features.join(',')}`];

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
    return bavail * bsize < MIN_SHARED_MEMORY_BYTES;
  } catch {
    return true;
  }
}
