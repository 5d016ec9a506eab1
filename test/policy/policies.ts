// The shipped policies, and small documents for tests.
import { readFileSync } from 'node:fs';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compile.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Failure } from '#policy/language/failure.ts';
import { formatFailures } from '#policy/engine/compile/check.ts';
import { parseRequest } from '#policy/requests/request.ts';

export const TODAY = '2026-11-21';

export const shipped = (name: 'default' | 'demo'): PolicyText => ({
  file: `${name}.yaml`,
  text: readFileSync(new URL(`../../policy/defaults/${name}.yaml`, import.meta.url), 'utf8'),
});

export const DEFAULT_TEXT = String(shipped('default').text);

export function policyOf(...texts: readonly PolicyText[]): CompiledPolicy {
  const { policy, findings } = checkPolicy(texts, { today: TODAY });
  if (policy === null) throw new Error(formatFailures(findings));
  return policy;
}

export const defaultPolicy = (): CompiledPolicy => policyOf(shipped('default'));

/** The default policy with parts of its text replaced; each part has to be there. */
export function edited(...edits: readonly (readonly [string, string])[]): PolicyText {
  let text = DEFAULT_TEXT;
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`the default policy has no \`${from}\``);
    text = text.replace(from, to);
  }
  return { file: 'edited.yaml', text };
}

/** A layer below the default policy. */
export const layer = (body: string): PolicyText => ({
  file: 'layer.yaml',
  text: `policy: 1\nid: layer\nextends: { id: phase38-default }\n${body}\n`,
});

export function findings(...texts: readonly PolicyText[]): readonly Failure[] {
  return checkPolicy(texts, { today: TODAY }).findings;
}

export function facts(request: Readonly<Record<string, unknown>>): PolicyFacts {
  const parsed = parseRequest({ executor: 'HEADED_CHROMIUM', ...request });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}
