// What each shipped policy allows, asks about and refuses, in one sentence for a person who chooses. INVARIANT: each clause is held
// against the policy's own decisions by a test, so that no sentence promises more than is decided.
import type { PolicyPreset } from '#gateway/protocol/views/policy.ts';

export const PRESET_SAYS: Readonly<Record<PolicyPreset, string>> = {
  default:
    'Allows reading, pressing and sending forms on the sites of a task; asks before a site that you did not name, an upload or what a page has stored; refuses log-ins and downloads while nobody sees the browser.',
  careful:
    'Allows and refuses what the default does; asks besides before it sends, presses or follows what stands in the text of a page and not in what you wrote.',
  'read-only':
    'Allows looking at the site it is on and at sites that you named; asks before it reads what a page has stored; refuses every other site, form, file and script of its own.',
  research:
    'Allows going to any https site on the internet; asks before every form, upload and site without https; refuses every log-in, and every program that would be downloaded.',
  shopping:
    'Allows forms at shops that you named; asks before a form anywhere else, and before a log-in or payment at a named shop, by any control that says it pays; refuses log-ins and payments everywhere else, and every upload.',
  'locked-down':
    'Allows looking at the hosts that its rules name; asks about nothing; refuses every other site, form, file and stored thing.',
  developer:
    'Allows sites on this machine and its networks; asks before downloads, uploads, other sites that you did not name and every script that it puts into a page; refuses log-ins while nobody sees the browser.',
};
