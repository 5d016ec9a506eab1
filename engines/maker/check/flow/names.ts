// The names that an applet's script may say: globals, what may be asked of each, and members of whatever else. INVARIANT: closed lists; none
// of them leads from data or an element to a window, to code, to an address or to the network.
import { PLATFORM_NAMES } from './platform-names.generated.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));
const none = words('');

/** May be called by themselves. */
export const CALLABLE = words(`
  String Number Boolean parseInt parseFloat isNaN isFinite
  setTimeout clearTimeout setInterval clearInterval requestAnimationFrame cancelAnimationFrame
`);
export const TIMERS = words('setTimeout setInterval requestAnimationFrame');
export const CONSTRUCTIBLE = words('Map Set Date Chart');
/** Make a text, a number or a boolean of whatever they are given: `rows.map(Number)`. */
export const CONVERSIONS = words('String Number Boolean');
/** Values in themselves. */
export const VALUES = words('undefined NaN Infinity DATA String Number Boolean');

/** What may be asked of a global: nothing else of it is ever in the script's hands. */
const STATICS: Readonly<Record<string, ReadonlySet<string>>> = {
  Math: words(`
    abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min
    pow random round sign sin sinh sqrt tan tanh trunc PI E LN2 LN10 LOG2E LOG10E SQRT2 SQRT1_2`),
  Number: words(
    'isFinite isInteger isNaN isSafeInteger parseFloat parseInt MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE MIN_VALUE EPSILON',
  ),
  Array: words('from isArray of'),
  Object: words('keys values entries groupBy hasOwn freeze'),
  JSON: words('parse stringify'),
  Date: words('now parse UTC'),
  Intl: words('NumberFormat DateTimeFormat Collator PluralRules RelativeTimeFormat ListFormat'),
  console: words('log info warn error'),
  document: words(`
    getElementById querySelector querySelectorAll createElement createTextNode createDocumentFragment addEventListener
    body activeElement title`),
  String: words('fromCodePoint'),
  performance: words('now'),
};

/** Of those, what is a thing and no method. */
export const STATIC_VALUES = words(
  'body activeElement title PI E LN2 LN10 LOG2E LOG10E SQRT2 SQRT1_2 MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE MIN_VALUE EPSILON',
);

/** Take a function, which has to be one written here. */
export const TAKE_CODE = words(`
  map forEach filter find findIndex findLast findLastIndex some every reduce reduceRight flatMap sort toSorted addEventListener
  removeEventListener groupBy from
`);

/** Methods of data, elements, events and a drawing: said in a call alone. */
export const METHODS = words(`
  map forEach filter find findIndex findLast findLastIndex some every reduce reduceRight flatMap sort toSorted
  at concat copyWithin entries fill flat includes indexOf join keys lastIndexOf pop push reverse shift slice splice toReversed toSpliced
  unshift values with charAt charCodeAt codePointAt endsWith startsWith localeCompare match matchAll normalize padEnd padStart repeat
  replace replaceAll search split substring substr toLowerCase toUpperCase toLocaleLowerCase toLocaleUpperCase trim trimEnd trimStart
  toFixed toPrecision toExponential toLocaleString toString toISOString toLocaleDateString toLocaleTimeString
  getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds getMilliseconds getTimezoneOffset
  getUTCFullYear getUTCMonth getUTCDate getUTCDay getUTCHours getUTCMinutes getUTCSeconds setDate setMonth setFullYear setHours setMinutes
  get set has delete add clear test exec
  format formatToParts compare select resolvedOptions
  addEventListener removeEventListener append prepend appendChild insertBefore replaceChild removeChild replaceChildren replaceWith before
  after remove cloneNode contains matches closest querySelector querySelectorAll getAttribute hasAttribute setAttribute removeAttribute
  toggleAttribute toggle item insertRow insertCell deleteRow createTHead createTBody createCaption getBoundingClientRect
  focus blur scrollIntoView scrollTo scrollBy preventDefault stopPropagation stopImmediatePropagation
  setCustomValidity setSelectionRange checkValidity
  getContext beginPath closePath moveTo lineTo bezierCurveTo quadraticCurveTo arc arcTo ellipse rect roundRect fillRect strokeRect clearRect
  fillText strokeText measureText stroke save restore rotate scale translate setTransform resetTransform clip setLineDash
  createLinearGradient createRadialGradient addColorStop update resize destroy
`);

/** May be read from anything. */
const READABLE = words(`
  length size value values name title type id key code label labels text textContent innerText data datasets options index column columns row
  rows cell cells source sources quote unit units place box date time year month day hour minute second state status order direction group
  groups count sum total average min max start end step x y width height top left right bottom color from to
  target currentTarget checked disabled selected hidden open selectedIndex selectedOptions valueAsNumber valueAsDate
  className classList dataset children firstChild lastChild firstElementChild lastElementChild nextSibling nextElementSibling scope
  childElementCount tagName nodeName localName tBodies tHead tFoot rowIndex cellIndex sectionRowIndex colSpan rowSpan caption style
  tabIndex htmlFor placeholder role lang dir offsetWidth offsetHeight offsetTop offsetLeft clientWidth clientHeight scrollTop scrollLeft
  scrollHeight scrollWidth clientX clientY offsetX offsetY pageX pageY movementX movementY button buttons detail deltaX deltaY
  shiftKey ctrlKey altKey metaKey repeat isComposing pointerId pointerType touches
  description summary category rank rating level number percent format language message city country region address email phone
  position points link links image images items entries list menu header footer body section content note notes tag tags mark marks
  result results weight height depth volume duration distance speed priority version model kind model
  input output table tables layout area line lines path shape radius font fontSize lineWidth fillStyle strokeStyle globalAlpha textAlign
  textBaseline lineCap lineJoin canvas chart
  first last next previous all any none some active current enabled required valid error errors
  brand currency price product products manufacturer maker
`);

/** Names of styles that take no address, and of properties that hold text and numbers. */
const WRITABLE = words(`
  textContent value scope column row className id title hidden disabled checked selected open htmlFor colSpan rowSpan tabIndex placeholder min max step name scope index column row
  label lang dir role width height selectedIndex scrollTop scrollLeft length data options labels datasets index key order direction group
  state status count total start end x y size sum text row rows column columns color from to type_ current active first last next previous
  fillStyle strokeStyle lineWidth font textAlign textBaseline lineCap lineJoin globalAlpha
  display visibility opacity backgroundColor borderColor borderWidth borderStyle borderRadius padding margin gap
  fontSize fontWeight fontStyle fontFamily lineHeight textDecoration textTransform letterSpacing whiteSpace wordBreak overflow overflowX overflowY
  top left right bottom position zIndex minWidth maxWidth minHeight maxHeight flex flexGrow flexWrap flexDirection gridTemplateColumns gridColumn
  gridRow alignItems justifyContent transform transformOrigin transition verticalAlign tableLayout outlineColor accentColor columnCount
  marginTop marginBottom marginLeft marginRight paddingTop paddingBottom paddingLeft paddingRight
`);

/** Nothing of one's own is called so: what the language asks by itself, and the ways to a constructor. */
export const RESERVED_KEYS = words(
  '__proto__ constructor prototype handleEvent then valueOf toString toJSON',
);

const FORBIDDEN = words(`
  constructor prototype __proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ caller callee arguments stack
  prepareStackTrace
`);

/** A name that no object of a browser has can only be data's own. */
const isOwn = (name: string): boolean => !PLATFORM_NAMES.has(name) && !FORBIDDEN.has(name);
const isAria = (name: string): boolean =>
  /^aria(?:Label|Sort|Pressed|Expanded|Selected|Checked|Hidden|Live|Current|Disabled|Busy|ValueNow|ValueMin|ValueMax|ValueText|RowCount|RowIndex|ColCount|ColIndex|Description)$/u.test(
    name,
  );

export const mayRead = (name: string): boolean =>
  !METHODS.has(name) && (READABLE.has(name) || isAria(name) || isOwn(name));
export const mayWrite = (name: string): boolean => WRITABLE.has(name) || isAria(name) || isOwn(name);
export const mayCallOwn = (name: string): boolean => /^[A-Za-z_$][\w$]*$/u.test(name) && isOwn(name);

export const staticsOf = (name: string): ReadonlySet<string> =>
  Object.hasOwn(STATICS, name) ? (STATICS[name] ?? none) : none;
export const isGlobal = (name: string): boolean =>
  CALLABLE.has(name) || CONSTRUCTIBLE.has(name) || VALUES.has(name) || Object.hasOwn(STATICS, name);

/** What may be listened to: what a person does, and a drawing's own. */
export const EVENTS = words(`
  click dblclick input change keydown keyup keypress focus blur focusin focusout mouseover mouseout mouseenter mouseleave mousemove mousedown
  mouseup pointerdown pointerup pointermove pointerenter pointerleave pointerover pointerout pointercancel touchstart touchend touchmove
  wheel scroll toggle select reset invalid animationend transitionend
`);
