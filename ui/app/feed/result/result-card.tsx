// What came of a task. INVARIANT: a fact that carries its source, a claim of the agent's, and what was not found never look alike.
import { MessageSquareQuote, SearchX, ShieldCheck, TriangleAlert } from 'lucide-react';
import type { Fact, StepView, TaskResult } from '#gateway/protocol/views/task.ts';
import { PageWords } from '#ui/app/parts/pages/page-words.tsx';
import { FailureText, SourceLink, Untrusted } from '#ui/app/parts/parts.tsx';
import { plainOfPage, speaksToAgent } from '#ui/app/state/words/to-the-agent.ts';
import { SourceOf } from './source-of.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { NotUnderstood } from './not-understood.tsx';
import { AppletOpener } from '#ui/app/applet/applet-opener.tsx';
import { ResultTable } from './result-table.tsx';
import styles from './result-card.module.css';
import {
  claimKind,
  confidenceWord,
  counted,
  duration,
  NO_ANSWER,
  replayInWords,
  tokensInWords,
  usageInWords,
  webAddress,
} from '#ui/app/parts/words.ts';

type Given = {
  readonly taskId: string;
  readonly result: TaskResult;
  readonly steps: readonly StepView[];
  /** The intent is in an agent's words. */
  readonly agents: boolean;
  /** Pages that it read tried what the boundary stopped. */
  readonly pagesStopped: boolean;
};

export function ResultCard({ taskId, result, steps, agents, pagesStopped }: Given) {
  const sourced = result.facts.filter((fact) => isSourced(fact));
  // What addresses the agent stands folded wherever it is; what stands beside it is taken with care.
  const isDoubtful =
    pagesStopped ||
    [result.answer ?? '', ...result.facts.flatMap(({ label, value, quote }) => [label, value, quote])].some(
      speaksToAgent,
    );
  const unsourced = result.facts.filter((fact) => !isSourced(fact) && fact.value !== '');
  const missing = result.facts.filter((fact) => fact.value === '');
  return (
    <div className={styles['result']} role="group" aria-label="Result">
      {claimKind(result) === 'claim' && result.table === undefined ? (
        <div className={styles['answer']}>
          <h3>
            <MessageSquareQuote size={16} aria-hidden="true" />
            The agent’s answer{' '}
            {sourced.length > 0 ? '(a claim; the facts are below)' : '(a claim without a source)'}
          </h3>
          <div className={styles['words']}>
            <PageWords text={result.answer ?? ''} lines />
          </div>
        </div>
      ) : null}
      {sourced.length === 0 ? null : (
        <div>
          <h3>
            {isDoubtful ? (
              <TriangleAlert size={16} aria-hidden="true" />
            ) : (
              <ShieldCheck size={16} aria-hidden="true" />
            )}
            {counted(sourced.length, 'fact')} with a source
          </h3>
          {isDoubtful ? (
            <p className={styles['caution']}>
              {pagesStopped
                ? 'A page of this task tried what the boundary stopped: take what it says with care.'
                : 'A page of this task addressed the agent: take what it says with care.'}
            </p>
          ) : null}
          <ul className={styles['facts']} data-caution={isDoubtful}>
            {sourced.map((fact) => (
              <FactRow
                key={`${fact.label}${fact.value}${fact.url}`}
                fact={fact}
                taskId={taskId}
                steps={steps}
              />
            ))}
          </ul>
        </div>
      )}
      {result.table === undefined ? null : (
        <ResultTable
          table={result.table}
          by={{ taskId, steps }}
          applet={<AppletOpener taskId={taskId} title={result.intent} />}
        />
      )}
      {unsourced.length === 0 ? null : (
        <div>
          <h3>
            <MessageSquareQuote size={16} aria-hidden="true" />
            Claims without a source
          </h3>
          <ul className={styles['facts']}>
            {unsourced.map((fact) => (
              <li key={`${fact.label}${fact.value}`}>
                <PageWords text={`${fact.label}: ${fact.value}`} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {missing.length === 0 && claimKind(result) === 'claim' ? null : (
        <NotFound status={result.status} labels={missing.map((fact) => fact.label)} />
      )}
      {result.error === null ? null : <FailureText error={result.error} />}
      <NotUnderstood result={result} steps={steps} agents={agents} />
      <EvidenceList evidence={result.evidence} />
      <Meta result={result} />
    </div>
  );
}

/** A quotation and a web address: somebody can go and look. */
const isSourced = (fact: Fact): boolean =>
  fact.value !== '' && fact.quote !== '' && webAddress(fact.url) !== null;

type FactGiven = Pick<Given, 'taskId' | 'steps'> & { readonly fact: Fact };

function FactRow({ fact, taskId, steps }: FactGiven) {
  return (
    <li className={styles['fact']}>
      <p className={styles['label']}>
        <Untrusted text={plainOfPage(fact.label)} limit={120} />
      </p>
      <div className={styles['value']}>
        <PageWords text={fact.value} limit={400} />
      </div>
      <blockquote className={styles['quote']}>
        <PageWords text={fact.quote} lines limit={400} />
      </blockquote>
      <p className={styles['source']}>
        <SourceOf url={fact.url} quote={fact.quote} taskId={taskId} steps={steps} />
      </p>
    </li>
  );
}

/** What was refused or cancelled was not looked for: it is not called missing. */
function NotFound({ status, labels }: { status: TaskResult['status']; labels: readonly string[] }) {
  const { title, text } = NO_ANSWER[status];
  const looked = status === 'DONE' || status === 'UNCONFIRMED' || status === 'FAILED';
  return (
    <div>
      <h3>
        <SearchX size={16} aria-hidden="true" />
        {looked && labels.length > 0 ? 'Not found' : title}
      </h3>
      {looked && labels.length > 0 ? null : <p>{text}</p>}
      {labels.length === 0 ? null : (
        <p>
          {looked ? '' : 'Left open: '}
          <Untrusted text={labels.join(', ')} />
        </p>
      )}
    </div>
  );
}

function Meta({ result }: { result: TaskResult }) {
  return (
    <div className={styles['meta']}>
      {result.confidence === null || claimKind(result) === 'not-found' ? null : (
        <Confidence value={result.confidence} />
      )}
      <p>took {duration(result.durationMs)}</p>
      {result.usage.length === 0 ? null : <p>{usageInWords(result.usage)}</p>}
      {result.tokens === null ? null : <p>{tokensInWords(result.tokens)}</p>}
      {result.replay === undefined ? null : <p>{replayInWords(result.replay)}</p>}
      {result.files.length === 0 ? null : (
        <details>
          <summary>{counted(result.files.length, 'file')} downloaded</summary>
          <ul>
            {result.files.map(({ name, folder, size, kind }) => (
              <li key={name}>
                <Untrusted text={name} /> in {folder}, {counted(size, 'byte')}, {kind}
              </li>
            ))}
          </ul>
        </details>
      )}
      {result.sources.length === 0 ? null : (
        <details>
          <summary>{counted(result.sources.length, 'page')} visited</summary>
          <ul>
            {result.sources.map((source) => (
              <li key={source}>
                <SourceLink url={source} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Confidence({ value }: { value: number }) {
  const percent = Math.round(value * 100);
  return (
    <div className={styles['confidence']}>
      <meter min={0} max={100} value={percent} aria-label="The agent’s own confidence" />
      <span>
        {confidenceWord(value)} confidence, {percent} % by the agent’s own estimate
      </span>
    </div>
  );
}
