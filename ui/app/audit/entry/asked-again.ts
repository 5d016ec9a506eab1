// The request of an entry as an address that asks the policy of now about it.
import { addressOf } from '#ui/app/state/route.ts';

const ASKED = ['capability', 'executor', 'addressClass', 'namedByUser'] as const;

/** Of the gate that decided, else of the first. `null`: the entry holds no decision. */
export function addressOfAsked(
  details: Readonly<Record<string, unknown>>,
  verdict: string | null,
): string | null {
  const { gates } = details;
  if (!Array.isArray(gates)) return null;
  const read = gates.filter(isRecord);
  const gate = read.find(({ decision }) => decision === verdict) ?? read[0];
  if (gate === undefined || !isRecord(gate['facts'])) return null;
  const facts = gate['facts'];
  const given = Object.fromEntries(
    ASKED.flatMap((name) => (isText(facts[name]) ? [[name, String(facts[name])]] : [])),
  );
  const url = typeof gate['url'] === 'string' ? { url: gate['url'] } : {};
  const asked = new URLSearchParams({ ...given, ...url }).toString();
  return addressOf({ view: 'policy', tab: 'what-if', asked });
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'boolean';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
