// What of Gemini's request bodies passes. INVARIANT: what goes on is written anew from what was checked, so a field that is not named
// here, or that two parsers read differently, never reaches the service; a body is counted before it is read, and read up to its first
// fault.
import { z } from 'zod';
import { isWithin, jsonOf } from '../system/json.ts';
import { listOf } from '../system/list-of.ts';
import { passed, refused, type Outcome } from '../wire/refusal.ts';

export const METHODS = ['generateContent', 'streamGenerateContent', 'countTokens'] as const;
export type Method = (typeof METHODS)[number];

export type Checked = {
  readonly body: Buffer<ArrayBuffer>;
  /** About four characters each, and what a picture counts. */
  readonly estimatedTokens: number;
  /** What it says, without pictures and without the instruction: for a log that asks for it. */
  readonly words: () => string;
};

const MAX_TURNS = 500;
const MAX_PARTS = 200;
/** Of all turns. */
const MAX_PARTS_TOGETHER = 2_000;
/** A long prompt in parts has ten thousand, and a large schema some thousands. */
const BODY = { nodes: 20_000, depth: 40 } as const;
const MAX_OUTPUT_TOKENS = 65_536;
const MAX_SCHEMA_DEPTH = 32;
const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_PICTURE = 258;

const part = z.union([
  z.strictObject({
    text: z.string(),
    thought: z.boolean().optional(),
    thoughtSignature: z.string().optional(),
  }),
  z.strictObject({
    inlineData: z.strictObject({
      mimeType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
      data: z.string().refine(isBase64, 'is base64'),
    }),
  }),
]);
const content = z.strictObject({
  role: z.enum(['user', 'model', 'system']).optional(),
  parts: listOf(part, MAX_PARTS),
});
/** A JSON schema is data to us: only its depth counts. */
const schema = z.unknown().refine((value) => isFlat(value), `is nested less than ${MAX_SCHEMA_DEPTH} deep`);
const generationConfig = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  topK: z.number().int().min(1).max(1000).optional(),
  seed: z.number().int().optional(),
  candidateCount: z.literal(1).optional(),
  maxOutputTokens: z.number().int().min(1).max(MAX_OUTPUT_TOKENS).optional(),
  stopSequences: z.array(z.string().max(100)).max(5).optional(),
  responseMimeType: z.enum(['text/plain', 'application/json']).optional(),
  responseSchema: schema.optional(),
  responseJsonSchema: schema.optional(),
  thinkingConfig: z
    .strictObject({
      includeThoughts: z.boolean().optional(),
      thinkingBudget: z.number().int().min(-1).optional(),
    })
    .optional(),
});
const generate = z.strictObject({
  contents: listOf(content, MAX_TURNS),
  systemInstruction: content.optional(),
  generationConfig: generationConfig.optional(),
});
const counting = z.strictObject({ contents: listOf(content, MAX_TURNS) });

/** Refusals: `BODY_NOT_JSON`, `FIELD_NOT_ALLOWED`. */
export function checkBody(method: Method, text: string): Outcome<Checked> {
  if (!isWithin(text, BODY))
    return refused('FIELD_NOT_ALLOWED', `the body has at most ${BODY.nodes} values, ${BODY.depth} deep`);
  const raw = jsonOf(text);
  if (raw === undefined) return refused('BODY_NOT_JSON', 'the body is no JSON');
  const parsed = (method === 'countTokens' ? counting : generate).safeParse(raw);
  if (!parsed.success) return refused('FIELD_NOT_ALLOWED', wordsOf(parsed.error));
  const { contents, systemInstruction } = { systemInstruction: undefined, ...parsed.data };
  const said = systemInstruction === undefined ? contents : [...contents, systemInstruction];
  const parts = said.flatMap((one) => one.parts);
  if (parts.length > MAX_PARTS_TOGETHER)
    return refused('FIELD_NOT_ALLOWED', `the turns have at most ${MAX_PARTS_TOGETHER} parts together`);
  const tokens = parts.map((one) =>
    'text' in one ? one.text.length / CHARACTERS_PER_TOKEN : TOKENS_PER_PICTURE,
  );
  const estimatedTokens = Math.ceil(tokens.reduce((sum, one) => sum + one, 0));
  const words = (): string =>
    contents
      .flatMap((one) => one.parts)
      .map((one) => ('text' in one ? one.text : ''))
      .join('\n');
  return passed({ body: Buffer.from(JSON.stringify(parsed.data)), estimatedTokens, words });
}

/** Where it is, and names of fields, cut short: none of the values, which are pages. */
function wordsOf({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return 'the body is not as it must be';
  const where = issue.path.map(String).join('.') || 'the body';
  const what =
    issue.code === 'unrecognized_keys'
      ? `has fields that do not pass: ${issue.keys.join(', ')}`
      : issue.message;
  return `\`${where}\`: ${what}`.slice(0, 300);
}

function isFlat(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_SCHEMA_DEPTH && Object.values(value).every((one) => isFlat(one, depth + 1));
}

/** Looks for what is none of it: an expression that takes everything goes back over all of a picture when its end is wrong. */
function isBase64(text: string): boolean {
  const end = /[^\w+/-]/u.exec(text)?.index ?? text.length;
  return end > 0 && ['', '=', '=='].includes(text.slice(end, end + 3));
}
