// A page with the structure of a real one: markup as its library emits it in an `.html` file, data from the seed, and what
// people ask of it. The file's script draws from `D` and changes the page as the library would.
import { readFileSync } from 'node:fs';
import type { Kind, Random, State, Task } from '../contract.ts';
import { js, page, TOOLS } from '../html.ts';

export type SitePage = {
  readonly name: string;
  readonly family: string;
  readonly tasks: readonly Kind[];
};

export const sitePage = (
  family: string,
  name: string,
  tasks: Readonly<Record<string, (random: Random) => Task>>,
): SitePage => ({
  family,
  name,
  tasks: Object.entries(tasks).map(([task, make]) => ({ name: `${family}/${name}: ${task}`, make })),
});

const MORE_TOOLS = `
const on = (root, event, selector, then) =>
  root.addEventListener(event, (e) => { const hit = e.target.closest?.(selector); if (hit) then(hit, e); });
const draw = (id, list, row) => { $(id).innerHTML = list.map(row).join(''); };
`;

/** The file `<path>.html` of this folder as a whole document. */
export const document = (path: string, title: string, data: unknown): string => {
  const body = readFileSync(new URL(`${path}.html`, import.meta.url), 'utf8');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"><style>body{font:14px sans-serif;margin:12px;max-width:980px}[hidden]{display:none!important}</style></head><body><script>${TOOLS}${MORE_TOOLS}const D = ${js(data)};</script>${body}</body></html>`;
};

/** It cannot be done here: the thing is missing, refused or dead. The right ending says so and has changed nothing. */
export const notDone = (
  intent: string,
  pages: Task['pages'],
  check: Task['check'] = ({ reports }) => reports.length === 0,
): Task => ({ intent, pages, check, ending: 'NOT_DONE' });

/** The reports have this one among them. */
export const had =
  (wanted: State): Task['check'] =>
  ({ reports }) =>
    reports.some((report) => Object.entries(wanted).every(([key, value]) => report[key] === value));

/** A plain page that reports as soon as it is there. */
export const arrives = (title: string, text: string, state: State): string =>
  page(`<h1>${title}</h1><p>${text}</p>`, `report(${js(state)})`);
