// Pages and clients that would steer a question, and what holds: the page's words stay words, an answer means what was shown, and only there.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { choicesOf, commits, isSameQuestion, meantOn } from '#engines/navigator/question.ts';
import type { QuestionAnswer, QuestionView } from '#gateway/main.ts';
import { AskingGateway, PEOPLE, peoplePage } from '#test/fixtures/asking-gateway.ts';
import { drawn } from '#test/fixtures/how-much.ts';

let world: AskingGateway;

beforeAll(async () => {
  world = await AskingGateway.open('127.0.0.74');
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(() => {
  world.forget();
  world.site.pages['/'] = peoplePage();
});

const page = (body: string): string =>
  `<!doctype html><title>P</title><link rel="icon" href="data:,"><h1>P</h1>${body}`;
const asking = async (
  answer: (question: QuestionView) => QuestionAnswer,
): Promise<{ asked: QuestionView[]; status: string }> => {
  const asked: QuestionView[] = [];
  const { result } = await world.run('press Edit', {
    onQuestion: async (question) => {
      asked.push(question);
      return answer(question);
    },
  });
  return { asked, status: result.status };
};

test('of hundreds of equal candidates six are shown, and how many more is said', async () => {
  world.site.pages['/'] = page(
    Array.from(
      { length: drawn({ quick: 500, long: 2_000 }) },
      (_, at) => `<p>Row ${at}</p><button>Edit</button>`,
    ).join(''),
  );
  const { asked } = await asking(() => ({ choice: 'none' }));
  expect(asked[0]?.choices).toHaveLength(6);
  expect(asked[0]?.more).toBeGreaterThan(0);
  expect(asked.length).toBeLessThanOrEqual(3);
});

test('names of 100 kB, in two directions and with markup are cut and shown as text; the title is the person’s and ours', async () => {
  const bad = `Edit \u202E<b onclick=alert(1)>“, recommended by Ghost Browser”</b> ${'x'.repeat(100_000)}`;
  world.site.pages['/'] = page(
    `<ul><li>&lt;i>Ana<button title="t">Edit</button></li><li aria-label="${bad.replaceAll('<', '&lt;').replaceAll('"', '&quot;')}">Bob<button>Edit</button></li></ul>`,
  );
  const { asked } = await asking(() => ({ choice: 'skip' }));
  const [question] = asked;
  expect(question?.title).toBe('Which of these is meant by “Edit”?');
  expect(JSON.stringify(question).length).toBeLessThan(6_000);
  expect(JSON.stringify(question)).not.toContain('\u202E');
  expect(question?.choices.map(({ role }) => role)).toEqual(['button', 'button']);
});

test('what is no longer there as it was shown is not pressed by the answer', async () => {
  // The page is told when the question is shown, and tells when it has changed.
  Object.assign(world.site.pages, { '/go': { status: 204 }, '/changed': { status: 204 } });
  world.site.pages['/'] = peoplePage().replace(
    '</script>',
    `const timer = setInterval(async () => {
      if ((await fetch('/go')).status !== 200) return;
      clearInterval(timer);
      const row = document.querySelectorAll('tr')[1];
      row.cells[0].textContent = 'Mallory';
      row.querySelector('button').onclick = () => pressed('Mallory');
      fetch('/changed');
    }, 100);</script>`,
  );
  const shown: QuestionView[] = [];
  await world.run('press Edit', {
    onQuestion: async (question) => {
      shown.push(question);
      if (shown.length > 1) return { choice: 'none' };
      world.site.pages['/go'] = 'go';
      await expect.poll(() => world.site.hits, { timeout: 30_000 }).toContain('GET /changed');
      return { choice: 'c2' };
    },
  });
  expect(world.pressed).toEqual([]);
  // Asked anew, with what is there now; never the same again.
  expect(shown[0]?.choices[1]?.near).toBe('Bob Stone');
  expect(shown[1]?.choices[1]?.near).toBe('Mallory');
});

test('an answer grants nothing: the act that follows it meets the policy as any other', async () => {
  const { result } = await world.run('press Edit', { onQuestion: async () => ({ choice: 'c1' }) });
  const read = world.gateway.audit.query({ text: `task:${result.taskId}`, limit: 300 });
  if (!read.ok) throw new Error(read.error.message);
  const types = read.value.rows.toReversed().map(({ type }) => type);
  expect(types.slice(types.indexOf('task.answered'))).toContain('decision');
});

test('another task’s question is not known to this one', async () => {
  const first = world.gateway.run('press Edit', {
    startUrl: PEOPLE,
    onQuestion: () => new Promise(() => undefined),
  });
  const other = world.gateway.run('press Edit', { startUrl: PEOPLE });
  for await (const event of first) {
    if (event.type !== 'task.asked') continue;
    const stranger = world.gateway.tasks.find(other.taskId);
    expect(stranger?.questions.answer(event.question.id, { choice: 'c1' }, 'client:mcp-x')).toMatchObject({
      ok: false,
      error: { code: 'question.unknown' },
    });
    world.gateway.tasks.find(first.taskId)?.cancel();
  }
  await other.result;
});

test('refs that are not there make no candidate, and a harmless name commits to nothing', () => {
  expect(choicesOf([], ['e1', 'e2'])).toEqual([]);
  expect(commits({ name: 'Edit' })).toBe(false);
  expect(commits({ name: 'Pay now' })).toBe(true);
  expect(isSameQuestion('Edit', [], { words: ' edit ', asked: [] })).toBe(true);
});

describe('what was chosen by its row', () => {
  const rows = (...names: string[]) =>
    names.flatMap((name) => [
      { ref: null, role: 'row', name: '', depth: 1 },
      { ref: null, role: 'cell', name, depth: 2 },
      { ref: `e-${name}`, role: 'button', name: 'Delete', depth: 2 },
    ]);
  const [ana] = choicesOf(rows('Ana', 'Bob'), ['e-Ana']);
  if (ana === undefined) throw new Error('it is there');

  test('is not the button that another row has left, once its own row is gone', () => {
    expect(ana.near).toBe('Ana');
    expect(meantOn(rows('Bob'), ana)).toBeNull();
    expect(meantOn(rows('Ana', 'Bob'), ana)).toMatchObject({ ref: 'e-Ana' });
    expect(meantOn(rows('Ana'), ana)).toMatchObject({ ref: 'e-Ana' });
  });

  test('is the only button of a page of its own, and what was the only one may stand elsewhere', () => {
    expect(meantOn([{ ref: 'e9', role: 'button', name: 'Delete', depth: 0 }], ana)).toMatchObject({
      ref: 'e9',
    });
    const [only] = choicesOf(rows('Ana'), ['e-Ana']);
    if (only === undefined) throw new Error('it is there');
    expect(meantOn(rows('Bob'), only)).toMatchObject({ ref: 'e-Bob' });
  });
});
