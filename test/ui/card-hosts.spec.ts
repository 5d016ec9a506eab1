// A card outside the consent document says the same of sites: in a terminal, and in a question of an MCP client.
import { expect, test } from 'vitest';
import { cardInText } from '#gateway/surfaces/mcp/card.ts';
import { cardInWords } from '#ui/cli/console/ask.ts';
import { aCard } from '#test/fixtures/views.ts';

const covers = (host: string) =>
  ({
    kind: 'COVERS',
    label: 'for this task covers',
    host,
    value: 'going to any address of it',
    by: 'GATEWAY',
    masked: false,
  }) as const;

test('every site of a plan stands on its card wherever it is shown', () => {
  const card = aCard({
    title: 'Run this plan',
    site: null,
    details: [covers('https://shop.test'), covers('https://xn--shp-1na.test:8443')],
  });
  for (const text of [cardInWords(card).join('\n'), cardInText(card)])
    for (const { host } of card.details) expect(text).toContain(host);
});
