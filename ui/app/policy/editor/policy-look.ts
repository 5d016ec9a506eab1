// What a policy decides, as tables: sites by capability, its own tables for one site, and one request with what stands in its way.
// INVARIANT: each cell is asked of the policy; nothing is read out of a document.
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { BROWSER_CAPABILITIES } from '#policy/language/vocabulary.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { explainLine, type Explanation } from '#policy/tools/explain/explain.ts';
import { footnotesOf } from '#policy/tools/explain/footnotes.ts';
import { matrixOf, noteInWords, sectionsOf } from '#policy/tools/explain/matrix.ts';
import { whyNot } from '#policy/tools/explain/why-not.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { LookAnswer, LookQuestion, SiteCell } from './policy-check.ts';

type Look = Omit<LookQuestion, 'inForce' | 'draft' | 'request'> & {
  readonly isDraftBroken: boolean;
  readonly request: Readonly<Record<string, unknown>>;
};

/** `next`: what is being written beside it. Errors: `policy.bad-request` for what is no host. */
export function lookAt(policy: CompiledPolicy, next: CompiledPolicy | null, look: Look): Result<LookAnswer> {
  const { hosts, host, addressClass, executor, request, isDraftBroken } = look;
  const asked = canonical(host, addressClass);
  if (!asked.ok) return asked;
  const given = { host: asked.value, addressClass };
  const notes = footnotesOf(policy, given);
  const cells = (one: string): readonly SiteCell[] => {
    const named = canonical(one, addressClass);
    return named.ok ? cellsOf(policy, next, { ...given, host: named.value, executor }) : [];
  };
  return ok({
    capabilities: BROWSER_CAPABILITIES,
    sites: hosts.map((one) => ({ host: one, cells: cells(one) })),
    sections: sectionsOf(matrixOf(policy, given), notes.ok ? notes.value : null),
    notes: notes.ok ? ok(notes.value.list.map((note) => `${note.number}: ${noteInWords(note)}`)) : notes,
    isDraftBroken,
    explained: Object.keys(request).length === 0 ? null : explained(policy, request),
  });
}

/** With what an operator alone may see: what almost speaks, and the fewest facts to change. */
function explained(policy: CompiledPolicy, request: Readonly<Record<string, unknown>>): Explanation {
  const said = explainLine(policy, request);
  return said.facts === null ? said : { ...said, ...whyNot(policy, said.facts) };
}

/** The host as a request has it. */
function canonical(host: string, addressClass: LookQuestion['addressClass']): Result<string> {
  if (host === '') return ok('');
  const parsed = parseRequest({ capability: 'SCREENSHOT', executor: 'HEADED_CHROMIUM', host, addressClass });
  return parsed.ok
    ? ok(parsed.value.host)
    : fail('policy.bad-request', parsed.error.message, helpOf(parsed.error.help));
}

const helpOf = (help: string | undefined): { help?: string } => (help === undefined ? {} : { help });

function cellsOf(
  policy: CompiledPolicy,
  next: CompiledPolicy | null,
  given: Pick<LookQuestion, 'host' | 'addressClass' | 'executor'>,
): readonly SiteCell[] {
  return BROWSER_CAPABILITIES.map((capability) => {
    const parsed = parseRequest({ ...given, capability });
    if (!parsed.ok) throw new TypeError(`a cell is a request: ${parsed.error.message}`);
    const { cell, by } = cellOf(policy, parsed.value);
    const drafted = next === null ? cell : cellOf(next, parsed.value).cell;
    return { cell, by, drafted: drafted === cell ? null : drafted };
  });
}

function cellOf(policy: CompiledPolicy, facts: PolicyFacts): Omit<SiteCell, 'drafted'> {
  const { decision, because } = policy.decide(facts);
  const isNever = decision === 'DENY' && because.some(({ entry }) => entry.startsWith('never.'));
  return { cell: isNever ? 'NEVER' : decision, by: because.map(({ entry, at }) => ({ entry, at })) };
}
