// For how long a yes holds is the least of what every entry that asks, its document and the documents above say, worked out from the texts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { build, lowerLayer, request, upperLayer } from './policy-arbitraries.ts';
import type { Data } from './policy-arbitraries.ts';

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null;
const onceIn = (value: unknown): number => (isData(value) ? Number(value['askOnce'] ?? Infinity) : Infinity);

/** What the document itself says of one of its entries; the engine’s own entries say nothing. */
function entryOf(layer: Data, ref: string): unknown {
  const [section = '', id] = ref.split(/\.(.*)/su);
  const entries: unknown = layer[section];
  const all: readonly unknown[] = Array.isArray(entries) ? entries : [];
  return all.find((one) => isData(one) && one['id'] === id);
}

function expectedOf(layers: readonly Data[], because: readonly { layer: string; entry: string }[]): number {
  const each = because.map(({ layer: id, entry: ref }) => {
    const at = layers.findIndex((one) => one['id'] === id);
    const entry = layers[at] === undefined ? undefined : entryOf(layers[at], ref);
    const above = layers.slice(0, at + 1).map((one) => onceIn(one['escalation']));
    return Math.min(...above, onceIn(isData(entry) ? entry['escalate'] : undefined));
  });
  return Math.min(...each);
}

const stacks = upperLayer.chain((upper) =>
  lowerLayer(String(upper['id']), 'low').map((lower) => [upper, lower] as const),
);

test('a yes holds no longer than any entry that asks, its document, or a document above lets it', () => {
  const seen = { limited: 0, asked: 0 };
  fc.assert(
    fc.property(stacks, fc.array(request, { minLength: 20, maxLength: 20 }), (layers, requests) => {
      const { policy } = build(layers);
      for (const facts of requests) {
        const { decision, escalation, because } = policy.decide(facts);
        if (decision !== 'ESCALATE') continue;
        seen.asked += 1;
        const minutes = escalation?.askOnce ?? Infinity;
        if (minutes !== Infinity) seen.limited += 1;
        expect(minutes).toBe(expectedOf(layers, because));
      }
    }),
    { numRuns: 40 },
  );
  expect(seen.limited).toBeGreaterThan(0);
  expect(seen.asked).toBeGreaterThan(seen.limited);
});
