// What an order presses: what it names, what stands beside it, what belongs to it, what the page does not show yet. Pure.
// INVARIANT: what commits is pressed at an imperative or behind what was set, and never where its words tell, deny or ask.
import { PRESSES } from '#engines/navigator/offline/grounded/ordered.ts';
import { isRefused } from '#engines/navigator/offline/grounded/said/refused.ts';
import { fold, kindOf, relationOf } from '#engines/navigator/offline/grounded/said/words.ts';
import { commits } from '#engines/navigator/question.ts';
import { CUES, NEGATIONS } from './cues.ts';
import { actsOf, hasThing, type Named, type Scene, thingsThat, stretchText, type Value } from './scene.ts';
import { quoted, type Step, step } from './step.ts';

/** A name in quotes that the page does not show yet: it is looked for and pressed. */
export function sought(scene: Scene): readonly Step[] | null {
  const [one, ...more] = scene.values.filter(({ isQuoted }) => isQuoted);
  if (one === undefined) return unquotedSought(scene);
  const presses =
    /(?<!\p{L})(?:click|press|tap|follow|open|hit|link|tree|tab|section|klick\w*|druck\w*|folge|offne|pulsa\w*|abre|enlace)(?!\p{L})/u.test(
      scene.text,
    );
  if (more.length > 0 || !presses || commits({ name: one.text })) return null;
  const link = /(?<!\p{L})(?:link|enlace)(?!\p{L})/u.test(scene.text);
  return [step(`press ${link ? 'the link ' : ''}“${one.text}”`, [one])];
}

function unquotedSought(scene: Scene): readonly Step[] {
  const [one, ...more] = scene.values;
  const isName = one !== undefined && more.length === 0 && /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*$/u.test(one.text);
  if (!isName || commits({ name: one.text })) return [];
  const [owner, ...others] = scene.named;
  // What a menu of somebody's thing offers once it is open.
  if (owner !== undefined)
    return others.length === 0 &&
      owner.thing.kind === 'TEXT' &&
      /(?<!\p{L})(?:menu|menue|choose|pick|select|wahle?)(?!\p{L})/u.test(scene.text)
      ? [step(`press “${one.text}” on the post by ${quoted(owner)}`, [one, owner])]
      : [];
  const presses =
    /(?<!\p{L})(?:click|press|tap|follow|open|hit|klick\w*|druck\w*|folge|offne|pulsa\w*|abre|haz)(?!\p{L})/u.test(
      scene.text,
    );
  return presses ? [step(`press “${one.text}”`, [one])] : [];
}

/** Buttons, links and what else is pressed, each with what it belongs to or stands beside. `null`: one is not asked for. */
export function pressings(scene: Scene, hasMore: boolean): readonly Step[] | null {
  const presses = thingsThat(scene, 'PRESS');
  const texts = thingsThat(scene, 'TEXT');
  const relation = scene.tokens.flatMap((token, at) => {
    const how = token.kind === 'WORD' ? relationOf(token.folded) : null;
    return how === null || !isPlace(scene, how, at) ? [] : [{ how, at }];
  })[0];
  if (relation !== undefined && !hasMore) {
    const beside = besides(scene, relation, presses, texts);
    if (beside !== null) return beside;
  }
  const asks =
    hasMore ||
    presses.length > 1 ||
    scene.tokens.some(
      ({ folded, kind }) =>
        kind === 'WORD' &&
        (actsOf(folded).some((act) => act === 'CLICK' || act === 'CHOOSE') || PRESSING.test(folded)),
    );
  if (presses.length === 0) {
    const [text] = texts;
    return !hasMore && asks && texts.length === 1 && text !== undefined && !hasThing(scene, 'FIELD', 'BOX')
      ? [step(`press ${quoted(text)}`, [text])]
      : [];
  }
  if (!asks) return null;
  const steps: Step[] = [];
  for (const press of presses) {
    const isSent = hasMore && SENDS.test(press.thing.name) && !isDenied(scene, press);
    const isBinding = commits({ name: press.thing.name });
    if (isBinding && !(isNamedWhole(press) && (isSent || isOrdered(scene, press)))) return null;
    const owner = press.thing.count > 1 ? ownerOf(press, texts, scene) : null;
    if (press.thing.count > 1 && owner === null) return null;
    const verb = CUES.doubles.test(scene.text) && presses.length === 1 ? 'double click on' : 'press';
    const role = ['button', 'link', 'tab'].includes(press.thing.role) ? ` ${press.thing.role}` : '';
    steps.push(
      step(`${verb} the ${quoted(press)}${role}${owner === null ? '' : ` for “${owner}”`}`, [press]),
    );
  }
  return steps;
}

/** "The only thing left", "right away" are no places; "to the left", "its right", "links von" are. */
const isPlace = ({ tokens }: Scene, how: string, at: number): boolean =>
  !how.endsWith(' of') ||
  /^(?:of|from|von|de)$/u.test(tokens[at + 1]?.folded ?? '') ||
  /^(?:the|its|to|on|a|la|su)$/u.test(tokens[at - 1]?.folded ?? '');

const PRESSING =
  /^(?:button|link|tab|knopf|boton|enlace|go|see|want|need|like|show|get|finish|done|please|pls|bitte|porfa)$/u;

/** Whose it is: what is named nearest, before or behind it. */
function ownerOf(press: Named, texts: readonly Named[], { values }: Scene): string | null {
  const far = ({ at }: Named | Value): number => Math.abs(at - press.at);
  const [text] = texts.toSorted((a, b) => far(a) - far(b));
  if (text !== undefined) return text.words;
  const [value] = values.toSorted((a, b) => far(a) - far(b));
  return value?.text ?? null;
}

function besides(
  scene: Scene,
  relation: { readonly how: string; readonly at: number },
  presses: readonly Named[],
  texts: readonly Named[],
): readonly Step[] | null {
  const all = [...presses, ...texts, ...scene.excluded].toSorted((a, b) => a.at - b.at);
  const repeated = presses.find(({ thing }) => thing.count > 1);
  const anchor =
    all.find((one) => one.at > relation.at && one !== repeated) ??
    all.findLast((one) => one.at < relation.at && one !== repeated);
  if (anchor === undefined) return null;
  // "Under the Botany link": the word for a kind is the anchor's own, and nothing else is named.
  const own = scene.tokens.flatMap(({ folded }, at) => (kindOf(folded) === null ? [] : [at]));
  if (
    presses.length === 1 &&
    presses[0] === anchor &&
    own.every((at) => at >= anchor.at - 1 && at <= anchor.end)
  )
    return null;
  const target = presses.find((one) => one !== anchor);
  if (
    target !== undefined &&
    commits({ name: target.thing.name }) &&
    !(isNamedWhole(target) && isOrdered(scene, target))
  )
    return null;
  const what =
    target === undefined
      ? /\b(?:link|enlace)\b/u.test(scene.text)
        ? 'link'
        : 'button'
      : `${quoted(target)} button`;
  return [
    step(
      `press the ${what} ${relation.how === 'right of' ? 'to the right of' : relation.how === 'left of' ? 'to the left of' : relation.how} ${quoted(anchor)}`,
      [anchor, ...(target === undefined ? [] : [target])],
    ),
  ];
}

/** "Delete" of an order is no "Delete account" of the page. */
const isNamedWhole = ({ words, thing }: Named): boolean => fold(words).trim() === fold(thing.name).trim();

/** What sends a form that was set in the same order: named at all, it is meant, unless its words deny it. */
const SENDS = /^(?:submit|send|save|confirm|ok|apply|absenden|senden|speichern|enviar|guardar|confirmar)$/iu;
const isDenied = ({ tokens, excluded }: Scene, { stretch }: Named): boolean =>
  excluded.some((one) => one.stretch === stretch) ||
  tokens.some((one) => one.stretch === stretch && one.kind === 'WORD' && NEGATIONS.test(one.folded));

/** What commits is pressed where the words beside it say so, or at the end of what is set before it. */
function isOrdered(scene: Scene, press: Named): boolean {
  const { tokens } = scene;
  const own = stretchText(scene, press.stretch);
  // Told, denied, or done by somebody else.
  if (isRefused(own) || scene.excluded.some(({ stretch }) => stretch === press.stretch)) return false;
  const isBare = (stretch: number): boolean =>
    !tokens.some((one) => one.stretch === stretch && (one.kind !== 'WORD' || kindOf(one.folded) !== null)) &&
    !scene.named.some((one) => one.stretch === stretch);
  const near = [press.stretch, ...(isBare(press.stretch + 1) ? [press.stretch + 1] : [])];
  const isPressed = tokens.some(
    ({ folded, kind, stretch }) => kind === 'WORD' && near.includes(stretch) && PRESSES.test(folded),
  );
  // A row of names, and one verb for all of them.
  const isRow =
    scene.named.length > 1 &&
    scene.named.every(({ thing }) => thing.kind === 'PRESS') &&
    tokens.some(({ folded, kind }) => kind === 'WORD' && PRESSES.test(folded));
  if (isRow && !scene.isNegated) return true;
  const before = tokens[press.at - 1]?.folded ?? '';
  const isVerb = ADVERBS.test(before);
  const isAlone =
    tokens[press.at]?.isFirst === true &&
    !/\b(?:is|was|are|has|may|can|should|would|will|ist|es|esta)\b/u.test(own);
  return isPressed || isVerb || isAlone;
}

const ADVERBS =
  /^(?:and|then|und|dann|danach|y|luego|despues|please|bitte|finally|just|to|first|primero|erst|zuerst|ultimo|schluss|afterwards|straight)$/u;
