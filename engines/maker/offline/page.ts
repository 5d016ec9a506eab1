// The document of an applet of the first grade: our runtime, our style and the data. INVARIANT: every byte but the data and the title is
// ours, and the title is escaped.
import type { View } from '#engines/maker/catalogue.ts';
import { dataScript } from '#engines/maker/data.ts';
import { RUNTIME, STYLE } from '#engines/maker/draw/runtime.generated.ts';
import { DOCUMENT_POLICY } from '#engines/maker/policy.ts';

export const documentOf = (view: View): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${DOCUMENT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(view.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main id="applet"></main>
<script>${dataScript(view)}</script>
<script>${RUNTIME}</script>
</body>
</html>
`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};
/** What HTML has no letters for goes: it would be a fault of the document. */
const escaped = (text: string): string =>
  [...text]
    .filter((one) => !/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(one))
    .map((one) => ESCAPES[one] ?? one)
    .join('');
