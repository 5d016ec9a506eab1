// The part of a long list of attacks that `npm test` runs: every nth of them. `npm run attack -- --inside` runs them all.
const WHOLE = process.env['GHOST_INSIDE'] === 'all';

export const sampled = <Row>(nth: number, rows: readonly Row[]): readonly Row[] =>
  WHOLE ? rows : rows.filter((_row, at) => at % nth === 0);
