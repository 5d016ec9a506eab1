// What a form may be for, worked out from its fields and the words of what sends it, with the evidence. INVARIANT: every purpose that
// it has a sign of is in the answer and is decided on, so that a sign more takes none away: a page's word makes a form graver, never milder.
import type { PageAct } from '#executors/contract/page-act.ts';
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

/** What is done to others or to an account, of a button that cannot be read. */
const UNREAD: readonly PurposeFound[] = (['PAYMENT', 'DELETION', 'PUBLISHING', 'SIGN_UP'] as const).map(
  (purpose) => ({ purpose, by: 'a button that says more than anybody reads', said: null }),
);

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
      'buy',
      'purchase',
      'place order',
      'place your order',
      'confirm order',
      'complete order',
      'submit order',
      'order now',
      'checkout',
      'check out',
      'subscribe',
      'donate',
      'transfer',
      'paypal',
      'kaufen',
      'bezahlen',
      'bestellen',
      'payer',
      'acheter',
      'commander',
      'pagar',
      'comprar',
      'acquista',
      'paga',
      'betalen',
      'afrekenen',
    ],
  },
  {
    purpose: 'DELETION',
    fields: /^(?:delete|confirm_?delet)/u,
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

/** Fields that say what is to be done: of these what they hold counts as a button's words. */
const VERBS = /^(?:_?method|_?action|op|operation|cmd|command|do|verb|commit|submit|button|btn)$/u;
/** More is no verb, and somebody's text. */
const MAX_VERB_CHARACTERS = 100;

/** Of the form that an act submits, or that it enters something into; each purpose once, and never none. `name`: what the element is called. */
export function formPurposes(effect: ElementEffect, name: string): readonly PurposeFound[] {
  const { submits, form, submitter = '' } = effect;
  if (submits === null && form === undefined) return [NO_FORM];
  // Nobody knows what its button says.
  if (submits !== null && submitter === null) return UNREAD;
  return purposesOf({
    fields: submits?.fieldNames ?? form?.otherNames ?? [],
    values: submits?.sends?.fields ?? [],
    words: submits === null ? '' : `${name} | ${submitter ?? ''}`,
    credentials: submits?.credentials === true || effect.credentialField,
    posts: submits?.method === 'POST',
  });
}

/** Of a form that a page sends by itself: its fields are all that anybody knows. */
export function purposesOfPageForm(act: PageAct): readonly PurposeFound[] {
  if (!('start' in act) || !(act.start === 'FORM' || act.body !== null || act.credentials)) return [NO_FORM];
  const asked = [...(URL.parse(act.url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
  const values = act.body === null ? asked : [...act.body.fields, ...asked];
  return purposesOf({
    fields: values.map(({ name }) => name),
    values,
    words: '',
    credentials: act.credentials,
    posts: act.method !== 'GET',
  });
}

type FormSeen = {
  readonly fields: readonly string[];
  readonly values: readonly { readonly name: string; readonly value: string | null }[];
  readonly words: string;
  readonly credentials: boolean;
  readonly posts: boolean;
};

function purposesOf({ fields, values, words, ...rest }: FormSeen): readonly PurposeFound[] {
  const verbs = values.flatMap(({ name, value }) =>
    value !== null && value.length <= MAX_VERB_CHARACTERS && VERBS.test(name.toLowerCase()) ? [value] : [],
  );
  const seen = {
    ...rest,
    fields: fields.map((field) => field.toLowerCase()),
    words: canonicalName(words),
    verbs: canonicalName(verbs.join(' | ')),
  };
  const found = SIGNS.flatMap((sign) => foundBy(sign, seen) ?? []);
  return found.length === 0 ? [NO_SIGN] : found;
}

type Seen = Pick<FormSeen, 'fields' | 'words' | 'credentials' | 'posts'> & { readonly verbs: string };

function foundBy({ purpose, fields, words }: Sign, form: Seen): PurposeFound | null {
  // A search takes, and gives nothing but what is looked for.
  if (purpose === 'SEARCH' && form.posts) return null;
  const field = fields === null ? undefined : form.fields.find((one) => fields.test(one));
  if (field !== undefined) return { purpose, by: 'its field', said: field };
  const word = words.find((one) => hasPhrase([canonicalName(one)], form.words));
  if (word !== undefined) return { purpose, by: 'its button', said: word };
  const verb = words.find((one) => hasPhrase([canonicalName(one)], form.verbs));
  if (verb !== undefined && purpose !== 'SEARCH') return { purpose, by: 'what a field holds', said: verb };
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
