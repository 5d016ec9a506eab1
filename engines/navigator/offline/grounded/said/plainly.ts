// Whether an order that is read by the page's names asks for what it names in so many words: the gateway lets what is held back go only
// then. Pure. INVARIANT: decided by the person's words alone; a word that says neither what is done nor to what is one too many, also
// where the page has a name for it.
import { isEveryday } from './everyday.ts';
import { isRefused } from './refused.ts';
import { tokensOf, type Token } from './tokens.ts';
import { actOf, formsOf } from './words.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** What a request may hold beside the act, its thing and its value: articles, "it", where, joints, politeness, wishes. Folded. */
const FUNCTION_WORDS = words(`
a an the this that these those it its one ones me my you your i d s us our here there
of for to in on at by from with into onto as inside within upon via through and so then also too next afterwards finally lastly now just
simply please pls plz kindly thanks thank thx ty cheers hi hey hello ok okay alright yes yep sure go ahead
want need wish like would will can could should must be are is needs
page site website screen form window field value text word name named called labelled labeled titled entitled reading
der die das den dem des ein eine einen einem einer eines dies diese dieser dieses diesen diesem ich mir mich mein meine meinen meinem meiner
du dir dich dein deine deinen deinem sie ihnen ihr ihre ihren ihrem es ihn und auch noch dann danach anschliessend nun jetzt gleich kurz
mal einmal eben doch bitte danke dank vielen ja gern gerne einfach in im ins an am ans auf aufs zu zum zur von vom bei beim mit fur da dort
hier rein hinein drauf darauf drin darin dazu als ist soll sollen sollst sollte sollten muss mussen musst kannst konnen konnten konntest
wird werden wurdest wurden mochte will brauche hallo guten tag moin seite formular fenster wert wort namens name heisst zuerst schluss
el la los las un una lo le les mi mis tu tus su sus y e tambien ademas luego despues ahora enseguida de del a al en con por para que es
quiero quisiera necesito puedes puede podrias podria favor gracias porfa porfi hola buenas buenos debe deben tiene tienen haz haga hagas
ser quede quedar dentro pagina formulario ventana valor palabra nombre llamado llamada finalmente fin final
`);

/** A wish is the person's own: "you like to", "they want" tell of somebody else's. */
const WISHES = words('want need wish like mochte brauche');
const SELF = words('i ich');
/** "Could you", "kannst du": what is asked of whoever is spoken to. */
const MODALS = words(`
would will can could should must is are be needs ist soll sollen sollst sollte sollten muss mussen musst kannst konnen konnten konntest wird
werden wurdest wurden es debe deben tiene tienen ser
`);
const SPOKEN_TO = words('you du sie');
/** Between the wish and its verb. */
const MAX_FAR_WORDS = 3;

/** `true`: a plain request, of which each word counts. */
export function isPlain(order: string): boolean {
  if (isRefused(order)) return false;
  const tokens = tokensOf(order);
  return tokens.every((token, at) => token.kind !== 'WORD' || isPlainWord(token, at, tokens));
}

function isPlainWord(token: Token, at: number, tokens: readonly Token[]): boolean {
  const { folded, stretch } = token;
  const own = tokens.filter((one) => one.stretch === stretch);
  const isPressed = own.some((one) => one.kind === 'WORD' && isPress(one));
  if (isPress(token) && tokens[at - 1]?.folded === 'to') return isWished(at, tokens);
  if (!FUNCTION_WORDS.has(folded)) return isActing(token) || !formsOf(folded).some(isEveryday);
  const next = tokens[at + 1];
  const previous = tokens[at - 1];
  if (WISHES.has(folded)) return hasNear(own, SELF) || previous?.folded === 'd';
  if (!MODALS.has(folded)) return true;
  // "Could you press it", "ich will es drücken", "I would like it pressed".
  if (next !== undefined && SPOKEN_TO.has(next.folded)) return true;
  if (folded === 'would' && next?.folded === 'like') return true;
  if (folded === 'will' && (previous?.folded === 'ich' || next?.folded === 'ich')) return true;
  if (folded === 'sollst' || folded === 'musst') return previous?.folded === 'du';
  // "Delete is pressed", "should it be": it tells of a press, or hangs on something; of a field it says what is to stand there.
  return !isPressed && own[0] !== token;
}

const isActing = ({ folded }: Token): boolean => formsOf(folded).some((form) => actOf(form) !== null);
const isPress = ({ folded }: Token): boolean => formsOf(folded).some((form) => actOf(form) === 'CLICK');
const hasNear = (own: readonly Token[], of: ReadonlySet<string>): boolean =>
  own.some(({ folded }) => of.has(folded));

/** "I want to press it", "could you try to press it": not "to press it is …". */
function isWished(at: number, tokens: readonly Token[]): boolean {
  const before = tokens.slice(Math.max(0, at - 1 - MAX_FAR_WORDS), at - 1);
  return before.some(({ folded }) => WISHES.has(folded) || folded === 'd');
}
