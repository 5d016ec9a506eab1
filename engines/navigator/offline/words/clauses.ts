// An intent to clauses: quotations set aside, politeness and stage directions taken away, a list of imperatives left. Pure.
const VERBS =
  'open|go|visit|navigate|browse|show|bring|view|follow|return|search|look|find|locate|click|double[- ]?click|right[- ]?click|press|tap|push|hit|hover|drag|move|drop|scroll|fill|enter|type|put|write|input|paste|copy|set|change|choose|select|pick|check|tick|uncheck|untick|deselect|turn|switch|enable|disable|activate|deactivate|leave|clear|empty|expand|collapse|log|sign|read|tell|say|give|report|get|extract|summari[sz]e|add|sum up|solve|work out|calculate|compute|count|note|remember|buy|book|remove|delete|sort|arrange|order|filter|submit|send|post|publish|save|start|create|reply|respond|forward|star|archive|mark|register|finish|stop|use|what|who|when|where|which|how|is|are|compare|accept|agree|close|wait';
const SPLIT = new RegExp(
  `\\s*[;?!]\\s+|\\s*[.]\\s+(?=(?:please |then |now )?(?:${VERBS})\\b)|\\s*,?\\s+(?:and then|and|then)\\s+(?=(?:please |also |finally )?(?:${VERBS})\\b)|\\s*,\\s*(?=(?:please )?(?:${VERBS})\\b)`,
  'i',
);

export type Unmask = (part: string) => string;

/** Quoted values are set aside while clauses are split, so that nothing inside them counts as a word of the grammar. */
export function mask(text: string): { text: string; unmask: Unmask } {
  const kept: string[] = [];
  const masked = text.replace(
    /"[^"]*"|“[^”]*”|(?<![\p{L}\p{N}])['‘](?:[^'’]|['’](?=\p{L}))*['’](?![\p{L}\p{N}])/gu,
    (quoted) => {
      kept.push(quoted);
      return `\uE000${kept.length - 1}\uE001`;
    },
  );
  return {
    text: masked,
    unmask: (part) => part.replace(/\uE000(\d+)\uE001/g, (_, i) => kept[Number(i)] ?? ''),
  };
}

const LEADING =
  /^(?:(?:please|can you|could you|i want(?: you)? to|i would like(?: you)? to|i'd like(?: you)? to|first|finally|next|now|also|then)[,\s]+)+/i;

const GERUNDS: Readonly<Record<string, string>> = {
  clicking: 'click',
  pressing: 'press',
  entering: 'enter',
  typing: 'type',
  selecting: 'select',
  choosing: 'choose',
  opening: 'open',
  ticking: 'tick',
  checking: 'check',
  searching: 'search',
  logging: 'log',
  signing: 'sign',
  filling: 'fill',
  setting: 'set',
  reading: 'read',
  finding: 'find',
};

/** "switch between the tabs to find …": where to look, which is for the search itself to find out. */
const WANDER =
  /^(?:switch between|go through|look through|expand|open|navigate(?: through)?|browse(?: through)?|search(?: through)?|click through|use) the (?:tabs|sections?|panels?|accordions?|pages|(?:file |directory )?tree|list|menus?|folders|autocomplete|calendar)(?: below| above)?(?:\s+to\s+(?=\w)|$)/i;
/** "click the bin to delete it": what it is good for. */
const PURPOSE =
  /^((?:click|press|tap|push|hit)\b.+?)\s+(?:to|in order to|so as to)\s+(?:mark|delete|remove|archive|close|open|submit|send|save|star|flag|select|confirm|show|see)\s+(?:it|them|this|that)\b.*$/i;
const BY_MEANS = /^(?!.*\b(?:sort|filter)\b).+?\s+by\s+(clicking|pressing|tapping)\s+(.+)$/i;

/** "but do not submit it", "without pressing Save": what has to stay undone. */
const PROHIBITION =
  /(?:^|[,;.]?\s+)(?:(?:and|but|please)\s+)*(?:do not|don't|don’t|never|without|avoid)\s+(?=(?:click|press|tap|submit|send|save|delete|remove|buy|order|post|publish|pay|confirm|open|select|choose|tick|check|enter|type|clos|log)(?:t?ing|ing|s)?\b)([^,;.]+)/gi;

/** The names of what must not be pressed, from the whole intent. */
export function prohibitionsOf(intent: string): readonly string[] {
  const { text, unmask } = mask(intent.slice(0, 2000).replace(/\s+/g, ' ').trim());
  return [...text.matchAll(PROHIBITION)].flatMap((match) => {
    const said = unmask((match[1] ?? '').trim()).replace(/["“”]/g, '');
    const thing = said
      .replace(/^(?:click|press|tap|select|choose|tick|check|open)(?:ing)?(?: on)?\s+/i, '')
      .replace(/\s+(?:button|link|box)$/i, '')
      .replace(/^(\w+?)(?:t?ting|ing)?\s+(?:it|them|that|this|anything|the form|yet)$/i, '$1');
    return thing === '' ? [] : [thing.replace(/^(?:the|a|an|any)\s+/i, '')];
  });
}

/** Imperatives, in order; empty for an intent without any. */
export function clausesOf(intent: string): { clauses: readonly string[]; unmask: Unmask } {
  const { text, unmask } = mask(intent.slice(0, 2000).replace(/\s+/g, ' ').trim());
  const parts = text
    .replace(PROHIBITION, '')
    .replace(/[?!.]+$/, '')
    .split(SPLIT);
  const whole: string[] = [];
  let before = '';
  for (const [at, part] of parts.entries()) {
    // "For Ana, click Like": a place and no act; it belongs to what follows.
    if (before === '' && PLACE_ALONE.test(part) && ACTS.test(parts[at + 1] ?? '')) {
      before = part;
      continue;
    }
    // "press Verify, Discard and Finish": a control's name may look like a verb.
    const last = whole.at(-1);
    if (last !== undefined && NAME_ALONE.test(part) && PRESSES.test(last)) {
      whole[whole.length - 1] = `${last}, ${part}`;
      continue;
    }
    whole.push(before === '' ? part : `${before}, ${part}`);
    before = '';
  }
  return { clauses: whole.flatMap((clause) => plain(clause)), unmask };
}

const ACTS =
  /^(?:please )?(?:click|press|tap|select|choose|pick|tick|check|enter|type|set|fill|open|drag)\b/i;
const NAME_ALONE = /^\p{Lu}\p{L}+(?:,? in (?:this|that|the given) order)?$/u;
const PRESSES = /^(?:click|press|tap)(?: on)?\s+\p{Lu}\p{L}*(?:, \p{Lu}\p{L}*)*$/u;
const PLACE_ALONE = /^(?:for|in|under|within|inside) (?:the )?[^,;]+$/i;

function plain(given: string): readonly string[] {
  let clause = given
    .trim()
    .replace(LEADING, '')
    .replace(/[,.]+$/, '')
    .trim();
  clause = clause
    .replace(/,?\s*in (?:this|that|the given) order$/i, '')
    .replace(/^(\w+)/, (word) => GERUNDS[word.toLowerCase()] ?? word);
  clause = clause.replace(WANDER, '').trim();
  clause = clause.replace(/^(?:find and |locate and |go and )(?=click|press|open|select|choose)/i, '');
  clause = PURPOSE.exec(clause)?.[1] ?? clause;
  const means = BY_MEANS.exec(clause);
  if (means !== null) clause = `${GERUNDS[(means[1] ?? '').toLowerCase()] ?? 'click'} ${means[2] ?? ''}`;
  clause = contextFirst(clause);
  return clause === '' || /^(?:the|it|below|find|locate|look)$/i.test(clause) ? [] : [clause];
}

/** "For the user @x, click Like", "in the group Lunch select Rice": the place is said last, as elsewhere. */
function contextFirst(clause: string): string {
  const whom = /^for (?:the )?(?:user |person |item |product |row |entry )?([^,]+), (.+)$/i.exec(clause);
  if (whom !== null) return `${whom[2] ?? ''} for ${whom[1] ?? ''}`;
  const where =
    /^(?:in|under|within|inside) (?:the )?((?:group|section|panel|menu|row|dialog|box|area|list|tab|fieldset|table)\b[^,]*?|[^,]*?\b(?:group|section|panel|menu|row|dialog|tab)),? (?=(?:select|choose|pick|click|press|tick|check|enter|type|open|set|fill)\b)(.+)$/i.exec(
      clause,
    );
  if (where !== null) return `${where[2] ?? ''} in the ${where[1] ?? ''}`;
  return clause;
}
