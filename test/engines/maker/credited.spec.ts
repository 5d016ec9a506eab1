// A model's applet as a file: the line that names the model stands outside its document, and the check reads the document in it.
import { expect, test } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { credited, documentIn } from '#engines/maker/credited.ts';

const CREDIT = { model: 'gemini-2.5-pro', retries: 2 };
const page = (script: string): string =>
  `<!doctype html>\n<html lang="en"><head><title>Lamps &amp; "more"</title></head><body><p id="a" title="x">&quot;</p><script>${script}</script></body></html>`;
const GOOD = page(`document.getElementById('a').textContent = "a & b";`);

test('the document comes out of its file as it went in', () => {
  const file = credited(GOOD, CREDIT);
  expect(documentIn(file)).toBe(GOOD);
  expect(file).toContain('<p>Drawn by the model gemini-2.5-pro after 2 retries; its code was checked');
  expect(documentIn(credited(GOOD.replace('\n', '\r\n'), CREDIT))).toBe(GOOD);
});

test('a name of a model closes nothing', () => {
  const file = credited(GOOD, { ...CREDIT, model: '</p><script>alert(1)</script>"' });
  expect(file).not.toContain('<script>alert');
  expect(documentIn(file)).toBe(GOOD);
});

test('the check refuses what the framed document may not, at its place in it', () => {
  expect(checkApplet(credited(GOOD, CREDIT)).findings).toEqual([]);
  const bad = page("fetch('/')");
  expect(checkApplet(credited(bad, CREDIT))).toEqual(checkApplet(bad));
  expect(checkApplet(bad).accepted).toBe(false);
});

test.each<[string, (file: string) => string]>([
  ['with a script in the outer document', (file) => file.replace('</header>', '</header><script>1</script>')],
  ['whose frame has another attribute', (file) => file.replace('srcdoc="', 'src="/x" srcdoc="')],
  [
    'whose frame has an origin',
    (file) => file.replace('"allow-scripts"', '"allow-scripts allow-same-origin"'),
  ],
  ['without its policy', (file) => file.replace("default-src 'none'", 'default-src *')],
  ['that ends the attribute', (file) => file.replace('srcdoc="', 'srcdoc="" onload="alert(1)')],
  ['with a character that is written otherwise', (file) => file.replace('srcdoc="', 'srcdoc="&lt;b&gt;')],
  ['with something behind it', (file) => `${file}<script>1</script>`],
  ['with markup in the line', (file) => file.replace('Drawn by', '<b>Drawn by')],
])('a file %s is none of ours, and is refused', (_, change) => {
  const changed = change(credited(GOOD, CREDIT));
  expect(changed).not.toBe(credited(GOOD, CREDIT));
  expect(documentIn(changed)).toBeNull();
  expect(checkApplet(changed).accepted).toBe(false);
});

test('a file in a file is refused', () => {
  expect(checkApplet(credited(credited(GOOD, CREDIT), CREDIT)).accepted).toBe(false);
});
