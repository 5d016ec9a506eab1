// A list that is drawn only where it is in view. INVARIANT: the row that the keyboard is on stays drawn, and a key that moves it has moved
// the focus before the next key comes.
import { defaultRangeExtractor, useVirtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';

type Given = Pick<
  VirtualizerOptions<HTMLDivElement, Element>,
  'count' | 'estimateSize' | 'getItemKey' | 'overscan'
> & {
  /** The row that the keyboard is on. */
  readonly current: number;
};

/** A row is an element with its number as `data-index`, and what has the focus in it has `data-row`. */
export function useVirtualList({ current, ...options }: Given) {
  const scroller = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<{ readonly index: number } | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- this project does not use the React Compiler
  const virtual = useVirtualizer({
    ...options,
    getScrollElement: () => scroller.current,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(current < range.count ? [current] : [])])].toSorted(
        (a, b) => a - b,
      ),
  });
  const focus = (index: number): void =>
    scroller.current
      ?.querySelector<HTMLElement>(`[data-index="${index}"] [data-row]`)
      ?.focus({ preventScroll: true });
  useLayoutEffect(() => {
    if (wanted !== null) focus(wanted.index);
  }, [wanted]);
  /** The caller makes it the current row in the same event: so it is drawn, wherever it lies. */
  const moveTo = (index: number): void => {
    virtual.scrollToIndex(index);
    setWanted({ index });
  };
  return { scroller, virtual, focus, moveTo };
}
