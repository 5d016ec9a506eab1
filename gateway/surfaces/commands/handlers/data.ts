// What a page holds, read: text, attributes, pictures, files; and a script's value.
import { completeAddress } from '#gateway/surfaces/commands/call/complete-address.ts';
import type { PictureFormat } from '#policy/acts/reading-acts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { join } from 'node:path';
import { afterwards, expected, outcomeOf, tried } from '#gateway/surfaces/commands/call/acting.ts';
import { answer, pageOf } from '#gateway/surfaces/commands/call/call.ts';
import type { Call } from '#gateway/surfaces/commands/call/call.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { extractTable } from '#gateway/extraction/extract.ts';
import { namesIn } from '#gateway/extraction/column-names.ts';
import { inFormat } from '#gateway/protocol/table-text.ts';
import { DATA } from '#gateway/protocol/commands/rows/data.ts';

const withRef = (ref: string | undefined) => (ref === undefined ? {} : { ref });

export const data = {
  text: handler(DATA.text, async (call, { ref, from, target }) => {
    const begin = from === undefined ? {} : { from };
    const read = await outcomeOf(call, target, { type: 'EXTRACT', ...withRef(ref), ...begin }, 'TEXT');
    if (!read.ok) return read;
    const { text, next } = read.value.outcome;
    return answer({ text, ...(next === undefined ? {} : { next }), ...pageOf(read.value.open) });
  }),
  extract: handler(DATA.extract, async (call, { query, columns, pages, format = 'json', output, target }) => {
    const open = call.tab(target);
    if (!open.ok) return open;
    const read = await extractTable((action) => call.act(open.value, action), {
      ...(query === undefined ? {} : { query }),
      ...(columns === undefined ? {} : { columns: namesIn(columns) }),
      ...(pages === undefined ? {} : { pages }),
    });
    if (!read.ok) return read;
    const { value: table } = read;
    const written = inFormat(table, format);
    const fields = { rows: table.rows.length, ...pageOf(open.value) };
    if (output !== undefined) {
      const saved = await call.write(output, written);
      return saved.ok ? answer({ path: saved.value, leftOut: table.leftOut, ...fields }) : saved;
    }
    return answer(
      format === 'json' ? { table, ...fields } : { text: written, leftOut: table.leftOut, ...fields },
    );
  }),
  attribute: handler(DATA.attribute, async (call, { ref, name, target }) => {
    const read = await outcomeOf(call, target, { type: 'EXTRACT', ref, attribute: name }, 'VALUE');
    return read.ok ? answer({ name, value: read.value.outcome.value }) : read;
  }),
  evaluate: handler(DATA.evaluate, async (call, { expression, file, ref, output, target }) => {
    const open = call.tab(target);
    if (!open.ok) return open;
    const script = file === undefined ? ok(expression ?? '') : await call.read(file);
    if (!script.ok) return script;
    const done = await tried(call, open.value, {
      type: 'EVALUATE',
      expression: script.value,
      ...withRef(ref),
    });
    if (!done.ok) return done;
    const { value, type } = expected(done.value, 'VALUE');
    if (output === undefined) return answer({ result: value, type });
    const written = await call.write(output, `${JSON.stringify(value, null, 2)}\n`);
    return written.ok ? answer({ path: written.value, type }) : written;
  }),
  screenshot: handler(
    DATA.screenshot,
    async (call, { ref, path, fullPage, marks, format, inline, target }) => {
      if (inline === true && path !== undefined)
        return fail('command.bad-params', '`--inline` writes no file, so it takes no `--path`');
      const action = {
        type: 'SCREENSHOT',
        ...withRef(ref),
        ...(fullPage === undefined ? {} : { fullPage }),
        ...(marks === undefined ? {} : { marks }),
        ...(format === undefined ? {} : { format }),
      } as const;
      const taken = await outcomeOf(call, target, action, 'IMAGE');
      if (!taken.ok) return taken;
      const { base64, mimeType, width, height, complete, marks: written } = taken.value.outcome;
      const fields = {
        width,
        height,
        ...(complete === undefined ? {} : { complete }),
        ...(written === undefined ? {} : { marks: written }),
        ...pageOf(taken.value.open),
      };
      if (inline === true) return answer({ ...fields, mimeType, data: base64 });
      const at = path === undefined ? pictureIn(call, format ?? 'jpeg') : ok(path);
      if (!at.ok) return at;
      const saved = await call.write(at.value, Buffer.from(base64, 'base64'));
      return saved.ok ? answer({ path: saved.value, ...fields }) : saved;
    },
  ),
  download: handler(DATA.download, async (call, { url, target }) => {
    const done = await outcomeOf(call, target, { type: 'DOWNLOAD', url: completeAddress(url) }, 'DONE');
    return done.ok
      ? answer({ files: done.value.outcome.files ?? [], ...afterwards(done.value.outcome) })
      : done;
  }),
  downloads: handler(DATA.downloads, (call, { target }) => {
    const open = call.tab(target);
    return open.ok ? answer({ files: open.value.tab.view().files }) : open;
  }),
};

/** A new name each time: nothing is overwritten. */
function pictureIn(call: Call, format: PictureFormat): Result<string> {
  const settings = call.settings();
  if (!settings.ok) return settings;
  const name = `screenshot-${new Date().toISOString().replaceAll(/[:.]/gu, '-')}-${crypto.randomUUID().slice(0, 8)}.${format === 'jpeg' ? 'jpg' : format}`;
  return ok(join(settings.value['screenshot-dir'] || call.own, name));
}
