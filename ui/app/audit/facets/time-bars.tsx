// When the entries were written, as bars, and a range of them. INVARIANT: what a pointer does by drawing over the bars, the two sliders
// do from the keyboard; either ends as `since:` and `until:` in the query.
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import type { AuditFacets } from '#gateway/protocol/views/audit.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { opened } from '#ui/app/parts/opened.tsx';
import { clock, counted, day, number, shortClock } from '#ui/app/parts/words.ts';
import { withWords, wordOf, wordsOf } from './query-text.ts';
import styles from './time-bars.module.css';

const TimeChart = opened(async () => (await import('./time-chart.tsx')).default);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** So long a slider stands still before it is asked for: each reading is an entry of the log. */
const STILL_MS = 600;
const KEYS = ['since', 'until'];

type Range = { readonly from: number; readonly to: number };
type Props = {
  readonly times: AuditFacets['times'];
  readonly query: string;
  readonly onAsk: (query: string) => void;
};

export function TimeBars({ times: { from: first, barMs, bars }, query, onAsk }: Props) {
  const [drawn, setDrawn] = useState<Range | null>(null);
  /** The bar under the pointer. */
  const [under, setUnder] = useState<number | null>(null);
  const start = useRef<number | null>(null);
  const still = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(still.current), []);
  const isNarrowed = wordsOf(query).some((word) => KEYS.some((key) => word.startsWith(`${key}:`)));
  const whole = isNarrowed ? (
    <Button look="quiet" onClick={() => onAsk(withWords(query, [], KEYS))}>
      Whole time
    </Button>
  ) : null;
  if (first === null || bars.length === 0) return whole;

  const begin = Date.parse(first);
  const last = bars.length - 1;
  const range = drawn ?? { from: 0, to: last };
  const timeOf = (index: number): string => new Date(begin + index * barMs).toISOString();
  const words = (index: number): string => wordsAt(timeOf(index), barMs);
  const inWords = (index: number): string =>
    `${words(index)}: ${counted(bars[index]?.entries ?? 0, 'entry', 'entries')}, ${number(bars[index]?.stopped ?? 0)} stopped`;
  const all = bars.reduce((sum, { entries }) => sum + entries, 0);

  const ask = ({ from, to }: Range): void => {
    window.clearTimeout(still.current);
    start.current = null;
    setDrawn(null);
    const until = new Date(begin + (to + 1) * barMs - 1).toISOString();
    onAsk(withWords(query, [wordOf('since', timeOf(from)), wordOf('until', until)], KEYS));
  };
  const indexAt = ({ clientX, currentTarget }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(last, Math.floor(((clientX - left) / Math.max(1, width)) * bars.length)));
  };
  const draw = (event: PointerEvent): void => {
    if (start.current === null) return;
    const at = indexAt(event);
    setDrawn({ from: Math.min(start.current, at), to: Math.max(start.current, at) });
  };
  const slide = (next: Range): void => {
    const range = { from: Math.min(next.from, next.to), to: Math.max(next.from, next.to) };
    setDrawn(range);
    window.clearTimeout(still.current);
    still.current = window.setTimeout(() => ask(range), STILL_MS);
  };

  return (
    <section className={styles['times']} aria-label="When">
      <div
        className={styles['bars']}
        role="img"
        aria-label={`${counted(all, 'entry', 'entries')} from ${words(0)} to ${words(last + 1)}, ${number(
          bars.reduce((sum, { stopped }) => sum + stopped, 0),
        )} of them stopped or refused`}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = indexAt(event);
          draw(event);
        }}
        title={under === null ? undefined : inWords(under)}
        onPointerMove={(event) => {
          setUnder(indexAt(event));
          draw(event);
        }}
        onPointerUp={(event) => {
          if (start.current !== null) ask(drawn ?? { from: indexAt(event), to: indexAt(event) });
        }}
        onPointerCancel={() => {
          start.current = null;
          setDrawn(null);
        }}
      >
        <TimeChart bars={bars} from={range.from} to={range.to} />
      </div>
      <div className={styles['ends']}>
        <Slider
          name="From"
          at={range.from}
          last={last}
          text={words(range.from)}
          onSlide={(from) => slide({ ...range, from })}
        />
        <Slider
          name="Until"
          at={range.to}
          last={last}
          text={words(range.to + 1)}
          onSlide={(to) => slide({ ...range, to })}
        />
        {whole}
      </div>
    </section>
  );
}

type SliderProps = {
  readonly name: string;
  readonly at: number;
  readonly last: number;
  readonly text: string;
  readonly onSlide: (at: number) => void;
};

function Slider({ name, at, last, text, onSlide }: SliderProps) {
  return (
    <label className={styles['end']}>
      <span>
        {name} <span className={styles['at']}>{text}</span>
      </span>
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-valuetext={text}
        onChange={(event) => onSlide(Number(event.target.value))}
      />
    </label>
  );
}

/** To the part of a time that a bar's width can tell apart. */
function wordsAt(at: string, barMs: number): string {
  if (barMs >= DAY_MS) return day(at);
  return `${day(at)}, ${barMs < MINUTE_MS ? clock(at) : shortClock(at)}`;
}
