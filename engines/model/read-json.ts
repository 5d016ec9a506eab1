// Parses a model's text by a schema. INVARIANT: never throws: a mismatch becomes a message that is sent back to the model.
import type { z } from 'zod';

export type Read<T> =
  | { readonly fits: true; readonly data: T }
  | { readonly fits: false; readonly fault: string };

export function readJson<S extends z.ZodType>(schema: S, text: string): Read<z.output<S>> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { fits: false, fault: 'the answer is not JSON' };
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return { fits: true, data: parsed.data };
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'the answer' : `\`${issue.path.join('.')}\``;
  return { fits: false, fault: `${where}: ${issue?.message ?? 'does not fit the schema'}` };
}
