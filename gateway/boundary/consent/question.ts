// Writes the consent card from the normalised act. INVARIANT: its titles and labels are ours; what a page, an agent or a person wrote
// is in rows of its own (rows.ts) or in `agentSays`.
import type { EffectivePolicy } from '#policy/language/facts.ts';
import type { BrowserCapability, Initiator } from '#policy/language/vocabulary.ts';
import { traitsOf } from '#policy/acts/act-rows.ts';
import { escalated, isDeferred } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { nameOf } from '#gateway/boundary/task/principal.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { TaskContext } from '#gateway/boundary/task/context.ts';
import { visible } from '#gateway/protocol/visible.ts';
import type { Question } from './contract.ts';
import { coverageOf } from '#gateway/boundary/grants/coverage.ts';
import { LOG_IN_MS } from '#gateway/boundary/grants/log-ins.ts';
import { leavable, plansOf } from '#gateway/boundary/grants/planned-acts.ts';
import { ours } from '#gateway/boundary/words/rows.ts';
import type { Asker } from './refusal-memory.ts';
import { siteRows } from '#gateway/boundary/words/site-rows.ts';
import { siteOf } from '#gateway/boundary/words/site.ts';

/** Milliseconds before an allowing answer is taken: UX-RULES 5. */
export const SHIELD_MS = 500;
export const SHIELD_GRAVEST_MS = 3000;
const MAX_AGENT_CHARACTERS = 500;

type Detail = ConsentCard['details'][number];

export type Asked = {
  readonly requestId?: string;
  readonly task: TaskContext;
  readonly requestedBy: Principal;
  readonly startedBy: Initiator;
  readonly ruling: Ruling;
  readonly policy: EffectivePolicy;
  readonly documentUrl: string;
  readonly details: readonly Detail[];
  readonly agentSays: string | null;
  readonly digest: string;
  /** Instead of the gravest capability's. */
  readonly title?: string;
  /** No answer covers more than this one act. */
  readonly eachTime?: boolean;
  /** One answer for all the sites of a plan: it runs, or it does not. */
  readonly isPlan?: true;
  /** Digest of what runs or leaves, where an act is known by it. */
  readonly content?: string | null;
  /** What that is, where its capability's row does not say it. */
  readonly contentSays?: string | null;
};

const GRAVEST: ReadonlySet<BrowserCapability> = new Set([
  'FORM_SUBMIT_CREDENTIALS',
  'ACCESS_COOKIES',
  'ACCESS_PASSWORDS',
]);

export const TITLES = {
  NAVIGATE_SAME_ORIGIN: 'Go to another page',
  NAVIGATE_CROSS_ORIGIN: 'Go to another site',
  FORM_SUBMIT_DATA: 'Send this form',
  FORM_SUBMIT_CREDENTIALS: 'Enter log-in or card details',
  FILE_DOWNLOAD: 'Download a file',
  FILE_UPLOAD: 'Send a file',
  EXECUTE_JAVASCRIPT: 'Act on the page',
  INJECT_JAVASCRIPT: 'Run a script in the page',
  ACCESS_LOCALSTORAGE: 'Use the site’s local storage',
  ACCESS_INDEXEDDB: 'Use the site’s database',
  ACCESS_COOKIES: 'Use the site’s cookies',
  ACCESS_SESSION_STORAGE: 'Use the site’s session storage',
  INSTALL_EXTENSION: 'Install an extension',
  ACCESS_PASSWORDS: 'Read saved passwords',
  ACCESS_HISTORY: 'Read the browsing history',
  OPEN_TAB: 'Open a tab',
  CLOSE_TAB: 'Close the tab',
  SCREENSHOT: 'Look at the page',
} as const satisfies Record<BrowserCapability, string>;

/** Where the page wants it, and not the agent. */
const PAGE_TITLES: Readonly<Partial<Record<BrowserCapability, string>>> = {
  NAVIGATE_SAME_ORIGIN: 'The page wants to go to another page',
  NAVIGATE_CROSS_ORIGIN: 'The page wants to go to another site',
  FORM_SUBMIT_DATA: 'The page wants to send a form',
  FORM_SUBMIT_CREDENTIALS: 'The page wants to send a password or card',
  FILE_DOWNLOAD: 'The page wants to download a file',
  OPEN_TAB: 'The page wants to open a window',
};

/** What a question stands on. */
export const cardPolicy = ({
  id,
  revision,
  semanticHash,
  asOf = null,
}: EffectivePolicy): Question['policy'] => ({
  id,
  revision,
  semanticHash,
  ...(asOf === null ? {} : { asOf }),
});

/** The question to put to a person. The gravest gate names it; every gate stands on it. */
export function questionFor(asked: Asked): Question {
  const { ruling, policy, task } = asked;
  const capabilities = [...new Set(escalated(ruling))];
  const gravest = capabilities.find((one) => GRAVEST.has(one));
  const first: BrowserCapability = gravest ?? capabilities[0] ?? 'EXECUTE_JAVASCRIPT';
  const covered = asked.eachTime === true || ruling.askOnce === 0 ? null : coveredRows(asked);
  const target = ruling.gates.find(({ gate }) => gate.capability === first)?.gate.url ?? asked.documentUrl;
  return {
    ...(asked.requestId === undefined ? {} : { requestId: asked.requestId }),
    taskId: task.id,
    intent: visible(task.title ?? task.intent, 300),
    title: asked.title ?? (asked.startedBy === 'PAGE' ? PAGE_TITLES[first] : undefined) ?? TITLES[first],
    look: gravest === undefined ? 'dialog' : 'isolated',
    site: asked.isPlan === true ? null : siteOf(target),
    from: siteOf(asked.documentUrl),
    ...(asked.isPlan === true ? { plan: true as const, leavable: leavable(ruling) } : {}),
    capabilities,
    details: reachFirst([
      ...(covered ?? []),
      ...siteRows(policy, ruling),
      ...leavingRows(asked, first),
      ...asked.details,
      ...endRows(asked, covered !== null),
    ]),
    origins: task.state.origins.view(),
    startedBy: asked.startedBy,
    because: ruling.because,
    policy: cardPolicy(policy),
    agentSays: asked.agentSays === null ? null : visible(asked.agentSays, MAX_AGENT_CHARACTERS),
    shieldMs: gravest === undefined ? SHIELD_MS : SHIELD_GRAVEST_MS,
    digest: asked.digest,
    answers:
      asked.isPlan === true && covered !== null
        ? ['DENY', 'ALLOW_TASK_SITE']
        : covered === null
          ? ['DENY', 'DENY_TASK', 'ALLOW_ONCE']
          : ['DENY', 'DENY_TASK', 'ALLOW_TASK_SITE', 'ALLOW_ONCE'],
    askers: [asked.requestedBy.id, asked.task.requestedBy.id],
    ...rememberedBy(asked),
    timeoutSeconds: ruling.timeoutSeconds,
    approvers: ruling.approvers,
    ...(ruling.fourEyes === undefined ? {} : { fourEyes: ruling.fourEyes }),
  };
}

/** What a yes opens stands before all that it is about: a person reads it first, and in a terminal as well. */
const reachFirst = (rows: readonly Detail[]): readonly Detail[] => [
  ...rows.filter(({ kind }) => kind === 'COVERS'),
  ...rows.filter(({ kind }) => kind !== 'COVERS'),
];

/** When what the answer covers ends, where the policy says so: a log-in covers its own rest, and its site's cookies. */
function endRows({ details, ruling: { askOnce } }: Asked, isForTask: boolean): readonly Detail[] {
  if (askOnce === undefined || !(isForTask || details.some(({ kind }) => kind === 'COVERS'))) return [];
  return [ours('COVERS', 'no longer than', inMinutes(askOnce === 0 ? LOG_IN_MS / MINUTE_MS : askOnce))];
}

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number): string => (minutes === 1 ? '1 minute' : `${minutes} minutes`);

/** Of a task whose plan was allowed: that this is not in it. */
function leavingRows({ task, isPlan }: Asked, first: BrowserCapability): readonly Detail[] {
  const { planned } = task.state;
  if (planned.length === 0 || isPlan === true || first !== 'NAVIGATE_CROSS_ORIGIN') return [];
  return [ours('FACT', 'not in the plan', `you allowed ${planned.join(', ')}`)];
}

/** What "this task, this site" would cover, a row for each gate; `null` where one of them is asked each time. */
function coveredRows({
  ruling,
  documentUrl,
  content = null,
  contentSays = null,
  isPlan,
}: Asked): readonly Detail[] | null {
  const rows: Detail[] = [];
  for (const { gate, decision, facts } of ruling.gates) {
    if (decision !== 'ESCALATE' || isDeferred(gate, decision)) continue;
    const { covers, says: always } = coverageOf(gate.capability, facts.action);
    const says = covers === 'CONTENT' ? (contentSays ?? always) : always;
    const origin = URL.parse(gate.url ?? documentUrl)?.origin ?? 'null';
    if (covers === 'EACH_TIME' || origin === 'null' || (covers === 'CONTENT' && content === null))
      return null;
    // An act that is decided on for each of its values, files and purposes covers one thing once.
    if (!rows.some(({ value, host }) => value === says && host === origin))
      rows.push(
        ours('COVERS', 'for this task covers', says, {
          host: origin,
          ...(isPlan === true ? plansOf(gate) : {}),
        }),
      );
  }
  return rows;
}

/**
 * By whom and for what a refusal is remembered: a client with all its tabs, a task's navigator, its pages; the kinds of act and their
 * sites, whatever else is in them. For a page the site alone counts.
 */
export function rememberedBy(asked: {
  readonly task: TaskContext;
  readonly requestedBy: Principal;
  readonly ruling: Ruling;
  readonly documentUrl: string;
}): { readonly asker: Asker; readonly kind: string } {
  const { task, requestedBy: by, ruling, documentUrl } = asked;
  const page = by.kind === 'page';
  // Whoever begins one task after the other is the same asker in all of them.
  const client = task.initiator === 'CLIENT' && !page;
  const asking = ruling.gates.filter(
    ({ gate, decision }) => decision === 'ESCALATE' && !isDeferred(gate, decision),
  );
  const kinds = asking.map(({ gate, facts }) => {
    const url = gate.url ?? documentUrl;
    const site = siteOf(url);
    const place = site === null ? url.slice(0, 100) : site.registrableDomain;
    const carries = facts.valueFromAnotherSite || facts.valueHoldsSecret;
    return page
      ? (URL.parse(url)?.origin ?? url)
      : `${traitsOf(facts.action).askedEachTime ? facts.action : gate.capability} ${place}${carries ? ' carrying' : ''}`;
  });
  return {
    asker: { key: client ? `client ${task.requestedBy.id}` : `${task.id} ${nameOf(by)}`, page },
    kind: [...new Set(kinds)].toSorted().join('\n'),
  };
}
