// `ghost run` where the words fit several things: asked at a terminal and by lines of JSON, never where nobody sits.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { atTerminal } from '#test/fixtures/terminal.ts';

let home: GhostHome;
beforeAll(() => {
  home = new GhostHome();
});
afterAll(() => home[Symbol.dispose]());

const ASK = ['run', 'press the button', '--start-url', 'http://shop.test/search?q=keyboard', '--demo'];
const event = z.object({
  type: z.string(),
  question: z
    .object({ id: z.string(), choices: z.array(z.object({ id: z.string(), name: z.string() })) })
    .optional(),
});
const ending = z.object({
  status: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  counts: z.object({ asked: z.number() }),
});

test('with `--json --questions` the question is a line, and so is the answer', async () => {
  const child = home.start([...ASK, '--json', '--questions']);
  const lines: string[] = [];
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = `${rest}${chunk}`.split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      const said = event.safeParse(JSON.parse(line));
      if (said.data?.type !== 'task.asked') continue;
      const { id = '', choices = [] } = said.data.question ?? {};
      const choice = choices.find(({ name }) => name === 'Apply filters')?.id ?? 'none';
      child.stdin?.write('no answer\n');
      child.stdin?.write(`${JSON.stringify({ question: id, answer: { choice } })}\n`);
    }
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const types = lines.slice(0, -1).map((line) => event.parse(JSON.parse(line)).type);
  expect(types.filter((type) => /asked|answered/u.test(type))).toEqual(['task.asked', 'task.answered']);
  const result = ending.parse(JSON.parse(lines.at(-1) ?? ''));
  expect(result.counts.asked).toBe(0);
  expect(lines.some((line) => line.includes('with button “Apply filters”'))).toBe(true);
  expect([0, 6]).toContain(code);
});

test('whoever closes standard input answers nothing, and nothing waits for them', async () => {
  const ran = await home.run([...ASK, '--json', '--questions']);
  expect(ending.parse(ran.json())).toMatchObject({ status: 'FAILED', error: { code: 'task.not-done' } });
  expect(ran.code).toBe(1);
});

test('where nobody sits nothing is asked: not done, and the candidates are named', async () => {
  const ran = await home.run([...ASK, '--json']);
  expect(ran.stdout).not.toContain('task.asked');
  const { error } = ending.parse(ran.json());
  expect(error?.message).toContain('button “Apply filters”');
  expect(ran.code).toBe(1);
});

test('at a terminal it is a numbered list, and a number is the answer', async () => {
  const asked = await atTerminal(ASK, home.directory, [[/the number \(nothing: go on without\): /u, '2']]);
  expect(asked.text).toContain('Which of these is meant by “button”?');
  expect(asked.text).toMatch(/2 {2}button\r?\n\s+page> Apply filters/u);
  expect(asked.text).toContain('with button “Apply filters”');
  const quiet = await atTerminal([...ASK, '--no-questions'], home.directory);
  expect(quiet.text).not.toContain('Which of these');
  expect(quiet.code).toBe(1);
});
