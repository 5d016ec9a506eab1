// What a form may be for, worked out from its fields and the words of what sends it, with the evidence. INVARIANT: every purpose that
// it has a sign of is in the answer and is decided on, so that a sign more takes none away: a page's word makes a form graver, never milder.
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import { canonicalName, hasPhrase } from '#policy/requests/names.ts';
import type { FormPurpose } from '#policy/language/vocabulary.ts';
import type { CardRow } from '#gateway/protocol/views/consent.ts';
import { ours, theirs } from '#gateway/boundary/words/rows.ts';

export type PurposeFound = {
  readonly purpose: FormPurpose;
  /** What it was found by, in a few words; a quotation of the page's is in `said`. */
  readonly by: string;
  readonly said: string | null;
};

const NO_FORM: PurposeFound = { purpose: 'NONE', by: '', said: null };
const NO_SIGN: PurposeFound = { purpose: 'OTHER', by: 'no field and no word that says more', said: null };

type Sign = {
  readonly purpose: FormPurpose;
  readonly fields: RegExp | null;
  readonly words: readonly string[];
};

/** In the order of a card. Names of fields are what pages and password managers call them; words are of the button or the field. */
const SIGNS: readonly Sign[] = [
  {
    purpose: 'PAYMENT',
    fields: /^(?:cc-|card|credit_?card|cardnumber|iban|cvc|cvv|expiry|payment)/u,
    words: [
      'pay',
      'pay now',
      'buy',
      'buy now',
      'place order',
      'place your order',
      'order now',
      'checkout',
      'donate',
      'transfer',
      'kaufen',
      'bezahlen',
      'zahlungspflichtig bestellen',
      'payer',
      'acheter',
      'pagar',
      'comprar',
    ],
  },
  {
    purpose: 'DELETION',
    fields: /^(?:_method=delete|delete|confirm_?delet)/u,
    words: [
      'delete',
      'remove',
      'erase',
      'deactivate',
      'close account',
      'terminate',
      'löschen',
      'entfernen',
      'supprimer',
      'eliminar',
      'borrar',
    ],
  },
  {
    purpose: 'PUBLISHING',
    fields: null,
    words: [
      'publish',
      'post',
      'comment',
      'reply',
      'tweet',
      'share',
      'send',
      'submit review',
      'merge',
      'veröffentlichen',
      'publier',
      'publicar',
    ],
  },
  {
    purpose: 'SIGN_UP',
    fields: /^(?:new-?password|password_?confirm|confirm_?password)/u,
    words: ['sign up', 'register', 'create account', 'join now', 'registrieren', 's inscrire', 'registrarse'],
  },
  {
    purpose: 'LOG_IN',
    fields: /^(?:passw|pwd|otp|one-time-code|totp)/u,
    words: ['log in', 'login', 'sign in', 'anmelden', 'einloggen', 'se connecter', 'iniciar sesión'],
  },
  {
    purpose: 'SEARCH',
    fields: /^(?:q|query|search|s|keywords?)$/u,
    words: ['search', 'find', 'suchen', 'rechercher', 'buscar'],
  },
];

/** Of the form that an act submits, or that it enters something into; each purpose once, and never none. `name`: what the element is called. */
export function formPurposes(effect: ElementEffect, name: string): readonly PurposeFound[] {
  const { submits, form } = effect;
  if (submits === null && form === undefined) return [NO_FORM];
  const seen: FormSeen = {
    fields: (submits?.fieldNames ?? form?.otherNames ?? []).map((field) => field.toLowerCase()),
    words: submits === null ? '' : canonicalName(name),
    credentials: submits?.credentials === true || effect.credentialField,
    posts: submits?.method === 'POST',
  };
  const found = SIGNS.flatMap((sign) => foundBy(sign, seen) ?? []);
  return found.length === 0 ? [NO_SIGN] : found;
}

type FormSeen = {
  readonly fields: readonly string[];
  readonly words: string;
  readonly credentials: boolean;
  readonly posts: boolean;
};

function foundBy({ purpose, fields, words }: Sign, form: FormSeen): PurposeFound | null {
  // A search takes, and gives nothing but what is looked for.
  if (purpose === 'SEARCH' && form.posts) return null;
  const field = fields === null ? undefined : form.fields.find((one) => fields.test(one));
  if (field !== undefined) return { purpose, by: 'its field', said: field };
  const word = words.find((one) => hasPhrase([canonicalName(one)], form.words));
  if (word !== undefined) return { purpose, by: 'its button', said: word };
  return purpose === 'LOG_IN' && form.credentials
    ? { purpose, by: 'a field for a password, a code or a card', said: null }
    : null;
}

/** What a person should not have to guess. What a log-in covers has rows of its own. */
const SHOWN: Readonly<Partial<Record<FormPurpose, string>>> = {
  PAYMENT: 'a payment',
  DELETION: 'deleting something',
  PUBLISHING: 'publishing something',
  SIGN_UP: 'a new account',
};

export const purposeRows = (purposes: readonly PurposeFound[]): readonly CardRow[] =>
  purposes.flatMap(rowsOf);

function rowsOf({ purpose, by, said }: PurposeFound): readonly CardRow[] {
  const words = SHOWN[purpose];
  if (words === undefined) return [];
  const found = ours('FACT', 'the form is for', `${words}, by ${by}`);
  return said === null ? [found] : [found, theirs('PAGE', 'FIELD', 'which says', said)];
}
