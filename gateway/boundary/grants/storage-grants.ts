// Keeps which storage a site's own pages may use in one task because a person was asked about exactly that.
// INVARIANT: a grant covers one storage at one origin under one policy; permission to visit a site is no storage grant.
import { traitsOf } from '#policy/acts/act-rows.ts';
import { belongsTo } from '#policy/acts/storage-acts.ts';
import { KeptGrant } from './kept-grant.ts';
import { LOG_IN_MS } from './log-ins.ts';
import type { StorageType } from '#policy/language/vocabulary.ts';
import { isDeferred } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { siteOfUrl } from '#gateway/boundary/provenance/texts/site.ts';

export type StorageGrant = {
  readonly storage: StorageType;
  /** An origin; for cookies that were brought in, the domain that the person's answer named. */
  readonly at: { readonly origin: string } | { readonly domain: string };
  readonly policyHash: string;
  /** Who had to answer, as one text. */
  readonly approvers?: string;
};

const MINUTE_MS = 60_000;
const STORES: Readonly<Record<StorageType, string>> = {
  COOKIES: 'cookies',
  LOCAL_STORAGE: 'local storage',
  SESSION_STORAGE: 'session storage',
  INDEXED_DB: 'a database',
  CACHE_API: 'a cache',
  SERVICE_WORKER: 'a service worker',
};

export class StorageGrants {
  readonly #held = new Map<string, { readonly grant: StorageGrant; readonly kept: KeptGrant }>();

  /** `notAfter`: the time of a permission, in milliseconds; `null`: as long as its task. */
  allow(grant: StorageGrant, notAfter: number | null = null): KeptGrant {
    const key = JSON.stringify([grant, notAfter]);
    const held = this.#held.get(key);
    if (held !== undefined && !held.kept.isOver) return held.kept;
    const { storage, at, policyHash } = grant;
    const kept = new KeptGrant({
      kind: 'STORAGE',
      where: 'origin' in at ? at.origin : at.domain,
      says: `its own pages keeping ${STORES[storage]}`,
      policyHash,
      notAfter,
    });
    this.#held.set(key, { grant, kept });
    return kept;
  }

  /** What was for a time that is over lets pages keep nothing more. */
  endOver(now: number): void {
    for (const [key, { kept }] of this.#held) {
      if (kept.about.notAfter === null || now < kept.about.notAfter) continue;
      kept.end();
      this.#held.delete(key);
    }
  }

  end(): void {
    for (const { kept } of this.#held.values()) kept.end();
  }

  /** Approvers of the answers that cover this, each as one text. */
  answeredBy(asked: {
    readonly storage: StorageType;
    readonly url: string;
    readonly policyHash: string;
  }): readonly string[] {
    const url = URL.parse(asked.url);
    if (url === null || url.origin === 'null') return [];
    const { hostname, origin } = url;
    return [...this.#held.values()]
      .filter(
        ({ grant: { storage, at, policyHash }, kept }) =>
          !kept.isOver &&
          storage === asked.storage &&
          policyHash === asked.policyHash &&
          ('origin' in at ? at.origin === origin : belongsTo(hostname, at.domain)),
      )
      .map(({ grant: { approvers = '' } }) => approvers);
  }
}

type Asked = {
  readonly task: { readonly state: { readonly grants: { readonly storage: Pick<StorageGrants, 'allow'> } } };
  readonly documentUrl: string;
};

/** Until when pages may keep a log-in: as long as the answer holds, and where each act is asked about, as long as a log-in may take. */
function logInEnds({ askOnce }: Ruling, now: number): number | null {
  if (askOnce === undefined) return null;
  return now + (askOnce === 0 ? LOG_IN_MS : askOnce * MINUTE_MS);
}

/** Keeps what a granted answer says of the site's own storage: what was put there, "this site, this task", a log-in. */
export function keepStorageGrants(
  ruling: Ruling,
  asked: Asked,
  scope: 'ONCE' | 'TASK_SITE',
  now: number,
): readonly KeptGrant[] {
  const all: KeptGrant[] = [];
  // What was put there lasts as long as the task: where a yes ends before, it is for what was asked alone.
  const isForTask = scope === 'TASK_SITE' && ruling.askOnce === undefined;
  for (const { gate, decision, facts, approvers } of ruling.gates) {
    const url = URL.parse(gate.url ?? asked.documentUrl);
    if (decision !== 'ESCALATE' || isDeferred(gate, decision) || url === null || url.origin === 'null')
      continue;
    const { action, storage } = facts;
    const { enters, putsFor } = traitsOf(action);
    // The card of a credential that is entered says that the site may keep the log-in; what was only looked at is no page's to keep.
    const logsIn = gate.capability === 'FORM_SUBMIT_CREDENTIALS' && enters;
    if (!logsIn && (storage === 'NONE' || !(putsFor !== 'NOBODY' || isForTask))) continue;
    const kept = asked.task.state.grants.storage.allow(
      {
        storage: storage === 'NONE' ? 'COOKIES' : storage,
        at: putsFor === 'DOMAIN' ? { domain: siteOfUrl(url.href) } : { origin: url.origin },
        policyHash: ruling.policyHash,
        ...(approvers === undefined ? {} : { approvers }),
      },
      logsIn ? logInEnds(ruling, now) : null,
    );
    all.push(kept);
  }
  return all;
}
