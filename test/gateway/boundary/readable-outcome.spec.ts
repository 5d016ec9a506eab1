// What was observed in a tab, as far as its task may read it.
import { expect, test } from 'vitest';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { Observed } from '#executors/contract/tool-outcome.ts';
import { readableOnly } from '#gateway/boundary/task/readable-outcome.ts';
import { NamedOrigins } from '#gateway/boundary/grants/named-origins.ts';
import { OriginSets } from '#gateway/boundary/task/state/origins.ts';

const document = { id: 'd', url: 'https://shop.test/', title: '' };
const origins = new OriginSets(new NamedOrigins([]));
origins.grow('https://shop.test/', { write: false });

function handedOut(observed: Observed): string {
  const outcome: ActOutcome = { kind: 'OBSERVED', observed, document };
  return JSON.stringify(readableOnly(outcome, origins));
}
const at = { url: 'https://words.test/a?secret', line: 1, at: 0 };

test('words of an origin outside the readable set are withheld, and that there were some is told', () => {
  const own = { level: 'log', text: 'own words', ...at, from: 'https://shop.test' } as const;
  const foreign = { level: 'log', text: 'foreign words', ...at, from: 'https://words.test' } as const;
  const unknown = { ...foreign, from: '' };
  const console = handedOut({ what: 'CONSOLE', entries: [own, foreign, unknown], total: 3 });
  expect(console).toContain('own words');
  expect(console).not.toContain('foreign words');
  expect(console.match(/may not read/gu)).toHaveLength(2);
  const thrown = {
    message: 'foreign message',
    stack: 'foreign stack',
    ...at,
    from: 'https://words.test/page',
  };
  expect(handedOut({ what: 'ERRORS', entries: [thrown], total: 1 })).not.toMatch(/foreign|secret/u);
});

test('of a foreign frame’s requests the server alone is told', () => {
  const request = {
    url: 'https://cdn.test/x?token=1',
    method: 'GET',
    status: 200,
    durationMs: 1,
    resourceType: 'fetch',
    at: 0,
    failed: false,
    error: null,
    refused: null,
    route: null,
  };
  const entries = [
    { ...request, from: 'https://shop.test/page' },
    { ...request, from: 'https://words.test/' },
  ];
  const shown = handedOut({ what: 'REQUESTS', entries, total: 2, failed: 0, pending: 0 });
  expect(shown.match(/token/gu)).toHaveLength(1);
  expect(shown).toContain('https://cdn.test/…');
});
