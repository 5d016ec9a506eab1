// What a browser command is: one row, from which command line, help, completion, JSON-RPC, MCP tools and the reference are made.
// INVARIANT: a row names every act that the command may come to; one that names none touches no browser.
import type { z } from 'zod';
import type { BrowserActionType } from '#policy/language/vocabulary.ts';

export const CATEGORIES = [
  'connection',
  'tabs',
  'navigation',
  'snapshot',
  'interaction',
  'data',
  'cookies',
  'batch',
  'daemon',
  'observe',
  'wait',
  'storage',
  'session',
  'route',
  'frame',
  'config',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** `BY_LINE`: whatever the lines of a batch come to. */
export type Acts = readonly BrowserActionType[] | 'BY_LINE';

/** Another name; `sets` are parameters that it gives. */
export type Alias = { readonly name: string; readonly sets?: Readonly<Record<string, unknown>> };

/** As MCP has them. */
export type Hints = {
  /** Changes nothing, neither on the page nor here. */
  readonly readOnly: boolean;
  /** May undo or overwrite what was there. */
  readonly destructive: boolean;
  /** Reaches the web. */
  readonly openWorld: boolean;
};

export type CommandRow = {
  /** Words, by spaces: `storage get`. As a JSON-RPC method with dots: `storage.get`. */
  readonly name: string;
  readonly aliases: readonly Alias[];
  readonly category: Category;
  /** What it does: a verb, and an object. */
  readonly title: string;
  /** Strict. Names in camel case; `fullPage` is `--full-page` on the command line. */
  readonly params: z.ZodObject;
  /** Parameters that stand in order, without a name; a list may only be the last. */
  readonly positional: readonly string[];
  readonly acts: Acts;
  /** Acts that an option brings on top. */
  readonly changes: Readonly<Record<string, readonly BrowserActionType[]>>;
  readonly hints: Hints;
  /** Command lines, without `ghost`. */
  readonly examples: readonly string[];
  /** Fields of its answer. More may come. */
  readonly answer: z.ZodObject;
  /** Lines of the command reference that it is; default: its name. */
  readonly forms?: readonly string[];
};

type Given<P extends z.ZodObject> = Omit<CommandRow, 'params' | 'aliases' | 'positional' | 'changes'> & {
  readonly params: P;
  readonly aliases?: readonly Alias[];
  readonly positional?: readonly (keyof P['shape'] & string)[];
  readonly changes?: { readonly [Option in keyof P['shape'] & string]?: readonly BrowserActionType[] };
};

/** A row with what it leaves out. Keeps the type of its parameters. */
export function row<P extends z.ZodObject>(given: Given<P>): CommandRow & { readonly params: P } {
  const { aliases = [], positional = [], ...rest } = given;
  const changes = Object.entries<readonly BrowserActionType[] | undefined>({ ...given.changes });
  return {
    ...rest,
    aliases,
    positional,
    changes: Object.fromEntries(
      changes.flatMap(([option, acts]) => (acts === undefined ? [] : [[option, acts]])),
    ),
  };
}

export const READS: Hints = { readOnly: true, destructive: false, openWorld: false };
/** It goes from page to page, and enters nothing. */
export const READS_ON: Hints = { readOnly: false, destructive: false, openWorld: true };
export const ACTS: Hints = { readOnly: false, destructive: true, openWorld: true };
export const SETS: Hints = { readOnly: false, destructive: false, openWorld: false };
export const REMOVES: Hints = { readOnly: false, destructive: true, openWorld: false };
