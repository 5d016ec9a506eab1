// Programs that try to get at a function or an element by names that are made at run time: where it is stored × how the name is made × how it is
// got back. Each is one statement list over `DATA` and `document`.

/** An expression that is the text when it runs, and does not hold it as it is written. */
export type Key = readonly [name: string, make: (text: string) => string];
const quote = (text: string): string => `'${text}'`;
const halves = (text: string): readonly [string, string] => [text.slice(0, 2), text.slice(2)];

export const KEYS: readonly Key[] = [
  ['a sum', (text) => halves(text).map(quote).join('+')],
  ['a template', (text) => `\`${halves(text)[0]}\${'${halves(text)[1]}'}\``],
  ['a joined list', (text) => `[${[...text].map(quote).join(',')}].join('')`],
  ['a list itself', (text) => `[${halves(text).map(quote).join('+')}]`],
  ['a reversed text', (text) => `'${[...text].toReversed().join('')}'.split('').reverse().join('')`],
  ['codes', (text) => `String.fromCodePoint(${[...text].map((one) => one.codePointAt(0) ?? 0).join(',')})`],
  ['a part of a text', (text) => `'xx${text}'.slice(2)`],
  ['letters that are replaced', (text) => `'#${text}'.replace('#','')`],
  ['a default of a pattern', (text) => `(({zz:k='${text}'})=>k)(5)`],
  ['a parameter', (text) => `((k)=>k)('${text}')`],
  ['a choice', (text) => `(DATA.length>0?'${text}':'x')`],
  ['a key of an object', (text) => `Object.keys({q_${text}:1})[0].slice(2)`],
  ['a value of a Map', (text) => `new Map([[1,'${text}']]).get(1)`],
  ['parsed text', (text) => `JSON.parse('"${text}"')`],
  ['a last value', (text) => `(1,'${text}').trim()`],
];

/** `o[k]` gets the value. */
export type Store = readonly [name: string, make: (object: string, key: string, value: string) => string];
export const STORES: readonly Store[] = [
  ['an assignment', (o, k, v) => `${o}[${k}]=${v};`],
  ['a default assignment', (o, k, v) => `${o}[${k}]??=${v};`],
  ['an assignment or', (o, k, v) => `${o}[${k}]||=${v};`],
  ['what was found, or else', (o, k, v) => `${o}[${k}]=${o}[${k}]||${v};`],
  ['a list pattern', (o, k, v) => `[${o}[${k}]]=[${v}];`],
  ['an object pattern', (o, k, v) => `({a_:${o}[${k}]}={a_:${v}});`],
  ['a pattern’s default', (o, k, v) => `[${o}[${k}]=${v}]=[];`],
  ['a pattern’s rest', (o, k, v) => `[...${o}[${k}]]=[${v}];${o}[${k}]=${o}[${k}][0];`],
  ['a loop over values', (o, k, v) => `for(${o}[${k}] of [${v}]);`],
  ['a function', (o, k, v) => `((x,y,z)=>{x[y]=z})(${o},${k},${v});`],
  ['a callback', (o, k, v) => `[${v}].forEach((z)=>{${o}[${k}]=z});`],
  ['a Map’s callback', (o, k, v) => `new Map([[${k},${v}]]).forEach((z,y)=>{${o}[y]=z});`],
  ['a list on the way', (o, k, v) => `{const l=[${v}];${o}[${k}]=l[0]}`],
  ['a Map on the way', (o, k, v) => `{const m=new Map();m.set(1,${v});${o}[${k}]=m.get(1)}`],
  ['a member on the way', (o, k, v) => `{const p={a_:{b_:${v}}};${o}[${k}]=p.a_.b_}`],
  ['a spread on the way', (o, k, v) => `{const p={...{a_:${v}}};${o}[${k}]=p.a_}`],
  ['a reckoning on the way', (o, k, v) => `${o}[${k}]=[1].reduce((a)=>a,${v});`],
  ['another name of it', (o, k, v) => `{const q=[${o}];q[0][${k}]=${v}}`],
  ['its prototype', (o, k, v) => `{const p={};p[${k}]=${v};${o}['__pro'+'to__']=p}`],
  ['a list of pairs', (o, k, v) => `for(const [y,z] of Object.entries({a_:${v}})){${o}[y&&${k}]=z}`],
];

/** Calls `o.has`, `o.get` with a text and gives what comes back. */
export type Call = readonly [name: string, make: (object: string, name: string, text: string) => string];
export const CALLS: readonly Call[] = [
  ['a call', (o, name, text) => `${o}.${name}(${text})`],
  ['a call of a text', (o, name, text) => `${o}['${name}'](${text})`],
  ['a call where there is one', (o, name, text) => `${o}?.${name}?.(${text})`],
  ['a call by another name of it', (o, name, text) => `[${o}].map((x)=>x.${name}(${text}))[0]`],
  ['a call in a function', (o, name, text) => `((x)=>x.${name}(${text}))(${o})`],
  ['a call of an heir', (o, name, text) => `((x)=>{x['__pro'+'to__']=${o};return x.${name}(${text})})({})`],
];

/** Runs `CANARY()` as code: the constructor of functions is stored, called, and what it makes is stored and called. */
export function functionProgram(store: Store, key: Key, call: Call): string {
  const of = key[1]('constructor');
  const [get, run] = ['get', 'has'].map((name) => key[1](name));
  return `const o={};${store[1]('o', get ?? '', `DATA[${of}][${of}]`)}const made=${call[1]('o', 'get', "'CANARY()'")};${store[1]('o', run ?? '', 'made')}${call[1]('o', 'has', '1')}`;
}

/** Ways by which an element comes into `e`. */
export const ROUTES: readonly (readonly [name: string, make: (then: string) => string])[] = [
  ['a name', (then) => `const e=document.body;${then}`],
  ['a list', (then) => `const e=[document.body][0];${then}`],
  ['a list in a list', (then) => `const e=[[document.body]].flat()[0];${then}`],
  ['a pushed value', (then) => `const l=[];l.push(document.body);const e=l.pop();${then}`],
  ['a spliced value', (then) => `const l=[1];l.splice(0,1,document.body);const e=l[0];${then}`],
  ['a joined list', (then) => `const e=[1].concat([document.body])[1];${then}`],
  ['a member', (then) => `const e={a_:{b_:document.body}}.a_.b_;${then}`],
  ['a spread', (then) => `const e={...{a_:document.body}}.a_;${then}`],
  ['a rest', (then) => `const {...r}={a_:document.body};const e=r.a_;${then}`],
  ['a list’s rest', (then) => `const [,...r]=[1,document.body];const e=r[0];${then}`],
  ['a pattern', (then) => `const {a_:{b_:e}}={a_:{b_:document.body}};${then}`],
  ['a default of a pattern', (then) => `const {a_:e=document.body}={};${then}`],
  ['a default of a parameter', (then) => `((e=document.body)=>{${then}})();`],
  ['a parameter', (then) => `function f(e){${then}}f(document.body);`],
  ['a parameter that is a variable too', (then) => `const f=(e)=>{var e;${then}};f(document.body);`],
  ['spread arguments', (then) => `((a,e)=>{${then}})(...[1,document.body]);`],
  ['rest arguments', (then) => `((...r)=>{const e=r[0];${then}})(document.body);`],
  ['an answer', (then) => `function f(){return document.body}const e=f();${then}`],
  ['a function’s member', (then) => `const f=()=>1;f.a_=document.body;const e=f.a_;${then}`],
  ['a method', (then) => `const o={go_:(e)=>{${then}}};o.go_(document.body);`],
  ['a method of a listed name', (then) => `const o={get:(e)=>{${then}}};o.get(document.body);`],
  ['a Map', (then) => `const e=new Map([[1,document.body]]).get(1);${then}`],
  ['a Map’s loop', (then) => `for(const [,e] of new Map([[1,document.body]])){${then}}`],
  ['a Map’s entries', (then) => `for(const [,e] of new Map([[1,document.body]]).entries()){${then}}`],
  ['a Set', (then) => `for(const e of new Set().add(document.body)){${then}}`],
  ['values', (then) => `const e=Object.values({a_:document.body})[0];${then}`],
  ['values of a spread call', (then) => `const e=Object.values(...[],{a_:document.body})[0];${then}`],
  ['entries', (then) => `for(const [,e] of Object.entries({a_:document.body})){${then}}`],
  ['groups', (then) => `const e=Object.groupBy([document.body],()=>'a_').a_[0];${then}`],
  ['a reviver', (then) => `const e=JSON.parse('1',()=>document.body);${then}`],
  ['a list that is made', (then) => `const e=Array.from([1],()=>document.body)[0];${then}`],
  ['a mapping', (then) => `const e=[1].map(()=>document.body)[0];${then}`],
  ['a flat mapping', (then) => `const e=[1].flatMap(()=>[document.body])[0];${then}`],
  ['a reckoning', (then) => `const e=[1].reduce((a)=>a,document.body);${then}`],
  ['a sort', (then) => `[document.body,document.body].sort((e)=>{${then}return 0});`],
  ['a listener', (then) => `document.body.addEventListener('click',(v)=>{const e=v.target;${then}});`],
  ['a timer', (then) => `setTimeout((e)=>{${then}},1,document.body);`],
  ['what is thrown', (then) => `try{throw document.body}catch(e){${then}}`],
  [
    'what is thrown and changed',
    (then) => `const o={a_:1};try{throw o}catch(x){x.a_=document.body}const e=o.a_;${then}`,
  ],
  [
    'an element’s own member',
    (then) =>
      `document.body.my_={a_:1};document.body.my_.a_=document.body;const e=document.body.my_.a_;${then}`,
  ],
  ['a later value', (then) => `let e=1;e=document.body;${then}`],
  ['a later value where there is none', (then) => `let e=null;e??=document.body;${then}`],
  ['a prototype', (then) => `const o={};o['__pro'+'to__']={a_:document.body};const e=o.a_;${then}`],
  [
    'the prototype of all',
    (then) => `DATA['__pro'+'to__']['__pro'+'to__'].a_=document.body;const e=({}).a_;${then}`,
  ],
  [
    'the list of all lists',
    (then) => `const x=DATA['__pro'+'to__'];x.push(document.body);const o=[];const e=o[0];${then}`,
  ],
  [
    'a constructor’s method',
    (then) =>
      `const x=DATA['__pro'+'to__']['__pro'+'to__']['const'+'ructor'];const e=x.entries({a_:document.body})[0][1];${then}`,
  ],
  ['a function’s arguments', (then) => `function f(){const e=f['argu'+'ments'][0];${then}}f(document.body);`],
];

/** Writes markup into an element. */
export const elementProgram = (route: (then: string) => string, key: Key): string =>
  route(`e[${key[1]('innerHTML')}]='<img src=x onerror=alert(1)>';`);
