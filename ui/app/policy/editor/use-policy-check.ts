// Checks a draft a moment after it was changed; what is shown is always of the last text, or says that it is not. INVARIANT: what a draft
// newly includes is looked for as it lies on the disk now, and until it was, nothing is said about the draft.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListsBeside, PolicyFileView } from '#gateway/protocol/views/policy.ts';
import { listsNamedIn } from '#policy/engine/documents/included.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { PolicyChecker, textsWith, type AnswerTo, type NamedText, type Questions } from './policy-check.ts';

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

/** Of files of other texts than are on the disk: what decides which lists they have. */
type Asked = { readonly file: string; readonly text: string; readonly key: string };

/** `drafts`: by the names of documents; the same object as long as it holds the same. `null`: something is being looked for. */
export function useTextsWith(
  files: readonly PolicyFileView[],
  drafts: ReadonlyMap<string, string>,
): readonly NamedText[] | null {
  const asked = useMemo(() => askedOf(files, drafts), [files, drafts]);
  const [found, setFound] = useState<{
    readonly of: readonly PolicyFileView[];
    readonly lists: ReadonlyMap<string, ListsBeside>;
  }>({ of: files, lists: new Map() });
  // What the files hold is read anew whenever the gateway says so, and so is what lies beside them.
  const lists = found.of === files ? found.lists : NOTHING;
  const missing = asked.find(({ key }) => !lists.has(key)) ?? null;
  const key = missing?.key ?? null;
  useEffect(() => {
    if (missing === null) return undefined;
    const gone = new AbortController();
    const { file, text } = missing;
    void gateway.policyLists({ file, text }, gone.signal).then((read) => {
      if (gone.signal.aborted) return;
      const there = read.ok
        ? read.value
        : listsNamedIn(text).map((name) => ({ name, problem: read.error.message }));
      setFound((held) => ({
        of: files,
        lists: new Map([...(held.of === files ? held.lists : []), [missing.key, there]]),
      }));
    });
    return () => gone.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- a text that names the same lists is not asked about again
  }, [files, key]);
  return useMemo(() => {
    if (missing !== null) return null;
    return textsWith(
      files,
      ({ name }) => drafts.get(name),
      (file) => {
        const own = keyOf(file, drafts.get(file.name) ?? file.text ?? '');
        return lists.get(own) ?? file.lists;
      },
    );
  }, [files, drafts, lists, missing]);
}

const NOTHING: ReadonlyMap<string, ListsBeside> = new Map();

function askedOf(files: readonly PolicyFileView[], drafts: ReadonlyMap<string, string>): readonly Asked[] {
  return files.flatMap((file) => {
    const text = drafts.get(file.name);
    if (text === undefined || text === file.text || file.file === '') return [];
    const key = keyOf(file, text);
    return key === '' || key === keyOf(file, file.text ?? '') ? [] : [{ file: file.file, text, key }];
  });
}

/** The same for texts that name the same files by the same hashes. */
function keyOf({ file }: PolicyFileView, text: string): string {
  const names = listsNamedIn(text);
  if (names.length === 0) return '';
  return JSON.stringify([file, names, [...new Set(text.match(/sha256:[0-9a-f]{64}/gu))]]);
}
