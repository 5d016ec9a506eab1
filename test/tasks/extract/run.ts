// Reads tables from generated pages in a real tab, and counts what is right.
import { chooseTable } from '#engines/tables/choose.ts';
import type { Table } from '#engines/tables/table.ts';
import { startSite } from '#test/fixtures/site.ts';
import { openTestTab } from '#test/fixtures/tab.ts';
import { Random } from '../contract.ts';
import { GENERATED } from './generate.ts';
import type { Shape } from './sites/parts.ts';
import { scoreOf, type Score } from './score.ts';

export type Extracted = {
  readonly kind: string;
  readonly seed: number;
  readonly score: Score;
  readonly table: Table | null;
};

export async function runExtract(
  seeds: readonly number[],
  wanted: readonly string[] = [],
  kinds: Readonly<Record<string, Shape>> = GENERATED,
): Promise<readonly Extracted[]> {
  const site = await startSite({});
  const tab = await openTestTab();
  tab.rules.pageAct = () => true;
  const done: Extracted[] = [];
  try {
    for (const [kind, make] of Object.entries(kinds)) {
      if (wanted.length > 0 && !wanted.some((part) => kind.startsWith(part))) continue;
      for (const seed of seeds) {
        const { html, truth } = make(new Random(seed, kind));
        site.pages['/'] = html;
        await tab.open(`${site.origin}/`);
        const outcome = await tab.must({ type: 'EXTRACT', as: 'table' });
        if (outcome.kind !== 'GRIDS') throw new Error(outcome.kind);
        const { document, page } = outcome;
        const table = chooseTable(
          { url: document.url, title: document.title, ...page },
          {},
          '2026-01-01T00:00:00.000Z',
        );
        done.push({ kind, seed, table, score: scoreOf(table, truth, site.origin) });
      }
    }
  } finally {
    await tab.tab.close();
    await site.close();
  }
  return done;
}

export const totalOf = (
  some: readonly Extracted[],
): Score & { readonly precision: number; readonly recall: number } => {
  const sum = (key: keyof Score): number => some.reduce((all, { score }) => all + score[key], 0);
  const [read, truth, right, wordless] = [sum('read'), sum('truth'), sum('right'), sum('wordless')];
  return {
    read,
    truth,
    right,
    wordless,
    precision: read === 0 ? 0 : right / read,
    recall: truth === 0 ? 0 : right / truth,
  };
};

export function extractTable(done: readonly Extracted[]): string {
  const kinds = [...new Set(done.map(({ kind }) => kind))];
  const line = (name: string, some: readonly Extracted[]): string => {
    const { precision, recall, truth, wordless } = totalOf(some);
    return `| ${name} | ${some.length} | ${truth} | ${precision.toFixed(3)} | ${recall.toFixed(3)} | ${wordless} |`;
  };
  return [
    '| markup | pages | cells | precision | recall | without words |',
    '| --- | --- | --- | --- | --- | --- |',
    ...kinds.map((kind) =>
      line(
        kind,
        done.filter((one) => one.kind === kind),
      ),
    ),
    line('all', done),
  ].join('\n');
}
