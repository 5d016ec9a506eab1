// Which value of an order goes into which field: by the field's name, by what the person tells of themselves, by the kind of value. Pure.
// INVARIANT: no field gets two values, and a quotation that has no field leaves the order unread.
import { saysSomething } from '#engines/navigator/offline/grounded/mentions.ts';
import { searchBox } from '#engines/navigator/offline/page/ground.ts';
import { parseDay, parseTime } from '#engines/navigator/offline/words/dates.ts';
import { CUES, placed } from './cues.ts';
import { type Named, type Scene, thingsThat, type Value } from './scene.ts';
import { nthSaid, quoted, type Step, step } from './step.ts';

/** Values and the fields that they are for. `null`: one of them has none. */
export function fillings(scene: Scene): readonly Step[] | null {
  const fields = distinct(thingsThat(scene, 'FIELD', 'LIST'));
  const values = scene.values;
  if (values.length === 0) return emptied(scene, fields);
  const there = scene.things.filter(({ kind }) => kind === 'FIELD');
  if (there.length === 0 && fields.length === 0) return [];
  const both = /\b(?:both|twice|two|each|beide\w*|zweimal|ambos|dos veces)\b/u.test(scene.text);
  const [value] = values;
  const isSecret = there.length >= 2 && value !== undefined && values.length === 1 && both;
  if (isSecret) return [step(`type “${value.text}” into both text fields`, [value, ...fields])];
  const pairs = inPairs(scene, fields);
  const steps: Step[] = [];
  for (const [one, field] of pairs) {
    const into =
      field ??
      told(scene, one) ??
      typed(scene, one) ??
      nthField(scene, one) ??
      (isForLone(scene, one) && !isWrittenIntoSearch(scene) ? 'the text field' : null);
    if (into === null) {
      if (one.isQuoted && there.length > 0 && !CUES.hides.test(scene.text)) return null;
      continue;
    }
    const text = valueOf(scene, one);
    steps.push(
      step(
        typeof into === 'string'
          ? `enter “${text}” into ${into}`
          : `enter “${text}” into the ${quoted(into)} field${sectionOf(scene, into)}`,
        typeof into === 'string' ? [one] : [one, into],
        one.at,
      ),
    );
  }
  return steps;
}

/** What is written to somebody goes into no search, where that is the only field. */
const isWrittenIntoSearch = ({ outline, text }: Scene): boolean =>
  WRITTEN.test(text) && searchBox(outline, true) !== null;
const WRITTEN =
  /\b(?:messages?|repl(?:y|ies)|respond|comments?|notes?|answer|e ?mails?|nachricht|antwort\w*|mensaje|respuesta|responde)\b/u;

/** Of several fields of that name, the one in the part of the page that is named as well. */
const sectionOf = (scene: Scene, { thing }: Named): string => {
  const [place, ...more] = thing.count > 1 ? thingsThat(scene, 'TEXT') : [];
  return place === undefined || more.length > 0 ? '' : ` in the section ${quoted(place)}`;
};

function valueOf(scene: Scene, { text }: Value): string {
  if (CUES.capitals.test(scene.text)) return text.toUpperCase();
  return CUES.smalls.test(scene.text) ? text.toLowerCase() : text;
}

/** "Empty the city field". */
const emptied = ({ text }: Scene, fields: readonly Named[]): readonly Step[] => {
  const [field] = fields;
  return fields.length === 1 &&
    field !== undefined &&
    /\b(?:empt(?:y|ied)|clear(?:ed)?|blank|delete|erase|leer\w*|losch\w*|vaci\w*|borra\w*)\b/u.test(text)
    ? [step(`empty the ${quoted(field)} field`, [field])]
    : [];
};

/** The same field named twice is one. */
const distinct = (fields: readonly Named[]): readonly Named[] =>
  fields.filter((one, at) => fields.findIndex(({ thing }) => thing.name === one.thing.name) === at);

/** Each value with the field that is named for it: all in a row, else the nearest in its stretch, no field twice. */
function inPairs(
  { values, tokens }: Scene,
  fields: readonly Named[],
): readonly (readonly [Value, Named | null])[] {
  if (fields.length === values.length) return values.map((one, at) => [one, fields[at] ?? null]);
  const far = (field: Named, value: Value): number =>
    Math.abs(field.at - value.at) + (field.stretch === value.stretch ? 0 : tokens.length);
  const near = fields.flatMap((field) => values.map((value) => ({ field, value, far: far(field, value) })));
  const taken = new Map<Value, Named>();
  for (const { field, value, far: how } of near.toSorted((a, b) => a.far - b.far)) {
    const isFree = !taken.has(value) && ![...taken.values()].includes(field);
    if (isFree && (how < tokens.length || fields.length === 1)) taken.set(value, field);
  }
  return values.map((one) => [one, taken.get(one) ?? null]);
}

/** By what the person says before it of themselves: "I am", "from", "aged". */
function told({ tokens, things }: Scene, value: Value): string | null {
  const before = tokens
    .slice(Math.max(0, value.at - 4), value.at)
    .filter(({ stretch }) => stretch === value.stretch)
    .map(({ folded }) => folded)
    .join(' ');
  const after = tokens[value.end]?.folded ?? '';
  for (const [says, fits] of TELLS) {
    if (!says.test(before) && !(says === AGED && /^(?:years?|jahre|anos)$/u.test(after))) continue;
    const [one, ...more] = things.filter(({ kind, name }) => kind === 'FIELD' && fits.test(name));
    if (one !== undefined && more.length === 0) return `the ${one.name.replace(/["“”]/gu, '')} field`;
  }
  return null;
}

const AGED = /\b(?:aged?|turned|tengo)$/u;

const TELLS: readonly (readonly [RegExp, RegExp])[] = [
  [AGED, /^(?:age|alter|edad)\b/iu],
  [
    /\b(?:i m|i am|call(?:ed)? me|m called|name s|name is|ich bin|heisse|me llamo|llamo|soy|sign (?:as|with)|user)$/u,
    /\b(?:user ?name|user|login|name|nombre|benutzer\w*)$/iu,
  ],
  [
    /\b(?:from|live in|living in|wohne in|aus|vivo en|soy de)$/u,
    /\b(?:city|town|place|stadt|ort|ciudad)\b/iu,
  ],
  [/\b(?:password|passwort|contrasena|clave)(?: is| ist| es)?$/u, /pass|kennwort|contrase/iu],
];

/** A day, a time, a number, a colour: by the one field that takes such values. */
function typed({ things }: Scene, { text }: Value): string | null {
  const only = (fits: (thing: Scene['things'][number]) => boolean): string | null => {
    const found = things.filter((thing) => thing.kind === 'FIELD' && fits(thing));
    const [one] = found;
    return found.length === 1 && one !== undefined
      ? one.name === ''
        ? null
        : `the ${one.name.replace(/["“”]/gu, '')} field`
      : null;
  };
  if (parseDay(text) !== null)
    return only(({ name }) => /date|day|when|datum|tag|fecha|dia/iu.test(name)) ?? 'the date field';
  if (parseTime(text) !== null && /\d[:.]\d|[ap]m/iu.test(text))
    return only(({ name }) => /time|hour|uhr|zeit|hora/iu.test(name)) ?? 'the time field';
  if (/@\S+\.\S/u.test(text)) return only(({ name }) => /mail/iu.test(name));
  if (/^#[0-9a-f]{3,8}$/iu.test(text)) return only(({ name }) => /colou?r|farbe/iu.test(name));
  if (/^-?\d+(?:[.,]\d+)?$/u.test(text)) {
    const slider = things.filter(({ role }) => role === 'slider' || role === 'spinbutton');
    if (slider.length === 1)
      return slider[0]?.name === ''
        ? slider[0].role === 'slider'
          ? 'the slider'
          : 'the number field'
        : `the ${slider[0]?.name ?? ''} field`;
  }
  return null;
}

function nthField(scene: Scene, value: Value): string | null {
  const near = scene.tokens.filter(({ stretch }) => stretch === value.stretch);
  const nth = nthSaid({ ...scene, tokens: near }) ?? nthSaid(scene);
  return nth !== null && /\b(?:fields?|box(?:es)?|inputs?|text|felde?r?|campos?|textfeld)\b/u.test(scene.text)
    ? `the ${placed(nth.nth)} text field`
    : null;
}

const lone = ({ things }: Scene): boolean => {
  const found = things.filter(({ kind, role }) => kind === 'FIELD' && role !== 'slider');
  return found.length === 1 && found[0]?.count === 1;
};

/** The only field takes it, where no other one is spoken of, and a bare word is said to be written. */
function isForLone(scene: Scene, value: Value): boolean {
  const { tokens, named } = scene;
  const isOther = tokens.some(
    (token, at) =>
      token.stretch === value.stretch &&
      token.kind === 'WORD' &&
      saysSomething(token) &&
      FOR.test(tokens[at - 1]?.folded ?? '') &&
      !named.some((one) => one.at <= at && at < one.end) &&
      !(value.at <= at && at < value.end),
  );
  return lone(scene) && !isOther && (value.isQuoted || CUES.writes.test(scene.text));
}

const FOR = /^(?:as|the|my|for|als|mein|como|mi)$/u;
