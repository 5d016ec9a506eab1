// Values of a test file: requests, families of members, decisions, and a box in words.
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Problems } from '#policy/engine/values/problems.ts';
import { parseRequest } from '#policy/requests/request.ts';
import type { Path } from '#policy/engine/values/source-places.ts';
import { isNode } from '#policy/engine/values/document-node.ts';
import type { Node } from '#policy/engine/values/document-node.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import { families, membersOf } from './test-schema.ts';

/** `HEADLESS_*` as its members, in a value of a fact. */
export function expand(fact: string, given: unknown): unknown {
  const named = families(membersOf(fact));
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (!list.some((one) => typeof one === 'string' && named.has(one))) return given;
  return [
    ...new Set(
      list.flatMap((one): readonly unknown[] =>
        typeof one === 'string' ? (named.get(one) ?? [one]) : [one],
      ),
    ),
  ];
}

/** A request from what the file gives and what the test says. Its errors stand where the fact stands. */
export function factsFrom(given: Node, own: Node, path: Path, problems: Problems): PolicyFacts | null {
  const request = parseRequest({ ...given, ...own });
  if (request.ok) return request.value;
  const fact = request.error.details?.['fact'];
  const place =
    typeof fact !== 'string' || !(Object.hasOwn(own, fact) || Object.hasOwn(given, fact))
      ? path.slice(0, -1)
      : Object.hasOwn(own, fact)
        ? [...path, fact]
        : ['given', fact];
  return problems.add('policy.bad-request', place, request.error.message, { help: request.error.help });
}

export const decisionIn = (value: unknown): BrowserDecision | null =>
  BROWSER_DECISIONS.find((one) => one === value) ?? null;

export const shown = (box: unknown): string =>
  isNode(box)
    ? Object.entries(box)
        .map(([fact, value]) => `${fact} ${Array.isArray(value) ? value.join('|') : String(value)}`)
        .join(', ')
    : '';
