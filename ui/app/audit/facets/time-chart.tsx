// The bars of when entries were written, by Chart.js, of which only what is used is bundled. INVARIANT: nothing is told by them alone: the
// words around them say it, and the sliders beneath them.
import { BarController, BarElement, CategoryScale, Chart, LinearScale } from 'chart.js';
import { useEffect, useRef } from 'react';
import type { AuditFacets } from '#gateway/protocol/views/audit.ts';
import styles from './time-bars.module.css';

Chart.register(BarController, BarElement, CategoryScale, LinearScale);

type Given = {
  readonly bars: AuditFacets['times']['bars'];
  /** Bars outside of it are drawn pale. */
  readonly from: number;
  readonly to: number;
};

/** What changes colours without a drawing of the page. */
const COLOURS = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
  window.matchMedia(query),
);
const onColours = (listener: () => void): (() => void) => {
  for (const query of COLOURS) query.addEventListener('change', listener);
  const chosen = new MutationObserver(listener);
  chosen.observe(document.documentElement, { attributeFilter: ['style'] });
  return () => {
    chosen.disconnect();
    for (const query of COLOURS) query.removeEventListener('change', listener);
  };
};

export default function TimeChart({ bars, from, to }: Given) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Chart<'bar', number[], number> | null>(null);

  useEffect(() => {
    if (canvas.current === null) return undefined;
    const chart = new Chart<'bar', number[], number>(canvas.current, {
      type: 'bar',
      data: { labels: [], datasets: [] },
      options: {
        animation: false,
        maintainAspectRatio: false,
        // What a pointer does is done around it.
        events: [],
        scales: { x: { stacked: true, display: false }, y: { stacked: true, display: false } },
      },
    });
    drawn.current = chart;
    return () => {
      drawn.current = null;
      chart.destroy();
    };
  }, []);

  useEffect(() => {
    const draw = (): void => {
      const chart = drawn.current;
      if (chart === null) return;
      const { color: went, outlineColor: stopped } = getComputedStyle(chart.canvas);
      const inRange = (colour: string): string[] =>
        bars.map((_bar, at) =>
          at < from || at > to ? `color-mix(in srgb, ${colour} 30%, transparent)` : colour,
        );
      const bar = { barPercentage: 0.95, categoryPercentage: 1 };
      chart.data = {
        labels: bars.map((_bar, at) => at),
        datasets: [
          { ...bar, data: bars.map((one) => one.entries - one.stopped), backgroundColor: inRange(went) },
          { ...bar, data: bars.map((one) => one.stopped), backgroundColor: inRange(stopped) },
        ],
      };
      chart.update('none');
    };
    draw();
    return onColours(draw);
  }, [bars, from, to]);

  return <canvas ref={canvas} className={styles['chart']} aria-hidden="true" />;
}
