// JSON that a caller gave, as data.
import { z } from 'zod';

/** `undefined`, which no schema takes, for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
