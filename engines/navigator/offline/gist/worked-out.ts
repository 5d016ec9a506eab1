// Values that an order does not say but asks to be read, reckoned, found by tries, or set in steps. Pure. INVARIANT: which value it is
// comes of the person's words; what it is comes of the page when it is done.
import { countIn, CUES, placed } from './cues.ts';
import { thingsThat } from './scene.ts';
import { fields, nthSaid, quoted, type Special, step } from './step.ts';

/** What goes into the field is not said but has to be found out. */
export const workedOut: Special = (scene) => {
  const { text, values } = scene;
  const named = thingsThat(scene, 'FIELD');
  const into = named.filter(
    (one, at) => named.findIndex(({ thing }) => thing.name === one.thing.name) === at,
  );
  const [field] = into;
  if (values.some(({ isQuoted }) => isQuoted) || into.length > 1 || fields(scene) === 0) return null;
  const target = field === undefined ? 'the text field' : `the ${field.words} field`;
  const uses = field === undefined ? [] : [field];
  const nth = nthSaid(scene);
  const at = field?.at ?? 0;
  if (CUES.word.test(text) && nth !== null)
    return step(
      `enter the ${placed(nth.nth)} word of the ${TEXTS.exec(text)?.[0] ?? 'text'} into ${target}`,
      uses,
      at,
    );
  const day = DAYS.exec(text)?.[0];
  const [date] = values;
  if (day !== undefined && (date !== undefined || thingsThat(scene, 'TEXT').length === 1)) {
    const [label] = thingsThat(scene, 'TEXT');
    const after = date?.text ?? label?.words ?? '';
    const name = field === undefined ? 'date' : field.words;
    return step(
      `set the ${name} to ${day.replace(/past$/u, 'after')} ${after}`,
      [...uses, ...values, ...thingsThat(scene, 'TEXT')],
      at,
    );
  }
  if (CUES.solves.test(text)) return step(`solve the problem and enter the answer into ${target}`, uses, at);
  const texts = thingsThat(scene, 'TEXT');
  const [one, two, ...more] = texts;
  if ((CUES.sums.test(text) || text.includes(' + ')) && one !== undefined && more.length === 0)
    return step(
      two === undefined
        ? `enter the sum of the ${one.words} column into ${target}`
        : `enter the sum of ${one.words} and ${two.words} into ${target}`,
      [...texts, ...uses],
      at,
    );
  if (nth !== null && LISTED.test(text) && CUES.writes.test(text) && fields(scene) === 1)
    return step(`enter the name of the ${placed(nth.nth)} entry of the list into ${target}`, uses, at);
  if (!CUES.copies.test(text) && !CUES.writes.test(text)) return null;
  if (CUES.copies.test(text) && AREAS.test(text) && fields(scene) > 1)
    return step(
      `copy the text from the ${nth === null ? '' : `${placed(nth.nth)} `}text area into the text field`,
      into,
      at,
    );
  if (one === undefined || more.length > 0 || values.length > 0) return null;
  // The fact has a small letter or heads a column; whose it is has a capital.
  const [fact, whose] =
    two !== undefined && /^\p{Lu}/u.test(one.words) && !/^\p{Lu}/u.test(two.words) ? [two, one] : [one, two];
  const owner = whose === undefined ? '' : ` of ${whose.words}`;
  return step(`enter the ${fact.words}${owner} into ${target}`, [...texts, ...uses], at);
};

/** In English, so that it is read as it stands. */
const DAYS =
  /(?<!\S)(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:days?|weeks?) (?:after|before|later than|from|past)(?!\p{L})/u;

const TEXTS = /text ?area|paragraph/u;

const AREAS = /text ?areas?|textfeld(?:er)?|areas?/u;

const LISTED =
  /(?<!\p{L})(?:list(?:e|a)?|persons?|people|names?|entr(?:y|ies)|items?|person(?:en)?|namen?|eintrag|personas?|nombres?)(?!\p{L})/u;

/** So many of each: "one Rice and two Eggs". */
export const amounts: Special = (scene) => {
  const { named, tokens, text } = scene;
  const wanted = named.flatMap((one) => {
    const count = countIn(tokens[one.at - 1]?.folded ?? '') ?? countIn(tokens[one.at - 2]?.folded ?? '');
    return count !== null && one.thing.kind === 'TEXT' ? [{ one, count }] : [];
  });
  const steps = scene.things.filter(({ kind, name }) => kind === 'PRESS' && /^[+−–-]$/u.test(name));
  const [only] = wanted;
  const spinner =
    scene.things.filter(({ role }) => role === 'spinbutton').reduce((sum, { count }) => sum + count, 0) > 1;
  if (spinner && only !== undefined && wanted.length === 1)
    return step(`set the quantity of ${quoted(only.one)} to ${only.count}`, [
      only.one,
      ...scene.values.filter(({ text: said }) => said === String(only.count)),
    ]);
  if (wanted.length === 0 || steps.length === 0) return null;
  const orders = /\b(?:order|bestell\w*|pedido|pide|place|checkout)\b/u.test(text)
    ? ' and place the order'
    : '';
  return step(`get ${wanted.map(({ one, count }) => `${count} ${one.words}`).join(' and ')}${orders}`, [
    ...wanted.map(({ one }) => one),
    ...thingsThat(scene, 'PRESS'),
  ]);
};

/** As many sliders as there are figures. */
export const sliders: Special = (scene) => {
  const there = scene.things
    .filter(({ role }) => role === 'slider')
    .reduce((sum, { count }) => sum + count, 0);
  const figures = scene.values.filter(({ text }) => /^-?\d+(?:[.,]\d+)?$/u.test(text));
  return there > 1 && figures.length === there
    ? step(`set the sliders to the combination [${figures.map(({ text }) => text).join(', ')}]`, [
        ...figures,
        ...thingsThat(scene, 'FIELD'),
      ])
    : null;
};

/** Tries within bounds, by what the page says to each. */
export const guess: Special = (scene) => {
  const figures = scene.values.filter(({ text }) => /^\d+$/u.test(text));
  const [low, high, ...more] = figures;
  const [press] = thingsThat(scene, 'PRESS');
  if (low === undefined || high === undefined || more.length > 0 || fields(scene) !== 1) return null;
  return /\b(?:guess\w*|higher|lower|too (?:high|low)|rate|raten|errat\w*|adivina\w*)\b/u.test(scene.text)
    ? step(
        `guess a number from ${low.text} to ${high.text}${press === undefined ? '' : ` and press ${press.words}`}`,
        [low, high, ...thingsThat(scene, 'FIELD'), ...(press === undefined ? [] : [press])],
      )
    : null;
};
