// Phase-38 section 11, as far as it speaks of decisions: what no policy may allow, whatever its file says.
// A document may state them again, and more; it cannot leave these out.
import { BUILT_IN, NEVER_OPEN, set } from '#policy/engine/documents/built-in-addresses.ts';
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import type { Invariant, Severity } from '#policy/engine/documents/document.ts';
import { NAVIGATIONS } from '#policy/engine/documents/open-addresses.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';
import { STORAGE_TYPES } from '#policy/language/vocabulary.ts';

const DENY: Severity = 2;

const atLeast = (id: string, severity: Severity, ...over: readonly ValueSet[]): Invariant => ({
  kind: 'at-least',
  id,
  severity,
  decision: decisionOf(severity),
  over,
  span: BUILT_IN,
});

export const BUILT_IN_INVARIANTS: readonly Invariant[] = [
  /** Saved passwords are never accessible. */
  atLeast('INV-1', DENY, set('capability', 'ACCESS_PASSWORDS')),
  /** Browser history is never accessible. */
  atLeast('INV-2', DENY, set('capability', 'ACCESS_HISTORY')),
  /** Extensions are never installed. */
  atLeast('INV-3', DENY, set('capability', 'INSTALL_EXTENSION')),
  /** Cross-origin storage is never accessible. */
  atLeast('INV-4', DENY, set('storage', ...STORAGE_TYPES), set('origin', 'CROSS_ORIGIN')),
  /** A single tab stays single. */
  atLeast('INV-5', DENY, set('tabAction', 'OPEN_NEW_TAB'), set('tabPolicy', 'SINGLE_TAB')),
  /** The sandbox is always on, and no flag goes round it. */
  atLeast('INV-7', DENY, set('sandbox', false)),
  atLeast('INV-7b', DENY, set('launchFlags', 'FORBIDDEN_FLAG', 'REQUIRED_FLAG_MISSING')),
  /** Metadata services and what else is link-local are never reached. */
  atLeast('INV-12', DENY, set('capability', ...NAVIGATIONS), set('addressClass', ...NEVER_OPEN)),
];
