// Checks a draft a moment after it was changed; what is shown is always of the last text, or says that it is not.
import { useEffect, useRef, useState } from 'react';
import type { Failure, Result } from '#policy/language/failure.ts';
import { PolicyChecker, type AnswerTo, type Questions } from './policy-check.ts';

type Checked<Answer> = {
  readonly answer: Answer | null;
  readonly error: Failure | null;
  /** The answer is of an older text. */
  readonly stale: boolean;
};

const TYPING_MS = 200;

/** `question`: `null` where there is nothing to check; the same object as long as it asks the same. */
export function usePolicyCheck<Question extends Questions>(
  question: Question | null,
): Checked<AnswerTo<Question>> {
  const checker = useRef<PolicyChecker<Question> | null>(null);
  const [held, setHeld] = useState<{
    readonly of: Question | null;
    readonly result: Result<AnswerTo<Question>> | null;
  }>({ of: null, result: null });
  useEffect(() => () => checker.current?.close(), []);
  useEffect(() => {
    if (question === null) return undefined;
    const timer = window.setTimeout(() => {
      const asked = (checker.current ??= new PolicyChecker<Question>());
      void asked.ask(question).then((result) => {
        if (result !== null) setHeld({ of: question, result });
      });
    }, TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [question]);
  const { of, result } = held;
  return {
    answer: result?.ok === true ? result.value : null,
    error: result?.ok === false ? result.error : null,
    stale: of !== question,
  };
}
