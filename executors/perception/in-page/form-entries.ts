// What a form would send now, as the browser writes it down (HTML 4.10.21.4, "constructing the entry list"), without the
// `formdata` event: the page is not told that somebody looks. Self-contained: its source text is sent to the browser.
// INVARIANT: what cannot be foreseen (a custom control's value, a file's content, too much of it) makes the reading not
// `whole`, never something left out in silence.
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method */

export type FormEntry = {
  readonly name: string;
  readonly value: string;
  /** A credential field's. */
  readonly secret: boolean;
  /** Nobody sees it on the page. */
  readonly hidden: boolean;
  readonly file: boolean;
  /** A coordinate of the click: any whole number up to this. */
  readonly most: number | null;
};
export type FormEntries = {
  readonly enctype: 'application/x-www-form-urlencoded' | 'multipart/form-data' | 'text/plain';
  readonly charset: string;
  readonly whole: boolean;
  readonly entries: readonly FormEntry[];
};

export function entriesOf(
  form: HTMLFormElement,
  submitter: Element | null,
  isCredential: (field: Element) => boolean,
): FormEntries {
  const MOST_ENTRIES = 500;
  const MOST_CHARACTERS = 262_144;
  const of = (prototype: object, name: string, self: object): unknown => {
    const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return getter === undefined ? undefined : Reflect.apply(getter, self, []);
  };
  const attribute = (element: Element, name: string): string | null =>
    Element.prototype.getAttribute.call(element, name);
  const is = (element: Element, selector: string): boolean =>
    Element.prototype.matches.call(element, selector);
  const entries: FormEntry[] = [];
  let whole = true;
  let characters = 0;

  const asked = submitter === null ? null : attribute(submitter, 'formenctype');
  const own = asked ?? attribute(form, 'enctype') ?? '';
  const enctype =
    (['multipart/form-data', 'text/plain'] as const).find((one) => one === own.toLowerCase()) ??
    'application/x-www-form-urlencoded';
  const accepted = (attribute(form, 'accept-charset') ?? '').split(/[\s,]+/).filter((one) => one !== '');
  const charset = (accepted[0] ?? String(of(Document.prototype, 'characterSet', document))).toLowerCase();
  // More than one name is chosen from by what the browser knows.
  if (accepted.length > 1) whole = false;

  const add = (
    field: Element,
    name: string,
    value: string,
    more: { file?: boolean; most?: number } = {},
  ): void => {
    characters += name.length + value.length;
    if (entries.length >= MOST_ENTRIES || characters > MOST_CHARACTERS) {
      whole = false;
      return;
    }
    const hidden =
      field instanceof HTMLInputElement && of(HTMLInputElement.prototype, 'type', field) === 'hidden';
    const { file = false, most = null } = more;
    entries.push({ name, value, secret: isCredential(field), hidden, file, most });
  };

  const ofSelect = (field: HTMLSelectElement, name: string): void => {
    const options = of(HTMLSelectElement.prototype, 'options', field);
    if (!(options instanceof HTMLOptionsCollection)) return;
    for (let at = 0; at < options.length; at += 1) {
      const option = HTMLCollection.prototype.item.call(options, at);
      if (!(option instanceof HTMLOptionElement) || is(option, ':disabled')) continue;
      if (of(HTMLOptionElement.prototype, 'selected', option) !== true) continue;
      add(field, name, String(of(HTMLOptionElement.prototype, 'value', option)));
    }
  };

  const ofFiles = (field: HTMLInputElement, name: string): void => {
    const files = of(HTMLInputElement.prototype, 'files', field);
    const count = files instanceof FileList ? files.length : 0;
    if (enctype === 'multipart/form-data') whole = false; // contents pass by unseen
    if (count === 0) add(field, name, '', { file: true });
    for (let at = 0; at < count; at += 1) {
      const file = files instanceof FileList ? FileList.prototype.item.call(files, at) : null;
      if (file !== null) add(field, name, String(of(File.prototype, 'name', file)), { file: true });
    }
  };

  const ofPicture = (field: Element, name: string): void => {
    const box = Element.prototype.getBoundingClientRect.call(field);
    const at = name === '' ? '' : `${name}.`;
    add(field, `${at}x`, '0', { most: Math.ceil(box.width) });
    add(field, `${at}y`, '0', { most: Math.ceil(box.height) });
  };

  const ofControl = (field: Element): void => {
    if (is(field, ':disabled')) return;
    const name = attribute(field, 'name') ?? '';
    if (field instanceof HTMLSelectElement) {
      if (name !== '') ofSelect(field, name);
      return;
    }
    if (field instanceof HTMLButtonElement) {
      if (field === submitter && name !== '')
        add(field, name, String(of(HTMLButtonElement.prototype, 'value', field)));
      return;
    }
    if (field instanceof HTMLTextAreaElement) {
      // The browser breaks its lines where they stand broken on the screen.
      if ((attribute(field, 'wrap') ?? '').toLowerCase() === 'hard') whole = false;
      if (name !== '') add(field, name, String(of(HTMLTextAreaElement.prototype, 'value', field)));
    } else if (field instanceof HTMLInputElement) {
      const type = String(of(HTMLInputElement.prototype, 'type', field));
      if (['submit', 'image', 'reset', 'button'].includes(type) && field !== submitter) return;
      if (type === 'image') return ofPicture(field, name);
      if (['checkbox', 'radio'].includes(type) && of(HTMLInputElement.prototype, 'checked', field) !== true)
        return;
      if (name === '') return;
      if (type === 'file') return ofFiles(field, name);
      const value = String(of(HTMLInputElement.prototype, 'value', field));
      if (type === 'hidden' && name.toLowerCase() === '_charset_') add(field, name, charset.toUpperCase());
      else if (type === 'submit' && attribute(field, 'value') === null) add(field, name, 'Submit');
      else add(field, name, value);
    } else {
      // A custom element that takes part in forms says what it likes, when it is asked.
      if (!is(field, 'fieldset, object, output')) whole = false;
      return;
    }
    const direction = attribute(field, 'dirname') ?? '';
    if (name !== '' && direction !== '') add(field, direction, is(field, ':dir(rtl)') ? 'rtl' : 'ltr');
  };

  const listed = of(HTMLFormElement.prototype, 'elements', form);
  const controls =
    listed instanceof HTMLFormControlsCollection
      ? Array.from({ length: listed.length }, (_, at) =>
          HTMLCollection.prototype.item.call(listed, at),
        ).filter((one) => one !== null)
      : [];
  // Picture buttons stand in no list of a form's controls.
  if (submitter !== null && !controls.includes(submitter)) controls.push(submitter);
  const isBefore = (a: Element, b: Element): boolean =>
    (Node.prototype.compareDocumentPosition.call(a, b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  controls.sort((a, b) => (a === b ? 0 : isBefore(a, b) ? -1 : 1));
  for (const control of controls) ofControl(control);
  return { enctype, charset, whole, entries };
}
