// The tests that stand in the policy's own documents, run beside the page: what is in force, or what a person is changing. Red ones first,
// each with the way to its line. INVARIANT: a test that did not run is never shown as passed.
import { useMemo, useState } from 'react';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { counted, number, VERDICT, type Word } from '#ui/app/parts/words.ts';
import type { TestsAnswer, TestsQuestion } from '#ui/app/policy/editor/policy-check.ts';
import { usePolicyCheck } from '#ui/app/policy/editor/use-policy-check.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { DraftChoice } from './draft-choice.tsx';
import { useDraftTexts, useInForce } from './use-look.ts';
import styles from './policy-tabs.module.css';

type OfFile = TestsAnswer[number];
type Test = OfFile['tests'][number];

const PASSES: Word = { text: 'passes', tone: 'good' };
const FAILS: Word = { text: 'fails', tone: 'bad' };
const SHOWN_AT_FIRST = 20;
const SHOWN_MORE = 200;

export function PolicyTests({ files }: { readonly files: readonly PolicyFileView[] }) {
  const inForce = useInForce(files);
  const draft = useDraftTexts(files);
  const texts = draft ?? inForce;
  const question = useMemo((): TestsQuestion | null => (texts === null ? null : { tested: texts }), [texts]);
  const { answer, error, stale } = usePolicyCheck(question);
  return (
    <section className={styles['tab']} aria-labelledby="policy-tests">
      <h2 id="policy-tests">The policy’s own tests</h2>
      <p className={styles['hint']}>
        {draft === null
          ? 'Of what is in force. A change with a test that fails is not taken.'
          : 'Of your draft. While one of them fails, it is not taken.'}
      </p>
      <DraftChoice files={files} className={styles['field']} />
      {texts === null ? <p>What is in force cannot be read.</p> : null}
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      <div role="status">
        {texts === null || error !== null ? null : answer === null || stale ? (
          <p>Running the tests…</p>
        ) : (
          <p className={styles['answer']}>{inWords(answer)}</p>
        )}
      </div>
      {answer === null || stale ? null : answer.map((one) => <Tested key={one.file} of={one} />)}
    </section>
  );
}

function inWords(answer: TestsAnswer): string {
  const tests = answer.flatMap((one) => one.tests);
  const failed = tests.filter(({ failure }) => failure !== null).length;
  const isWhole = answer.every(({ areRun }) => areRun);
  if (!isWhole) return 'A document does not load, so not every test ran.';
  if (tests.length === 0) return 'There are no tests in these documents.';
  return failed === 0
    ? `${counted(tests.length, 'test')}, all pass.`
    : `${counted(failed, 'test')} of ${tests.length} ${failed === 1 ? 'fails' : 'fail'}.`;
}

function Tested({ of: { file, tests, areRun, findings } }: { readonly of: OfFile }) {
  const [most, setMost] = useState(SHOWN_AT_FIRST);
  const red = tests.filter(({ failure }) => failure !== null);
  const sorted = [...red, ...tests.filter(({ failure }) => failure === null)];
  const shown = sorted.slice(0, most);
  const redLeft = red.length - shown.length;
  return (
    <section className={styles['tab']} aria-label={`Tests of ${file}`}>
      <h3>
        <Untrusted text={file} limit={100} />
      </h3>
      {areRun ? (
        tests.length === 0 ? (
          <p className={styles['hint']}>No tests stand in it.</p>
        ) : null
      ) : (
        <p>Not run: {findings.length === 0 ? 'a document above it does not load.' : 'it does not load.'}</p>
      )}
      {findings.slice(0, SHOWN_AT_FIRST).map((finding, at) => (
        <FailureText key={at} error={finding} />
      ))}
      <ul className={styles['tests']}>
        {shown.map((test) => (
          <li key={`${test.name}${test.line}`}>
            <OneTest file={file} test={test} />
          </li>
        ))}
      </ul>
      {shown.length === sorted.length ? null : (
        <Button look="quiet" onClick={() => setMost(most + SHOWN_MORE)}>
          Show {number(Math.min(SHOWN_MORE, sorted.length - most))} of{' '}
          {counted(sorted.length - most, 'more test')}
          {redLeft > 0 ? `, of which ${number(redLeft)} ${redLeft === 1 ? 'fails' : 'fail'}` : ''}
        </Button>
      )}
    </section>
  );
}

function OneTest({ file, test }: { readonly file: string; readonly test: Test }) {
  const { name, line, expect, failure } = test;
  return (
    <>
      <Chip word={failure === null ? PASSES : FAILS} />
      <span className={styles['what']}>
        <Untrusted text={name} limit={200} />
        {failure === null ? `: ${VERDICT[expect].text}` : null}
      </span>
      <a className={styles['entry']} href={addressOf({ view: 'policy', tab: 'text', at: { file, line } })}>
        line {line}
      </a>
      {failure === null ? null : (
        <span className={styles['whole']}>
          <Untrusted text={failure.message} limit={400} />
          {failure.help === undefined ? null : (
            <>
              : <Untrusted text={failure.help} limit={400} />
            </>
          )}
        </span>
      )}
    </>
  );
}
