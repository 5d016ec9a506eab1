// What of a plan its one answer covers: the sites and kinds on its card, and what is left when a person leaves some of them out.
// INVARIANT: leaving out takes away and adds nothing, and it counts for the card alone that it was left out on.
import { z } from 'zod';
import type { Gate } from '#policy/acts/gate.ts';
import { isDeferred } from '#policy/engine/deciding/ruling.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { BrowserCapability } from '#policy/language/vocabulary.ts';
import { PLAN_KINDS } from '#gateway/protocol/views/consent.ts';
import type { ConsentCard, LeftOut, PlanKind } from '#gateway/protocol/views/consent.ts';

const KINDS: Readonly<Partial<Record<BrowserCapability, PlanKind>>> = {
  NAVIGATE_SAME_ORIGIN: 'GO',
  NAVIGATE_CROSS_ORIGIN: 'GO',
  EXECUTE_JAVASCRIPT: 'ACT',
  FORM_SUBMIT_DATA: 'SEND',
};

/** As it comes from a surface. */
export const leftOutShape = z.strictObject({
  digest: z.string().max(200),
  sites: z.array(z.string().max(300)).max(50),
  kinds: z.array(z.enum(PLAN_KINDS)).max(PLAN_KINDS.length),
});

const kindOf = ({ capability }: Gate): PlanKind | null => KINDS[capability] ?? null;
export const originOf = ({ url }: Gate): string => URL.parse(url ?? '')?.origin ?? 'null';

/** Of a plan's card: what may be left out of it. A kind only where another one stays. */
export function leavable(ruling: Ruling): NonNullable<ConsentCard['leavable']> {
  const asking = ruling.gates.filter(
    ({ gate, decision }) => decision === 'ESCALATE' && !isDeferred(gate, decision),
  );
  const kinds = PLAN_KINDS.filter((kind) => asking.some(({ gate }) => kindOf(gate) === kind));
  return {
    // Where going there is not asked about, leaving the site out would not keep the task away from it.
    sites: [...new Set(asking.flatMap(({ gate }) => (kindOf(gate) === 'GO' ? [originOf(gate)] : [])))],
    kinds: kinds.length < 2 ? [] : kinds.filter((kind) => kind !== 'GO'),
  };
}

/** Errors: `consent.bad-answer` where it is none of this card's, of another plan, or nothing would be left. */
export function checkLeftOut({ leavable: may, digest, details }: ConsentCard, out: LeftOut): Result<void> {
  if (may === undefined || out.digest !== digest)
    return fail('consent.bad-answer', 'what was left out is of another plan than this one', {
      help: 'open the question again',
    });
  const isKnown =
    out.sites.every((site) => may.sites.includes(site)) &&
    out.kinds.every((kind) => may.kinds.includes(kind));
  if (!isKnown) return fail('consent.bad-answer', 'what was left out does not stand on this question');
  const isLeft = details.some(({ plans }) => plans !== undefined && !isOut(plans.site, plans.kind, out));
  return isLeft
    ? ok(undefined)
    : fail('consent.bad-answer', 'nothing of the plan would be left', { help: 'deny it instead' });
}

const isOut = (site: string, kind: PlanKind | null, { sites, kinds }: LeftOut): boolean =>
  sites.includes(site) || (kind !== null && kinds.includes(kind));

export const isLeftOut = (gate: Gate, out: LeftOut | undefined): boolean =>
  out !== undefined && isOut(originOf(gate), kindOf(gate), out);

/** Of a row of the card: which part of the plan it stands for. */
export const plansOf = (
  gate: Gate,
): { readonly plans?: { readonly site: string; readonly kind: PlanKind } } => {
  const kind = kindOf(gate);
  return kind === null ? {} : { plans: { site: originOf(gate), kind } };
};

/** What of a ruling an answer is for. */
export const withoutLeftOut = (ruling: Ruling, out: LeftOut | undefined): Ruling =>
  out === undefined ? ruling : { ...ruling, gates: ruling.gates.filter(({ gate }) => !isLeftOut(gate, out)) };
