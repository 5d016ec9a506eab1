// Who may read the wall clock, and for what: somebody sets it, so no duration is measured by it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Each with what it needs the date or the time of day for. */
const WALL_CLOCK = {
  'cloud/auth/signed-out.ts': 'when a token expires',
  'cloud/auth/verify.ts': 'when a token begins and expires',
  'cloud/gemini/lane.ts': 'a date in `Retry-After`',
  'cloud/http/app.ts': 'how far from now an event says it was, handed to `events`',
  'cloud/log/log.ts': 'the time of an entry',
  'cloud/log/otlp.ts': 'when a span was, for people',
  'cloud/queue/back-off.ts': 'a date in `Retry-After`, handed in',
  'cloud/system/time.ts': 'the clock itself',
  'engines/maker/draw/runtime.generated.ts': 'Chart.js within it, for its own drawing',
  'executors/browsers/processes/sweep.ts': 'the age of a directory, by the file system’s own time',
  'executors/guards/routes/routes.ts': 'the time of a request, for people',
  'executors/observe/console-log.ts': 'the time of a message, for people',
  'executors/system/clock.ts': 'the clock itself',
  'gateway/audit/open-audit-log.ts': 'the time of an entry',
  'gateway/audit/read/log-reader.ts': 'days and hours in a query',
  'gateway/audit/read/search-desk.ts': 'days and hours in a query',
  'gateway/boundary.ts': 'handed to `act-inputs`',
  'gateway/boundary/bringing/act-inputs.ts': 'the date at which a cookie ends',
  'gateway/boundary/consent/broker.ts': 'the times on a card, for people',
  'gateway/boundary/foreground/foreground-policy.ts': 'the day that a policy is read for',
  'gateway/boundary/grants/grant-book.ts':
    'when an answer was given, for people; whether it holds goes by the time of a permission',
  'gateway/boundary/task/setting.ts': 'the day of the week and the hour that a policy speaks of',
  'gateway/client/backup/now.ts': 'when a backup was made, for people',
  'gateway/client/doctor/probes.ts': 'whether the clock is right',
  'gateway/client/fleet/policy/following.ts':
    'how long ago a policy was confirmed, beside the monotonic clock',
  'gateway/client/fleet/policy/publishing.ts': 'what a bundle’s validity is held against',
  'gateway/client/fleet/policy/taking.ts': 'what a bundle’s validity is held against',
  'gateway/client/local/log.ts': 'the time of a line',
  'gateway/client/policy/check.ts': 'the day that a policy is checked for',
  'gateway/client/policy/files.ts': 'the day that a policy is read for',
  'gateway/client/policy/gate.ts': 'the day that a policy is read for',
  'gateway/client/policy/life.ts': 'the day that a policy is read for',
  'gateway/client/policy/log.ts': 'days and hours in a query',
  'gateway/client/policy/shipped.ts': 'the day that a policy is read for',
  'gateway/client/results.ts': 'the age of a kept result, which is days',
  'gateway/extraction/extract.ts': 'when a page was read, for people',
  'gateway/main.ts': 'the clock, handed to those named above; when it started, for people',
  'gateway/policy/proposing/proposal.ts': 'the last seven days of the log',
  'gateway/policy/proposing/shadow-proposal.ts': 'the last seven days of the log',
  'gateway/proxy/events/by-settings.ts': 'when it happened, for whoever reads the proxy’s log',
  'gateway/proxy/sign-in/by-settings.ts': 'handed to those below',
  'gateway/proxy/sign-in/kept-sign-in.ts': 'when it was kept, for people',
  'gateway/proxy/sign-in/sign-in.ts': 'since when somebody is signed in, for people',
  'gateway/settings/directories/empty-roots.ts': 'the age of a directory, by the file system’s own time',
  'gateway/settings/disk-watch.ts': 'since when there is no room, for people',
  'gateway/settings/restores/leftovers.ts': 'the age of a directory, by the file system’s own time',
  'gateway/surfaces/commands/handlers/data.ts': 'the name of a file',
  'gateway/surfaces/http/routes/policy-routes.ts': 'handed to those two that ask for the last seven days',
  'gateway/surfaces/http/settings/policy-choice.ts': 'the last seven days of the log',
  'gateway/surfaces/mcp/playwright/call/client.ts':
    'since when a page’s messages are told, by their own times',
  'gateway/surfaces/mcp/playwright/call/tab-tool.ts':
    'since when a page’s messages are told, by their own times',
  'gateway/surfaces/mcp/playwright/call/workspace.ts': 'the name of a file',
  'gateway/tabs/tab-life.ts': 'when a lent session ended, for people',
  'gateway/tasks/life/picture-book.ts': 'when a picture was taken, for people',
  'gateway/tasks/life/task.ts': 'when it began and ended, for people',
  'gateway/tasks/life/thought-book.ts': 'when an agent was asked, for people',
  'gateway/tasks/life/worker.ts': 'the time of a step, for people',
  'gateway/tasks/run.ts': 'the times of a plan’s parts, for people',
  'gateway/tasks/tasks.ts': 'handed to the book of pictures; until when a session is lent, for people',
  'gateway/tasks/track/track-tab.ts': 'handed to the worker; when a session was refused, for people',
  'gateway/vault/stores/model-key.ts': 'when it was kept',
  'gateway/vault/stores/stores.ts': 'handed to those two that keep days of what lies there',
  'gateway/vault/upgrade-vault.ts': 'when a copy was made, for people',
  'ui/app/audit/verification.ts': 'when it was verified, for people',
  'ui/app/feed/run/saved/save-run.ts': 'when it was saved, for people',
  'ui/app/parts/parts.tsx': 'shown beside the gateway’s times',
  'ui/app/policy/editor/policy-editor.tsx': 'a number that is another one each time',
  'ui/app/policy/editor/policy-worker.ts': 'the day that a policy is checked for',
  'ui/app/state/connect.ts': 'shown beside the gateway’s times',
  'ui/app/state/use-asked.ts': 'when this machine was looked at, as it is told',
  'ui/cli/policy/bundle.ts': 'from when a bundle is valid',
  'ui/consent/more-no.ts': 'what was typed into a question goes when its time is over, which is a date',
  'ui/consent/question.ts': 'the countdown to a time that the gateway gave',
} as const;

const READS = /\bDate\.now\b|\bnew Date\(\)|\bwallMs\b|(?<!new )\bDate\(\)|\bperformance\.timeOrigin\b/u;

const reading = (text: string): boolean =>
  text
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/u.test(line))
    .some((line) => READS.test(line));

test('the wall clock is read by those alone who need the date, or write down a time for people', () => {
  const files = execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      '--deduplicate',
      '--',
      'policy',
      'engines',
      'executors',
      'gateway',
      'ui',
      'cloud',
    ],
    { cwd: ROOT, encoding: 'utf8' },
  )
    .split('\n')
    .filter((file) => /\.(?:tsx?|js)$/u.test(file));
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((file) => reading(readFileSync(`${ROOT}/${file}`, 'utf8')));
  expect(found.sort()).toEqual(Object.keys(WALL_CLOCK));
});

test('every way to read it is seen', () => {
  for (const line of [
    'const end = Date.now() + 5;',
    'x(Date.now)',
    'new Date().toISOString()',
    'clock.wallMs()',
    'Date()',
  ])
    expect(reading(line), line).toBe(true);
  for (const line of ['new Date(at).toISOString()', 'performance.now()', '// Date.now: not here'])
    expect(reading(line), line).toBe(false);
});
