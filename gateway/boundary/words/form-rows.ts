// Writes what a form sends as the rows of a card: how, where to, and every value that leaves, masked if it is a secret.
// INVARIANT: no field is left out; names and values are the page's words, each in a row of its own.
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import { address, ours, theirs } from './rows.ts';

type Submits = NonNullable<ElementEffect['submits']>;

export const formRows = (submits: Submits): readonly CardRow[] => [
  address('PAGE', 'sends to', submits.url),
  ours('FACT', 'method', submits.method),
  ...fieldRows(submits),
];

function fieldRows({ sends, fieldNames }: Submits): readonly CardRow[] {
  if (sends === undefined)
    return fieldNames.length === 0
      ? [ours('FACT', 'fields', 'none')]
      : fieldNames.map((name) => theirs('PAGE', 'FIELD', 'field', name));
  const rows = sends.fields.map(({ name, value, length, hidden, file }) => {
    const label = file ? 'file' : hidden ? 'hidden field' : 'field';
    return value === null
      ? theirs('PAGE', 'FIELD', label, `•••(${length})`, { name, masked: true })
      : theirs('PAGE', 'FIELD', label, value, { name, ...cutNote(value, length) });
  });
  return [
    ...(rows.length === 0 ? [ours('FACT', 'fields', 'none')] : rows),
    ...(sends.whole
      ? []
      : [ours('FACT', 'not all of it', 'the rest is known when it is sent, and decided on then')]),
  ];
}

const cutNote = (value: string, length: number): { readonly note?: string } =>
  value.length === length ? {} : { note: `${length} characters in all` };

/** Where a log-in goes that is entered into this form: allowing it allows that, once. */
export const logInRows = ({ form }: ElementEffect): readonly CardRow[] =>
  form === undefined
    ? []
    : [address('PAGE', 'the log-in goes to', form.url), ours('FACT', 'method', form.method)];
