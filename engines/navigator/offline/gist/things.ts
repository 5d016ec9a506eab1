// What is done with things as a whole: a mail of somebody, something searched for, dragged, closed, deleted by a command. Pure.
// INVARIANT: whose thing it is, or where it goes, is said; one of several is never taken for it.
import { countIn, CUES, placed } from './cues.ts';
import { hasThing, type Named, thingsThat, type Value } from './scene.ts';
import { fields, nthSaid, quoted, type Special, step } from './step.ts';

/** A mail of somebody: starred, deleted, answered, passed on. */
export const mail: Special = (scene) => {
  const { text, tokens, values, named } = scene;
  if (
    !hasThing(scene, 'PRESS') ||
    fields(scene) > 0 ||
    thingsThat(scene, 'BOX', 'RADIO', 'OPTION').length > 0
  )
    return null;
  const people = [
    ...values.filter(({ isQuoted }) => !isQuoted),
    ...named.filter(({ thing }) => thing.kind !== 'FIELD'),
  ].toSorted((a, b) => a.at - b.at);
  const body = values.find(({ isQuoted }) => isQuoted);
  const nameOf = (one: Named | Value): string => (one.is === 'VALUE' ? one.text : one.words);
  const toward = people.find(({ at }) => /^(?:to|an|a|para)$/u.test(tokens[at - 1]?.folded ?? ''));
  const sender = people.find((one) => one !== toward) ?? people[0];
  if (sender === undefined) return null;
  const isMail = CUES.mails.test(text);
  if (CUES.replies.test(text) && body !== undefined)
    return step(`reply to the email from “${nameOf(sender)}” with the text “${body.text}”`, [sender, body]);
  if (CUES.forwards.test(text) && people.length === 2) {
    const to = toward ?? people[1];
    const from = people.find((one) => one !== to);
    return to === undefined || from === undefined
      ? null
      : step(`forward the email from “${nameOf(from)}” to “${nameOf(to)}”`, [from, to]);
  }
  if (people.length !== 1 || (!isMail && !CUES.stars.test(text))) return null;
  if (CUES.stars.test(text)) return step(`star the email from “${nameOf(sender)}”`, [sender]);
  return CUES.deletes.test(text) ? step(`delete the email from “${nameOf(sender)}”`, [sender]) : null;
};

export const search: Special = (scene) => {
  const { text, values, things } = scene;
  const [value, ...more] = values;
  const there = things.some(
    ({ kind, role, name }) =>
      role === 'searchbox' ||
      (kind === 'FIELD' && /search|such|busc/iu.test(name)) ||
      (kind === 'PRESS' && /^(?:search|suchen?|buscar)$/iu.test(name)),
  );
  if (!there || value === undefined || more.length > 0 || !CUES.searches.test(text) || fields(scene) !== 1)
    return null;
  const buttons = thingsThat(scene, 'PRESS', 'FIELD');
  const nth = nthSaid(scene);
  return step(`search for “${value.text}”${nth === null ? '' : ` and open the ${placed(nth.nth)} result`}`, [
    value,
    ...buttons,
  ]);
};

export const drag: Special = (scene) => {
  const { text, named, tokens } = scene;
  const takesPlace = /\b(?:goes|belongs|should (?:be|go|come)|shall (?:be|go)|comes)\b/u.test(text);
  if (!(CUES.drags.test(text) || takesPlace) || hasThing(scene, 'FIELD', 'BOX')) return null;
  const [one, two, ...more] = named;
  if (one === undefined || more.length > 0) return null;
  const nth = nthSaid(scene);
  const count = tokens.findIndex(
    ({ folded }, at) =>
      countIn(folded) !== null &&
      /^(?:position|place|platz|stelle|posicion|lugar|number|no)$/u.test(tokens[at - 1]?.folded ?? ''),
  );
  if (two === undefined) {
    if (/\b(?:top|beginning|start|oben|anfang|arriba|principio)\b/u.test(text))
      return step(`move ${quoted(one)} to the top of the list`, [one]);
    if (/\b(?:bottom|end|unten|ende|abajo|final)\b/u.test(text))
      return step(`move ${quoted(one)} to the bottom of the list`, [one]);
    const place = count >= 0 ? countIn(tokens[count]?.folded ?? '') : (nth?.nth ?? null);
    return place === null || place < 1
      ? null
      : step(`drag ${quoted(one)} to position ${place} in the list`, [one]);
  }
  if (!DRAGS.test(text)) return null;
  const isPlace = ({ at }: Named): boolean =>
    [1, 2, 3].some((far) =>
      /^(?:to|into|in|onto|on|inside|over|zu|zum|zur|ins|auf|nach|an|a|al|en|hasta|sobre)$/u.test(
        tokens[at - far]?.folded ?? '',
      ),
    );
  const [what, to] = isPlace(one) && !isPlace(two) ? [two, one] : [one, two];
  return step(`drag ${quoted(what)} to ${quoted(to)}`, [one, two]);
};

const DRAGS =
  /(?<!\p{L})(?:drag\w*|drop\w*|mov(?:e|ed|ing)|gezogen|zieh\w*|\w*schieb\w*|arrastr\w*|mueve|mover|lleva)(?!\p{L})/u;

export const dialog: Special = (scene) =>
  CUES.closes.test(scene.text) &&
  CUES.dialog.test(scene.text) &&
  thingsThat(scene, 'PRESS').length === 0 &&
  scene.values.length === 0 &&
  scene.outline.items.some(({ node: { role } }) => role === 'dialog' || role === 'alertdialog')
    ? step('close the dialog', [], 0)
    : null;

/** A file, by the lines that are typed to a terminal. */
export const terminal: Special = ({ text, tokens }) => {
  const ending = tokens.find(
    ({ text: said }) =>
      /^\.?[a-z0-9]{2,4}$/iu.test(said) &&
      new RegExp(`\\.${said.replace(/^\./u, '')}(?![\\w])`, 'u').test(text),
  );
  return /\b(?:terminal|shell|console|command line|konsole|consola)\b/u.test(text) &&
    CUES.deletes.test(text) &&
    ending !== undefined
    ? step(
        `With the terminal, remove the file whose name ends in .${ending.text.replace(/^\./u, '')}.`,
        [],
        0,
      )
    : null;
};
