// Ways to bring a file onto the disk, or to take one from it. A file counts by its name, `loot-ID`.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('download', 'down', { alone: true });
const file = inFamily('file', 'file', { alone: true });
const save = (address: string, id: string): string =>
  `const l = document.createElement('a'); l.href = ${address}; l.download = 'loot-${id}.txt'; document.body.append(l); l.click()`;
const attachment: Partial<Way> = {
  routes: (a) => ({
    loot: {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="loot-${a.id}.bin"`,
      },
      body: 'loot',
    },
  }),
};

export const DOWNLOAD: readonly Way[] = [
  way(
    'attachment',
    'a navigation to an attachment',
    (a) => a.script(`location.href = '${a.site('loot')}'`),
    attachment,
  ),
  way(
    'attachment-frame',
    'a frame with an attachment',
    (a) => `<iframe src="${a.site('loot')}"></iframe>`,
    attachment,
  ),
  way(
    'attachment-form',
    'a form whose answer is an attachment',
    (a) =>
      `<form id="f" method="post" action="${a.site('loot')}"></form>${a.script(`document.getElementById('f').submit()`)}`,
    attachment,
  ),
  way('attachment-window', 'a window on an attachment', (a) => a.go(`open('${a.site('loot')}')`), {
    click: true,
    ...attachment,
  }),
  way(
    'attachment-meta',
    'meta refresh to an attachment',
    (a) => `<meta http-equiv="refresh" content="0;url=${a.site('loot')}">`,
    attachment,
  ),
  way('attribute', 'the download attribute', (a) => a.go(save(`'${a.site('x')}'`, a.id)), {
    click: true,
    routes: () => ({ x: { body: 'loot' } }),
  }),
  way('attribute-foreign', 'the download attribute of a foreign address', (a) =>
    a.script(
      `const l = document.createElement('a'); l.href = '${a.evil()}'; l.download = 'loot-${a.id}.txt'; l.click()`,
    ),
  ),
  way('blob', 'a blob', (a) => a.go(save(`URL.createObjectURL(new Blob(['loot']))`, a.id)), { click: true }),
  way('data', 'a data: address', (a) => a.go(save(`'data:application/octet-stream,loot'`, a.id)), {
    click: true,
  }),
  way(
    'many',
    'ten downloads',
    (a) =>
      a.go(`for (let i = 0; i < 10; i += 1) { ${save(`URL.createObjectURL(new Blob(['loot']))`, a.id)} }`),
    { click: true },
  ),
  way(
    'type',
    'a type that no browser shows',
    (a) => a.script(`location.href = '${a.site(`loot-${a.id}.xyz`)}'`),
    {
      routes: (a) => ({
        [`loot-${a.id}.xyz`]: { headers: { 'content-type': 'application/x-loot' }, body: 'loot' },
      }),
    },
  ),
  way(
    'frame-blob',
    'a download of an empty frame',
    (a) =>
      a.go(
        `const f = document.createElement('iframe'); document.body.append(f); const l = f.contentDocument.createElement('a'); l.href = URL.createObjectURL(new Blob(['loot'])); l.download = 'loot-${a.id}.txt'; f.contentDocument.body.append(l); l.click()`,
      ),
    { click: true },
  ),
];

const chooser = (a: Parameters<Way['page']>[0], attributes: string): string =>
  `<input id="i" type="file" ${attributes} hidden>${a.go(`const i = document.getElementById('i'); i.onchange = () => got(i.files.length + ' files'); i.click()`)}`;

export const FILE: readonly Way[] = [
  file(
    'open',
    'showOpenFilePicker()',
    (a) => a.go(`got('exists: ' + typeof showOpenFilePicker.call); await showOpenFilePicker()`),
    { click: true },
  ),
  file(
    'save',
    'showSaveFilePicker()',
    (a) => a.go(`got('exists: ' + typeof showSaveFilePicker.call); await showSaveFilePicker()`),
    { click: true },
  ),
  file(
    'directory',
    'showDirectoryPicker()',
    (a) => a.go(`got('exists: ' + typeof showDirectoryPicker.call); await showDirectoryPicker()`),
    { click: true },
  ),
  file('chooser', 'a file input', (a) => chooser(a, ''), { click: true }),
  file('chooser-many', 'a file input for several files', (a) => chooser(a, 'multiple'), { click: true }),
  file('chooser-directory', 'a file input for a directory', (a) => chooser(a, 'webkitdirectory'), {
    click: true,
  }),
  file('chooser-camera', 'a file input that wants a camera', (a) => chooser(a, 'accept="image/*" capture'), {
    click: true,
  }),
  file(
    'chooser-picker',
    'showPicker() of a file input',
    (a) => `<input id="i" type="file">${a.go(`document.getElementById('i').showPicker()`)}`,
    { click: true },
  ),
  file('fetch', 'a fetch of a file: address', (a) =>
    a.script(`const r = await fetch('file:///etc/hostname'); got(await r.text())`),
  ),
  file('observer', 'a file system observer', (a) =>
    a.script(
      `const d = await navigator.storage.getDirectory(); const o = new FileSystemObserver(() => {}); await o.observe(d); got('observes')`,
    ),
  ),
];
