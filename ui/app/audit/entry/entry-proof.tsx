// An entry's way to the signed root, drawn, folded here, and taken along as a file. INVARIANT: it says "folds" only of what this page
// folded itself; whose signature is on the root, the command beside it checks on any machine.
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ProofView } from '#gateway/protocol/views/audit.ts';
import type { Failure } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { saveFile } from '#ui/app/parts/save-file.ts';
import { clock, counted, day, number } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { foldedWay, type WayNode } from './folded-way.ts';
import styles from './entry-proof.module.css';

type Proved = { readonly proof: ProofView; readonly way: readonly WayNode[]; readonly folds: boolean };

export function EntryProof({ seq }: { seq: number }) {
  const [proved, setProved] = useState<Proved | null>(null);
  const [error, setError] = useState<Failure | null>(null);
  const [isAsked, setAsked] = useState(false);
  const prove = async (): Promise<void> => {
    if (isAsked) return;
    setAsked(true);
    const proof = await gateway.proveEntry(seq);
    setAsked(false);
    setError(proof.ok ? null : proof.error);
    if (!proof.ok) return;
    const way = await foldedWay(proof.value);
    setProved({ proof: proof.value, way, folds: way.at(-1)?.hash === proof.value.rootHash });
  };
  const file = `entry-${seq}.tlog-proof`;
  return (
    <section className={styles['proof']} aria-label="Proof">
      {proved === null ? (
        <Button aria-disabled={isAsked} onClick={() => void prove()}>
          Prove
        </Button>
      ) : null}
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      {proved === null ? null : (
        <>
          <p role="status">
            <strong>
              {proved.folds
                ? `Folds to the root over ${counted(proved.proof.size, 'entry', 'entries')}`
                : 'Does not fold to the signed root: nothing is proved'}
            </strong>
            {proved.folds ? `, signed ${clock(proved.proof.signedAt)}, ${day(proved.proof.signedAt)}.` : '.'}
          </p>
          <ol className={styles['way']} aria-label="From the entry up to the root">
            {proved.way.map((node, index) => (
              <Node key={index} node={node} seq={seq} isRoot={index === proved.way.length - 1} />
            ))}
          </ol>
          <Button icon={Download} onClick={() => saveFile(file, 'text/plain', proved.proof.file)}>
            Download proof
          </Button>
          <p className={styles['fine']}>
            Check it on another machine, with the log’s public key:{' '}
            <code>ghost audit check {file} --key audit.pub</code>
          </p>
        </>
      )}
    </section>
  );
}

function Node({ node: { hash, beside }, seq, isRoot }: { node: WayNode; seq: number; isRoot: boolean }) {
  return (
    <li className={styles['node']} data-beside={beside?.side ?? 'none'}>
      <code>{hash.slice(0, 12)}</code>
      <span>
        {isRoot ? 'root, signed' : beside === null ? `entry ${number(seq)}` : ''}
        {beside === null ? '' : `${isRoot ? ', ' : ''}with ${beside.hash.slice(0, 12)} on its ${beside.side}`}
      </span>
    </li>
  );
}
