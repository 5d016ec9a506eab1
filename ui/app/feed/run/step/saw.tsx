// What the agent was shown at one step: the page as text, as it was given. INVARIANT: every word of it is the page's, drawn as text; what
// addresses the agent stands folded in its place, under words of ours.
import type { ThoughtView } from '#gateway/protocol/views/thoughts.ts';
import { PageText, PageWords } from '#ui/app/parts/pages/page-words.tsx';
import { SourceLink, Untrusted } from '#ui/app/parts/parts.tsx';
import { clock, counted, number } from '#ui/app/parts/words.ts';
import styles from './step.module.css';

export function Saw({ thought: { at, saw } }: { thought: ThoughtView }) {
  const { url, title, text, elements, scroll, pictured } = saw;
  const end = Math.min(scroll.height, scroll.y + scroll.viewportHeight);
  return (
    <>
      <dl className={styles['facts']}>
        <dt>Page</dt>
        <dd>{url === '' ? 'none' : <Place url={url} />}</dd>
        {title === '' ? null : (
          <>
            <dt>It calls itself</dt>
            <dd>
              <PageWords text={title} limit={300} />
            </dd>
          </>
        )}
        <dt>Shown</dt>
        <dd>
          <time dateTime={at}>{clock(at)}</time>, {counted(elements, 'element')} to act on
          {scroll.height > scroll.viewportHeight
            ? `, in view ${number(Math.round(scroll.y))} to ${number(Math.round(end))} of ${number(Math.round(scroll.height))} px`
            : ''}
          {pictured ? ', with a picture of the page' : ''}
        </dd>
      </dl>
      <p className={styles['hint']}>
        The page’s own words, as the agent was given them. Fields of secrets, and what addresses carry behind
        their path, are dots.
      </p>
      {text.trim() === '' ? (
        <p>The page had no text and no element.</p>
      ) : (
        <div className={styles['page']} role="group" aria-label="The page as text">
          <PageText text={text} />
        </div>
      )}
    </>
  );
}

/** As it is kept; the way there leads to its site, since the path may be for one use. */
function Place({ url }: { url: string }) {
  const origin = URL.parse(url)?.origin ?? 'null';
  const words = <Untrusted text={url} limit={300} />;
  return origin === 'null' ? words : <SourceLink url={`${origin}/`}>{words}</SourceLink>;
}
