// `npm run ui:states`: every state of the UI at four sizes, light and dark, as pictures on one page without a script, for eyes; with
// `-- --keep` how each of them looks is kept anew, for the specs to compare with.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { differences, keep } from './kept.ts';
import { WORLDS } from './list.ts';
import { looked, nameOf, putInto, VIEWS } from './look.ts';
import { visitAll } from './visit.ts';

const FOLDER = new URL('../../../dist/ui-states/', import.meta.url).pathname;
const MOST_LOOKS = 20;
const REST_MS = 800;
const PICTURE_MS = 60_000;

/** What still loads or moves looks otherwise a moment later. */
async function atRest(page: Page): Promise<readonly string[]> {
  let before = await looked(page);
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await setTimeout(REST_MS);
    const now = await looked(page);
    if (differences(before, now, page.viewportSize() ?? VIEWS[0]).length === 0) return now;
    before = now;
  }
  throw new Error('it does not hold still');
}

const { values } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, pictures: { type: 'boolean', default: true } },
  allowNegative: true,
});
mkdirSync(FOLDER, { recursive: true });
const parts: string[] = [];
await visitAll(WORLDS, async ({ page }, { name, hash, isNotKept }) => {
  const looks: (readonly string[])[] = [];
  const shown: string[] = [];
  for (const view of VIEWS) {
    await putInto(page, view);
    looks.push(await atRest(page));
    if (!values.pictures) continue;
    const file = `${name}-${view.width}-${view.look}.png`;
    await page.screenshot({ path: join(FOLDER, file), animations: 'disabled', timeout: PICTURE_MS });
    shown.push(
      `<figure><a href="${file}"><img src="${file}" width="${view.width / 4}" alt="${name}"></a><figcaption>${nameOf(view)}</figcaption></figure>`,
    );
  }
  if (values.keep && isNotKept === undefined) keep(name, looks);
  parts.push(`<h2 id="${name}">${name} <code>${hash}</code></h2><div>${shown.join('')}</div>`);
  process.stderr.write(`${name}\n`);
});
const page = join(FOLDER, 'index.html');
writeFileSync(
  page,
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>States of the UI</title>
<style>body { font: 16px system-ui } div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start } img { border: 1px solid }</style>
<h1>States of the UI</h1>${parts.join('\n')}</html>
`,
);
if (values.pictures) process.stdout.write(`${page}\n`);
