// Phase-38 2.1: which kind of executor a browser counts as. Google Chrome is Chromium's engine under another name.
import type { BrowserExecutorType } from '#policy/language/vocabulary.ts';
import type { BrowserBuild } from '#executors/contract/launch-plan.ts';

export function executorType(product: BrowserBuild['product'], headless: boolean): BrowserExecutorType {
  const display = headless ? 'HEADLESS' : 'HEADED';
  return product === 'UNKNOWN'
    ? `${display}_UNKNOWN`
    : product === 'EDGE'
      ? `${display}_EDGE`
      : `${display}_CHROMIUM`;
}
