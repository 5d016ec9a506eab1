// The shipped policies as texts, how layers are named, and the day that `expires` is held against: for the client's policy commands.
import { existsSync } from 'node:fs';
import { SHIPPED, readPolicyText, todayOf } from '#gateway/settings/policy-source.ts';
import { loadWithParents } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';

/** What a policy may extend without its parent being named. */
export function shippedTexts(): readonly PolicyText[] {
  return Object.values(SHIPPED).flatMap((file) => {
    const text = readPolicyText(file);
    return text.ok ? [text.value] : [];
  });
}

/** The day that `expires` is held against. */
export const today = (): string => todayOf(Date.now());

/** Layers one by one, the upper first, or several in one word, parted by commas; a file that is called so is itself. */
export const layersNamed = (given: readonly string[]): readonly string[] =>
  given.flatMap((one) =>
    existsSync(one)
      ? [one]
      : one
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== ''),
  );

/** Shipped parents of the first layer, which nobody has to name. One that does not load has none: the check says why. */
export function shippedParentsOf(texts: readonly PolicyText[]): readonly PolicyText[] {
  const [first] = texts;
  if (first === undefined) return [];
  const known = shippedTexts().filter((text) => text.file !== first.file);
  const layers = loadWithParents(first, known);
  if (!layers.ok) return [];
  const above = layers.value.slice(0, -1).map(({ file }) => file);
  // One that is named stands where it is named, also where that is wrong.
  if (texts.some(({ file }) => above.includes(file))) return [];
  return above.flatMap((file) => known.filter((text) => text.file === file));
}
