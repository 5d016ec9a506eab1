// What counts as a credential in a tab: what was entered into credential fields, and what stands in them when a page sends.
// INVARIANT: values stay in the executor; a page that renames, retypes or copies a field does not make its value another's.
import type { Page } from './page.ts';
import type { KnownCredentials } from './sent-body.ts';

/** Shorter values occur everywhere by chance: their fields count by name alone. */
const SHORTEST = 4;
const READ_DEADLINE_MS = 1_000;

/** Runs in our isolated world, over open and closed shadow roots alike through the form-associated elements it can reach. */
const READ = `(() => {
  const get = (prototype, name, self) => Reflect.apply(Object.getOwnPropertyDescriptor(prototype, name).get, self, []);
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) ?? '';
  const CREDENTIAL = /(^|\\s)(current-password|new-password|one-time-code|cc-[a-z-]+)(\\s|$)/i;
  return [...Document.prototype.querySelectorAll.call(document, 'input, textarea, select')].flatMap((field) => {
    const kind = [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].find((one) => field instanceof one);
    if (kind === undefined) return [];
    const password = kind === HTMLInputElement && get(HTMLInputElement.prototype, 'type', field) === 'password';
    if (!password && !CREDENTIAL.test(attribute(field, 'autocomplete'))) return [];
    return [[attribute(field, 'name'), String(get(kind.prototype, 'value', field))]];
  });
})()`;

export class CredentialsOfTab {
  readonly #entered = new Set<string>();

  /** A value that an act put into a credential field. */
  entered(value: string): void {
    if (value.length >= SHORTEST) this.#entered.add(value);
  }

  /** With what stands in the page's credential fields now; `null` where the page does not answer. */
  async knownTo(page: Page, frameId: string): Promise<KnownCredentials | null> {
    const frames = [...new Set([page.id, frameId])];
    const read = await Promise.all(frames.map((frame) => fieldsOf(page, frame)));
    // A frame in another process is read by nobody here: what was entered by us is known all the same.
    const fields = read[0];
    if (fields === null || fields === undefined) return null;
    const all = read.flatMap((one) => one ?? []);
    const filled = all.filter(([, value]) => value !== '');
    return {
      names: new Set(filled.map(([name]) => name).filter((name) => name !== '')),
      values: [
        ...this.#entered,
        ...filled.map(([, value]) => value).filter((value) => value.length >= SHORTEST),
      ],
    };
  }

  /** Without asking the page. */
  get own(): KnownCredentials {
    return { names: new Set(), values: [...this.#entered] };
  }
}

type FieldValue = readonly [name: string, value: string];

async function fieldsOf(page: Page, frameId: string): Promise<readonly FieldValue[] | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), READ_DEADLINE_MS);
  try {
    return await Promise.race([page.evaluate(READ, parseFields, frameId), late.promise]);
  } catch {
    return null; // the frame went away, or lives in another process
  } finally {
    clearTimeout(timer);
  }
}

function parseFields(value: unknown): readonly FieldValue[] {
  if (!Array.isArray(value)) throw new TypeError('no list of fields');
  return value.map((one: unknown): FieldValue => {
    if (!Array.isArray(one)) throw new TypeError('no field');
    return [String(one[0]), String(one[1])];
  });
}
