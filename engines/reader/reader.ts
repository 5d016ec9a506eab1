// A model that reads a page's lists as the table that a person wants, where we cannot. INVARIANT: what it answers is words, each of which has to
// stand on the page before it counts; it is asked twice at most.
import { z } from 'zod';
import type { CallContext, Model, ModelService, ModelUsage, Turn } from '#engines/model/contract.ts';
import { readJson } from '#engines/model/read-json.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { PageGrids } from '#engines/tables/grid.ts';
import type { ProposedTable } from '#engines/tables/standing.ts';
import { READ_SYSTEM, readTurn } from './prompt.ts';

/** `usage`: what was asked for it, also in vain. */
export type Reading = { readonly read: Result<ProposedTable>; readonly usage: readonly ModelUsage[] };

export interface TableReader {
  readonly id: ModelService;
  readonly model: string;
  /** Rejects only with the signal's reason. Errors: `model.*`. */
  read(page: PageGrids, query: string, signal: AbortSignal, of?: CallContext): Promise<Reading>;
}

const MOST_COLUMNS = 40;
const MOST_ROWS = 200;
const MOST_TEXT_CHARACTERS = 2_000;
const MAX_OUTPUT_TOKENS = 16_384;

const text = z.string().max(MOST_TEXT_CHARACTERS);
const schema = z.strictObject({
  title: text,
  columns: z.array(z.string().trim().min(1).max(120)).min(1).max(MOST_COLUMNS),
  rows: z.array(z.array(text).max(MOST_COLUMNS)).max(MOST_ROWS),
});
const READ_SCHEMA = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    columns: { type: 'array', minItems: 1, maxItems: MOST_COLUMNS, items: { type: 'string' } },
    rows: {
      type: 'array',
      maxItems: MOST_ROWS,
      items: { type: 'array', maxItems: MOST_COLUMNS, items: { type: 'string' } },
    },
  },
  required: ['title', 'columns', 'rows'],
  additionalProperties: false,
} as const;

export function createTableReader({
  model,
  name,
}: {
  readonly model: Model;
  readonly name: string;
}): TableReader {
  return {
    id: model.id,
    model: name,
    async read(page, query, signal, of) {
      const usage: ModelUsage[] = [];
      const turns: Turn[] = [{ role: 'user', text: readTurn(query, page, crypto.randomUUID().slice(0, 8)) }];
      for (let mended = false; ; mended = true) {
        const said = await model.say(
          {
            model: name,
            tier: 1,
            system: READ_SYSTEM,
            turns,
            schema: READ_SCHEMA,
            maxOutputTokens: MAX_OUTPUT_TOKENS,
            ...(of === undefined ? {} : { of }),
          },
          signal,
        );
        if (!said.ok) return { read: said, usage };
        usage.push(said.value.usage);
        const answer = readJson(schema, said.value.text);
        if (answer.fits) return { read: ok(answer.data), usage };
        if (mended) return { read: unusable(answer.fault), usage };
        turns.push(
          { role: 'model', text: said.value.text.slice(0, MOST_TEXT_CHARACTERS) },
          {
            role: 'user',
            text: `That answer cannot be used: ${answer.fault}. Answer again with one JSON object of the schema.`,
          },
        );
      }
    },
  };
}

const unusable = (fault: string): Result<never> =>
  fail('model.refused', `the model gave no usable table twice: ${fault}`, {
    help: 'name the columns that are wanted, or read the page with a snapshot',
  });
