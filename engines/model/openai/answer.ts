// What a server answered, taken apart. INVARIANT: a stranger's text of a bounded size; of several answers the first one counts, and a call
// of a tool counts where that tool was asked for.
import { z } from 'zod';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { ServiceError } from '../service-error.ts';
import type { Answered } from '../tries.ts';
import { TOOL } from './request.ts';

const MAX_ANSWER_BYTES = 4_000_000;
const count = z.number().int().min(0).catch(0);
const usage = z
  .object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
  })
  .nullish()
  .catch(null);
const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) }))
            .nullish()
            .catch(null),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage,
});

/** Throws a `ServiceError` where the body is no completion. `form`: whether a schema was asked for, so that the text is one JSON value. */
export function answeredBy(text: string, form: boolean): Answered {
  const parsed = completion.safeParse(jsonOf(text));
  const [choice] = parsed.data?.choices ?? [];
  if (choice === undefined || parsed.data === undefined)
    throw new ServiceError('the answer is no chat completion', { status: 502 });
  const { message, finish_reason: reason } = choice;
  const called = message.tool_calls?.find(({ function: { name } }) => name === TOOL)?.function.arguments;
  const said = called ?? message.content ?? '';
  const spent = parsed.data.usage;
  const input = spent?.prompt_tokens ?? 0;
  return {
    text: form ? bare(said) : withoutThought(said),
    input,
    output: spent?.completion_tokens ?? 0,
    cached: Math.min(spent?.prompt_tokens_details?.cached_tokens ?? 0, input),
    fault: faultOf(reason ?? null, message.refusal ?? null),
  };
}

function faultOf(reason: string | null, refusal: string | null): Failure | null {
  if (reason === 'length')
    return failure('model.truncated', 'the model’s answer was longer than it may be', {
      help: 'give the model a longer context on its server',
    });
  if (reason === 'content_filter')
    return failure('model.blocked', 'the model’s service gave no answer: content_filter');
  if (refusal !== null && refusal !== '')
    return failure('model.blocked', 'the model refused to answer', { cause: refusal.slice(0, 300) });
  return null;
}

/** Models that think aloud do so before their answer; some servers leave that in it. */
const withoutThought = (said: string): string => said.replace(/^\s*<think>[\s\S]*?<\/think>\s*/u, '');

const FENCE = '```';

/** One fence around a JSON value is a habit of models. */
function bare(said: string): string {
  const text = withoutThought(said).trim();
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return text;
  const line = text.indexOf('\n');
  const isJson = line > 0 && ['', 'json'].includes(text.slice(FENCE.length, line).trim());
  return isJson ? text.slice(line + 1, -FENCE.length).trim() : text;
}

/** The body, of a bounded size. Throws a `ServiceError` where there is more. */
export async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new ServiceError('the answer is too large', { status: 502 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
