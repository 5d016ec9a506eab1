// The editor: a document, its findings as one types, what the change would do before it is proposed, and the proposal.
// INVARIANT: nothing is proposed that was not checked as it stands, and nothing is lost by a change on the disk.
import { useMemo, useState } from 'react';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { OwnLayer } from './own-layer.tsx';
import { PolicyCode, type Place } from './policy-code.tsx';
import { requestPairs, type CheckQuestion } from './policy-check.ts';
import { PolicyDifference } from './policy-difference.tsx';
import styles from './policy-editor.module.css';
import { NotThere, PolicyFindings } from './policy-findings.tsx';
import { PolicyProposal } from './policy-proposal.tsx';
import { PolicyReplay } from './policy-replay.tsx';
import { PolicyTry } from './policy-try.tsx';
import { lineOfRule } from './rule-ids.ts';
import type { PolicyLine } from '#ui/app/state/route.ts';
import type { PolicyDrafts } from '#ui/app/state/kept/policy-drafts.ts';
import { draftPolicy, useWorld } from '#ui/app/state/store.ts';
import { useRecentGates } from './use-policy.ts';
import { usePolicyCheck, useTextsWith } from './use-policy-check.ts';
import { textsInForce } from '#ui/app/policy/editor/policy-check.ts';

type Given = {
  readonly files: readonly PolicyFileView[];
  /** An entry that an address points at. */
  readonly rule: string | null;
  /** A line that one points at. */
  readonly at: PolicyLine | null;
};

export function PolicyEditor({ files, rule, at }: Given) {
  const own = files.findLast(({ readOnly }) => readOnly === null) ?? files.at(-1);
  const [chosen, setChosen] = useState<string | null>(null);
  const drafts = useWorld((world) => world.policyDrafts);
  // Another document, or another person: what is undone in the field is none of the one before.
  const person = useWorld((world) => world.persons);
  const pointed = useMemo(() => placeOf(files, drafts, { rule, at }), [files, drafts, rule, at]);
  const [place, setPlace] = useState<Place | null>(pointed?.place ?? null);
  const target = rule ?? (at === null ? null : `${at.line} ${at.file}`);
  const [follows, setFollows] = useState(target);
  if (follows !== target) {
    setFollows(target);
    setChosen(null);
    setPlace(pointed?.place ?? null);
  }
  const [request, setRequest] = useState('');
  const [replaying, setReplaying] = useState(false);
  const recent = useRecentGates(replaying);

  // What was begun is shown first.
  const begun = files.find(({ name }) => drafts[name] !== undefined);
  const file = files.find(({ name }) => name === (chosen ?? pointed?.file)) ?? begun ?? own;
  const onDisk = file?.text ?? '';
  const draft = file === undefined ? undefined : drafts[file.name];
  const text = draft?.text ?? onDisk;
  const edited = text !== onDisk;
  const overtaken = draft !== undefined && edited && draft.base !== file?.digest;
  const pairs = useMemo(() => requestPairs(request), [request]);
  const gates = recent.gates?.gates;
  const name = file?.name;
  const texts = useTextsWith(
    files,
    useMemo(() => new Map(name === undefined ? [] : [[name, text]]), [name, text]),
  );
  const question = useMemo((): CheckQuestion | null => {
    if (texts === null || file === undefined || files.some((one) => one.text === null)) return null;
    return {
      active: textsInForce(files),
      draft: texts,
      request: pairs.ok ? pairs.value : {},
      gates: gates ?? [],
    };
  }, [files, file, texts, pairs, gates]);
  const checked = usePolicyCheck(question);
  const { answer } = checked;
  const marks = useMemo(
    () =>
      (answer?.findings ?? [])
        .filter(({ span }) => span.file === file?.name)
        .map(({ span, level, message, help }) => ({
          line: span.line,
          column: span.column,
          level,
          message: help === undefined ? message : `${message}\n${help}`,
        })),
    [answer, file],
  );
  if (file === undefined) return null;

  const change = (next: string): void => {
    // Nobody chose it yet: it stays where it is typed into.
    setChosen(file.name);
    draftPolicy(file.name, next === onDisk ? null : { text: next, base: draft?.base ?? file.digest });
  };
  const forget = (): void => change(onDisk);

  return (
    <section className={styles['editor']} aria-labelledby="policy-editor">
      <div className={styles['head']}>
        <h2 id="policy-editor">Editor</h2>
        <label className={styles['pick']}>
          <span>Document</span>
          <select value={file.name} onChange={(event) => setChosen(event.target.value)}>
            {files.map(({ name, readOnly }, index) => (
              <option key={name} value={name}>
                {`${index + 1}. ${name}${readOnly === null ? '' : ' (read-only)'}`}
              </option>
            ))}
          </select>
        </label>
        {edited ? <Button onClick={forget}>Discard changes</Button> : null}
      </div>
      <NotThere
        files={files}
        textOf={({ name, text: held }) => drafts[name]?.text ?? held}
        rule={rule}
        at={at}
      />
      {file.readOnly === null ? null : (
        <p className={styles['hint']}>
          Read-only: <Untrusted text={file.readOnly} />. Type to see what a change would do; it cannot be
          written from here.
        </p>
      )}
      {files.at(-1)?.readOnly === null ? null : <OwnLayer />}
      {overtaken ? (
        <p className={styles['hint']} role="alert">
          This file was changed by somebody else since you began. Your text is still here; discard it to see
          theirs.
        </p>
      ) : null}
      <div className={styles['split']}>
        <PolicyCode
          key={`${person} ${file.name}`}
          label={`Text of ${file.name}`}
          text={text}
          readOnly={false}
          marks={marks}
          place={place}
          onChange={change}
        />
        <div className={styles['side']}>
          <p className={styles['help']}>
            What a word means: point at it, or press <kbd>F1</kbd> with the cursor in it.
          </p>
          <p className={styles['state']} role="status">
            {question === null
              ? 'A file cannot be read, so nothing is checked.'
              : checked.stale
                ? 'Checking…'
                : answer?.loads === true
                  ? 'It loads, proves and passes its tests.'
                  : 'It would be refused.'}
          </p>
          {checked.error === null ? null : <FailureText error={checked.error} />}
          <PolicyFindings
            findings={answer?.findings ?? []}
            own={file.name}
            onGo={(line, column) => setPlace({ line, column, nonce: Date.now() })}
          />
          <PolicyDifference difference={answer?.difference ?? null} />
          <PolicyTry
            text={request}
            onChange={setRequest}
            error={pairs.ok ? null : pairs.error}
            tried={answer?.tried ?? null}
          />
          <PolicyReplay
            on={replaying}
            onStart={() => setReplaying(true)}
            error={recent.error}
            unread={recent.gates?.unread ?? 0}
            unreadWhy={recent.gates?.unreadWhy ?? []}
            replayed={recent.gates === null ? null : (answer?.replayed ?? null)}
          />
        </div>
      </div>
      <PolicyProposal
        file={file}
        text={text}
        base={draft?.base ?? file.digest}
        edited={edited}
        ready={!overtaken && !checked.stale && answer?.loads === true}
        loosens={answer?.difference?.ok === true && answer.difference.value.loosens}
        onActivated={forget}
        onGo={(line, column) => setPlace({ line, column, nonce: Date.now() })}
      />
    </section>
  );
}

/** The line, or where the entry with this id begins, the lowest layer first: there a person's own rules stand. */
function placeOf(
  files: readonly PolicyFileView[],
  drafts: PolicyDrafts,
  { rule, at }: Omit<Given, 'files'>,
): { readonly file: string; readonly place: Place | null } | null {
  if (at !== null) {
    const pointed = files.find(({ name }) => name === at.file);
    if (pointed === undefined) return null;
    // A line that is not there is no line: the last one is not shown in its stead.
    const lines = (drafts[at.file]?.text ?? pointed.text ?? '').split('\n').length;
    return {
      file: at.file,
      place: at.line <= lines ? { line: at.line, column: 1, nonce: at.line } : null,
    };
  }
  if (rule === null) return null;
  for (const { name, text } of files.toReversed()) {
    const line = lineOfRule(drafts[name]?.text ?? text ?? '', rule);
    if (line !== null) return { file: name, place: { line, column: 1, nonce: line } };
  }
  return null;
}
