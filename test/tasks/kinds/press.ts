// Pressing the right thing: by name, role, ordinal, relation, picture; with and without roles.
import { kindsOf, once, type Kind } from '../contract.ts';
import { escape, js, page, scattered } from '../html.ts';
import { COLOURS, FIRST, FOODS, ordinal, sentence, THINGS, TOPICS, VERBS } from '../words.ts';

const button = (label: string, report = label): string =>
  `<button onclick="finish({pressed:${escape(js(report))}})">${escape(label)}</button>`;

export const PRESS: readonly Kind[] = kindsOf({
  'press-button': (r) => {
    const labels = r.sample(VERBS, 6);
    const want = r.pick(labels);
    const intent = r.pick([
      `Click the "${want}" button.`,
      `press ${want}`,
      `Click on the button labelled ${want}`,
      `push the ${want} button`,
    ]);
    return {
      intent,
      pages: {
        '/': page(
          scattered(
            r,
            labels.map((label) => button(label)),
          ),
        ),
      },
      check: once({ pressed: want }),
    };
  },
  'press-link': (r) => {
    const labels = r.sample(TOPICS, 6);
    const want = r.pick(labels);
    const text = labels
      .map(
        (label) =>
          `<p>${sentence(r)} <a href="#" onclick="finish({pressed:${escape(js(label))}});return false">${label}</a> ${sentence(r)}</p>`,
      )
      .join('');
    return {
      intent: r.pick([`Click on the link "${want}".`, `follow the ${want} link`, `click the ${want} link`]),
      pages: { '/': page(text) },
      check: once({ pressed: want }),
    };
  },
  'press-similar-names': (r) => {
    const noun = r.pick(['report', 'draft', 'invoice']);
    const labels = r.shuffle([
      `Send ${noun}`,
      `Send ${noun} later`,
      `Save ${noun}`,
      `Delete ${noun}`,
      `Send copy of ${noun}`,
    ]);
    const want = r.pick(labels);
    return {
      intent: `click "${want}"`,
      pages: { '/': page(labels.map((label) => button(label)).join('')) },
      check: once({ pressed: want }),
    };
  },
  'press-tab': (r) => {
    const names = r.sample(TOPICS, 4);
    const want = r.pick(names);
    const tabs = names
      .map(
        (name) =>
          `<button role="tab" aria-selected="false" onclick="show(${escape(js(name))})">${name}</button>`,
      )
      .join('');
    return {
      intent: r.pick([`Click on the ${want} tab`, `open the ${want} tab`, `switch to the tab "${want}"`]),
      pages: {
        '/': page(
          `<div role="tablist">${tabs}</div><div role="tabpanel" id="p">${sentence(r)}</div>`,
          `function show(n){$('p').textContent='About '+n;report({tab:n})}`,
        ),
      },
      check: once({ tab: want }),
    };
  },
  'press-in-tabs': (r) => {
    const names = r.sample(TOPICS, 3);
    const links = r.sample(THINGS, 9);
    const want = r.pick(links.slice(3));
    const panels = names
      .map(
        (_, i) =>
          `<div role="tabpanel" class="p" ${i === 0 ? '' : 'hidden'}>${links
            .slice(i * 3, i * 3 + 3)
            .map(
              (l) =>
                `<p>${sentence(r, 4)} <a href="#" onclick="finish({pressed:${escape(js(l))}})">${l}</a></p>`,
            )
            .join('')}</div>`,
      )
      .join('');
    const tabs = names
      .map(
        (name, i) =>
          `<button role="tab" onclick="$$('.p').forEach((p,i)=>p.hidden=i!==${i})">${name}</button>`,
      )
      .join('');
    return {
      intent: r.pick([
        `Switch between the tabs to find and click on the link "${want}".`,
        `find the link "${want}" in one of the tabs and click it`,
      ]),
      pages: { '/': page(`<div role="tablist">${tabs}</div>${panels}`) },
      check: once({ pressed: want }),
    };
  },
  'press-icon': (r) => {
    const icons = r.shuffle(['trash', 'star', 'reply', 'print', 'share']);
    const want = r.pick(icons);
    const html = icons
      .map(
        (i) =>
          `<span class="icon-${i}" style="cursor:pointer;display:inline-block;width:28px;height:28px;background:#ccc;margin:6px" onclick="finish({pressed:'${i}'})"></span>`,
      )
      .join('');
    return {
      intent: r.pick([`click the ${want} icon`, `Press the icon "${want}"`]),
      pages: { '/': page(html) },
      check: once({ pressed: want }),
    };
  },
  'press-no-role': (r) => {
    const labels = r.sample(THINGS, 6);
    const want = r.pick(labels);
    const html = labels
      .map(
        (l) =>
          `<div class="card" style="padding:8px;width:120px;border:1px solid #999;margin:4px">${l}</div>`,
      )
      .join('');
    return {
      intent: `click on ${want}`,
      pages: {
        '/': page(
          html,
          `$$('.card').forEach((c)=>c.addEventListener('click',()=>finish({pressed:c.textContent})))`,
        ),
      },
      check: once({ pressed: want }),
    };
  },
  'press-nth': (r) => {
    const labels = r.sample(THINGS, 8);
    const n = r.int(1, 8);
    const items = labels
      .map((l) => `<li><a href="#" onclick="finish({pressed:'${l}'});return false">${l}</a></li>`)
      .join('');
    return {
      intent: r.pick([
        `click the ${ordinal(r, n)} result`,
        `Click on the ${ordinal(r, n)} link in the list`,
        `open the ${ordinal(r, n)} item`,
      ]),
      pages: { '/': page(`<h2>Results</h2><ol>${items}</ol>`) },
      check: once({ pressed: labels[n - 1] ?? '' }),
    };
  },
  'press-last-button': (r) => {
    const labels = r.sample(VERBS, r.int(4, 7));
    return {
      intent: r.pick(['click the last button', 'press the last button on the page']),
      pages: {
        '/': page(`<p>${sentence(r)}</p>${labels.map((l) => button(l)).join('')}<p>${sentence(r)}</p>`),
      },
      check: once({ pressed: labels.at(-1) ?? '' }),
    };
  },
  'press-beside': (r) => {
    const names = r.sample(FOODS, 5);
    const want = r.pick(names);
    const rows = names
      .map(
        (n) =>
          `<div style="margin:6px"><span style="display:inline-block;width:110px">${n}</span><button onclick="finish({pressed:'${n}'})">Add</button></div>`,
      )
      .join('');
    return {
      intent: r.pick([
        `click the Add button next to ${want}`,
        `press "Add" beside "${want}"`,
        `Click Add for ${want}`,
      ]),
      pages: { '/': page(rows) },
      check: once({ pressed: want }),
    };
  },
  'press-below': (r) => {
    const names = r.sample(THINGS, 5);
    const at = r.int(0, 4);
    const verb = r.pick(['View', 'Open', 'Choose']);
    const blocks = names
      .map(
        (n) =>
          `<p style="margin:14px 0 2px">${n}</p><button onclick="finish({pressed:'${n}'})">${verb}</button>`,
      )
      .join('');
    return {
      intent: `click the ${verb} button below "${names[at] ?? ''}"`,
      pages: { '/': page(blocks) },
      check: once({ pressed: names[at] ?? '' }),
    };
  },
  'press-left-right': (r) => {
    const [a = '', b = '', c = ''] = r.sample(VERBS, 3);
    const side = r.pick(['left', 'right']);
    const html = `<div style="display:flex;gap:30px">${[a, b, c].map((l) => button(l)).join('')}</div><div style="display:flex;gap:30px;margin-top:40px">${r
      .sample(THINGS, 3)
      .map((l) => button(l))
      .join('')}</div>`;
    return {
      intent: r.pick([`click the button to the ${side} of "${b}"`, `press the button ${side} of ${b}`]),
      pages: { '/': page(html) },
      check: once({ pressed: side === 'left' ? a : c }),
    };
  },
  'press-in-section': (r) => {
    const names = r.sample(TOPICS, 4);
    const want = r.pick(names);
    const verb = r.pick(['Subscribe', 'Edit', 'Details']);
    const html = names
      .map(
        (n) =>
          `<section><h3>${n}</h3><p>${sentence(r)}</p><button onclick="finish({pressed:'${n}'})">${verb}</button></section>`,
      )
      .join('');
    return {
      intent: r.pick([
        `click ${verb} in the section ${want}`,
        `press the ${verb} button in the "${want}" section`,
        `press ${verb} under ${want}`,
      ]),
      pages: { '/': page(html) },
      check: once({ pressed: want }),
    };
  },
  'press-not': (r) => {
    const [a = '', b = ''] = r.sample(VERBS, 2);
    return {
      intent: r.pick([`click the button that is not "${a}"`, `press the button other than ${a}`]),
      pages: { '/': page(scattered(r, r.shuffle([button(a), button(b)]))) },
      check: once({ pressed: b }),
    };
  },
  'press-sequence': (r) => {
    const labels = r.sample(VERBS, 5);
    const [a = '', b = '', c = ''] = labels;
    const html = scattered(
      r,
      r.shuffle(labels).map((l) => `<button onclick="hit('${l}')">${l}</button>`),
    );
    return {
      intent: r.pick([
        `Click "${a}", then click "${b}", then click "${c}".`,
        `press ${a}, ${b} and ${c}, in this order`,
        `After clicking "${a}", click "${b}" and then "${c}"`,
      ]),
      pages: {
        '/': page(
          html,
          `const hits=[];function hit(l){hits.push(l);document.title=l;if(hits.length===3)finish({hits:hits.join()})}`,
        ),
      },
      check: once({ hits: [a, b, c].join() }),
    };
  },
  'press-ascending': (r) => {
    const numbers = r.sample(
      Array.from({ length: 40 }, (_, i) => i + 1),
      5,
    );
    const html = scattered(
      r,
      numbers.map((n) => `<button onclick="hit(${n})">${n}</button>`),
    );
    const down = r.chance(0.3);
    const want = [...numbers].sort((a, b) => (down ? b - a : a - b)).join();
    return {
      intent: r.pick([
        `Click on the numbers in ${down ? 'descending' : 'ascending'} order.`,
        `press the buttons in ${down ? 'descending' : 'ascending'} order`,
      ]),
      pages: {
        '/': page(
          html,
          `const hits=[];function hit(l){hits.push(l);event.target.disabled=true;if(hits.length===5)finish({hits:hits.join()})}`,
        ),
      },
      check: once({ hits: want }),
    };
  },
  'press-double': (r) => {
    const labels = r.sample(THINGS, 4);
    const want = r.pick(labels);
    const html = scattered(
      r,
      labels.map((l) => `<button ondblclick="finish({double:'${l}'})">${l}</button>`),
    );
    return {
      intent: r.pick([`double-click ${want}`, `Double click on the "${want}" button`]),
      pages: { '/': page(html) },
      check: once({ double: want }),
    };
  },
  'press-colour': (r) => {
    const names = r.sample(Object.keys(COLOURS), 5);
    const want = r.pick(names);
    const html = scattered(
      r,
      names.map(
        (n) =>
          `<div onclick="finish({colour:'${n}'})" style="cursor:pointer;width:50px;height:50px;background:${COLOURS[n] ?? ''}"></div>`,
      ),
    );
    return {
      intent: r.pick([`click on the ${want} box`, `Click the ${want} square`]),
      pages: { '/': page(html) },
      check: once({ colour: want }),
    };
  },
  'press-shape': (r) => {
    const colours = r.sample(Object.keys(COLOURS), 3);
    const all = colours.flatMap((c) => ['circle', 'rectangle', 'triangle'].map((s) => [c, s] as const));
    const shown = r.sample(all, 6);
    const [colour, shape] = r.pick(shown);
    const svg = shown
      .map(([c, s], i) => {
        const [x, y] = [(i % 3) * 100 + 40, Math.floor(i / 3) * 100 + 40];
        const on = `onclick="finish({shape:'${c} ${s}'})" fill="${COLOURS[c] ?? ''}"`;
        return s === 'circle'
          ? `<circle cx="${x}" cy="${y}" r="25" ${on}/>`
          : s === 'rectangle'
            ? `<rect x="${x - 30}" y="${y - 20}" width="60" height="40" ${on}/>`
            : `<polygon points="${x},${y - 25} ${x - 25},${y + 20} ${x + 25},${y + 20}" ${on}/>`;
      })
      .join('');
    return {
      intent: r.pick([`click the ${colour} ${shape}`, `Click on a ${colour} ${shape}`]),
      pages: { '/': page(`<svg width="320" height="220">${svg}</svg>`) },
      check: once({ shape: `${colour} ${shape}` }),
    };
  },
  'press-largest-shape': (r) => {
    const sizes = r.shuffle([12, 22, 34, 46]);
    const most = r.chance(0.5);
    const svg = sizes
      .map(
        (s, i) =>
          `<circle cx="${i * 110 + 55}" cy="60" r="${s}" fill="#1c71d8" onclick="finish({size:'${s}'})"/>`,
      )
      .join('');
    return {
      intent: r.pick([
        `click the ${most ? 'largest' : 'smallest'} circle`,
        `Click on the ${most ? 'biggest' : 'smallest'} circle`,
      ]),
      pages: { '/': page(`<svg width="460" height="120">${svg}</svg>`) },
      check: once({ size: String(most ? 46 : 12) }),
    };
  },
  'press-person-card': (r) => {
    const names = r.sample(FIRST, 6);
    const want = r.pick(names);
    const html = names
      .map(
        (n) =>
          `<article style="border:1px solid #aaa;margin:4px;padding:4px"><b>@${n.toLowerCase()}</b><p>${sentence(r)}</p>${['Reply', 'Like', 'Share'].map((v) => `<span class="act" style="cursor:pointer;margin:8px" onclick="finish({who:'${n}',what:'${v}'})">${v}</span>`).join('')}</article>`,
      )
      .join('');
    const verb = r.pick(['Reply', 'Like', 'Share']);
    return {
      intent: r.pick([
        `For the user @${want.toLowerCase()}, click on the "${verb}" button.`,
        `click ${verb} on the post by @${want.toLowerCase()}`,
      ]),
      pages: { '/': page(html) },
      check: once({ who: want, what: verb }),
    };
  },
});
