// Lints of how long an answer holds: longer-ask-once, idle-ask-once.
import { ESCALATE } from '#policy/engine/documents/document.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import type { Context } from '#policy/tools/lint/model/context.ts';
import type { Remark } from '#policy/tools/lint/model/finding.ts';

export function answerLints(context: Context): readonly Remark[] {
  return [...longer(context), ...idle(context)];
}

/** A table and the floor behind it are one entry. */
const entriesOf = ({ document }: Context): readonly Entry[] =>
  [...document.defaults, ...document.floors, ...document.rules, ...document.delegate].filter(
    ({ section }) => section !== 'never',
  );

/** Of the layers above, of the document and of the entry the fewest minutes hold. */
function longer(context: Context): readonly Remark[] {
  const { document, documents } = context;
  const above = documents
    .slice(0, -1)
    .flatMap(({ id, escalation: { askOnce } }) => said(`\`${id}\``, askOnce));
  const own = said(`\`escalation\` of \`${document.id}\``, document.escalation.askOnce);
  const stated = [
    { askOnce: document.escalation.askOnce, span: document.escalationSpan, entry: null, most: least(above) },
    ...entriesOf(context).map(({ escalate, span, ref }) => ({
      askOnce: escalate?.askOnce,
      span,
      entry: ref,
      most: least([...above, ...own]),
    })),
  ];
  return stated.flatMap(({ askOnce, span, entry, most }): readonly Remark[] =>
    askOnce === undefined || most === null || askOnce <= most.minutes
      ? []
      : [
          {
            id: 'longer-ask-once',
            message: `${entry === null ? '`escalation`' : `\`${entry}\``} asks once in ${askOnce} minutes, and ${most.whose} gives ${most.minutes}: ${most.minutes} hold`,
            help: `write ${most.minutes} or less, or leave it out: no answer holds longer than is said above`,
            span,
            entry,
            proof: 'the terms of every question are the fewest minutes of all that ask',
          },
        ],
  );
}

type Said = { readonly whose: string; readonly minutes: number };

const said = (whose: string, minutes: number | undefined): readonly Said[] =>
  minutes === undefined ? [] : [{ whose, minutes }];

const least = (all: readonly Said[]): Said | null =>
  all.reduce<Said | null>((held, one) => (held === null || one.minutes < held.minutes ? one : held), null);

/** What asks nobody has no answer that could end. */
function idle(context: Context): readonly Remark[] {
  const asks = ({ cells }: Entry): boolean => cells.some(({ severity }) => severity === ESCALATE);
  const { document, policy } = context;
  const ofDocument: readonly Remark[] =
    document.escalation.askOnce === undefined || policy.stack.entries.some(asks)
      ? []
      : [
          {
            id: 'idle-ask-once',
            message: '`escalation` says how long an answer holds, and nothing asks anybody',
            help: 'leave `askOnce` out, or let an entry say ESCALATE',
            span: document.escalationSpan,
            entry: null,
          },
        ];
  return [
    ...ofDocument,
    ...entriesOf(context).flatMap((entry): readonly Remark[] =>
      entry.escalate?.askOnce === undefined || asks(entry)
        ? []
        : [
            {
              id: 'idle-ask-once',
              message: `\`${entry.ref}\` says how long an answer holds, and asks nobody`,
              help: 'leave `askOnce` out: it speaks of an entry that says ESCALATE',
              span: entry.span,
              entry: entry.ref,
            },
          ],
    ),
  ];
}
