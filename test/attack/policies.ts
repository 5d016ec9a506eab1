// The policies that the attacked gateway runs under beside its own two: each shipped one, and one for each cell of the storage matrix.
// INVARIANT: a shipped policy is opened for the attacked site and for nothing else; what a page may do is decided by the policy engine.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { policyFilesOf, SHIPPED } from '#gateway/settings/policy-source.ts';
import type { EffectivePolicy } from '#policy/language/facts.ts';
import { pageActGates } from '#policy/acts/page-acts.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { STORAGE_TYPES } from '#policy/language/vocabulary.ts';
import type {
  BrowserDecision,
  OriginRelation,
  PageActKind,
  StorageType,
} from '#policy/language/vocabulary.ts';
import { SITE } from './way.ts';

/** Who let the task to the attacked site: the person's own words, or an answer to a question about it. */
export type Approval = 'INTENT' | 'ANSWER';

export type AttackedPolicy = {
  readonly title: string;
  readonly approval: Approval;
  /** Writes what it needs into a directory; the files, the upper layer first. */
  readonly write: (directory: string) => readonly string[];
  /** The attacker stands in another address class than the site: the policy itself lets pages load from the site's class. */
  readonly apart: boolean;
  /** It lets nothing be reached without TLS: site and attacker speak it, and every address of the pages is one of it. */
  readonly tls: boolean;
  /** Why an agent that obeys pages proves nothing under it; empty where it does. */
  readonly noAgent: string;
};

export const POLICY_NAMES = Object.keys(SHIPPED);

const IN_THE_WEB = ['research', 'locked-down'];
const OVER_TLS = ['locked-down'];
const AT_HOME =
  'it lets an agent go to every server of this machine, and the attacker has no other place to stand';
/** Where nobody named the site, these refuse it, or let the task go there unasked: no answer is given about it. */
const NO_QUESTION = ['read-only', 'research', 'locked-down', 'developer'];

/** The policy of one name, once for each way in which a person can have approved the site. */
export function shippedPolicies(name: string): readonly AttackedPolicy[] {
  if (!POLICY_NAMES.includes(name))
    throw new Error(`\`${name}\` is no shipped policy: ${POLICY_NAMES.join(', ')}, all or cells`);
  const approvals: readonly Approval[] = NO_QUESTION.includes(name) ? ['INTENT'] : ['INTENT', 'ANSWER'];
  return approvals.map((approval) => ({
    title: `${name}, site approved by ${approval === 'INTENT' ? 'the intent' : 'an answer'}`,
    approval,
    apart: IN_THE_WEB.includes(name),
    tls: OVER_TLS.includes(name),
    noAgent: name === 'developer' ? AT_HOME : '',
    write: (directory) => written(directory, name),
  }));
}

function written(directory: string, name: string): readonly string[] {
  const files = policyFilesOf([name]);
  const [first = ''] = files;
  // It takes this machine for itself: the site is one of its servers.
  if (name === 'developer') return files;
  if (IN_THE_WEB.includes(name))
    return [put(directory, `${name}.yaml`, inTheWeb(readFileSync(first, 'utf8')))];
  const above = /^id: (\S+)$/mu.exec(readFileSync(files.at(-1) ?? first, 'utf8'))?.[1] ?? '';
  return [...files, put(directory, `site-below-${basename(name)}.yaml`, siteBelow(above))];
}

/** The policy as it stands, this machine counted as the public web, and the site among the hosts that it names. */
function inTheWeb(text: string): string {
  return text
    .replace(/^tests:[^]*?(?=^end: )/mu, '')
    .replaceAll('[PRIVATE, LOOPBACK, LINK_LOCAL, METADATA]', '[PRIVATE, LINK_LOCAL, METADATA]')
    .replaceAll(/\baddressClass: PUBLIC\b/gu, 'addressClass: [PUBLIC, LOOPBACK]')
    .replaceAll(/\bLOOPBACK: [A-Z]+/gu, 'LOOPBACK: ALLOW')
    .replace('[example.com, www.example.com]', `[${SITE}]\n      addressClass: [PUBLIC, LOOPBACK]`);
}

const SITE_RULES = `  - id: site-within
    decision: ALLOW
    when: { capability: NAVIGATE_SAME_ORIGIN, addressClass: LOOPBACK, host: ${SITE}, scheme: [HTTP, WS], portClass: DEFAULT }
    reason: Within the attacked site.
  - id: site-named
    decision: ALLOW
    when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: LOOPBACK, host: ${SITE}, scheme: [HTTP, WS], portClass: DEFAULT, namedByUser: true }
    reason: The person named the attacked site.
  - id: site-unnamed
    decision: ESCALATE
    when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: LOOPBACK, host: ${SITE}, scheme: [HTTP, WS], portClass: DEFAULT, namedByUser: false }
    violation: NAVIGATION_DENIED
    reason: The person did not name the attacked site.
`;

const siteBelow = (above: string): string => `policy: 1
id: attacked-site
revision: 1
extends: { id: ${above} }
owner: attack-suite
description: The attacked site as a person approves a site of the web, and nothing else.
rules:
${SITE_RULES}`;

export type Cell = {
  readonly storage: StorageType;
  readonly origin: OriginRelation;
  readonly decision: BrowserDecision;
};

export const CELLS: readonly Cell[] = STORAGE_TYPES.flatMap((storage) =>
  (['SAME_ORIGIN', 'CROSS_ORIGIN'] as const).flatMap((origin) =>
    (['ALLOW', 'ESCALATE', 'DENY'] as const).map((decision) => ({ storage, origin, decision })),
  ),
);

const CAPABILITIES: Partial<Record<StorageType, string>> = {
  LOCAL_STORAGE: 'ACCESS_LOCALSTORAGE',
  SESSION_STORAGE: 'ACCESS_SESSION_STORAGE',
  INDEXED_DB: 'ACCESS_INDEXEDDB',
  COOKIES: 'ACCESS_COOKIES',
};

/** The shipped default with one cell of its storage matrix set, and whatever else it says of that storage out of the way. */
export function cellPolicy({ storage, origin, decision }: Cell): AttackedPolicy {
  const row = new RegExp(`^( {6}${storage}): \\[(\\w+), (\\w+)\\]$`, 'mu');
  return {
    title: `${storage} ${origin} ${decision}`,
    approval: 'INTENT',
    apart: false,
    tls: false,
    noAgent: '',
    write: (directory) => {
      let text = edited(
        readFileSync(SHIPPED.default, 'utf8'),
        row,
        (_all, start: string, same: string, cross: string) =>
          origin === 'SAME_ORIGIN'
            ? `${start}: [${decision}, ${cross}]` // A DENY of a table yields to rules; what holds against them is NEVER.
            : `${start}: [${same}, ${decision === 'DENY' ? 'NEVER' : decision}]`,
      );
      const capability = CAPABILITIES[storage];
      if (capability !== undefined)
        text = edited(
          text,
          new RegExp(`^( {6}${capability}): \\[\\w+, \\w+\\]$`, 'mu'),
          (_all, start: string) => `${start}: [ALLOW, ALLOW]`,
        );
      if (storage === 'SERVICE_WORKER')
        text = edited(text, /^( {6}SERVICE_WORKER): DENY$/mu, (_all, start: string) => `${start}: ALLOW`);
      text = edited(text, /^rules:$/mu, () => `rules:\n${SITE_RULES}`);
      return [put(directory, 'cell.yaml', text)];
    },
  };
}

function edited(text: string, place: RegExp, by: (...match: string[]) => string): string {
  const made = text.replace(place, by);
  if (made === text && !place.test(text)) throw new Error(`${place} is not found in the shipped default`);
  return made;
}

function put(directory: string, name: string, text: string): string {
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
}

/** Whether the policy itself lets a page of the attacked site do this: then the page's report of it tells of no breach. */
export function isLet(
  policy: EffectivePolicy,
  kind: PageActKind,
  { approval, tls }: Pick<AttackedPolicy, 'approval' | 'tls'>,
): boolean {
  const url = `${tls ? 'https' : 'http'}://${SITE}/`;
  return pageActGates(kind, { url, documentUrl: url }).every(({ capability, storage, tabAction }) => {
    const facts = parseRequest({
      capability,
      storage: storage ?? 'NONE',
      tabAction: tabAction ?? 'NONE',
      pageAct: kind,
      executor: 'HEADLESS_CHROMIUM',
      origin: 'SAME_ORIGIN',
      initiator: 'PAGE',
      provenance: 'PAGE',
      namedByUser: approval === 'INTENT',
      scheme: tls ? 'HTTPS' : 'HTTP',
      portClass: 'DEFAULT',
      host: SITE,
      targetReadable: true,
      targetWritable: true,
    });
    if (!facts.ok) throw new Error(facts.error.message);
    return policy.decide(facts.value).decision === 'ALLOW';
  });
}
