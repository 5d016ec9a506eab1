// A model's answer, taken apart. INVARIANT: it is a stranger's text; what does not fit the schema, names an element that is not
// there or quotes what does not stand on the page is no proposal.
import { z } from 'zod';
import { NAVIGATOR_ACTION_TYPES } from '#policy/language/vocabulary.ts';
import type { Memory, Observation, Proposal } from '../contract.ts';
import type { Effect, Evidence } from '../evidence.ts';
import { questionIn, questionSchema, QUESTION_JSON } from './ask.ts';
import { readJson } from '#engines/model/read-json.ts';

export const MAX_TEXT_CHARACTERS = 4_000;
export const MAX_REASONING_CHARACTERS = 500;
const MAX_FACTS = 50;
const MAX_EVIDENCE = 50;

/** What a model is asked for; where things stand and what is selected, it says as a state or as a change. */
const CLAIMED = ['STATE', 'VALUE', 'TEXT', 'CHANGE', 'NONE'] as const satisfies readonly Effect[];

const SECRET = /^secret:([^\n]+)\n?$/u;

const fact = z.strictObject({ label: z.string(), value: z.string(), quote: z.string() });
const number = z.number().int().min(1);
const claim = z.strictObject({
  clause: number,
  effect: z.enum(CLAIMED),
  step: number.nullish(),
  ref: z.string().nullish(),
  quote: z.string(),
});
const schema = z.strictObject({
  action: z.enum(NAVIGATOR_ACTION_TYPES),
  ref: z.string().nullish(),
  target: z.strictObject({ x: z.number(), y: z.number() }).nullish(),
  text: z.string().max(MAX_TEXT_CHARACTERS).nullish(),
  confidence: z.number().min(0).max(1),
  reasoning: z.string().min(1),
  facts: z.array(fact).max(MAX_FACTS).nullish(),
  evidence: z.array(claim).max(MAX_EVIDENCE).nullish(),
  question: questionSchema.nullish(),
});

/** What the model is asked to answer with (JSON schema, as `responseJsonSchema` takes it). */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: [...NAVIGATOR_ACTION_TYPES] },
    ref: { type: ['string', 'null'], description: 'ref of the element, as the page text has it' },
    target: {
      type: ['object', 'null'],
      description: 'CSS pixels in the viewport, only where the element has no ref',
      properties: { x: { type: 'number' }, y: { type: 'number' } },
      required: ['x', 'y'],
      additionalProperties: false,
    },
    text: {
      type: ['string', 'null'],
      description: 'TYPE: what to enter; DONE: the answer; FAILED: what help is needed; SCROLL: up or down',
    },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    reasoning: { type: 'string', description: 'one sentence for the person who watches' },
    facts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          label: { type: 'string' },
          value: { type: 'string' },
          quote: { type: 'string', description: 'letter by letter from one line of the page' },
        },
        required: ['label', 'value', 'quote'],
        additionalProperties: false,
      },
    },
    evidence: {
      type: 'array',
      description: 'with DONE: what shows each clause',
      items: {
        type: 'object',
        properties: {
          clause: { type: 'integer', description: 'its number under CLAUSES' },
          effect: { type: 'string', enum: [...CLAIMED] },
          step: { type: ['integer', 'null'], description: 'the step that it came of' },
          ref: { type: ['string', 'null'], description: 'the element on this page' },
          quote: { type: 'string', description: 'the state, the value, or the words of the page' },
        },
        required: ['clause', 'effect', 'step', 'ref', 'quote'],
        additionalProperties: false,
      },
    },
    question: QUESTION_JSON,
  },
  required: ['action', 'ref', 'target', 'text', 'confidence', 'reasoning'],
  additionalProperties: false,
} as const;

export type Answer =
  | { readonly fits: true; readonly proposal: Proposal }
  /** In words that the model can mend it by. */
  | { readonly fits: false; readonly fault: string };

const wrong = (fault: string): Answer => ({ fits: false, fault });

export function readAnswer(text: string, observation: Observation, memory: Memory): Answer {
  const read = readJson(schema, text);
  if (!read.fits) return read;
  const { action, ref = null, target = null, text: words = null, confidence, reasoning } = read.data;
  if (ref !== null && !observation.nodes.some((node) => node.ref === ref))
    return wrong(`there is no element \`${ref.slice(0, 20)}\` on the page`);
  if ((action === 'CLICK' || action === 'TYPE') && ref === null && target === null)
    return wrong(`${action} needs a ref or a target`);
  if (
    (action === 'CLICK' || action === 'TYPE') &&
    ref === null &&
    target !== null &&
    !hits(target, observation)
  )
    return wrong(`there is nothing to act on at ${target.x}, ${target.y}: name a ref`);
  // A part of a task may be done without anything to tell.
  const answers = action === 'DONE' && memory.subtask === memory.intent;
  if ((action === 'TYPE' || action === 'FAILED' || answers) && words === null)
    return wrong(`${action} needs a text`);
  const question = questionIn(read.data.question ?? null, action, observation, memory);
  if (!question.fits) return question;
  if (wasInVain(action, ref, words, observation, memory))
    return wrong('this very step was tried on this page and did not help: choose another');
  const secret = SECRET.exec(words ?? '')?.[1];
  if (secret !== undefined && !memory.secrets.includes(secret))
    return wrong(`there is no secret \`${secret.slice(0, 60)}\` for this origin`);
  const claims = (read.data.evidence ?? []).map((one) => claimOf(one, observation, memory));
  if (claims.includes(null))
    return wrong('evidence has a clause, a step or a ref that there is not: use the numbers and refs above');
  const evidence = claims.filter((one) => one !== null);
  return {
    fits: true,
    proposal: {
      action,
      ref,
      target: ref === null ? target : null,
      text: words,
      confidence,
      reasoning: reasoning.slice(0, MAX_REASONING_CHARACTERS),
      // A quotation that is not on the page is the model's own: left out, as the gateway would.
      facts: (read.data.facts ?? [])
        .filter(({ quote }) => stands(quote, observation))
        .map((one) => ({ ...one, url: observation.url })),
      ...(action !== 'DONE' || evidence.length === 0 ? {} : { evidence }),
      ...(question.data === null ? {} : { question: question.data }),
    },
  };
}

/** In the terms of the contract: the element of this page, else the one that the step was made on. `null`: it names what is not there. */
function claimOf(
  { clause, effect, step = null, ref = null, quote }: z.output<typeof claim>,
  { nodes, url }: Observation,
  { clauses = [], entries }: Memory,
): Evidence | null {
  const words = clauses[clause - 1];
  const entry = step === null ? null : entries[step - 1];
  const node = ref === null ? null : nodes.find((one) => one.ref === ref);
  if (words === undefined || entry === undefined || node === undefined) return null;
  const where =
    node === null
      ? {
          ref: entry?.proposal.ref ?? null,
          role: entry?.element?.role ?? '',
          name: entry?.element?.name ?? '',
        }
      : { ref: node.ref, role: node.role, name: node.name };
  return { clause: words, effect, entry: step === null ? null : step - 1, ...where, url, quote };
}

/** Whether the same step, on the same element of this page, changed nothing or failed before. Waiting may help the second time. */
function wasInVain(
  action: Proposal['action'],
  ref: string | null,
  words: string | null,
  { nodes, url }: Observation,
  { entries }: Memory,
): boolean {
  if (action === 'WAIT' || action === 'DONE' || action === 'FAILED') return false;
  const node = ref === null ? null : (nodes.find((one) => one.ref === ref) ?? null);
  const lastDone = entries.findLastIndex(({ outcome }) => outcome === 'done');
  return entries
    .slice(lastDone + 1)
    .some(
      ({ proposal, element, url: where }) =>
        where === url &&
        proposal.action === action &&
        proposal.text === words &&
        element?.role === node?.role &&
        element?.name === node?.name,
    );
}

/** As the gateway will look for it: an element of the page, drawn where the point is. */
const hits = ({ x, y }: { readonly x: number; readonly y: number }, { nodes }: Observation): boolean =>
  nodes.some(
    ({ ref, box }) =>
      ref !== null &&
      box !== null &&
      x >= box.x &&
      x < box.x + box.width &&
      y >= box.y &&
      y < box.y + box.height,
  );

const stands = (quote: string, { nodes }: Observation): boolean =>
  quote.trim() !== '' &&
  nodes.some((node) =>
    [node.name, node.value, node.description, `${node.name} ${node.value ?? ''}`].some(
      (text) => text?.includes(quote) === true,
    ),
  );
