// The consent card in a terminal. INVARIANT: only a typed-out word allows; Enter, end of input, a signal and anything else deny.
import { createInterface } from 'node:readline/promises';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views.ts';
import { tell } from './output.ts';

const ANSWERS: Readonly<Record<string, ConsentAnswer>> = {
  allow: 'ALLOW_ONCE',
  'allow site': 'ALLOW_TASK_SITE',
  deny: 'DENY',
  stop: 'DENY_TASK',
};

export async function askInTerminal(card: ConsentCard, signal: AbortSignal): Promise<ConsentAnswer> {
  for (const line of cardInWords(card)) tell(line);
  const input = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if (card.look === 'isolated' && card.site !== null) {
      const retyped = await input.question(`to allow, type the site first (anything else denies): `, {
        signal,
      });
      if (retyped.trim().toLowerCase() !== card.site.registrableDomain) return 'DENY';
    }
    const answer = await input.question('deny, stop, allow, allow site [deny]: ', { signal });
    return ANSWERS[answer.trim().toLowerCase()] ?? 'DENY';
  } catch {
    return 'DENY'; // The question is gone, or the terminal is.
  } finally {
    input.close();
  }
}

/** The same rows as in the UI. */
export function cardInWords(card: ConsentCard): readonly string[] {
  const site =
    card.site === null
      ? []
      : [
          `  to    ${card.site.registrableDomain}  (${card.site.host})${card.site.warnings.length === 0 ? '' : `  [${card.site.warnings.join(', ')}]`}`,
        ];
  const from = card.from === null ? [] : [`  from  ${card.from.registrableDomain}  (${card.from.host})`];
  return [
    '',
    `  ${card.title}    task: ${card.intent}`,
    ...site,
    ...from,
    ...card.details.map(({ label, value }) => `  ${label}  ${value}`),
    ...card.because.map(({ entry, at, reason }) => `  why you are asked  ${entry} (${at}) ${reason}`),
    ...(card.agentSays === null ? [] : [`  the agent says (not verified)  > ${card.agentSays}`]),
    `  ${card.id}, expires ${card.expiresAt}, then denied`,
    '',
  ];
}
