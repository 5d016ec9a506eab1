// The consent card in a terminal. INVARIANT: only a typed-out word allows; Enter, end of input, a signal and anything else deny.
import { createInterface } from 'node:readline/promises';
import type { CardRow, CardVoice, ConsentAnswer, ConsentCard } from '#gateway/protocol/views.ts';
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
    ...askedBefore(card),
    ...card.details.flatMap((row) => linesOfRow(row)),
    ...card.because.map(({ entry, at, reason }) => `  why you are asked  ${entry} (${at}) ${reason}`),
    ...(card.agentSays === null ? [] : [`  the agent says (not verified)  > ${card.agentSays}`]),
    `  ${card.id}, expires ${card.expiresAt}, then denied`,
    '',
  ];
}

const VOICES: Readonly<Record<CardVoice, string>> = {
  GATEWAY: '',
  PAGE: 'page> ',
  AGENT: 'agent> ',
  PERSON: 'you> ',
};

/** What others wrote begins a line behind whose it is; a script has its lines numbered, and none is left out. */
export function linesOfRow({ kind, label, name, value, by, host, note }: CardRow): readonly string[] {
  const more = note === undefined ? '' : `  (${note})`;
  if (by === 'GATEWAY') return [`  ${label}  ${value}${more}`];
  const lines = kind === 'SCRIPT' ? value.split('\n').map((line, at) => `${at + 1}  ${line}`) : [value];
  return [
    `  ${label}${host === undefined ? '' : `  ${host}`}${more}`,
    ...(name === undefined ? [] : [`    page> ${name}`]),
    ...lines.map((line) => `    ${VOICES[by]}${line}`),
    ...(kind === 'SCRIPT' ? [`    end of the ${label}`] : []),
  ];
}

const askedBefore = ({ before }: ConsentCard): readonly string[] =>
  before === undefined
    ? []
    : [`  asked before  ${before.refused} times refused, ${before.unanswered} times without an answer`];
