// Lists, tables, sums, comparisons, dates: reading a page and reckoning with what it says; an inbox.
import { answers, atLast, kindsOf, once, type Kind } from '../contract.ts';
import { escape, js, page, submitButton } from '../html.ts';
import { COLOURS, FIRST, FOODS, fullName, LAST, MONTHS, PLACES, sentence, THINGS } from '../words.ts';

const VALUE = `({text:$('t').value})`;
const field = `<label>Answer <input id="t"></label>`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((h) => `<th>${h}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${row.map((c) => `<td>${c}</td>`).join('')}</tr>`).join('')}</tbody></table>`;
const inbox = (mails: readonly { who: string; subject: string }[]): string =>
  `<ul>${mails.map((m) => `<li style="border-bottom:1px solid"><div onclick="open1('${m.who}')" style="cursor:pointer"><b>${m.who}</b><br>${m.subject}</div><span class="star" title="Star" style="cursor:pointer" onclick="finish({star:'${m.who}'})">☆</span> <span class="trash" title="Delete" style="cursor:pointer" onclick="finish({del:'${m.who}'})">🗑</span></li>`).join('')}</ul>`;
const mailScript = `function open1(w){document.body.innerHTML='<h2>'+w+'</h2><p>Body of the message.</p><button onclick="reply(\\''+w+'\\')">Reply</button><button onclick="fwd(\\''+w+'\\')">Forward</button>'}
function reply(w){document.body.innerHTML='<label>To <input readonly value="'+w+'"></label><label>Message <textarea id="m"></textarea></label><button onclick="finish({reply:\\''+w+'\\',text:$(\\'m\\').value})">Send</button>'}
function fwd(w){document.body.innerHTML='<label>To <input id="to"></label><button onclick="finish({forward:\\''+w+'\\',to:$(\\'to\\').value})">Send</button>'}`;

export const DATA: readonly Kind[] = kindsOf({
  'table-read': (r) => {
    const rows = r.sample(FIRST, 5).map((n) => [n, r.pick(PLACES), String(r.int(20, 70))]);
    const row = r.pick(rows);
    const other = rows.find((o) => o !== row && o[2] !== row[2])?.[2] ?? 'none';
    return {
      intent: r.pick([`what is the age of ${row[0] ?? ''}?`, `tell me ${row[0] ?? ''}'s age`]),
      pages: { '/': page(`<h1>People</h1>${table(['Name', 'City', 'Age'], rows)}`) },
      check: answers(row[2] ?? '', other),
    };
  },
  'table-copy-cell': (r) => {
    const rows = r.sample(FIRST, 5).map((n) => [n, r.pick(PLACES), String(r.int(100, 999))]);
    const row = r.pick(rows);
    return {
      intent: r.pick([
        `enter the number of ${row[0] ?? ''} into the answer field and press Submit`,
        `copy ${row[0] ?? ''}'s number into the answer field and press Submit`,
      ]),
      pages: { '/': page(table(['Name', 'City', 'Number'], rows) + field + submitButton('Submit', VALUE)) },
      check: once({ text: row[2] ?? '' }),
    };
  },
  'table-press-row': (r) => {
    const rows = r.sample(FIRST, 5);
    const want = r.pick(rows);
    const html = table(
      ['Name', 'City', 'Action'],
      rows.map((n) => [
        n,
        r.pick(PLACES),
        `<button onclick="finish({edit:'${n}'})">Edit</button> <button onclick="finish({del:'${n}'})">Delete</button>`,
      ]),
    );
    return {
      intent: r.pick([`click Edit in the row of ${want}`, `press Edit for ${want}`]),
      pages: { '/': page(html) },
      check: once({ edit: want }),
    };
  },
  'table-sum': (r) => {
    const rows = r.sample(FOODS, 4).map((f) => [f, String(r.int(2, 60))]);
    const sum = rows.reduce((total, row) => total + Number(row[1]), 0);
    return {
      intent: r.pick([
        'enter the sum of the Amount column into the answer field and press Submit',
        'add up the amounts, enter the total as the answer and press Submit',
      ]),
      pages: { '/': page(table(['Food', 'Amount'], rows) + field + submitButton('Submit', VALUE)) },
      check: once({ text: String(sum) }),
    };
  },
  'table-count': (r) => {
    const cities = r.sample(PLACES, 3);
    const rows = r.sample(FIRST, 7).map((n) => [n, r.pick(cities)]);
    const city = r.pick(rows)[1] ?? '';
    const n = rows.filter((row) => row[1] === city).length;
    return {
      intent: r.pick([`how many people are from ${city}?`, `count the rows with the city ${city}`]),
      pages: { '/': page(`<h1>Guests</h1>${table(['Name', 'City'], rows)}`) },
      check: answers(String(n)),
    };
  },
  'table-max': (r) => {
    const values = r.sample(
      Array.from({ length: 90 }, (_, i) => i + 10),
      5,
    );
    const rows = r.sample(THINGS, 5).map((t, i) => [t, String(values[i] ?? 0)]);
    const most = r.chance(0.5);
    const best =
      [...rows].sort((a, b) => (most ? Number(b[1]) - Number(a[1]) : Number(a[1]) - Number(b[1])))[0]?.[0] ??
      '';
    return {
      intent: r.pick([
        `which item has the ${most ? 'highest' : 'lowest'} weight?`,
        `tell me the item with the ${most ? 'highest' : 'lowest'} weight`,
      ]),
      pages: { '/': page(`<h1>Items</h1>${table(['Item', 'Weight'], rows)}`) },
      check: answers(best, ...rows.map((row) => row[0] ?? '').filter((t) => t !== best)),
    };
  },
  'table-sort': (r) => {
    const heads = ['Name', 'City', 'Age'];
    const rows = r.sample(FIRST, 4).map((n) => [n, r.pick(PLACES), String(r.int(20, 70))]);
    const want = r.pick(heads);
    const html = table(
      heads.map((h) => `<button onclick="finish({sort:'${h}'})">${h}</button>`),
      rows,
    );
    return {
      intent: r.pick([`sort the table by ${want}`, `sort by ${want.toLowerCase()}`]),
      pages: { '/': page(html) },
      check: once({ sort: want }),
    };
  },
  'cheapest-buy': (r) => {
    const prices = r.sample(
      Array.from({ length: 60 }, (_, i) => i + 5),
      5,
    );
    const names = r.sample(THINGS, 5);
    const html = names
      .map(
        (n, i) =>
          `<li><h3>${n}</h3><p>$${prices[i] ?? 0}.00</p><button onclick="finish({bought:'${n}'})">Book</button></li>`,
      )
      .join('');
    const most = r.chance(0.3);
    const best = Math[most ? 'max' : 'min'](...prices);
    return {
      intent: r.pick([
        `book the ${most ? 'most expensive' : 'cheapest'} one`,
        `click Book for the ${most ? 'most expensive' : 'cheapest'} item`,
      ]),
      pages: { '/': page(`<h1>Offers</h1><ul>${html}</ul>`) },
      check: once({ bought: names[prices.indexOf(best)] ?? '' }),
    };
  },
  'filter-list': (r) => {
    const names = r.sample(PLACES, 8);
    const want = r.pick(names);
    const html = `<label>Filter <input id="f" oninput="$$('li').forEach((l)=>l.hidden=!l.textContent.toLowerCase().includes(this.value.toLowerCase()))"></label><ul>${names.map((n) => `<li><a href="#" onclick="finish({opened:'${n}',filter:$('f').value});return false">${n}</a></li>`).join('')}</ul>`;
    return {
      intent: `type "${want}" into the filter and click ${want}`,
      pages: { '/': page(html) },
      check: once({ opened: want, filter: want }),
    };
  },
  pagination: (r) => {
    const people = Array.from({ length: 9 }, () => ({ name: '', phone: '' })).map((_, i) => ({
      name: FIRST[(i * 3 + r.int(0, 2)) % FIRST.length] ?? '',
      phone: `${r.int(100, 999)}-${r.int(1000, 9999)}`,
    }));
    const want = people[r.int(0, 8)] ?? { name: '', phone: '' };
    const script = `const P=${js(people)};let i=0;function draw(){$('o').innerHTML='<h2>'+P[i].name+'</h2><p>Phone: <a href="#" onclick="finish({phone:P[i].phone});return false">'+P[i].phone+'</a></p>'+(i>0?'<button onclick="i--;draw()">Previous</button>':'')+(i<8?'<button onclick="i++;draw()">Next</button>':'')}draw()`;
    return {
      intent: `Find ${want.name} in the contact book and click on their phone number.`,
      pages: { '/': page(`<h1>Contact book</h1><div id="o"></div>`, script) },
      check: once({ phone: want.phone }),
    };
  },
  'arithmetic-text': (r) => {
    const [a, b] = [r.int(2, 30), r.int(2, 30)];
    const op = r.pick(['+', '-', '×'] as const);
    const result = op === '+' ? a + b : op === '-' ? a - b : a * b;
    return {
      intent: r.pick([
        'Solve the math problem, type your answer into the text field and press Submit.',
        'work out the problem on the page, enter the result and press Submit',
      ]),
      pages: { '/': page(`<p>${a} ${op} ${b} =</p><input id="t">${submitButton('Submit', VALUE)}`) },
      check: once({ text: String(result) }),
    };
  },
  'arithmetic-equation': (r) => {
    const [x, a] = [r.int(1, 20), r.int(1, 20)];
    return {
      intent: 'Solve for x, type the answer into the text box and press Submit.',
      pages: { '/': page(`<p>x + ${a} = ${x + a}</p><input id="t">${submitButton('Submit', VALUE)}`) },
      check: once({ text: String(x) }),
    };
  },
  'sum-of-two': (r) => {
    const [a, b] = [r.int(2, 90), r.int(2, 90)];
    return {
      intent: `enter the sum of Apples and Pears into the answer field and press Submit`,
      pages: {
        '/': page(
          `<table><tr><td>Apples</td><td>${a}</td></tr><tr><td>Pears</td><td>${b}</td></tr><tr><td>Plums</td><td>${r.int(2, 90)}</td></tr></table>${field}${submitButton('Submit', VALUE)}`,
        ),
      },
      check: once({ text: String(a + b) }),
    };
  },
  'count-shapes': (r) => {
    const names = r.sample(Object.keys(COLOURS), 2);
    const shapes = Array.from(
      { length: r.int(6, 10) },
      () => [r.pick(names), r.pick(['circle', 'rectangle'])] as const,
    );
    const [colour, shape] = r.pick(shapes);
    const n = shapes.filter(([c, s]) => c === colour && s === shape).length;
    const svg = shapes
      .map(([c, s], i) =>
        s === 'circle'
          ? `<circle cx="${i * 60 + 30}" cy="40" r="20" fill="${COLOURS[c] ?? ''}"/>`
          : `<rect x="${i * 60 + 10}" y="20" width="40" height="30" fill="${COLOURS[c] ?? ''}"/>`,
      )
      .join('');
    const choices = r.shuffle(
      [n, n + 1, n + 3, Math.max(0, n - 2)].filter((x, i, all) => all.indexOf(x) === i),
    );
    return {
      intent: r.pick([
        `How many ${colour} ${shape}s are there? Click the right number.`,
        `count the ${colour} ${shape}s and press the button with the number`,
      ]),
      pages: {
        '/': page(
          `<svg width="640" height="90">${svg}</svg><div>${choices.map((c) => `<button onclick="finish({n:'${c}'})">${c}</button>`).join('')}</div>`,
        ),
      },
      check: once({ n: String(n) }),
    };
  },
  'count-list': (r) => {
    const items = r.sample(FOODS, r.int(4, 12));
    return {
      intent: r.pick(['how many items are in the list?', 'count the items in the list']),
      pages: { '/': page(`<h1>Groceries</h1><ul>${items.map((i) => `<li>${i}</li>`).join('')}</ul>`) },
      check: answers(String(items.length)),
    };
  },
  'date-after': (r) => {
    const [y, m, d, n] = [r.int(2020, 2026), r.int(0, 11), r.int(1, 28), r.int(2, 9)];
    const words = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
    const end = new Date(Date.UTC(y, m, d + n)).toISOString().slice(0, 10);
    return {
      intent: `set the return date to ${words[n - 2] ?? ''} days after ${d} ${MONTHS[m] ?? ''} ${y} and press Search`,
      pages: {
        '/': page(
          `<label>Departure date <input type="date"></label><label>Return date <input type="date" id="t"></label>${submitButton('Search', `({date:$('t').value})`)}`,
        ),
      },
      check: once({ date: end }),
    };
  },
  'date-after-label': (r) => {
    const [y, m, d, n] = [r.int(2020, 2026), r.int(0, 11), r.int(1, 28), r.int(2, 30)];
    const end = new Date(Date.UTC(y, m, d + n)).toISOString().slice(0, 10);
    return {
      intent: `set the reminder date to ${n} days after the invoice date and press Save`,
      pages: {
        '/': page(
          `<p>Invoice date: ${d} ${MONTHS[m] ?? ''} ${y}</p><label>Reminder date <input type="date" id="t"></label>${submitButton('Save', `({date:$('t').value})`)}`,
        ),
      },
      check: once({ date: end }),
    };
  },
  'alphabetical-first': (r) => {
    const names = r.sample(THINGS, 5);
    const first = [...names].sort()[0] ?? '';
    return {
      intent: 'click the item that comes first in alphabetical order',
      pages: {
        '/': page(
          `<ul>${names.map((n) => `<li><button onclick="finish({pressed:'${n}'})">${n}</button></li>`).join('')}</ul>`,
        ),
      },
      check: once({ pressed: first }),
    };
  },
  'greater-number': (r) => {
    const [a, b] = r.sample(
      Array.from({ length: 99 }, (_, i) => i + 1),
      2,
    );
    const most = r.chance(0.5);
    const want = Math[most ? 'max' : 'min'](a ?? 0, b ?? 0);
    return {
      intent: `click the ${most ? 'greater' : 'smaller'} number`,
      pages: {
        '/': page(
          [a, b].map((n) => `<button onclick="finish({pressed:'${n ?? 0}'})">${n ?? 0}</button>`).join(''),
        ),
      },
      check: once({ pressed: String(want) }),
    };
  },
  'inbox-star': (r) => {
    const mails = r.sample(FIRST, 5).map((who) => ({ who, subject: sentence(r, 4) }));
    const who = r.pick(mails).who;
    return {
      intent: r.pick([
        `Find the email by ${who} and click the star icon to mark it as important.`,
        `star the email from ${who}`,
      ]),
      pages: { '/': page(inbox(mails), mailScript) },
      check: once({ star: who }),
    };
  },
  'inbox-delete': (r) => {
    const mails = r.sample(FIRST, 5).map((who) => ({ who, subject: sentence(r, 4) }));
    const who = r.pick(mails).who;
    return {
      intent: r.pick([
        `Find the email by ${who} and click the trash icon to delete it.`,
        `delete the email from ${who}`,
      ]),
      pages: { '/': page(inbox(mails), mailScript) },
      check: once({ del: who }),
    };
  },
  'inbox-reply': (r) => {
    const mails = r.sample(FIRST, 5).map((who) => ({ who, subject: sentence(r, 4) }));
    const who = r.pick(mails).who;
    const text = sentence(r, 3);
    return {
      intent: r.pick([
        `Find the email by ${who} and reply to them with the text "${text}".`,
        `reply to ${who}'s email with the text "${text}"`,
      ]),
      pages: { '/': page(inbox(mails), mailScript) },
      check: once({ reply: who, text }),
    };
  },
  'inbox-forward': (r) => {
    const mails = r.sample(FIRST, 5).map((who) => ({ who, subject: sentence(r, 4) }));
    const who = r.pick(mails).who;
    const to = r.pick(LAST);
    return {
      intent: r.pick([
        `Forward the email from ${who} to ${to}.`,
        `Find the email by ${who} and forward that email to ${to}.`,
      ]),
      pages: { '/': page(inbox(mails), mailScript) },
      check: once({ forward: who, to }),
    };
  },
  'forward-value': (r) => {
    const name = fullName(r);
    const number = String(r.int(10_000, 99_999));
    return {
      intent: `read the booking number of ${name} and enter it as the reference, then press Check in`,
      pages: {
        '/': page(
          `${table(
            ['Passenger', 'Booking number'],
            r.shuffle([
              [name, number],
              [fullName(r), String(r.int(10_000, 99_999))],
              [fullName(r), String(r.int(10_000, 99_999))],
            ]),
          )}<label>Reference <input id="t"></label>${submitButton('Check in', VALUE)}`,
        ),
      },
      check: once({ text: number }),
    };
  },
  'two-pages': (r) => {
    const word = r.pick(THINGS).toLowerCase();
    return {
      intent:
        'open the Secret page, read the pass word, go back and enter it as the pass word, then press Submit',
      pages: {
        '/': page(
          `<p><a href="/other">Secret page</a> <a href="/help">Help</a></p><label>Pass word <input id="t"></label>${submitButton('Submit', VALUE)}`,
        ),
        '/other': page(`<h1>Secret page</h1><p>Pass word: ${escape(word)}</p><a href="/">Back</a>`),
        '/help': page('<h1>Help</h1><p>Nothing here.</p><a href="/">Back</a>'),
      },
      check: once({ text: word }),
    };
  },
  'load-more': (r) => {
    const names = r.sample(THINGS, 16);
    const want = r.pick(names.slice(8));
    const script = `const N=${js(names)};let n=4;function draw(){$('l').innerHTML=N.slice(0,n).map((x)=>'<li><a href="#" onclick="finish({opened:\\''+x+'\\'});return false">'+x+'</a></li>').join('');$('m').hidden=n>=N.length}draw()`;
    return {
      intent: `click on ${want}`,
      pages: { '/': page(`<ul id="l"></ul><button id="m" onclick="n+=4;draw()">Load more</button>`, script) },
      check: once({ opened: want }),
    };
  },
  'cart-quantity': (r) => {
    const names = r.sample(FOODS, 4);
    const want = r.pick(names);
    const n = r.int(2, 9);
    const html = table(
      ['Product', 'Quantity'],
      names.map((f) => [f, `<input type="number" value="1" data-n="${f}">`]),
    );
    return {
      intent: r.pick([
        `set the quantity of ${want} to ${n} and press Update`,
        `change the quantity for ${want} to ${n} and click Update`,
      ]),
      pages: {
        '/': page(html + submitButton('Update', `({q:$$('input').map((i)=>i.dataset.n+i.value).join()})`)),
      },
      check: atLast({ q: names.map((f) => f + (f === want ? String(n) : '1')).join() }),
    };
  },
});
