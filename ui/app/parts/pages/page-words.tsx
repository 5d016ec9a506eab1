// Words of pages for a person. INVARIANT: what addresses an agent stands folded and hatched, under words of ours, and never as an answer.
import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { Untrusted } from '../parts.tsx';
import { capitalised } from '../words.ts';
import styles from './page-words.module.css';
import { ADDRESSED, inTurn, parted } from '#ui/app/state/words/to-the-agent.ts';

/** What is kept of a page has fewer. */
const MAX_PAGE_CHARACTERS = 20_000;

type Given = { readonly text: string; readonly lines?: boolean; readonly limit?: number };

export function PageWords({ text, ...shown }: Given) {
  const { plain, toAgent } = parted(text);
  return (
    <>
      {plain === '' ? null : <Untrusted text={plain} {...shown} />}
      {/* Where nothing else stands there, it is read as what it is. */}
      <ToAgent texts={toAgent} isOpen={plain === ''} />
    </>
  );
}

/** A long text of a page, in its own order. */
export function PageText({ text }: { text: string }) {
  const turns = useMemo(() => inTurn(text), [text]);
  return turns.map((turn, at) => {
    // Nothing of it moves.
    const key = `${at} ${turn.isToAgent}`;
    return turn.isToAgent ? (
      <ToAgent key={key} texts={[turn.text]} isOpen={turns.length === 1} />
    ) : (
      <div key={key} className={styles['text']}>
        <Untrusted text={turn.text} lines limit={MAX_PAGE_CHARACTERS} />
      </div>
    );
  });
}

function ToAgent({ texts, isOpen }: { texts: readonly string[]; isOpen: boolean }) {
  if (texts.length === 0) return null;
  return (
    <details className={styles['folded']} open={isOpen}>
      <summary>
        <TriangleAlert size={14} aria-hidden="true" />
        {capitalised(ADDRESSED)}
      </summary>
      <blockquote className={styles['words']}>
        <Untrusted text={texts.join('\n')} lines />
      </blockquote>
    </details>
  );
}
