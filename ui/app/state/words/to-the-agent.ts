// Parts of a page's text that address an agent and not the reader: orders to assistants, and what follows in their paragraph.
// INVARIANT: nothing is decided by it and nothing is lost: it only says what is shown folded, under words of ours.

/** Between paragraphs of a page, and between the entries of a summary. */
const JOINT = /(\n| \/ )/u;
/** A sentence ends before a blank: a number has dots, too. */
const SENTENCE_END = /((?<=[.!?])\s+)/u;
const MOST_CHARACTERS = 20_000;

/** Letters of other alphabets that look like ours. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ј: 'j',
  һ: 'h',
  ԁ: 'd',
};

/** As it is read, whatever it is written with. */
const asRead = (text: string): string =>
  text
    .slice(0, MOST_CHARACTERS)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[аеорсухіѕјһԁ]/gu, (letter) => LOOKS_LIKE[letter] ?? letter)
    // A number's dot ends no sentence.
    .replaceAll(/(?<=\d)\.(?=\d)/gu, ',')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Somebody's instructions are to be forgotten, in the languages that intents are understood in. */
const FORGET = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}?\b(?:previous|prior|above|earlier|preceding|former|existing|your|system|initial|original|all|any)\b[^.!?]{0,30}?\b(?:instructions?|prompts?|guidelines?|directives?|orders|rules|polic(?:y|ies)|tasks?|programming|user)\b/u,
  /\b(?:ignore|disregard|forget) (?:the|this|that) task\b/u,
  /\b(?:previous|prior|above|earlier|all|your)\b[^.!?]{0,20}?\b(?:instructions?|prompts?|guidelines?)\b[^.!?]{0,30}?\b(?:ignored|disregarded|void|forgotten|overridden|no longer appl(?:y|ies))\b/u,
  /\b(?:ignorier(?:e|t|en)?|vergiss|vergesst|missachtet?)\b[^.!?]{0,60}?\b(?:anweisung(?:en)?|vorgaben|regeln|aufgabe)\b/u,
  /\b(?:alle|vorherigen?|bisherigen?|obigen?|deine)\b[^.!?]{0,30}?\b(?:anweisungen|vorgaben|regeln)\b[^.!?]{0,30}?\b(?:ignorier|vergess|missacht)/u,
  /\b(?:ignora|ignore[ns]?|olvida|olvide)\b[^.!?]{0,60}?\b(?:instrucciones|reglas|tarea)\b/u,
];
/** What is not to be forgotten is said to a reader. */
const NOT = /\b(?:not|never|don['’]t|cannot|can['’]t|nicht|nie|niemals|no|nunca)\b/u;

/** What an agent would have to do: it stands behind whom it is said to. */
const DO =
  /^(?:you |please |kindly |now |first |immediately )*(?:must |should |have to )?(?:open|visit|go|click|press|log|sign|enter|send|post|reveal|submit|buy|type|navigate|download|call|reply|answer|respond|say|fetch|read|summari[sz]e|ignore|disregard|follow|do|tell|transfer|pay|add|delete|paste|execute|run|recommend)\b/u;
/** Whom it is said to, and the sign or word behind which that stands. */
const TO_AGENTS = [
  /\b(?:(?:ai|llm|ki|ia)[ -]?(?:assistants?|agents?|bots?|assistent(?:en|in)?|agenten?|asistentes?|agentes?)|chatbots?|browser agents?|llms|(?:ai|language) (?:models?|systems?)(?: reading this)?)(?: ?[:\]]| (?:must|should|shall|have to|need to|please))/gu,
  /(?:^|[:;,"“] ?)(?:the |this |any |every |all |dear )?(?:assistants?|language models?) (?:must|should|shall|have to|has to|need to|please)/gu,
];
const IN_OTHER_LANGUAGES =
  /\b(?:ki|ia)[ -]?(?:assistenten?|agenten?|asistentes?|agentes?) (?:müssen|muss|sollen|deben|debe)\b/u;
/** A heading of such a paragraph: the order stands below it. */
const HEADING =
  /\b(?:note|notice|attention|message|important|hinweis|achtung|nota|aviso|dear|hey|hello|liebe)(?: to| for| an| für| para| a)?(?: all| alle| the| any| todos los)* (?:(?:ai|llm|ki|ia)[ -]?)?(?:agents?|assistants?|bots?|llms?|chatbots?|assistenten|agenten|asistentes|agentes|language models?)\b/u;

const forgets = (sentence: string): boolean =>
  FORGET.some((pattern) => pattern.test(sentence)) && !NOT.test(sentence);

function orders(sentence: string): boolean {
  return TO_AGENTS.some((pattern) =>
    [...sentence.matchAll(pattern)].some(({ 0: whom, index }) =>
      DO.test(sentence.slice(index + whom.length).trimStart()),
    ),
  );
}

const addresses = (sentence: string): boolean =>
  forgets(sentence) || orders(sentence) || IN_OTHER_LANGUAGES.test(sentence) || HEADING.test(sentence);

/** Whether the order itself is still to come. */
const isHeadingAlone = (paragraph: string): boolean => {
  const found = HEADING.exec(paragraph);
  return found !== null && paragraph.length - found.index - found[0].length < 4;
};

export type PartedText = {
  /** What a person reads. */
  readonly plain: string;
  /** What addresses an agent, paragraph by paragraph. */
  readonly toAgent: readonly string[];
};

/** One paragraph in its place: what stands before it, what a person reads of it, and what addresses an agent. */
export type PartedParagraph = {
  readonly joint: string;
  readonly own: string;
  readonly toAgent: string | null;
};

export function paragraphsOf(text: string): readonly PartedParagraph[] {
  const pieces = text.split(JOINT);
  const paragraphs = pieces.filter((_, at) => at % 2 === 0);
  let isBelowHeading = false;
  return paragraphs.map((paragraph, at) => {
    const read = asRead(paragraph);
    const first = isBelowHeading || runsOn(paragraphs, at) ? 0 : firstAddressed(paragraph);
    isBelowHeading = isHeadingAlone(read) || (isBelowHeading && read === '');
    return {
      joint: pieces[at * 2 - 1] ?? '',
      own: first === null ? paragraph : paragraph.slice(0, first).trimEnd(),
      toAgent: first !== null && paragraph.trim() !== '' ? paragraph.slice(first).trim() : null,
    };
  });
}

export function parted(text: string): PartedText {
  const paragraphs = paragraphsOf(text);
  const toAgent = paragraphs.flatMap((one) => one.toAgent ?? []);
  let plain = '';
  for (const { joint, own } of paragraphs) if (own !== '') plain += plain === '' ? own : `${joint}${own}`;
  return { plain: toAgent.length === 0 ? text : plain, toAgent };
}

/** The same text in its order, parts that a person reads and parts that address an agent by turns. */
export function inTurn(text: string): readonly { readonly text: string; readonly isToAgent: boolean }[] {
  const turns: { text: string; isToAgent: boolean }[] = [];
  const add = (words: string, isToAgent: boolean, joint: string): void => {
    const last = turns.at(-1);
    if (last?.isToAgent === isToAgent) last.text += `${joint}${words}`;
    else turns.push({ text: words, isToAgent });
  };
  for (const { joint, own, toAgent } of paragraphsOf(text)) {
    if (own !== '' || toAgent === null) add(own, false, joint);
    if (toAgent !== null) add(toAgent, true, own === '' ? joint : ' ');
  }
  return turns.filter((turn) => turn.text.trim() !== '');
}

/** The order begins in one paragraph and ends in the next. */
function runsOn(paragraphs: readonly string[], at: number): boolean {
  const here = asRead(paragraphs[at] ?? '');
  const isSplit = (other: string | undefined, both: string): boolean =>
    other !== undefined && !forgets(here) && !forgets(asRead(other)) && forgets(asRead(both));
  const [before, after] = [paragraphs[at - 1], paragraphs[at + 1]];
  return isSplit(before, `${before} ${here}`) || isSplit(after, `${here} ${after}`);
}

/** Where the first sentence begins that addresses an agent. `null`: none does. */
function firstAddressed(paragraph: string): number | null {
  let from = 0;
  for (const [at, piece] of paragraph.split(SENTENCE_END).entries()) {
    if (at % 2 === 0 && addresses(asRead(piece))) return from;
    from += piece.length;
  }
  return null;
}

export const speaksToAgent = (text: string): boolean => parted(text).toAgent.length > 0;

/** For where nothing can be folded: what a person reads, and that there was more. */
export function plainOfPage(text: string): string {
  const { plain, toAgent } = parted(text);
  if (toAgent.length === 0) return text;
  return plain === '' ? ADDRESSED : `${plain} (${ADDRESSED})`;
}

export const ADDRESSED = 'this page addressed the agent, which takes no orders from pages';
