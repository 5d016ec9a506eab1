// Pages whose controls do not do what they look like: something on the page undoes or swallows the effect. Whatever was
// pressed or typed, the navigator does not say that it is done; on the same page left alone it does.
// INVARIANT: the honest twin differs by the tampering script alone, so a refusal is about the effect and not about the page.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kind } from './contract.ts';
import { page } from './html.ts';
import { TaskRunner, type TaskRun } from './run.ts';
import { sampled } from '#test/fixtures/how-much.ts';

type Scene = {
  readonly intent: string;
  readonly body: string;
  /** What makes the page work. */
  readonly script?: string;
  /** What makes the effect not happen, by its name. */
  readonly tampering: Readonly<Record<string, string>>;
  /** Pages behind its links. */
  readonly more?: Readonly<Record<string, string>>;
};

const swallow = (selector: string): string =>
  `addEventListener('click',(e)=>{if(e.target.closest(${JSON.stringify(selector)})){e.preventDefault();e.stopImmediatePropagation()}},true)`;
const later = (selector: string, event: string, undo: string, ms = 0): string =>
  `$$(${JSON.stringify(selector)}).forEach((el)=>el.addEventListener('${event}',()=>setTimeout(()=>{${undo}},${ms})))`;
/** The form stays, and says why. */
const refuse = (role: string, words: string): string =>
  `addEventListener('submit',(e)=>{e.preventDefault();e.stopImmediatePropagation();$('f').insertAdjacentHTML('afterend',${JSON.stringify(`<p role="${role}">${words}</p>`)})},true)`;
const BOXES = ['Apples', 'Bread', 'Cheese']
  .map((name) => `<p><label><input type="checkbox"> ${name}</label></p>`)
  .join('');
const FORM = `<p><label>Name <input id="n"></label></p><p><label>City <input id="c"></label></p>`;
const TABS = `<div role="tablist">${['News', 'Music', 'Travel']
  .map(
    (name, i) =>
      `<button role="tab" aria-selected="${i === 0}" onclick="show(${i})" aria-controls="p${i}">${name}</button>`,
  )
  .join(
    '',
  )}</div>${['Headlines of today', 'Songs and records', 'Trains and hotels'].map((text, i) => `<div role="tabpanel" id="p${i}" ${i === 0 ? '' : 'hidden'}>${text}</div>`).join('')}`;
const SHOW_TAB = `function show(n){$$('[role=tab]').forEach((t,i)=>t.setAttribute('aria-selected',i===n));$$('[role=tabpanel]').forEach((p,i)=>p.hidden=i!==n)}`;
const LISTBOX = `<div id="b" role="combobox" aria-expanded="false" aria-label="City" tabindex="0" style="border:1px solid;width:160px">Choose a city</div><div id="l" role="listbox" hidden>${['Bergen', 'Dakar', 'Riga'].map((name) => `<div role="option">${name}</div>`).join('')}</div>`;
const OPEN_LISTBOX = `const open1=(yes)=>{$('l').hidden=!yes;$('b').setAttribute('aria-expanded',yes)};$('b').onclick=()=>open1($('l').hidden);$$('[role=option]').forEach((o)=>o.addEventListener('click',()=>{$('b').textContent=o.textContent;open1(false)}))`;
const DRAG = `let held;$$('.it').forEach((i)=>i.addEventListener('dragstart',(e)=>{held=i;e.dataTransfer.setData('text/plain','x')}));$('b').addEventListener('dragover',(e)=>e.preventDefault());$('b').addEventListener('drop',(e)=>{e.preventDefault();$('b').append(held)})`;

const SCENES: Readonly<Record<string, Scene>> = {
  'a check box': {
    intent: 'tick Bread',
    body: BOXES,
    tampering: {
      'is reset after 0 ms': later('input', 'change', 'el.checked=false'),
      'is reset after 100 ms': later('input', 'change', 'el.checked=false', 100),
      'has its click swallowed': swallow('label'),
    },
  },
  'a check box that is on': {
    intent: 'untick Bread',
    body: BOXES.replaceAll('type="checkbox"', 'type="checkbox" checked'),
    tampering: { 'is set again after 0 ms': later('input', 'change', 'el.checked=true') },
  },
  'a drawn check box': {
    intent: 'tick Express delivery',
    body: `<div role="checkbox" aria-checked="false" tabindex="0" id="x" style="cursor:pointer">Express delivery</div>`,
    script: `$('x').addEventListener('click',()=>$('x').setAttribute('aria-checked',$('x').getAttribute('aria-checked')!=='true'))`,
    tampering: { 'has lost its listener': `$('x').replaceWith($('x').cloneNode(true))` },
  },
  'a switch': {
    intent: 'turn on Dark mode',
    body: `<span id="s">Dark mode</span> <button role="switch" aria-labelledby="s" aria-checked="false" onclick="this.setAttribute('aria-checked',this.getAttribute('aria-checked')!=='true')">&nbsp;&nbsp;</button>`,
    tampering: {
      'goes back after 0 ms': later('[role=switch]', 'click', `el.setAttribute('aria-checked','false')`),
    },
  },
  'a radio button': {
    intent: 'choose Dakar',
    body: ['Bergen', 'Dakar', 'Riga']
      .map((name) => `<p><label><input type="radio" name="x"> ${name}</label></p>`)
      .join(''),
    tampering: {
      'is reset after 0 ms': later('input', 'change', 'el.checked=false'),
      'has its click swallowed': swallow('label'),
    },
  },
  'a field': {
    intent: 'enter "Lisbon" as the city',
    body: FORM,
    tampering: {
      'is cleared after 0 ms': later('#c', 'input', `el.value=''`),
      'is cut short': later('#c', 'input', `el.value=el.value.slice(0,3)`),
      'takes no keys': `$('c').addEventListener('beforeinput',(e)=>e.preventDefault());$('c').addEventListener('input',()=>{$('c').value=''})`,
    },
  },
  'a field before a button': {
    intent: 'enter "Lisbon" as the city and press Save',
    body: `${FORM}<button id="s">Save</button><p role="status" id="o"></p>`,
    script: `$('s').addEventListener('click',()=>{$('o').textContent=$('c').value?'Saved: '+$('c').value:''})`,
    tampering: {
      'is cleared when it is left': `$('c').addEventListener('blur',()=>{$('c').value=''})`,
      'is cleared after 0 ms': later('#c', 'input', `el.value=''`),
    },
  },
  'a date field': {
    intent: 'set the date to 2026-03-14',
    body: `<label>Date <input type="date" id="d"></label>`,
    tampering: { 'is cleared after 0 ms': later('#d', 'input', `el.value=''`) },
  },
  'an editor': {
    intent: 'type "We meet on Friday." into the editor',
    body: `<div id="e" contenteditable="true" role="textbox" aria-label="Editor" style="border:1px solid;height:60px"></div>`,
    tampering: { 'is emptied after 0 ms': later('#e', 'input', `el.textContent=''`) },
  },
  'a select box': {
    intent: 'choose "Dakar" in the dropdown',
    body: `<label>Destination <select id="s"><option value="">Choose…</option><option>Bergen</option><option>Dakar</option><option>Riga</option></select></label>`,
    tampering: {
      'is reset after 0 ms': later('#s', 'change', `el.value=''`),
      'goes to another entry': later('#s', 'change', `el.value='Riga'`),
    },
  },
  'a drawn select box': {
    intent: 'set City to Dakar',
    body: LISTBOX,
    script: OPEN_LISTBOX,
    tampering: {
      'closes without a choice': `addEventListener('click',(e)=>{if(e.target.matches('[role=option]')){e.stopImmediatePropagation();open1(false)}},true)`,
    },
  },
  'a link': {
    intent: 'follow the Prices link',
    body: `<p><a href="/prices">Prices</a> <a href="/help">Help</a></p>`,
    more: { '/prices': page('<h1>Prices</h1><p>From €4.</p>'), '/help': page('<h1>Help</h1>') },
    tampering: { 'has its click swallowed': swallow('a') },
  },
  'a button that changes text': {
    intent: 'press Start',
    body: `<button id="b">Start</button> <button>Stop</button><p id="o">It is off.</p>`,
    script: `$('b').addEventListener('click',()=>{$('o').textContent='It is running.'})`,
    tampering: {
      'has lost its listener': `$('b').replaceWith($('b').cloneNode(true))`,
      'has its click swallowed': swallow('#b'),
    },
  },
  'a form that is sent': {
    intent: 'enter "Lisbon" as the city and press Send',
    body: `<form id="f">${FORM}<button>Send</button></form>`,
    script: `$('f').addEventListener('submit',(e)=>{e.preventDefault();$('f').outerHTML='<p role="status">Thank you, it was sent.</p>'})`,
    tampering: {
      'is refused in an alert': refuse('alert', 'There is a problem. A city has no capital letters.'),
      'is refused in a word': refuse('alert', 'Unknown city'),
      'is refused in the status': refuse('status', 'The form could not be sent.'),
      'is refused in plain words': refuse('', 'Your answers were not sent.'),
      'is refused in German': refuse('status', 'Das Formular konnte nicht gesendet werden.'),
      'is refused in Spanish': refuse('status', 'No se pudo enviar el formulario.'),
      'is never sent': `addEventListener('submit',(e)=>{e.preventDefault();e.stopImmediatePropagation()},true)`,
    },
  },
  'a drag': {
    intent: 'drag Kettle into the basket',
    body: `<div id="from">${['Drum', 'Kettle', 'Quilt'].map((name) => `<div class="it" draggable="true" style="padding:10px;border:1px solid;width:90px">${name}</div>`).join('')}</div><div id="b" role="region" aria-label="Basket" style="margin-top:40px;width:200px;min-height:90px;border:2px dashed"><p>Basket</p></div>`,
    script: DRAG,
    tampering: {
      'is put back with a word': `$('b').addEventListener('drop',()=>{$('from').append(held);$('b').insertAdjacentHTML('afterend','<p role="status">This list is read-only.</p>')})`,
      'is not taken': `addEventListener('drop',(e)=>{e.preventDefault();e.stopImmediatePropagation()},true)`,
      'is put back after 0 ms': `$('b').addEventListener('drop',()=>setTimeout(()=>$('from').append(held),0))`,
    },
  },
  'a slider': {
    intent: 'set the volume to 70',
    body: `<label>Volume <input type="range" id="v" min="0" max="100" step="5" value="50"></label> <output id="o">50</output>`,
    script: `$('v').addEventListener('input',()=>{$('o').textContent=$('v').value})`,
    tampering: {
      'goes back after 0 ms': later('#v', 'input', `el.value='50';$('o').textContent='50'`),
    },
  },
  'a drawn slider': {
    intent: 'set the volume to 18',
    body: `<div id="v" role="slider" tabindex="0" aria-label="Volume" aria-valuemin="0" aria-valuemax="40" aria-valuenow="15" style="width:200px;height:18px;background:#ddd"></div>`,
    script: `$('v').addEventListener('keydown',(e)=>{const d={ArrowRight:1,ArrowUp:1,ArrowLeft:-1,ArrowDown:-1}[e.key];if(!d)return;e.preventDefault();$('v').setAttribute('aria-valuenow',Number($('v').getAttribute('aria-valuenow'))+d)})`,
    tampering: { 'hears no keys': `addEventListener('keydown',(e)=>e.stopImmediatePropagation(),true)` },
  },
  'a stepper': {
    intent: 'set guests to 5',
    body: `<div role="group" aria-label="Guests"><span>Guests</span> <button aria-label="Decrease" onclick="step(-1)">−</button><span id="n">2</span><button aria-label="Increase" onclick="step(1)">+</button></div>`,
    script: `function step(d){$('n').textContent=Number($('n').textContent)+d}`,
    tampering: {
      'does not count': swallow('button'),
      'stops at three': `step=(d)=>{$('n').textContent=Math.min(3,Number($('n').textContent)+d)}`,
    },
  },
  'a tab': {
    intent: 'open the Music tab',
    body: TABS,
    script: SHOW_TAB,
    tampering: {
      'has its click swallowed': swallow('[role=tab]'),
      'goes back after 0 ms': later('[role=tab]', 'click', 'show(0)'),
    },
  },
  'a section': {
    intent: 'expand the section Travel',
    body: ['News', 'Travel']
      .map((name) => `<details><summary>${name}</summary><p>About it.</p></details>`)
      .join(''),
    tampering: { 'closes after 0 ms': later('summary', 'click', 'el.parentElement.open=false') },
  },
  'a dialog': {
    intent: 'close the dialog',
    body: `<div role="dialog" aria-label="News" id="d" style="border:1px solid;width:300px"><b>News</b><button title="Close" onclick="$('d').remove()">x</button><p>Read all about it.</p></div>`,
    tampering: { 'stays open': swallow('button') },
  },
  'a row to be removed': {
    intent: 'remove Figs',
    body: `<ul id="l">${['Apples', 'Figs', 'Peas'].map((name) => `<li>${name} <button onclick="this.parentElement.remove()">Remove</button></li>`).join('')}</ul>`,
    tampering: {
      'comes back after 0 ms': `$('l').addEventListener('click',(e)=>{const li=e.target.closest('li');if(li)setTimeout(()=>$('l').append(li),0)},true)`,
    },
  },
};

const kindOf = (name: string, { intent, body, script = '', more = {} }: Scene, tampering: string): Kind => ({
  name,
  make: () => ({
    intent,
    pages: { '/': page(body, `${script};\n${tampering}`), ...more },
    check: () => true,
  }),
});
const told = ({ drive }: TaskRun): unknown => ({
  // Done as far as can be seen is not done: a status of its own.
  need: drive.need ?? drive.clauses.find(({ outcome }) => outcome !== 'SEEN')?.said ?? null,
  clauses: drive.clauses.map(({ clause, outcome, effect, said }) =>
    [clause, outcome, effect, said].join(' | '),
  ),
  answer: drive.answer,
  steps: drive.entries.map(({ proposal, outcome }) => `${proposal.action} ${proposal.text ?? ''} ${outcome}`),
});

describe('the offline navigator', () => {
  let runner: TaskRunner;
  beforeAll(async () => {
    runner = await TaskRunner.start();
  });
  afterAll(async () => {
    await runner.close();
  });

  describe.each(sampled(3, Object.entries(SCENES)))('%s', (name, scene) => {
    test('is done where the page does what it says', async () => {
      const run = await runner.run(kindOf(name, scene, ''), 1);
      expect(told(run)).toMatchObject({ need: null });
    });

    test.each(Object.entries(scene.tampering))('that %s is never DONE', async (_, tampering) => {
      const run = await runner.run(kindOf(name, scene, tampering), 1);
      expect(told(run)).toMatchObject({ need: expect.any(String) });
    });
  });

  describe('what was done, and the page went on', () => {
    const idle: Readonly<Record<string, readonly [intent: string, body: string, script: string]>> = {
      'a field that hands the caret on is not FAILED': [
        'put the cursor into the City field',
        FORM,
        `$('c').addEventListener('focus',()=>$('c').blur())`,
      ],
      'a word that shows nothing when it is pressed is not FAILED': [
        'click on the word "Riga"',
        `${TABS}<p><span id="w" style="cursor:pointer">Riga</span> and <span>Dakar</span></p>`,
        `${SHOW_TAB};$('w').addEventListener('click',()=>{})`,
      ],
    };
    test.each(Object.entries(idle))('%s', async (name, [intent, body, script]) => {
      const { drive } = await runner.run(kindOf(name, { intent, body, script, tampering: {} }, ''), 1);
      expect(drive.need).toBeNull();
      expect(drive.clauses.map(({ outcome }) => outcome)).toEqual(['UNSEEN']);
    });

    test('an order of words is kept: high to low is not low to high', async () => {
      const body = `<label>Sort by <select id="s"><option>Price: low to high</option><option>Price: high to low</option></select></label>`;
      const scene = { intent: 'choose "price, high to low" in the Sort by list', body, tampering: {} };
      const { drive } = await runner.run(kindOf('order', scene, ''), 1);
      expect(drive.entries.map(({ proposal }) => proposal.text)).toEqual(['Price: high to low']);
    });
  });
});
