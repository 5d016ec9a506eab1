// Tools of the dialect on the current tab, and what they have in common: what stands open, elements by their names, coming to rest.
// INVARIANT: while something stands open, only the tool that answers it runs; the others do nothing, and say what does.
import { z } from 'zod';
import { tool } from '#gateway/surfaces/mcp/tools/contract.ts';
import type { ToolCall, ToolRow } from '#gateway/surfaces/mcp/tools/contract.ts';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { finished } from './answer.ts';
import type { DialectClient, KnownTab } from './client.ts';
import type { Modal } from './modal.ts';
import { Reply } from './reply.ts';

/** As Playwright's server waits for what an act brings. */
const SETTLE_MS = 500;
/** Names of elements as answers have them, or selectors. */
const ONE_MOMENT = 'look at the page with browser_snapshot';

export type Element = {
  readonly ref: string;
  readonly locator: string;
  readonly role: string;
  readonly name: string;
};

/** The current tab in one call. */
export class OnTab {
  readonly call: ToolCall;
  readonly client: DialectClient;
  readonly tab: KnownTab;
  readonly reply = new Reply();

  constructor(call: ToolCall, client: DialectClient, tab: KnownTab) {
    this.call = call;
    this.client = client;
    this.tab = tab;
  }

  async run(...[name, params, says]: Parameters<ToolCall['run']>): Promise<Result<CommandAnswer>> {
    const began = Date.now();
    const done = await this.call.run(name, params, says);
    if (done.ok) this.tab.heard(done.value, began);
    else this.tab.modals.stopped(done.error);
    return done;
  }

  /** A text as the result, or as a file where the client names one. */
  async give(
    title: string,
    text: string,
    file: { readonly prefix: string; readonly ext: string; readonly filename: string | undefined },
  ): Promise<Result<void>> {
    if (file.filename === undefined) {
      this.reply.results.push(text);
      return ok(undefined);
    }
    const saved = await this.client.files.write(file, text);
    if (!saved.ok) return saved;
    this.reply.results.push(`- [${title}](${this.client.files.printed(saved.value)})`);
    return ok(undefined);
  }

  /** By a ref of the last outline, or a selector. Errors: `act.unknown-ref`, `act.ambiguous`. */
  async element(target: string): Promise<Result<Element>> {
    const found = await this.run('locate', { element: target });
    return found.ok ? ok(located.parse(found.value)) : found;
  }

  /** An act, and what comes of it within the moment that Playwright gives it. */
  async acts(...[name, params, says]: Parameters<ToolCall['run']>): Promise<Result<CommandAnswer>> {
    const done = await this.run(name, params, says);
    if (!done.ok || this.tab.modals.all.length > 0) return done;
    const rested = await this.run('wait', { ms: SETTLE_MS });
    // A dialog came meanwhile, or the page went elsewhere: what is there is looked at next.
    return rested.ok || rested.error.retryable ? done : rested;
  }
}

const located = z.object({ ref: z.string(), locator: z.string(), role: z.string(), name: z.string() });

type Given<S extends z.ZodObject> = Omit<ToolRow, 'input' | 'run' | 'output' | 'drawn' | 'task'> & {
  readonly input: S;
  /** It answers what stands open. */
  readonly clears?: Modal['type'];
  /** Errors are answers of their own: what was done before stays. */
  readonly handle: (on: OnTab, args: z.output<S>) => Promise<Result<void>>;
};

/** What each of them runs around its own commands. */
export const AROUND = ['tabs', 'launch', 'wait', 'console', 'aria'] as const;

export function tabTool<S extends z.ZodObject>(client: DialectClient, given: Given<S>): ToolRow {
  const { handle, clears, ...rest } = given;
  return tool({
    ...rest,
    around: AROUND,
    async run(call, args) {
      const current = await client.current(call);
      if (!current.ok) return current;
      const tab = current.value;
      const on = new OnTab(call, client, tab);
      const { reply } = on;
      const refused = inTheWay(given.name, tab, clears);
      if (refused !== null) {
        reply.errors.push(refused);
        return finished(call, client, tab, reply);
      }
      const handled = await handle(on, args);
      return handled.ok ? finished(call, client, tab, reply) : handled;
    },
  });
}

function inTheWay(name: string, { modals }: KnownTab, clears: Modal['type'] | undefined): string | null {
  if (clears !== undefined)
    return modals.has(clears)
      ? null
      : `Error: The tool "${name}" can only be used when there is related modal state present.`;
  return modals.all.length === 0 ? null : `Error: Tool "${name}" does not handle the modal state.`;
}

export const done: Result<void> = ok(undefined);
export const refusal = (message: string): Result<never> =>
  fail('command.bad-params', message, { help: ONE_MOMENT });

export const target = z
  .string()
  .min(1)
  .max(2_000)
  .describe('Ref of the element in the snapshot, as in e12, or a selector that fits it alone');
export const element = z
  .string()
  .max(2_000)
  .optional()
  .describe('What the element is, in your words: shown as a quotation to whoever is asked for consent');
export const filename = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe('File to write it to, from the workspace on; none of others is overwritten');
