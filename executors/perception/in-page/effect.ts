// What an element does when an act lands on it, read in our isolated world. Self-contained: its source text is sent to the browser.
// INVARIANT: named properties of forms and documents can shadow built-ins even here (`<input name="action">`), so
// everything is read through the prototypes' own getters and methods.
// Self-contained functions cannot share helpers, work on the node they are called on, and take getters off prototypes:
/* oxlint-disable unicorn/consistent-function-scoping, oxc/no-this-in-exported-function, typescript/no-this-alias, typescript/unbound-method */
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import type { Landing } from '#policy/acts/keys.ts';
import type { FormEntries, entriesOf } from './form-entries.ts';

/** Where a link or a form leads, as seen from the element's own frame; `NEW` for a window by name as well. */
export type Leads = 'SELF' | 'PARENT' | 'TOP' | 'NEW';

/** What `read` returns: the effect, and what else the executor needs of the element. */
export type ElementReading = {
  readonly connected: boolean;
  readonly disabled: boolean;
  /** Within it is something that has effects of its own: a click on it may land there. */
  readonly holds: boolean;
  /** What it does, whatever it is called: two elements with the same one do the same. */
  readonly effect: Omit<ElementEffect, 'marks' | 'submitter'>;
  readonly marks: NonNullable<ElementEffect['marks']>;
  /** Words of the button that sends the form; `''` for none, and where nobody asked. */
  readonly submitter: string | null;
  readonly leads: { readonly link: Leads; readonly form: Leads };
  /** What the form that is submitted would send; `null` for none, and where nobody asked. */
  readonly entries: FormEntries | null;
};

/** `entries` is `entriesOf`, for whoever wants to know what a form sends. */
export function readElement(
  this: Node,
  landing: Landing,
  entries: typeof entriesOf | null = null,
): ElementReading {
  const of = (prototype: object, name: string, self: object): unknown => {
    const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    return getter === undefined ? undefined : Reflect.apply(getter, self, []);
  };
  const attribute = (element: Element, name: string): string | null =>
    Element.prototype.getAttribute.call(element, name);
  const is = (element: Element, selector: string): boolean =>
    Element.prototype.matches.call(element, selector);
  const resolve = (url: string): string =>
    URL.parse(url, String(of(Node.prototype, 'baseURI', document)))?.href ?? url;
  // The composed tree: out of slots and shadow roots, closed ones too.
  const parentOf = (node: Node): Node | null => {
    const slot = node instanceof Element ? of(Element.prototype, 'assignedSlot', node) : null;
    if (slot instanceof Node) return slot;
    const parent = of(Node.prototype, 'parentNode', node);
    const up = parent instanceof ShadowRoot ? of(ShadowRoot.prototype, 'host', parent) : parent;
    return up instanceof Node ? up : null;
  };
  const closest = (from: Node | null, selector: string): Element | null => {
    for (let node = from; node !== null; node = parentOf(node)) {
      if (node instanceof Element && is(node, selector)) return node;
    }
    return null;
  };
  const originOf = (url: string): string => URL.parse(url)?.origin ?? '';
  const leadsTo = (target: string | null): Leads => {
    const base = Document.prototype.querySelector.call(document, 'base[target]');
    const name = (target ?? (base === null ? '' : attribute(base, 'target')) ?? '').toLowerCase();
    if (name === '' || name === '_self') return 'SELF';
    return name === '_top' ? 'TOP' : name === '_parent' ? 'PARENT' : 'NEW';
  };
  const leads: { link: Leads; form: Leads } = { link: 'SELF', form: 'SELF' };
  let chosen: { readonly form: HTMLFormElement; readonly submitter: Element | null } | null = null;
  const CREDENTIAL = /(^|\s)(current-password|new-password|one-time-code|cc-[a-z-]+)(\s|$)/i;
  const isCredential = (field: Element): boolean =>
    (field instanceof HTMLInputElement && of(HTMLInputElement.prototype, 'type', field) === 'password') ||
    CREDENTIAL.test(attribute(field, 'autocomplete') ?? '');
  const valueOf = (field: Element): string => {
    for (const kind of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]) {
      if (field instanceof kind) return String(of(kind.prototype, 'value', field));
    }
    return '';
  };
  const formOf = (control: Element): HTMLFormElement | null => {
    for (const kind of [HTMLInputElement, HTMLButtonElement, HTMLTextAreaElement, HTMLSelectElement]) {
      if (control instanceof kind) {
        const form = of(kind.prototype, 'form', control);
        return form instanceof HTMLFormElement ? form : null;
      }
    }
    return null;
  };
  const isSubmit = (control: Element): boolean =>
    (control instanceof HTMLButtonElement && of(HTMLButtonElement.prototype, 'type', control) === 'submit') ||
    (control instanceof HTMLInputElement &&
      ['submit', 'image'].includes(String(of(HTMLInputElement.prototype, 'type', control))));
  const controlsOf = (form: HTMLFormElement): Element[] => {
    const elements = of(HTMLFormElement.prototype, 'elements', form);
    return elements instanceof HTMLFormControlsCollection
      ? Array.from({ length: elements.length }, (_, at) =>
          HTMLCollection.prototype.item.call(elements, at),
        ).filter((one) => one !== null)
      : [];
  };
  const isBefore = (a: Node, b: Node): boolean =>
    (Node.prototype.compareDocumentPosition.call(a, b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const within = (root: Node, selector: string): Element[] => {
    const all =
      root instanceof Document
        ? Document.prototype.querySelectorAll.call(root, selector)
        : root instanceof ShadowRoot
          ? DocumentFragment.prototype.querySelectorAll.call(root, selector)
          : root instanceof Element
            ? Element.prototype.querySelectorAll.call(root, selector)
            : [];
    return Array.from(all);
  };
  // HTML 4.10.21.2: the first in tree order; picture buttons stand in no list of a form's controls.
  const defaultButton = (form: HTMLFormElement): Element | undefined => {
    const button = controlsOf(form).find(isSubmit);
    const picture = within(Node.prototype.getRootNode.call(form), 'input[type=image]').find(
      (one) => formOf(one) === form,
    );
    return button === undefined || (picture !== undefined && isBefore(picture, button)) ? picture : button;
  };
  // All that it may be called by, seen or not: a word more makes a form graver, never milder.
  const MOST_WORDS_CHARACTERS = 10_000;
  const wordsOf = (button: Element): string | null => {
    const NAMING = ['aria-label', 'title', 'alt', 'value'];
    const namedBy = (attribute(button, 'aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '');
    const root = Node.prototype.getRootNode.call(button);
    const others = namedBy.slice(0, 20).flatMap((id) => within(root, `#${CSS.escape(id)}`));
    const kind = button instanceof HTMLButtonElement ? HTMLButtonElement : HTMLInputElement;
    const labels = of(kind.prototype, 'labels', button);
    const labelled = labels instanceof NodeList ? Array.from(labels) : [];
    const named = [button, ...within(button, '[aria-label], [title], [alt]')].flatMap((one) =>
      NAMING.map((name) => attribute(one, name) ?? ''),
    );
    const written = [button, ...others, ...labelled].map((one) => {
      const text = of(Node.prototype, 'textContent', one);
      return typeof text === 'string' ? text : '';
    });
    const drawn = ['::before', '::after'].map((part) => getComputedStyle(button, part).content);
    const words = [...named, ...written, ...drawn.map((one) => (one === 'none' ? '' : one))]
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .join(' | ');
    return words.length > MOST_WORDS_CHARACTERS ? null : words;
  };
  const submission = (form: HTMLFormElement, submitter: Element | null): ElementEffect['submits'] => {
    const own = (name: string): string | null =>
      submitter === null ? null : attribute(submitter, `form${name}`);
    const action = own('action') ?? attribute(form, 'action') ?? '';
    const method = (own('method') ?? attribute(form, 'method') ?? 'get').toUpperCase();
    const controls = controlsOf(form);
    const names = controls.map((control) => attribute(control, 'name') ?? '').filter((name) => name !== '');
    const here = String(of(Document.prototype, 'URL', document));
    const url = action.trim() === '' ? here : resolve(action);
    chosen = { form, submitter };
    leads.form = leadsTo(own('target') ?? attribute(form, 'target'));
    // What this page puts into a form for another site, hidden fields too, so that it can be looked at before it goes.
    const values = controls.flatMap((control) =>
      isCredential(control) || valueOf(control) === '' ? [] : [valueOf(control).slice(0, 10_000)],
    );
    return {
      url,
      ...(originOf(url) === originOf(here) ? {} : { values: values.slice(0, 200) }),
      method: method === 'POST' || method === 'DIALOG' ? method : 'GET',
      credentials: controls.some((control) => isCredential(control) && valueOf(control) !== ''),
      newTab: method !== 'DIALOG' && leads.form === 'NEW',
      fieldNames: [...new Set(names)].sort(),
    };
  };
  const linkOf = (from: Node): ElementEffect['link'] => {
    const anchor = closest(from, 'a, area');
    const href = anchor === null ? null : (attribute(anchor, 'href') ?? attribute(anchor, 'xlink:href'));
    if (anchor === null || href === null) return null;
    const url = resolve(href);
    // A script in a link runs the page's own code: no navigation.
    if (/^javascript:/i.test(url)) return null;
    const download = Element.prototype.hasAttribute.call(anchor, 'download');
    leads.link = leadsTo(attribute(anchor, 'target'));
    return { url, newTab: leads.link === 'NEW', download };
  };
  const submitsBy = (from: Node): ElementEffect['submits'] => {
    const control = closest(from, 'button, input');
    if (control === null || !isSubmit(control)) return null;
    const form = formOf(control);
    return form === null ? null : submission(form, control);
  };
  // HTML 4.10.21.2: Enter in a field submits through the form's default button, or, without one, a form of one such field.
  const implicit = (field: Element): ElementEffect['submits'] => {
    const form = formOf(field);
    if (form === null || !(field instanceof HTMLInputElement)) return null;
    const controls = controlsOf(form);
    const button = defaultButton(form);
    if (button !== undefined) return is(button, ':disabled') ? null : submission(form, button);
    const blocking = controls.filter(
      (one) =>
        one instanceof HTMLInputElement &&
        !['hidden', 'checkbox', 'radio', 'button', 'reset', 'file', 'range', 'color'].includes(
          String(of(HTMLInputElement.prototype, 'type', one)),
        ),
    );
    return blocking.length > 1 ? null : submission(form, null);
  };

  // Whoever lets a log-in be entered has to know what would send it: the form's own way, by its first button.
  const entersInto = (field: Element): Pick<ElementEffect, 'form'> => {
    const form = formOf(field);
    if (form === null || closest(field, 'input, textarea, select') !== field) return {};
    const controls = controlsOf(form);
    const { url, method } = submission(form, defaultButton(form) ?? null) ?? { url: '', method: 'GET' };
    const others = controls.filter((one) => !isCredential(one)).map((one) => attribute(one, 'name') ?? '');
    return { form: { url, method, otherNames: [...new Set(others)].filter((one) => one !== '').sort() } };
  };

  const element = closest(this, '*') ?? document.documentElement;
  const label = closest(element, 'label');
  const labelled = label === null ? null : of(HTMLLabelElement.prototype, 'control', label);
  const control = landing === 'CLICK' && labelled instanceof Element ? labelled : element;
  const file = [element, control].some(
    (one) => one instanceof HTMLInputElement && of(HTMLInputElement.prototype, 'type', one) === 'file',
  );
  const pressed =
    'a, area, button, summary, [type=button], [type=reset], [type=submit], [type=image], [type=file]';
  const presses = landing === 'ENTER' && !is(element, pressed);
  const submits =
    landing === 'NONE'
      ? null
      : presses
        ? implicit(element)
        : (submitsBy(element) ?? (control === element ? null : submitsBy(control)));
  const { form, submitter } = chosen ?? { form: null, submitter: null };
  const sent =
    submits === null || form === null || entries === null ? null : entries(form, submitter, isCredential);
  return {
    leads,
    entries: submits?.method === 'DIALOG' ? null : sent,
    connected: of(Node.prototype, 'isConnected', element) === true,
    holds:
      Element.prototype.querySelector.call(
        element,
        'a, area, button, input, select, textarea, label, [role]',
      ) !== null,
    marks: { id: attribute(element, 'id') ?? '', testId: attribute(element, 'data-testid') ?? '' },
    submitter: submits === null || entries === null || submitter === null ? '' : wordsOf(submitter),
    disabled: is(element, ':disabled') || attribute(element, 'aria-disabled') === 'true',
    effect: {
      link: landing === 'NONE' || presses ? null : linkOf(element),
      submits,
      fileInput: landing !== 'NONE' && file,
      credentialField: isCredential(element),
      ...(landing === 'NONE' ? entersInto(element) : {}),
    },
  };
}
