// A cookie as a caller writes it: for the document's own host, with nothing that would give it another one.
import { z } from 'zod';

const text = z.string().max(4096);

export const COOKIE_TO_WRITE = z.strictObject({
  name: text,
  value: z.string().max(1024 * 1024),
  path: z.exactOptional(z.string().startsWith('/').max(1024)),
  secure: z.exactOptional(z.boolean()),
  httpOnly: z.exactOptional(z.boolean()),
  sameSite: z.exactOptional(z.enum(['Strict', 'Lax', 'None'])),
  expires: z.exactOptional(z.number().int().min(0)),
});
