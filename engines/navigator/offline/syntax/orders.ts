// An order of several sentences as clauses in the order in which they are done: what "it" means, where a place belongs, what comes
// first. Pure. INVARIANT: nothing is left out: where one part of it is not read, none of it is.
import { mended } from '#engines/navigator/offline/lexicon/reword.ts';
import { forbids, masked as maskedIntent } from '#engines/navigator/offline/words/clauses.ts';
import { cut, type Part } from './cut.ts';
import type { Read } from './clause.ts';
import {
  IT,
  asEntries,
  isSeveral,
  onlyDescribed,
  repeats,
  saidAgain,
  spokenTogether,
  toEach,
  type Spoken,
} from './echoes.ts';
import { retold } from './retold.ts';
import { placed, together } from './together.ts';
import { tokensOf } from './tokens.ts';

const MAX_TOKENS = 90;
/** Verbs whose "it" is a value that was found, or the whole form. */
const VALUE_IT = /^(?:enter|type|copy|set) it\b/;
const PRESSES = /^(?:click|press|double-click) /;
const PRESSED = /^(?:the |[\uE000\p{Lu}]).*\b(?:button|link|icon|tab)\b/u;
const TAKES = /^(?:what|which|who|how|find|tell me|read|copy|solve|add up|count) /i;

/** What the parts come to; `null` where a thing is spoken of and nothing done to it. */
function resolved(parts: readonly Part[], asked: boolean): readonly string[] | null {
  const orders: string[] = [];
  const later: string[] = [];
  let aim: readonly string[] | null = null;
  let topic: Spoken | null = null;
  let place: { readonly by: string; readonly where: string } | null = null;
  let lastAt = 0;
  let wasStated = false;
  let named: string | null = null;
  for (const { read, when, ends, afterAll } of parts) {
    if (read.kind === 'TOPIC' && when === 'LATER') {
      orders.push(`press ${read.thing}`);
      continue;
    }
    if (read.kind === 'TOPIC' && when === 'FIRST' && PRESSES.test(orders.at(-1) ?? '')) {
      orders.splice(lastAt, 0, `press ${read.thing}`);
      continue;
    }
    if (read.kind === 'TOPIC') {
      const before: string | undefined = orders.at(-1);
      if (topic !== null) {
        topic = spokenTogether(topic, read);
        if (topic === null) return null;
        continue;
      }
      // "press A, then B": what is only named is pressed as well.
      if (
        before !== undefined &&
        PRESSES.test(before) &&
        read.sought === 'NO' &&
        /^["\uE000\p{Lu}]|^the button that appears$/u.test(read.thing)
      ) {
        lastAt = orders.length;
        named = `${before.split(' ')[0] ?? 'click'} ${read.thing}`;
        orders.push(named);
        continue;
      }
      topic = read;
      continue;
    }
    if (read.kind === 'PLACE') {
      if (place !== null) return null;
      place = read;
      continue;
    }
    if (afterAll && orders.length > 0) orders.push(...later.splice(0));
    if (read.kind === 'NOTHING') continue;
    let said: readonly string[] = read.said;
    // "Press A, wait for a button, click it": what was named is pressed already.
    if (named !== null && orders.at(-1) === named && /^(?:click|press) it$/.test(said.join())) continue;
    const described = wasStated && IT.test(said[0] ?? '') ? onlyDescribed(orders.at(-1) ?? '') : null;
    if (described !== null) {
      orders.pop();
      topic = { thing: described, sought: 'NO' };
    }
    const stated = wasStated;
    wasStated = read.stated === true;
    if (when === 'AIM') {
      if (aim !== null) return null;
      aim = said;
      continue;
    }
    if (topic !== null) {
      const { thing, sought }: Spoken = topic;
      const [head = '', ...more] = said;
      if (isSeveral(thing)) {
        const each = toEach(head, thing);
        if (each === null) return null;
        orders.push(...each, ...more);
        topic = null;
        continue;
      }
      if (thing.startsWith('!')) {
        // "avoid X; click the other one".
        const other = /^(.+?)(?: the)? other (one|button|link|box|option|tab)$/u.exec(head);
        if (other === null) return null;
        said = [
          `${other[1] ?? ''} the ${other[2] === 'one' ? 'button' : (other[2] ?? '')} that is not ${thing.slice(1)}`,
          ...more,
        ];
        topic = null;
        orders.push(...said);
        continue;
      }
      const its = /^(?:click|press) (?:the )?(.+) for it$/u.exec(head);
      if (its !== null && sought === 'SOMEWHERE')
        said = [`find ${thing}`, `click on their ${its[1] ?? ''}`, ...more];
      else if (IT.test(head)) {
        const somewhere = sought === 'SOMEWHERE' && !thing.startsWith('the email from ');
        const owned = /^the (.+) (?:for|of) (\p{Lu}\S*)$/u.exec(thing);
        if (owned !== null && VALUE_IT.test(head))
          said = [head.replace(IT, `the ${owned[1] ?? ''} of ${owned[2] ?? ''}`), ...more];
        else
          said =
            somewhere && PRESSES.test(head) && head.endsWith(' it')
              ? [`find ${thing}`, head, ...more]
              : [head.replace(IT, thing), ...more];
      } else if (/^enter \S+$/u.test(head) && /\b(?:field|box|area)\b/.test(thing))
        said = [`${head} into ${thing}`, ...more];
      else if (
        /^(?:the )?(?:post|card|row|group|panel|dialog|menu|(?:\S+ )?section)\b/.test(thing) &&
        /^(?:click|press|choose|tick) /.test(head)
      )
        said = [`${head} ${/^the (?:post|card)/.test(thing) ? 'on' : 'in'} ${thing}`, ...more];
      else if (sought !== 'NO') said = [`find ${thing}`, ...said];
      else return null;
      topic = null;
    }
    if (place !== null) {
      const { by, where }: { readonly by: string; readonly where: string } = place;
      const [head = '', ...more] = said;
      said = [placed(head, by, where), ...more];
      place = null;
    }
    // "a click on A, then one on B": the verb before.
    if (said.some((one) => one.startsWith('&'))) {
      const verb = /^(?:click|press|double-click|tick|untick|star|delete|remove) /.exec(
        orders.at(-1) ?? '',
      )?.[0];
      if (verb === undefined) return null;
      said = said.map((one) => (one.startsWith('&') ? `${verb}${one.slice(1)}` : one));
    }
    // "name to A, city to B": only behind another of the kind.
    if (said.some((one) => one.startsWith('=')) && !/^(?:set|enter) /.test(orders.at(-1) ?? '')) return null;
    said = said.map((one) => one.replace(/^=/, ''));
    const [lead = ''] = said;
    const last: string = orders.at(-1) ?? '';
    // "the password is X; enter it in both fields", "name X, city Y. Enter them": said already.
    if (lead === 'type it into both password fields') {
      const value = /^(?:enter (.+) as the password|set the password to (.+))$/u.exec(last);
      if (value === null) return null;
      orders[orders.length - 1] = `type ${value[1] ?? value[2] ?? ''} into both password fields`;
      continue;
    }
    if (lead === 'enter it' && /^(?:enter|set) /.test(last)) continue;
    if (
      /^(?:tick|choose) it(?: (?:in|from) (?:the |that )?(?:dropdown|list|menu))?$/.test(lead) &&
      /^(?:tick|choose|pick|set|enter) /.test(last)
    )
      continue;
    if (lead.startsWith('again ')) {
      if (!repeats(lead.slice('again '.length), last, stated)) return null;
      continue;
    }
    const entries = asEntries(lead, last);
    if (entries !== null) orders[orders.length - 1] = entries;
    if (entries !== null || saidAgain(lead, last, stated)) continue;
    // "Add A and B. Enter it": what goes in is the sum itself.
    const sum = /^(?:add up|find the sum of) (.+ and .+)$/u.exec(last)?.[1];
    if (VALUE_IT.test(lead) && sum !== undefined) {
      orders[orders.length - 1] = lead.replace(IT, `the sum of ${sum}`);
      orders.push(...said.slice(1));
      continue;
    }
    if (VALUE_IT.test(lead))
      orders[orders.length - 1] = last.replace(/^(?:tell me|what is|what are|which is) /, 'find ');
    if (/^choose \S+$/u.test(lead) && /^open (?:the )?(?:dropdown|drop-down|list|select box)$/.test(last)) {
      orders[orders.length - 1] = `${lead} in the dropdown`;
      continue;
    }
    if (said.some((one) => IT.test(one) && !VALUE_IT.test(one) && !/^(?:click|press) it$/.test(one)))
      return null;
    if (
      said.some((one) => VALUE_IT.test(one)) &&
      !TAKES.test(orders.at(-1) ?? '') &&
      !TAKES.test(said[0] ?? '')
    )
      return null;
    if (
      said.some((one) => /^(?:click|press) it$/.test(one)) &&
      !(orders.at(-1) ?? said[0] ?? '').startsWith('find ')
    )
      return null;
    later.push(...said.filter((one) => one.startsWith('>')).map((one) => one.slice(1)));
    said = said.filter((one) => !one.startsWith('>'));
    if (when === 'LATER' && orders.length === 0) later.push(...said);
    else if (when === 'FIRST' && orders.length > lastAt && !startsSentence(parts, read))
      orders.splice(lastAt, 0, ...said);
    else {
      lastAt = orders.length;
      orders.push(...said);
    }
    if (ends && later.length > 0) orders.push(...later.splice(0));
  }
  orders.push(...later);
  if (place !== null && topic !== null && orders.length === 0) {
    const { by, where }: { readonly by: string; readonly where: string } = place;
    const { thing, sought }: Spoken = topic;
    [topic, place] = [{ thing: `${thing} ${by} ${where}`, sought }, null];
  }
  if (place !== null) return null;
  if (topic !== null) {
    const { thing }: { readonly thing: string } = topic;
    if (
      (!asked && !PRESSED.test(thing)) ||
      orders.length > 0 ||
      thing.startsWith('!') ||
      isSeveral(thing) ||
      // "the height of X, please": nothing that is pressed.
      (/['’]s | of /u.test(thing) && !PRESSED.test(thing))
    )
      return null;
    orders.push(`click ${thing}`);
  }
  if (orders.length === 0) return null;
  if (aim === null) return orders;
  const [one = ''] = aim;
  const sends =
    /^press (?:Submit|Save|Send|Search|Confirm|Continue|Finish|submit|save|send)$/.test(one) ||
    one === 'log in';
  return orders.some((order) => PRESSES.test(order)) && sends ? orders : sends ? [...orders, one] : null;
}

/** "After X, Y" has its order already; "Y after X" has not. */
function startsSentence(parts: readonly Part[], read: Read): boolean {
  const at = parts.findIndex((part) => part.read === read);
  const before = parts.slice(0, at).filter((part) => part.read.kind !== 'NOTHING');
  return before.length === 0 || before.at(-1)?.ends === true;
}

/** The order in the words of the grammar, clause by clause; `null` where not all of it is read. */
export function inFrames(intent: string): string | null {
  const { text, unmask } = maskedIntent(intent);
  // What has to stay undone is looked for in the whole order, elsewhere.
  const read = forbids(text) ? null : framed(mended(text));
  return read === null ? null : unmask(read.join('; '));
}

/** As it stands; else without what is told beside it. */
function framed(masked: string): readonly string[] | null {
  const read = clausesRead(masked);
  const told = read === null ? retold(masked) : null;
  return read ?? (told === null ? null : clausesRead(told));
}

/** The clauses, quotations set aside. */
function clausesRead(masked: string): readonly string[] | null {
  const tokens = tokensOf(masked);
  if (tokens.length === 0 || tokens.length > MAX_TOKENS) return null;
  const parts = cut(tokens);
  const orders =
    parts === null
      ? null
      : resolved(
          parts,
          tokens.some(({ low }) => low === 'please'),
        );
  return orders === null ? null : together(orders);
}
