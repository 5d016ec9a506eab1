// Lists of host patterns that a document declares by name: a rule that names a list is read as if its patterns stood there.
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import type { Span } from '#policy/language/failure.ts';
import { suggest } from '#policy/language/nearest.ts';
import { parseHostPattern } from '#policy/requests/host.ts';
import type { HostPattern } from '#policy/requests/host.ts';
import type { Problems } from './problems.ts';
import type { Path } from './source-places.ts';

export type HostLists = ReadonlyMap<string, readonly HostPattern[]>;

/** Where patterns of lists stand, each as its list has it. */
export type ListedAt = Map<HostPattern, { readonly list: string; readonly span: () => Span }>;

export function readHostLists(value: unknown, problems: Problems, places: ListedAt): HostLists {
  const lists = new Map<string, readonly HostPattern[]>();
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return lists;
  for (const [name, entries] of Object.entries(value))
    lists.set(
      name,
      (Array.isArray(entries) ? entries : []).flatMap((entry: unknown, index) => {
        if (typeof entry !== 'string') return [];
        const parsed = parseHostPattern(entry);
        if (parsed.ok) {
          places.set(parsed.value, { list: name, span: () => problems.spanAt(['lists', name, index]) });
          return [parsed.value];
        }
        problems.add('policy.bad-host', ['lists', name, index], parsed.error.message, {
          help: parsed.error.help,
        });
        return [];
      }),
    );
  return lists;
}

/** `null` when something was reported. */
export function hostListSet(
  names: readonly unknown[],
  at: (index: number) => Path,
  { hosts: lists, isPartial = false }: { readonly hosts: HostLists; readonly isPartial?: boolean },
  problems: Problems,
): ValueSet | null {
  const patterns = names.flatMap((name, index) => {
    const list = typeof name === 'string' ? lists.get(name) : undefined;
    if (list !== undefined) return [list];
    if (isPartial) return [];
    const text = typeof name === 'string' ? name : JSON.stringify(name);
    problems.add('policy.unknown-member', at(index), `\`${text}\` is not a list of hosts of this document`, {
      help: () =>
        lists.size === 0
          ? 'declare it, as in `lists: { partners: [a.example, "*.b.example"] }`'
          : suggest(text, [...lists.keys()]),
    });
    return [];
  });
  return patterns.length === names.length ? { kind: 'hosts', fact: 'host', patterns: patterns.flat() } : null;
}
