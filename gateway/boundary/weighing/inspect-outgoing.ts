// Turns the findings about outgoing data into facts for the policy, rows for the consent card and evidence for the log.
// INVARIANT: none of them holds a secret, and the log holds no value at all.
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import type { Gate } from '#policy/acts/gate.ts';
import { withPayload } from '#policy/acts/payload.ts';
import type { PageAct } from '#executors/contract/page-act.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { ours, theirs } from '#gateway/boundary/words/rows.ts';
import { maskedValue, visible } from '#gateway/protocol/visible.ts';
import type { Finding, Sending } from '#gateway/boundary/provenance/examine.ts';
import type { Provenance, ValueFacts } from '#gateway/boundary/provenance/provenance.ts';
import { siteOfUrl } from '#gateway/boundary/provenance/texts/site.ts';

type Detail = ConsentCard['details'][number];

export type OutgoingInspection = {
  readonly facts: ValueFacts;
  /** Something that belongs elsewhere: no earlier grant covers it. */
  readonly carries: boolean;
  /** How many findings there are, of all kinds together. */
  readonly findings: number;
  readonly details: readonly Detail[];
  readonly evidence: Readonly<Record<string, unknown>>;
  /** The act's parts as they may be shown and logged: a text that holds a secret is reduced to its length. */
  readonly shown: {
    readonly action: (action: BrowserAction) => BrowserAction;
    readonly effect: (effect: ElementEffect) => ElementEffect;
    readonly gate: (gate: Gate) => Gate;
    readonly pageAct: (act: PageAct) => PageAct;
  };
  /** Must be called once the data is to be sent, and before it is. */
  readonly commit: () => void;
};

const MAX_ROWS = 6;

export function inspectOutgoing(provenance: Provenance, sendings: readonly Sending[]): OutgoingInspection {
  const leaving = provenance.examine(sendings);
  const { facts, findings, carries } = leaving;
  const secret = facts.valueHoldsSecret;
  return {
    facts,
    carries,
    findings: findings.length,
    details: findings
      .filter(({ kind }) => kind !== 'OPAQUE' || findings.length === 1)
      .filter(({ text, kind }) => kind !== 'CODE' || !findings.some((other) => isWithin(text, other.text)))
      .slice(0, MAX_ROWS)
      .map(rowOf),
    evidence: findings.length === 0 ? {} : { provenance: provenance.evidence(leaving) },
    shown: {
      action: (action) => (secret ? withoutValue(action) : action),
      effect: (effect) => (secret ? withoutAddresses(effect) : effect),
      gate: (gate) => (secret && gate.url !== undefined ? { ...gate, url: hidden(gate.url) } : gate),
      pageAct: (act) => (secret ? withoutContent(act) : act),
    },
    commit: () => provenance.commit(leaving),
  };
}

const isWithin = (short: string, long: string): boolean => short !== long && long.includes(short);

/** d-20874, and that it was read on http://account.test, hidden as base64 */
function rowOf({ kind, text, shown, length, from, via, split }: Finding): Detail {
  const where = from.map((origin) => visible(origin, 80)).join(' and ');
  const how = via.length === 0 ? '' : `, hidden as ${via.join(' in ')}`;
  const whole = split ? `${how}, put together from several requests` : how;
  if (kind === 'SECRET')
    return theirs('PERSON', 'FINDING', 'takes along a saved secret', text, {
      note: `of ${where}, •••(${length})${whole}`,
    });
  if (kind === 'UNREAD')
    return ours(
      'FINDING',
      'may take along',
      `anything that was read on ${where}: it could not be examined to its end`,
    );
  if (kind === 'OPAQUE')
    return theirs('AGENT', 'FINDING', 'may take along', text, {
      note: 'which nothing in this task explains',
    });
  return theirs('PAGE', 'FINDING', 'takes along', shown ?? text, { note: `read on ${where}${whole}` });
}

/** Scheme and host, and how long the rest is. */
function hidden(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin === 'null') return maskedValue(url);
  return `${parsed.protocol}//${siteOfUrl(url)}/${maskedValue(url.slice(parsed.protocol.length))}`;
}

const withoutValue = (action: BrowserAction): BrowserAction =>
  withPayload(action, (place, text) => (place === 'url' ? hidden(text) : maskedValue(text)));

function withoutAddresses(effect: ElementEffect): ElementEffect {
  const { link, submits } = effect;
  return {
    ...effect,
    link: link === null ? null : { ...link, url: hidden(link.url) },
    submits: submits === null ? null : { ...submits, url: hidden(submits.url), ...withoutFields(submits) },
  };
}

function withoutFields({ sends }: NonNullable<ElementEffect['submits']>): {
  readonly sends?: NonNullable<NonNullable<ElementEffect['submits']>['sends']>;
} {
  if (sends === undefined) return {};
  return { sends: { ...sends, fields: sends.fields.map((field) => ({ ...field, value: null })) } };
}

function withoutContent(act: PageAct): PageAct {
  if (!('url' in act)) return act;
  const address = { ...act, url: hidden(act.url) };
  if (!('body' in address) || address.body === null) return address;
  const fields = address.body.fields.map((field) => ({ ...field, value: null }));
  return { ...address, body: { ...address.body, text: null, fields } };
}
