// `npm run mutate [-- policy/engine/deciding/given.ts …]`: the mutation score of the files named, or of all groups, file by file, with the
// sum. What survives is printed by Stryker; the exit code is 1 where the sum is below 90 %.
import { Stryker } from '@stryker-mutator/core';
import { GROUPS, groupOf } from './specs.ts';

type Score = { mutants: number; found: number };

// A mutant meets every row and every case (fixtures/how-much).
process.env['GHOST_LONG'] ??= '1';
const named = process.argv.slice(2).map((name) => name.replace(/^.*\//, '').replace(/\.ts$/, ''));
const groups = named.length === 0 ? GROUPS : named.map(groupOf);
const scores = new Map<string, Score>();
const sum: Score = { mutants: 0, found: 0 };

for (const { files, specs } of groups) {
  process.env['GHOST_MUTATION_SPECS'] = specs.join(',');
  const mutants = await new Stryker({
    mutate: files.map((file) => `policy/**/${file}.ts`),
  }).runMutationTest();
  for (const { fileName, status } of mutants) {
    if (status === 'Ignored' || status === 'CompileError') continue;
    const file = fileName.slice(fileName.lastIndexOf('/policy/') + 1);
    const score = scores.get(file) ?? { mutants: 0, found: 0 };
    scores.set(file, score);
    const found = status === 'Killed' || status === 'Timeout' ? 1 : 0;
    for (const one of [score, sum]) {
      one.mutants += 1;
      one.found += found;
    }
  }
}

const percent = ({ mutants, found }: Score): number => (mutants === 0 ? 100 : (100 * found) / mutants);
const line = (name: string, score: Score): string =>
  `${name.padEnd(36)} ${String(score.mutants).padStart(6)} ${String(score.found).padStart(6)} ${percent(score).toFixed(1).padStart(6)} %`;
process.stdout.write(`${'file'.padEnd(36)} mutants  found   score\n`);
for (const [file, score] of [...scores].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  process.stdout.write(`${line(file, score)}\n`);
process.stdout.write(`${line('sum', sum)}\n`);
process.exitCode = percent(sum) < 90 ? 1 : 0;
