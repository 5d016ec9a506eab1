// A question that a command waits for, in a few lines for whoever sees the terminal. It is answered elsewhere.
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';

export const cardLines = (card: ConsentCard): readonly string[] => [
  `${card.title}${card.site === null ? '' : ` (${card.site.host})`}`,
  ...card.because.map(
    ({ entry, reason }) => `  why it is asked: ${entry}${reason === '' ? '' : `, ${reason}`}`,
  ),
  ...((card.approvers ?? ['user']).every((name) => name === 'user')
    ? []
    : (card.mayAllow ?? []).map((line) => `  may allow it: ${line}`)),
  `  a person is asked in Ghost Browser’s window, until ${card.expiresAt}`,
];
