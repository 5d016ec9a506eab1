// The elements and attributes that an applet may be written with. INVARIANT: closed lists; what loads, submits, links, frames or runs stands
// in none of them.
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/** Of the head; they carry no `id` and no `class`, so that no script finds them. */
export const HEAD_ELEMENTS = words('html head body meta title style script');

/** What a page and its script may make. */
export const BODY_ELEMENTS = words(`
  main section article header footer nav aside h1 h2 h3 h4 h5 h6 hgroup div p span br hr wbr
  strong em b i u s small mark sub sup abbr time data code pre kbd samp var q cite dfn blockquote del ins bdi bdo ruby rt rp
  ul ol li dl dt dd menu table caption colgroup col thead tbody tfoot tr th td
  button input label select option optgroup textarea output progress meter fieldset legend datalist search
  details summary figure figcaption canvas address a img
`);

const GLOBAL = words('id class title lang dir hidden tabindex role style translate');
const OWN: Readonly<Record<string, ReadonlySet<string>>> = {
  html: words('lang dir'),
  head: words(''),
  body: words('class lang dir id style'),
  meta: words('charset name content'),
  title: words(''),
  style: words(''),
  script: words(''),
  a: words('href'),
  img: words('src alt width height'),
  button: words('type name value disabled'),
  input: words(
    'type name value placeholder min max step minlength maxlength checked disabled readonly required list size',
  ),
  select: words('name disabled multiple size required'),
  option: words('value selected disabled label'),
  optgroup: words('label disabled'),
  textarea: words('name placeholder rows cols disabled readonly maxlength'),
  label: words('for'),
  output: words('for name'),
  progress: words('value max'),
  meter: words('value min max low high optimum'),
  fieldset: words('disabled name'),
  details: words('open name'),
  time: words('datetime'),
  data: words('value'),
  td: words('colspan rowspan headers'),
  th: words('colspan rowspan headers scope abbr'),
  col: words('span'),
  colgroup: words('span'),
  ol: words('start reversed type'),
  li: words('value'),
  canvas: words('width height'),
};

export function mayCarry(element: string, attribute: string): boolean {
  if (OWN[element]?.has(attribute) === true) return true;
  if (HEAD_ELEMENTS.has(element)) return false;
  return GLOBAL.has(attribute) || /^(?:aria|data)-[a-z][a-z0-9-]*$/u.test(attribute);
}

/** What a script may set by `setAttribute`: nothing with a style, an address or a behaviour. */
const SETTABLE = words(`
  id class title lang dir hidden tabindex role type name value placeholder min max step checked disabled readonly for scope
  colspan rowspan headers datetime open selected label width height alt low high optimum start
`);
export const maySet = (attribute: string): boolean =>
  SETTABLE.has(attribute) || /^(?:aria|data)-[a-z][a-z0-9-]*$/u.test(attribute);

/** Kinds of input without a file, a picker of the system or a submission. */
export const INPUT_TYPES = words('text search number range checkbox radio date month time week');
export const BUTTON_TYPES = words('button');
export const META_NAMES = words('viewport color-scheme description');
