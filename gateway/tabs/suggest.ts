// Suggests what to do next after an act that failed: to a navigator as acts that the policy knows, to whoever types
// commands as commands. Pure.
// INVARIANT: it never names a way round the policy: no script that removes what is in the way, no click through it.
import type { PageSnapshot, SnapshotNode } from '#executors/contract/snapshot.ts';
import type { ErrorCode, Failure } from '#policy/language/failure.ts';

const DIALOGS = new Set(['dialog', 'alertdialog']);
/** What puts a dialog away without agreeing to anything comes first. */
const CLOSING = [
  /^(?:×|✕|✖|x)$|\b(?:close|dismiss|schliessen|schließen|fermer|cerrar|chiudi)\b/iu,
  /\b(?:reject|decline|deny|refuse|no,? thanks|not now|later|skip|cancel|ablehnen|abbrechen|refuser|rechazar)\b/iu,
  /\b(?:accept|agree|continue|got it|ok|okay|akzeptieren|accepter|aceptar)\b/iu,
];

const GONE = 'SNAPSHOT: the element is not there any more; name what stands there now by its ref';
const RESTLESS =
  'the element moves or changes all the time: HOVER it or WAIT until the page rests, then SNAPSHOT and try again';

/** `act`: after a look at the page, where there was one. `command`: for a terminal, where nothing was looked at. */
type Suggestion = { readonly act?: (after: PageSnapshot | null) => string; readonly command?: string };

const BY_CODE: Readonly<Partial<Record<ErrorCode, Suggestion>>> = {
  'act.ambiguous': {
    act: () => 'SNAPSHOT, then name one of the candidates by its ref',
    command: 'run `ghost snapshot`, and name one of the elements',
  },
  'act.stale-ref': {
    act: () => GONE,
    command: 'the page has changed: run `ghost snapshot`, and act on a ref of it; or add `--auto-retry`',
  },
  'act.unknown-ref': { act: () => GONE, command: 'run `ghost snapshot` to see the refs of the page' },
  'act.covered': {
    act: (after) => {
      const closing = after === null ? null : closingOf(after);
      return closing === null
        ? 'SCROLL, or PRESS Escape where a dialog is open, then SNAPSHOT and try again'
        : `CLICK ${closing.ref} (${closing.role} “${closing.name.slice(0, 40)}”), which puts away what lies above it, then try again`;
    },
    command: 'something lies above it: close it (`ghost press Escape`) or scroll, or add `--auto-retry`',
  },
  'boundary.changed': { act: () => RESTLESS },
  'act.changed': { act: () => RESTLESS },
  'act.uncertain': {
    act: () => 'SNAPSHOT: it may have happened; do it again only where the page shows that it did not',
    command: 'it may have happened: run `ghost snapshot` before you do it again',
  },
  'act.not-actionable': {
    act: () =>
      'SNAPSHOT and read its states: a disabled element waits for others to be filled, a hidden one for what opens it',
    command: 'look at its state in `ghost snapshot`: it may be disabled, hidden or of another kind',
  },
  'act.timed-out': { command: 'look at `ghost observe`, or wait longer with `--timeout`' },
};

/** `after`: the latest look, where there was one. */
export const suggestedAct = (error: Failure, after: PageSnapshot | null): string =>
  BY_CODE[error.code]?.act?.(after) ?? 'SNAPSHOT to see how the page stands now';

/** `null` where the code alone says nothing of what helps. */
export const suggestedCommand = (error: Failure): string | null => BY_CODE[error.code]?.command ?? null;

/** The button that closes the dialog in front, or a banner over the page. */
function closingOf({ nodes }: PageSnapshot): (SnapshotNode & { readonly ref: string }) | null {
  const dialog = nodes.findLastIndex(({ role, box }) => box !== null && DIALOGS.has(role));
  const inside = dialog === -1 ? nodes : within(nodes, dialog);
  const buttons = inside.flatMap((node) =>
    node.ref !== null &&
    ['button', 'link', 'generic'].includes(node.role) &&
    node.inView &&
    node.coveredBy === undefined
      ? [{ ...node, ref: node.ref }]
      : [],
  );
  for (const words of dialog === -1 ? CLOSING.slice(0, 2) : CLOSING) {
    const found = buttons.find(({ name, description }) => words.test(name) || words.test(description ?? ''));
    if (found !== undefined) return found;
  }
  return null;
}

function within(nodes: readonly SnapshotNode[], box: number): readonly SnapshotNode[] {
  const depth = nodes[box]?.depth ?? 0;
  const end = nodes.findIndex((node, at) => at > box && node.depth <= depth);
  return nodes.slice(box + 1, end === -1 ? undefined : end);
}
