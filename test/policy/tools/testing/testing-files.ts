// Policy test files in memory, beside a small layer below the default policy.
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { runPolicyTest } from '#policy/tools/testing/run.ts';
import type { TestReport } from '#policy/tools/testing/run.ts';
import { TODAY, shipped } from '#test/fixtures/policy/policies.ts';

export const SHOP = `policy: 1
id: shop
extends: { id: phase38-default }
floors:
  - id: hosts
    by: [addressClass]
    rows: { PUBLIC: ALLOW, PRIVATE: ESCALATE, LOOPBACK: DENY, LINK_LOCAL: NEVER, METADATA: ABORT }
rules:
  - id: uploads
    decision: DENY
    when: { capability: FILE_UPLOAD, host: [shop.test, '*.shop.test'] }
    except: [{ host: up.shop.test }]
  - id: many-downloads
    decision: DENY
    when: { capability: FILE_DOWNLOAD }
    logic: { '>': [{ var: downloads }, 3] }
tests:
  cases:
    - { name: an upload, with: { capability: FILE_UPLOAD, host: shop.test, executor: HEADED_CHROMIUM }, expect: DENY }
`;

const DEFAULT: PolicyText = { ...shipped('default'), file: 'default.yaml' };

/** Runs the text as `t.policy-test.yaml` with files beside it; `shop.yaml` and `default.yaml` are always there. */
export function run(
  text: string,
  beside: Readonly<Record<string, string>> = {},
  options: { readonly mutants?: boolean } = {},
): TestReport {
  const files = new Map(
    Object.entries({ 'shop.yaml': SHOP, 'default.yaml': String(DEFAULT.text), ...beside }),
  );
  return runPolicyTest(
    { file: 't.policy-test.yaml', text },
    {
      known: [DEFAULT],
      today: TODAY,
      ...options,
      read: (path) => {
        const found = files.get(path.replace(/^\.\//u, ''));
        return found === undefined
          ? fail('policy.unreadable', `cannot read the policy \`${path}\``, {
              help: 'check the path and its rights',
            })
          : ok({ file: path.replace(/^\.\//u, ''), text: found });
      },
    },
  );
}

export const HEAD = 'policy: ./shop.yaml\ngiven: { executor: HEADED_CHROMIUM }\n';
