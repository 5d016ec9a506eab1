// The HTTP interface on loopback, as a table: the gateway serves it, the UI and the CLI client call it, docs are made from it.
// Two origins: `app` (bearer token of this start) and `consent` (an origin of its own; only it takes answers). A third one only hands
// an applet to the app's frame.
import type { ConsentView } from './views/consent.ts';

/**
 * app origin, `Authorization: Bearer TOKEN` on every call (the page comes from the consent origin as `/#code=CODE` and keeps the
 * token in sessionStorage):
 *   POST /api/session                    → { token }; `Authorization: Bearer CODE`, once and within seconds
 *   GET  /api/status                     → GatewayStatus
 *   GET  /api/policy                     → PolicyLifeView
 *   GET  /api/policy/files               → PolicyFileView[], upper layer first
 *   GET  /api/policy/shadow              → ShadowComparison
 *   GET  /api/policy/recent?range=       → RecentGates: the last 500 requests that were decided, or those of `24h` or `7d`
 *   GET  /api/policy/history             → PolicyVersion[], newest first: what the log says was in force here
 *   GET  /api/policy/history/:id         → PolicyVersionTexts of the policy with this source hash
 *   GET  /api/policy/presets             → PresetView[]: shipped policies that can be taken here
 *   POST /api/policy/lists { file, text } → ListsBeside: the files of lists beside a policy file in force that this text names
 *   POST /api/policy/preset { preset }   → PolicyReload, once a person confirmed it in the consent document
 *   POST /api/policy/own-layer { begins } → PolicyReload: the lowest document as a file of one's own, once a person confirmed it
 *   POST /api/policy/propose { file, text, base, lists?, reason } → PolicyReload, once a person confirmed it in the consent document
 *   POST /api/policy/propose-shadow { draft } → PolicyLifeView: `{ file, text, base, lists? }` decides beside the policy, `null` ends that; once confirmed
 *   POST /api/policy/propose-promotion { reason } → PolicyReload: the candidate beside the policy comes into force, once confirmed
 *   GET  /api/tasks                      → TaskView[], newest first
 *   POST /api/tasks                      { intent, startUrl?, cookies?, stepLimit?, tabPolicy?, connect?, navigator?, replay?, questions? } → { taskId }
 *   POST /api/tasks/forecast             { intent, startUrl? } → ForecastView (protocol/views/forecast.ts): nothing is started
 *   POST /api/connect                    { endpoint } → ConnectionView, once a person let it; `auto` finds the only one
 *   POST /api/disconnect                 → { changed }: tasks get browsers of their own again
 *   GET  /api/tasks/:id                  → TaskView
 *   POST /api/tasks/:id/cancel           → { cancelled: boolean }
 *   POST /api/tasks/:id/first            → { changed: boolean }: of those that wait for a tab it goes next
 *   POST /api/tasks/cancel               → { cancelled }: how many there were, those that wait for a tab among them
 *   POST /api/tasks/:id/answer           { question, answer } (protocol/views/question.ts) → QuestionView: it grants nothing, so the app may
 *   POST /api/tasks/:id/applet/frame { form? } → AppletAddress (protocol/views/applet.ts): the task's rows, for one frame, once, within a minute
 *   POST /api/tasks/:id/applet/file { navigator? } → MadeApplet: one document, by a model where the words ask for a form of their own
 *   GET  /api/tasks/:id/recording        → Recording (protocol/recording.ts) of a task that has ended
 *   GET  /api/tasks/:id/screenshot       → image/jpeg with `x-ghost-page`, the address of the page on it; or 204
 *   GET  /api/tasks/:id/pictures         → PicturesView (protocol/views/pictures.ts): the page before and after each act, also after a restart
 *   GET  /api/tasks/:id/pictures/:number → image/jpeg, secrets black in it
 *   GET  /api/tasks/:id/thoughts         → ThoughtsView (protocol/views/thoughts.ts): what its agent was shown, told and answered, also after a restart
 *   GET  /api/tasks/:id/requests         → RequestsView (protocol/requests.ts): what it sent out, as the log has it
 *   GET  /api/tabs                       → TabView[] (protocol/tabs.ts): tabs of callers with an agent of their own
 *   GET  /api/consents                   → ConsentView[], oldest first, open ones only
 *   GET  /api/grants                     → GrantView[] (protocol/views/grant.ts), newest first: what answers still allow
 *   POST /api/grants/:id/revoke          → GrantView as it was: from then on it allows nothing
 *   POST /api/consents/:id/ticket        → { url }: the consent document for this question, single use, on the consent origin
 *   POST /api/consents/:id/deny          → ConsentView: the app may say no, never yes
 *   GET  /api/audit?q=&limit=&before=&facets=1 → AuditAnswer and { query: string }, newest first
 *   POST /api/audit/verify               → AuditVerification
 *   POST /api/audit/export { query, form } → AuditExport: the log says so first
 *   GET  /api/settings                   → SettingsView (protocol/views/settings.ts)
 *   POST /api/settings SettingChange     → {}: once a person confirmed it in the consent document
 *   GET  /api/model                      → ModelKeyView (protocol/views/settings.ts): whether there is a key for Gemini, never the key
 *   POST /api/model/test { key? }        → ModelTest: the model of the settings is called once, with this key where one is given
 *   POST /api/model/key { key }          → {}: kept in the vault, or taken out with `null`, once a person confirmed it
 *   GET  /api/identity                   → IdentityView (protocol/views/identity.ts): who is signed in with the proxy
 *   POST /api/identity/check             → CheckedIdentity: the proxy is asked whether it takes them
 *   POST /api/identity/sign-in { way }   → IdentityView, open: it says what the person is to do; `identity.changed` says what came of it
 *   POST /api/identity/cancel            → IdentityView
 *   POST /api/identity/sign-out          → IdentityView
 *   GET  /api/doctor                     → DoctorCheck[]: what `ghost doctor` finds
 *   GET  /api/audit/:id                  → EntryView: one entry by its number, with its act and the rules as they were then
 *   POST /api/audit/:id/proof            → ProofView: its way to the last signed root
 *   POST /api/results/find { words?, status?, since?, until?, limit? } → ResultLine[], newest first
 *   GET  /api/results/:id                → KeptResult
 *   POST /api/results/export { taskId, form } → KeptResult: the log says in which form it leaves
 *   POST /api/results/join { tasks }     → Joined: the rows of several as one table
 *   POST /api/results/applet/frame { tasks, form? } → AppletAddress: of one the document that is kept beside it, of several the rows of all
 *   POST /api/results/applet/file { tasks, form? } → AppletFile: the same as one document
 *   POST /api/results/delete { tasks }   → how many there were; `tasks`: ids, or `ALL`
 *   POST /api/backup { file }             → {}: the log says that a backup is about to be made there
 *   GET  /api/events                     → text/event-stream: `event:` GatewayEvent.type, `data:` the event as JSON, `id:` a number
 *
 * consent origin (no CORS; its own documents alone, and of these only in the browser that was enrolled: a cookie and a key):
 *   GET  /#enrol=CODE                    → the same document takes the code to
 *   POST /api/enrol                      → Enrolled, and the cookie; `Authorization: Bearer CODE`, once
 *   GET  /?ticket=T                      → the consent document (frame-ancestors: the app origin)
 *   GET  /api/waiting                    → Waiting: what this person may see
 *   POST /api/open     { ticket } | { id } → { consent: ConsentView, nonce }
 *   POST /api/answer   { id, nonce, answer, retyped?, sawEnd?, says? } → ConsentView
 *   GET  /api/state?id=&nonce=           → ConsentView (polled, so that a closed question closes its document)
 *   with the approver's token (the rendezvous file's, for the terminal) instead of a document; of the first three also without it
 *   for other users whom `approvers` of the settings names, by the kernel's word:
 *   POST /api/terminal-list                                → Waiting
 *   POST /api/terminal-open   { id, client }               → { consent: ConsentView, nonce }
 *   POST /api/terminal-answer { id, answer, client, nonce?, retyped?, sawEnd?, leftOut? } → ConsentView
 *   POST /api/hand-over       { user? }                    → HandOver, for another user's browser where one is named
 *   POST /api/policy/show   Widening                       → OpenedWidening; from a terminal, as is whatever brings `typed`
 *   POST /api/policy/reload { acknowledge: string | null, typed? } → PolicyReload; what is acknowledged brings what was `typed`
 *   POST /api/policy/revert { file, reason, typed }        → PolicyReload
 *   POST /api/policy/shadow { files, typed? }              → PolicyLifeView; no files ends it; `typed` where floors of a candidate hold
 *   POST /api/policy/promote { acknowledge, typed? }       → PolicyReload: the candidate takes the place of the file it stands for
 *   POST /api/policy/trust { key, typed }, untrust { key } → { keyId, changed }
 *
 * Errors on both: HTTP status and `{ error: Failure }`.
 */
export const API = {
  session: { method: 'POST', path: '/api/session' },
  status: { method: 'GET', path: '/api/status' },
  policy: { method: 'GET', path: '/api/policy' },
  policyFiles: { method: 'GET', path: '/api/policy/files' },
  policyShadow: { method: 'GET', path: '/api/policy/shadow' },
  policyRecent: { method: 'GET', path: '/api/policy/recent' },
  policyHistory: { method: 'GET', path: '/api/policy/history' },
  policyVersion: { method: 'GET', path: '/api/policy/history/:id' },
  policyLists: { method: 'POST', path: '/api/policy/lists' },
  policyPresets: { method: 'GET', path: '/api/policy/presets' },
  takePreset: { method: 'POST', path: '/api/policy/preset' },
  startOwnLayer: { method: 'POST', path: '/api/policy/own-layer' },
  proposePolicy: { method: 'POST', path: '/api/policy/propose' },
  proposeShadow: { method: 'POST', path: '/api/policy/propose-shadow' },
  proposePromotion: { method: 'POST', path: '/api/policy/propose-promotion' },
  tasks: { method: 'GET', path: '/api/tasks' },
  createTask: { method: 'POST', path: '/api/tasks' },
  forecastTask: { method: 'POST', path: '/api/tasks/forecast' },
  connect: { method: 'POST', path: '/api/connect' },
  disconnect: { method: 'POST', path: '/api/disconnect' },
  task: { method: 'GET', path: '/api/tasks/:id' },
  cancelTask: { method: 'POST', path: '/api/tasks/:id/cancel' },
  firstTask: { method: 'POST', path: '/api/tasks/:id/first' },
  cancelTasks: { method: 'POST', path: '/api/tasks/cancel' },
  answerQuestion: { method: 'POST', path: '/api/tasks/:id/answer' },
  taskAppletFrame: { method: 'POST', path: '/api/tasks/:id/applet/frame' },
  taskAppletFile: { method: 'POST', path: '/api/tasks/:id/applet/file' },
  recording: { method: 'GET', path: '/api/tasks/:id/recording' },
  screenshot: { method: 'GET', path: '/api/tasks/:id/screenshot' },
  pictures: { method: 'GET', path: '/api/tasks/:id/pictures' },
  picture: { method: 'GET', path: '/api/tasks/:id/pictures/:number' },
  thoughts: { method: 'GET', path: '/api/tasks/:id/thoughts' },
  requests: { method: 'GET', path: '/api/tasks/:id/requests' },
  consents: { method: 'GET', path: '/api/consents' },
  grants: { method: 'GET', path: '/api/grants' },
  revokeGrant: { method: 'POST', path: '/api/grants/:id/revoke' },
  denyConsent: { method: 'POST', path: '/api/consents/:id/deny' },
  consentTicket: { method: 'POST', path: '/api/consents/:id/ticket' },
  audit: { method: 'GET', path: '/api/audit' },
  verifyAudit: { method: 'POST', path: '/api/audit/verify' },
  exportAudit: { method: 'POST', path: '/api/audit/export' },
  auditEntry: { method: 'GET', path: '/api/audit/:id' },
  proveEntry: { method: 'POST', path: '/api/audit/:id/proof' },
  settings: { method: 'GET', path: '/api/settings' },
  changeSetting: { method: 'POST', path: '/api/settings' },
  modelKey: { method: 'GET', path: '/api/model' },
  testModel: { method: 'POST', path: '/api/model/test' },
  keepModelKey: { method: 'POST', path: '/api/model/key' },
  identity: { method: 'GET', path: '/api/identity' },
  checkIdentity: { method: 'POST', path: '/api/identity/check' },
  signIn: { method: 'POST', path: '/api/identity/sign-in' },
  cancelSignIn: { method: 'POST', path: '/api/identity/cancel' },
  signOut: { method: 'POST', path: '/api/identity/sign-out' },
  doctor: { method: 'GET', path: '/api/doctor' },
  findResults: { method: 'POST', path: '/api/results/find' },
  result: { method: 'GET', path: '/api/results/:id' },
  exportResult: { method: 'POST', path: '/api/results/export' },
  joinResults: { method: 'POST', path: '/api/results/join' },
  resultAppletFrame: { method: 'POST', path: '/api/results/applet/frame' },
  resultAppletFile: { method: 'POST', path: '/api/results/applet/file' },
  deleteResults: { method: 'POST', path: '/api/results/delete' },
  noteBackup: { method: 'POST', path: '/api/backup' },
  events: { method: 'GET', path: '/api/events' },
} as const;

/** The address of a picture's page, as it stands in a header: a page makes its own as long as it likes, a browser refuses such an answer. */
export const picturedAddress = (address: string): string => address.slice(0, 2_000).toWellFormed();

/** The half of the consent origin's secret that its documents send themselves. */
export const CONSENT_KEY_HEADER = 'x-ghost-consent-key';

/** What waits for the person at an enrolled window, and who that is. */
export type Waiting = { readonly who: string; readonly questions: readonly ConsentView[] };

/** What an enrolled browser's document keeps, and where it goes next. */
export type Enrolled = { readonly key: string; readonly next: string };

/** A private file that leads a browser to the UI, and the link for where that does not work. Each works once. */
export type HandOver = { readonly file: string; readonly url: string };

/** The message that the consent document posts to the app (`event.origin` is checked): its question is closed. */
export type ConsentClosedMessage = { readonly type: 'ghost.consent.closed'; readonly id: string };
