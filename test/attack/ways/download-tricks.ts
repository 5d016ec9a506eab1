// Downloads that want to lie elsewhere, under another name, twice, or as something that they are not.
// Behind the boundary none is carried out, so that no file stands for any of them; what an allowed one becomes is in
// test/e2e/downloads.spec.ts.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('download', 'trick', { alone: true });

/** An attachment by this header, asked for by a navigation. */
const sent = (
  id: string,
  title: string,
  disposition: (id: string) => string,
  more: { readonly type?: string; readonly body?: string } = {},
): Way =>
  way(id, title, (a) => a.script(`location.href = '${a.site('loot')}'`), {
    routes: (a) => ({
      loot: {
        headers: {
          'content-type': more.type ?? 'application/octet-stream',
          'content-disposition': disposition(a.id),
        },
        body: more.body ?? 'loot',
      },
    }),
  });

/** A blob that a click saves under this name. */
const saved = (id: string, title: string, name: (id: string) => string, blob = `['loot']`): Way =>
  way(
    id,
    title,
    (a) =>
      a.go(
        `const l = document.createElement('a'); l.href = window.URL.createObjectURL(new Blob(${blob})); l.download = ${JSON.stringify(name(a.id))}; document.body.append(l); l.click()`,
      ),
    { click: true },
  );

export const DOWNLOAD_TRICKS: readonly Way[] = [
  sent(
    'parents',
    'a name that climbs out of its folder',
    (id) => `attachment; filename="../../../loot-${id}.sh"`,
  ),
  sent(
    'encoded-parents',
    'the same, percent-encoded',
    (id) => `attachment; filename*=UTF-8''..%2F..%2Floot-${id}.sh`,
  ),
  sent(
    'backslashes',
    'the same with backslashes',
    (id) => `attachment; filename="..\\\\..\\\\loot-${id}.bat"`,
  ),
  sent('absolute', 'an absolute name', (id) => `attachment; filename="/etc/cron.d/loot-${id}.txt"`),
  sent(
    'two-names',
    'two names that disagree',
    (id) => `attachment; filename="a.txt"; filename*=UTF-8''loot-${id}.sh`,
  ),
  sent('twice-named', 'one name twice', (id) => `attachment; filename="loot-${id}.txt"; filename="b.sh"`),
  sent(
    'long',
    'a name of three hundred characters',
    (id) => `attachment; filename="loot-${id}.${'x'.repeat(300)}.txt"`,
  ),
  sent('device', 'the name of a device', (id) => `attachment; filename="loot-${id}.nul"`),
  sent(
    'turned',
    'a name that turns its direction',
    (id) => `attachment; filename*=UTF-8''loot-${id}.%E2%80%AEfdp.exe`,
  ),
  sent(
    'spaces',
    'an end behind many spaces',
    (id) => `attachment; filename="loot-${id}.pdf${' '.repeat(120)}.exe"`,
  ),
  sent(
    'upper',
    'a header in capitals, with more in it',
    (id) => `ATTACHMENT ; size=4; FILENAME=loot-${id}.bin`,
  ),
  sent('picture', 'a program that says it is a picture', (id) => `attachment; filename="loot-${id}.png"`, {
    type: 'image/png',
    body: 'MZ\u0090\u0000 not a picture',
  }),
  sent('paper', 'a script that says it is a PDF', (id) => `attachment; filename="loot-${id}.pdf"`, {
    type: 'application/pdf',
    body: '#!/bin/sh\necho loot\n',
  }),
  saved('blob-parents', 'a blob with a name that climbs', (id) => `../../loot-${id}.sh`),
  saved('blob-hidden', 'a blob with a name that starts with a dot', (id) => `.loot-${id}.rc`),
  saved(
    'blob-large',
    'a blob of twenty megabytes',
    (id) => `loot-${id}.bin`,
    `[new Uint8Array(20 * 1024 * 1024)]`,
  ),
  way(
    'sniffed',
    'bytes that are called plain text',
    (a) => a.script(`location.href = '${a.site(`loot-${a.id}.txt`)}'`),
    {
      routes: (a) => ({
        [`loot-${a.id}.txt`]: {
          headers: { 'content-type': 'text/plain' },
          body: Buffer.from([0, 1, 2, 3, 0, 255, 254, 0, 7, 0]),
        },
      }),
    },
  ),
  way('hop', 'a redirect to an attachment', (a) => a.script(`location.href = '${a.site('hop')}'`), {
    routes: (a) => ({
      hop: { status: 302, headers: { location: a.site('loot') } },
      loot: {
        headers: {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="loot-${a.id}.zip"`,
        },
        body: 'loot',
      },
    }),
  }),
  way(
    'same-twice',
    'the same address twice, for one answer',
    (a) =>
      a.go(
        `const l = document.createElement('a'); l.href = '${a.site('loot')}'; l.download = ''; document.body.append(l); l.click(); l.click()`,
      ),
    {
      click: true,
      routes: (a) => ({
        loot: { headers: { 'content-disposition': `attachment; filename="loot-${a.id}.bin"` }, body: 'loot' },
      }),
    },
  ),
  way(
    'after',
    'a download from a page that is left at once',
    (a) =>
      a.go(
        `const l = document.createElement('a'); l.href = window.URL.createObjectURL(new Blob(['loot'])); l.download = 'loot-${a.id}.txt'; document.body.append(l); l.click(); location.hash = 'left'`,
      ),
    { click: true },
  ),
];
