// Launch flags: Phase-38 sections 9.1 to 9.3, in the spellings that get past a list of strings.
import { describe, expect, test } from 'vitest';
import { NO_ORIGIN_TRIAL_KEY } from '#policy/requests/launch-flag-table.ts';
import { classifyFlags } from '#policy/requests/launch-flags.ts';
import { FORBIDDEN_BROWSER_FLAGS } from '#policy/language/vocabulary.ts';
import type { ForbiddenBrowserFlag } from '#policy/language/vocabulary.ts';

const REQUIRED = ['--site-per-process', '--disable-extensions'];

describe('launch flags', () => {
  test('the required flags alone are clean', () => {
    expect(classifyFlags(REQUIRED)).toEqual({ class: 'CLEAN', findings: [] });
  });

  test.each(REQUIRED)('without %s a launch is refused', (missing) => {
    const { class: found, findings } = classifyFlags(REQUIRED.filter((flag) => flag !== missing));
    expect(found).toBe('REQUIRED_FLAG_MISSING');
    expect(findings[0]?.message).toBe(`the required flag \`${missing}\` is missing`);
  });

  test('a required flag in another spelling does not count as present', () => {
    expect(classifyFlags(['--SITE-PER-PROCESS', '--disable-extensions']).class).toBe('REQUIRED_FLAG_MISSING');
    expect(classifyFlags(['-site-per-process', '--disable-extensions']).class).toBe('REQUIRED_FLAG_MISSING');
  });

  const forms: [string, ForbiddenBrowserFlag][] = [
    ['--no-sandbox', 'NO_SANDBOX'],
    ['-no-sandbox', 'NO_SANDBOX'],
    ['/no-sandbox', 'NO_SANDBOX'],
    ['--NO-Sandbox', 'NO_SANDBOX'],
    ['--no-sandbox=false', 'NO_SANDBOX'],
    ['  --no-sandbox', 'NO_SANDBOX'],
    ['--"no-sandbox"', 'NO_SANDBOX'],
    ['--hide-scrollbars --no-sandbox', 'NO_SANDBOX'],
    ['--disable-setuid-sandbox', 'NO_SANDBOX'],
    ['--no-zygote-sandbox', 'NO_SANDBOX'],
    ['--disable-namespace-sandbox', 'NO_SANDBOX'],
    ['--single-process', 'NO_SANDBOX'],
    ['--renderer-cmd-prefix=/bin/evil', 'NO_SANDBOX'],
    ['--disable-features=NetworkServiceSandbox', 'NO_SANDBOX'],
    ['--disable-web-security', 'DISABLE_WEB_SECURITY'],
    ['--disable-site-isolation-trials', 'DISABLE_SITE_ISOLATION'],
    ['--remote-debugging-port=0', 'REMOTE_DEBUGGING_PORT'],
    ['--remote-debugging-port', 'REMOTE_DEBUGGING_PORT'],
    ['--remote-debugging-address=0.0.0.0', 'REMOTE_DEBUGGING_PORT'],
    ['--remote-allow-origins=*', 'REMOTE_DEBUGGING_PORT'],
    ['--allow-running-insecure-content', 'ALLOW_INSECURE_CONTENT'],
    ['--ignore-certificate-errors', 'ALLOW_INSECURE_CONTENT'],
    ['--disable-gpu-sandbox', 'DISABLE_GPU_SANDBOX'],
    ['--disable-features=IsolateOrigins', 'DISABLE_FEATURES_ISOLATE_ORIGINS'],
    ['--disable-features=Translate,isolateorigins<Trial', 'DISABLE_FEATURES_ISOLATE_ORIGINS'],
    ['--enable-features=a --disable-features=b,IsolateOrigins', 'DISABLE_FEATURES_ISOLATE_ORIGINS'],
    ['--disable-features=site-per-process', 'DISABLE_FEATURES_ISOLATE_ORIGINS'],
    ['--user-data-dir=/home/me/.config/chromium', 'USER_DATA_DIR_SHARED'],
    ['--profile-directory=Default', 'USER_DATA_DIR_SHARED'],
    ['--disable-blink-features=AutomationControlled', 'ENABLE_AUTOMATION_DETECTION_BYPASS'],
    ['--disable-blink-features=SharedWorker, automationcontrolled', 'ENABLE_AUTOMATION_DETECTION_BYPASS'],
    ['--disable-extensions-except=/tmp/x', 'DISABLE_EXTENSIONS_EXCEPT'],
    ['--load-extension=/tmp/x', 'DISABLE_EXTENSIONS_EXCEPT'],
  ];
  test.each(forms)('%s is forbidden as %s', (flag, kind) => {
    const { class: found, findings } = classifyFlags([...REQUIRED, flag]);
    expect(found).toBe('FORBIDDEN_FLAG');
    expect(findings.map((finding) => finding.forbidden)).toContain(kind);
  });

  test('every one of the ten forbidden flags has a form above', () => {
    expect(new Set(forms.map(([, kind]) => kind))).toEqual(new Set(FORBIDDEN_BROWSER_FLAGS));
  });

  test.each([
    '--made-up',
    '--headless=old',
    '--disable-features=SomethingNew',
    '--enable-features=SomethingNew',
    '--enable-blink-features=Anything',
    '--proxy-server=http://proxy.example.com:8080',
    '--proxy-bypass-list=*.example.com',
    '--host-resolver-rules=MAP * 10.0.0.1',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE evil.test',
    '--hide-scrollbars=1',
    '--Hide-Scrollbars',
    'https://example.com',
    '--',
    '',
    '--__proto__',
    '--constructor=1',
    '--origin-trial-public-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  ])('%j is unknown and escalates', (flag) => {
    expect(classifyFlags([...REQUIRED, flag]).class).toBe('UNKNOWN_FLAG');
  });

  test('what a sandboxed headless launch needs is known', () => {
    const launch = [
      ...REQUIRED,
      '--headless=new',
      '--remote-debugging-pipe',
      '--proxy-server=http://127.0.0.1:40123',
      '--proxy-bypass-list=<-loopback>',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--disable-quic',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--window-size=1280,900',
      '--force-device-scale-factor=1',
      '--disable-blink-features=SharedWorker',
      '--disable-features=Translate,MediaRouter',
      '--password-store=basic',
      `--origin-trial-public-key=${NO_ORIGIN_TRIAL_KEY}`,
      '--user-data-dir=/tmp/fresh',
      'about:blank',
    ];
    expect(classifyFlags(launch, { freshProfile: '/tmp/fresh' })).toEqual({ class: 'CLEAN', findings: [] });
    expect(classifyFlags(launch).class).toBe('FORBIDDEN_FLAG');
    expect(classifyFlags(launch, { freshProfile: '/tmp/other' }).class).toBe('FORBIDDEN_FLAG');
  });

  test('the severest finding decides, and all are reported', () => {
    const { class: found, findings } = classifyFlags(['--no-sandbox', '--made-up']);
    expect(found).toBe('FORBIDDEN_FLAG');
    expect(findings.map((finding) => finding.class)).toEqual([
      'FORBIDDEN_FLAG',
      'UNKNOWN_FLAG',
      'REQUIRED_FLAG_MISSING',
      'REQUIRED_FLAG_MISSING',
    ]);
  });
});
