// What vitest's JSON report says of a run, as far as the closing line and a second try need it.
import { z } from 'zod';

const file = z.looseObject({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(
    z.looseObject({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
  ),
});
const report = z.looseObject({ success: z.boolean(), testResults: z.array(file) });
export type Report = z.infer<typeof report>;

export const reportOf = (text: string): Report => report.parse(JSON.parse(text));

export type Failed = { readonly file: string; readonly name: string; readonly message: string };

/** What did not pass: each test that failed, and each file that failed without one. */
export const failedIn = ({ testResults }: Report): readonly Failed[] =>
  testResults.flatMap((spec) => {
    const failed = spec.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0)
      return failed.map(({ fullName, failureMessages }) => ({
        file: spec.name,
        name: fullName,
        message: failureMessages[0] ?? '',
      }));
    return spec.status === 'passed'
      ? []
      : [{ file: spec.name, name: 'the file as a whole', message: spec.message || 'see above' }];
  });

export function countsOf(given: Report): {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
} {
  const statuses = given.testResults.flatMap((spec) => spec.assertionResults.map(({ status }) => status));
  const count = (...of: readonly string[]): number => statuses.filter((one) => of.includes(one)).length;
  return { passed: count('passed'), failed: failedIn(given).length, skipped: count('skipped', 'pending') };
}
