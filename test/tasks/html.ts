// Pages of generated tasks. `report(state)` tells the runner synchronously, before the page goes on; `finish(state)` besides
// replaces the page by a short confirmation, as a site would.
import type { Random } from './contract.ts';

export const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
/** A value for a script. */
export const js = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

export const TOOLS = `
function report(state) {
  const request = new XMLHttpRequest();
  request.open('POST', '/report', false);
  request.send(JSON.stringify(state));
}
function finish(state) {
  report(state);
  document.body.innerHTML = '<p role="status">Thank you.</p>';
}
const $ = (id) => document.getElementById(id);
const $$ = (selector) => [...document.querySelectorAll(selector)];
`;

export const page = (body: string, script = '', style = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,"><style>body{font:15px sans-serif;margin:16px;max-width:760px}button,input,select{margin:3px}${style}</style></head><body>${body}<script>${TOOLS}${script}</script></body></html>`;

/** Somewhere in a grid of the page: no two overlap. */
export const scattered = (r: Random, parts: readonly string[]): string => {
  const cells = r.shuffle(Array.from({ length: 24 }, (_, i) => i)).slice(0, parts.length);
  return `<div style="position:relative;height:380px">${parts
    .map((part, i) => {
      const cell = cells[i] ?? i;
      return `<div style="position:absolute;left:${(cell % 4) * 180}px;top:${Math.floor(cell / 4) * 62}px">${part}</div>`;
    })
    .join('')}</div>`;
};

/** A button that sends what `state` (an expression of the page) says. */
export const submitButton = (label: string, state: string): string =>
  `<button type="button" id="send" onclick="finish(${escape(state)})">${escape(label)}</button>`;
