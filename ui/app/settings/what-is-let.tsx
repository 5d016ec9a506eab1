// What the policy in force says to the acts that people ask about first, at a site that the person named and at one that they did not.
// INVARIANT: every cell is the engine's own answer.
import { useEffect, useMemo, useState } from 'react';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import type { Result } from '#policy/language/failure.ts';
import type { BrowserCapability } from '#policy/language/vocabulary.ts';
import { Chip, FailureText } from '#ui/app/parts/parts.tsx';
import { VERDICT } from '#ui/app/parts/words.ts';
import { CAPABILITY } from '#ui/app/policy/editor/capability-words.ts';
import type { ForeseeQuestion } from '#ui/app/policy/editor/policy-check.ts';
import { usePolicyCheck } from '#ui/app/policy/editor/use-policy-check.ts';
import { actOf } from '#ui/app/policy/preset-changes.ts';
import tables from '#ui/app/policy/asking/policy-tabs.module.css';
import { useInForce, useUsualAddress } from '#ui/app/policy/asking/use-look.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';

const SHOWN: readonly BrowserCapability[] = [
  'SCREENSHOT',
  'NAVIGATE_CROSS_ORIGIN',
  'FORM_SUBMIT_DATA',
  'FORM_SUBMIT_CREDENTIALS',
  'FILE_DOWNLOAD',
  'FILE_UPLOAD',
];
const NO_FILES: readonly PolicyFileView[] = [];

export function WhatIsLet() {
  const files = useFiles();
  const inForce = useInForce(files?.ok === true ? files.value : NO_FILES);
  const addressClass = useUsualAddress();
  const question = useMemo(
    (): ForeseeQuestion | null =>
      inForce === null
        ? null
        : {
            inForce,
            foreseen: SHOWN.flatMap((capability) => [
              actOf(capability, addressClass, true),
              actOf(capability, addressClass, false),
            ]),
          },
    [inForce, addressClass],
  );
  const { answer, error } = usePolicyCheck(question);
  if (files?.ok === false) return <FailureText error={files.error} />;
  if (error !== null) return <FailureText error={error} />;
  if (files !== null && inForce === null)
    return <p>What is in force cannot be read, and then everything is refused.</p>;
  if (answer === null) return <p role="status">Asking the policy…</p>;
  return (
    <>
      <div className={tables['scroller']} role="region" aria-label="What an agent may do" tabIndex={0}>
        <table className={tables['table']}>
          <thead>
            <tr>
              <th scope="col">An agent may</th>
              <th scope="col">at a site that you named</th>
              <th scope="col">at any other site</th>
            </tr>
          </thead>
          <tbody>
            {SHOWN.map((capability, at) => (
              <tr key={capability}>
                <th scope="row">{CAPABILITY[capability]}</th>
                {[2 * at, 2 * at + 1].map((index) => {
                  const decided = answer[index] ?? null;
                  return <td key={index}>{decided === null ? '' : <Chip word={VERDICT[decided]} />}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <a href={addressOf({ view: 'policy', tab: 'matrix' })}>The whole table</a>, or{' '}
        <a href={addressOf({ view: 'policy', tab: 'presets' })}>take another policy</a>.
      </p>
    </>
  );
}

function useFiles(): Result<readonly PolicyFileView[]> | null {
  const live = useWorld((world) => world.connection.state === 'live');
  const [files, setFiles] = useState<Result<readonly PolicyFileView[]> | null>(null);
  useEffect(() => {
    if (!live || files !== null) return undefined;
    const gone = new AbortController();
    void gateway.policyFiles(gone.signal).then((read) => {
      if (!gone.signal.aborted) setFiles(read);
    });
    return () => gone.abort();
  }, [live, files]);
  // Another policy may come into force meanwhile, from any window.
  useEffect(
    () =>
      useWorld.subscribe(({ status: now }, { status: before }) => {
        if (now?.policy !== before?.policy) setFiles(null);
      }),
    [],
  );
  return files;
}
