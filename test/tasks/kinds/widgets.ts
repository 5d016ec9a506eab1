// Widgets: dates, sliders, accordions, menus, trees, dialogs, drag and drop, wizards, pages that change.
import { atLast, kindsOf, once, type Kind } from '../contract.ts';
import { escape, js, page, submitButton } from '../html.ts';
import { code, FIRST, FOODS, MONTHS, ordinal, PLACES, sentence, THINGS, TOPICS, VERBS } from '../words.ts';

const pad = (n: number): string => String(n).padStart(2, '0');
const dragList = (names: readonly string[]): string =>
  `<ul id="l">${names.map((n) => `<li draggable="true" style="padding:6px;border:1px solid #999;width:140px">${n}</li>`).join('')}</ul>`;
const REORDER = `let held=null;const items=()=>$$('#l li').map((l)=>l.textContent).join();
$('l').addEventListener('dragstart',(e)=>{held=e.target;e.dataTransfer.setData('text/plain','x')});
$('l').addEventListener('dragover',(e)=>e.preventDefault());
$('l').addEventListener('drop',(e)=>{e.preventDefault();const to=e.target.closest('li');if(!to||to===held)return;const list=[...$('l').children];list.indexOf(held)<list.indexOf(to)?to.after(held):to.before(held);report({order:items()})});`;
const calendar = (y: number, m: number): string => `let y=${y},m=${m};const M=${js(MONTHS)};
function draw(){$('h').textContent=M[m]+' '+y;const n=new Date(y,m+1,0).getDate();const f=new Date(y,m,1).getDay();let h='<tr>'+['Su','Mo','Tu','We','Th','Fr','Sa'].map((d)=>'<th>'+d+'</th>').join('')+'</tr><tr>'+'<td></td>'.repeat(f);for(let d=1;d<=n;d++){h+='<td><a href="#" onclick="take('+d+');return false">'+d+'</a></td>';if((f+d)%7===0)h+='</tr><tr>'}$('g').innerHTML=h+'</tr>'}
function move(d){m+=d;if(m<0){m=11;y--}if(m>11){m=0;y++}draw()}
function take(d){$('t').value=String(m+1).padStart(2,'0')+'/'+String(d).padStart(2,'0')+'/'+y;$('c').hidden=true}
draw();`;

export const WIDGETS: readonly Kind[] = kindsOf({
  'date-native': (r) => {
    const [y, m, d] = [r.int(2015, 2030), r.int(1, 12), r.int(1, 28)];
    const said = r.pick([
      `${pad(m)}/${pad(d)}/${y}`,
      `${d} ${MONTHS[m - 1] ?? ''} ${y}`,
      `${y}-${pad(m)}-${pad(d)}`,
      `${MONTHS[m - 1] ?? ''} ${d}, ${y}`,
    ]);
    return {
      intent: r.pick([
        `Choose ${said} as the date and hit Submit.`,
        `enter ${said} as the date and press Submit`,
        `set the date to ${said} and click Submit`,
      ]),
      pages: {
        '/': page(
          `<label>Date <input type="date" id="t"></label>${submitButton('Submit', `({date:$('t').value})`)}`,
        ),
      },
      check: once({ date: `${y}-${pad(m)}-${pad(d)}` }),
    };
  },
  'date-calendar': (r) => {
    const [y, m, d] = [r.int(2020, 2026), r.int(0, 11), r.int(1, 28)];
    const away = r.int(-3, 3);
    const start = new Date(Date.UTC(y, m + away, 1));
    const html = `<label>Date <input id="t" readonly onclick="$('c').hidden=false"></label><div id="c" hidden><button aria-label="Prev" onclick="move(-1)">‹</button><span id="h"></span><button aria-label="Next" onclick="move(1)">›</button><table id="g"></table></div>`;
    const want = `${pad(m + 1)}/${pad(d)}/${y}`;
    return {
      intent: r.pick([
        `Choose ${want} as the date and hit Submit.`,
        `Select ${d} ${MONTHS[m] ?? ''} ${y} as the date and click Submit.`,
      ]),
      pages: {
        '/': page(
          html + submitButton('Submit', `({date:$('t').value})`),
          calendar(start.getUTCFullYear(), start.getUTCMonth()),
        ),
      },
      check: once({ date: want }),
    };
  },
  'date-open-calendar': (r) => {
    const [y, m, d] = [r.int(2020, 2026), r.int(0, 11), r.int(1, 28)];
    const start = new Date(Date.UTC(y, m + r.pick([-1, 0, 1]), 1));
    const html = `<div id="c"><button onclick="move(-1)">Previous month</button> <b id="h"></b> <button onclick="move(1)">Next month</button><table id="g"></table></div>`;
    return {
      intent: `pick ${MONTHS[m] ?? ''} ${d}, ${y} in the calendar`,
      pages: {
        '/': page(
          html,
          calendar(start.getUTCFullYear(), start.getUTCMonth()).replace(
            /function take[^\n]*/,
            `function take(d){finish({date:(m+1)+'/'+d+'/'+y})}`,
          ),
        ),
      },
      check: once({ date: `${m + 1}/${d}/${y}` }),
    };
  },
  'time-native': (r) => {
    const [h, m] = [r.int(0, 23), r.int(0, 59)];
    const twelve = `${h % 12 === 0 ? 12 : h % 12}:${pad(m)} ${h < 12 ? 'AM' : 'PM'}`;
    return {
      intent: `Enter ${twelve} as the time and press Submit.`,
      pages: {
        '/': page(
          `<label>Time <input type="time" id="t"></label>${submitButton('Submit', `({time:$('t').value})`)}`,
        ),
      },
      check: once({ time: `${pad(h)}:${pad(m)}` }),
    };
  },
  'slider-native': (r) => {
    const n = r.int(0, 20) * 5;
    return {
      intent: r.pick([
        `Select ${n} with the slider and hit Submit.`,
        `set the slider to ${n} and press Submit`,
      ]),
      pages: {
        '/': page(
          `<input type="range" id="t" min="0" max="100" step="5" value="50"> <output id="o">50</output>${submitButton('Submit', `({n:$('t').value})`)}`,
          `$('t').oninput=()=>$('o').textContent=$('t').value`,
        ),
      },
      check: once({ n: String(n) }),
    };
  },
  'slider-aria': (r) => {
    const [min, max] = [r.int(0, 10), r.int(40, 60)];
    const n = r.int(min, max);
    const html = `<div id="t" role="slider" tabindex="0" aria-label="Volume" aria-valuemin="${min}" aria-valuemax="${max}" aria-valuenow="${min + 15}" style="width:200px;height:18px;background:#ddd"></div>`;
    return {
      intent: r.pick([
        `set the volume to ${n} and press Submit`,
        `Select ${n} with the slider and hit Submit.`,
      ]),
      pages: {
        '/': page(
          html + submitButton('Submit', `({n:$('t').getAttribute('aria-valuenow')})`),
          `$('t').onkeydown=(e)=>{const d={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1}[e.key];if(!d)return;e.preventDefault();const v=Math.max(${min},Math.min(${max},Number(e.target.getAttribute('aria-valuenow'))+d));e.target.setAttribute('aria-valuenow',v)}`,
        ),
      },
      check: once({ n: String(n) }),
    };
  },
  'sliders-three': (r) => {
    const want = [r.int(0, 20), r.int(0, 20), r.int(0, 20)];
    const html = want
      .map(
        (_, i) =>
          `<div><label>Slider ${i + 1} <input type="range" min="0" max="20" value="10"></label></div>`,
      )
      .join('');
    return {
      intent: `Set the sliders to the combination [${want.join(', ')}] and submit.`,
      pages: {
        '/': page(html + submitButton('Submit', `({n:$$('[type=range]').map((s)=>s.value).join()})`)),
      },
      check: once({ n: want.join() }),
    };
  },
  'accordion-open-submit': (r) => {
    const names = r.sample(TOPICS, 4);
    const want = r.pick(names);
    const links = r.sample(THINGS, 12);
    const at = names.indexOf(want) * 3 + r.int(0, 2);
    const html = names
      .map(
        (n, i) =>
          `<h3><button aria-expanded="false" onclick="const p=$('p${i}');p.hidden=!p.hidden;this.setAttribute('aria-expanded',!p.hidden)">${n}</button></h3><div id="p${i}" hidden>${links
            .slice(i * 3, i * 3 + 3)
            .map(
              (l) => `<p><a href="#" onclick="finish({opened:${escape(js(l))}});return false">${l}</a></p>`,
            )
            .join('')}</div>`,
      )
      .join('');
    return {
      intent: r.pick([
        `expand the sections below to find and click on the link "${links[at] ?? ''}"`,
        `open the section ${want} and click the link ${links[at] ?? ''}`,
      ]),
      pages: { '/': page(html) },
      check: once({ opened: links[at] ?? '' }),
    };
  },
  'details-expand': (r) => {
    const names = r.sample(TOPICS, 3);
    const want = r.pick(names);
    const html = names
      .map(
        (n) =>
          `<details><summary>${n}</summary><p>${sentence(r)}</p><button onclick="finish({done:'${n}'})">Submit</button></details>`,
      )
      .join('');
    return {
      intent: r.pick([`Expand the section ${want} and click Submit`, `open "${want}" and press Submit`]),
      pages: { '/': page(html) },
      check: once({ done: want }),
    };
  },
  'dialog-close': (r) => {
    const [ok, no] = r.pick([
      ['OK', 'Cancel'],
      ['Agree', 'Decline'],
      ['Yes', 'No'],
    ] as const);
    const want = r.pick([ok, no]);
    const html = `<p>${sentence(r)}</p><div role="dialog" aria-modal="true" aria-label="Question" style="position:fixed;left:60px;top:60px;background:#fff;border:2px solid;padding:20px"><p>${sentence(r)}</p><button onclick="finish({pressed:'${ok}'})">${ok}</button><button onclick="finish({pressed:'${no}'})">${no}</button></div>`;
    return {
      intent: r.pick([`press ${want} in the dialog`, `Click the "${want}" button in the dialog box`]),
      pages: { '/': page(html) },
      check: once({ pressed: want }),
    };
  },
  'dialog-x': (r) => ({
    intent: r.pick(['Close the dialog box by clicking the "x".', 'close the dialog']),
    pages: {
      '/': page(
        `<div role="dialog" aria-label="News" style="border:1px solid;width:300px;position:absolute;left:${r.int(10, 300)}px;top:${r.int(10, 200)}px"><b>News</b><button style="float:right" onclick="finish({closed:'yes'})" title="Close">x</button><p>${sentence(r)}</p><button onclick="finish({closed:'no'})">Read more</button></div>`,
      ),
    },
    check: once({ closed: 'yes' }),
  }),
  'popup-in-the-way': (r) => {
    const labels = r.sample(VERBS, 4);
    const want = r.pick(labels);
    const html = `${labels.map((l) => `<button onclick="finish({pressed:'${l}'})">${l}</button>`).join('')}<div id="pop" role="dialog" aria-modal="true" aria-label="Offer" style="position:fixed;inset:0;background:#fffd;padding:80px"><p>Join our newsletter!</p><button onclick="report({joined:'yes'})">Join now</button><button onclick="$('pop').remove()">No thanks</button></div>`;
    return { intent: `click "${want}"`, pages: { '/': page(html) }, check: once({ pressed: want }) };
  },
  'popup-mid-way': (r) => {
    const [name, city] = [r.pick(FIRST), r.pick(PLACES)];
    const html = `<label>Name <input id="n"></label><label>City <input id="c"></label>${submitButton('Submit', `({name:$('n').value,city:$('c').value})`)}`;
    return {
      intent: `enter "${name}" as the name and "${city}" as the city, then press Submit`,
      pages: {
        '/': page(
          html,
          `$('n').addEventListener('change',open1);$('n').addEventListener('input',open1);let once1=false;function open1(){if(once1)return;once1=true;const d=document.createElement('div');d.setAttribute('role','dialog');d.setAttribute('aria-modal','true');d.style='position:fixed;inset:0;background:#fff';d.innerHTML='<p>We use cookies.</p><button>Only necessary</button>';d.querySelector('button').onclick=()=>d.remove();document.body.append(d)}`,
        ),
      },
      check: once({ name, city }),
    };
  },
  'menu-nested': (r) => {
    const tops = r.sample(TOPICS, 3);
    const subs = r.sample(THINGS, 9);
    const at = r.int(0, 8);
    const top = tops[Math.floor(at / 3)] ?? '';
    const html = `<div role="menubar">${tops
      .map(
        (t, i) =>
          `<div style="display:inline-block;vertical-align:top"><div role="menuitem" aria-haspopup="true" aria-expanded="false" tabindex="0" onclick="const m=$('m${i}');m.hidden=!m.hidden;this.setAttribute('aria-expanded',!m.hidden)" style="padding:6px">${t}</div><div role="menu" id="m${i}" hidden>${subs
            .slice(i * 3, i * 3 + 3)
            .map(
              (s) => `<div role="menuitem" tabindex="-1" onclick="finish({chosen:'${t}>${s}'})">${s}</div>`,
            )
            .join('')}</div></div>`,
      )
      .join('')}</div>`;
    return {
      intent: r.pick([
        `Select ${top} > ${subs[at] ?? ''} from the menu`,
        `in the menu ${top}, click ${subs[at] ?? ''}`,
        `open the ${top} menu and click "${subs[at] ?? ''}"`,
      ]),
      pages: { '/': page(html) },
      check: once({ chosen: `${top}>${subs[at] ?? ''}` }),
    };
  },
  'menu-hover': (r) => {
    const tops = r.sample(TOPICS, 3);
    const subs = r.sample(THINGS, 6);
    const at = r.int(0, 5);
    const top = tops[Math.floor(at / 2)] ?? '';
    const html = `<ul class="m">${tops
      .map(
        (t, i) =>
          `<li tabindex="0"><span>${t}</span><ul>${subs
            .slice(i * 2, i * 2 + 2)
            .map((s) => `<li class="leaf" tabindex="-1" onclick="finish({chosen:'${t}>${s}'})">${s}</li>`)
            .join('')}</ul></li>`,
      )
      .join('')}</ul>`;
    return {
      intent: r.pick([
        `hover over ${top} and click ${subs[at] ?? ''}`,
        `Select ${top} > ${subs[at] ?? ''} from the menu`,
      ]),
      pages: {
        '/': page(
          html,
          '',
          '.m>li{display:inline-block;width:140px;vertical-align:top;list-style:none}.m ul{display:none;padding:0}.m>li:hover ul{display:block}',
        ),
      },
      check: once({ chosen: `${top}>${subs[at] ?? ''}` }),
    };
  },
  'tree-find': (r) => {
    const tops = r.sample(TOPICS, 3);
    const leaves = r.sample(THINGS, 9);
    const want = r.pick(leaves);
    const html = `<ul role="tree">${tops
      .map(
        (t, i) =>
          `<li role="treeitem" aria-expanded="false" aria-label="${t}"><span onclick="const u=$('u${i}');u.hidden=!u.hidden;this.parentElement.setAttribute('aria-expanded',!u.hidden)" style="cursor:pointer">▸ ${t}</span><ul role="group" id="u${i}" hidden>${leaves
            .slice(i * 3, i * 3 + 3)
            .map((l) => `<li role="treeitem" onclick="finish({file:'${l}'})">${l}</li>`)
            .join('')}</ul></li>`,
      )
      .join('')}</ul>`;
    return {
      intent: r.pick([
        `Navigate through the file tree. Find and click on the file named "${want}".`,
        `find ${want} in the tree and click it`,
      ]),
      pages: { '/': page(html) },
      check: once({ file: want }),
    };
  },
  'drag-to-box': (r) => {
    const names = r.sample(THINGS, 3);
    const want = r.pick(names);
    const html = `<div style="display:flex;gap:20px">${names.map((n) => `<div class="it" draggable="true" style="padding:10px;border:1px solid">${n}</div>`).join('')}</div><div id="b" role="region" aria-label="Basket" style="margin-top:40px;width:200px;height:90px;border:2px dashed">Basket</div>`;
    return {
      intent: r.pick([`drag ${want} into the basket`, `Drag the item "${want}" to the Basket`]),
      pages: {
        '/': page(
          html,
          `let held;$$('.it').forEach((i)=>i.addEventListener('dragstart',(e)=>{held=i;e.dataTransfer.setData('text/plain','x')}));$('b').addEventListener('dragover',(e)=>e.preventDefault());$('b').addEventListener('drop',(e)=>{e.preventDefault();finish({dropped:held.textContent})})`,
        ),
      },
      check: once({ dropped: want }),
    };
  },
  'drag-pointer': (r) => {
    const names = r.sample(THINGS, 3);
    const want = r.pick(names);
    const html = `<div style="height:200px;position:relative">${names.map((n, i) => `<div class="it" style="cursor:move;position:absolute;left:${i * 110}px;top:0;padding:10px;border:1px solid" tabindex="0">${n}</div>`).join('')}<div id="b" tabindex="0" aria-label="Box" role="group" style="position:absolute;left:100px;top:110px;width:120px;height:70px;background:#ddd">Box</div></div>`;
    return {
      intent: `drag ${want} to the box`,
      pages: {
        '/': page(
          html,
          `let held=null;$$('.it').forEach((i)=>i.addEventListener('mousedown',(e)=>{held=i;e.preventDefault()}));addEventListener('mousemove',(e)=>{if(held){held.style.left=(e.clientX-20)+'px';held.style.pointerEvents='none'}});addEventListener('mouseup',(e)=>{if(held&&e.target===$('b'))finish({dropped:held.textContent});held=null})`,
        ),
      },
      check: once({ dropped: want }),
    };
  },
  'drag-reorder': (r) => {
    const names = r.sample(FOODS, 4);
    const at = r.int(0, 3);
    const to = r.pick([0, 1, 2, 3].filter((i) => i !== at));
    const want = [...names];
    want.splice(to, 0, ...want.splice(at, 1));
    return {
      intent: r.pick([
        `Drag ${names[at] ?? ''} to the ${ordinal(r, to + 1)} position.`,
        `move ${names[at] ?? ''} to position ${to + 1} in the list`,
      ]),
      pages: { '/': page(dragList(names), REORDER) },
      check: atLast({ order: want.join() }),
    };
  },
  'drag-sort': (r) => {
    const numbers = r
      .sample(
        Array.from({ length: 60 }, (_, i) => i + 1),
        4,
      )
      .map(String);
    const want = [...numbers].sort((a, b) => Number(a) - Number(b));
    return {
      intent: 'Sort the numbers in increasing order, starting with the lowest number at the top of the list.',
      pages: { '/': page(dragList(numbers), `${REORDER}report({order:items()})`) },
      check: atLast({ order: want.join() }),
    };
  },
  'reorder-buttons': (r) => {
    const names = r.sample(FOODS, 4);
    const want = r.pick(names.slice(1));
    const html = `<ul id="l">${names.map((n) => `<li>${n} <button onclick="up(this)">Move up</button></li>`).join('')}</ul>`;
    return {
      intent: `move ${want} to the top of the list, then stop`,
      pages: {
        '/': page(
          html,
          `function up(b){const li=b.parentElement;li.previousElementSibling?.before(li);report({order:$$('#l li').map((l)=>l.firstChild.textContent.trim()).join()})}`,
        ),
      },
      check: atLast({ order: [want, ...names.filter((n) => n !== want)].join() }),
    };
  },
  wizard: (r) => {
    const [name, plan, city] = [r.pick(FIRST), r.pick(['Basic', 'Plus', 'Premium']), r.pick(PLACES)];
    const html = `<div class="s"><label>Name <input id="n"></label><button onclick="go(1)">Next</button></div><div class="s" hidden>${['Basic', 'Plus', 'Premium'].map((p) => `<label><input type="radio" name="p" value="${p}">${p}</label>`).join('')}<button onclick="go(0)">Back</button><button onclick="go(2)">Next</button></div><div class="s" hidden><label>City <input id="c"></label><button onclick="go(1)">Back</button>${submitButton('Finish', `({name:$('n').value,plan:document.querySelector('[name=p]:checked')?.value??'',city:$('c').value})`)}</div>`;
    return {
      intent: `enter "${name}" as the name, choose ${plan}, enter "${city}" as the city and press Finish`,
      pages: { '/': page(html, `function go(n){$$('.s').forEach((s,i)=>s.hidden=i!==n)}`) },
      check: once({ name, plan, city }),
    };
  },
  'late-button': (r) => {
    const want = r.pick(VERBS);
    return {
      intent: `press Start and then press ${want}`,
      pages: {
        '/': page(
          `<button onclick="this.disabled=true;setTimeout(()=>$('o').innerHTML='<button onclick=finish({pressed:1})>${want}</button>',900)">Start</button><div id="o">Not ready.</div>`,
        ),
      },
      check: once({ pressed: '1' }),
    };
  },
  'moving-rows': (r) => {
    const names = r.sample(FOODS, 5);
    const want = r.sample(names, 2);
    const script = `let names=${js(names)};function draw(){$('l').innerHTML=names.map((n)=>'<li>'+n+' <button onclick="del(\\''+n+'\\')">Remove</button></li>').join('')}function del(n){names=names.filter((x)=>x!==n).reverse();draw();report({left:[...names].sort().join()})}draw();`;
    return {
      intent: `remove ${want.join(' and ')}`,
      pages: { '/': page(`<ul id="l"></ul>`, script) },
      check: atLast({
        left: names
          .filter((n) => !want.includes(n))
          .sort()
          .join(),
      }),
    };
  },
  'resize-textarea': (r) => {
    const text = code(r, 6);
    return {
      intent: `scroll the text area to the bottom, press I have read it and enter "${text}"`,
      pages: {
        '/': page(
          `<div id="s" tabindex="0" aria-label="Terms" style="height:100px;overflow:auto;border:1px solid;width:300px">${Array.from({ length: 14 }, () => `<p>${sentence(r)}</p>`).join('')}</div><button id="b" disabled onclick="report({read:'yes'});$('t').disabled=false">I have read it</button><label>Code <input id="t" disabled oninput="report({code:this.value})"></label>`,
          `$('s').onscroll=()=>{if($('s').scrollTop+$('s').clientHeight>=$('s').scrollHeight-8)$('b').disabled=false}`,
        ),
      },
      check: atLast({ code: text }),
    };
  },
  'pick-hex': (r) => {
    const hex = `#${[0, 1, 2].map(() => pad(r.int(10, 99))).join('')}`;
    return {
      intent: `set the background colour to ${hex} and press Save`,
      pages: {
        '/': page(
          `<label>Text colour <input type="color" value="#112233"></label><label>Background colour <input id="t" type="color" value="#ffffff"></label>${submitButton('Save', `({colour:$('t').value})`)}`,
        ),
      },
      check: once({ colour: hex }),
    };
  },
});
