// What differs between two looks at a page: what the page says, and at what cost. INVARIANT: work is counted, never timed.
import { expect, test } from 'vitest';
import type { PageSnapshot, SnapshotNode } from '#executors/contract/snapshot.ts';
import { changeBetween } from '#gateway/tasks/judging/change.ts';

type Look = Pick<PageSnapshot, 'document' | 'nodes' | 'scroll'>;

const look = (nodes: readonly SnapshotNode[]): Look => ({
  document: { id: 'd1', url: 'http://shop.test/', title: '' },
  scroll: { y: 0, height: 100, viewportHeight: 100 },
  nodes,
});
const node = (role: string, name: string, depth: number): SnapshotNode => ({
  ref: null,
  role,
  name,
  states: [],
  depth,
  box: null,
  inView: true,
});

test('a place where the page speaks has its parts joined, each once, up to the end of the place', () => {
  const said = [
    node('alert', '', 1),
    node('text', 'Not sent.', 2),
    node('text', 'Not sent.', 2),
    node('text', 'The address is missing.', 3),
    node('text', 'Contact', 1),
  ];
  expect(changeBetween(look([]), look(said), null).said).toEqual([
    { role: 'alert', words: 'Not sent. The address is missing.' },
  ]);
  expect(changeBetween(look(said), look(said), null).said).toBeUndefined();
});

/** How often the depth of a node is read for a page of so many. */
function readsOf(count: number, depthOf: (at: number) => number, name: string): number {
  let reads = 0;
  const nodes = Array.from({ length: count }, (_, at) => {
    const one = node('status', name === '' ? '' : `${name} ${at}`, 0);
    return Object.defineProperty({ ...one }, 'depth', { get: () => ((reads += 1), depthOf(at)) });
  });
  changeBetween(look([]), look(nodes), null);
  return reads;
}

test.each([
  ['beside one another', () => 1, 'Saved'],
  ['within one another', (at: number) => at, 'Saved'],
  ['within one another and without a word', (at: number) => at, ''],
])('twice as many places that speak, %s, are twice the work', (_, depthOf, name) => {
  const [some, more] = [readsOf(1_000, depthOf, name), readsOf(2_000, depthOf, name)];
  expect(some).toBeGreaterThanOrEqual(1_000);
  expect(more / some).toBeLessThan(2.3);
});
