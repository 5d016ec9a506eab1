// The shipped default against Phase-38, every cell written out from the seed by hand.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { matrixOf, renderMatrixText } from '#policy/tools/explain/matrix.ts';
import { policySchema, policySchemaText } from '#policy/engine/reading/schema.ts';
import { BROWSER_CAPABILITIES, BROWSER_EXECUTOR_TYPES, STORAGE_TYPES } from '#policy/language/vocabulary.ts';
import { defaultPolicy, facts, policyOf, shipped } from '#test/fixtures/policy/policies.ts';

const policy = defaultPolicy();
const matrix = matrixOf(policy);
const decide = (request: Record<string, unknown>): string => policy.decide(facts(request)).decision;

describe('Phase-38', () => {
  test('2.2 executor risk classification', () => {
    expect(matrix.executors).toEqual({
      HEADED_CHROMIUM: 'ALLOW',
      HEADLESS_CHROMIUM: 'ALLOW',
      HEADED_EDGE: 'ESCALATE',
      HEADLESS_EDGE: 'ESCALATE',
      HEADED_UNKNOWN: 'DENY',
      HEADLESS_UNKNOWN: 'DENY',
      FORBIDDEN: 'DENY',
    });
  });

  test('2.2 holds for every capability: Edge at least escalates, unknown and forbidden browsers are denied', () => {
    for (const capability of BROWSER_CAPABILITIES) {
      for (const executor of BROWSER_EXECUTOR_TYPES) {
        const got = decide({ capability, executor, namedByUser: true });
        if (executor.endsWith('EDGE')) expect(['ESCALATE', 'DENY']).toContain(got);
        if (executor.endsWith('UNKNOWN') || executor === 'FORBIDDEN') expect(got).toBe('DENY');
      }
    }
  });

  test('2.3 headed against headless', () => {
    expect(matrix.headedVsHeadless).toEqual({
      'Navigate to approved URL': { HEADED: 'ALLOW', HEADLESS: 'ALLOW' },
      'Navigate to unknown domain': { HEADED: 'ESCALATE', HEADLESS: 'ESCALATE' },
      'Form submission (data)': { HEADED: 'ALLOW', HEADLESS: 'ALLOW' },
      'Form submission (credentials)': { HEADED: 'ESCALATE', HEADLESS: 'DENY' },
      'Download file': { HEADED: 'ESCALATE', HEADLESS: 'DENY' },
      'Upload file': { HEADED: 'ESCALATE', HEADLESS: 'ESCALATE' },
      Screenshot: { HEADED: 'ALLOW', HEADLESS: 'ALLOW' },
      'Install extension': { HEADED: 'DENY', HEADLESS: 'DENY' },
    });
  });

  test('3.2 capability state matrix', () => {
    expect(matrix.capability).toEqual({
      NAVIGATE_SAME_ORIGIN: { HEADED: 'ALLOW', HEADLESS: 'ALLOW' },
      NAVIGATE_CROSS_ORIGIN: { HEADED: 'ESCALATE', HEADLESS: 'ESCALATE' },
      FORM_SUBMIT_DATA: { HEADED: 'ALLOW', HEADLESS: 'ALLOW' },
      FORM_SUBMIT_CREDENTIALS: { HEADED: 'ESCALATE', HEADLESS: 'DENY' },
      FILE_DOWNLOAD: { HEADED: 'ESCALATE', HEADLESS: 'DENY' },
      FILE_UPLOAD: { HEADED: 'ESCALATE', HEADLESS: 'ESCALATE' },
      EXECUTE_JAVASCRIPT: { HEADED: 'ALLOW', HEADLESS: 'ALLOW' },
      INJECT_JAVASCRIPT: { HEADED: 'ESCALATE', HEADLESS: 'ESCALATE' },
      ACCESS_LOCALSTORAGE: { HEADED: 'ESCALATE', HEADLESS: 'ESCALATE' },
      ACCESS_INDEXEDDB: { HEADED: 'ESCALATE', HEADLESS: 'ESCALATE' },
      ACCESS_COOKIES: { HEADED: 'ESCALATE', HEADLESS: 'ESCALATE' },
      ACCESS_SESSION_STORAGE: { HEADED: 'ALLOW', HEADLESS: 'ALLOW' },
      INSTALL_EXTENSION: { HEADED: 'NEVER', HEADLESS: 'NEVER' },
      ACCESS_PASSWORDS: { HEADED: 'NEVER', HEADLESS: 'NEVER' },
      ACCESS_HISTORY: { HEADED: 'NEVER', HEADLESS: 'NEVER' },
      OPEN_TAB: { HEADED: 'ESCALATE', HEADLESS: 'DENY' },
      CLOSE_TAB: { HEADED: 'ALLOW', HEADLESS: 'ALLOW' },
      SCREENSHOT: { HEADED: 'ALLOW', HEADLESS: 'ALLOW' },
    });
  });

  test('4.2 storage access matrix', () => {
    expect(matrix.storage).toEqual({
      LOCAL_STORAGE: { SAME_ORIGIN: 'ESCALATE', CROSS_ORIGIN: 'NEVER' },
      SESSION_STORAGE: { SAME_ORIGIN: 'ALLOW', CROSS_ORIGIN: 'NEVER' },
      INDEXED_DB: { SAME_ORIGIN: 'ESCALATE', CROSS_ORIGIN: 'NEVER' },
      COOKIES: { SAME_ORIGIN: 'ESCALATE', CROSS_ORIGIN: 'NEVER' },
      CACHE_API: { SAME_ORIGIN: 'ESCALATE', CROSS_ORIGIN: 'NEVER' },
      SERVICE_WORKER: { SAME_ORIGIN: 'NEVER', CROSS_ORIGIN: 'NEVER' },
    });
  });

  test('4.2 storage is cleared after, 4.3 access is logged, 11.6 the profile is deleted', () => {
    for (const storage of STORAGE_TYPES) {
      const { obligations } = policy.decide(facts({ capability: 'ACCESS_COOKIES', storage }));
      expect(obligations).toEqual(['AUDIT', 'CLEAR_STORAGE', 'DELETE_PROFILE']);
    }
  });

  test('5.3 cross-tab decision table, with a column for FORBIDDEN', () => {
    expect(matrix.tabs).toEqual({
      OPEN_NEW_TAB: {
        SINGLE_TAB: 'DENY',
        CONTROLLED_MULTI: 'ESCALATE',
        INDEPENDENT_MULTI: 'NEVER',
        FORBIDDEN: 'DENY',
      },
      POST_MESSAGE: {
        SINGLE_TAB: 'DENY',
        CONTROLLED_MULTI: 'DENY',
        INDEPENDENT_MULTI: 'NEVER',
        FORBIDDEN: 'DENY',
      },
      SHARED_WORKER: {
        SINGLE_TAB: 'DENY',
        CONTROLLED_MULTI: 'DENY',
        INDEPENDENT_MULTI: 'NEVER',
        FORBIDDEN: 'DENY',
      },
      BROADCAST_CHANNEL: {
        SINGLE_TAB: 'DENY',
        CONTROLLED_MULTI: 'DENY',
        INDEPENDENT_MULTI: 'NEVER',
        FORBIDDEN: 'DENY',
      },
      WINDOW_REFERENCE: {
        SINGLE_TAB: 'DENY',
        CONTROLLED_MULTI: 'DENY',
        INDEPENDENT_MULTI: 'NEVER',
        FORBIDDEN: 'DENY',
      },
    });
  });

  test('5.2 a page opens no tab by itself, whatever the tab policy', () => {
    for (const tabPolicy of ['SINGLE_TAB', 'CONTROLLED_MULTI', 'INDEPENDENT_MULTI', 'FORBIDDEN'])
      expect(
        decide({ capability: 'OPEN_TAB', tabAction: 'OPEN_NEW_TAB', tabPolicy, initiator: 'PAGE' }),
      ).toBe('DENY');
  });

  test('5.1 where no tabs are allowed nothing is', () => {
    expect(decide({ capability: 'SCREENSHOT', tabPolicy: 'FORBIDDEN' })).toBe('DENY');
  });

  test('9.2 flag validation', () => {
    expect(matrix.launchFlags).toEqual({
      CLEAN: 'ALLOW',
      UNKNOWN_FLAG: 'ESCALATE',
      FORBIDDEN_FLAG: 'DENY',
      REQUIRED_FLAG_MISSING: 'DENY',
    });
  });

  test('9.3 required flags, by the flags themselves', () => {
    const withFlags = (...launchFlags: string[]): string => decide({ capability: 'SCREENSHOT', launchFlags });
    expect(withFlags('--site-per-process', '--disable-extensions')).toBe('ALLOW');
    expect(withFlags('--site-per-process')).toBe('DENY');
    expect(withFlags('--disable-extensions')).toBe('DENY');
    expect(withFlags('--site-per-process', '--disable-extensions', '--no-sandbox')).toBe('DENY');
    expect(withFlags('--site-per-process', '--disable-extensions', '--disable-web-security')).toBe('DENY');
    expect(withFlags('--site-per-process', '--disable-extensions', '--something-new')).toBe('ESCALATE');
  });

  test('11 the ten invariants stand in the document', () => {
    const ids = policy.stack.invariants.map((one) => one.id);
    for (let number = 1; number <= 10; number++) expect(ids).toContain(`INV-${number}`);
  });

  test('11.7 an execution without its sandbox is ended', () => {
    expect(policy.decide(facts({ capability: 'SCREENSHOT', sandbox: false }))).toMatchObject({
      decision: 'ABORT',
      violation: 'SANDBOX_FLAG_VIOLATION',
    });
  });
});

describe('beyond the seed', () => {
  test.each([
    ['93.184.216.34', 'ALLOW'],
    ['10.0.0.1', 'DENY'],
    ['192.168.1.1', 'DENY'],
    ['127.0.0.1', 'DENY'],
    ['localhost', 'DENY'],
    ['[::1]', 'DENY'],
    ['169.254.7.7', 'DENY'],
    ['169.254.169.254', 'DENY'],
  ])('a named navigation to %s is %s', (host, expected) => {
    expect(decide({ capability: 'NAVIGATE_CROSS_ORIGIN', namedByUser: true, host })).toBe(expected);
  });

  test('a scheme that is not of the web is denied', () => {
    expect(decide({ capability: 'NAVIGATE_CROSS_ORIGIN', namedByUser: true, scheme: 'OTHER' })).toBe('DENY');
  });

  test('violations say what was violated', () => {
    const violation = (request: Record<string, unknown>): string | null =>
      policy.decide(facts(request)).violation;
    expect(violation({ capability: 'ACCESS_PASSWORDS' })).toBe('CREDENTIAL_ACCESS_ATTEMPT');
    expect(violation({ capability: 'INSTALL_EXTENSION' })).toBe('EXTENSION_VIOLATION');
    expect(violation({ capability: 'SCREENSHOT', executor: 'FORBIDDEN' })).toBe('FORBIDDEN_BROWSER_TYPE');
    expect(violation({ capability: 'SCREENSHOT', executor: 'HEADED_UNKNOWN' })).toBe('UNKNOWN_BROWSER_TYPE');
    expect(violation({ capability: 'ACCESS_COOKIES', storage: 'COOKIES', origin: 'CROSS_ORIGIN' })).toBe(
      'CROSS_ORIGIN_VIOLATION',
    );
    expect(violation({ capability: 'ACCESS_COOKIES', storage: 'SERVICE_WORKER' })).toBe('STORAGE_VIOLATION');
    expect(violation({ capability: 'NAVIGATE_SAME_ORIGIN', host: '10.1.1.1' })).toBe('NAVIGATION_DENIED');
    expect(violation({ capability: 'SCREENSHOT', tabAction: 'POST_MESSAGE' })).toBe('TAB_POLICY_VIOLATION');
    expect(violation({ capability: 'SCREENSHOT' })).toBeNull();
    expect(violation({ capability: 'FILE_UPLOAD' })).toBeNull();
  });

  test('what escalates says who may answer, and how long', () => {
    expect(policy.decide(facts({ capability: 'FILE_UPLOAD' })).escalation).toEqual({
      timeoutSeconds: 120,
      approvers: ['user'],
    });
    expect(policy.decide(facts({ capability: 'SCREENSHOT' })).escalation).toBeNull();
  });
});

describe('the demo world', () => {
  const demo = policyOf(shipped('default'), shipped('demo'));
  const ask = (request: Record<string, unknown>): [string, string | undefined] => {
    const { decision, because } = demo.decide(
      facts({ executor: 'HEADLESS_CHROMIUM', addressClass: 'LOOPBACK', scheme: 'HTTP', ...request }),
    );
    return [decision, because[0]?.entry];
  };

  test.each([
    'shop.test',
    'market.test',
    'travel.test',
    'encyclopedia.test',
    'account.test',
    'forum.test',
    'keyboards.test',
    'start.test',
  ])('%s opens when named, asks otherwise, and is free within', (host) => {
    expect(ask({ capability: 'NAVIGATE_CROSS_ORIGIN', host, namedByUser: true })).toEqual([
      'ALLOW',
      'rules.demo-named',
    ]);
    expect(ask({ capability: 'NAVIGATE_CROSS_ORIGIN', host })).toEqual(['ESCALATE', 'rules.demo-unnamed']);
    expect(ask({ capability: 'NAVIGATE_SAME_ORIGIN', host })).toEqual(['ALLOW', 'rules.demo-within']);
  });

  test.each(['collect.test', 'prize.test'])('%s is reached after consent only', (host) => {
    expect(ask({ capability: 'NAVIGATE_CROSS_ORIGIN', host })).toEqual(['ESCALATE', 'rules.demo-strangers']);
    expect(ask({ capability: 'NAVIGATE_CROSS_ORIGIN', host, namedByUser: true })).toEqual([
      'ESCALATE',
      'rules.demo-strangers',
    ]);
  });

  test('a login on account.test asks, on any other site it is refused', () => {
    expect(ask({ capability: 'FORM_SUBMIT_CREDENTIALS', host: 'account.test' })).toEqual([
      'ESCALATE',
      'rules.demo-login',
    ]);
    expect(ask({ capability: 'FORM_SUBMIT_CREDENTIALS', host: 'shop.test' })[0]).toBe('DENY');
    expect(ask({ capability: 'FORM_SUBMIT_CREDENTIALS', host: 'account.test.evil.test' })[0]).toBe('DENY');
  });

  test('no other address of this machine is reachable, named or not', () => {
    expect(ask({ capability: 'NAVIGATE_CROSS_ORIGIN', host: 'other.test', namedByUser: true })[0]).toBe(
      'DENY',
    );
    expect(ask({ capability: 'NAVIGATE_CROSS_ORIGIN', host: 'x.shop.test', namedByUser: true })[0]).toBe(
      'DENY',
    );
    expect(ask({ capability: 'NAVIGATE_CROSS_ORIGIN', host: '127.0.0.1', namedByUser: true })[0]).toBe(
      'DENY',
    );
  });

  test('the rest of Phase-38 stands', () => {
    expect(matrixOf(demo)).toEqual(matrix);
  });
});

describe('generated files', () => {
  test('policy.schema.json is the schema of this vocabulary', () => {
    const text = readFileSync(new URL('../../policy/defaults/policy.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(text), 'run `node test/policy/generate-schema.ts`').toEqual(policySchema());
    expect(JSON.parse(policySchemaText())).toEqual(policySchema());
  });

  test('the matrix as text has a line for every row', () => {
    const text = renderMatrixText(matrix);
    expect(text).toContain('ACCESS_PASSWORDS         NEVER     NEVER');
    expect(text.split('\n').filter((line) => line !== '')).toHaveLength(18 + 8 + 6 + 5 + 7 + 4 + 6 * 2);
  });
});
