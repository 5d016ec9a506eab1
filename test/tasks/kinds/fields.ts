// Entering: text, numbers, several fields, log-in, copying, search, exact spelling, Enter.
import { answers, atLast, kindsOf, once, type Kind } from '../contract.ts';
import { escape, js, page, submitButton } from '../html.ts';
import { code, FIRST, LAST, ordinal, PLACES, sentence, THINGS, TOPICS } from '../words.ts';

const VALUE = `({text:$('t').value})`;

export const FIELDS: readonly Kind[] = kindsOf({
  'enter-text': (r) => {
    const text = r.pick([r.pick(FIRST), code(r, 8), `${r.pick(THINGS)} ${r.int(1, 99)}`]);
    return {
      intent: r.pick([
        `Enter "${text}" into the text field and press Submit.`,
        `type "${text}" in the text box and click Submit`,
        `fill the field with '${text}' and press Submit`,
      ]),
      pages: { '/': page(`<input id="t">${submitButton('Submit', VALUE)}`) },
      check: once({ text }),
    };
  },
  'enter-labelled': (r) => {
    const labels = r.sample(['First name', 'Last name', 'City', 'Occupation', 'Nickname'], 4);
    const at = r.int(0, 3);
    const text = r.pick(FIRST);
    const html = labels.map((l, i) => `<p><label for="f${i}">${l}</label> <input id="f${i}"></p>`).join('');
    return {
      intent: r.pick([
        `Enter "${text}" as the ${labels[at]?.toLowerCase() ?? ''} and press Submit`,
        `type "${text}" into the field labelled "${labels[at] ?? ''}" and click Submit`,
      ]),
      pages: {
        '/': page(html + submitButton('Submit', `({text:$$('input').map((i)=>i.value).join('|')})`)),
      },
      check: once({ text: labels.map((_, i) => (i === at ? text : '')).join('|') }),
    };
  },
  'enter-in-section': (r) => {
    const names = ['Billing', 'Delivery', 'Company'];
    const want = r.pick(names);
    const text = r.pick(PLACES);
    const html = names
      .map((n) => `<section><h3>${n}</h3><label>City <input data-n="${n}"></label></section>`)
      .join('');
    return {
      intent: r.pick([
        `enter "${text}" in the field City in the section ${want} and press Submit`,
        `type "${text}" into City under ${want} and click Submit`,
      ]),
      pages: {
        '/': page(
          html + submitButton('Submit', `({text:$$('input').map((i)=>i.dataset.n+':'+i.value).join()})`),
        ),
      },
      check: once({ text: names.map((n) => `${n}:${n === want ? text : ''}`).join() }),
    };
  },
  'enter-unlabelled': (r) => {
    const names = r.sample(['Street', 'Postcode', 'Country', 'Phone'], 3);
    const want = r.pick(names);
    const text = code(r, 6);
    const html = names
      .map((n) => `<div style="display:flex"><div style="width:120px">${n}:</div><input data-n="${n}"></div>`)
      .join('');
    return {
      intent: r.pick([
        `enter "${text}" as the ${want.toLowerCase()} and press Submit`,
        `fill "${text}" into ${want}, then press Submit`,
      ]),
      pages: {
        '/': page(
          html + submitButton('Submit', `({text:$$('input').map((i)=>i.dataset.n+':'+i.value).join()})`),
        ),
      },
      check: once({ text: names.map((n) => `${n}:${n === want ? text : ''}`).join() }),
    };
  },
  'enter-nth': (r) => {
    const n = r.int(1, 3);
    const text = code(r, 6);
    return {
      intent: `Enter "${text}" into the ${ordinal(r, n)} text field and press Submit.`,
      pages: {
        '/': page(
          `<input><br><input><br><input><br>${submitButton('Submit', `({text:$$('input').map((i)=>i.value).join('|')})`)}`,
        ),
      },
      check: once({ text: [1, 2, 3].map((i) => (i === n ? text : '')).join('|') }),
    };
  },
  'enter-password-twice': (r) => {
    const text = code(r, 7);
    return {
      intent: r.pick([
        `Enter the password "${text}" into both text fields and press Submit.`,
        `type "${text}" into both password fields and click Submit`,
      ]),
      pages: {
        '/': page(
          `<p><label>Password <input type="password"></label></p><p><label>Verify password <input type="password"></label></p>${submitButton('Submit', `({text:$$('input').map((i)=>i.value).join('|')})`)}`,
        ),
      },
      check: once({ text: `${text}|${text}` }),
    };
  },
  'login-given': (r) => {
    const [user, pass] = [r.pick(FIRST).toLowerCase(), code(r, 6)];
    return {
      intent: r.pick([
        `Enter the username "${user}" and the password "${pass}" into the text fields and press Login.`,
        `log in with the username "${user}" and the password "${pass}"`,
      ]),
      pages: {
        '/': page(
          `<form onsubmit="finish({user:$('u').value,pass:$('p').value});return false"><p><label>Username</label><input id="u" aria-label="Username"></p><p><label>Password</label><input id="p" type="password" aria-label="Password"></p><button>Login</button></form>`,
        ),
      },
      check: once({ user, pass }),
    };
  },
  'login-saved': (r) => {
    const [username, password] = [r.pick(LAST).toLowerCase(), code(r, 9)];
    return {
      intent: 'log in',
      secrets: { username, password },
      pages: {
        '/': page(
          `<h1>Sign in</h1><form onsubmit="finish({user:$('u').value,pass:$('p').value});return false"><label>E-mail or user name <input id="u"></label><label>Password <input id="p" type="password"></label><button>Continue</button></form>`,
        ),
      },
      check: once({ user: username, pass: password }),
    };
  },
  'form-several': (r) => {
    const [name, city, age] = [r.pick(FIRST), r.pick(PLACES), String(r.int(20, 70))];
    const html = ['Name', 'Email', 'City', 'Age']
      .map((l) => `<p><label>${l} <input name="${l}"></label></p>`)
      .join('');
    return {
      intent: r.pick([
        `fill in the form with name "${name}", city "${city}" and age "${age}", then press Send`,
        `Enter "${name}" as name, "${city}" as city and "${age}" as age and click Send`,
        `set Name to "${name}", City to "${city}" and Age to ${age} and click Send`,
      ]),
      pages: { '/': page(html + submitButton('Send', `({text:$$('input').map((i)=>i.value).join('|')})`)) },
      check: once({ text: `${name}||${city}|${age}` }),
    };
  },
  'number-spin': (r) => {
    const n = r.int(2, 40);
    return {
      intent: r.pick([
        `set the quantity to ${n} and press Submit`,
        `Enter ${n} as the quantity and click Submit`,
      ]),
      pages: {
        '/': page(
          `<label>Quantity <input id="t" type="number" min="0" max="50" value="1"></label>${submitButton('Submit', VALUE)}`,
        ),
      },
      check: once({ text: String(n) }),
    };
  },
  'stepper-buttons': (r) => {
    const [from, to] = [r.int(1, 4), r.int(5, 9)];
    const down = r.chance(0.3);
    const [a, b] = down ? [to, from] : [from, to];
    const html = `<div role="group" aria-label="Guests"><span>Guests</span> <button aria-label="Decrease" onclick="step(-1)">−</button><span id="n">${a}</span><button aria-label="Increase" onclick="step(1)">+</button></div>`;
    return {
      intent: r.pick([
        `set the number of guests to ${b} and press Submit`,
        `set guests to ${b} and click Submit`,
      ]),
      pages: {
        '/': page(
          html + submitButton('Submit', `({n:$('n').textContent})`),
          `function step(d){$('n').textContent=Number($('n').textContent)+d}`,
        ),
      },
      check: once({ n: String(b) }),
    };
  },
  'copy-paste': (r) => {
    const text = sentence(r, 9);
    return {
      intent: r.pick([
        'Copy the text in the textarea below, paste it into the textbox and press Submit.',
        'copy the text from the text area into the text field and press Submit',
      ]),
      pages: {
        '/': page(
          `<textarea id="a" rows="3" cols="40">${text}</textarea><br><input id="t" aria-label="Text">${submitButton('Submit', VALUE)}`,
        ),
      },
      check: once({ text }),
    };
  },
  'copy-nth': (r) => {
    const texts = [sentence(r, 5), sentence(r, 6), sentence(r, 7)];
    const n = r.int(1, 3);
    return {
      intent: `Copy the text from the ${ordinal(r, n)} text area below and paste it into the text input, then press Submit.`,
      pages: {
        '/': page(
          `${texts.map((t) => `<textarea rows="2">${t}</textarea><br>`).join('')}<input id="t">${submitButton('Submit', VALUE)}`,
        ),
      },
      check: once({ text: texts[n - 1] ?? '' }),
    };
  },
  'copy-value': (r) => {
    const rows = r
      .sample(['Order number', 'Customer', 'Country', 'Colour', 'Size'], 4)
      .map((k) => [k, code(r, 6)] as const);
    const [key, value] = r.pick(rows);
    return {
      intent: r.pick([
        `Enter the value of ${key} into the text field and press Submit.`,
        `copy the ${key.toLowerCase()} into the field and press Submit`,
      ]),
      pages: {
        '/': page(
          `<table>${rows.map(([k, v]) => `<tr><td>${k}</td><td>${v}</td></tr>`).join('')}</table><input id="t" type="text">${submitButton('Submit', VALUE)}`,
        ),
      },
      check: once({ text: value }),
    };
  },
  'nth-word': (r) => {
    const n = r.int(2, 6);
    const text = sentence(r, 8).replace('.', '');
    const want = text.split(' ')[n - 1] ?? '';
    return {
      intent: `Find the ${ordinal(r, n)} word in the paragraph, type it into the text box and press Submit.`,
      pages: { '/': page(`<p>${text}</p><input id="t">${submitButton('Submit', VALUE)}`) },
      check: ({ reports }) =>
        reports.length === 1 && reports[0]?.['text']?.toLowerCase() === want.toLowerCase(),
    };
  },
  'last-word': (r) => {
    const words = Array.from({ length: 60 }, () => r.pick(TOPICS).toLowerCase());
    return {
      intent: 'Find the last word in the text area, enter it into the text field and press Submit.',
      pages: {
        '/': page(
          `<textarea rows="3" cols="30" aria-label="Text area">${words.join(' ')}</textarea><input id="t" aria-label="Text field">${submitButton('Submit', VALUE)}`,
        ),
      },
      check: once({ text: words.at(-1) ?? '' }),
    };
  },
  'search-press-nth': (r) => {
    const query = r.pick(FIRST);
    const results = r.sample(THINGS, 8);
    const n = r.int(1, 6);
    const script = `const R=${js(results)};function go(){const q=$('q').value;$('out').innerHTML=q===${js(query)}?R.slice(0,4).map(row).join('')+'<p><a href="#" onclick="more();return false">Next</a></p>':'<p>No results.</p>'}
function row(x){return '<div><a href="#" onclick="finish({opened:\\''+x+'\\'});return false">'+x+'</a><p>About '+x.toLowerCase()+'.</p></div>'}
function more(){$('out').innerHTML=R.slice(4).map(row).join('')}`;
    return {
      intent: r.pick([
        `Use the text box to enter "${query}" and press "Search", then find and click the ${ordinal(r, n)} search result.`,
        `search for "${query}" and open the ${ordinal(r, n)} result`,
      ]),
      pages: {
        '/': page(`<input id="q"><button onclick="go()">Search</button><div id="out"></div>`, script),
      },
      check: once({ opened: results[n - 1] ?? '' }),
    };
  },
  'enter-key': (r) => {
    const item = r.pick(THINGS);
    return {
      intent: r.pick([
        `type "${item}" into the new item field and press Enter`,
        `Enter "${item}" in the field "New item" and hit enter`,
      ]),
      pages: {
        '/': page(
          `<input placeholder="New item" id="t"><ul id="l"></ul>`,
          `$('t').addEventListener('keydown',(e)=>{if(e.key==='Enter'){const li=document.createElement('li');li.textContent=$('t').value;$('l').append(li);report({item:$('t').value});$('t').value=''}})`,
        ),
      },
      check: once({ item }),
    };
  },
  'append-textarea': (r) => {
    const [a, b] = [sentence(r, 4), sentence(r, 5)];
    return {
      intent: r.pick([
        `write "${b}" into the message field and press Send`,
        `Enter "${b}" as the message and click Send`,
      ]),
      pages: {
        '/': page(
          `<label>Subject <input value="${escape(a)}"></label><label>Message <textarea id="t"></textarea></label>${submitButton('Send', VALUE)}`,
        ),
      },
      check: once({ text: b }),
    };
  },
  'editable-region': (r) => {
    const text = sentence(r, 4);
    return {
      intent: `type "${text}" into the editor and press Save`,
      pages: {
        '/': page(
          `<div id="e" contenteditable="true" role="textbox" aria-label="Editor" style="border:1px solid;height:60px"></div>${submitButton('Save', `({text:$('e').innerText.trim()})`)}`,
        ),
      },
      check: once({ text }),
    };
  },
  'clear-field': (r) => {
    const text = r.pick(PLACES);
    return {
      intent: r.pick(['clear the City field and press Save', 'empty the field City and click Save']),
      pages: {
        '/': page(
          `<label>Name <input value="${r.pick(FIRST)}"></label><label>City <input id="t" value="${text}"></label>${submitButton('Save', VALUE)}`,
        ),
      },
      check: once({ text: '' }),
    };
  },
  'read-value': (r) => {
    const rows = r
      .sample(['Balance', 'Owner', 'Status', 'Plan', 'Renewal'], 4)
      .map((k) => [k, code(r, 6)] as const);
    const [key, value] = r.pick(rows);
    return {
      intent: r.pick([`what is the ${key.toLowerCase()}?`, `tell me the ${key}`]),
      pages: {
        '/': page(`<h1>Account</h1><dl>${rows.map(([k, v]) => `<dt>${k}</dt><dd>${v}</dd>`).join('')}</dl>`),
      },
      check: answers(value),
    };
  },
  'validation-again': (r) => {
    const [name, mail] = [r.pick(FIRST), `${r.pick(LAST).toLowerCase()}@mail.example`];
    const script = `function send(){if(!$('c').checked){$('e').textContent='Accept the terms first';return}finish({name:$('n').value,mail:$('m').value,terms:'yes'})}`;
    return {
      intent: `fill in the form with name "${name}" and e-mail "${mail}", accept the terms and press Register`,
      pages: {
        '/': page(
          `<label>Name <input id="n"></label><label>E-mail <input id="m"></label><label><input type="checkbox" id="c"> I accept the terms</label><p role="alert" id="e"></p><button onclick="send()">Register</button>`,
          script,
        ),
      },
      check: atLast({ name, mail, terms: 'yes' }),
    };
  },
});
