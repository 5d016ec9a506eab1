// Members that are named at run time: what could hide a function or an element behind such a name is refused, and what honest applets do
// with their rows by such names goes on.
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { INHERITED } from '#engines/maker/check/flow/heap.ts';
import { mayRead } from '#engines/maker/check/flow/names.ts';
import { Scope } from '#engines/maker/check/flow/scope.ts';

const page = (script: string, body = '<div id="app"></div>'): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body>${body}<script>\n${script}\n</script></body></html>`;
const codesOf = (html: string): readonly string[] => checkApplet(html).findings.map(({ code }) => code);

const HIDDEN = [
  `const c='construc'+'tor',m='g'+'et',o={};o[m]=DATA[c][c];o.get('x')`,
  `const o={run:DATA.x};o['run']('x')`,
  `const o={list:document.body},k='owner'+'Document',w='default'+'View',l='loca'+'tion';o.list[k][w][l].replace('x')`,
  `[o.get]=[DATA['x'+'y']];o.get('x')`,
  `const o={};[o.get]=[DATA['x'+'y']];o.get('x')`,
  `const o={0:()=>1};o[0]=DATA['x'+'y'];o['0']('x')`,
  `const {zz: i = 'x'} = {zz2:1}; const e=[document.body]; e[0][i]`,
  `const h=(e)=>{const a=h['argu'+'ments'];console.log(a[0]['vi'+'ew'])};document.body.addEventListener('click',h)`,
  `const o={}; const k={toString:()=>'get'}; o[k]=o[k]||1`,
  `const o={}; const F=DATA['a'+'b']['c'+'d']; o['ru'+'n']=F; o.run_('x')`,
  `'x'.replace('x', DATA['a'+'b'])`,
  `const f=(a)=>{var a; return a['own'+'er']}; f(document.body)`,
  `const o={};({a:o.run}={a:DATA['x'+'y']});o.run('1')`,
  `const o={};for(o.run of [DATA['x'+'y']]);o.run('1')`,
  `const o={...document.body};const p={x_:document.body};const q={...p};q.x_['own'+'er']`,
  `const o={};o['__pro'+'to__']={x_:document.body};o.x_['a'+'b']`,
  `const a=[];const p='__proto__';a[p]=[document.body];a[0]['a'+'b']`,
  `DATA['__pro'+'to__'].x_=document.body;const o={};o.x_['a'+'b']`,
  `const x=DATA['__pro'+'to__'];x.push(document.body);const o=[];o[0]['a'+'b']`,
  `const m=new Map([['a',document.body]]);m.get('a')['a'+'b']`,
  `const m=new Map([['a',document.body]]);m.forEach((v,i)=>DATA[i]);const o={};m.forEach((v,i)=>{o[i]=DATA['c'+'d']});o.get('x')`,
  `try{throw document.body}catch(e){e['a'+'b']}`,
  `const o={x_:1};try{throw o}catch(e){e.x_=document.body}o.x_['a'+'b']`,
  `const O=DATA['const'+'ructor'];const e=O.entries({a_:document.body});e[0][1]['a'+'b']`,
  `const o={};const k='entr'+'ies';const O=DATA['const'+'ructor'];o[k]=O[k];o.entries({a_:document.body})[0][1]['a'+'b']`,
  `function f(){return document.body} f()['a'+'b']`,
  `const f=(...r)=>r[0]['a'+'b'];f(document.body)`,
  `const f=(a)=>a['a'+'b'];f(...[document.body])`,
  `Object.values(...[],{x_:document.body})[0]['a'+'b']`,
  `const s=[document.body].reduce((a,b)=>b,0);s['a'+'b']`,
  `const s=[1].reduce((a,b)=>a['x'+'y'],document.body)`,
  `const s=Object.groupBy([document.body],()=>'x');s.x[0]['a'+'b']`,
  `const s=JSON.parse('1',()=>document.body);s['a'+'b']`,
  `const [a]=document.body.children;a['a'+'b']`,
  `setTimeout((e)=>e['a'+'b'],1,document.body)`,
  `const o={get:(e)=>e['a'+'b']};o.get(document.body)`,
  `const o={run:(e)=>e['a'+'b']};o['run'](document.body)`,
  `const o={x_:{y_:document.body}};const {x_:{y_:z}}=o;z['a'+'b']`,
  `let a=1;a=document.body;a['b'+'c']`,
  `let a=1;a||=document.body;a['b'+'c']`,
  `const f=(a=document.body)=>a['b'+'c'];f()`,
  `const e=document.body;e.my_={a_:1};e.my_.a_=document.body;e.my_.a_['b'+'c']`,
  `const [,{a_=document.body}]=[1,{}];a_['b'+'c']`,
  `'a'.replace(/a/,(m)=>m['x'+'y'])['z'+'y']('x')`,
  `const o={};o['a'+'b']=()=>1`,
  `const o={};o['a'+'b']=String;o.at('x')`,
  `const o={};const k='c'+'d';for(o[k] of [DATA[k]]);o.get('x')`,
  `const o={};const k='c'+'d';[o[k]]=[DATA[k]];o.get('x')`,
  `const o={};let k='c'+'d';o[k]=o[(k='get',k)]||1`,
  `const a=[[document.body]].flat();a[0]['x'+'y']`,
  `const a=[1].concat([document.body]);a[1]['x'+'y']`,
  `const a=[1];a.splice(0,1,document.body);a[0]['x'+'y']`,
  `const a=[1].with(0,document.body);a[0]['x'+'y']`,
  `const a=[1];a.fill(document.body);a[0]['x'+'y']`,
  `const s=new Set().add(document.body);for(const e of s)e['x'+'y']`,
  `const a=Array.from([1],()=>document.body);a[0]['x'+'y']`,
  `const f=()=>document.body;const a=[1].map(f);a[0]['x'+'y']`,
  `const f=()=>document.body;const a=[1].flatMap(()=>[document.body]);a[0]['x'+'y']`,
  `for(const [k,v] of Object.entries({a:document.body}))v['x'+'y']`,
  `for(const [k,v] of new Map([[1,document.body]]).entries())v['x'+'y']`,
  `for(const [k,v] of new Map([[1,document.body]]))v['x'+'y']`,
  "const m = new Map([[document.body, 1]]); try { throw { m_: m } } catch (e) { e.m_.forEach((v, k) => { k['inner' + 'HTML'] = 'x'; }); }",
  "const o = { go_: (x) => { x['inner' + 'HTML'] = 'y'; } }; o.go_([DATA]); try { throw o } catch (e) { e.go_(document.body); }",
  "const o = { get: (x) => { x['inner' + 'HTML'] = 'y'; } }; o.get([DATA]); JSON.stringify({ a_: o }, (k, v) => { v.get(document.body); return v; });",
  "const go = (x) => { x['inner' + 'HTML'] = 'y'; }; go([DATA]); new Chart(document.body, { options: { onHover_: go } });",
  "const go = (x) => { x.canvas['inner' + 'HTML'] = 'y'; }; go([DATA]); const c = { options: { onHover_: go } }; new Chart(document.body, c);",
  "'x'.replace(...['x', DATA['a' + 'b']])",
  "JSON.parse(...['1', DATA['a' + 'b']])",
  "const c = 'constr' + 'uctor'; JSON.parse('{\"get\":1}', (k, v) => k === 'get' ? DATA[c][c] : v).get('x')",
  `[0].forEach(function g(x,i){if(x===0){g(1,['inner','HTML'].join(''));return;}document.body[i]='<b>'})`,
  `const dummy={go_:(x)=>x};const a=[0];const k=['__pro','to__'].join('');a[k]={map:(f)=>{JSON.parse('{"go_":0}',(n,v)=>(v===0?f:v)).go_(1,['inner','HTML'].join(''))}};a.map((x,i)=>{document.body[i]='<b>'})`,
  `const k=['constr','uctor'].join('');const F=({})[k][k];let f=()=>1;switch(f=F){default:let f=0;f+=1;}f('x')`,
  `let i=0;switch(i=['inner','HTML'].join('')){case 1:{break}default:let i=0;i+=1;}document.body[i]='<b>'`,
  `const dummy={go_:(x)=>x};const k=['constr','uctor'].join('');const F=({})[k][k];const d=JSON.parse('{"go_":0}',(key,v)=>(v===0?F:v));d.go_('x')`,
  `const decoy={notifyPlugins:(x)=>x};const c=new Chart(document.querySelector('canvas'),{type:'bar',data:{}});c.notifyPlugins('x',1)`,
  `const n=Intl.NumberFormat();n.foo_=document.body;n.foo_[['inner','HTML'].join('')]='<b>'`,
  `const k=['inner','HTML'].join('');const n=Intl.NumberFormat();n.foo_=document.body;console.log(n.foo_[k][k])`,
  `JSON.parse('1',(a,b,c)=>{c.foo_=document.body;c.foo_[['inner','HTML'].join('')]='x';return 1})`,
  `'abcdefghij'.replace(/(?<q>a)(b)(c)(d)(e)(f)(g)(h)(i)(j)/,(a,b,c,d,e,f,g,h,i,j,l,m,n,o)=>{o.foo_=document.body;o.foo_[['inner','HTML'].join('')]='x';return ''})`,
  `const k=['can','vas'].join('');function f(c){return c[k];}f({});new Chart(document.querySelector('canvas'),{type:'bar',data:{},options:{plugins_:()=>({tooltip_:{label_:f}})}})`,
  `const n=Math.max(1);n.foo_=document.body;n.foo_[['inner','HTML'].join('')]='x'`,
] as const;

test.each(HIDDEN)('is refused, though a name hides it: %s', (script) => {
  expect(codesOf(page(script))).not.toEqual([]);
});

const HONEST = [
  `let key='price';const rows=DATA.rows.slice();rows.sort((a,b)=>a[key]-b[key]);console.log(rows)`,
  `const groups={};for(const row of DATA){groups[row.kind]=groups[row.kind]||[];groups[row.kind].push(row);}for(const kind of Object.keys(groups)){const h=document.createElement('h2');h.textContent=\`\${kind} (\${groups[kind].length})\`;document.body.append(h);}`,
  `const labels={a:'A',b:'B'};document.body.textContent=labels[DATA[0].kind]??'?';`,
  `let rows=[...DATA];let sortKey='name';let dir=1;
function render(){rows=rows.sort((a,b)=>String(a[sortKey]).localeCompare(String(b[sortKey]))*dir);const tbody=document.querySelector('tbody');tbody.replaceChildren();rows.forEach((row,i)=>{const tr=document.createElement('tr');for(const col of COLUMNS){const td=document.createElement('td');td.textContent=row[col.key]??'';tr.append(td);}tr.dataset.row=String(i);tbody.append(tr);});}
const COLUMNS=[{key:'name',label:'Name'},{key:'price',label:'Price'}];
document.querySelectorAll('th').forEach((th,i)=>{th.addEventListener('click',()=>{const key=COLUMNS[i].key;dir=key===sortKey?-dir:1;sortKey=key;render();});});render();`,
  `const counts={};DATA.forEach((r)=>{counts[r.brand]=(counts[r.brand]??0)+1;});DATA.forEach((r)=>{counts[r.brand]+=1;counts[r.brand]++});Object.entries(counts).forEach(([brand,n])=>{const li=document.createElement('li');li.textContent=\`\${brand}: \${n}\`;document.body.append(li);});`,
  `const byName={};DATA.forEach((row)=>{byName[row.name]=row;});console.log(byName['x']?.price);`,
  `function groupBy(rows,key){const out={};rows.forEach((row)=>{const k=row[key];(out[k]=out[k]||[]).push(row);});return out;}
const g=groupBy(DATA,'brand');Object.keys(g).sort().forEach((k)=>console.log(k,g[k].length));`,
  `const pivot={};for(const r of DATA){pivot[r.region]??={};pivot[r.region][r.year]=(pivot[r.region][r.year]||0)+r.amount;}`,
  `const cells={};for(const key of ["a_","b_"]){const td=document.createElement("td");cells[key]=td;}cells.a_.textContent="x";`,
  `const state={filters:{},rows:DATA,order:{key:'price',dir:1}};
function apply(){return state.rows.filter((row)=>Object.entries(state.filters).every(([k,v])=>String(row[k]).includes(v)));}
const input=document.createElement('input');input.addEventListener('input',(e)=>{state.filters[input.name]=String(e.target.value);draw(apply());});
function draw(rows){const sorted=[...rows].sort((a,b)=>{const x=a[state.order.key],y=b[state.order.key];if(typeof x==='number'&&typeof y==='number')return(x-y)*state.order.dir;return String(x).localeCompare(String(y))*state.order.dir;});document.body.textContent=sorted.map((r)=>r.name).join(', ');}
draw(apply());document.body.append(input);`,
  `const columns=Object.keys(DATA[0]);const head=document.createElement('tr');columns.forEach((c)=>{const th=document.createElement('th');th.textContent=c;head.append(th);});const max={};columns.forEach((c)=>{max[c]=Math.max(...DATA.map((r)=>Number(r[c])));});DATA.forEach((row)=>{const tr=document.createElement('tr');columns.forEach((c)=>{const td=document.createElement('td');td.textContent=String(row[c]);if(row[c]===max[c])td.classList.add('best');tr.append(td);});head.after(tr);});`,
  `const colours=['#123','#456'];const canvas=document.createElement('canvas');const ctx=canvas.getContext('2d');DATA.forEach((row,i)=>{ctx.fillStyle=colours[i%colours.length];ctx.fillRect(i*10,0,8,row.price);});document.body.append(canvas);`,
  `const selected=new Set();const index=new Map(DATA.map((r)=>[r.id,r]));document.body.addEventListener('change',(e)=>{const id=e.target.value;if(selected.has(id))selected.delete(id);else selected.add(id);document.title=[...selected].map((one)=>index.get(one)?.name??'').join(', ');});`,
  `const enriched=DATA.map((row)=>({...row,score:row.rating/row.price}));let key='score';enriched.sort((a,b)=>b[key]-a[key]);enriched.forEach((r)=>console.log(r[key]));`,
  `const formats={money:(v)=>v.toFixed(2),text:(v)=>String(v)};console.log(formats.money(DATA[0].price));`,
  `const copy={};const src=DATA[0];for(const k in src){copy[k]=src[k];}const out=DATA.map((r)=>{const o={};Object.keys(r).forEach((k)=>{o[k]=r[k];});return o;});console.log(out.length);`,
  `const months=['Jan','Feb'];const d=new Date(DATA[0].date);document.body.textContent=months[d.getMonth()];`,
  `const select=document.getElementById('app');const options=[...new Set(DATA.map((r)=>r['brand']))].sort();options.forEach((name)=>{const o=document.createElement('option');o.value=name;o.textContent=name;select.append(o);});`,
  `new Chart(document.createElement('canvas'),{type:'line',data:{labels:DATA.map((r)=>r.day),datasets:['price','competitor'].map((key)=>({label:key,data:DATA.map((r)=>r[key])}))},options:{scales:{y:{ticks:{callback:(v)=>\`\${v} €\`}}}}});`,
  `const grid=[];for(let y=0;y<3;y++){grid[y]=[];for(let x=0;x<3;x++)grid[y][x]=DATA[y*3+x];}console.log(grid[0][1]);`,
  `const stats={};['price','rating'].forEach((k)=>{const v=DATA.map((r)=>r[k]).filter((x)=>typeof x==='number');stats[k]={min:Math.min(...v),max:Math.max(...v),mean:v.reduce((a,b)=>a+b,0)/v.length};});console.log(stats.price.min,stats['rating'].max);`,
  `const headers=['Name','Price'];const fields={Name:'name',Price:'price'};DATA.forEach((row)=>{headers.forEach((h)=>{const td=document.createElement('td');td.textContent=row[fields[h]];document.body.append(td);});});`,
  `const root=document.getElementById('app');const state={open:null,els:{}};DATA.forEach((row)=>{const b=document.createElement('button');b.textContent=row.name;b.dataset.id=row.id;state.els[row.id]=b;b.addEventListener('click',(ev)=>{const id=ev.currentTarget.dataset.id;if(state.open)state.els[state.open].classList.remove('on');state.open=id;state.els[id].classList.add('on');});root.append(b);});`,
  `const totals={};const row_=(r)=>r;DATA.forEach((r)=>{const k=row_(r).month;if(!totals[k])totals[k]=0;totals[k]+=r.sum;});const keys=Object.keys(totals);const best=keys.reduce((a,b)=>(totals[a]>totals[b]?a:b));document.title=best;`,
  `const rows=DATA.rows;const cols=DATA.columns;function cell(r,c){return rows[r][c].value;}for(let r=0;r<rows.length;r++){const tr=document.createElement('tr');for(let c=0;c<cols.length;c++){const td=document.createElement('td');td.textContent=cell(r,c);tr.append(td);}document.body.append(tr);}`,
  'try { console.log(DATA.rows[0].name); } catch (error) { document.body.textContent = error.message; }',
  "const copy = JSON.parse(JSON.stringify(DATA)); const key = 'pr' + 'ice'; console.log(copy[0][key]); JSON.stringify(DATA, (k, v) => v === null ? '' : v);",
  'const out = {}; Object.entries({ a: 1 }).forEach(([key, value]) => { out[key] = value; });',
  `const describe_=(kind)=>{switch(kind){case 'a':{const n=1;return n}case 'b':let other=2;return other;default:return 0}};document.body.textContent=String(describe_(DATA[0].kind));`,
  `const formats={count_:Number,text_:String,money_:(v)=>v.toFixed(2)};const widgets=[{draw_:(r)=>formats.money_(r.price)}];widgets.forEach((w)=>{document.body.append(w.draw_(DATA[0]),String(formats.count_('1')))});`,
  `let current=null;const pick_=(row)=>{if(current)current.picked_=false;current=row;current.picked_=true;};pick_({...DATA[0]});let key='price';console.log(current[key]);const money=new Intl.NumberFormat('en',{style:'currency',currency:'EUR'});document.body.textContent=money.format(1)+'a-b'.replace(/(a)-(b)/u,(all,a,b)=>b+a);`,
] as const;

test.each(HONEST)('is accepted, by the same names: %s', (script) => {
  expect(checkApplet(page(script)).findings).toEqual([]);
});

test('data is data where it was declared, or where no element can be given its name', () => {
  const script = `const k = 'a' + 'b'; console.log(DATA[k]);`;
  expect(codesOf(page(script))).toEqual([]);
  expect(codesOf(page(script, '<div id="DATA"></div>'))).toContain('markup.value');
  for (const naming of [`document.body.id = 'DA' + 'TA';`, `document.body.setAttribute('id', 'DATA');`])
    expect(codesOf(page(naming + script))).toContain('code.computed');
  expect(codesOf(page(`document.body.id = \`row-\${DATA.length}\`;${script}`))).toEqual([]);
  expect(
    codesOf(page(`document.body.id = 'DA' + 'TA';${script}`, '<script>const DATA = [1];</script>')),
  ).toEqual([]);
});

test('a function in a block is not taken for another of its name outside', () => {
  const shadow = `const run = [1]; { function run() {} } console.log(run[0]);`;
  expect(codesOf(page(shadow))).toEqual(['code.shadow']);
  expect(codesOf(page(`if (DATA) { function run() {} run(); }`))).toEqual([]);
});

const names = Array.from({ length: 1500 }, (_, at) => at);
test.each([
  [
    'objects that hold one another',
    `${names.map((at) => `const a${at}={x_:a${(at * 7 + 1) % 1500},y_:a${(at * 13 + 5) % 1500}};`).join('')}
     const f=(o)=>{o.x_=o.y_;o.y_=f(o.x_);return o};f(a0);`,
  ],
  ['calls that go on and on', `${names.map((at) => `const f${at}=()=>f${at + 1}();`).join('')}f0()`],
  ['lists in themselves', `const a=[];${names.map((at) => `a.push([a[${at}],a]);`).join('')}`],
  [
    'names that may be much, said again and again,',
    `let x;${'x=[];'.repeat(1000)}${'x||x;'.repeat(1500)}${'DATA?x:x;'.repeat(1500)}`,
  ],
])('%s are refused once following them takes too long', (_, script) => {
  expect(codesOf(page(script))).toEqual(['code.too-deep']);
});

test('whether a name is a number is asked for once, however many names it is reckoned from', () => {
  const levels = [1, 2, 3, 4];
  const script = `const o=[];let a0=0;${levels.map((at) => `let a${at}=0;${`a${at}=a${at - 1};`.repeat(20)}`).join('')}o[a4];`;
  const find = vi.spyOn(Scope.prototype, 'find');
  try {
    expect(codesOf(page(script))).toEqual([]);
    expect(find.mock.calls.length).toBeLessThan(script.length * 10);
  } finally {
    find.mockRestore();
  }
});

test('what a text, a list and their like keep under readable names is known', () => {
  // In a realm of its own: a package that another spec loaded may have put something on the objects of this one.
  const realm: { global: unknown; open: unknown[] } = runInNewContext(`({
    global: globalThis,
    open: [
      ...[{}, [], 'x', 1, true, new Map(), new Set(), new Date(), /x/u, () => 1].map((one) => new Object(one)),
      [].values(),
      new Map().values(),
      'x'.matchAll(/x/gu),
      new Intl.NumberFormat(),
    ],
  })`);
  const seen = new Set<unknown>();
  const open = [...realm.open];
  const kept = new Set<string>();
  while (open.length > 0) {
    const one = open.pop();
    if ((typeof one !== 'object' && typeof one !== 'function') || one === null || seen.has(one)) continue;
    seen.add(one);
    open.push(Object.getPrototypeOf(one));
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
      if (typeof value === 'function' && mayRead(name)) kept.add(name);
      open.push(value);
    }
  }
  expect(seen.size).toBeGreaterThan(100);
  expect(seen.has(realm.global)).toBe(false);
  expect([...kept].toSorted()).toEqual([...INHERITED].toSorted());
});
