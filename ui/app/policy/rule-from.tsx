// One question turned into a rule for all that are like it, put into the editor as a draft with its test. INVARIANT: nothing is answered
// and nothing is written by it: the draft goes the way of every other change, and it only refuses.
import { useEffect, useState } from 'react';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { addressOf, goTo } from '#ui/app/state/route.ts';
import { draftPolicy, useWorld } from '#ui/app/state/store.ts';
import { CAPABILITY } from './editor/capability-words.ts';
import { OwnLayer } from './editor/own-layer.tsx';
import type { RuleQuestion } from './editor/policy-check.ts';
import styles from './editor/policy.module.css';
import { usePolicyCheck } from './editor/use-policy-check.ts';
import { useRecentGates } from './editor/use-policy.ts';
import { namedText, textsInForce } from '#ui/app/policy/editor/policy-check.ts';

type Given = {
  /** The request that a question stands on. */
  readonly from: string;
  readonly files: readonly PolicyFileView[];
};

export function RuleFrom({ from, files }: Given) {
  const isOpen = useWorld((world) => world.consents.some(({ card }) => card.requestId === from));
  const drafts = useWorld((world) => world.policyDrafts);
  const recent = useRecentGates(true);
  // Asked once for each press: what is drafted changes the text that it was asked about.
  const [question, setQuestion] = useState<RuleQuestion | null>(null);
  const { answer, error, stale } = usePolicyCheck(question);
  const lowest = files.at(-1);
  const gate = recent.gates?.gates.findLast(
    ({ requestId, decision }) => decision === 'ESCALATE' && requestId === from,
  );
  const drafted = stale || answer === null || answer.text === null ? null : answer;

  useEffect(() => {
    if (drafted === null || lowest === undefined) return;
    const { base } = useWorld.getState().policyDrafts[lowest.name] ?? { base: lowest.digest };
    draftPolicy(lowest.name, { text: drafted.text, base });
    goTo({ view: 'policy', tab: 'text', rule: drafted.rule });
  }, [drafted, lowest]);

  if (lowest === undefined) return null;
  const draftRefusal = (): void => {
    if (gate === undefined) return;
    const upper = textsInForce(files.slice(0, -1));
    const text = drafts[lowest.name]?.text ?? lowest.text ?? '';
    setQuestion({ inForce: [...upper, namedText(lowest.name, text, lowest.lists)], gate });
  };
  return (
    <section className={styles['card']} aria-labelledby="policy-rule-from">
      <h2 id="policy-rule-from">Always handle questions like this</h2>
      <p>
        {isOpen
          ? 'Nothing is answered by it: the question waits in the '
          : 'That question is closed. What waits is in the '}
        <a href={addressOf({ view: 'inbox' })}>inbox</a>.
      </p>
      {recent.error === null ? null : <FailureText error={recent.error} />}
      {gate === undefined ? (
        <p role="status">
          {recent.gates === null
            ? 'Reading what was asked…'
            : 'Its request is not among the last 500 that were decided: write the rule in the editor below.'}
        </p>
      ) : (
        <>
          <p>
            Asked: {CAPABILITY[gate.facts.capability]} at{' '}
            <strong>
              <Untrusted text={gate.facts.host === '' ? 'no site' : gate.facts.host} limit={120} />
            </strong>
          </p>
          {gate.facts.host === '' ? (
            <p>Without a site it would be a rule for every site: write one in the editor below.</p>
          ) : (
            <p>
              <Button onClick={draftRefusal}>Draft a rule that refuses it</Button>
            </p>
          )}
          <p>
            None that allows is drafted: a rule names a path with all below it, and nothing of what is
            entered, so it would allow more than was asked. Write it in the editor.
          </p>
        </>
      )}
      {question === null ? null : (
        <div role="status">
          {stale ? <p>Drafting…</p> : null}
          {stale || answer === null || answer.text !== null ? null : (
            <>
              <p>No rule of yours can do that. Against it stands:</p>
              <ul>
                {answer.against.map((one) => (
                  <li key={one}>
                    <Untrusted text={one} limit={300} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      {stale || error === null ? null : <FailureText error={error} />}
      {lowest.readOnly === null ? null : (
        <div>
          <p>
            The lowest document comes with the project: a rule can be put in force in a layer of your own.
          </p>
          <OwnLayer />
        </div>
      )}
    </section>
  );
}
