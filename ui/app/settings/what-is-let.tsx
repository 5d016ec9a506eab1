// What the policy in force says to the acts that people ask about first, and the policies that could take its place, a card each.
// INVARIANT: every cell is the engine's own answer; one that is taken is confirmed in the consent document.
import { useMemo } from 'react';
import type { PolicyFileView, PolicyPreset } from '#gateway/protocol/views/policy.ts';
import { FailureText } from '#ui/app/parts/parts.tsx';
import type { ForeseeQuestion } from '#ui/app/policy/editor/policy-check.ts';
import { usePolicyCheck } from '#ui/app/policy/editor/use-policy-check.ts';
import { FirstActs } from '#ui/app/policy/first-acts.tsx';
import { comparedActs } from '#ui/app/policy/preset-changes.ts';
import { PresetCards } from '#ui/app/policy/preset-cards.tsx';
import { useToldOfPolicy } from '#ui/app/policy/use-told-of-policy.ts';
import tables from '#ui/app/policy/asking/policy-tabs.module.css';
import { useInForce, useUsualAddress } from '#ui/app/policy/asking/use-look.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOf } from '#ui/app/state/route.ts';

/** What most people choose between; the others are one press away. */
const MAIN: readonly PolicyPreset[] = ['default', 'careful', 'read-only', 'research'];
const NO_FILES: readonly PolicyFileView[] = [];

export function WhatIsLet() {
  const files = useToldOfPolicy(gateway.policyFiles);
  const inForce = useInForce(files?.ok === true ? files.value : NO_FILES);
  const addressClass = useUsualAddress();
  const question = useMemo(
    (): ForeseeQuestion | null =>
      inForce === null ? null : { inForce, foreseen: comparedActs(addressClass) },
    [inForce, addressClass],
  );
  const { answer, error } = usePolicyCheck(question);
  if (files?.ok === false) return <FailureText error={files.error} />;
  return (
    <>
      {files !== null && inForce === null ? (
        <p>What is in force cannot be read, and then everything is refused.</p>
      ) : error !== null ? (
        <FailureText error={error} />
      ) : answer === null ? (
        <p role="status">Asking the policy…</p>
      ) : (
        <>
          <div className={tables['scroller']} role="region" aria-label="What an agent may do" tabIndex={0}>
            <FirstActs decided={answer} />
          </div>
          <p>
            That is what is in force:{' '}
            <a href={addressOf({ view: 'policy', tab: 'matrix' })}>the whole table</a>.
          </p>
        </>
      )}
      <p>Another policy can take its place; you confirm it first, and see there what it changes.</p>
      {files === null ? null : <PresetCards files={files.value} first={MAIN} />}
    </>
  );
}
