// Small puzzles: numbers to judge and put in order, lines to type to a machine, boxes to read to their end, words to write otherwise.
import { kindsOf, once, type Kind } from '../contract.ts';
import { escape, js, page, scattered, submitButton } from '../html.ts';
import { code, COLOURS, FIRST, FOODS, ordinal, PLACES, sentence, THINGS, TOPICS, VERBS } from '../words.ts';

const VALUE = `({text:$('t').value})`;
const box = (style: string, inside: string, more = ''): string =>
  `<div ${more} style="${style}">${inside}</div>`;
const paragraph = (r: Parameters<Kind['make']>[0], sentences: number): string =>
  Array.from({ length: sentences }, () => sentence(r, r.int(6, 11))).join(' ');

export const PUZZLES: readonly Kind[] = kindsOf({
  'parity-rows': (r) => {
    const numbers = Array.from({ length: r.int(3, 5) }, () => r.int(-9, 40));
    const rows = numbers
      .map(
        (n, i) =>
          `<tr><td>${n}</td><td><button class="p" onclick="pick(${i},'even',this)">Even</button></td><td><button class="p" onclick="pick(${i},'odd',this)">Odd</button></td></tr>`,
      )
      .join('');
    return {
      intent: r.pick([
        'For each number say whether it is odd or even, then press Check answers.',
        'Mark every number in the list as even or odd and press "Check answers" when finished.',
        'Classify each of the numbers below as odd or even. When you are done, click Check answers.',
      ]),
      pages: {
        '/': page(
          `<table>${rows}</table>${submitButton('Check answers', 'said')}`,
          `const said={};function pick(i,w,b){said['n'+i]=w;b.closest('tr').querySelectorAll('button').forEach((x)=>x.style.background=x===b?'gold':'')}`,
        ),
      },
      check: once(Object.fromEntries(numbers.map((n, i) => [`n${i}`, n % 2 === 0 ? 'even' : 'odd']))),
    };
  },
  'solve-for-letter': (r) => {
    const letter = r.pick(['a', 'k', 'n', 'y']);
    const [x, other] = [r.int(-12, 30), r.int(1, 20)];
    const said = r.pick([
      `${letter} + ${other} = ${x + other}`,
      `${letter} - ${other} = ${x - other}`,
      `${x + other} - ${letter} = ${other}`,
      `${other} + ${letter} = ${x + other}`,
    ]);
    return {
      intent: r.pick([
        `Work out ${letter} and enter it in the box, then press Answer.`,
        `Find the value of ${letter}, type it into the field and hit Answer.`,
        `Solve the equation for ${letter}. Write the solution into the text field and click Answer.`,
      ]),
      pages: {
        '/': page(`<p>${said}</p><div>${letter} = <input id="t"></div>${submitButton('Answer', VALUE)}`),
      },
      check: once({ text: String(x) }),
    };
  },
  'terminal-line': (r) => {
    const names = r
      .sample(THINGS, 4)
      .map((n, i) => `${n.toLowerCase()}.${['txt', 'png', 'csv', 'zip'][i] ?? 'md'}`);
    const gone = r.pick(names);
    const ending = gone.slice(gone.indexOf('.'));
    const script = `const files=${js(names)};const log=(s)=>{$('out').innerHTML+='<div>'+s+'</div>'};
$('line').addEventListener('keydown',(e)=>{if(e.key!=='Enter')return;const [c,f]=$('line').value.trim().split(/ +/);log('user$ '+$('line').value);$('line').value='';
if(c==='ls')log(files.join(' '));else if(c==='rm'&&files.includes(f)){finish({rm:f})}else log(c+': command not found or no such file')})`;
    return {
      intent: r.pick([
        `Use the terminal to delete the file that ends with ${ending}`,
        `With the terminal, remove the file whose name ends in ${ending}.`,
      ]),
      pages: {
        '/': page(
          box(
            'background:#111;color:#eee;padding:6px;font-family:monospace',
            `<div id="out">Type a command.</div>user$ <input id="line" autocomplete="off" style="background:#111;color:#eee">`,
          ),
          script,
        ),
      },
      check: once({ rm: gone }),
    };
  },
  'press-by-widget': (r) => {
    const kinds: Readonly<Record<string, string>> = {
      checkbox: '<input type="checkbox" onclick="finish({w:\'checkbox\'})">',
      'radio button': '<input type="radio" onclick="finish({w:\'radio button\'})">',
      button: `<button onclick="finish({w:'button'})">${r.pick(VERBS)}</button>`,
      'text field': '<input onclick="finish({w:\'text field\'})">',
      textarea: '<textarea onclick="finish({w:\'textarea\'})"></textarea>',
    };
    const shown = r.sample(Object.keys(kinds), 4);
    const want = r.pick(shown);
    return {
      intent: r.pick([`Click any ${want}.`, `Click on a "${want}" element.`, `click a ${want}`]),
      pages: {
        '/': page(
          scattered(
            r,
            shown.map((k) => kinds[k] ?? ''),
          ),
        ),
      },
      check: once({ w: want }),
    };
  },
  'scroll-read-last-word': (r) => {
    const text = paragraph(r, 22);
    const last = /(\w+)\W*$/.exec(text)?.[1] ?? '';
    return {
      intent: r.pick([
        'Find the last word of the text area, write it in the field and press Done.',
        'Type the final word of the text area into the text field, then click Done.',
      ]),
      pages: {
        '/': page(
          `<textarea rows="5" cols="30" readonly>${text}</textarea><div><input id="t"></div>${submitButton('Done', VALUE)}`,
        ),
      },
      check: once({ text: last }),
    };
  },
  'scroll-then-sign': (r) => {
    const name = r.pick(FIRST);
    const want = r.pick(['I accept', 'I decline']);
    const html = `<h2>Terms</h2><textarea id="terms" disabled style="width:260px;height:90px">${escape(paragraph(r, 30))}</textarea>
<div><input id="who" placeholder="Full name" disabled></div><button disabled onclick="finish({said:'I accept',who:$('who').value})">I accept</button><button disabled onclick="finish({said:'I decline',who:$('who').value})">I decline</button>`;
    return {
      intent: r.pick([
        `Scroll the terms down to their end, enter ${name} as the full name and click "${want}".`,
        `Scroll to the end of the text area, type "${name}" as the name and then press "${want}".`,
      ]),
      pages: {
        '/': page(
          html,
          `$('terms').addEventListener('scroll',()=>{const t=$('terms');if(t.scrollTop+t.clientHeight>=t.scrollHeight-8)$$('button,input').forEach((e)=>e.removeAttribute('disabled'))})`,
        ),
      },
      check: once({ said: want, who: name }),
    };
  },
  'scroll-box-reveal': (r) => {
    const name = r.pick(FIRST);
    const html = `<div id="terms" style="width:260px;height:90px;overflow:auto;border:1px solid">${paragraph(r, 30)}</div><div><label>Sign here <input id="who" disabled></label></div><button id="b" disabled onclick="finish({who:$('who').value})">Agree</button>`;
    return {
      intent: r.pick([
        `Read the agreement to its end, sign it with ${name} and press Agree.`,
        `Scroll the box to the bottom, then sign with "${name}" and click Agree.`,
      ]),
      pages: {
        '/': page(
          html,
          `$('terms').addEventListener('scroll',()=>{const t=$('terms');if(t.scrollTop+t.clientHeight>=t.scrollHeight-8)$$('button,input').forEach((e)=>e.disabled=false)})`,
        ),
      },
      check: once({ who: name }),
    };
  },
  'write-in-case': (r) => {
    const word = r.pick(PLACES);
    const [how, done] = r.pick([
      ['all upper case letters', word.toUpperCase()],
      ['lower case letters', word.toLowerCase()],
      ['capital letters', word.toUpperCase()],
    ] as const);
    return {
      intent: r.pick([
        `Type "${word}" in ${how} in the text field and press Send.`,
        `Enter "${word}" into the field in ${how}, then hit Send.`,
      ]),
      pages: { '/': page(`<input id="t">${submitButton('Send', VALUE)}`) },
      check: once({ text: done }),
    };
  },
  'several-of-colour': (r) => {
    const names = r.sample(Object.keys(COLOURS), 4);
    const want = r.pick(names);
    const cells = r.shuffle([...names, ...names, ...names]).slice(0, 9);
    const n = cells.filter((c) => c === want).length;
    const html = cells
      .map(
        (c, i) =>
          `<span data-i="${i}" data-c="${c}" style="display:inline-block;width:40px;height:40px;margin:4px;cursor:pointer;background:${COLOURS[c] ?? ''}"></span>`,
      )
      .join('');
    return {
      intent: r.pick([
        `Select every ${want} tile and press Submit.`,
        `Click all the ${want} squares, then click Submit.`,
      ]),
      pages: {
        '/': page(
          `${html}${submitButton('Submit', 'count()')}`,
          `const on=new Set();$$('span').forEach((s)=>s.addEventListener('click',()=>{const i=s.dataset.i;if(on.has(i)){on.delete(i);s.style.outline=''}else{on.add(i);s.style.outline='3px solid black'}}));function count(){const c=[...on].map((i)=>$$('span')[i].dataset.c);return {n:c.length,only:c.every((x)=>x===${js(want)})}}`,
        ),
      },
      check: once({ n: String(n), only: 'true' }),
    };
  },
  'order-quantities': (r) => {
    const foods = r.sample(FOODS, 6);
    const tags = ['spicy', 'sweet', 'salty'];
    const tagged = foods.map((f) => [f, r.sample(tags, r.int(1, 2))] as const);
    const rows = tagged
      .map(
        ([f, t]) =>
          `<div class="dish"><div><b>${f}</b> ${t.map((x) => `<img alt="${x}" title="${x}" width="16" height="16" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`).join('')}</div><div><span style="cursor:pointer" onclick="add('${f}',-1)">−</span> <span id="q${f}"></span> <span style="cursor:pointer" onclick="add('${f}',1)">+</span></div></div>`,
      )
      .join('');
    const script = `const n={};function add(f,d){n[f]=Math.max(0,(n[f]||0)+d);$('q'+f).textContent=n[f]||''}function taken(){return Object.fromEntries(Object.entries(n).filter(([,v])=>v>0))}`;
    const [a, b] = r.sample(foods, 2);
    const [x, y] = [r.int(1, 3), r.int(1, 3)];
    return {
      intent: r.pick([
        `Order ${x} of ${a ?? ''} and ${y} of ${b ?? ''}.`,
        `Get ${x} ${a ?? ''} and ${y} ${b ?? ''} and place the order.`,
      ]),
      pages: { '/': page(`${rows}<button onclick="finish(taken())">Order now</button>`, script) },
      check: once({ [a ?? '']: String(x), [b ?? '']: String(y) }),
    };
  },
  'find-in-sections': (r) => {
    const [words, topics] = [r.sample(THINGS, 9), r.sample(TOPICS, 3)];
    const want = r.pick(words);
    const html = topics
      .map(
        (t, i) =>
          `<h3 onclick="flip(${i})" style="cursor:pointer;background:#eee">${t}</h3><div id="s${i}" style="display:none"><p>${sentence(r, 6)} ${words
            .slice(i * 3, i * 3 + 3)
            .map(
              (w) =>
                `<span class="w" onclick="finish({w:'${w}'})" style="color:blue;text-decoration:underline;cursor:pointer">${w}</span> ${sentence(r, 3)}`,
            )
            .join(' ')}</p></div>`,
      )
      .join('');
    return {
      intent: r.pick([
        `Open the sections below until you find the link "${want}" and click it.`,
        `Find the link "${want}" in one of the folded sections and press it.`,
        `Unfold the sections, then click on the link ${want}.`,
      ]),
      pages: {
        '/': page(
          html,
          `function flip(i){$$('[id^=s]').forEach((d,j)=>d.style.display=j===i&&d.style.display==='none'?'block':'none')}`,
        ),
      },
      check: once({ w: want }),
    };
  },
  'word-that-comes': (r) => {
    const name = r.pick(VERBS);
    return {
      intent: r.pick([
        'Press Start, then press the button that appears.',
        'Click Start and then click the new button that shows up.',
      ]),
      pages: {
        '/': page(
          '<button onclick="go()">Start</button> <div id="d"></div>',
          `function go(){setTimeout(()=>{$('d').innerHTML='<button onclick="finish({b:${js(name).replace(/"/g, '\\&quot;')}})">${name}</button>'},${r.int(100, 500)})}`,
        ),
      },
      check: once({ b: name }),
    };
  },
  'guess-with-hints': (r) => {
    const n = r.int(0, 20);
    return {
      intent: r.pick([
        'Guess the number between 0 and 20. Type your guess and press Try until it is right.',
        'Guess a number from 0 to 20 and press Try; the page says whether it is higher or lower.',
      ]),
      pages: {
        '/': page(
          '<p>I think of a number.</p><p id="o"></p><input type="number" id="t"><button onclick="go()">Try</button>',
          `function go(){const v=Number($('t').value);if(v===${n})finish({n:v});else $('o').textContent=v<${n}?'My number is higher than '+v:'My number is lower than '+v;$('t').value=''}`,
        ),
      },
      check: once({ n: String(n) }),
    };
  },
  'nth-from-list': (r) => {
    const names = r.sample(FIRST, 8);
    const at = r.int(2, 7);
    return {
      intent: r.pick([
        `Write the name of the ${ordinal(r, at)} person in the list into the field and press Save.`,
        `Enter the ${ordinal(r, at)} name of the list in the text field, then click Save.`,
      ]),
      pages: {
        '/': page(
          `<ol>${names.map((n) => `<li>${n}</li>`).join('')}</ol><input id="t">${submitButton('Save', VALUE)}`,
        ),
      },
      check: once({ text: names[at - 1] ?? '' }),
    };
  },
  'code-from-text': (r) => {
    const secret = code(r, 6);
    return {
      intent: r.pick([
        'Copy the voucher code from the text into the field and press Redeem.',
        'Enter the voucher code that is shown and click Redeem.',
      ]),
      pages: {
        '/': page(
          `<p>Your voucher code: <b>${secret}</b></p><p>${sentence(r, 9)}</p><label>Code <input id="t"></label>${submitButton('Redeem', VALUE)}`,
        ),
      },
      check: once({ text: secret }),
    };
  },
});
