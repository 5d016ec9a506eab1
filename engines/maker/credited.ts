// A model's applet as one file: a line of ours that says who drew it, and below it the document in a frame without an origin. INVARIANT: no
// style and no script of the document reaches the line; every byte but the document and the line's words is ours.
import { DOCUMENT_POLICY } from './policy.ts';

/** Who drew it; `retries`: answers that were refused before. */
export type Credit = { readonly model: string; readonly retries: number };

/** Letters that no escaping is needed for: the sentence is ours, the name of a model is a setting's. */
const NOT_PLAIN = /[^\w .,;:()-]/gu;

const OPENS = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${DOCUMENT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Applet</title>
<style>html,body{height:100%;margin:0}body{display:flex;flex-direction:column;font:14px/1.5 system-ui,sans-serif}header{display:flex;flex-wrap:wrap;gap:0 12px;padding:8px 16px;border-bottom:1px solid}h1,p{margin:0;font-size:1em}main{flex:1;display:flex}iframe{flex:1;border:0}</style>
</head>
<body>
<header><h1>Applet</h1><p>`;
const BETWEEN = `</p></header>
<main><iframe title="Applet" sandbox="allow-scripts" srcdoc="`;
const CLOSES = `"></iframe></main>
</body>
</html>
`;

export const creditOf = ({ model, retries }: Credit): string =>
  `Drawn by the model ${model}${retries === 0 ? '' : ` after ${retries} ${retries === 1 ? 'retry' : 'retries'}`}; its code was checked, its choice of what to show was not.`.replace(
    NOT_PLAIN,
    '',
  );

export const credited = (html: string, credit: Credit): string =>
  OPENS +
  creditOf(credit) +
  BETWEEN +
  html.replaceAll(/\r\n?/gu, '\n').replaceAll('&', '&amp;').replaceAll('"', '&quot;') +
  CLOSES;

/** The document in such a file; `null`: it is none, to the letter. */
export function documentIn(file: string): string | null {
  if (!file.startsWith(OPENS) || !file.endsWith(CLOSES)) return null;
  const inner = file.slice(OPENS.length, -CLOSES.length);
  const end = inner.indexOf(BETWEEN);
  if (end <= 0 || inner.slice(0, end).search(NOT_PLAIN) >= 0) return null;
  const value = inner.slice(end + BETWEEN.length);
  // What a browser would read otherwise than it is read here is not ours.
  if (/["\0\r]|&(?!amp;|quot;)/u.test(value)) return null;
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
