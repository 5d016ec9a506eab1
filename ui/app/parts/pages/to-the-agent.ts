// Parts of a page's text that address an agent and not the reader: orders to assistants, and what follows in their paragraph.
// INVARIANT: nothing is decided by it and nothing is lost: it only says what is shown folded.

/** Of a sentence, its beginning: an order stands there. */
const LOOKED_AT_CHARACTERS = 300;
/** Between paragraphs of a page, and between the entries of a summary. */
const JOINT = /(\n| \/ )/u;
const SENTENCE = /[^.!?]+[.!?]*|[.!?]+/gu;

/** Somebody's instructions are to be forgotten, in the languages that intents are understood in. */
const FORGET =
  /\b(?:ignore|disregard|forget|override|bypass|ignorier(?:e|t|en)?|vergiss|vergesst|missachte|ignora|ignore[ns]?|olvida|olvide)\b[^.!?]{0,60}\b(?:instructions?|prompts?|rules|guidelines|polic(?:y|ies)|task|anweisung(?:en)?|vorgaben|regeln|aufgabe|instrucciones|reglas|tarea)\b/iu;
/** Who is meant stands before a colon, or before what they have to do. */
const ADDRESSED =
  /\b(?:ai|llm|ki|ia)[ -]?(?:assistants?|agents?|models?|systems?|assistent(?:en|in)?|agenten?|asistentes?|agentes?)?(?: reading this)?(?:\s*[:,]|\s+(?:must|should|shall|have to|need to|please|müssen|sollen|deben))/iu;
const MUST =
  /(?:^|[:;,-])\s*(?:(?:all|dear|alle|liebe|todos los)\s+)?(?:assistants?|language models?|chatbots?|browser agents?|assistenten|sprachmodelle|asistentes)\s*(?::|,|\s(?:must|should|shall|have to|need to|please|müssen|sollen|deben)\b)/iu;

const addresses = (sentence: string): boolean => {
  const start = sentence.slice(0, LOOKED_AT_CHARACTERS);
  return FORGET.test(start) || ADDRESSED.test(start) || MUST.test(start.trim());
};

export type PartedText = {
  /** What a person reads. */
  readonly plain: string;
  /** What addresses an agent, paragraph by paragraph. */
  readonly toAgent: readonly string[];
};

export function parted(text: string): PartedText {
  const toAgent: string[] = [];
  let plain = '';
  let joint = '';
  for (const part of text.split(JOINT)) {
    if (JOINT.test(part)) {
      joint = part;
      continue;
    }
    const sentences = part.match(SENTENCE) ?? [];
    const first = sentences.findIndex(addresses);
    if (first !== -1) toAgent.push(sentences.slice(first).join('').trim());
    const read = first === -1 ? part : sentences.slice(0, first).join('').trimEnd();
    if (read !== '') plain += plain === '' ? read : `${joint}${read}`;
  }
  return { plain: toAgent.length === 0 ? text : plain, toAgent };
}

export const speaksToAgent = (text: string): boolean => parted(text).toAgent.length > 0;
