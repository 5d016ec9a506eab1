// `ghost policy facts`.
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import { factMeaning } from '#policy/language/meanings.ts';
import { factLines } from '#ui/cli/console/fact-lines.ts';
import { say, sayJson } from '#ui/cli/console/output.ts';

export function facts({ json = false }: { readonly json?: boolean }): void {
  if (!json) return factLines().forEach(say);
  sayJson(FACT_NAMES.map((name) => ({ name, ...factSpec(name), meaning: factMeaning(name) ?? '' })));
}
