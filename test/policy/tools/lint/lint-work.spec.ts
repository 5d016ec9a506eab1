// What a check costs, by counted work: in proportion to how many entries there are, whatever they are about.
import { expect, test } from 'vitest';
import { Work } from '#policy/collections/budget.ts';
import { lintPolicy } from '#policy/tools/lint/lint.ts';
import { TODAY } from '#test/fixtures/policy/policies.ts';
import { withRules } from './lint-examples.ts';
import { sampled } from '#test/fixtures/how-much.ts';

const SHAPES: Readonly<Record<string, (at: number) => string>> = {
  'a host each': (at) => `{ id: r${at}, decision: DENY, when: { host: h${at}.test }, reason: r }`,
  'a granted path each of one host': (at) =>
    `{ id: r${at}, decision: ALLOW, when: { capability: FILE_DOWNLOAD, host: a.test, path: /p${at}, port: 443 }, reason: r }`,
  'a path each of one host': (at) =>
    `{ id: r${at}, decision: DENY, when: { capability: FILE_DOWNLOAD, host: a.test, path: /p${at} }, reason: r }`,
};

/** A budget's half ends what lints look for, and more of these rules cost no more then: these are below it. */
const FEW = 'a path each of one host';

test.each(sampled(3, Object.keys(SHAPES)))(
  'a check of rules with %s takes twice the work for twice as many',
  (name) => {
    const spent = (name === FEW ? [2, 4, 8] : [100, 200, 400]).map((n) => {
      const work = new Work();
      const text = withRules(...Array.from({ length: n }, (_, at) => (SHAPES[name] ?? String)(at)));
      expect(lintPolicy([text], { today: TODAY, work }).policy).not.toBeNull();
      return work.spent;
    });
    const [one = 0, two = 0, four = 0] = spent;
    expect(two).toBeGreaterThan(one);
    expect(four - two).toBeLessThanOrEqual(2.5 * (two - one));
  },
);
