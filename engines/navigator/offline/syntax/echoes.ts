// A clause that says once more what the one before ordered ("the mail can go, delete it"), and one that only says how a thing is before
// something is done to it ("Ana's mail is important, star it"). Pure. INVARIANT: an act is dropped only behind the very same act.
import { nounOf } from './noun-phrases.ts';
import { tokensOf, type Tokens } from './tokens.ts';

const PRONOUNS: ReadonlySet<string> = new Set(
  'it,them,that,this,these,those,both,that one,this one,him,her'.split(','),
);
/** What may stand behind "it" where an act is said again. */
const BEHIND: ReadonlySet<string> = new Set(
  'there,in there,over there,over,to him,to her,to them,to it,for me,for him,for her,for them,for it,in it,into it,on it,on,along,up,away,accordingly,as important,as that,as such,a star,a tick,a like'.split(
    ',',
  ),
);
const PLACED =
  /^(?:in|into|from|on|over|off|with|using) (?:the|that|this) (?!order$|sequence$)\p{Ll}[\p{Ll}-]*$/u;
const MAX_TOKENS = 9;

/** "it there", "these in that list": nothing that a name could be in. */
export function isOnlyEcho(rest: Tokens): boolean {
  if (rest.length > MAX_TOKENS) return false;
  const said = (from: number, size: number): string =>
    rest
      .slice(from, from + size)
      .map(({ text }) => text)
      .join(' ');
  let at = [2, 1].find((size) => rest.length >= size && PRONOUNS.has(said(0, size))) ?? 0;
  if (at === 0) return false;
  while (at < rest.length) {
    const from = at;
    const size = [3, 2, 1].find(
      (one) => from + one <= rest.length && (BEHIND.has(said(from, one)) || PLACED.test(said(from, one))),
    );
    if (size === undefined) return false;
    at += size;
  }
  return true;
}

/** Acts that are one: what the one ordered, the other says again. */
const SAME_ACT: Readonly<Record<string, RegExp>> = {
  drag: /^drag /,
  carry: /^drag /,
  shift: /^(?:drag|set) /,
  forward: /^forward /,
  send: /^forward /,
  delete: /^(?:delete|remove) /,
  star: /^star /,
  reply: /^reply /,
  set: /^(?:set|enter|choose|pick) /,
  make: /^(?:set|enter|choose|pick) /,
  enter: /^(?:set|enter|type) /,
  fill: /^(?:set|enter|type) /,
  choose: /^(?:set|enter|choose|tick|pick|turn) /,
  tick: /^(?:choose|tick|turn on) /,
  'turn on': /^(?:turn on|tick) /,
  'turn off': /^(?:turn off|untick) /,
  untick: /^untick /,
  open: /^(?:open|expand) /,
  close: /^(?:close|dismiss) /,
  sort: /^sort /,
  click: /^(?:press|click) /,
  use: /^(?:press|click) /,
};
const isSame = (act: string, last: string): boolean => SAME_ACT[act]?.test(last) ?? false;

/**
 * "again ACT": "move it there" behind what moved it. `acts`: what the verb may mean, with `|` between; whether the order before is one of
 * them. A press is said again only of what was not ordered yet, but said to need one.
 */
export const repeats = (acts: string, last: string, isStated: boolean): boolean =>
  acts.split('|').some((act) => isSame(act, last) && ((act !== 'click' && act !== 'use') || isStated));

const ON_IT = /^(\p{L}+(?: o(?:n|ff))?) it(?: (?:as|into|in) (?:the |my )?(.+?)(?: field| box| list)?)?$/u;
/** "delete it", "enter it into the City field", behind an order of that act, and of that field. */
export function saidAgain(order: string, last: string, isStated: boolean): boolean {
  const [, verb = '', field] = ON_IT.exec(order) ?? [];
  const act = /^(?:remove|trash)$/.test(verb) ? 'delete' : verb === 'press' ? 'click' : verb;
  if (!repeats(act, last, isStated)) return false;
  return field === undefined || last.toLowerCase().includes(` ${field.toLowerCase()} `);
}

/** "the city is Rome" has a value; "the mail is important" says how it is: the thing that it says so of. */
export function onlyDescribed(last: string): string | null {
  const [, given = '', how = ''] = /^set (.+) to (\p{Ll}[\p{Ll} -]*)$/u.exec(last) ?? [];
  if (how === '' || !HOW.test(how)) return null;
  const noun = nounOf(tokensOf(given.replace(/^the (?=\S+['’]s )/u, '')));
  return noun === null || noun.pronoun ? null : noun.text;
}
const HOW =
  /^(?:very |really |so |quite |too |no longer |not )*(?:important|urgent|great|good|nice|fine|bad|old|new|interesting|useful|useless|wrong|right|boring|spam|junk|rubbish|funny|lovely|annoying|needed|relevant|outdated|obsolete|dear|cheap|missing|enough|ready|done|hidden|closed|folded|open|unread)$/;

/** "select these" where a field was said to be several: they are entries of it. */
export function asEntries(order: string, last: string): string | null {
  const [, values = ''] = /^set .+? to (.+(?:,| and ).+)$/u.exec(last) ?? [];
  return values === '' || !/^(?:choose|tick) it$/.test(order)
    ? null
    : `${order.split(' ')[0] ?? ''} ${values}`;
}

/** `sought`: it may have to be looked for first, or was said to be looked for here. */
export type Spoken = { readonly thing: string; readonly sought: 'SOMEWHERE' | 'HERE' | 'NO' };
export const IT = /(?<![\p{L}\p{N}])it(?![\p{L}\p{N}])/u;
const BETWEEN = ' \u2063 ';
const NAME = /^(?:the )?(?:[\uE000\p{Lu}\d])/u;

/** Two things that are spoken of, one behind the other: one of the other ("X is there. It has a button"), or both. */
export function spokenTogether(one: Spoken, two: Spoken): Spoken | null {
  if (one.thing.startsWith('!') || two.thing.startsWith('!')) return null;
  if (IT.test(two.thing)) return { thing: two.thing.replace(IT, one.thing), sought: two.sought };
  if (one.sought !== 'NO' || two.sought !== 'NO' || !NAME.test(one.thing) || !NAME.test(two.thing))
    return null;
  return { thing: `${one.thing}${BETWEEN}${two.thing}`, sought: 'NO' };
}

export const isSeveral = (thing: string): boolean => thing.includes(BETWEEN);

/** "A. B. C. Press them": each by itself where it is pressed, all of them where they are chosen. */
export function toEach(head: string, thing: string): readonly string[] | null {
  const all = thing.split(BETWEEN);
  const list = `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
  if (/^(?:click|press) it$/.test(head)) return all.map((one) => head.replace(IT, one));
  return /^(?:choose|tick|untick|turn on|turn off|remove|delete) it$/.test(head)
    ? [head.replace(IT, list)]
    : null;
}
