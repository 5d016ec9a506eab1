// Proposes the text to the gateway. The confirmation is not here: it is in the consent document, where what loosens has to
// be typed out. What comes back stands here, each error with the way to its line.
import { useState } from 'react';
import type { PolicyFileView, PolicyReload } from '#gateway/protocol/views/policy.ts';
import type { Failure, Span } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { differenceInWords } from '#ui/app/parts/words.ts';
import styles from './policy-editor.module.css';
import { useConfirmed } from '#ui/app/parts/use-confirmed.ts';

export function PolicyProposal(props: {
  readonly file: PolicyFileView;
  readonly text: string;
  /** Put beside it, for files of the same names; none: what lies there is meant. */
  readonly lists?: readonly { readonly name: string; readonly text: string }[];
  readonly base: string;
  readonly edited: boolean;
  /** Checked as it stands, and it loads. */
  readonly ready: boolean;
  readonly loosens: boolean;
  readonly onActivated: () => void;
  readonly onGo: (line: number, column: number) => void;
}) {
  const { file, text, lists = [], base, edited, ready, loosens, onActivated, onGo } = props;
  const [reason, setReason] = useState('');
  const { outcome, ask } = useConfirmed();
  const writable = file.readOnly === null;
  const unready = !edited
    ? 'Nothing is changed yet.'
    : !ready
      ? 'It has to load first, on the file as it is now.'
      : null;
  const held = writable
    ? (unready ?? (reason.trim() === '' ? 'Give a reason: it is recorded.' : null))
    : 'This document cannot be written from here.';
  // In a bundle there is no file that it would be a draft of.
  const unshadowed = file.file === '' ? 'A signed bundle is tried in shadow as a whole.' : unready;
  const isWaiting = outcome.state === 'waiting';

  const propose = async (): Promise<void> => {
    if (held !== null) return;
    const body = { file: file.file, text, base, lists, reason: reason.trim() };
    const done = await ask((signal) => gateway.proposePolicy(body, signal), reloadInWords);
    if (!done) return;
    setReason('');
    onActivated();
  };
  const tryInShadow = async (): Promise<void> => {
    if (unshadowed !== null) return;
    await ask(
      (signal) => gateway.shadowPolicy({ file: file.file, text, base, lists }, signal),
      () => 'In shadow: see above what it would have decided otherwise.',
    );
  };

  return (
    <section className={styles['proposal']} aria-labelledby="policy-proposal">
      <h3 id="policy-proposal">Bring it into force</h3>
      <label className={styles['reason']}>
        <span>Reason, for the log</span>
        <input
          type="text"
          className={styles['input']}
          value={reason}
          maxLength={300}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className={styles['actions']}>
        <Button
          look={held !== null ? 'plain' : loosens ? 'danger' : 'primary'}
          aria-disabled={held !== null || isWaiting}
          aria-describedby="policy-held"
          onClick={() => void propose()}
        >
          {loosens ? 'Loosen the policy…' : 'Change the policy…'}
        </Button>
        <Button aria-disabled={unshadowed !== null || isWaiting} onClick={() => void tryInShadow()}>
          Try it in shadow…
        </Button>
        <p id="policy-held" className={styles['help']}>
          {isWaiting
            ? 'Waiting for the confirmation, in the question that has opened.'
            : (held ??
              (loosens
                ? 'You are asked to type the widest site that it opens, or “loosen”.'
                : 'You are asked once more.'))}
        </p>
      </div>
      <p className={styles['help']}>
        In shadow it decides nothing: you see what it would have decided otherwise, and put it in force then,
        or end it.
      </p>
      <div role="status">{outcome.state === 'done' ? <p>{outcome.words}</p> : null}</div>
      {outcome.state === 'failed' ? (
        <div role="alert">
          <FailureText error={outcome.error} />
          <Places error={outcome.error} file={file.name} onGo={onGo} />
        </div>
      ) : null}
    </section>
  );
}

const reloadInWords = ({ outcome, loosened, tightened }: PolicyReload): string =>
  outcome === 'UNCHANGED'
    ? 'Written: nothing is decided otherwise.'
    : `In force: ${differenceInWords(loosened, tightened)}.`;

/** The gateway names every fault of the text; each is a way to its line. */
function Places(props: { error: Failure; file: string; onGo: (line: number, column: number) => void }) {
  const faults = failuresIn(props.error).filter(({ span }) => span?.file === props.file);
  if (faults.length === 0) return null;
  return (
    <ul className={styles['findings']}>
      {faults.map(({ message, span }, index) => (
        <li key={index}>
          <button
            type="button"
            className={styles['go']}
            onClick={() => props.onGo(span?.line ?? 1, span?.column ?? 1)}
          >
            line {span?.line}
          </button>{' '}
          <Untrusted text={message} limit={400} />
        </li>
      ))}
    </ul>
  );
}

type Fault = { readonly message: string; readonly span?: Span };

function failuresIn(error: Failure): readonly Fault[] {
  const all = error.details?.['failures'];
  const first: Fault = error;
  return Array.isArray(all) ? all.filter(isFault) : [first];
}

const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string';
