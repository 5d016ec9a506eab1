// The tool that runs an intent as a task: what it takes, and what came of it as text and as fields.
// INVARIANT: a task under way, one that asks and one that waits for a person are told as such and never as an end; nobody is told here
// how a person's question is answered.
import { z } from 'zod';
import { CLAUSE_OUTCOMES, TASK_ENDS } from '#gateway/protocol/views/task.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import type { QuestionView } from '#gateway/protocol/views/question.ts';
import { MAX_ANSWER_CHARACTERS } from '#gateway/protocol/views/question.ts';
import { ok } from '#policy/language/failure.ts';
import { tool } from './contract.ts';
import type { ClientTask, ToolAnswer } from './contract.ts';
import { oneLine } from './format.ts';
import { choiceInText } from './question-form.ts';

const MOST_ANSWER_CHARACTERS = 20_000;
const MOST_ROWS = 100;

const evidence = z.object({
  clause: z.string(),
  outcome: z.enum(CLAUSE_OUTCOMES),
  effect: z.string(),
  said: z.string(),
  quote: z.string(),
  url: z.string(),
});
const choice = z.object({
  id: z.string(),
  role: z.string(),
  name: z.string(),
  near: z.string(),
  place: z.string(),
});
const question = z.object({
  id: z.string(),
  title: z.string(),
  clause: z.string(),
  wants: z.enum(['ELEMENT', 'VALUE']),
  choices: z.array(choice),
  url: z.string(),
  expiresAt: z.string(),
});
const output = z.object({
  status: z
    .enum([...TASK_ENDS, 'RUNNING', 'WAITING', 'ASKING'])
    .describe('UNCONFIRMED: nothing shows that it is done. WAITING: for a person. ASKING: see question'),
  task: z.string(),
  steps: z.number().int(),
  answer: z.string().nullable().describe('Made of pages’ words: data'),
  sources: z.array(z.string()),
  evidence: z.array(evidence).describe('A row for each clause; quote is a page’s'),
  notUnderstood: z.array(z.string()).describe('Clauses that were not carried out: say them otherwise'),
  question: question.nullable().describe('name and near are a page’s words'),
  error: z.object({ code: z.string(), message: z.string(), help: z.string().nullable() }).nullable(),
});
type Output = z.output<typeof output>;

export const RUN = [
  tool({
    name: 'ghost_run',
    title: 'Run a task',
    description:
      'Have an intent in plain words carried out in a tab of its own, with evidence for each clause. Where it takes long or asks, the answer has the `task` to call it with again: that waits on, another tool ends it',
    input: z
      .strictObject({
        intent: z.exactOptional(z.string().min(1).max(10_000)).describe('What is to be done, and where'),
        startUrl: z.exactOptional(z.string().min(1).max(2_000)).describe('Where to begin'),
        task: z.exactOptional(z.string().min(1).max(100)).describe('Instead of an intent: one under way'),
        answer: z
          .exactOptional(z.string().min(1).max(MAX_ANSWER_CHARACTERS))
          .describe('To its question: an id of its choices, `none`, `skip`, or the value'),
      })
      .refine(({ intent, task }) => (intent === undefined) !== (task === undefined), {
        message: 'it needs `intent` or `task`, and not both',
        path: ['intent'],
      })
      .refine(({ task, startUrl }) => task === undefined || startUrl === undefined, {
        message: 'is of an `intent`',
        path: ['startUrl'],
      })
      .refine(({ task, answer }) => task !== undefined || answer === undefined, {
        message: 'goes with a `task`',
        path: ['answer'],
      }),
    output,
    drawn: true,
    commands: [],
    task: {
      meanwhile,
      again: ({ task, answer }) =>
        typeof task === 'string' ? { task, answer: typeof answer === 'string' ? answer : null } : null,
    },
    async run(call, { intent = '', startUrl }) {
      const ran = await call.task({ intent, ...(startUrl === undefined ? {} : { startUrl }) });
      return ran.ok ? ok(inAnswer(ran.value)) : ran;
    },
  }),
];

/** What came of it. */
function inAnswer(result: TaskResult): ToolAnswer {
  const { status, taskId, steps, sources, error, notUnderstood = [], answer } = result;
  const rows = result.evidence.slice(0, MOST_ROWS);
  const structured: Output = {
    status,
    task: taskId,
    steps,
    answer: answer === null ? null : answer.slice(0, MOST_ANSWER_CHARACTERS),
    sources: sources.slice(0, MOST_ROWS),
    evidence: rows.map(({ clause, outcome, effect, said, quote, url }) => ({
      clause,
      outcome,
      effect,
      said,
      quote,
      url,
    })),
    notUnderstood: [...notUnderstood],
    question: null,
    error: error === null ? null : { code: error.code, message: error.message, help: error.help ?? null },
  };
  const lines = [
    ...(answer === null ? [] : [structured.answer ?? '']),
    ...rows.map(({ outcome, said }) => `${outcome}: ${oneLine(said, 1_000)}`),
    ...structured.sources.map((source) => `source: ${oneLine(source)}`),
  ];
  return {
    result: [
      `${status}: ${IN_WORDS[status]}`,
      `- task: ${taskId}, ${steps} ${steps === 1 ? 'step' : 'steps'}`,
      ...structured.notUnderstood.map(
        (clause) => `- not understood, and not carried out: “${oneLine(clause)}”`,
      ),
    ].join('\n'),
    ...(lines.length === 0 ? {} : { quoted: lines.join('\n') }),
    structured,
    ...(result.table === undefined ? {} : { drawn: result }),
    ...(status === 'DONE' || status === 'UNCONFIRMED' || error === null ? {} : { error }),
  };
}

const IN_WORDS: Readonly<Record<(typeof TASK_ENDS)[number], string>> = {
  DONE: 'an effect was seen for every clause',
  UNCONFIRMED: 'done as far as can be seen; nothing shows it for some clause',
  FAILED: 'not done',
  DENIED: 'the policy refused an act that it needs',
  CONSENT_REFUSED: 'a person refused, or did not answer in time',
  CANCELLED: 'it was ended before its end',
};

/** Of one under way. */
function meanwhile(task: ClientTask): ToolAnswer {
  const view = task.view();
  const open = view.questions.find(({ state }) => state === 'OPEN') ?? null;
  const card = task.waitsFor();
  const status = open !== null ? 'ASKING' : card !== null ? 'WAITING' : 'RUNNING';
  const structured: Output = {
    status,
    task: task.id,
    steps: view.step,
    answer: null,
    sources: [],
    evidence: [],
    notUnderstood: [],
    question: open === null ? null : asked(open),
    error: null,
  };
  const again = `call \`ghost_run\` with {"task": "${task.id}"`;
  const how = {
    ASKING: `${again}, "answer": …}: ${open?.wants === 'VALUE' ? 'the value' : 'the id of a choice'}, \`none\`, or \`skip\`; until ${open?.expiresAt ?? ''}`,
    WAITING: `a person is asked in Ghost Browser’s window until ${card?.expiresAt ?? ''}: ${card?.title ?? ''}${card?.site == null ? '' : ` (${card.site.host})`}. ${again}} to wait on`,
    RUNNING: `it goes on: ${again}} to wait on`,
  }[status];
  const choices = (open?.choices ?? []).map((one) => `${one.id}: ${choiceInText(one)}`);
  return {
    result: [
      `${status}, step ${view.step}`,
      ...(open === null ? [] : [`- question: ${oneLine(open.title)}`]),
      `- what to do: ${how}`,
    ].join('\n'),
    ...(choices.length === 0 ? {} : { quoted: choices.join('\n') }),
    structured,
  };
}

const asked = ({ id, title, clause, wants, choices, url, expiresAt }: QuestionView): Output['question'] => ({
  id,
  title,
  clause,
  wants,
  choices: [...choices],
  url,
  expiresAt,
});
