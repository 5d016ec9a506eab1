// `ghost run … --applet` with a model: a form of its own is the model's, checked, and named in what is told, in the file and in the log.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { MAKER_SYSTEM } from '#engines/maker/by-model/prompt.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { GEMINI_KEY, GeminiServer } from '#test/fixtures/gemini-server.ts';

const DOCUMENT = `<!doctype html>
<html lang="en"><head><title>Keyboards</title></head><body><main id="app"></main><script>
document.getElementById('app').textContent = String(DATA.rows.length);
</script></body></html>`;
const INTENT = 'show the mechanical keyboards of the shop and the ones of the market as an infographic';

test('a form that the catalogue has not is drawn by the model that the run was asked with', async () => {
  await using server = await GeminiServer.start();
  using home = new GhostHome({ env: { GEMINI_API_KEY: GEMINI_KEY } });
  writeFileSync(join(home.directory, 'config.yaml'), `warmTabs: 0\nnavigator:\n  baseUrl: ${server.url}\n`);
  const file = join(home.directory, 'keyboards.html');
  // On the way to the rows it is the navigator, which searches; then the maker, refused once.
  const documents = [DOCUMENT.replace('String(', 'fetch('), DOCUMENT];
  server.replyBy(({ system, turns }) => {
    if (system === MAKER_SYSTEM) return { says: documents.shift() ?? '' };
    const turn = turns.at(-1)?.text ?? '';
    const [, ref = null] = /\b(e\d+)\]? searchbox/u.exec(turn) ?? [];
    const isThere = /\bPAGE [^\n]* at http:\/\/\w+\.test\/[^\n]*keyboards/u.test(turn);
    const step = isThere
      ? { action: 'DONE', ref: null, text: 'searched' }
      : { action: 'TYPE', ref, text: 'mechanical keyboards\n' };
    return { says: { ...step, target: null, confidence: 1, reasoning: 'as recorded' } };
  });
  const ran = await home.run([
    'run',
    INTENT,
    '--demo',
    '--navigator',
    'gemini',
    '--applet',
    file,
    '--json',
    '--approve',
    'deny',
  ]);
  expect([0, 6], ran.stderr + ran.stdout).toContain(ran.code);
  const lines = ran.stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines.at(-2)).toMatchObject({
    type: 'applet.made',
    by: 'gemini',
    model: 'gemini-2.5-pro',
    retries: 1,
    note: null,
  });
  expect(existsSync(file)).toBe(true);
  const html = readFileSync(file, 'utf8');
  expect(checkApplet(html).findings).toEqual([]);
  expect(html).toContain('Drawn by the model gemini-2.5-pro after 1 retry');
  const logged = await home.run(['audit', 'query', 'type:applet.made', '--json']);
  expect(logged.stdout).toContain('applet.made');
  // It lies beside its task, and is given out again without a model: the server is asked for nothing more.
  const asked = server.received.length;
  const [kept] = (await home.run(['results', 'list', '--json'])).json() as { readonly taskId: string }[];
  const again = join(home.directory, 'again.html');
  const opened = await home.run(['results', 'show', kept?.taskId ?? '', '--applet', again, '--json']);
  expect(opened.json()).toMatchObject({ form: 'model', file: again });
  expect(readFileSync(again, 'utf8')).toBe(html);
  expect(server.received).toHaveLength(asked);
});
