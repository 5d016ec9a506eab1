// From a candidate in shadow to the edit that puts it in force. INVARIANT: what is promoted is the candidate that was decided
// with, its lists included; a file that has changed since is not.
import { loadText } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { policyFilesOf, readPolicyText } from '#gateway/settings/policy-source.ts';
import { listsIn } from './kept/lists-beside.ts';
import { sameText } from './kept/sources.ts';
import { digestOfText, textOf } from './state/editable.ts';
import type { PolicyEdit } from './state/editable.ts';
import type { Active } from './state/in-force.ts';
import type { ShadowHolder } from './state/shadow-holder.ts';

/** Errors: `policy.no-candidate`, and those of reading the candidate. */
export function promotion({
  shadow,
  active,
}: {
  readonly shadow: ShadowHolder;
  readonly active: Active | null;
}): Result<PolicyEdit> {
  const view = shadow.view();
  const [held] = shadow.texts;
  if (view === null || held === undefined || active === null)
    return fail('policy.no-candidate', 'no candidate is beside the policy', {
      help: 'put one there with `ghost policy shadow FILE`',
    });
  const [file, ...more] = policyFilesOf(view.files);
  if (file === undefined || more.length > 0)
    return fail('policy.no-candidate', 'a candidate of several layers is promoted by hand', {
      help: 'name its files under `policy:` in config.yaml, and run `ghost policy reload`',
    });
  const text = readPolicyText(file);
  if (!text.ok) return text;
  if (!sameText(held, text.value))
    return fail('policy.no-candidate', `\`${file}\` was changed since it was put beside the policy`, {
      help: 'put it there again, and look at what it would change',
    });
  const target = standsFor(held, active);
  if (target === null)
    return fail('policy.no-candidate', 'no policy file in force has the id of this candidate', {
      help: 'name it under `policy:` in config.yaml, or in the bundle, and run `ghost policy reload`',
    });
  const current = readPolicyText(target);
  if (!current.ok) return current;
  const lists = listsIn(held.included).filter((one) => 'text' in one);
  return ok({
    file: target,
    text: textOf(held.text),
    base: digestOfText(current.value.text),
    ...(lists.length === 0 ? {} : { lists }),
  });
}

/** The file in force whose document has the candidate's id. */
function standsFor(text: PolicyText, { texts, paths }: Active): string | null {
  const own = idOf(text);
  const index = texts.findIndex((one) => idOf(one) === own);
  return own === null ? null : (paths[index] ?? null);
}

/** `null`: the document does not load. */
export function idOf(text: PolicyText): string | null {
  const loaded = loadText(text);
  return loaded.ok ? loaded.value.id : null;
}
