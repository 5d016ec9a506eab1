// The policy as tables: what may be done at which site, and the whole tables of one site. Every cell is the engine's own answer.
import { useMemo, useState, type SubmitEvent } from 'react';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import { ADDRESS_CLASSES, BROWSER_EXECUTOR_TYPES } from '#policy/language/vocabulary.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Chip, FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { counted, VERDICT, type Word } from '#ui/app/parts/words.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { ADDRESS_CLASS, CAPABILITY, EXECUTOR } from '#ui/app/policy/editor/capability-words.ts';
import { useMatrixAsked, type MatrixAsked } from './asked.ts';
import { Choice } from '#ui/app/policy/editor/choice.tsx';
import type { LookAnswer, LookQuestion, SiteCell } from '#ui/app/policy/editor/policy-check.ts';
import { usePolicyCheck } from '#ui/app/policy/editor/use-policy-check.ts';
import { DraftChoice } from './draft-choice.tsx';
import { useDraftTexts, useInForce, useKnownHosts, useUsualAddress } from './use-look.ts';
import styles from './policy-tabs.module.css';

type Cell = SiteCell['cell'];
const CELL: Readonly<Record<Cell, Word>> = { ...VERDICT, NEVER: { text: 'never', tone: 'bad' } };

const MAX_ADDED = 4;

const ask = (change: Partial<MatrixAsked>): void => useMatrixAsked.setState(change);

export function PolicyMatrix({ files }: { files: readonly PolicyFileView[] }) {
  const inForce = useInForce(files);
  const draft = useDraftTexts(files);
  const known = useKnownHosts();
  const usual = useUsualAddress();
  const { added, host, executor, addressClass: chosen } = useMatrixAsked();
  const addressClass = chosen ?? usual;
  const question = useMemo(
    (): LookQuestion | null =>
      inForce === null
        ? null
        : { inForce, draft, hosts: [...known, ...added, ''], host, addressClass, executor, request: {} },
    [inForce, draft, known, added, host, addressClass, executor],
  );
  const { answer: last, error, stale } = usePolicyCheck(question);
  const answer = inForce === null ? null : last;
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('host');
    const next = typeof typed === 'string' ? hostOf(typed.trim()) : '';
    if (next === '') return;
    const isKnown = [...known, ...added].includes(next);
    ask({ host: next, added: isKnown ? added : [next, ...added].slice(0, MAX_ADDED) });
    event.currentTarget.reset();
  };

  return (
    <section className={styles['tab']} aria-labelledby="policy-matrix">
      <h2 id="policy-matrix">Who may do what where</h2>
      <div className={styles['form']}>
        <form className={styles['inline']} onSubmit={add}>
          <label className={styles['field']}>
            <span>Another site</span>
            <input name="host" type="text" maxLength={300} autoComplete="off" spellCheck={false} />
          </label>
          <Button submit>Add</Button>
        </form>
        <Choice
          label="Its name leads to"
          of={ADDRESS_CLASSES}
          words={ADDRESS_CLASS}
          value={addressClass}
          onChange={(one) => ask({ addressClass: one })}
          className={styles['field']}
        />
        <Choice
          label="Browser"
          of={BROWSER_EXECUTOR_TYPES}
          words={EXECUTOR}
          value={executor}
          onChange={(one) => ask({ executor: one ?? executor })}
          className={styles['field']}
        />
      </div>
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      {inForce === null ? <p>Nothing is in force that could be asked.</p> : null}
      {inForce !== null && answer === null && error === null ? <p role="status">Asking the policy…</p> : null}
      {answer === null ? null : (
        <>
          <p className={styles['hint']}>
            For an agent that was not told to go there by you, on pages of the site itself. A rule may say
            more of one request: ask for it under <a href="#/policy/what-if">What if</a>.
          </p>
          {draft === null ? null : (
            <p className={styles['hint']} role="status">
              {answer.isDraftBroken
                ? 'Your draft would be refused, so nothing here says what it would decide.'
                : draftInWords(answer)}{' '}
              <a href={addressOf({ view: 'policy', tab: 'text' })}>To the draft</a>
            </p>
          )}
          <DraftChoice files={files} className={styles['field']} />
          <SitesTable answer={answer} onChoose={(one) => ask({ host: one })} />
          {/* What was said of one host never stands under the name of another. */}
          {stale ? <p role="status">Asking the policy…</p> : <Tables answer={answer} host={host} />}
        </>
      )}
    </section>
  );
}

/** Of an address, its host. */
function hostOf(typed: string): string {
  return typed.includes('://') ? (URL.parse(typed)?.hostname ?? typed) : typed;
}

function draftInWords({ sites }: LookAnswer): string {
  const changed = sites.flatMap(({ cells }) => cells).filter(({ drafted }) => drafted !== null).length;
  return changed === 0
    ? 'Your draft decides everything in this table as it is decided now; one request may differ all the same.'
    : `Your draft would change ${counted(changed, 'cell')} of this table.`;
}

type Chosen = { readonly host: string; readonly capability: string };

function SitesTable({ answer, onChoose }: { answer: LookAnswer; onChoose: (host: string) => void }) {
  const { sites, capabilities } = answer;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const pointed =
    chosen === null
      ? undefined
      : sites.find(({ host }) => host === chosen.host)?.cells[capabilities.indexOf(chosen.capability)];
  return (
    <>
      <div className={styles['scroller']} role="region" aria-label="Sites and capabilities" tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">An agent may</th>
              {sites.map(({ host }) => (
                <th scope="col" key={host}>
                  <button type="button" className={styles['site']} onClick={() => onChoose(host)}>
                    {host === '' ? 'any other site' : <Untrusted text={host} limit={60} />}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {capabilities.map((capability, at) => (
              <tr key={capability}>
                <th scope="row">{wordOf(capability)}</th>
                {sites.map(({ host, cells }) => {
                  const cell = cells[at];
                  return (
                    <td key={host} data-changes={cell?.drafted !== null && cell !== undefined}>
                      {cell === undefined ? (
                        'not a site'
                      ) : (
                        <CellButton
                          cell={cell}
                          isChosen={chosen?.host === host && chosen.capability === capability}
                          onPress={() => setChosen({ host, capability })}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div role="status">
        {chosen === null || pointed === undefined ? (
          <p className={styles['hint']}>Press a cell to see which rule decides it.</p>
        ) : (
          <WhyCell chosen={chosen} cell={pointed} />
        )}
      </div>
    </>
  );
}

type CellGiven = { readonly cell: SiteCell; readonly isChosen: boolean; readonly onPress: () => void };

function CellButton({ cell: { cell, by, drafted }, isChosen, onPress }: CellGiven) {
  return (
    <button
      type="button"
      className={styles['cell']}
      aria-pressed={isChosen}
      title={by.map(({ entry }) => entry).join(', ')}
      onClick={onPress}
    >
      <Chip word={CELL[cell]} />
      {drafted === null ? null : (
        <>
          <span aria-hidden="true">→</span>
          <span className="visually-hidden">and with your draft</span>
          <Chip word={CELL[drafted]} />
        </>
      )}
    </button>
  );
}

function WhyCell({
  chosen: { host, capability },
  cell: { cell, by, drafted },
}: {
  chosen: Chosen;
  cell: SiteCell;
}) {
  return (
    <>
      <p>
        {wordOf(capability)} at {host === '' ? 'any other site' : <Untrusted text={host} limit={60} />}:{' '}
        <Chip word={CELL[cell]} />
        {drafted === null ? null : (
          <>
            , with your draft <Chip word={CELL[drafted]} />
          </>
        )}
      </p>
      <ul className={styles['reasons']}>
        {by.map(({ entry, at }) => (
          <li key={`${entry}${at}`}>
            decided by <RuleLink entry={entry} /> <Untrusted text={at} limit={120} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Only rules have ids of their own that the text can be asked for. */
function RuleLink({ entry }: { entry: string }) {
  const rule = /^(?:rules|floors|grants)\.([\w.-]+)$/u.exec(entry)?.[1];
  return rule === undefined ? (
    <code>{entry}</code>
  ) : (
    <a href={addressOf({ view: 'policy', tab: 'text', rule })}>
      <code>{entry}</code>
    </a>
  );
}

const WORDS: Readonly<Record<string, string>> = CAPABILITY;
const wordOf = (name: string): string => WORDS[name] ?? name.toLowerCase().replaceAll('_', ' ');

function Tables({ answer: { sections, notes }, host }: { answer: LookAnswer; host: string }) {
  return (
    <>
      <h3>The whole tables of {host === '' ? 'any other site' : <Untrusted text={host} limit={60} />}</h3>
      {sections.map(({ title, columns, rows }) => (
        <details key={title} className={styles['section']}>
          <summary>{title.replace(/ \([\d.]+\)$/u, '')}</summary>
          <div className={styles['scroller']} role="region" aria-label={title} tabIndex={0}>
            <table className={styles['table']}>
              <thead>
                <tr>
                  <td />
                  {columns.map((column) => (
                    <th scope="col" key={column}>
                      {column.toLowerCase().replaceAll('_', ' ')}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(({ name, cells }) => (
                  <tr key={name}>
                    <th scope="row">{wordOf(name)}</th>
                    {cells.map(({ cell, notes: marks }, at) => (
                      <td key={columns[at] ?? at}>
                        <Chip word={CELL[cell]} />
                        {marks.length === 0 ? null : <sup> {marks.join(', ')}</sup>}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      ))}
      {!notes.ok ? (
        <FailureText error={notes.error} />
      ) : notes.value.length === 0 ? null : (
        <details className={styles['section']}>
          <summary>What the small numbers stand for: {notes.value.length}</summary>
          <ul>
            {notes.value.map((note) => (
              <li key={note}>
                <Untrusted text={note} limit={400} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
