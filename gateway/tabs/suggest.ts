// Suggests what to do next after an act that could not be mended (seed 003, 7.3), as acts that the policy knows. Pure.
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

const BY_CODE: Readonly<Partial<Record<ErrorCode, (after: PageSnapshot | null) => string>>> = {
  'act.ambiguous': () => 'SNAPSHOT, then name one of the candidates by its ref',
  'act.stale-ref': () => GONE,
  'act.unknown-ref': () => GONE,
  'act.covered': (after) => {
    const closing = after === null ? null : closingOf(after);
    return closing === null
      ? 'SCROLL, or PRESS Escape where a dialog is open, then SNAPSHOT and try again'
      : `CLICK ${closing.ref} (${closing.role} “${closing.name.slice(0, 40)}”), which puts away what lies above it, then try again`;
  },
  'boundary.changed': () => RESTLESS,
  'act.changed': () => RESTLESS,
  'act.not-actionable': () =>
    'SNAPSHOT and read its states: a disabled element waits for others to be filled, a hidden one for what opens it',
};

/** `after`: the latest look, where there was one. */
export const suggestionFor = (error: Failure, after: PageSnapshot | null): string =>
  BY_CODE[error.code]?.(after) ?? 'SNAPSHOT to see how the page stands now';

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
