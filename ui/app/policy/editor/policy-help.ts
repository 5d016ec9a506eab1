// What a word of a policy means, for hover, completion and the keyboard: from the same table as the schema's descriptions.
import { PATH_CASES } from '#policy/requests/url-parts/path-case.ts';
import type { EditorState } from '@codemirror/state';
import { DOCUMENT_FACTS, factSpec, isFactName } from '#policy/language/fact-table.ts';
import { CELL_MEANINGS, KEY_MEANINGS, OBLIGATION_MEANINGS, factMeaning } from '#policy/language/meanings.ts';

export type WordHelp = {
  readonly from: number;
  readonly to: number;
  readonly word: string;
  /** "a fact", "a value of `capability`" */
  readonly kind: string;
  readonly meaning: string;
  /** What it may be, in a line; empty: anything, or nothing to say. */
  readonly values: string;
};

const WORD = /[\w$]+/gu;
const MAX_MEMBERS_SHOWN = 20;
const OBLIGATIONS: Readonly<Record<string, string>> = OBLIGATION_MEANINGS;

/** `null`: the word at `position` is the author's own. */
export function helpAt(state: EditorState, position: number): WordHelp | null {
  const { from: start, text } = state.doc.lineAt(position);
  const comment = /(?:^|\s)#/u.exec(text)?.index ?? text.length;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const [from, to] = [start + index, start + index + word.length];
    if (position < from || position > to || index >= comment) continue;
    const rest = text.slice(index + word.length);
    const isKey = /^['"]?\s*:(?:\s|$)/u.test(rest);
    const before = /(?<!\w)([A-Za-z_]\w*)['"]?:[^:]*$/u.exec(text.slice(0, index))?.[1] ?? '';
    const help = isKey ? (keyHelp(word) ?? memberHelp(word, '')) : memberHelp(word, before);
    if (help !== null) return { from, to, word, ...help };
  }
  return null;
}

type Help = Pick<WordHelp, 'kind' | 'meaning' | 'values'>;

export function keyHelp(word: string): Help | null {
  const fact = Object.hasOwn(KEY_MEANINGS, word) ? null : factMeaning(word);
  if (fact !== null) return { kind: 'a fact of a request', meaning: fact, values: valuesOf(word) };
  const meaning = Object.hasOwn(KEY_MEANINGS, word) ? KEY_MEANINGS[word] : undefined;
  return meaning === undefined ? null : { kind: 'a key', meaning, values: valuesOf(word) };
}

/** `key`: what it is a value of; where that says nothing, the facts that have such a member. */
export function memberHelp(word: string, key: string): Help | null {
  const own = membersOf(key).includes(word) ? [key] : [];
  const facts =
    own.length > 0 ? own : [...DOCUMENT_FACTS, 'pathCase'].filter((fact) => membersOf(fact).includes(word));
  if (facts.length > 0 && !(key === '' && Object.hasOwn(CELL_MEANINGS, word)))
    return {
      kind: `a value of ${facts.map((fact) => `\`${fact}\``).join(' and ')}`,
      meaning: facts.map((fact) => factMeaning(fact) ?? KEY_MEANINGS[fact] ?? '').join(' '),
      values: '',
    };
  const meaning = Object.hasOwn(CELL_MEANINGS, word) ? CELL_MEANINGS[word] : undefined;
  if (meaning !== undefined) return { kind: 'a decision', meaning, values: '' };
  const duty = Object.hasOwn(OBLIGATIONS, word) ? OBLIGATIONS[word] : undefined;
  if (duty !== undefined) return { kind: 'a duty', meaning: duty, values: '' };
  return DOCUMENT_FACTS.includes(word) ? keyHelp(word) : null;
}

export function membersOf(name: string): readonly string[] {
  if (name === 'pathCase') return PATH_CASES;
  if (!isFactName(name)) return name === 'display' ? ['HEADED', 'HEADLESS'] : [];
  const spec = factSpec(name);
  if (spec.kind === 'boolean') return ['true', 'false'];
  return spec.kind === 'enum' ? spec.members : [];
}

function valuesOf(name: string): string {
  const spec = isFactName(name) ? factSpec(name) : null;
  if (spec?.kind === 'integer') return `${spec.min} to ${spec.max}`;
  const members = membersOf(name);
  const more = members.length > MAX_MEMBERS_SHOWN ? ` and ${members.length - MAX_MEMBERS_SHOWN} more` : '';
  return members.slice(0, MAX_MEMBERS_SHOWN).join(', ') + more;
}

/** As a screen reader is told. */
export const helpInWords = ({ word, kind, meaning, values }: WordHelp): string =>
  `${word}, ${kind}: ${meaning}${values === '' ? '' : ` One of ${values}.`}`;

/** Facts of requests, and how one is compared, for completion where any fact may stand. */
export const COMPLETED_FACTS: readonly string[] = [...DOCUMENT_FACTS, 'pathCase'];
