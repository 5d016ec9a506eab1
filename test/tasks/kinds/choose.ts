// Choosing: check boxes, radio buttons, switches, selects, multi-selects, comboboxes, autocomplete.
import { atLast, kindsOf, once, type Kind } from '../contract.ts';
import { escape, js, page, submitButton } from '../html.ts';
import { COLOURS, FIRST, FOODS, PLACES, THINGS, TOPICS } from '../words.ts';

const TICKED = `({ticked:$$('input:checked').map((b)=>b.value).join()})`;
const boxes = (names: readonly string[], type = 'checkbox', checked: readonly string[] = []): string =>
  names
    .map(
      (n) =>
        `<div><label><input type="${type}" name="x" value="${n}" ${checked.includes(n) ? 'checked' : ''}> ${n}</label></div>`,
    )
    .join('');
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
const options = (names: readonly string[]): string => names.map((n) => `<option>${n}</option>`).join('');

export const CHOOSE: readonly Kind[] = kindsOf({
  'tick-one': (r) => {
    const names = r.sample(FOODS, 6);
    const want = r.pick(names);
    return {
      intent: r.pick([
        `tick ${want} and press Submit`,
        `Check the box "${want}" and click Submit.`,
        `select the checkbox ${want} and click Submit`,
      ]),
      pages: { '/': page(boxes(names) + submitButton('Submit', TICKED)) },
      check: once({ ticked: want }),
    };
  },
  'tick-several': (r) => {
    const names = r.sample(FOODS, 8);
    const want = names.filter(() => r.chance(0.45)).slice(0, 4);
    const chosen = want.length === 0 ? names.slice(0, 2) : want;
    return {
      intent: r.pick([
        `Select ${chosen.join(', ')} and click Submit.`,
        `tick ${listed(chosen)}, then press Submit`,
        `check ${chosen.map((c) => `"${c}"`).join(', ')} and click Submit`,
      ]),
      pages: { '/': page(boxes(names) + submitButton('Submit', TICKED)) },
      check: once({ ticked: chosen.join() }),
    };
  },
  'tick-none': (r) => ({
    intent: r.pick(['Select nothing and click Submit.', 'leave all boxes empty and press Submit']),
    pages: { '/': page(boxes(r.sample(FOODS, 4)) + submitButton('Submit', TICKED)) },
    check: once({ ticked: '' }),
  }),
  'tick-all': (r) => {
    const names = r.sample(FOODS, r.int(3, 6));
    return {
      intent: r.pick([
        'tick all of the boxes and press Submit',
        'Select all the checkboxes and click Submit.',
        'check every box and click Submit',
      ]),
      pages: { '/': page(boxes(names, 'checkbox', r.sample(names, 1)) + submitButton('Submit', TICKED)) },
      check: once({ ticked: names.join() }),
    };
  },
  'tick-all-except': (r) => {
    const names = r.sample(FOODS, 5);
    const not = r.pick(names);
    return {
      intent: r.pick([
        `tick all boxes except ${not} and press Submit`,
        `Select everything but "${not}" and click Submit`,
      ]),
      pages: { '/': page(boxes(names) + submitButton('Submit', TICKED)) },
      check: once({ ticked: names.filter((n) => n !== not).join() }),
    };
  },
  untick: (r) => {
    const names = r.sample(FOODS, 5);
    const on = r.sample(names, 3);
    const off = r.pick(on);
    return {
      intent: r.pick([
        `untick ${off} and press Submit`,
        `Uncheck "${off}" and click Submit`,
        `clear the ${off} checkbox and click Submit`,
      ]),
      pages: { '/': page(boxes(names, 'checkbox', on) + submitButton('Submit', TICKED)) },
      check: once({ ticked: names.filter((n) => on.includes(n) && n !== off).join() }),
    };
  },
  'tick-beside': (r) => {
    const names = r.sample(FIRST, 5);
    const want = r.pick(names);
    const html = `<table>${names.map((n) => `<tr><td><input type="checkbox" value="${n}"></td><td>${n}</td></tr>`).join('')}</table>`;
    return {
      intent: r.pick([
        `tick the checkbox next to ${want} and press Submit`,
        `check the box beside "${want}", then click Submit`,
      ]),
      pages: { '/': page(html + submitButton('Submit', TICKED)) },
      check: once({ ticked: want }),
    };
  },
  'tick-in-long-list': (r) => {
    const names = r.shuffle(TOPICS);
    const want = names
      .filter((_, i) => i > 8)
      .filter(() => r.chance(0.3))
      .slice(0, 3);
    const chosen = want.length === 0 ? names.slice(-2) : want;
    return {
      intent: `Select ${chosen.join(', ')} and click Submit.`,
      pages: {
        '/': page(
          `<div style="height:150px;overflow:auto">${boxes(names)}</div>${submitButton('Submit', TICKED)}`,
        ),
      },
      check: once({ ticked: chosen.join() }),
    };
  },
  radio: (r) => {
    const names = r.sample(PLACES, 5);
    const want = r.pick(names);
    return {
      intent: r.pick([
        `Select ${want} and click Submit.`,
        `choose ${want} and press Submit`,
        `pick the option "${want}", then click Submit`,
      ]),
      pages: { '/': page(boxes(names, 'radio') + submitButton('Submit', TICKED)) },
      check: once({ ticked: want }),
    };
  },
  'radio-groups': (r) => {
    const groups = ['Breakfast', 'Lunch', 'Dinner'];
    const foods = r.sample(FOODS, 3);
    const at = r.int(0, 2);
    const want = r.pick(foods);
    const html = groups
      .map(
        (g) =>
          `<fieldset><legend>${g}</legend>${foods.map((f) => `<label><input type="radio" name="${g}" value="${g}:${f}">${f}</label>`).join('')}</fieldset>`,
      )
      .join('');
    return {
      intent: r.pick([
        `choose ${want} for ${groups[at] ?? ''} and press Submit`,
        `in the group ${groups[at] ?? ''} select ${want}, then click Submit`,
      ]),
      pages: { '/': page(html + submitButton('Submit', TICKED)) },
      check: once({ ticked: `${groups[at] ?? ''}:${want}` }),
    };
  },
  switches: (r) => {
    const names = r.sample(['Notifications', 'Dark mode', 'Location', 'Sounds', 'Backups'], 4);
    const [on = '', off = ''] = r.sample(names, 2);
    const start = new Set(names.filter((n) => n === off || (n !== on && r.chance(0.5))));
    const html = names
      .map(
        (n) =>
          `<div><span id="l${n.replace(' ', '')}">${n}</span> <button role="switch" aria-labelledby="l${n.replace(' ', '')}" aria-checked="${start.has(n)}" data-n="${n}" onclick="this.setAttribute('aria-checked',this.getAttribute('aria-checked')!=='true')">&nbsp;&nbsp;</button></div>`,
      )
      .join('');
    const end = names.filter((n) => n === on || (n !== off && start.has(n)));
    return {
      intent: r.pick([
        `turn on ${on} and turn off ${off}, then press Save`,
        `switch ${on} on and ${off} off and click Save`,
        `enable ${on}, disable ${off} and save`,
      ]),
      pages: {
        '/': page(
          html + submitButton('Save', `({on:$$('[aria-checked=true]').map((b)=>b.dataset.n).join()})`),
        ),
      },
      check: once({ on: end.join() }),
    };
  },
  'select-native': (r) => {
    const names = r.sample(PLACES, 8);
    const want = r.pick(names);
    return {
      intent: r.pick([
        `Select ${want} from the list and click Submit.`,
        `choose "${want}" in the dropdown and press Submit`,
        `pick ${want} as the destination and press Submit`,
      ]),
      pages: {
        '/': page(
          `<label>Destination <select id="s"><option value="">Choose…</option>${options(names)}</select></label>${submitButton('Submit', `({chosen:$('s').value})`)}`,
        ),
      },
      check: once({ chosen: want }),
    };
  },
  'select-two': (r) => {
    const [from = '', to = ''] = r.sample(PLACES, 2);
    const list = r.shuffle([...new Set([...r.sample(PLACES, 6), from, to])]);
    return {
      intent: r.pick([
        `choose ${from} as the origin and ${to} as the destination, then press Search`,
        `set Origin to "${from}" and Destination to "${to}" and click Search`,
      ]),
      pages: {
        '/': page(
          `<label>Origin <select id="a">${options(list)}</select></label><label>Destination <select id="b">${options(r.shuffle(list))}</select></label>${submitButton('Search', `({from:$('a').value,to:$('b').value})`)}`,
        ),
      },
      check: once({ from, to }),
    };
  },
  'select-multiple': (r) => {
    const names = r.sample(THINGS, 7);
    const chosen = names.filter((_, i) => i % 3 === r.int(0, 1)).slice(0, 3);
    const want = chosen.length === 0 ? names.slice(1, 3) : chosen;
    return {
      intent: r.pick([
        `Select ${listed(want)} from the scroll list and click Submit.`,
        `choose ${want.map((w) => `"${w}"`).join(', ')} in the list and press Submit`,
      ]),
      pages: {
        '/': page(
          `<select id="s" multiple size="5">${options(names)}</select>${submitButton('Submit', `({chosen:[...$('s').selectedOptions].map((o)=>o.value).join()})`)}`,
        ),
      },
      check: once({ chosen: want.join() }),
    };
  },
  'listbox-custom': (r) => {
    const names = r.sample(PLACES, 6);
    const want = r.pick(names);
    const html = `<div id="b" role="combobox" aria-expanded="false" aria-label="City" tabindex="0" style="border:1px solid;width:160px;padding:4px" onclick="$('l').hidden=!$('l').hidden;this.setAttribute('aria-expanded',!$('l').hidden)">Choose a city</div><div id="l" role="listbox" hidden>${names.map((n) => `<div role="option" onclick="pick(${escape(js(n))})">${n}</div>`).join('')}</div>`;
    return {
      intent: r.pick([
        `choose ${want} as the city and press Submit`,
        `set City to ${want} and click Submit`,
        `select "${want}" from the city dropdown and click Submit`,
      ]),
      pages: {
        '/': page(
          html + submitButton('Submit', `({city:$('b').textContent})`),
          `function pick(n){$('b').textContent=n;$('l').hidden=true;$('b').setAttribute('aria-expanded',false)}`,
        ),
      },
      check: once({ city: want }),
    };
  },
  autocomplete: (r) => {
    const want = r.pick(PLACES);
    const html = `<label>Place <input id="q" autocomplete="off"></label><ul id="l"></ul>`;
    const script = `const P=${js(r.shuffle(PLACES))};$('q').addEventListener('input',()=>{const v=$('q').value.toLowerCase();$('l').innerHTML='';if(v)for(const p of P.filter((p)=>p.toLowerCase().startsWith(v.slice(0,3)))){const li=document.createElement('li');li.textContent=p+', region '+p.length;li.onclick=()=>{$('q').value=li.textContent;$('l').innerHTML='';$('q').dataset.ok='1'};$('l').append(li)}})`;
    return {
      intent: r.pick([
        `enter ${want} as the place, pick the suggestion and press Submit`,
        `type "${want}" into Place and choose the suggestion, then click Submit`,
      ]),
      pages: {
        '/': page(html + submitButton('Submit', `({place:$('q').value,ok:$('q').dataset.ok||''})`), script),
      },
      check: once({ place: `${want}, region ${want.length}`, ok: '1' }),
    };
  },
  'autocomplete-ends': (r) => {
    const want = r.pick(PLACES);
    const script = `const P=${js(r.shuffle(PLACES))};$('q').addEventListener('input',()=>{const v=$('q').value.toLowerCase();$('l').innerHTML='';if(v)for(const p of P.filter((p)=>p.toLowerCase().startsWith(v))){const li=document.createElement('div');li.setAttribute('role','option');li.textContent=p;li.onclick=()=>{$('q').value=p;$('l').innerHTML=''};$('l').append(li)}})`;
    return {
      intent: `Enter an item that starts with "${want.slice(0, 2)}" and ends with "${want.slice(-3)}", then press Submit.`,
      pages: {
        '/': page(
          `<label>Tags <input id="q" autocomplete="off"></label><div id="l" role="listbox"></div>${submitButton('Submit', `({item:$('q').value})`)}`,
          script,
        ),
      },
      check: once({ item: want }),
    };
  },
  'colour-select': (r) => {
    const names = r.sample(Object.keys(COLOURS), 6);
    const want = r.pick(names);
    const html = names
      .map(
        (n) =>
          `<button aria-label="${n}" aria-pressed="false" onclick="$$('[aria-pressed]').forEach((b)=>b.setAttribute('aria-pressed',b===this))" style="width:30px;height:30px;background:${COLOURS[n] ?? ''}"></button>`,
      )
      .join('');
    return {
      intent: r.pick([
        `choose the colour ${want} and press Submit`,
        `select ${want} with the colour picker and click Submit`,
      ]),
      pages: {
        '/': page(
          html +
            submitButton(
              'Submit',
              `({colour:document.querySelector('[aria-pressed=true]')?.getAttribute('aria-label')??''})`,
            ),
        ),
      },
      check: once({ colour: want }),
    };
  },
  'role-boxes': (r) => {
    const names = r.sample(TOPICS, 5);
    const want = r.sample(names, 2);
    const html = names
      .map((n) => `<div class="b" data-n="${n}" style="cursor:pointer;padding:3px">☐ ${n}</div>`)
      .join('');
    return {
      intent: `select ${listed(names.filter((n) => want.includes(n)))} and click Submit`,
      pages: {
        '/': page(
          html + submitButton('Submit', `({on:$$('.b.on').map((b)=>b.dataset.n).join()})`),
          `$$('.b').forEach((b)=>b.onclick=()=>{b.classList.toggle('on');b.textContent=(b.classList.contains('on')?'☑ ':'☐ ')+b.dataset.n})`,
        ),
      },
      check: once({ on: names.filter((n) => want.includes(n)).join() }),
    };
  },
  'transfer-list': (r) => {
    const names = r.sample(THINGS, 5);
    const want = r.pick(names);
    const html = `<h3>Available</h3><ul id="a">${names.map((n) => `<li>${n} <button onclick="move(this)">Move</button></li>`).join('')}</ul><h3>Chosen</h3><ul id="b"></ul>`;
    return {
      intent: r.pick([`move ${want} to the chosen list`, `press Move next to "${want}"`]),
      pages: {
        '/': page(
          html,
          `function move(b){const li=b.parentElement;b.remove();$('b').append(li);report({chosen:$$('#b li').map((l)=>l.textContent.trim()).join()})}`,
        ),
      },
      check: atLast({ chosen: want }),
    };
  },
});
