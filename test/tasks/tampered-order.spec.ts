// Pages that let an act happen and then put something else in its place: another position, another selection, more than was asked for,
// one of two. The navigator does not say that it is done; on the same page left alone it does, or says what it cannot see.
// INVARIANT: the honest twin differs by the tampering script alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Kind } from './contract.ts';
import { page } from './html.ts';
import { TaskRunner } from './run.ts';

type Scene = {
  readonly intent: string;
  readonly body: string;
  readonly script?: string;
  readonly tampering: Readonly<Record<string, string>>;
};

const BOXES = ['Apples', 'Bread', 'Cheese']
  .map((name) => `<p><label><input type="checkbox" name="${name}"> ${name}</label></p>`)
  .join('');
const FIELDS = `<p><label>Name <input id="n"></label></p><p><label>City <input id="c"></label></p>`;
const LIST = `<ul id="l" style="width:160px;padding:0">${['Drum', 'Kettle', 'Quilt'].map((name) => `<li class="it" draggable="true" style="padding:10px;border:1px solid;list-style:none">${name}</li>`).join('')}</ul>`;
const SORT = `let held;const l=$('l');$$('.it').forEach((i)=>i.addEventListener('dragstart',(e)=>{held=i;e.dataTransfer.setData('text/plain','x')}));
l.addEventListener('dragover',(e)=>e.preventDefault());
function put(over){l.insertBefore(held,over)}
l.addEventListener('drop',(e)=>{e.preventDefault();const over=e.target.closest('.it');if(over&&over!==held)put(over)})`;
const COUNTER = `<p>Page <b id="o">1</b></p><button id="x">Next</button><button id="s">Stop</button><p role="status" id="t"></p>`;
const COUNT = `let turn=()=>{$('o').textContent=Number($('o').textContent)+1};$('x').addEventListener('click',()=>turn());$('s').addEventListener('click',()=>{$('t').textContent='Stopped'})`;

const SCENES: Readonly<Record<string, Scene>> = {
  'a list in order': {
    intent: 'drag Quilt to the first position',
    body: LIST,
    script: SORT,
    tampering: {
      'puts it one further down': `put=()=>l.insertBefore(held,l.children[1])`,
      'puts another one there': `put=()=>l.prepend(l.children[1])`,
    },
  },
  'a box beside one to be left alone': {
    intent: 'tick Bread, but do not tick Cheese',
    body: BOXES,
    tampering: {
      'is ticked with it': `$$('input')[1].addEventListener('change',()=>{$$('input')[2].checked=true})`,
      'is ticked a moment later': `$$('input')[1].addEventListener('change',()=>setTimeout(()=>{$$('input')[2].checked=true},100))`,
    },
  },
  'a press that is asked for twice': {
    intent: 'click Next, then click Next',
    body: COUNTER,
    script: COUNT,
    tampering: { 'works once': `let once=0;turn=()=>{if(once++===0)$('o').textContent='2'}` },
  },
  'two presses in order': {
    intent: 'click Next, then click Stop',
    body: COUNTER,
    script: COUNT,
    tampering: {
      'of which the first is lost': `$('x').replaceWith($('x').cloneNode(true))`,
      'of which the second is denied': `$('s').addEventListener('click',()=>{$('t').textContent='It could not be stopped.'})`,
    },
  },
  'a field to be entered before a press': {
    intent: 'enter "Lisbon" as the city, then click Send',
    body: `${FIELDS}<button id="s">Send</button><p role="status" id="t"></p>`,
    script: `$('s').addEventListener('click',()=>{$('t').textContent='Sent'})`,
    tampering: {
      'marks the field as invalid and sends nothing': `addEventListener('click',(e)=>{if(e.target.id==='s'){e.stopImmediatePropagation();$('c').setAttribute('aria-invalid','true')}},true)`,
    },
  },
};

const kindOf = (name: string, { intent, body, script = '' }: Scene, tampering: string): Kind => ({
  name,
  make: () => ({
    intent,
    pages: { '/': page(body, `${script};\n${tampering}`) },
    check: () => true,
  }),
});

describe('the offline navigator', () => {
  let runner: TaskRunner;
  beforeAll(async () => {
    runner = await TaskRunner.start();
  });
  afterAll(async () => {
    await runner.close();
  });
  const told = async (name: string, scene: Scene, tampering: string): Promise<string> => {
    const { drive } = await runner.run(kindOf(name, scene, tampering), 1);
    if (drive.need !== null) return `FAILED: ${drive.need}`;
    const open = drive.clauses.find(({ outcome }) => outcome !== 'SEEN');
    return open === undefined ? 'DONE' : `UNCONFIRMED: ${open.said}`;
  };

  describe.each(Object.entries(SCENES))('%s', (name, scene) => {
    test('is done where the page does what it says', async () => {
      expect(await told(name, scene, '')).toBe('DONE');
    });

    test.each(Object.entries(scene.tampering))('that %s is never DONE', async (_, tampering) => {
      expect(await told(name, scene, tampering)).toMatch(/^(?:FAILED|UNCONFIRMED)/u);
    });
  });

  test.each([
    ['is handed on to another field', `$('c').addEventListener('focus',()=>$('n').focus())`],
    ['is not taken', `$('c').addEventListener('focus',()=>$('c').blur())`],
  ])('a caret that %s is never DONE', async (_, tampering) => {
    const scene = { intent: 'put the cursor into the City field', body: FIELDS, tampering: {} };
    // Where the focus is shows nothing of the page: it is told as done as far as can be seen.
    expect(await told('caret', scene, '')).not.toMatch(/^FAILED/u);
    expect(await told('caret', scene, tampering)).toMatch(/^(?:FAILED|UNCONFIRMED)/u);
  });

  test.each([
    ['is dropped', `addEventListener('mouseup',()=>setTimeout(()=>getSelection().removeAllRanges(),0))`],
    [
      'goes elsewhere',
      `addEventListener('mouseup',()=>setTimeout(()=>getSelection().selectAllChildren($('b')),0))`,
    ],
  ])('a selection of text that %s is never DONE', async (_, tampering) => {
    const body = `<p id="a">Ships sail at dawn.</p><p id="b">Trains leave at noon.</p>`;
    const scene = { intent: 'select the text "Ships sail at dawn."', body, tampering: {} };
    expect(await told('selection', scene, tampering)).toMatch(/^(?:FAILED|UNCONFIRMED)/u);
  });
});
