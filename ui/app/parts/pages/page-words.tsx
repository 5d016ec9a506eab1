// Words of pages for a person. INVARIANT: what addresses an agent stands folded and hatched, under words of ours, and never as an answer.
import { TriangleAlert } from 'lucide-react';
import { Untrusted } from '../parts.tsx';
import styles from './page-words.module.css';
import { parted } from './to-the-agent.ts';

type Given = { readonly text: string; readonly lines?: boolean; readonly limit?: number };

export function PageWords({ text, ...shown }: Given) {
  const { plain, toAgent } = parted(text);
  return (
    <>
      {plain === '' ? null : <Untrusted text={plain} {...shown} />}
      <ToAgent texts={toAgent} />
    </>
  );
}

export function ToAgent({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <details className={styles['folded']}>
      <summary>
        <TriangleAlert size={14} aria-hidden="true" />
        This page addressed the agent, which takes no orders from pages
      </summary>
      <blockquote className={styles['words']}>
        <Untrusted text={texts.join('\n')} lines limit={2_000} />
      </blockquote>
    </details>
  );
}
