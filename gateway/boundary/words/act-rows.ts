// Writes an act as the rows of its card. INVARIANT: everything that the act takes from its caller or from the page has a row; the verb
// is ours, and each name, value and address is in a row of its own.
import { actRow } from '#policy/acts/act-rows.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import type { Gate } from '#policy/acts/gate.ts';
import type { InputText, Taken } from '#policy/acts/row.ts';
import { ELEMENT_ROLES } from '#policy/language/vocabulary.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import { digestOfText } from './evidence.ts';
import { helperOf } from './known-helpers.ts';
import { formRows, logInRows } from './form-rows.ts';
import { address, hidden, ours, script, theirs } from './rows.ts';

type Named = { readonly role: string; readonly name: string } | null;

export type ShownAct = {
  /** As it may be shown: what holds a secret by its length. */
  readonly action: BrowserAction;
  readonly effect: ElementEffect;
  readonly element: Named;
  readonly onto: Named;
  readonly gates: readonly Gate[];
  /** What runs is shown by its length alone, since it holds a secret: nobody can judge it. */
  readonly hidesScript: boolean;
};

export function actRows({ action, effect, element, onto, gates, hidesScript }: ShownAct): readonly CardRow[] {
  const { verb, takes } = actRow(action);
  const { submits } = effect;
  const targets = new Set(gates.flatMap(({ url }) => (url === undefined ? [] : [url])));
  const by = 'url' in action ? 'AGENT' : 'PAGE';
  return [
    ours('ACT', 'what', verb(effect).join('')),
    ...elementRows(element),
    ...(onto === null ? [] : [ours('ACT', 'onto', roleInWords(onto.role)), ...elementRows(onto)]),
    ...takes(effect)
      .flatMap((taken) => takenRows(taken, effect))
      .map((row) => (hidesScript && row.kind === 'SCRIPT' ? { ...row, masked: true } : row)),
    ...(submits === null ? [...targets].map((url) => address(by, 'address', url)) : formRows(submits)),
  ];
}

const elementRows = (element: Named): readonly CardRow[] =>
  element === null ? [] : [theirs('PAGE', 'ELEMENT', roleInWords(element.role), element.name)];

/** What its caller gives to it. */
function takenRows(taken: Taken, effect: ElementEffect): readonly CardRow[] {
  switch (taken.as) {
    case 'VALUE': {
      const { label, text, name } = taken;
      return [theirs('AGENT', 'VALUE', label, text, name === undefined ? {} : { name })];
    }
    case 'HIDDEN':
      return [hidden('AGENT', 'VALUE', taken.label, taken.text)];
    case 'SCRIPT':
      return scriptRows(taken.label, taken.text);
    case 'INPUT':
      return entered(taken.text, effect);
  }
}

/** A page may call an element anything; these are the words for what it can be. */
const roleInWords = (role: string): string => (ROLES.has(role) ? role : 'element');

const ROLES: ReadonlySet<string> = new Set(
  ELEMENT_ROLES.filter((role) => role !== 'NONE' && role !== 'OTHER'),
);

function entered(text: InputText, effect: ElementEffect): readonly CardRow[] {
  const credential = effect.credentialField;
  const value =
    typeof text !== 'string'
      ? theirs('AGENT', 'VALUE', 'the saved secret', text.secret, { note: 'its value stays hidden' })
      : credential
        ? hidden('AGENT', 'VALUE', 'value', text)
        : theirs('AGENT', 'VALUE', 'value', text);
  return credential || typeof text !== 'string'
    ? [
        value,
        ours(
          'COVERS',
          'also allows',
          'the rest of this log-in: its other fields, sending it to this site once, and this site’s cookies in this task',
        ),
        ...logInRows(effect),
      ]
    : [value];
}

/** What runs or is planted, whole, and its digest. */
const scriptRows = (label: string, text: string): readonly CardRow[] => {
  const helper = helperOf(text);
  return [
    helper === null ? script('AGENT', label, text) : ours('FACT', label, helper),
    ours('FACT', 'digest', digestOfText(text)),
  ];
};
