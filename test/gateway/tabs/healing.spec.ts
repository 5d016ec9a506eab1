// Elements that are lost between a look and an act: found again where it is the same one, and never another one instead.
import { describe, expect, test } from 'vitest';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { Performed } from '#gateway/boundary/attempt/contract.ts';
import { Healer } from '#gateway/tabs/healer.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Result } from '#policy/language/failure.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';
import { SIGNAL } from '#test/fixtures/tab.ts';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';

const on = tabOnSite();
const asked: BrowserAction[] = [];

/** The tab with a healer before it; the boundary's part is taken by the test's authority, which notes what it was asked. */
function healing(): (action: BrowserAction) => Promise<Result<ActOutcome>> {
  const boundary = {
    perform: async ({ action }: { action: BrowserAction }): Promise<Performed> => {
      asked.push(action);
      const result = await on.t.act(action);
      return { requestId: 'r', what: action.type, submits: false, ruling: null, consent: null, result };
    },
  };
  const healer = new Healer(boundary, on.t.tab);
  const task = aTaskContext();
  return async (action) =>
    (
      await healer.perform(
        { task, by: { kind: 'client', id: 't', channel: 'CLI' }, initiator: 'CLIENT', action, says: null },
        SIGNAL,
      )
    ).result;
}

async function open(html: string): Promise<void> {
  on.site.pages['/page'] = `<!doctype html><meta charset="utf-8"><title>T</title><script>
    const reached = [];
    addEventListener('click', (event) => {
      const key = event.composedPath().map((node) => node.dataset?.k).find((k) => k !== undefined);
      if (key === undefined) return;
      event.preventDefault();
      reached.push(key);
      document.title = reached.join(' ');
    }, true);
  </script>${html}`;
  await on.t.open(`${on.site.origin}/page`);
}

/** `lost`: what is clicked, by its name; the script stands for what the page does; `k`: what has to be reached, `null` for nothing. */
type Mutation = {
  readonly html: (n: number) => string;
  readonly lost: (n: number) => { role: string; name: string; nth?: number };
  readonly change: string;
  readonly same: boolean;
};
const button = (name: string, key = 'K'): string => `<button data-k="${key}">${name}</button>`;
const rows = (n: number, names: readonly string[]): string =>
  `<ul>${names.map((name, at) => `<li><h4>${name} ${n}</h4><p>${at} pieces</p>${button('Delete', at === 1 ? 'K' : 'X')}</li>`).join('')}</ul>`;

/** `w` is the widget's element, `fresh(html)` makes an element. */
const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'made anew in its place': {
    html: (n) => button(`Save ${n}`),
    lost: (n) => ({ role: 'button', name: `Save ${n}` }),
    change: `w.innerHTML = w.innerHTML`,
    same: true,
  },
  'moved to the end and made anew': {
    html: (n) => `${button(`Send ${n}`)}<p>text</p>`,
    lost: (n) => ({ role: 'button', name: `Send ${n}` }),
    change: `const b = w.querySelector('button'); w.append(b.cloneNode(true)); b.remove()`,
    same: true,
  },
  'another counter in parentheses': {
    html: (n) => `<a data-k="K" href="/x">Inbox ${n} (3)</a>`,
    lost: (n) => ({ role: 'link', name: `Inbox ${n} (3)` }),
    change: `w.innerHTML = w.innerHTML.replace('(3)', '(4)')`,
    same: true,
  },
  'other marks and capitals': {
    html: (n) => button(`Load more ${n}`),
    lost: (n) => ({ role: 'button', name: `Load more ${n}` }),
    change: `w.innerHTML = w.innerHTML.replace('Load more', 'LOAD MORE …')`,
    same: true,
  },
  'a link became a button': {
    html: (n) => `<a data-k="K" href="/x">Pay ${n}</a>`,
    lost: (n) => ({ role: 'link', name: `Pay ${n}` }),
    change: `w.innerHTML = w.innerHTML.replace('<a', '<button').replace('</a', '</button')`,
    same: true,
  },
  'wrapped in boxes': {
    html: (n) => button(`Open ${n}`),
    lost: (n) => ({ role: 'button', name: `Open ${n}` }),
    change: `w.innerHTML = '<div><div>' + w.innerHTML + '</div></div>'`,
    same: true,
  },
  'named by another attribute': {
    html: (n) => button(`Close ${n}`),
    lost: (n) => ({ role: 'button', name: `Close ${n}` }),
    change: `const name = w.textContent; w.innerHTML = '<button data-k="K"><b>✕</b></button>'; w.firstChild.setAttribute('aria-label', name)`,
    same: true,
  },
  'one of three alike, all rows made anew': {
    html: (n) => rows(n, ['Ann', 'Bob', 'Cem']),
    lost: () => ({ role: 'button', name: 'Delete', nth: 1 }),
    change: `w.innerHTML = w.innerHTML`,
    same: true,
  },
  'its row went up': {
    html: (n) => rows(n, ['Dan', 'Eva', 'Flo']),
    lost: () => ({ role: 'button', name: 'Delete', nth: 1 }),
    change: `const list = w.firstChild; list.prepend(list.children[1]); w.innerHTML = w.innerHTML`,
    same: true,
  },
  'a row above it went': {
    html: (n) => rows(n, ['Gil', 'Hal', 'Ida']),
    lost: () => ({ role: 'button', name: 'Delete', nth: 1 }),
    change: `w.firstChild.firstChild.remove(); w.innerHTML = w.innerHTML`,
    same: true,
  },
  'a field made anew': {
    html: (n) => `<form><label>Name ${n} <input data-k="K"></label><input aria-label="other"></form>`,
    lost: (n) => ({ role: 'textbox', name: `Name ${n}` }),
    change: `w.innerHTML = w.innerHTML`,
    same: true,
  },
  'a submit of one of two forms': {
    html: (n) =>
      `<form><input aria-label="Mail ${n}">${button('Go', 'X')}</form><form><input aria-label="Code ${n}">${button('Go')}</form>`,
    lost: () => ({ role: 'button', name: 'Go', nth: 1 }),
    change: `w.innerHTML = w.innerHTML`,
    same: true,
  },
  'called otherwise altogether': {
    html: (n) => button(`Submit ${n}`),
    lost: (n) => ({ role: 'button', name: `Submit ${n}` }),
    change: `w.innerHTML = w.innerHTML.replace('Submit', 'Hand in')`,
    same: true,
  },
  gone: {
    html: (n) => `${button(`Undo ${n}`)}<p>x</p>`,
    lost: (n) => ({ role: 'button', name: `Undo ${n}` }),
    change: `w.querySelector('button').remove()`,
    same: false,
  },
  'gone, and its neighbours stay': {
    html: (n) => rows(n, ['Jan', 'Kim', 'Leo']),
    lost: () => ({ role: 'button', name: 'Delete', nth: 1 }),
    change: `w.firstChild.children[1].remove()`,
    same: false,
  },
  'its row went and all others were made anew': {
    html: (n) => rows(n, ['Max', 'Ned', 'Oda']),
    lost: () => ({ role: 'button', name: 'Delete', nth: 1 }),
    change: `w.firstChild.children[1].remove(); w.innerHTML = w.innerHTML`,
    same: false,
  },
  'two equal ones in its stead': {
    html: (n) => button(`Twin ${n}`),
    lost: (n) => ({ role: 'button', name: `Twin ${n}` }),
    change: `w.innerHTML = w.innerHTML.replaceAll('"K"', '"X"') + w.innerHTML.replaceAll('"K"', '"X"')`,
    same: false,
  },
  'one that does more': {
    html: (n) => button(`Remove ${n}`),
    lost: (n) => ({ role: 'button', name: `Remove ${n}` }),
    change: `w.innerHTML = w.innerHTML.replace('Remove', 'Remove all').replaceAll('"K"', '"X"')`,
    same: false,
  },
  'another number': {
    html: (n) => `<a data-k="K" href="/p">Page ${n}, 2</a>`,
    lost: (n) => ({ role: 'link', name: `Page ${n}, 2` }),
    change: `w.innerHTML = w.innerHTML.replace(', 2', ', 3').replaceAll('"K"', '"X"')`,
    same: false,
  },
  'the same words in another dialog': {
    html: (n) => `<div role="dialog"><h4>Delete file ${n} A?</h4>${button('Yes')}</div>`,
    lost: () => ({ role: 'button', name: 'Yes' }),
    change: `w.innerHTML = w.innerHTML.replace(' A?', ' B?').replaceAll('"K"', '"X"')`,
    same: false,
  },
  'the same words at the next step': {
    html: (n) => `<h2>Step ${n}: address</h2>${button('Next')}`,
    lost: () => ({ role: 'button', name: 'Next' }),
    change: `w.innerHTML = w.innerHTML.replace('address', 'payment').replaceAll('"K"', '"X"')`,
    same: false,
  },
};
const EACH = 5;

describe('a generated set of lost elements', () => {
  const found = { same: 0, recovered: 0, wrong: [] as string[] };

  test.each(Object.entries(MUTATIONS))('%s', async (title, { html, lost, change, same }) => {
    const all = Array.from({ length: EACH }, (_, n) => n);
    // Each has its own key: the page tells them apart, and a click on another one's would show.
    const widgets = all.map((n) => `<section>${html(n).replaceAll('"K"', `"K${n}"`)}</section>`);
    await open(`<h1>Page</h1>${widgets.join('')}<h2>Other</h2><button onclick="change()">Change</button>
      <script>const change = () => document.querySelectorAll('section').forEach((w, n) => { ${change.replaceAll('"K"', '"K\' + n + \'"')} })</script>`);
    const act = healing();
    const looked = await act({ type: 'SNAPSHOT' });
    if (!looked.ok || looked.value.kind !== 'SNAPSHOT') throw new Error('no snapshot');
    const { nodes } = looked.value.snapshot;
    const refs = all.map((n) => {
      const { role, name, nth = 0 } = lost(n);
      const named = nodes.filter((node) => node.role === role && node.name === name);
      return named[(named.length / EACH) * (named.length === 1 ? 0 : n) + nth]?.ref ?? '';
    });
    expect(new Set(refs).size, title).toBe(EACH);
    await on.t.must({ type: 'CLICK', ref: nodes.find((node) => node.name === 'Change')?.ref ?? '' });
    const acted: boolean[] = [];
    for (const ref of refs) {
      // oxlint-disable-next-line no-await-in-loop -- one tab does one thing at a time
      acted.push((await act({ type: 'CLICK', ref })).ok);
    }
    const reached = (await on.t.snapshot()).document.title.split(' ').filter((key) => key !== 'T');
    const wanted = all.filter((n) => acted[n]).map((n) => `K${n}`);
    found.wrong.push(
      ...reached.filter((key) => !same || !wanted.includes(key)).map((key) => `${title}: ${key}`),
    );
    if (same) found.same += EACH;
    if (same) found.recovered += wanted.filter((key) => reached.includes(key)).length;
    else expect(acted, title).toEqual(all.map(() => false));
  });

  test('at least seven in ten are recovered, and none of them wrongly', () => {
    expect(found.wrong).toEqual([]);
    expect(found.same).toBeGreaterThanOrEqual(60);
    expect(found.recovered / found.same).toBeGreaterThanOrEqual(0.7);
  });
});

test('two that could be meant are an error that names both, and each attempt was asked anew', async () => {
  const { html, change } = MUTATIONS['two equal ones in its stead'] ?? { html: String, change: '' };
  await open(
    `<section id="w">${html(1)}</section><button onclick="${change.replaceAll('"', '&quot;')}">Change</button>`,
  );
  const act = healing();
  const looked = await act({ type: 'SNAPSHOT' });
  const nodes = looked.ok && looked.value.kind === 'SNAPSHOT' ? looked.value.snapshot.nodes : [];
  await on.t.must({ type: 'CLICK', ref: nodes.find(({ name }) => name === 'Change')?.ref ?? '' });
  const ref = nodes.find(({ name }) => name === 'Twin 1')?.ref ?? '';
  asked.length = 0;
  const acted = await act({ type: 'CLICK', ref });
  expect(acted).toMatchObject({
    ok: false,
    error: {
      code: 'act.ambiguous',
      message: expect.stringMatching(/^`e\d+` and `e\d+` could be what `e\d+` was$/u),
      details: {
        candidates: [expect.stringMatching(/^e\d+$/u), expect.stringMatching(/^e\d+$/u)],
        suggestion: 'SNAPSHOT, then name one of the candidates by its ref',
        attemptedRef: ref,
        element: { role: 'button', name: 'Twin 1' },
        retryLog: [{ attempt: 1, strategy: 'REMATCH', result: 'act.ambiguous' }],
      },
    },
  });
  expect(asked.map(({ type }) => type)).toEqual(['CLICK', 'SNAPSHOT', 'OBSERVE']);
});

test('what could not be mended says what was tried, what the page says, and which act would help', async () => {
  await open(
    `${button('Under')}<div role="dialog" aria-label="News" style="position:fixed;inset:0;background:white">Read this <button>Accept all</button><button aria-label="Close"></button></div><script>console.error('the overlay will not go')</script>`,
  );
  const act = healing();
  const looked = await act({ type: 'SNAPSHOT' });
  const nodes = looked.ok && looked.value.kind === 'SNAPSHOT' ? looked.value.snapshot.nodes : [];
  const refOf = (name: string): string => nodes.find((node) => node.name === name)?.ref ?? '';
  const acted = await act({ type: 'CLICK', ref: refOf('Under') });
  const suggestion = `CLICK ${refOf('Close')} (button “Close”), which puts away what lies above it, then try again`;
  expect(acted).toMatchObject({
    ok: false,
    error: {
      code: 'act.covered',
      help: suggestion,
      details: {
        suggestion,
        consoleErrors: expect.arrayContaining(['the overlay will not go']),
        retryLog: [{ strategy: 'SCROLL' }, { strategy: 'DISMISS' }],
      },
    },
  });
  expect((await on.t.snapshot()).document.title).toBe('T');
});

test('what a bar at the edge covers is scrolled free, and what a dialog covers waits for its end', async () => {
  await open(
    `<div style="position:fixed;inset:0 0 auto 0;height:120px;background:silver">Bar</div><div style="height:1500px"></div>${button('Free')}<div style="height:1500px"></div>
    <script>Element.prototype.scrollIntoView = () => {}; scrollTo(0, 1480)</script>`,
  );
  const act = healing();
  const looked = await act({ type: 'SNAPSHOT' });
  const nodes = looked.ok && looked.value.kind === 'SNAPSHOT' ? looked.value.snapshot.nodes : [];
  const free = nodes.find(({ name }) => name === 'Free');
  expect(free).toMatchObject({ point: null, coveredBy: expect.stringContaining('Bar') });
  const acted = await act({ type: 'CLICK', ref: free?.ref ?? '' });
  expect(acted).toMatchObject({ ok: true });
  expect((await on.t.snapshot()).document.title).toBe('K');
  await open(
    `${button('Under')}<div role="dialog" aria-label="News" style="position:fixed;inset:0;background:white">Read this</div><script>addEventListener('keydown', (event) => { if (event.key === 'Escape') document.querySelector('[role=dialog]').remove() })</script>`,
  );
  const under = (await on.t.snapshot()).nodes.find(({ name }) => name === 'Under');
  expect(await healing()({ type: 'CLICK', ref: under?.ref ?? '' })).toMatchObject({ ok: true });
  expect((await on.t.snapshot()).document.title).toBe('K');
});
