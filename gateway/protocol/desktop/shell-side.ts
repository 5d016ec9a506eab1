// What the gateway's process may ask of the desktop's shell: cookies of one site of the person's own page, and the system's safe storage.
// INVARIANT: closed tables; the shell answers these and nothing else, whatever the gateway's process has become.
import { z } from 'zod';
import type { Side } from './channel.ts';

const MOST_COOKIES = 500;
const MOST_COOKIE_CHARACTERS = 8_192;

/** As `Electron.Cookie` has it. */
const windowCookie = z.object({
  name: z.string().max(MOST_COOKIE_CHARACTERS),
  value: z.string().max(MOST_COOKIE_CHARACTERS),
  domain: z.string().max(300).optional(),
  hostOnly: z.boolean().optional(),
  path: z.string().max(MOST_COOKIE_CHARACTERS).optional(),
  secure: z.boolean().optional(),
  httpOnly: z.boolean().optional(),
  expirationDate: z.number().optional(),
  sameSite: z.enum(['unspecified', 'no_restriction', 'lax', 'strict']),
});

export const SHELL_SIDE = {
  calls: {
    /** Of the person's own page: those of one registrable domain and its subdomains. */
    readCookies: {
      params: z.strictObject({ domain: z.string().min(1).max(253) }),
      result: z.array(windowCookie).max(MOST_COOKIES),
    },
    /** The vault's key, sealed for this user of this machine; `null`: the system has no safe storage. */
    seal: {
      params: z.strictObject({ text: z.string().regex(/^[0-9a-f]{64}$/u) }),
      result: z.strictObject({ sealed: z.base64().max(4_096).nullable() }),
    },
    unseal: {
      params: z.strictObject({ sealed: z.base64().max(4_096) }),
      result: z.strictObject({ text: z.string().max(200).nullable() }),
    },
  },
  news: {
    /** A message that a page of the shell's sent and that was refused: the log is the gateway's. */
    refused: z.strictObject({
      what: z.string().max(200),
      from: z.string().max(300),
      count: z.int().min(1),
    }),
  },
} as const satisfies Side;
