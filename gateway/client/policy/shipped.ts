// The shipped policies as texts, and the day that `expires` is held against: for the client's policy commands.
import { SHIPPED, readPolicyText, todayOf } from '#gateway/settings/policy-source.ts';
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
