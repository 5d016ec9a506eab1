// Parameters that several commands have, each with the sentence that help, docs and MCP schemas show.
import { z } from 'zod';

export const ref = z
  .string()
  .regex(/^[ef]\d{1,9}$/u, 'is an element of the last snapshot, as in `e12`')
  .describe('element of the last snapshot, as in e12');
export const url = z.string().min(1).max(8192).describe('address');
export const text = (about: string) => z.string().max(65_536).describe(about);
export const flag = (about: string) => z.exactOptional(z.boolean()).describe(about);
export const last = z.exactOptional(z.number().int().min(1).max(500)).describe('the last so many');
export const timeout = z
  .exactOptional(z.number().int().min(1).max(300_000))
  .describe('milliseconds to wait at most; default: `default-timeout-ms` of `config`');
export const file = (about: string) => z.exactOptional(z.string().min(1).max(4096)).describe(about);

/** Of every command on a tab. */
export const tab = {
  target: z
    .exactOptional(z.string().max(100))
    .describe('tab, by the id that `tabs` shows; default: the current one'),
};

/** Of every act on an element. */
export const retry = {
  autoRetry: flag('find a lost element again, scroll a covered one free; default: `auto-retry` of `config`'),
  maxRetries: z
    .exactOptional(z.number().int().min(0).max(5))
    .describe('attempts after the first; default: `retry-count` of `config`'),
  generation: z
    .exactOptional(z.number().int().min(1))
    .describe('the snapshot that the act was planned on: where it is not the latest, the answer warns'),
};

export const ok = z.literal(true);
/** What is in the tab after an act. */
export const page = { url: z.string(), title: z.string() };
export const acted = z.object({ ok, message: z.string(), ...page });
