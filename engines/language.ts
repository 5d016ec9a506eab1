// Words: normalising, light stemming, a small list of generic synonyms, similarity of phrases.
// INVARIANT: nothing here names a site, a product or a task; every function is pure.

/** Lower case, no accents, typographic quotes and dashes made plain, white space collapsed. */
export function normalise(text: string): string {
  const known = NORMALISED.get(text);
  if (known !== undefined) return known;
  const plain = normalised(text);
  if (text.length > MAX_CACHED_CHARACTERS) return plain;
  if (NORMALISED.size >= MAX_CACHED_TEXTS) NORMALISED.clear();
  NORMALISED.set(text, plain);
  return plain;
}
/** A page's names are compared many times over: each text is taken apart once. Only what follows from the text is kept. */
const NORMALISED = new Map<string, string>();
const MAX_CACHED_TEXTS = 8_000;
const MAX_CACHED_CHARACTERS = 400;

function normalised(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .replace(/[‘’‛]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/\be-mail/g, 'email');
}

const STOP_WORDS = new Set(
  'a an the of for to in on at by from with and or is are was were be been it its they their them this that these those my your our me i we you he she his her please there here some any do does did has have had all as'.split(
    ' ',
  ),
);

const IRREGULAR: Readonly<Record<string, string>> = {
  mice: 'mouse',
  men: 'man',
  women: 'woman',
  people: 'person',
  children: 'child',
  feet: 'foot',
  geese: 'goose',
  teeth: 'tooth',
  wrote: 'write',
  written: 'write',
  bought: 'buy',
  sold: 'sell',
  found: 'find',
  led: 'lead',
  built: 'build',
  made: 'make',
  spoken: 'speak',
  died: 'death',
  die: 'death',
  dead: 'death',
  born: 'birth',
};

const INVARIABLE = new Set('news series species means lens maths'.split(' '));

/** Plural and the commonest endings; a stem is only ever compared with another stem. */
export function stem(word: string): string {
  if (INVARIABLE.has(word) || /\d/.test(word)) return word;
  let w = (IRREGULAR[word] ?? word).replace(/'s?$/, '');
  if (w.length > 4 && w.endsWith('ies')) w = `${w.slice(0, -3)}y`;
  else if (w.length > 4 && /(ss|sh|ch|x|z)es$/.test(w)) w = w.slice(0, -2);
  else if (w.length > 3 && w.endsWith('s') && !/(ss|us|is)$/.test(w)) w = w.slice(0, -1);
  if (w.length > 4 && w.endsWith('ie')) w = `${w.slice(0, -2)}y`;
  if (w.length > 5 && w.endsWith('ing')) w = w.slice(0, -3);
  else if (w.length > 4 && w.endsWith('ed')) w = w.slice(0, -2);
  else if (w.length > 5 && w.endsWith('er')) w = w.slice(0, -2);
  if (w.length > 4 && w.endsWith('e')) w = w.slice(0, -1);
  return w.length > 3 && /([^aeiou])\1$/.test(w) && !/(ll|ss)$/.test(w) ? w.slice(0, -1) : w;
}

export function tokens(text: string): readonly string[] {
  return normalise(text)
    .split(/[^\p{L}\p{N}'.]+|\.(?=\s|$)/u)
    .map((word) => word.replace(/^['.]+|(?<!['.])['.]+$/g, ''))
    .filter((word) => word !== '');
}

/** Stems of the words that carry meaning; all words where none does. */
export function contentStems(text: string): readonly string[] {
  return read(text).stems;
}

/** A stem with what is asked of it for each other one: looked up once a text, and not once a pair. */
type Known = {
  readonly stem: string;
  readonly hasDigit: boolean;
  readonly groups: ReadonlySet<number> | undefined;
};
type Read = { readonly plain: string; readonly stems: readonly string[]; readonly known: readonly Known[] };
const READ = new Map<string, Read>();

function read(text: string): Read {
  const known = READ.get(text);
  if (known !== undefined) return known;
  const words = tokens(text);
  const content = words.filter((word) => !STOP_WORDS.has(word));
  const stems = (content.length > 0 ? content : words).map(stem);
  const made = { plain: normalise(text), stems, known: stems.map(knownOf) };
  if (text.length > MAX_CACHED_CHARACTERS) return made;
  if (READ.size >= MAX_CACHED_TEXTS) READ.clear();
  READ.set(text, made);
  return made;
}

/** Words that stand for one another on the web's controls and labels. One group a line. */
const SYNONYM_GROUPS: readonly string[] = [
  'site website homepage webpage web',
  'maker manufacturer producer vendor company',
  'price cost amount',
  'basket cart bag trolley',
  'buy purchase',
  'login signin',
  'logout signout',
  'email mail',
  'phone telephone mobile',
  'search find query',
  'founded established foundation founding since',
  'birth birthday birthdate',
  'death deceased',
  'rating rated stars review score',
  'newest latest recent last new',
  'status state',
  'order purchase',
  'town city',
  'surname lastname',
  'message text body comment reply',
  'title subject headline',
  'height elevation altitude high tall',
  'length long',
  'weight mass heavy',
  'area size surface big large',
  'address location headquarters headquarter place',
  'total sum',
  'shipping delivery postage',
  'inventor invent',
  'designer design',
  'discoverer discover',
  'user username',
  'submit send',
  'remove delete',
  'topic thread discussion',
  'resident inhabitant population',
  'money currency',
  'language speak',
  'picture image photo',
  'employee staff worker',
  'quantity count number',
  'stock availability available',
  'speed rate',
  'lifetime lifespan',
  'square box tile',
  // What controls are called in German and Spanish: an order in one language, a page in the other.
  'submit send absenden senden abschicken enviar mandar',
  'save speichern guardar',
  'cancel abbrechen cancelar',
  'close schließen cerrar',
  'delete remove löschen entfernen borrar eliminar quitar',
  'search suchen suche buscar búsqueda',
  'next weiter nächste siguiente',
  'back previous zurück vorherige atrás anterior',
  'login anmelden einloggen',
  'logout abmelden ausloggen',
  'add hinzufügen añadir agregar',
  'edit bearbeiten editar',
  'accept akzeptieren annehmen aceptar',
  'confirm bestätigen confirmar',
  'buy kaufen comprar',
  'order bestellen pedir',
  'name nombre',
  'date datum fecha',
  'time uhrzeit hora',
  'email correo',
  'country land pais',
  'street strasse calle',
  'comment kommentar comentario',
  'message nachricht mensaje',
  'price preis precio',
  'open öffnen abrir',
  'reply antworten responder',
  'forward weiterleiten reenviar',
  'city town stadt ort ciudad',
  'age alter edad',
  'address adresse dirección',
  'phone telefon teléfono',
  'password passwort kennwort contraseña',
  'user username benutzername usuario',
  'help hilfe ayuda',
  'settings einstellungen ajustes configuración',
];

const SYNONYMS: ReadonlyMap<string, ReadonlySet<number>> = (() => {
  const map = new Map<string, Set<number>>();
  SYNONYM_GROUPS.forEach((group, i) => {
    for (const word of group.split(' ')) {
      const key = stem(normalise(word));
      const groups = map.get(key) ?? new Set<number>();
      groups.add(i);
      map.set(key, groups);
    }
  });
  return map;
})();

const SYNONYM_WEIGHT = 0.9;

/** How well one stem stands for another: 1 equal, less for synonyms and for one that begins the other. */
export const stemMatch = (a: string, b: string): number => matchOf(knownOf(a), knownOf(b));

const knownOf = (word: string): Known => ({
  stem: word,
  hasDigit: /\d/.test(word),
  groups: SYNONYMS.get(word),
});

function matchOf(one: Known, other: Known): number {
  const { stem: a, groups } = one;
  const { stem: b, groups: others } = other;
  if (a === b) return 1;
  // One digit more is another number, not another form of the word.
  if (one.hasDigit || other.hasDigit) return 0;
  if (groups !== undefined && others !== undefined)
    for (const group of groups) if (others.has(group)) return SYNONYM_WEIGHT;
  if (a.length >= 4 && b.length >= 4 && (a.startsWith(b) || b.startsWith(a)))
    return Math.max(0.6, Math.min(a.length, b.length) / Math.max(a.length, b.length) - 0.05);
  return a.length >= 6 && b.length >= 6 && editDistanceOne(a, b) ? 0.8 : 0;
}

/** One letter changed, added, left out, or two swapped: a slip of the keyboard. */
function editDistanceOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  const isSame = (from: number, other: number): boolean =>
    a.length - from === b.length - other && a.startsWith(b.slice(other), from);
  if (isSame(i + 1, i + 1) || isSame(i + 1, i) || isSame(i, i + 1)) return true;
  return a[i] === b[i + 1] && a[i + 1] === b[i] && isSame(i + 2, i + 2);
}

/** Share of the phrase's words that the text has, 0 to 1. */
export function coverage(phrase: string, text: string): number {
  const wanted = read(phrase).known;
  const there = read(text).known;
  if (wanted.length === 0) return 0;
  let sum = 0;
  for (const word of wanted) {
    let best = 0;
    for (const one of there) {
      best = Math.max(best, matchOf(word, one));
      if (best === 1) break;
    }
    sum += best;
  }
  return sum / wanted.length;
}

/** Coverage in both directions: 1 only where both say the same; a name's extra words cost less than missing ones. */
export function similarity(phrase: string, name: string): number {
  if (phrase.trim() !== '' && read(phrase).plain === read(name).plain) return 1;
  const forth = coverage(phrase, name);
  if (forth === 0) return 0;
  return Math.min(0.98, 0.75 * forth + 0.25 * coverage(name, phrase));
}

/** The part of a name that says what a thing is: before "for", "with", "to go with", a dash or a bracket. */
export function headOf(name: string): string {
  const head = name.split(/\s+(?:for|with|without|compatible|by|from)\s+|\s+[-–—|:]\s+|[([]/i)[0] ?? name;
  return head.trim() === '' ? name : head;
}
