// `ghost policy init`: six questions at the terminal, or six options, and a first layer of one's own as a file.
import { createInterface } from 'node:readline';
import { checkedFirstLayer, writeFirstLayer } from '#gateway/client/policy/first-layer.ts';
import { err, fail, ok, type Failure, type Result } from '#policy/language/failure.ts';
import { NOTHING_SAID, QUESTIONS, type Answers } from '#policy/tools/first-layer/answers.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { inWords, say, sayJson, tell } from '#ui/cli/console/output.ts';

type Given = { readonly [Id in (typeof QUESTIONS)[number]['id']]?: string };
type Flags = Given & { readonly out?: string; readonly json?: boolean };

export async function init({ out, json = false, ...given }: Flags): Promise<void> {
  const isAsked = given.who === undefined && process.stdin.isTTY && process.stderr.isTTY && !json;
  const answers = isAsked ? alone(await asked(given)) : said(given);
  if (!answers.ok) {
    if (json) sayJson({ error: answers.error[0], findings: answers.error });
    else for (const one of answers.error) tell(inWords(one));
    process.exitCode = EXIT.usage;
    return;
  }
  const file = out ?? `${answers.value.name}.policy.yaml`;
  const written = writeFirstLayer(answers.value, file);
  if (!written.ok) {
    process.exitCode = EXIT.failed;
    if (json) return sayJson({ findings: written.error });
    return written.error.forEach((finding) => tell(inWords(finding)));
  }
  if (json) return sayJson({ file, text: written.value });
  say(file);
  tell(
    [
      'it loads, its proofs hold, its tests pass. Read it, then:',
      `  ghost policy diff default organisation,${file}   what it changes`,
      `  ghost policy shadow organisation ${file}   it decides beside the policy in force, and changes nothing`,
      `  policy: [organisation, ${file}]   in config.yaml puts it into force`,
    ].join('\n'),
  );
}

/** From options alone: what is not said is nothing. Errors: `policy.bad-answer`, of each option that is no answer. */
function said(given: Given): Result<Answers, readonly Failure[]> {
  let answers: Partial<Answers> = NOTHING_SAID;
  const failures: Failure[] = [];
  for (const { id, nothing, read, words, example } of QUESTIONS) {
    const option = `--${id.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
    const text = given[id];
    if (text === undefined && nothing !== null) continue;
    const one =
      text === undefined
        ? fail('policy.bad-answer', `is not said: ${words}`, { help: `as ${option} '${example}'` })
        : read(text);
    if (one.ok) answers = { ...answers, ...one.value };
    else failures.push({ ...one.error, message: `\`${option}\`: ${one.error.message}` });
  }
  return failures.length > 0 ? err(failures) : alone(whole(answers));
}

const alone = <T>(result: Result<T>): Result<T, readonly Failure[]> =>
  result.ok ? result : err([result.error]);

/** At the terminal: an answer that is none is asked for again. Errors: `policy.bad-answer` where the terminal is gone. */
async function asked(given: Given): Promise<Result<Answers>> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  let isOpen = true;
  reader.setPrompt('> ');
  reader.once('close', () => (isOpen = false));
  // What is pasted comes in at once, and waits for its question.
  const lines = reader[Symbol.asyncIterator]();
  let answers: Partial<Answers> = NOTHING_SAID;
  try {
    for (const [at, { id, nothing, read, words, example }] of QUESTIONS.entries()) {
      tell(`\n${at + 1} of ${QUESTIONS.length}  ${words}`);
      tell(`  as: ${example}${nothing === null ? '' : `    nothing: ${nothing}`}`);
      for (let text = given[id]; ; text = undefined) {
        if (text === undefined && isOpen) reader.prompt();
        const line = text === undefined ? await lines.next() : { done: false, value: text };
        if (line.done === true)
          return fail('policy.bad-answer', 'the questions were left, and nothing was written');
        const typed = line.value;
        if (typed.trim() === '' && nothing !== null) break;
        const one = read(typed);
        const next = one.ok ? fitting({ ...answers, ...one.value }) : one;
        if (next.ok) {
          answers = next.value;
          break;
        }
        tell(inWords(next.error));
      }
    }
  } finally {
    reader.close();
  }
  return whole(answers);
}

/** Whether a document could be made of it, so that the question at hand is the one that is asked again. */
function fitting(answers: Partial<Answers>): Result<Partial<Answers>> {
  const checked = checkedFirstLayer(
    { name: 'first', owner: 'nobody', ...NOTHING_SAID, ...answers },
    'policy.yaml',
  );
  const [finding] = checked.ok ? [] : checked.error;
  return finding === undefined ? ok(answers) : { ok: false, error: finding };
}

function whole({ name, owner, ...rest }: Partial<Answers>): Result<Answers> {
  return name === undefined || owner === undefined
    ? fail('policy.bad-answer', 'its name and who looks after it are not said')
    : ok({ ...NOTHING_SAID, ...rest, name, owner });
}
