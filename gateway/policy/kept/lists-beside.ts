// The files of lists beside a policy, as a view shows them and as they are kept. INVARIANT: nothing is kept or shown as in force but what
// the loaded document includes by its hash; and bytes stay what they are: a text keeps its byte order mark.
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPlainFile } from '#executors/system/plain-file.ts';
import { listsBesideOf } from '#gateway/settings/policy-source.ts';
import { isListsFile } from '#policy/engine/documents/included.ts';
import { MAX_DOCUMENT_BYTES, textOf } from '#policy/engine/reading/source.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { ListsBeside } from '#gateway/protocol/views/policy.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { Included, Inclusion } from '#policy/engine/documents/included.ts';

/** As a view shows them: plain JSON. */
export const listsIn = (included: readonly Included[] = []): ListsBeside =>
  included.map((one) =>
    'text' in one
      ? {
          name: one.name,
          text: typeof one.text === 'string' ? one.text : Buffer.from(one.text).toString('utf8'),
        }
      : one,
  );

/** A text with what its document includes, and with nothing else that was read for it. */
export function withIncluded(text: PolicyText, include: readonly Inclusion[] = []): PolicyText {
  const { included: read = [], ...bare } = text;
  const included = include.flatMap(
    ({ name }) => read.find((one) => one.name === name && 'text' in one) ?? [],
  );
  if (included.length === read.length) return text;
  return included.length === 0 ? bare : { ...bare, included };
}

type ListFile = { readonly path: string; readonly text: string };

/** What has to be put into a folder for a document that includes these. Errors: `policy.read-only` where another file of a name lies there. */
export function listsToPut(folder: string, lists: ListsBeside): Result<readonly ListFile[]> {
  const wanted: ListFile[] = [];
  for (const list of lists) {
    // What is in force includes nothing that could not be read.
    if (!('text' in list)) continue;
    const path = join(folder, list.name);
    if (!isThere(path)) wanted.push({ path, text: list.text });
    else if (!holds(path, Buffer.from(list.text)))
      return fail(
        'policy.read-only',
        `\`${path}\` is not the file that is included: it holds something else`,
        {
          help: 'move it away, or copy document and lists by hand',
        },
      );
  }
  return ok(wanted);
}

/** Documents of its folder that name a file of lists by a hash (`sha256:…`). One that cannot be read, or is too large for one, includes nothing. */
export function documentsWith(path: string, hash: string): readonly string[] {
  const folder = dirname(path);
  return readdirSync(folder)
    .filter((name) => /\.(?:ya?ml|json)$/u.test(name) && !isListsFile(name))
    .map((name) => join(folder, name))
    .filter((file) => {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found === undefined || found.size > MAX_DOCUMENT_BYTES) return false;
      const beside = listsBesideOf(file);
      return beside !== null && beside.lists.includes(path) && textOf(beside.text).includes(hash);
    });
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function holds(path: string, bytes: Buffer): boolean {
  try {
    return readPlainFile(path, bytes.length).equals(bytes);
  } catch {
    return false; // Longer, no file, or none that may be read: not these bytes.
  }
}
