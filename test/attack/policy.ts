// The policy that the attacked gateway runs under: the shipped default, and below it one site and nothing else.
// INVARIANT: `closed` grants the site nothing but its own documents and connections; `roomy` grants storage of its own too.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_ACT_TABLE } from '#policy/acts/page-acts.ts';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import type { AttackedPolicy } from './policies.ts';
import { SITE } from './way.ts';

export type Grants = 'closed' | 'roomy';

const STORAGE = ['LOCAL_STORAGE', 'SESSION_STORAGE', 'INDEXED_DB', 'COOKIES', 'CACHE_API'];

/** Writes the layer into `directory`, and names it with the default policy above it. */
export function attackPolicy(directory: string, grants: Grants): readonly string[] {
  const file = join(directory, `attack-${grants}.yaml`);
  const roomy = grants === 'roomy';
  const refused = PAGE_ACTS.filter(
    (kind) =>
      kind === 'DIALOG' ||
      (PAGE_ACT_TABLE[kind].moment === 'DOCUMENT' && kind !== 'WORKER' && !(roomy && STORAGE.includes(kind))),
  );
  const storage = roomy
    ? ''
    : `
  - id: no-storage
    decision: DENY
    when: { storage: [${STORAGE.join(', ')}, SERVICE_WORKER] }
    violation: STORAGE_VIOLATION
    reason: The attacked site keeps nothing.`;
  writeFileSync(
    file,
    `policy: 1
id: attack-${grants}
revision: 1
extends: { id: phase38-default }
owner: attack-suite
description: One site on this machine, and nothing else.
rules:
  - id: attacked-site
    decision: ALLOW
    when:
      capability: [NAVIGATE_SAME_ORIGIN, NAVIGATE_CROSS_ORIGIN]
      addressClass: LOOPBACK
      host: ${SITE}
      scheme: [HTTP, WS]
      portClass: DEFAULT
    reason: The attacked site.${storage}
  - id: no-abilities
    decision: DENY
    when: { initiator: PAGE, pageAct: [${refused.join(', ')}] }
    violation: CAPABILITY_DENIED
    reason: The attacked site has no ability beyond its documents.
`,
  );
  return ['default', file];
}

/** The same as one of the policies that a gateway is attacked under. */
export const ownPolicy = (grants: Grants): AttackedPolicy => ({
  title: grants,
  approval: 'INTENT',
  apart: false,
  tls: false,
  noAgent: '',
  write: (directory) => attackPolicy(directory, grants),
});
