// Finds a form that was filled in and not sent, where nobody asked for it to be sent: what stands in it may come to nothing. Pure.
// INVARIANT: it only takes sureness away; no step is made because of it, and a form that the person speaks of sending is left alone.
import type { MemoryEntry, ObservedNode } from '#engines/navigator/contract.ts';
import type { Witness } from '#engines/navigator/verify.ts';
import { fold } from './fold.ts';

const SENDS =
  /^(?:submit|send|save|apply|confirm|update|ok|okay|done|finish|absenden|senden|abschicken|speichern|übernehmen|bestätigen|fertig|enviar|guardar|aplicar|confirmar|aceptar|listo)(?: (?:changes|form|answers?|settings|änderungen|formular|cambios|formulario))?$/u;
/** The words of sending, whatever the button is called: said in an order, they say what is to become of the form. */
const SPEAKS_OF_SENDING =
  /(?<!\p{L})(?:submit|send|save|apply|confirm|(?:ab)?send|(?:ab)?schick|speicher|bestätig|envi|guard|confirm)\p{L}*(?!\p{L})/iu;
/** What holds what a person sets in a form that is sent. */
const SET: ReadonlySet<string> = new Set(
  'textbox searchbox spinbutton slider combobox listbox checkbox switch radio option'.split(' '),
);
/** A form ends where one of these does. */
const PLACES: ReadonlySet<string> = new Set(
  'form search dialog alertdialog banner navigation contentinfo complementary region'.split(' '),
);

/** The name of the button that would send what was set last, and was not pressed since; `null` where there is none. */
export function leftUnsent(
  { entries, observation: { nodes } }: Pick<Witness, 'entries' | 'observation'>,
  asked: string,
): string | null {
  const last = entries.findLast((entry) => isAct(entry));
  if (last === undefined || !isSetting(last) || SPEAKS_OF_SENDING.test(asked)) return null;
  const at = nodes.findIndex(({ ref, role }) => ref === last.proposal.ref && role === last.element?.role);
  if (at < 0) return null;
  const place = placeOf(nodes, at);
  const sends = nodes.find(
    ({ role, name, ref, states }, i) =>
      i > at &&
      role === 'button' &&
      ref !== null &&
      !states.includes('disabled') &&
      SENDS.test(fold(name)) &&
      placeOf(nodes, i) === place,
  );
  return sends === undefined || fold(asked).includes(fold(sends.name)) ? null : sends.name;
}

const isAct = ({ proposal: { action }, outcome }: MemoryEntry): boolean =>
  (action === 'CLICK' || action === 'TYPE') && (outcome === 'done' || outcome === 'unchanged');

/** Typed and not sent with the Enter key, or chosen. */
const isSetting = ({ proposal: { text }, element }: MemoryEntry): boolean =>
  SET.has(element?.role ?? '') && text?.endsWith('\n') !== true && text?.startsWith('key:') !== true;

/** The part of the page that a node stands in, by its place in the list; -1 for the page itself. */
function placeOf(nodes: readonly ObservedNode[], at: number): number {
  let depth = nodes[at]?.depth ?? 0;
  for (let i = at - 1; i >= 0 && depth > 0; i -= 1) {
    const node = nodes[i];
    if (node === undefined || node.depth >= depth) continue;
    depth = node.depth;
    if (PLACES.has(node.role)) return i;
  }
  return -1;
}
