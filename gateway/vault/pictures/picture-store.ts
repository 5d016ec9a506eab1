// Pictures of tasks, in the vault: kept one by one, for some days and up to a size, and gone with their task's result.
// INVARIANT: addresses and quoted words passed the mask of the audit log; what is too old is given to nobody.
import { z } from 'zod';
import { maskSentence } from '#gateway/audit/mask/mask.ts';
import type { PictureNotes, PictureView, PicturesView } from '#gateway/protocol/views/pictures.ts';
import type { ThoughtView } from '#gateway/protocol/views/thoughts.ts';
import { inTransaction } from '#gateway/vault/cipher.ts';
import type { Row, Statement } from '#gateway/vault/cipher.ts';
import type { VaultInTurn } from '#gateway/vault/results/vault-in-turn.ts';
import { ok } from '#policy/language/failure.ts';
import type { KeptPicture, PictureStore } from './contract.ts';
import { keepThought, rewriteThought, sweepThoughts, thoughtIn, thoughtsOf } from './thoughts.ts';

export type PictureStoreOptions = {
  /** The results' own: what is deleted there is deleted after what was kept before. */
  readonly vault: VaultInTurn;
  readonly keepDays: number;
  readonly mostBytes: number;
  readonly now: () => number;
};

const DAY_MS = 86_400_000;
/** Of one task; a film longer than that is looked at by nobody. */
const MOST_PICTURES = 1_000;

const size = z.number().nonnegative();
const box = z.object({ x: z.number(), y: z.number(), width: size, height: size });
const number = z.number().int().positive();
const about = z.object({ step: z.number(), page: z.string(), width: size, height: size });
const notesSchema = z.object({
  acts: z.array(
    z.object({
      requestId: z.string(),
      step: z.number(),
      at: z.string(),
      before: number.nullable(),
      after: number.nullable(),
      box: box.nullable(),
    }),
  ),
  quotes: z.array(z.object({ quote: z.string(), page: z.string(), picture: number, box })),
});
const row = z.object({ number, taken_at: z.number(), about: z.string() });

export function pictureStore({ vault, keepDays, mostBytes, now }: PictureStoreOptions): PictureStore {
  const oldest = (): number => now() - keepDays * DAY_MS;
  const sweep = (): readonly Statement[] => [
    ['DELETE FROM pictures WHERE taken_at <= ?', [oldest()]],
    [
      // By the index alone, in its order: this is done with each picture that is kept.
      'DELETE FROM pictures WHERE rowid IN (SELECT rowid FROM (SELECT rowid, SUM(octet_length(jpeg))' +
        ' OVER (ORDER BY taken_at DESC ROWS UNBOUNDED PRECEDING) AS total FROM pictures) WHERE total > ?)',
      [mostBytes],
    ],
    ['DELETE FROM pictured WHERE task_id NOT IN (SELECT task_id FROM pictures)', []],
    ...sweepThoughts(oldest(), mostBytes),
  ];
  vault.sweepsBy(sweep);
  return {
    keep: (taskId, picture, notes) =>
      vault.with((cipher) =>
        inTransaction(cipher, [
          [
            'INSERT OR REPLACE INTO pictures (task_id, number, taken_at, about, jpeg) VALUES (?, ?, ?, ?, ?)',
            [taskId, picture.number, Date.parse(picture.at), aboutOf(picture), picture.jpeg],
          ],
          noted(taskId, notes),
          ...sweep(),
        ]),
      ),
    note: (taskId, notes) =>
      vault.withIfThere(undefined, (cipher) => inTransaction(cipher, [noted(taskId, notes), ...sweep()])),
    list: (taskId) =>
      vault.withIfThere<PicturesView>({ pictures: [], acts: [], quotes: [] }, async (cipher) => {
        const rows = await cipher.all(
          'SELECT number, taken_at, about FROM pictures WHERE task_id = ? AND taken_at > ? ORDER BY number LIMIT ?',
          [taskId, oldest(), MOST_PICTURES],
        );
        if (!rows.ok) return rows;
        const found = await cipher.all('SELECT notes FROM pictured WHERE task_id = ?', [taskId]);
        if (!found.ok) return found;
        const pictures = rows.value.map(viewOf);
        const [first] = found.value;
        const notes = first === undefined ? { acts: [], quotes: [] } : notesIn(first);
        return ok({ pictures, ...stillThere(notes, new Set(pictures.map((picture) => picture.number))) });
      }),
    show: (taskId, wanted) =>
      vault.withIfThere<Uint8Array | null>(null, async (cipher) => {
        const rows = await cipher.all(
          'SELECT jpeg FROM pictures WHERE task_id = ? AND number = ? AND taken_at > ?',
          [taskId, wanted, oldest()],
        );
        if (!rows.ok) return rows;
        const jpeg = rows.value[0]?.['jpeg'];
        return ok(jpeg instanceof Uint8Array ? jpeg : null);
      }),
    think: (taskId, thought) =>
      vault.with((cipher) =>
        inTransaction(cipher, [keepThought(taskId, thought, now()), ...sweepThoughts(oldest(), mostBytes)]),
      ),
    rethink: (taskId, thoughts) =>
      vault.withIfThere(undefined, (cipher) =>
        inTransaction(
          cipher,
          thoughts.map((thought) => rewriteThought(taskId, thought)),
        ),
      ),
    thoughts: (taskId) =>
      vault.withIfThere<readonly ThoughtView[]>([], async (cipher) => {
        const rows = await cipher.all(...thoughtsOf(taskId, oldest()));
        return rows.ok ? ok(rows.value.flatMap(thoughtIn)) : rows;
      }),
  };
}

const aboutOf = ({ step, page, width, height }: KeptPicture): string =>
  JSON.stringify({ step, page: maskSentence(page), width, height });

const noted = (taskId: string, { acts, quotes }: PictureNotes): Statement => [
  'INSERT OR REPLACE INTO pictured (task_id, notes) VALUES (?, ?)',
  [
    taskId,
    JSON.stringify({
      acts,
      quotes: quotes.map((one) => ({
        ...one,
        quote: maskSentence(one.quote),
        page: maskSentence(one.page),
      })),
    }),
  ],
];

function viewOf(found: Row): PictureView {
  const { number: at, taken_at: takenAt, about: text } = row.parse(found);
  return { number: at, at: new Date(takenAt).toISOString(), ...about.parse(JSON.parse(text)) };
}

const notesIn = (found: Row): PictureNotes => notesSchema.parse(JSON.parse(String(found['notes'])));

/** Nothing points at a picture that is gone. */
function stillThere({ acts, quotes }: PictureNotes, numbers: ReadonlySet<number>): PictureNotes {
  const there = (one: number | null): number | null => (one !== null && numbers.has(one) ? one : null);
  return {
    acts: acts.map((act) => ({ ...act, before: there(act.before), after: there(act.after) })),
    quotes: quotes.filter(({ picture }) => numbers.has(picture)),
  };
}
