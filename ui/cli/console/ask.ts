// The consent card as lines of text. INVARIANT: the same rows as in the UI, and what others wrote stands behind whose it is.
import type { CardRow, CardVoice, ConsentCard } from '#gateway/protocol/views/consent.ts';

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
    ...(card.mayAllow ?? []).map((line) => `  may allow it  ${line}`),
    ...(card.fourEyes === true ? ['  whoever asked may not allow it'] : []),
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
  if (by === 'GATEWAY') return [`  ${label}  ${host === undefined ? '' : `${host}  `}${value}${more}`];
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
