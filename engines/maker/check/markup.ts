// Parses an applet as a browser does and holds every element and attribute against the closed list; hands scripts and styles on. INVARIANT: a
// document with a parse error is refused, so that no two parsers read it in two ways.
import { html as names, parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { BODY_ELEMENTS, BUTTON_TYPES, HEAD_ELEMENTS, INPUT_TYPES, META_NAMES, mayCarry } from './elements.ts';
import type { Position, Report } from './finding.ts';
import { checkStyle } from './style.ts';

export type Script = { readonly text: string; readonly start: Position };

const ORIGIN: Position = { line: 1, column: 1 };
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=]*$/u;
const PLACES: Readonly<Record<string, readonly string[]>> = {
  html: ['#document'],
  head: ['html'],
  body: ['html'],
  meta: ['head'],
  title: ['head'],
  style: ['head'],
  script: ['head', 'body'],
};

type Options = {
  /** The one policy that a document may carry by itself. */
  readonly policy: string;
  readonly report: Report;
  /** For styles, whose faults are code's. */
  readonly code: Report;
};

/** The document's scripts. */
export function checkMarkup(html: string, { policy, report, code }: Options): readonly Script[] {
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code: fault, startLine, startCol }) =>
      report(
        `markup.${fault}`,
        { line: startLine, column: startCol },
        `the document has a fault: ${fault}`,
        'write valid HTML with a doctype',
      ),
  });
  const scripts: Script[] = [];

  const visit = (node: Tree.ChildNode, parent: string): void => {
    if (!('tagName' in node)) return;
    const place = node.sourceCodeLocation;
    const at: Position = place ? { line: place.startLine, column: place.startCol } : ORIGIN;
    const { tagName } = node;
    if (node.namespaceURI !== names.NS.HTML)
      return report('markup.foreign', at, `\`<${tagName}>\` is SVG or MathML`, 'draw on a canvas');
    if (!HEAD_ELEMENTS.has(tagName) && !BODY_ELEMENTS.has(tagName))
      return report(
        'markup.element',
        at,
        `\`<${tagName}>\` is not permitted`,
        'use text, tables, lists, controls and a canvas',
      );
    const places = PLACES[tagName];
    if (places !== undefined && !places.includes(parent))
      report(
        'markup.place',
        at,
        `\`<${tagName}>\` stands in \`<${parent}>\``,
        `it belongs into ${places.join(' or ')}`,
      );
    for (const { name, value } of node.attrs) {
      const own = place?.attrs?.[name];
      checkAttribute(
        tagName,
        name,
        value,
        own ? { line: own.startLine, column: own.startCol } : at,
        node.attrs,
      );
    }
    const text = node.childNodes[0];
    // It has not run yet (one of blanks has), and runs once a text comes into it: what a script writes there would be code.
    if (tagName === 'script' && !(text !== undefined && 'value' in text))
      report(
        'markup.empty-script',
        at,
        'a script without text would run what is written into it',
        'leave it out',
      );
    if ((tagName === 'script' || tagName === 'style') && text !== undefined && 'value' in text) {
      const inner = text.sourceCodeLocation;
      const start: Position = inner ? { line: inner.startLine, column: inner.startCol } : at;
      if (tagName === 'style') checkStyle(text.value, start, code);
      else scripts.push({ text: text.value, start });
    }
    for (const child of node.childNodes) visit(child, tagName);
  };

  const checkAttribute = (
    element: string,
    name: string,
    value: string,
    at: Position,
    all: readonly { readonly name: string; readonly value: string }[],
  ): void => {
    if (name.startsWith('on'))
      return report(
        'markup.event-attribute',
        at,
        `\`${name}\` holds code`,
        'use addEventListener in the script',
      );
    if (element === 'meta' && name === 'http-equiv') {
      const content = all.find((one) => one.name === 'content')?.value;
      if (value.toLowerCase() !== 'content-security-policy' || content !== policy)
        report(
          'markup.http-equiv',
          at,
          `\`http-equiv="${value.slice(0, 40)}"\` is not permitted`,
          'leave it out: the policy is set by the gateway',
        );
      return;
    }
    if (!mayCarry(element, name))
      return report(
        'markup.attribute',
        at,
        `\`${name}\` on \`<${element}>\` is not permitted`,
        'leave it out',
      );
    if (name === 'style') checkStyle(value, at, code);
    const wrong = wrongValue(element, name, value);
    if (wrong !== null)
      report('markup.value', at, `\`${name}="${value.slice(0, 60)}"\` is not permitted`, wrong);
  };

  for (const child of document.childNodes) visit(child, '#document');
  return scripts;
}

/** What to do instead; `null`: it is fine. */
function wrongValue(element: string, name: string, value: string): string | null {
  // The window has an element by its `id`: what the script takes for data would be it.
  if ((name === 'id' || name === 'name') && value === 'DATA') return 'use another name';
  if (name === 'href')
    return /^#[\w-]*$/u.test(value) ? null : 'an applet links to places of itself alone: `#id`';
  if (name === 'src')
    return PICTURE.test(value)
      ? null
      : 'an applet shows pictures that it holds itself: data:image/png;base64,…';
  if (name === 'type' && element === 'input')
    return INPUT_TYPES.has(value.toLowerCase())
      ? null
      : 'use text, search, number, range, checkbox, radio or a date';
  if (name === 'type' && element === 'button')
    return BUTTON_TYPES.has(value.toLowerCase()) ? null : 'use type="button"';
  if (name === 'name' && element === 'meta')
    return META_NAMES.has(value.toLowerCase()) ? null : 'use viewport, color-scheme or description';
  return null;
}
