// A consent card as text, for the window of an MCP client. INVARIANT: what pages and agents wrote stands in quotation marks.
import type { ConsentCard } from '#gateway/protocol/views.ts';
import { oneLine } from './format.ts';

const quote = (text: string): string => `“${oneLine(text, 300).replaceAll(/[“”]/gu, '"')}”`;

export function cardInText(card: ConsentCard): string {
  const { title, site, from, details, because, agentSays, capabilities, expiresAt } = card;
  return [
    `Ghost Browser asks: ${title}?`,
    ...(site === null ? [] : [`Site: ${site.host}${site.warnings.map((one) => ` [${one}]`).join('')}`]),
    ...(from === null || from.host === site?.host ? [] : [`From: ${from.host}`]),
    ...details.map(({ label, value, masked }) => `${label}: ${masked ? value : quote(value)}`),
    `Capabilities: ${capabilities.join(', ')}`,
    ...because.map(({ entry, at }) => `Rule: ${entry}${at === '' ? '' : ` (${at})`}`),
    ...(agentSays === null ? [] : [`The agent says, not verified: ${quote(agentSays)}`]),
    `Nothing happens without an answer until ${expiresAt}.`,
  ].join('\n');
}
