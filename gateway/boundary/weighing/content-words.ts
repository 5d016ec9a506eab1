// Describes whose words an act is made of, for the card and the log. INVARIANT: the log holds no text, at most a digest under the task's key.
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { theirs } from '#gateway/boundary/words/rows.ts';
import { visible } from '#gateway/protocol/visible.ts';
import type { ContentOfAct, FromPage } from './content-of-act.ts';
import type { Provenance } from '#gateway/boundary/provenance/provenance.ts';

const MAX_ROWS = 3;
/** Of the other pages that a text stands on. */
const MAX_ALSO = 2;
const MAX_LOGGED_TEXTS = 8;

const PLACES = {
  SITE: 'in its own controls',
  CONTENT: 'in its content',
  USERS: 'where users write',
} as const satisfies Record<FromPage['place'], string>;

/** Only what somebody else may have written: a control's own name is on every card. */
export const rowsOf = ({ fromPages }: ContentOfAct): ConsentCard['details'] =>
  fromPages
    .filter(({ place }) => place !== 'SITE')
    .slice(0, MAX_ROWS)
    .map(({ text, origin, place, also }) =>
      theirs('PAGE', 'FINDING', 'not your words', text, {
        note: [
          `stands on ${origin === '' ? 'a page' : visible(origin, 80)}, ${PLACES[place]}`,
          ...also.slice(0, MAX_ALSO).map((one) => `and on ${visible(one, 80)}`),
          ...(also.length > MAX_ALSO ? [`and on ${also.length - MAX_ALSO} more`] : []),
        ].join(', '),
      }),
    );

export const evidenceOf = (
  { fromPages }: ContentOfAct,
  provenance: Provenance,
): Readonly<Record<string, unknown>> =>
  fromPages.length === 0
    ? {}
    : {
        content: fromPages.slice(0, MAX_LOGGED_TEXTS).map(({ what, text, origin, place, also }) => ({
          what,
          from: origin,
          ...(also.length === 0 ? {} : { also: also.slice(0, MAX_LOGGED_TEXTS) }),
          place,
          digest: provenance.digestOf(`CONTENT ${text}`),
        })),
      };
