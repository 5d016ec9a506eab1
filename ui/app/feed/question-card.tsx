// What a task asks: which element is meant, or what to enter; answered here, since an answer allows nothing.
// INVARIANT: nothing is chosen beforehand; what the page says stands as text of the page's, never as markup and never as the app's words.
import { MessageCircleQuestion } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { NONE_OF_THESE, SKIP } from '#gateway/protocol/views/question-words.ts';
import type { QuestionAnswer, QuestionChoice, QuestionView } from '#gateway/protocol/views/question.ts';
import type { Failure } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted, useNow } from '#ui/app/parts/parts.tsx';
import { clock, duration } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import styles from './question-card.module.css';

export function QuestionCard({ question }: { question: QuestionView }) {
  const line = useRef<HTMLParagraphElement>(null);
  const answeredHere = useRef(false);
  const isOpen = question.state === 'OPEN';
  // Whoever answered with the keyboard goes on from where the question stood.
  useEffect(() => {
    if (!isOpen && answeredHere.current) line.current?.focus();
  }, [isOpen]);
  return isOpen ? (
    <OpenQuestion question={question} onSent={() => (answeredHere.current = true)} />
  ) : (
    <p className={styles['closed']} ref={line} tabIndex={-1}>
      <time dateTime={question.askedAt}>{clock(question.askedAt)}</time> asked you:{' '}
      <Untrusted text={question.title} limit={200} /> <Outcome question={question} />
    </p>
  );
}

function OpenQuestion({ question, onSent }: { question: QuestionView; onSent: () => void }) {
  const { title, clause, choices, more, wants, expiresAt } = question;
  const name = useId();
  const heading = useId();
  const now = useNow(true);
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<Failure | null>(null);
  const answer: QuestionAnswer | null =
    wants === 'VALUE' && text.trim() !== '' ? { text } : chosen === null ? null : { choice: chosen };

  const send = async (given: QuestionAnswer | null): Promise<void> => {
    if (sending || given === null) return;
    setSending(true);
    onSent();
    const sent = await gateway.answer(question, given);
    setSending(false);
    setError(sent.ok ? null : sent.error);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send(answer);
  };

  return (
    <form className={styles['card']} aria-labelledby={heading} onSubmit={submit} data-question>
      <h3 id={heading} className={styles['title']}>
        <MessageCircleQuestion size={18} aria-hidden="true" />
        <Untrusted text={title} limit={400} />
      </h3>
      <p className={styles['about']}>
        for “<Untrusted text={clause} limit={300} />” on <Untrusted text={question.url} limit={120} />. An
        answer says what you mean; it allows nothing.
      </p>
      {wants === 'VALUE' ? (
        <label className={styles['value']}>
          <span>
            {choices.map((choice) => (
              <ChoiceText key={choice.id} choice={choice} />
            ))}
          </span>
          <input
            value={text}
            maxLength={2000}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
        </label>
      ) : (
        <fieldset className={styles['choices']} aria-labelledby={heading}>
          {choices.map((choice) => (
            <label key={choice.id}>
              <input
                type="radio"
                name={name}
                value={choice.id}
                checked={chosen === choice.id}
                onChange={() => setChosen(choice.id)}
              />
              <span>
                <ChoiceText choice={choice} />
              </span>
            </label>
          ))}
          <label>
            <input
              type="radio"
              name={name}
              value={NONE_OF_THESE}
              checked={chosen === NONE_OF_THESE}
              onChange={() => setChosen(NONE_OF_THESE)}
            />
            <span>None of these</span>
          </label>
          {more === 0 ? null : <p className={styles['more']}>and {more.toLocaleString('en')} more alike</p>}
        </fieldset>
      )}
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      <div className={styles['foot']}>
        <Button submit look="primary" aria-disabled={answer === null || sending}>
          {sending ? 'Sending…' : 'Answer'}
        </Button>
        <Button look="quiet" onClick={() => void send({ choice: SKIP })}>
          Go on without an answer
        </Button>
        <span className={styles['left']}>
          goes on by itself in {duration(Math.max(0, Date.parse(expiresAt) - now))}
        </span>
      </div>
    </form>
  );
}

/** What it is, what the page calls it, and what the page has around it. */
function ChoiceText({ choice: { role, name, near, place } }: { choice: QuestionChoice }) {
  return (
    <>
      {role}{' '}
      {name === '' ? (
        <em>without a name</em>
      ) : (
        <q className={styles['page']}>
          <Untrusted text={name} limit={120} />
        </q>
      )}
      {place === '' ? null : <span className={styles['place']}> {place}</span>}
      {near === '' ? null : (
        <span className={styles['near']}>
          the page has around it:{' '}
          <q className={styles['page']}>
            <Untrusted text={near} limit={200} />
          </q>
        </span>
      )}
    </>
  );
}

function Outcome({ question: { state, answer, choices } }: { question: QuestionView }) {
  const choice =
    answer !== null && 'choice' in answer ? choices.find(({ id }) => id === answer.choice) : undefined;
  if (state !== 'ANSWERED' || answer === null)
    return <strong>{state === 'CANCELLED' ? 'closed with the task' : 'nobody answered'}</strong>;
  if ('text' in answer) return <strong>a value was typed</strong>;
  if (choice !== undefined) return <ChoiceText choice={choice} />;
  return <strong>{answer.choice === SKIP ? 'went on without an answer' : 'none of these'}</strong>;
}
