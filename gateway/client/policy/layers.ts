// The documents of policy files as layers, before anything is proved. Loads little: settings and bundles only where they are
// needed, so that `ghost policy verify FILE` is there at once.
import { policyFilesOf, readPolicyText } from '#gateway/settings/policy-source.ts';
import { loadLayers, loadWithParents } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import { err, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { layersNamed, shippedParentsOf, shippedTexts } from './shipped.ts';

/** Of the named files, else of those in force; found as `checkFiles` finds them. */
export async function layersOf(
  given: readonly string[],
): Promise<Result<readonly PolicyDocument[], readonly Failure[]>> {
  const texts = await textsOf(layersNamed(given));
  if (!texts.ok) return texts;
  const [only, ...more] = texts.value;
  return more.length > 0 || only === undefined
    ? loadLayers([...shippedParentsOf(texts.value), ...texts.value])
    : loadWithParents(
        only,
        shippedTexts().filter((one) => one.file !== only.file),
      );
}

async function textsOf(named: readonly string[]): Promise<Result<readonly PolicyText[], readonly Failure[]>> {
  if (named.length === 0 || named.some((file) => file.endsWith('.gpb'))) {
    const { filesInForce, textsOf: textsOfFiles } = await import('./files.ts');
    const files = filesInForce(named);
    return files.ok ? textsOfFiles(files.value) : err([files.error]);
  }
  const read = policyFilesOf(named).map(readPolicyText);
  const failures = read.flatMap((one) => (one.ok ? [] : [one.error]));
  return failures.length > 0 ? err(failures) : ok(read.flatMap((one) => (one.ok ? [one.value] : [])));
}
