// Policies that were in force here, and the way back to one. INVARIANT: going back is an edit like any other: its difference is seen first,
// the gateway checks it again, and a person confirms it in the consent document.
import { useEffect, useMemo, useState } from 'react';
import type { PolicyFileView, PolicyVersion, PolicyVersionTexts } from '#gateway/protocol/views/policy.ts';
import type { Result } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { clock, day } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { addressOf } from '#ui/app/state/route.ts';
import type { CheckQuestion } from './editor/policy-check.ts';
import { PolicyDifference } from './editor/policy-difference.tsx';
import { PolicyProposal } from './editor/policy-proposal.tsx';
import { usePolicyCheck } from './editor/use-policy-check.ts';
import styles from './asking/policy-tabs.module.css';
import { textsInForce, textsWith } from '#ui/app/policy/editor/policy-check.ts';

type Given = { readonly files: readonly PolicyFileView[]; readonly sourceHash: string | null };

export function PolicyHistory({ files, sourceHash }: Given) {
  const [found, setFound] = useState<Result<readonly PolicyVersion[]> | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    void gateway.policyHistory(gone.signal).then((read) => {
      if (!gone.signal.aborted) setFound(read);
    });
    return () => gone.abort();
  }, []);

  return (
    <section className={styles['tab']} aria-labelledby="policy-history">
      <h2 id="policy-history">What was in force here</h2>
      {found === null ? <p role="status">Reading the history…</p> : null}
      {found?.ok === false ? (
        <div role="alert">
          <FailureText error={found.error} />
        </div>
      ) : null}
      {found?.ok === true && found.value.length === 0 ? (
        <p>The log has no policy that came into force.</p>
      ) : null}
      <ol className={styles['versions']} aria-label="Policies that were in force, newest first">
        {(found?.ok === true ? found.value : []).map((version, at) => (
          <li key={version.seq}>
            <Version version={version} isNow={at === 0 && version.sourceHash === sourceHash} />
            {version.sourceHash === sourceHash ? null : (
              <Button
                aria-expanded={open === version.seq}
                onClick={() => setOpen(open === version.seq ? null : version.seq)}
              >
                {open === version.seq ? 'Close' : 'Revert to this…'}
              </Button>
            )}
            {open === version.seq ? <Revert version={version} files={files} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Version({ version, isNow }: { version: PolicyVersion; isNow: boolean }) {
  const { at, by, layers, loosened, tightened, reason, seq } = version;
  return (
    <p>
      <time dateTime={at}>
        {day(at)}, {clock(at)}
      </time>{' '}
      <strong>
        <Untrusted text={layers.join(' › ')} limit={200} />
      </strong>
      {isNow ? ', in force now' : ''}
      {by === 'gateway' ? '' : ', by '}
      {by === 'gateway' ? null : <Untrusted text={by === 'person:ui' ? 'you, in this app' : by} limit={80} />}
      {loosened === null ? '' : `, ${loosenedInWords(loosened, tightened)}`}
      {reason === null ? null : (
        <>
          : <Untrusted text={reason} limit={300} />
        </>
      )}{' '}
      <a href={addressOf({ view: 'audit', query: `seq:${seq}` })}>entry {seq}</a>
    </p>
  );
}

function loosenedInWords(loosened: string, tightened: string | null): string {
  if (BigInt(loosened) > 0n) return 'loosened';
  return BigInt(tightened ?? '0') > 0n ? 'tightened' : 'nothing decided otherwise';
}

/** As documents say who they are; `null`: this one does not. */
const idOf = (text: string | null): string | null => /^id:[ \t]*(\S+)/mu.exec(text ?? '')?.[1] ?? null;

/**
 * What a document in force read then: by its name, and for a layer of one's own that began as a copy, what the document of the same id read
 * that it took the place of.
 */
function textThen(
  texts: NonNullable<PolicyVersionTexts>,
  files: readonly PolicyFileView[],
  file: PolicyFileView,
): NonNullable<PolicyVersionTexts>[number] | null {
  const named = texts.find(({ name }) => name === file.name);
  if (named !== undefined || file.readOnly !== null) return named ?? null;
  const id = idOf(file.text);
  const alike = texts.filter(
    ({ name, text }) => id !== null && idOf(text) === id && files.every((held) => held.name !== name),
  );
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** Its texts, the document that would be written, and what that changes. */
function Revert({ version, files }: { version: PolicyVersion; files: readonly PolicyFileView[] }) {
  const [read, setRead] = useState<Result<PolicyVersionTexts> | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    void gateway.policyVersion(version.sourceHash, gone.signal).then((texts) => {
      if (!gone.signal.aborted) setRead(texts);
    });
    return () => gone.abort();
  }, [version.sourceHash]);
  if (read === null) return <p role="status">Reading it…</p>;
  if (!read.ok)
    return (
      <div role="alert">
        <FailureText error={read.error} />
      </div>
    );
  if (read.value === null) return <p>Its texts are not at hand any more: the log alone knows of it.</p>;
  return <RevertTexts texts={read.value} files={files} />;
}

type TextsGiven = {
  readonly texts: NonNullable<PolicyVersionTexts>;
  readonly files: readonly PolicyFileView[];
};

function RevertTexts({ texts, files }: TextsGiven) {
  // The same at each drawing: a check that has begun goes on. A file may hold an edit that is not in force: then what is written and what is
  // decided are two things.
  const others = useMemo(
    () =>
      files.flatMap((file) => {
        const was = textThen(texts, files, file);
        if (was === null) return [];
        const lists = listsOf(was);
        const isSame = was.text === file.text && was.text === file.inForce && lieBeside(lists, file);
        return isSame ? [] : [{ file, text: was.text, lists }];
      }),
    [texts, files],
  );
  const used = files.map((file) => textThen(texts, files, file)?.name);
  const gone = texts.flatMap(({ name }) => (used.includes(name) ? [] : [name]));
  return (
    <div className={styles['revert']}>
      {gone.length === 0 ? null : (
        <p className={styles['hint']}>
          Not in force now, and not brought back from here: <Untrusted text={gone.join(', ')} limit={300} />.
          The settings name the documents.
        </p>
      )}
      {others.length === 0 ? <p>Each document that it shares with what is in force reads the same.</p> : null}
      {others.map(({ file, text, lists }) => (
        <RevertFile key={file.name} file={file} files={files} text={text} lists={lists} />
      ))}
    </div>
  );
}

type Lists = readonly { readonly name: string; readonly text: string }[];

/** What it included then, word for word: kept with it. */
const listsOf = ({ lists = [] }: NonNullable<PolicyVersionTexts>[number]): Lists =>
  lists.filter((list) => 'text' in list);

const lieBeside = (lists: Lists, { lists: now = [] }: PolicyFileView): boolean =>
  lists.every(({ name, text }) =>
    now.some((list) => list.name === name && 'text' in list && list.text === text),
  );

type RevertGiven = {
  readonly file: PolicyFileView;
  readonly files: readonly PolicyFileView[];
  readonly text: string;
  readonly lists: Lists;
};

function RevertFile({ file, files, text, lists }: RevertGiven) {
  const question = useMemo((): CheckQuestion | null => {
    if (files.some((one) => one.text === null)) return null;
    const isIt = ({ name }: PolicyFileView): boolean => name === file.name;
    const draft = textsWith(
      files,
      (one) => (isIt(one) ? text : null),
      (one) => (isIt(one) ? lists : one.lists),
    );
    return { active: textsInForce(files), draft, request: {}, gates: [] };
  }, [files, file.name, text, lists]);
  const { answer, error, stale } = usePolicyCheck(question);
  return (
    <>
      <h3>
        <Untrusted text={file.name} limit={200} />
      </h3>
      {file.readOnly === null ? null : (
        <p className={styles['hint']}>
          Read-only: <Untrusted text={file.readOnly} limit={200} />. You see what it would change; it cannot
          be written from here.
        </p>
      )}
      {file.text === file.inForce || file.text === text ? null : (
        <p className={styles['hint']}>
          The file holds an edit that is not in force. It is written over, and kept nowhere: save it first if
          you need it.
        </p>
      )}
      {lists.length === 0 ? null : (
        <p className={styles['hint']}>
          With its lists, as they were then:{' '}
          <Untrusted text={lists.map(({ name }) => name).join(', ')} limit={300} />.
        </p>
      )}
      {error === null ? null : <FailureText error={error} />}
      {stale ? <p role="status">Comparing…</p> : <PolicyDifference difference={answer?.difference ?? null} />}
      <PolicyProposal
        file={file}
        text={text}
        lists={lists}
        base={file.digest}
        edited
        ready={!stale && answer?.loads === true}
        loosens={answer?.difference?.ok === true && answer.difference.value.loosens}
        onActivated={() => undefined}
        onGo={() => undefined}
      />
    </>
  );
}
