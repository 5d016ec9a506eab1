// A reporter of vitest: writes down what went wrong outside of any test, which its JSON report leaves out.
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Where to; the runner says. */
export const OUTSIDE_FILE = 'GHOST_TEST_OUTSIDE';

export default class Outside implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_modules, errors, reason) => {
    const file = process.env[OUTSIDE_FILE];
    if (file === undefined) return;
    const messages = errors.map(({ name, message }) => `${name ?? 'Error'}: ${message}`);
    writeFileSync(file, JSON.stringify(reason === 'interrupted' ? [...messages, 'interrupted'] : messages));
  };
}
