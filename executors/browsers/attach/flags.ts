// The command line of a browser that somebody else started, judged. INVARIANT: what is forbidden in a browser of our own is
// forbidden here; only that it can be debugged, and has a profile of somebody's, is what attaching means.
import { classifyFlags } from '#policy/requests/launch-flags.ts';
import type { LaunchFlagClass } from '#policy/language/vocabulary.ts';
import { OWN_ADDITIONS } from '#executors/browsers/launch/read-back.ts';

export type AttachedFlags = {
  readonly class: LaunchFlagClass;
  readonly findings: readonly string[];
  /** Required flags that are not there: nobody can add them to a browser that runs. */
  readonly missing: readonly string[];
};

const MEANT = /^--(?:remote-debugging-port|user-data-dir|profile-directory|remote-debugging-pipe)(?:=|$)/;

export function classifyAttached(flags: readonly string[]): AttachedFlags {
  const judged = flags.filter((flag) => !MEANT.test(flag) && !OWN_ADDITIONS.some((own) => own.test(flag)));
  const { findings } = classifyFlags(judged);
  const missing = findings.filter((finding) => finding.class === 'REQUIRED_FLAG_MISSING');
  const found = findings.filter((finding) => finding.class !== 'REQUIRED_FLAG_MISSING');
  const forbidden = found.some((finding) => finding.class === 'FORBIDDEN_FLAG');
  return {
    class: forbidden ? 'FORBIDDEN_FLAG' : found.length > 0 ? 'UNKNOWN_FLAG' : 'CLEAN',
    findings: found.map(({ message }) => message),
    missing: missing.map(({ flag }) => flag),
  };
}
