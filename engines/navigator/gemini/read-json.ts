// A model's text, held against a schema. INVARIANT: what does not fit is a fault in words that the model can mend it by, never a throw.
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
