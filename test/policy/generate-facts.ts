// Writes what is generated from the rows of fact-table.ts. `node test/policy/generate-facts.ts`, then oxfmt.
import { writeFileSync } from 'node:fs';
import { GENERATED } from './generated-facts.ts';

for (const [file, source] of Object.entries(GENERATED)) {
  writeFileSync(new URL(`../../${file}`, import.meta.url), source());
}
