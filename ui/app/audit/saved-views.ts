// Questions that are asked of a log again and again, as queries that anybody may change.

export const SAVED_VIEWS = [
  { name: 'What people allowed', query: 'is:you-allowed' },
  { name: 'What was stopped', query: 'is:stopped' },
  { name: 'Policy changes', query: 'type:policy' },
  { name: 'Log-ins', query: 'type:decision FORM_SUBMIT_CREDENTIALS' },
  { name: 'Reads of the log', query: 'type:audit' },
] as const;

/** Whoever looks at the log would see that they did, before all else. */
const NO_READS = '-type:audit.read';

/** What is asked for: a query that names entries by their kind, number or request gets just these. */
export const withoutReads = (query: string): string =>
  /(?:^|\s)-?(?:type|seq|request):/iu.test(query) ? query : `${query} ${NO_READS}`.trim();
