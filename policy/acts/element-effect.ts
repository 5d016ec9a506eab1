// What an act does to the page where it lands, as the executor reads it from the live element: a link, a form, a file input.

/** One field of a form, as anybody but the executor may see it: a credential by its length alone. */
export type SentField = {
  readonly name: string;
  readonly value: string | null;
  readonly length: number;
  /** Nobody sees it on the page. */
  readonly hidden: boolean;
  /** `value` is a file's name. */
  readonly file: boolean;
};

/** What a form would send, as the browser would write it at that moment. */
export type FormContent = {
  readonly enctype: string;
  readonly fields: readonly SentField[];
  /** `false`: something in it cannot be foreseen, so that whatever is sent is decided on when it is. */
  readonly whole: boolean;
  /** Of address, method, encoding and every value, under a key of the executor's. */
  readonly digest: string;
};

/** What an element does when the act lands on it. The executor reads it from the live page, never from the caller. */
export type ElementEffect = {
  /** A link's absolute target; `newTab` for `target=_blank` and named windows. */
  readonly link: { readonly url: string; readonly newTab: boolean; readonly download: boolean } | null;
  /** The form that the act submits: its absolute action URL, and whether it holds a filled credential field. */
  readonly submits: {
    readonly url: string;
    readonly method: 'GET' | 'POST' | 'DIALOG';
    readonly credentials: boolean;
    readonly newTab: boolean;
    readonly fieldNames: readonly string[];
    /** What its fields hold, credentials left out: of a form that goes to another site than the document's alone. */
    readonly values?: readonly string[];
    /** Not there for a form of a dialog's, which sends nothing. */
    readonly sends?: FormContent;
  } | null;
  /** The form of a field that text is entered into: where it would go, and the names of its fields that hold no credential. */
  readonly form?: { readonly url: string; readonly method: string; readonly otherNames: readonly string[] };
  /** Words of the button that sends the form, as the page has them, also where Enter does; `null`: more than anybody reads. Not there for no button. */
  readonly submitter?: string | null;
  readonly fileInput: boolean;
  /** What the element's own `id` and `data-testid` say, where it has one: as the page wrote them. */
  readonly marks?: { readonly id: string; readonly testId: string };
  /** type=password, or autocomplete current-password, new-password, one-time-code, cc-*. */
  readonly credentialField: boolean;
};

export const NO_EFFECT: ElementEffect = Object.freeze({
  link: null,
  submits: null,
  fileInput: false,
  credentialField: false,
});
