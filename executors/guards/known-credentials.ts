// What counts as a credential in a tab: what acts entered into credential fields, and what stood in them before each act.
// INVARIANT: values stay in the executor; a page that renames, retypes or copies a field does not make its value another's, and
// nothing that a page puts into its fields pushes out what was entered there, lent, or seen at another origin.
// It is read before an act and not when a request waits: a page whose navigation is paused answers to nothing.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { Shares } from '#policy/collections/shares.ts';
import { CREDENTIAL } from '#executors/perception/reading/roles.ts';
import type { Inspection } from '#executors/contract/inspection.ts';
import type { Page } from '#executors/page/page.ts';
import { hide, spellingsOf, takesAlong, type KnownCredentials } from './sent-body.ts';

/** Shorter values occur everywhere by chance: their fields count by name alone. */
const MIN_VALUE_CHARACTERS = 4;
/** Of what acts entered, and of what the vault lent: each took an act of its own. */
const MAX_GIVEN = 500;
/** Of what stood in fields, of one origin and of all. */
const LEARNED = { ofOne: 200, together: 1_000 } as const;
const READ_DEADLINE_MS = 2_000;
/** Of one page, with those in its frames. */
const MAX_DOCUMENTS = 100;

/**
 * Runs in our isolated world, over open and closed shadow roots alike through the form-associated elements it can reach, and over the
 * documents of the same origin that stand in frames. What is of another origin, or no field, is not reached.
 */
const READ = `(() => {
  const get = (prototype, name, self) => Reflect.apply(Object.getOwnPropertyDescriptor(prototype, name).get, self, []);
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) ?? '';
  const CREDENTIAL = ${String(CREDENTIAL)};
  const or = (get, otherwise) => { try { return get(); } catch { return otherwise; } };
  const all = (of, selector) => [...Document.prototype.querySelectorAll.call(of, selector)];
  const KINDS = { input: HTMLInputElement, textarea: HTMLTextAreaElement, select: HTMLSelectElement };
  const FRAMES = { iframe: HTMLIFrameElement, frame: HTMLFrameElement };
  const documents = [document];
  for (let at = 0; at < documents.length && documents.length < ${MAX_DOCUMENTS}; at += 1)
    for (const [tag, { prototype }] of Object.entries(FRAMES))
      for (const frame of all(documents[at], tag)) {
        const inner = or(() => get(prototype, 'contentDocument', frame), null);
        if (inner !== null) documents.push(inner);
      }
  return documents.flatMap((one) => Object.entries(KINDS).flatMap(([tag, { prototype }]) =>
    all(one, tag).flatMap((field) => or(() => {
      const password = tag === 'input' && get(prototype, 'type', field) === 'password';
      if (!password && !CREDENTIAL.test(attribute(field, 'autocomplete'))) return [];
      return [[attribute(field, 'name'), String(get(prototype, 'value', field))]];
    }, []))));
})()`;

type FieldValue = readonly [name: string, value: string];

/** What of a page is asked. */
type Readable = Pick<Page, 'evaluate' | 'url'> & {
  readonly session: { readonly connection: { readonly closed: boolean } };
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
    if (value.length < MIN_VALUE_CHARACTERS) return;
    const origins = this.#entered.get(value) ?? new Set();
    this.#entered.delete(value);
    this.#entered.set(value, origins.add(originOf(url)));
    forgetOldest(this.#entered, MAX_GIVEN);
  }

  /** Reads the credential fields of the page, or of a frame of it, before an act; what was known before stays known. */
  async read(page: Readable, frame?: { readonly id: string; readonly url: string }): Promise<void> {
    const late = Promise.withResolvers<readonly FieldValue[]>();
    const timer = setTimeout(() => late.resolve([]), READ_DEADLINE_MS);
    try {
      const { url } = frame ?? page;
      this.#learn(await Promise.race([page.evaluate(READ, parseFields, frame?.id), late.promise]), url);
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
      if (value.length >= MIN_VALUE_CHARACTERS) this.#values.add(origin, value);
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

const originOf = (url: string): string => URL.parse(url)?.origin ?? 'null';

function parseFields(value: unknown): readonly FieldValue[] {
  if (!Array.isArray(value)) throw new TypeError('no list of fields');
  return value.map((one: unknown): FieldValue => {
    if (!Array.isArray(one)) throw new TypeError('no field');
    return [String(one[0]), String(one[1])];
  });
}
