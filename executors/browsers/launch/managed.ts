// Policies that an administrator set for a browser on this machine: where they stand, and which change what a Ghost Tab rests on.
// INVARIANT: data and judgement alone; `managed-readers.ts` reads them, and nobody writes them.
import type { BrowserBuild } from '#executors/contract/launch-plan.ts';

export type Product = Exclude<BrowserBuild['product'], 'UNKNOWN'>;
export type Platform = 'linux' | 'darwin' | 'win32';

/** Linux: directories of JSON files. macOS: property lists, of the machine and of a user (`*`). Windows: registry keys. */
export const MANAGED_PLACES = {
  linux: {
    CHROMIUM: ['/etc/chromium/policies/managed', '/etc/chromium-browser/policies/managed'],
    CHROME: ['/etc/opt/chrome/policies/managed'],
    EDGE: ['/etc/opt/edge/policies/managed'],
  },
  darwin: {
    CHROMIUM: [
      '/Library/Managed Preferences/org.chromium.Chromium.plist',
      '/Library/Managed Preferences/*/org.chromium.Chromium.plist',
    ],
    CHROME: [
      '/Library/Managed Preferences/com.google.Chrome.plist',
      '/Library/Managed Preferences/*/com.google.Chrome.plist',
    ],
    EDGE: [
      '/Library/Managed Preferences/com.microsoft.Edge.plist',
      '/Library/Managed Preferences/*/com.microsoft.Edge.plist',
    ],
  },
  win32: {
    CHROMIUM: [String.raw`HKLM\SOFTWARE\Policies\Chromium`, String.raw`HKCU\SOFTWARE\Policies\Chromium`],
    CHROME: [
      String.raw`HKLM\SOFTWARE\Policies\Google\Chrome`,
      String.raw`HKCU\SOFTWARE\Policies\Google\Chrome`,
    ],
    EDGE: [
      String.raw`HKLM\SOFTWARE\Policies\Microsoft\Edge`,
      String.raw`HKCU\SOFTWARE\Policies\Microsoft\Edge`,
    ],
  },
} as const satisfies Record<Platform, Record<Product, readonly string[]>>;

export type ManagedFinding = {
  readonly file: string;
  readonly name: string;
  readonly effect: 'WEAKENS' | 'STRENGTHENS' | 'NEUTRAL';
  readonly why: string;
};

/** `unread`: files that could not be read or are not JSON: nobody knows what they say. */
export type ManagedReport = {
  readonly findings: readonly ManagedFinding[];
  readonly unread: readonly { readonly file: string; readonly problem: string }[];
};

type Known = { readonly weakens: (value: unknown) => boolean; readonly why: string };
const always = (): boolean => true;
/** The Windows registry has 1 for true, and 0 for false. */
const unless =
  (...safe: readonly unknown[]) =>
  (value: unknown): boolean =>
    !safe.includes(value) && !safe.some((one) => typeof one === 'boolean' && Number(one) === value);

/** A policy goes before the command line: what is set here holds, whatever flags were decided. */
const KNOWN: Readonly<Record<string, Known>> = {
  ProxyMode: { weakens: always, why: 'it goes before the proxy that is the only way out' },
  ProxyServer: { weakens: always, why: 'it goes before the proxy that is the only way out' },
  ProxyPacUrl: { weakens: always, why: 'it goes before the proxy that is the only way out' },
  ProxySettings: { weakens: always, why: 'it goes before the proxy that is the only way out' },
  ProxyBypassList: { weakens: always, why: 'what it names is reached without the proxy' },
  ExtensionInstallForcelist: { weakens: always, why: 'extensions would run in a Ghost Tab' },
  ExtensionSettings: { weakens: always, why: 'extensions may be installed by it' },
  ExtensionInstallBlocklist: { weakens: () => false, why: 'no extension is installed' },
  NativeMessagingBlocklist: { weakens: () => false, why: 'no program answers to extensions' },
  SitePerProcess: { weakens: unless(true), why: 'each site has a process of its own' },
  NetworkServiceSandboxEnabled: { weakens: unless(true), why: 'the network service’s sandbox' },
  AudioSandboxEnabled: { weakens: unless(true), why: 'the audio service’s sandbox' },
  DnsOverHttpsMode: { weakens: unless('off'), why: 'names would be looked up past the proxy' },
  QuicAllowed: { weakens: unless(false), why: 'connections past the proxy' },
  WebRtcIPHandling: { weakens: unless('disable_non_proxied_udp'), why: 'connections past the proxy' },
  NetworkPredictionOptions: { weakens: unless(2), why: 'pages are loaded ahead' },
  PasswordManagerEnabled: { weakens: unless(false), why: 'passwords are kept' },
  BrowserSignin: { weakens: unless(0), why: 'the browser signs in by itself' },
  SyncDisabled: { weakens: unless(true), why: 'what is kept is sent to an account' },
  AutoSelectCertificateForUrls: { weakens: always, why: 'pages get a certificate of the machine' },
  DownloadRestrictions: { weakens: unless(1, 2, 3, 4), why: 'which downloads are refused' },
  RemoteDebuggingAllowed: { weakens: () => false, why: 'with `false` no Ghost Tab can be started' },
};

/** For a machine that is there for Ghost Tabs alone: it holds for a person's own windows of that browser as well. */
export const RECOMMENDED_POLICY = {
  AudioSandboxEnabled: true,
  AutofillAddressEnabled: false,
  AutofillCreditCardEnabled: false,
  BrowserSignin: 0,
  DefaultNotificationsSetting: 2,
  DnsOverHttpsMode: 'off',
  ExtensionInstallBlocklist: ['*'],
  NativeMessagingBlocklist: ['*'],
  NetworkPredictionOptions: 2,
  NetworkServiceSandboxEnabled: true,
  PasswordManagerEnabled: false,
  QuicAllowed: false,
  SitePerProcess: true,
  SyncDisabled: true,
  WebRtcIPHandling: 'disable_non_proxied_udp',
} as const;

/** What one file sets. Pure. */
export function judgePolicies(
  file: string,
  policies: Readonly<Record<string, unknown>>,
): readonly ManagedFinding[] {
  return Object.entries(policies).map(([name, value]) => {
    const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
    if (known === undefined) return { file, name, effect: 'NEUTRAL', why: 'not known to matter here' };
    return { file, name, effect: known.weakens(value) ? 'WEAKENS' : 'STRENGTHENS', why: known.why };
  });
}
