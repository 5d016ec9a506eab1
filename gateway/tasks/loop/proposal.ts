// Checks a navigator's answer and turns it into acts. INVARIANT: a proposal is untrusted; one that does not fit the schema is an error.
import { z } from 'zod';
import type { ObservedNode, Proposal } from '#engines/navigator/contract.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { InputText } from '#policy/acts/row.ts';
import { ERROR_CODES, fail, ok } from '#policy/language/failure.ts';
import type { ErrorCode, Result } from '#policy/language/failure.ts';
import { MAX_CHOICES } from '#engines/navigator/question.ts';
import { EFFECTS } from '#engines/navigator/evidence.ts';
import { nodeOf, type Target } from '#gateway/tasks/life/element-meant.ts';
import { NAVIGATOR_ACTION_TYPES } from '#policy/language/vocabulary.ts';

const text = z.string().max(20_000);
const count = z.number().int().min(0);
const ref = z.string().regex(/^e\d{1,7}$/u);
const usage = z.strictObject({
  tier: z.union([z.literal(1), z.literal(2), z.literal('summary')]),
  model: z.string().max(200),
  requests: count,
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  costUsd: z.number().min(0).nullable(),
  milliseconds: count,
});
const evidence = z.strictObject({
  clause: text,
  effect: z.enum(EFFECTS),
  entry: count.nullable(),
  ref: z.string().max(20).nullable(),
  role: text,
  name: text,
  url: text,
  quote: text,
});
const schema = z.strictObject({
  action: z.enum(NAVIGATOR_ACTION_TYPES),
  ref: ref.nullable(),
  target: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
  text: text.nullable(),
  confidence: z.number().min(0).max(1),
  reasoning: text,
  facts: z
    .array(z.strictObject({ label: text, value: text, quote: text, url: text }))
    .max(200)
    .optional(),
  evidence: z.array(evidence).max(100).optional(),
  notUnderstood: z.array(text).max(20).optional(),
  reading: text.optional(),
  question: z
    .strictObject({
      clause: text,
      words: text,
      wants: z.enum(['ELEMENT', 'VALUE']),
      refs: z.array(ref).max(MAX_CHOICES),
      more: count,
    })
    .optional(),
  trouble: z
    .strictObject({
      code: z.custom<ErrorCode>((value) => typeof value === 'string' && Object.hasOwn(ERROR_CODES, value)),
      message: text,
      help: text.exactOptional(),
      retryMs: z.number().min(0),
    })
    .optional(),
  usage: z.array(usage).max(20).optional(),
});

/** The longest WAIT that a navigator gets. */
const MAX_WAIT_MS = 10_000;
/** 89 % of the default viewport: what one scroll step moves (specification, section 02). */
const SCROLL_STEP_PX = 800;

/** More than any box is long. */
const TO_ITS_END_PX = 1_000_000;
const SCROLLS: Readonly<Record<string, number>> = {
  up: -SCROLL_STEP_PX,
  top: -TO_ITS_END_PX,
  end: TO_ITS_END_PX,
};

export function parseProposal(given: unknown): Result<Proposal> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return fail(
      'navigator.bad-proposal',
      `the navigator's answer does not fit: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    );
  }
  const {
    facts,
    evidence: seen,
    notUnderstood,
    reading,
    question,
    trouble,
    usage: spent,
    ...rest
  } = parsed.data;
  return ok({
    ...rest,
    ...(facts === undefined ? {} : { facts }),
    ...(seen === undefined ? {} : { evidence: seen }),
    ...(notUnderstood === undefined ? {} : { notUnderstood }),
    ...(reading === undefined ? {} : { reading }),
    ...(question === undefined ? {} : { question }),
    ...(trouble === undefined ? {} : { trouble }),
    ...(spent === undefined ? {} : { usage: spent }),
  });
}

/** The acts of one proposal, in order. DONE and FAILED have none. */
export function actsOf(proposal: Proposal, nodes: readonly ObservedNode[]): Result<readonly BrowserAction[]> {
  const node = nodeOf(proposal, nodes);
  switch (proposal.action) {
    case 'DONE':
    case 'FAILED':
      return ok([]);
    case 'CLICK':
      return node === null ? noTarget(proposal) : clicking(proposal, node, nodes);
    case 'TYPE':
      return node === null ? noTarget(proposal) : ok(typing(proposal.text ?? '', node));
    case 'SCROLL': {
      const dy = SCROLLS[proposal.text ?? ''] ?? SCROLL_STEP_PX;
      return ok([
        node === null ? { type: 'SCROLL', dx: 0, dy } : { type: 'SCROLL', ref: node.ref, dx: 0, dy },
      ]);
    }
    case 'WAIT': {
      const asked = Number(proposal.text ?? '500');
      return ok([
        {
          type: 'WAIT',
          milliseconds: Number.isFinite(asked) ? Math.min(Math.max(asked, 0), MAX_WAIT_MS) : 500,
        },
      ]);
    }
    case 'EXTRACT':
      return ok([node === null ? { type: 'EXTRACT' } : { type: 'EXTRACT', ref: node.ref }]);
  }
}

/** Plain, or as `text` says: `double`, `triple`, `right`, `hover`, `drag:e7` (to that element). */
function clicking(
  proposal: Proposal,
  { ref }: Target,
  nodes: readonly ObservedNode[],
): Result<readonly BrowserAction[]> {
  const manner = proposal.text ?? '';
  switch (manner) {
    case 'double':
      return ok([{ type: 'CLICK', ref, count: 2 }]);
    case 'triple':
      return ok([{ type: 'CLICK', ref, count: 3 }]);
    case 'right':
      return ok([{ type: 'CLICK', ref, button: 'right' }]);
    case 'hover':
      return ok([{ type: 'HOVER', ref }]);
  }
  const to = /^drag:(e\d{1,7})$/u.exec(manner)?.[1];
  if (to === undefined) return ok([{ type: 'CLICK', ref }]);
  const known = nodes.some((other) => other.ref === to);
  return known ? ok([{ type: 'DRAG', ref, to }]) : noTarget(proposal);
}

/** Presses at most: a slider's whole way. */
const MAX_KEYS = 200;
/** `key:ArrowRight`, `key:ArrowDown*12`: pressed on the element, where text would be of no use. */
const KEYS =
  /^key:((?:(?:Control|Shift|Alt)\+)?(?:Arrow(?:Up|Down|Left|Right)|Enter|Escape|Tab|Space|Home|End|Page(?:Up|Down)|Backspace|Delete|[a-z]))(?:\*(\d{1,3}))?$/u;

function typing(given: string, node: Target): readonly BrowserAction[] {
  if (node.options !== undefined) {
    const options = given.split('\n').flatMap((option) => (option.trim() === '' ? [] : [option.trim()]));
    return [{ type: 'SELECT', ref: node.ref, options }];
  }
  const [, key, times] = KEYS.exec(given) ?? [];
  if (key !== undefined)
    return Array.from({ length: Math.min(Number(times ?? 1), MAX_KEYS) }, (): BrowserAction => ({
      type: 'PRESS',
      key,
      ref: node.ref,
    }));
  const submits = given.endsWith('\n');
  const plain = submits ? given.slice(0, -1) : given;
  const value: InputText = plain.startsWith('secret:') ? { secret: plain.slice('secret:'.length) } : plain;
  const fill: BrowserAction = { type: 'FILL', ref: node.ref, text: value };
  return submits ? [fill, { type: 'PRESS', key: 'Enter', ref: node.ref }] : [fill];
}

const noTarget = (proposal: Proposal): Result<never> =>
  fail(
    'navigator.bad-proposal',
    `the navigator named an element that is not on the page: \`${proposal.ref ?? JSON.stringify(proposal.target)}\``,
  );
