// Acts that enter something into the page: keys, texts, files. INVARIANT: a saved secret is entered by its name; a credential stands
// in no word of it, but for its length.
import type { ElementEffect } from './element-effect.ts';
import { effectGates } from './gate.ts';
import type { ActContext, Gate } from './gate.ts';
import { submitting } from './element-acts.ts';
import { entersText, heardOf, keyLanding } from './keys.ts';
import { ELEMENT, masked, own, quoted, say, shown } from './phrase.ts';
import type { Phrase } from './phrase.ts';
import { NO_TRAITS, atElement, given, startsEffect } from './row.ts';
import type { Columns, InputText, PayloadVisit, RowsOf } from './row.ts';

export type EntryAction =
  /** `key` as in KeyboardEvent.key (`Enter`, `Tab`, `ArrowDown`, `a`), modifiers in front: `Control+a`. */
  | { readonly type: 'PRESS'; readonly key: string; readonly ref?: string }
  /** Types behind what the field holds. */
  | { readonly type: 'TYPE'; readonly ref: string; readonly text: InputText }
  /** Replaces what the field holds. */
  | { readonly type: 'FILL'; readonly ref: string; readonly text: InputText }
  /** Absolute paths of files in one folder, for the file input `ref`. */
  | { readonly type: 'UPLOAD'; readonly ref: string; readonly paths: readonly string[] }
  /** Let go of over the element, as if brought from outside the browser: files, texts by their media type, or both. */
  | {
      readonly type: 'DROP';
      readonly ref: string;
      readonly paths?: readonly string[];
      readonly data?: Readonly<Record<string, string>>;
    };

const entering = ({ effect, documentUrl }: ActContext, isSecret: boolean): Gate => ({
  capability: effect.credentialField || isSecret ? 'FORM_SUBMIT_CREDENTIALS' : 'FORM_SUBMIT_DATA',
  url: documentUrl,
});

/** What is entered, as anybody may see it: credentials and secrets by their length or name only. */
function inputInWords(text: InputText, { credentialField }: ElementEffect): Phrase {
  if (typeof text !== 'string') return say`the saved secret ${quoted(text.secret)}`;
  return credentialField ? say`${masked(text)}` : say`${quoted(text)}`;
}

type TextEntry<T extends 'TYPE' | 'FILL'> = {
  readonly type: T;
  readonly ref: string;
  readonly text: InputText;
};

const textEntry = <T extends 'TYPE' | 'FILL'>(): Columns<TextEntry<T>> => ({
  ...NO_TRAITS,
  changesElement: true,
  enters: true,
  capabilities: ['FORM_SUBMIT_CREDENTIALS', 'FORM_SUBMIT_DATA'],
  // A saved secret is a credential wherever it is entered: a user name's field is none by itself.
  gates: ({ text }, context) => [entering(context, typeof text !== 'string')],
  // A saved secret goes to its own origin, by its name.
  payload: (action, visit) =>
    typeof action.text === 'string' ? { ...action, text: visit('typed', action.text) } : action,
  secret: {
    nameOf: ({ text }) => (typeof text === 'string' ? null : text.secret),
    without: (action) => ({ ...action, text: '' }),
  },
  to: 'DOCUMENT',
  aim: atElement,
  starts: startsEffect,
  needs: 'NOTHING',
  words: {
    log: ({ text }, effect) => say`enter ${inputInWords(text, effect)} into ${ELEMENT}`,
    verb: own`enter a text`,
    takes: ({ text }) => [{ as: 'INPUT', text }],
  },
});

export const ENTRY_ROWS: RowsOf<EntryAction> = {
  PRESS: {
    ...NO_TRAITS,
    effect: 'USES',
    changesElement: true,
    capabilities: 'BY_EFFECT',
    // Whatever a key writes is typed.
    gates: ({ key }, context) =>
      entersText(key, context.effect.credentialField)
        ? [{ ...entering(context, false), action: 'TYPE' }, ...effectGates(context)]
        : effectGates(context),
    payload: (action, visit) => {
      const heard = heardOf(action.key);
      const seen = heard === '' ? '' : visit('keys', heard);
      return seen === heard ? action : { ...action, key: seen };
    },
    to: 'DOCUMENT',
    aim: ({ key, ref }) =>
      ref === undefined
        ? { at: 'FOCUS', landing: keyLanding(key) }
        : { at: 'ELEMENT', ref, landing: keyLanding(key) },
    starts: startsEffect,
    needs: ({ key }) => ({ kind: 'CLIPBOARD', key }),
    words: {
      // A letter of a password is a part of it.
      log: ({ key }, effect) =>
        say`press ${effect.credentialField && heardOf(key) !== '' ? masked(heardOf(key)) : shown(key)} on ${ELEMENT}${submitting(effect)}`,
      verb: (_action, effect) => own`press a key${submitting(effect)}`,
      takes: ({ key }, { credentialField }) =>
        credentialField && heardOf(key) !== ''
          ? [{ as: 'HIDDEN', label: 'key', text: heardOf(key) }]
          : given('key', key),
    },
  },
  TYPE: textEntry<'TYPE'>(),
  FILL: textEntry<'FILL'>(),
  UPLOAD: {
    ...NO_TRAITS,
    changesElement: true,
    capabilities: ['FILE_UPLOAD'],
    gates: (_action, { documentUrl: url }) => [{ capability: 'FILE_UPLOAD', url }],
    // Pages see a file's name; its content is read before the decision, and examined with it.
    payload: (action, visit) => ({ ...action, paths: namesOf(action.paths, visit) }),
    to: 'DOCUMENT',
    aim: atElement,
    starts: startsEffect,
    needs: ({ paths }) => ({ kind: 'FILES', paths }),
    words: {
      log: ({ paths }) => say`give ${filesInWords(paths.length)} to ${ELEMENT}`,
      verb: ({ paths }) => own`give ${filesInWords(paths.length)}`,
      takes: 'NOTHING',
    },
  },
  DROP: {
    ...NO_TRAITS,
    changesElement: true,
    capabilities: ['FILE_UPLOAD', 'FORM_SUBMIT_DATA'],
    // INVARIANT: files pass as an upload, by its name too, and texts as what is typed; a drop of nothing is decided as typing.
    gates: ({ paths = [], data }, { documentUrl: url }) => [
      ...(paths.length === 0 ? [] : [{ capability: 'FILE_UPLOAD', url, action: 'UPLOAD' } as const]),
      ...(paths.length > 0 && data === undefined ? [] : [{ capability: 'FORM_SUBMIT_DATA', url } as const]),
    ],
    payload: (action, visit) => ({
      ...action,
      ...(action.paths === undefined ? {} : { paths: namesOf(action.paths, visit) }),
      // One text, as whoever carries it out is handed it.
      ...(action.data === undefined ? {} : { data: unlessChanged(action.data, visit) }),
    }),
    to: 'DOCUMENT',
    aim: atElement,
    starts: startsEffect,
    needs: ({ paths = [] }) => (paths.length === 0 ? { kind: 'NOTHING' } : { kind: 'FILES', paths }),
    words: {
      log: ({ paths = [], data }) =>
        paths.length === 0
          ? say`drop ${Object.values(data ?? {}).flatMap((text, index) => (index === 0 ? say`${quoted(text)}` : say`, ${quoted(text)}`))} on ${ELEMENT}`
          : say`drop ${filesInWords(paths.length)} on ${ELEMENT}`,
      verb: ({ paths = [] }) => own`drop ${paths.length === 0 ? own`a text` : filesInWords(paths.length)}`,
      takes: ({ data = {} }) => Object.entries(data).flatMap(([type, text]) => given(type, text)),
    },
  },
};

const namesOf = (paths: readonly string[], visit: PayloadVisit): readonly string[] =>
  paths.map((path) => {
    const at = path.lastIndexOf('/') + 1;
    return `${path.slice(0, at)}${visit('file name', path.slice(at))}`;
  });

function unlessChanged(
  data: Readonly<Record<string, string>>,
  visit: PayloadVisit,
): Readonly<Record<string, string>> {
  const text = JSON.stringify(data);
  return visit('typed', text) === text ? data : {};
}

const filesInWords = (count: number): readonly string[] => (count === 1 ? own`a file` : own`${count} files`);
