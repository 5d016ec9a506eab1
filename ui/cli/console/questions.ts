// What a task asks, at the terminal or by lines of JSON. INVARIANT: an answer says which element is meant and allows nothing, and is given
// to the question that it was typed for; what the page says stands on lines of its own, behind whose words they are.
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import type { GatewayClient } from '#gateway/client/contract.ts';
import type { TaskEvent } from '#gateway/protocol/events.ts';
import { NONE_OF_THESE, SKIP } from '#gateway/protocol/views/question-words.ts';
import type { QuestionAnswer, QuestionView } from '#gateway/protocol/views/question.ts';
import { inWords, tell } from './output.ts';

type Answering = Disposable & { readonly heard: (event: TaskEvent) => void };
type Answers = Pick<GatewayClient, 'answerQuestion'>;

/** A question as lines of text: the same rows as in the UI. */
export function questionLines(question: QuestionView): readonly string[] {
  const { title, clause, url, choices, more, wants, expiresAt } = question;
  return [
    '',
    `  ${title}    for: ${clause}`,
    `  on ${url}`,
    ...choices.flatMap(({ role, name, near, place }, at) => [
      `  ${wants === 'VALUE' ? '' : `${at + 1}  `}${role}${place === '' ? '' : `  (${place})`}`,
      `       page> ${name}`,
      ...(near === '' ? [] : [`       page> ${near}  (around it)`]),
    ]),
    ...(more === 0 ? [] : [`  and ${more.toLocaleString('en')} more alike`]),
    ...(wants === 'VALUE' ? [] : ['  0  none of these']),
    `  until ${expiresAt}; an answer allows nothing`,
    '',
  ];
}

/** What was typed: a number, or the value. `null`: it is no answer to this. */
export function answerIn(typed: string, { wants, choices }: QuestionView): QuestionAnswer | null {
  const text = typed.trim();
  if (text === '') return { choice: SKIP };
  if (wants === 'VALUE') return { text };
  if (text === '0') return { choice: NONE_OF_THESE };
  const choice = /^\d{1,2}$/u.test(text) ? choices[Number(text) - 1] : undefined;
  return choice === undefined ? null : { choice: choice.id };
}

/** `LINES`: `{"question": "q-…", "answer": {"choice": "c2"}}`, a line an answer. */
export function answersFrom(how: 'TERMINAL' | 'LINES', client: Answers): Answering {
  const open = new Map<string, string>();
  let asking: QuestionView | null = null;
  // A question was closed while somebody was at it: what is typed next may have been meant for that one.
  let isDoubtful = false;
  let doubted: string | null = null;
  const read: Interface = createInterface({
    input: process.stdin,
    ...(how === 'TERMINAL' ? { output: process.stderr } : {}),
    terminal: how === 'TERMINAL',
  });
  read.on('SIGINT', () => process.emit('SIGINT'));
  const send = async (id: string, answer: QuestionAnswer): Promise<void> => {
    const taskId = open.get(id);
    if (taskId === undefined) return tell(`there is no open question \`${id}\``);
    const sent = await client.answerQuestion(taskId, id, answer);
    if (!sent.ok) tell(inWords(sent.error));
  };
  const prompt = (): void => {
    const what = asking?.wants === 'VALUE' ? 'value' : 'number';
    const nothing = doubted === null ? 'go on without' : doubted === '' ? 'yes, go on without' : 'yes, that';
    read.setPrompt(`the ${what} (nothing: ${nothing}): `);
    read.prompt();
  };
  /** What the line says to the question at hand; `null` where that is asked again. */
  const answerTyped = (line: string, question: QuestionView): QuestionAnswer | null => {
    const text = line.trim();
    if (isDoubtful) {
      isDoubtful = false;
      doubted = text;
      const meant = text === '' ? 'go on without an answer' : `“${text}”`;
      tell(`  the question before was closed meanwhile: is ${meant} meant for this one?`);
      return null;
    }
    const meant = text === '' && doubted !== null ? doubted : text;
    doubted = null;
    return answerIn(meant, question);
  };
  read.on('line', (line) => {
    if (how === 'LINES') return void takeLine(line, send);
    if (asking === null) {
      // It was for the one that is closed: what follows is not.
      isDoubtful = false;
      return undefined;
    }
    const answer = answerTyped(line, asking);
    if (answer === null) return prompt();
    void send(asking.id, answer);
    asking = null;
    return undefined;
  });
  let ended = false;
  const withdraw = ({ state }: QuestionView): void => {
    asking = null;
    doubted = null;
    isDoubtful = true;
    if (ended) return;
    // What was half typed for it is no part of the next answer.
    read.write(null, { ctrl: true, name: 'e' });
    read.write(null, { ctrl: true, name: 'u' });
    tell(`  this question is closed: ${state.toLowerCase().replace('_', ' ')}`);
  };
  // Whoever answered is gone: nothing waits for them.
  read.on('close', () => {
    ended = true;
    for (const id of open.keys()) void send(id, { choice: SKIP });
  });
  return {
    heard(event) {
      if (event.type === 'task.answered') {
        open.delete(event.question.id);
        if (asking?.id === event.question.id) withdraw(event.question);
      }
      if (event.type !== 'task.asked' || event.question.state !== 'OPEN') return undefined;
      open.set(event.question.id, event.taskId);
      if (ended) return void send(event.question.id, { choice: SKIP });
      if (how === 'LINES') return undefined;
      doubted = null;
      asking = event.question;
      for (const line of questionLines(event.question)) tell(line);
      prompt();
      return undefined;
    },
    [Symbol.dispose]: () => read.close(),
  };
}

async function takeLine(
  line: string,
  send: (id: string, answer: QuestionAnswer) => Promise<void>,
): Promise<void> {
  const given = parsed(line);
  if (given === null)
    return tell('an answer is a line: {"question": "q-…", "answer": {"choice": "c1"}} or {"text": "…"}');
  return send(given.question, given.answer);
}

function parsed(line: string): { readonly question: string; readonly answer: QuestionAnswer } | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('question' in value) || !('answer' in value))
      return null;
    const { question, answer } = value;
    if (typeof question !== 'string' || typeof answer !== 'object' || answer === null) return null;
    if ('choice' in answer && typeof answer.choice === 'string')
      return { question, answer: { choice: answer.choice } };
    return 'text' in answer && typeof answer.text === 'string'
      ? { question, answer: { text: answer.text } }
      : null;
  } catch {
    return null; // No JSON: no answer.
  }
}
