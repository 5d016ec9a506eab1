// One call from texts to an effective policy or all that is wrong with them, and the words in which a terminal shows it.
import { compilePolicy } from './compile.ts';
import type { CompileOptions } from './layout.ts';
import type { CompiledPolicy } from './compiled-policy.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import type { Included } from '#policy/engine/documents/included.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { nearest } from '#policy/language/nearest.ts';

/** `included`: files of lists that lie beside it, at least those that it includes. */
export type PolicyText = {
  readonly file: string;
  readonly text: string | Uint8Array;
  readonly included?: readonly Included[];
};

/** `policy` is there exactly when `findings` is empty. */
export type CheckReport = { readonly findings: readonly Failure[]; readonly policy: CompiledPolicy | null };

/** Loads, compiles, proves and tests layers, upper first. */
export function checkPolicy(texts: readonly PolicyText[], options: CompileOptions): CheckReport {
  const loaded = loadLayers(texts);
  if (!loaded.ok) return { findings: loaded.error, policy: null };
  const compiled = compilePolicy(loaded.value, options);
  return compiled.ok ? { findings: [], policy: compiled.value } : { findings: compiled.error, policy: null };
}

/**
 * Checks one document, with its parents found by id among `known`. Where `known` holds a document of the same id, the
 * one given stands for it.
 */
export function checkWithParents(
  target: PolicyText,
  known: readonly PolicyText[],
  options: CompileOptions,
): CheckReport {
  const layers = loadWithParents(target, known);
  if (!layers.ok) return { findings: layers.error, policy: null };
  const compiled = compilePolicy(layers.value, options);
  return compiled.ok ? { findings: [], policy: compiled.value } : { findings: compiled.error, policy: null };
}

/** The chain of `extends`, upper first. Errors: `policy.bad-parent` for a missing parent or a circle. */
export function resolveLayers(
  document: PolicyDocument,
  known: readonly PolicyDocument[],
): Result<readonly PolicyDocument[]> {
  const chain: PolicyDocument[] = [document];
  let at = document;
  while (at.extends !== null) {
    const { id, span } = at.extends;
    if (chain.some((one) => one.id === id)) {
      const message = `\`${id}\` extends itself, by way of ${chain.map((one) => `\`${one.id}\``).join(', ')}`;
      return err(failure('policy.bad-parent', message, { span, help: 'the first layer extends nothing' }));
    }
    const parent = known.find((one) => one.id === id);
    if (parent === undefined) {
      const help =
        known.length === 0
          ? 'load the parent too'
          : parentHelp(
              id,
              known.map((one) => one.id),
            );
      return err(failure('policy.bad-parent', `the parent \`${id}\` is not known`, { span, help }));
    }
    chain.unshift(parent);
    at = parent;
  }
  return ok(chain);
}

/** One document below its parents, upper first. */
export function loadWithParents(
  target: PolicyText,
  known: readonly PolicyText[],
): Result<readonly PolicyDocument[], readonly Failure[]> {
  const loaded = loadLayers([target]);
  if (!loaded.ok) return loaded;
  const [document] = loaded.value;
  if (document === undefined || document.extends === null) return loaded;
  const others = loadLayers(known);
  if (!others.ok) return others;
  const layers = resolveLayers(document, others.value);
  return layers.ok ? layers : err([layers.error]);
}

/** By the very text: a shipped policy stands above many, and reading it takes as long as compiling it. */
const LOADED = new WeakMap<PolicyText, ReturnType<typeof loadPolicy>>();

/** `loadPolicy`, once for a text that is still the same object. */
export function loadText(text: PolicyText): ReturnType<typeof loadPolicy> {
  const known = LOADED.get(text);
  if (known !== undefined) return known;
  const loaded = loadPolicy(text.text, { file: text.file, included: text.included });
  LOADED.set(text, loaded);
  return loaded;
}

/** Documents, upper first; all errors of all of them at once. */
export function loadLayers(texts: readonly PolicyText[]): Result<readonly PolicyDocument[], Failure[]> {
  const loaded = texts.map(loadText);
  const failures = loaded.flatMap((one) => (one.ok ? [] : one.error));
  return failures.length > 0 ? err(failures) : ok(loaded.flatMap((one) => (one.ok ? [one.value] : [])));
}

/** `file:line:column: code: message`, and the mend below it. */
export function formatFailure(one: Failure): string {
  const place = one.span === undefined ? '' : `${one.span.file}:${one.span.line}:${one.span.column}: `;
  const cause = one.cause === undefined ? '' : `\n  cause: ${one.cause}`;
  return `${place}${one.code}: ${one.message}${one.help === undefined ? '' : `\n  help: ${one.help}`}${cause}`;
}

/** What is not shipped stands in a file of somebody's own, which was not named. */
function parentHelp(id: string, shipped: readonly string[]): string {
  const near = nearest(id, shipped);
  return near === null
    ? `name the file of \`${id}\` before this one; shipped are ${shipped.join(', ')}`
    : `did you mean \`${near}\`?`;
}
