// What the desktop's shell may ask of the gateway's process, and what that tells by itself.
// INVARIANT: nothing here answers a question: an answer leaves the consent document alone.
import { z } from 'zod';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import type { Side } from './channel.ts';

const MOST_URL_CHARACTERS = 100_000;
const MOST_PICTURE_CHARACTERS = 8 * 1024 * 1024;
const url = z.string().max(MOST_URL_CHARACTERS);
const id = z.string().min(1).max(100);

const failure = z.object({ code: z.string(), message: z.string(), help: z.string().optional() });

/** What a page of the person's own starts, or what they start there, as far as Electron's hooks see it. */
const foregroundAct = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['NAVIGATE', 'FRAME', 'CONNECT']),
    url,
    method: z.string().max(40),
    /** In the body, as far as it is known; `null` for none. */
    bodyBytes: z.int().min(0).nullable(),
    redirectedFrom: url.nullable(),
  }),
  z.strictObject({ kind: z.literal('OPEN_WINDOW'), url }),
  z.strictObject({ kind: z.literal('EXTERNAL_PROTOCOL'), url }),
  z.strictObject({
    kind: z.literal('DOWNLOAD'),
    id,
    url,
    filename: z.string().max(1_000),
    mediaType: z.string().max(200),
    bytes: z.int().min(0).nullable(),
  }),
  z.strictObject({ kind: z.literal('PERMISSION'), feature: z.enum(PAGE_ACTS) }),
]);
export type ForegroundAct = z.output<typeof foregroundAct>;

const task = z.strictObject({
  id,
  intent: z.string(),
  status: z.string().max(40),
  questions: z.array(z.strictObject({ id: z.string(), state: z.string() })),
  lent: z.array(
    z.strictObject({
      domain: z.string(),
      source: z.string(),
      state: z.enum(['LENT', 'ENDED', 'REFUSED', 'EMPTY']),
      count: z.int(),
      from: z.string(),
      until: z.string().nullable(),
      endedAt: z.string().nullable(),
    }),
  ),
});
export type TaskBrief = z.output<typeof task>;

const question = z.strictObject({
  id,
  title: z.string(),
  site: z.string().nullable(),
  expiresAt: z.string(),
});
export type QuestionBrief = z.output<typeof question>;

const nothing = z.strictObject({});
const allowed = z.strictObject({ allow: z.boolean(), reason: z.string() });

export const GATEWAY_SIDE = {
  calls: {
    /** Links for the two windows, each for its own: the app's key, and the secret by which questions are answered. They work once. */
    links: { params: nothing, result: z.strictObject({ app: z.url(), consent: z.url() }) },
    /** A question's document, for the window of questions; `null`: it is not open any more. */
    question: { params: z.strictObject({ id }), result: z.strictObject({ url: z.url().nullable() }) },
    deny: { params: z.strictObject({ id }), result: nothing },
    /** Where words lead: an address of the person's own page, or a task. Nothing is started. */
    read: {
      params: z.strictObject({ text: z.string().max(10_000) }),
      result: z.strictObject({ address: url.nullable(), intentClass: z.string() }),
    },
    run: {
      params: z.strictObject({
        intent: z.string().min(1).max(10_000),
        startUrl: url.optional(),
        lend: z.array(z.string().max(253)).max(20),
      }),
      result: z.strictObject({ taskId: id }),
    },
    /** One task, or all of them. */
    stop: { params: z.strictObject({ taskId: id.nullable() }), result: z.strictObject({ stopped: z.int() }) },
    /** The page of a Ghost Tab as it was pictured last. */
    picture: {
      params: z.strictObject({ taskId: id }),
      result: z
        .strictObject({
          jpeg: z.base64().max(MOST_PICTURE_CHARACTERS),
          page: url,
          intent: z.string(),
          status: z.string(),
        })
        .nullable(),
    },
    /** Decides what happens on a page of the person's own. A call that is given up is a refusal. */
    decide: {
      params: z.strictObject({
        tab: id,
        documentUrl: url,
        /** The person did it: by the address field, or a press just now. */
        byPerson: z.boolean(),
        act: foregroundAct,
      }),
      result: allowed,
    },
    /** Another document stands in the tab, or none any more. */
    visit: { params: z.strictObject({ tab: id, url: url.nullable() }), result: nothing },
    /** The bytes of a download so far: whether it may go on. */
    received: {
      params: z.strictObject({ download: id, received: z.int().min(0), total: z.int().min(0).nullable() }),
      result: allowed,
    },
    /** It lies whole in the quarantine, or it does not come. */
    downloaded: {
      params: z.strictObject({ download: id, outcome: z.enum(['ARRIVED', 'FAILED']) }),
      result: z.strictObject({ name: z.string(), folder: z.string() }).nullable(),
    },
    close: { params: nothing, result: nothing },
  },
  news: {
    /** The gateway serves, or does not: then its process ends. */
    ready: z.strictObject({ quarantine: z.string(), demo: z.boolean() }),
    failed: failure,
    /** How things stand; twice a second at most, a question at once. */
    standing: z.strictObject({ tasks: z.array(task), questions: z.array(question) }),
    happened: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('ASKED'), id, title: z.string(), site: z.string().nullable() }),
      z.strictObject({ kind: z.literal('TASK_ASKS'), id, taskId: id }),
      z.strictObject({ kind: z.literal('ANSWERED'), id }),
      z.strictObject({
        kind: z.literal('TASK_ENDED'),
        taskId: id,
        status: z.enum(['DONE', 'UNCONFIRMED', 'FAILED', 'DENIED', 'CONSENT_REFUSED', 'CANCELLED']),
        durationMs: z.number(),
        /** The person's own words; `null` where they are an agent's. */
        intent: z.string().nullable(),
      }),
    ]),
  },
} as const satisfies Side;
