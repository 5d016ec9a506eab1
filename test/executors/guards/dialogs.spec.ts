// A page's question waits for an act that answers it; whatever else is done dismisses it, and nobody's silence is a yes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PAGE_ACTS } from '#policy/language/vocabulary.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab, type TestTab } from '#test/fixtures/tab.ts';

let site: Site;
let t: TestTab;

beforeAll(async () => {
  site = await startSite({
    '/two': '<title>Two</title><h1>Two</h1>',
    '/gone': { status: 404, body: '<title>Gone</title>' },
  });
  t = await openTestTab();
});
afterAll(async () => {
  await t.tab.close();
  await site.close();
});
beforeEach(() => {
  t.acts.length = 0;
  t.rules.pageAct = (act) => act.kind === 'DIALOG';
  t.rules.document = () => PAGE_ACTS;
});

async function page(html: string): Promise<void> {
  site.pages['/page'] = `<!doctype html><title>Page</title><h1>Page</h1>${html}`;
  await t.open(`${site.origin}/page`);
}
const click = async (name: string) => t.act({ type: 'CLICK', ref: await t.ref('button', name) });
const button = (name: string, code: string): string =>
  `<button onclick="${code}">${name}</button><output></output>`;
const SAY = `document.querySelector('output').textContent = `;
const text = async (): Promise<string> => {
  const outcome = await t.must({ type: 'EXTRACT' });
  return outcome.kind === 'TEXT' ? outcome.text : '';
};
const told = (...dialogs: readonly unknown[]) => ({ ok: true, value: { dialogs } });
const accept = { type: 'HANDLE_DIALOG', accept: true } as const;
const dismiss = { type: 'HANDLE_DIALOG', accept: false } as const;

describe('a question', () => {
  const ask = button('Delete', `${SAY} String(confirm('Delete everything?'))`);
  const asked = { dialog: 'confirm', message: 'Delete everything?' };

  test('stands open after the act that brought it, and is accepted by an act of its own', async () => {
    await page(ask);
    expect(await click('Delete')).toMatchObject(told({ ...asked, answer: 'OPEN' }));
    expect(await t.act(accept)).toMatchObject(told({ ...asked, answer: 'ACCEPTED' }));
    expect(await text()).toContain('true');
    expect(await t.act(accept)).toMatchObject({ error: { code: 'act.no-dialog' } });
  });

  test('tells who asked, where another document is there when it is told', async () => {
    await page(ask);
    await click('Delete');
    await t.snapshot();
    await page(ask);
    await click('Delete');
    const asker = `${site.origin}/page`;
    expect(await t.act({ type: 'NAVIGATE', url: `${site.origin}/two` })).toMatchObject({
      ok: true,
      value: { document: { url: `${site.origin}/two` }, dialogs: [{ ...asked, from: asker }] },
    });
  });

  test('that holds a credential is told without it, in its field too', async () => {
    await page(
      `<input type="password" aria-label="Pass">${button('Ask', "prompt(document.querySelector('input').value, document.querySelector('input').value)")}`,
    );
    const ref = await t.ref('textbox', 'Pass');
    await t.must({ type: 'FILL', ref, text: { secret: 'pass' } }, 'correct-horse-battery');
    const outcome = await click('Ask');
    expect(outcome).toMatchObject(told({ dialog: 'prompt', answer: 'OPEN' }));
    expect(JSON.stringify(outcome)).not.toContain('correct-horse');
    await t.act(dismiss);
  });

  test('that holds a credential reaches nobody with it: not who decides on its answer, nor who decides whether it may be asked', async () => {
    await page(
      `<input type="password" aria-label="Pass">${button('Ask', "confirm('Send ' + document.querySelector('input').value + '?')")}`,
    );
    const ref = await t.ref('textbox', 'Pass');
    await t.must({ type: 'FILL', ref, text: { secret: 'pass' } }, 'correct-horse-battery');
    await click('Ask');
    const inspected = await t.tab.inspect(accept, new AbortController().signal);
    expect(inspected).toMatchObject({ ok: true, value: { element: { role: 'confirm', name: 'Send ***?' } } });
    expect(t.acts).toMatchObject([{ kind: 'DIALOG', message: 'Send ***?' }]);
    await t.act(dismiss);
  });

  test('is dismissed by an act of its own', async () => {
    await page(ask);
    await click('Delete');
    expect(await t.act(dismiss)).toMatchObject(told({ ...asked, answer: 'DISMISSED' }));
    expect(await text()).toContain('false');
  });

  test('is dismissed by any other act, and that one tells of it', async () => {
    await page(ask);
    await click('Delete');
    expect(await t.act({ type: 'EXTRACT' })).toMatchObject({
      ok: true,
      value: { kind: 'TEXT', dialogs: [{ ...asked, answer: 'DISMISSED' }] },
    });
    expect(await text()).toContain('false');
    expect(await click('Delete')).toMatchObject(told({ ...asked, answer: 'OPEN' }));
    expect(await t.act(accept)).toMatchObject({ ok: true });
  });

  test('that nobody may be shown is dismissed at once, and the act tells of it', async () => {
    t.rules.pageAct = () => false;
    await page(ask);
    expect(await click('Delete')).toMatchObject(told({ ...asked, answer: 'DISMISSED' }));
    expect(await text()).toContain('false');
  });

  test('an answer is for the dialog that was decided on', async () => {
    await page(button('Delete', `${SAY} [confirm('One?'), confirm('Two?')]`));
    await click('Delete');
    const inspected = await t.tab.inspect(accept, new AbortController().signal);
    if (!inspected.ok) throw new Error(inspected.error.message);
    expect(inspected.value.element).toMatchObject({ role: 'confirm', name: 'One?' });
    expect(await t.act(dismiss)).toMatchObject(
      told({ message: 'One?', answer: 'DISMISSED' }, { message: 'Two?', answer: 'OPEN' }),
    );
    const bound = t.bind(accept, inspected.value);
    const late = await t.tab.perform(t.authority.authorise(bound), bound, null, new AbortController().signal);
    expect(late).toMatchObject({ error: { code: 'act.changed' } });
    expect(await t.act(accept)).toMatchObject(told({ message: 'Two?', answer: 'ACCEPTED' }));
    expect(await text()).toContain('false,true');
  });

  test('a prompt gets the text of the act, or what stands in it', async () => {
    await page(button('Name', `${SAY} prompt('Your name?', 'nobody')`));
    const name = { dialog: 'prompt', message: 'Your name?', defaultText: 'nobody' };
    expect(await click('Name')).toMatchObject(told({ ...name, answer: 'OPEN' }));
    await t.must({ ...accept, promptText: 'Ada' }, 'Ada');
    expect(await text()).toContain('Ada');
    await click('Name');
    await t.must(accept);
    expect(await text()).toContain('nobody');
  });

  test('an alert is closed and told', async () => {
    await page(button('Warn', `alert('Careful'); ${SAY} 'went on'`));
    expect(await click('Warn')).toMatchObject(
      told({ dialog: 'alert', message: 'Careful', answer: 'CLOSED' }),
    );
    expect(await text()).toContain('went on');
  });

  test('one that comes between two acts is dismissed by the second', async () => {
    await page(button('Later', `setTimeout(() => { ${SAY} String(confirm('Still there?')) }, 150)`));
    await click('Later');
    await expect.poll(() => t.acts.length).toBe(1);
    expect(await t.act({ type: 'EXTRACT' })).toMatchObject({
      value: { dialogs: [{ message: 'Still there?', answer: 'DISMISSED' }] },
    });
  });
});

describe('a question that comes before the act was done', () => {
  const asks = (words: string) => ({ code: 'act.not-actionable', message: expect.stringContaining(words) });

  test('at the scroll to what is clicked: nothing was clicked', async () => {
    await page(
      `<div style="height:3000px"></div>${button('Below', `${SAY} 'clicked'`)}<script>onscroll = () => { onscroll = null; confirm('Scrolled?'); };</script>`,
    );
    const error = asks('“Scrolled?” before the act: nothing was done');
    expect(await click('Below')).toMatchObject({ ok: false, error });
    await t.must(accept);
    expect(await text()).not.toContain('clicked');
    await t.must({ type: 'CLICK', ref: await t.ref('button', 'Below') });
    expect(await text()).toContain('clicked');
  });

  test('at the focus of what is filled: nothing was typed', async () => {
    await page(`<input aria-label="Name" onfocus="this.onfocus = null; confirm('Focused?')">`);
    const fill = { type: 'FILL', ref: await t.ref('textbox', 'Name'), text: '' } as const;
    expect(await t.act(fill, 'Ada')).toMatchObject({ ok: false, error: asks('“Focused?” before the act') });
    await t.must(accept);
  });

  test('between its steps: nobody knows, and it is told so', async () => {
    await page(
      `<button onmousedown="this.onmousedown = null; confirm('Down?')" onclick="document.querySelector('output').textContent = 'clicked'">Press</button><output></output>`,
    );
    expect(await click('Press')).toMatchObject({
      ok: false,
      error: {
        code: 'act.uncertain',
        message: expect.stringContaining('“Down?” in the middle of the act'),
        details: { mayHaveHappened: true },
      },
    });
    await t.must(dismiss);
  });

  test('on the way of a drop: what was not dropped is not told as dropped, and never is afterwards', async () => {
    const zone = (event: string): string =>
      `<div id="zone" role="button" tabindex="0">Zone</div><output></output><script>
        zone.addEventListener('${event}', () => { confirm('Here?'); });
        zone.addEventListener('dragover', (e) => e.preventDefault());
        zone.addEventListener('dragleave', () => { ${SAY} 'left'; });
        zone.addEventListener('drop', (e) => { e.preventDefault(); ${SAY} e.dataTransfer.getData('text/plain'); });
      </script>`;
    const drop = async () =>
      t.act(
        { type: 'DROP', ref: await t.ref('button', 'Zone'), data: { 'text/plain': 'hello' } },
        JSON.stringify({ 'text/plain': 'hello' }),
      );
    await page(zone('dragenter'));
    expect(await drop()).toMatchObject({
      ok: false,
      error: { code: 'act.uncertain', message: expect.stringContaining('“Here?” in the middle of the act') },
    });
    await t.must(dismiss);
    expect(await text()).toContain('left');
    expect(await text()).not.toContain('hello');
    await page(zone('drop'));
    expect(await drop()).toMatchObject(told({ message: 'Here?', answer: 'OPEN' }));
    await t.must(dismiss);
    expect(await text()).toContain('hello');
  });

  test('at its last step: it is done', async () => {
    await page(`<input aria-label="Name" oninput="confirm('Typed?')">${button('Go', `confirm('Clicked?')`)}`);
    const fill = { type: 'FILL', ref: await t.ref('textbox', 'Name'), text: '' } as const;
    expect(await t.act(fill, 'Ada')).toMatchObject(told({ message: 'Typed?', answer: 'OPEN' }));
    await t.must(dismiss);
    expect(await click('Go')).toMatchObject(told({ message: 'Clicked?', answer: 'OPEN' }));
    await t.must(dismiss);
  });
});

test('a form that asks before it is sent goes where its click was decided to go, once the question is accepted', async () => {
  await page(`<form action="/two" onsubmit="return confirm('Send it?')"><button>Send</button></form>`);
  expect(await click('Send')).toMatchObject(told({ message: 'Send it?', answer: 'OPEN' }));
  expect(t.tab.document().title).toBe('Page');
  expect(await t.act(accept)).toMatchObject({ value: { navigated: true, document: { title: 'Two' } } });
  expect(t.acts.filter(({ kind }) => kind === 'NAVIGATE')).toEqual([]);
});

describe('a page that asks before it is left', () => {
  const STAY = `<button onclick="window.addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'no'; })">Trap</button>`;

  test('is left once somebody accepts', async () => {
    await page(STAY);
    await click('Trap');
    const left = await t.act({ type: 'NAVIGATE', url: `${site.origin}/two` });
    expect(left).toMatchObject({
      value: { navigated: false, dialogs: [{ dialog: 'beforeunload', answer: 'OPEN' }] },
    });
    expect(await t.act(accept)).toMatchObject({ value: { navigated: true, document: { title: 'Two' } } });
  });

  test('stays where nobody does, and can be used', async () => {
    await page(STAY);
    await click('Trap');
    await t.act({ type: 'NAVIGATE', url: `${site.origin}/two` });
    expect(await text()).toContain('Page');
    expect(await click('Trap')).toMatchObject({ ok: true, value: { navigated: false } });
    await t.act({ type: 'NAVIGATE', url: `${site.origin}/two` });
    expect(await t.act(accept)).toMatchObject({ value: { document: { title: 'Two' } } });
  });
});

test('a page that asks again and again does not keep its tab', async () => {
  await page(
    button(
      'Nag',
      `let n = 0; for (let i = 0; i < 200; i++) n += confirm('again?') ? 1 : 0; ${SAY} 'yes ' + n`,
    ),
  );
  expect(await click('Nag')).toMatchObject({ ok: true });
  // Its scripts are ended while it asks on: until then a look may find it changing.
  await expect.poll(async () => (await t.act({ type: 'EXTRACT' })).ok, { timeout: 30_000 }).toBe(true);
  await t.must({ type: 'NAVIGATE', url: `${site.origin}/two` });
  expect(t.tab.document().title).toBe('Two');
});

test('one that opens while a tab whose dialogs wait is looked at is told by the look', async () => {
  const own = await openTestTab();
  try {
    own.rules.pageAct = (act) => act.kind === 'DIALOG';
    own.rules.document = () => PAGE_ACTS;
    own.tab.holdDialogs();
    // It answers to nobody for a while before it asks: a look is under way then.
    site.pages['/later'] =
      `<!doctype html><title>Later</title><button onclick="setTimeout(() => { const until = performance.now() + 800; while (performance.now() < until); alert('Later'); }, 1200)">Soon</button>`;
    await own.open(`${site.origin}/later`);
    await own.must({ type: 'CLICK', ref: await own.ref('button', 'Soon') });
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      const { dialogs = [] } = await own.must({ type: 'SNAPSHOT' });
      if (dialogs.length === 0) continue;
      expect(dialogs).toMatchObject([{ dialog: 'alert', message: 'Later', answer: 'OPEN' }]);
      break;
    }
  } finally {
    await own.tab.close();
  }
});
