// The acts of a task side by side, each with a small picture of what the page became.
import { useEffect, useRef } from 'react';
import { shownOf, type Frame } from './frames.ts';
import styles from './film.module.css';

type StripGiven = {
  readonly frames: readonly Frame[];
  readonly at: number;
  readonly addressOf: (number: number) => string | null;
  readonly onChoose: (at: number) => void;
};

export function Strip({ frames, at, addressOf, onChoose }: StripGiven) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = list.current?.children[at];
    if (row instanceof HTMLElement && list.current !== null)
      list.current.scrollLeft = row.offsetLeft - list.current.clientWidth / 2 + row.clientWidth / 2;
  }, [at]);
  return (
    <ol className={styles['strip']} ref={list} aria-label="Acts">
      {frames.map((frame, index) => {
        const { picture } = shownOf(frame, 'after');
        const url = picture === null ? null : addressOf(picture.number);
        const { act } = frame;
        return (
          // Two acts may be alike; their order never changes.
          // oxlint-disable-next-line react/no-array-index-key -- as said above
          <li key={index}>
            <button
              type="button"
              className={styles['thumb']}
              aria-current={index === at ? 'step' : undefined}
              data-marked={act.isMarked}
              tabIndex={index === at || (at === -1 && index === 0) ? 0 : -1}
              onClick={() => onChoose(index)}
            >
              {url === null ? <span className={styles['blank']} /> : <img src={url} alt="" />}
              <span className={styles['number']}>
                <span className="visually-hidden">step </span>
                {act.step}
                {act.isMarked ? (
                  <span className={styles['mark']}>
                    <span aria-hidden="true">?</span>
                    <span className="visually-hidden">, {act.decision.text}</span>
                  </span>
                ) : null}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
