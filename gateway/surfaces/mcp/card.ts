// A consent card as plain text, for the window of an MCP client. INVARIANT: what pages, agents and persons wrote stands on lines of its
// own behind whose it is, and cannot begin a line of ours; a script has every line.
import type { CardRow, CardVoice, ConsentCard } from '#gateway/protocol/views/consent.ts';
import { oneLine } from './tools/format.ts';

const VOICES: Readonly<Record<CardVoice, string>> = {
  GATEWAY: '',
  PAGE: '  page> ',
  AGENT: '  agent> ',
  PERSON: '  you> ',
};

export function cardInText(card: ConsentCard): string {
  const { title, site, from, details, because, agentSays, capabilities, expiresAt, before } = card;
  return [
    `Ghost Browser asks: ${title}?`,
    ...(site === null ? [] : [`Site: ${site.host}${site.warnings.map((one) => ` [${one}]`).join('')}`]),
    ...(from === null || from.host === site?.host ? [] : [`From: ${from.host}`]),
    ...(before === undefined
      ? []
      : [`Asked before: ${before.refused} times refused, ${before.unanswered} times without an answer`]),
    ...details.flatMap((row) => linesOf(row)),
    `Capabilities: ${capabilities.join(', ')}`,
    ...because.map(({ entry, at }) => `Rule: ${entry}${at === '' ? '' : ` (${at})`}`),
    ...(agentSays === null
      ? []
      : ['The agent says, not verified:', `${VOICES.AGENT}${oneLine(agentSays, 10_000)}`]),
    `Nothing happens without an answer until ${expiresAt}.`,
  ].join('\n');
}

function linesOf({ kind, label, name, value, by, host, note }: CardRow): readonly string[] {
  const more = note === undefined ? '' : ` (${note})`;
  if (by === 'GATEWAY') return [`${label}: ${host === undefined ? '' : `${host}: `}${value}${more}`];
  const lines = kind === 'SCRIPT' ? value.split('\n').map((line, at) => `${at + 1}  ${line}`) : [value];
  return [
    `${label}:${host === undefined ? '' : ` ${host}`}${more}`,
    ...(name === undefined ? [] : [`${VOICES.PAGE}${name}`]),
    ...lines.map((line) => `${VOICES[by]}${line}`),
    ...(kind === 'SCRIPT' ? [`End of the ${label}.`] : []),
  ];
}
