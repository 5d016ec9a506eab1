// What tools share: reading a command's answer, and a look at the page after an act.
import { z } from 'zod';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { bothNews, newsIn } from './news.ts';
import { oneLine } from './format.ts';
import type { PageNow, ToolAnswer, ToolCall } from './contract.ts';

const page = z.object({ url: z.string(), title: z.string() });
const looked = page.extend({ snapshot: z.string(), generation: z.number() });
const refused = z.object({ refused: z.array(z.string()) });
const brought = z.object({
  files: z.array(z.object({ name: z.string(), size: z.number(), kind: z.string() })),
});
const moved = z.object({ status: z.number() });

export const target = z
  .string()
  .regex(
    /^[ef]\d{1,9}$/u,
    'is the ref of an element in the last snapshot, as in `e12`; selectors are not taken',
  )
  .describe('Ref of the element in the last snapshot, as in e12');
export const element = z
  .exactOptional(z.string().max(2_000))
  .describe('What the element is, in your words: shown as a quotation to whoever is asked for consent');
export const filename = z
  .exactOptional(z.string().min(1).max(4096))
  .describe('File to write it to instead, from the working directory of this server; none is overwritten');

export const pageOf = (answer: CommandAnswer): { readonly page?: PageNow } => {
  const parsed = page.safeParse(answer);
  return parsed.success ? { page: parsed.data } : {};
};

/** What the page started on top, and the policy refused. */
const refusedIn = (answer: CommandAnswer): readonly string[] => {
  const parsed = refused.safeParse(answer);
  return parsed.success ? parsed.data.refused.map((one) => `- the page was refused: ${one}`) : [];
};

/** What the server answered, where it took the tab elsewhere. */
const statusIn = (answer: CommandAnswer): readonly string[] => {
  const parsed = moved.safeParse(answer);
  return parsed.success ? [`- HTTP status: ${parsed.data.status}`] : [];
};

const filesIn = (answer: CommandAnswer): readonly string[] => {
  const parsed = brought.safeParse(answer);
  return parsed.success
    ? parsed.data.files.map(({ name, size, kind }) => `- downloaded ${oneLine(name)}: ${size} bytes, ${kind}`)
    : [];
};

/** The page as it stands. */
export async function look(
  call: ToolCall,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Result<ToolAnswer>> {
  const read = await call.run('snapshot', params);
  if (!read.ok) return read;
  const { url, title, snapshot } = looked.parse(read.value);
  return ok({ page: { url, title }, snapshot, ...newsIn(read.value) });
}

/** The act is done, whatever comes of the look after it. */
export async function withLook(
  call: ToolCall,
  answer: CommandAnswer,
  did: string,
): Promise<Result<ToolAnswer>> {
  const result = [did, ...statusIn(answer), ...refusedIn(answer), ...filesIn(answer)].join('\n');
  const beside = newsIn(answer);
  // Whoever looks dismisses what is open.
  if (beside.modal !== undefined) return ok({ ...pageOf(answer), ...beside, result });
  const seen = await look(call);
  if (seen.ok) return ok({ ...seen.value, ...bothNews(beside, seen.value), result });
  const { code, message } = seen.error;
  return ok({
    ...pageOf(answer),
    ...beside,
    result: `${result}\n- no snapshot of it: ${message} (${code})`,
  });
}

/** Runs one command, then looks. */
export async function actAndLook(
  call: ToolCall,
  did: string,
  ...[name, params, says]: Parameters<ToolCall['run']>
): Promise<Result<ToolAnswer>> {
  const done = await call.run(name, params, says, true);
  return done.ok ? withLook(call, done.value, did) : done;
}

/** Without the keys that were not given. */
export const given = (params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
