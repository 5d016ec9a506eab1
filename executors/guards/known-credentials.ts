// What counts as a credential in a tab: what acts entered into credential fields, and what stood in them before each act.
// INVARIANT: values stay in the executor; a page that renames, retypes or copies a field does not make its value another's, and
// nothing that a page puts into its fields pushes out what was entered there, lent, or seen at another origin.
// It is read before an act and not when a request waits: a page whose navigation is paused answers to nothing.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { Shares } from '#policy/collections/shares.ts';
import { CREDENTIAL } from '#executors/perception/reading/roles.ts';
import type { Inspection } from '#executors/contract/inspection.ts';
import { scopeOf } from '#executors/page/frame-scope.ts';
import type { FrameTree } from '#executors/page/frame-tree.ts';
import type { Page } from '#executors/page/page.ts';
import { hide, spellingsOf, takesAlong, type KnownCredentials } from './sent-body.ts';

/** Shorter values occur everywhere by chance: their fields count by name alone. */
const MIN_VALUE_CHARACTERS = 4;
/** Of what acts entered, and of what the vault lent: each took an act of its own. */
const MAX_GIVEN = 500;
/** Of what stood in fields, of one origin and of all. */
const LEARNED = { ofOne: 200, together: 1_000 } as const;
const READ_DEADLINE_MS = 2_000;
/** Of what one reading looks through: windows, documents, and elements that may have a shadow root. */
const MAX_LOOKED = { windows: 400, documents: 100, elements: 200_000 } as const;
/** A value is known by pieces of this length, in whatever it stands: what is looked for is bounded, whatever a page puts in. */
const MAX_PIECE_CHARACTERS = 1_000;
const MAX_PIECES = 8;
/** Of one page, each looked into by itself before an act. */
const MAX_FRAMES = 60;

/**
 * Runs in our isolated world, over every document that a script of the frame can reach: its own, and those of its origin in the
 * frames around it, beside it and in it, and of what opened it; in open shadow roots too. Of another origin nothing is reached.
 * A closed shadow root is not looked into: a field in one is known once an act has entered something there.
 */
export const READ_CREDENTIALS = `function () {
  const get = (prototype, name, self) => Reflect.apply(Object.getOwnPropertyDescriptor(prototype, name).get, self, []);
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) ?? '';
  const CREDENTIAL = ${String(CREDENTIAL)};
  const or = (get, otherwise) => { try { return get(); } catch { return otherwise; } };
  const KINDS = { input: HTMLInputElement, textarea: HTMLTextAreaElement, select: HTMLSelectElement };
  const FRAMES = { iframe: HTMLIFrameElement, frame: HTMLFrameElement };
  const shadowOf = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot').get;
  const windows = new Set([window]);
  const add = (one) => { if (one && windows.size < ${MAX_LOOKED.windows}) windows.add(one); };
  let documents = 0;
  let elements = 0;
  const found = [];
  const readRoot = (root, fragment) => {
    const each = (tag) => [...or(() => fragment.querySelectorAll.call(root, tag), [])];
    for (const [tag, { prototype }] of Object.entries(KINDS))
      for (const field of each(tag)) or(() => {
        const password = tag === 'input' && get(prototype, 'type', field) === 'password';
        if (!password && !CREDENTIAL.test(attribute(field, 'autocomplete'))) return;
        const value = String(get(prototype, 'value', field)).slice(0, ${MAX_PIECES * MAX_PIECE_CHARACTERS});
        found.push([attribute(field, 'name').slice(0, ${MAX_PIECE_CHARACTERS}), value]);
      }, null);
    // A frame in a shadow root is none of its window's.
    for (const [tag, { prototype }] of Object.entries(FRAMES))
      for (const frame of each(tag)) add(or(() => get(prototype, 'contentWindow', frame), null));
    if (elements > ${MAX_LOOKED.elements}) return;
    for (const element of fragment.querySelectorAll.call(root, '*')) {
      elements += 1;
      if (elements > ${MAX_LOOKED.elements}) return;
      const shadow = or(() => Reflect.apply(shadowOf, element, []), null);
      if (shadow !== null) readRoot(shadow, DocumentFragment.prototype);
    }
  };
  for (const one of windows) {
    const inner = or(() => one.document, null);
    if (inner !== null && documents < ${MAX_LOOKED.documents}) {
      documents += 1;
      or(() => readRoot(inner, Document.prototype), null);
    }
    const count = or(() => one.length, 0);
    for (let at = 0; at < count && windows.size < ${MAX_LOOKED.windows}; at += 1) add(or(() => one[at], null));
    add(or(() => one.top, null));
    add(or(() => one.opener, null));
  }
  return found;
}`;

type FieldValue = readonly [name: string, value: string];

/** What of a page is asked. */
type Readable = Pick<Page, 'run' | 'url'> & {
  readonly session: { readonly connection: { readonly closed: boolean } };
};
type WithFrames = Readable &
  Pick<Page, 'id' | 'documentId' | 'scope'> & {
    readonly frames: Pick<FrameTree, 'known' | 'describe'>;
  };

export class CredentialsOfTab {
  /** Each with the origins of the documents that an act put it into. */
  readonly #entered = new Map<string, Set<string>>();
  readonly #lent = new Set<string>();
  /** What stood in fields of an origin, and those fields' names. */
  readonly #values = new Shares<string>(LEARNED);
  readonly #names = new Shares<string>(LEARNED);

  /** Of the vault: whatever field it was put into, no picture shows it. */
  lent(value: string): void {
    if (value === '') return;
    this.#lent.delete(value);
    this.#lent.add(value);
    forgetOldest(this.#lent, MAX_GIVEN);
  }

  /** What no picture may show, in every spelling. */
  inPictures(): readonly string[] {
    return [...new Set([...this.#all().keys(), ...this.#lent].flatMap((value) => spellingsOf(value)))];
  }

  /** A value that an act puts into a credential field of a document. */
  entered(value: string, url: string): void {
    for (const piece of piecesOf(value)) {
      const origins = this.#entered.get(piece) ?? new Set();
      this.#entered.delete(piece);
      this.#entered.set(piece, origins.add(originOf(url)));
    }
    forgetOldest(this.#entered, MAX_GIVEN);
  }

  /** Reads the credential fields that scripts of the page's own document can reach; what was known before stays known. */
  read(page: Readable): Promise<void> {
    return this.#read(page, () => Promise.resolve({ url: page.url }));
  }

  /**
   * Before an act, and before what a script gave is told: the page's own document, the frame of the act (the one that is looked
   * into, where none is named), and each readable frame by itself: a sandboxed one is reached from no other.
   */
  async readAround(page: WithFrames, frameId: string = scopeOf(page)): Promise<void> {
    const frames = new Set([frameId]);
    for (const { id } of page.frames.known()) if (frames.size < MAX_FRAMES) frames.add(id);
    frames.delete(page.id);
    const inFrame = async (id: string) => ({ id, url: (await page.frames.describe(id)).url });
    await Promise.all([this.read(page), ...[...frames].map((id) => this.#read(page, () => inFrame(id)))]);
  }

  async #read(
    page: Readable,
    where: () => Promise<{ readonly id?: string; readonly url: string }>,
  ): Promise<void> {
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(() => late.resolve(), READ_DEADLINE_MS);
    const reading = async (): Promise<void> => {
      const { id, url } = await where();
      this.#learn(await page.run(READ_CREDENTIALS, [], parseFields, id), url);
    };
    try {
      await Promise.race([reading(), late.promise]);
    } catch (thrown) {
      // The document goes away under the reading: the act behind it finds that out by itself.
      if (page.session.connection.closed) throw thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  known(): KnownCredentials {
    return { names: new Set(this.#names.all().keys()), values: [...this.#all().keys()] };
  }

  /** Whether the address of a connection holds another site's credential. */
  standsIn(url: string): boolean {
    return takesAlong({ url, method: 'GET', headers: {} }, this.foreignTo(url.replace(/^ws/u, 'http')));
  }

  /** Those that an address's own site has not been given: they are another's. */
  foreignTo(url: string): readonly string[] {
    const origin = originOf(url);
    return [...this.#all()].filter(([, origins]) => !origins.has(origin)).map(([value]) => value);
  }

  /** Every value with the origins that have it. */
  #all(): ReadonlyMap<string, ReadonlySet<string>> {
    const all = new Map(this.#values.all());
    for (const [value, origins] of this.#entered) all.set(value, origins.union(all.get(value) ?? new Set()));
    return all;
  }

  #learn(fields: readonly FieldValue[], url: string): void {
    const origin = originOf(url);
    for (const [name, value] of fields) {
      if (name !== '') this.#names.add(origin, name);
      for (const piece of piecesOf(value)) this.#values.add(origin, piece);
    }
  }
}

/** A form whose fields hold a copy of a credential of another site sends that credential, whatever the field is called. */
export function withCopies(inspection: Inspection, known: CredentialsOfTab): Inspection {
  const { submits } = inspection.effect;
  if (submits?.sends === undefined) return inspection;
  const foreign = known.foreignTo(submits.url);
  const holds = (text: string): boolean =>
    foreign.some((one) => spellingsOf(one).some((it) => text.includes(it)));
  const fields = submits.sends.fields.map((field) =>
    holds(field.name) || holds(field.value ?? '')
      ? { ...field, name: hide(field.name, foreign), value: null }
      : field,
  );
  const copies =
    holds(submits.url) || fields.some(({ value }, at) => value !== submits.sends?.fields[at]?.value);
  if (!copies) return inspection;
  const { values = [] } = submits;
  return {
    ...inspection,
    effect: {
      ...inspection.effect,
      submits: {
        ...submits,
        url: hide(submits.url, foreign),
        credentials: true,
        ...(submits.values === undefined ? {} : { values: values.map((one) => hide(one, foreign)) }),
        sends: { ...submits.sends, fields },
      },
    },
  };
}

/** Half a character is none that any spelling could be made of. */
function piecesOf(value: string): readonly string[] {
  const pieces: string[] = [];
  for (let rest = value.toWellFormed(); pieces.length < MAX_PIECES && rest.length >= MIN_VALUE_CHARACTERS;) {
    const cut = /[\ud800-\udbff]/.test(rest.charAt(MAX_PIECE_CHARACTERS - 1)) ? 1 : 0;
    const piece = rest.slice(0, MAX_PIECE_CHARACTERS - cut);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return pieces;
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? 'null';

function parseFields(value: unknown): readonly FieldValue[] {
  if (!Array.isArray(value)) throw new TypeError('no list of fields');
  return value.map((one: unknown): FieldValue => {
    if (!Array.isArray(one)) throw new TypeError('no field');
    return [String(one[0]), String(one[1])];
  });
}
