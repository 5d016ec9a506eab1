// What the service said, on its way back. INVARIANT: a whole answer is JSON of a bounded size or none; a stream that breaks upstream
// never closes: `ended` hears of it and breaks the caller's connection, so that half an answer never looks like a whole one.
import { z } from 'zod';
import { jsonOf } from '../system/json.ts';
import { usageOf, type Usage } from './usage.ts';

const MAX_ANSWER_BYTES = 20_000_000;
/** Of a stream's words, for a log: it writes fewer. */
const MAX_SAID_CHARACTERS = 20_000;
/** One event of a stream; longer ones pass, but are not read for their count. */
const MAX_LINE_CHARACTERS = 1_000_000;
const DATA = 'data:';

export type Whole = { readonly text: string; readonly usage: Usage | null };

/** `null`: no JSON, or too much of it. Rejects where the connection broke. */
export async function wholeOf(body: ReadableStream<Uint8Array> | null): Promise<Whole | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const value = jsonOf(text);
  return typeof value === 'object' && value !== null ? { text, usage: usageOf(value) } : null;
}

const said = z.object({
  candidates: z.array(
    z.object({ content: z.object({ parts: z.array(z.object({ text: z.string().default('') })) }) }),
  ),
});

/** The words of a whole answer, for a log that asks for them; `null`: it has none. */
export function saidIn(text: string): string | null {
  const [first] = said.safeParse(jsonOf(text)).data?.candidates ?? [];
  return first?.content.parts.map((part) => part.text).join('') ?? null;
}

export type StreamEnd = {
  readonly usage: Usage | null;
  readonly isWhole: boolean;
  /** Its words, where they were asked for. */
  readonly said: string | null;
};

/**
 * The same bytes, read along for the count of tokens, and for the words if they are asked for; `ended` is called once, however it ends,
 * and with the signal even if nobody reads.
 */
export function readingAlong(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  ended: (end: StreamEnd) => void,
  withWords = false,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let usage: Usage | null = null;
  let said: string | null = null;
  let isOver = false;
  const end = (isWhole: boolean): void => {
    signal.removeEventListener('abort', stop);
    if (isOver) return;
    isOver = true;
    ended({ usage, isWhole, said });
  };
  const stop = (): void => {
    end(false);
    reader.cancel(signal.reason).catch(() => undefined); // it broke off by itself
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          // Given up by us, it is as if it had been cut off.
          if (isOver) await new Promise<never>(() => undefined);
          end(true);
          controller.close();
          return;
        }
        rest += decoder.decode(value, { stream: true });
        const lines = rest.split(/\r?\n/u);
        rest = (lines.pop() ?? '').slice(0, MAX_LINE_CHARACTERS);
        for (const line of lines) {
          usage = usageIn(line) ?? usage;
          if (withWords && (said?.length ?? 0) < MAX_SAID_CHARACTERS && line.startsWith(DATA))
            said = `${said ?? ''}${saidIn(line.slice(DATA.length)) ?? ''}`;
        }
        controller.enqueue(value);
      } catch {
        end(false);
        // Whoever reads is cut off, and cancels.
        await new Promise<never>(() => undefined);
      }
    },
    async cancel(reason) {
      end(false);
      await reader.cancel(reason);
    },
  };
  // Nothing is read ahead: what came before a break was written before it.
  return new ReadableStream(source, { highWaterMark: 0 });
}

function usageIn(line: string): Usage | null {
  if (!line.startsWith(DATA) || !line.includes('usageMetadata')) return null;
  return usageOf(jsonOf(line.slice(DATA.length)));
}
