// The files that are generated from the rows of fact-table.ts.
import { steadyFactsSource } from './steady-facts-source.ts';

export const GENERATED: Readonly<Record<string, () => string>> = {
  'policy/engine/deciding/steady-facts.ts': steadyFactsSource,
};
