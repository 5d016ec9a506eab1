// What counts as a credential in a tab: what acts entered into credential fields, and what stood in them before each act.
// INVARIANT: values stay in the executor; a page that renames, retypes or copies a field does not make its value another's.
// It is read before an act and not when a request waits: a page whose navigation is paused answers to nothing.
import { forgetOldest } from '#policy/forget-oldest.ts';
import { CREDENTIAL } from '../perception/roles.ts';
import type { Page } from './page.ts';
import type { KnownCredentials } from './sent-body.ts';

/** Shorter values occur everywhere by chance: their fields count by name alone. */
const SHORTEST = 4;
const KEEP = 200;
const READ_DEADLINE_MS = 2_000;

/** Runs in our isolated world, over open and closed shadow roots alike through the form-associated elements it can reach. */
const READ = `(() => {
  const get = (prototype, name, self) => Reflect.apply(Object.getOwnPropertyDescriptor(prototype, name).get, self, []);
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) ?? '';
  const CREDENTIAL = ${String(CREDENTIAL)};
  return [...Document.prototype.querySelectorAll.call(document, 'input, textarea, select')].flatMap((field) => {
    const kind = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].find((one) => field instanceof one);
    if (kind === undefined) return [];
    const password = kind === HTMLInputElement && get(HTMLInputElement.prototype, 'type', field) === 'password';
    if (!password && !CREDENTIAL.test(attribute(field, 'autocomplete'))) return [];
    return [[attribute(field, 'name'), String(get(kind.prototype, 'value', field))]];
  });
})()`;

type FieldValue = readonly [name: string, value: string];

export class CredentialsOfTab {
  readonly #values = new Set<string>();
  readonly #names = new Set<string>();

  /** A value that an act puts into a credential field. */
  entered(value: string): void {
    this.#learn([['', value]]);
  }

  /** Reads the page's credential fields before an act; what was known before stays known. */
  async read(page: Page): Promise<void> {
    const late = Promise.withResolvers<readonly FieldValue[]>();
    const timer = setTimeout(() => late.resolve([]), READ_DEADLINE_MS);
    try {
      this.#learn(await Promise.race([page.evaluate(READ, parseFields), late.promise]));
    } catch (thrown) {
      // The document goes away under the reading: the act behind it finds that out by itself.
      if (page.session.connection.closed) throw thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  known(): KnownCredentials {
    return { names: this.#names, values: [...this.#values] };
  }

  #learn(fields: readonly FieldValue[]): void {
    for (const [name, value] of fields) {
      if (name !== '') keep(this.#names, name);
      if (value.length >= SHORTEST) keep(this.#values, value);
    }
  }
}

function keep(set: Set<string>, one: string): void {
  set.delete(one);
  set.add(one);
  forgetOldest(set, KEEP);
}

function parseFields(value: unknown): readonly FieldValue[] {
  if (!Array.isArray(value)) throw new TypeError('no list of fields');
  return value.map((one: unknown): FieldValue => {
    if (!Array.isArray(one)) throw new TypeError('no field');
    return [String(one[0]), String(one[1])];
  });
}
