import { describeGoal } from '#engines/navigator/offline/words/goals.ts';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';
import { clausesOf } from '#engines/navigator/offline/words/clauses.ts';
import { readFileSync } from 'node:fs';
for (const l of readFileSync(process.argv[2], 'utf8').split('\n').filter(Boolean)) {
  const c = clausesOf(l);
  console.log(
    `${l}\n   ${c.clauses.map((x) => c.unmask(x)).join(' | ')}\n   => ${parseGoals(l)
      .map(
        (g) =>
          describeGoal(g) +
          (g.kind === 'FILL' ? `=${g.value}${g.from ? JSON.stringify(g.from) : ''}` : ` [${g.kind}]`),
      )
      .join(' ; ')}`,
  );
}
