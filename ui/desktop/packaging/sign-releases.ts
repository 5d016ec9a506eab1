// Signs what electron-builder made, for programs that look for newer versions: beside each file that a list of releases names, its `.sig`.
//   node ui/desktop/packaging/sign-releases.ts KEY.pem [FOLDER]      KEY.pem: private, Ed25519; FOLDER: dist/desktop/packages
// INVARIANT: a file whose bytes are not what its list says is not signed, and then nothing is.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { releaseOf, sha512Of, signatureOf, systemIn, type Release } from '../updates/release.ts';

const PACKAGES = fileURLToPath(new URL('../../../dist/desktop/packages', import.meta.url));
const LIST = z.object({
  version: z.string(),
  files: z.array(z.object({ url: z.string(), sha512: z.string() })).min(1),
});

/** The names of the signatures that were written. Errors: `desktop.release-malformed`. Throws what the file system throws. */
export async function signReleases(folder: string, key: KeyObject): Promise<Result<readonly string[]>> {
  // Of the stable channel alone: what programs read.
  const lists = (await readdir(folder)).filter((name) => systemIn(name, '') !== null);
  if (lists.length === 0)
    return fail('desktop.release-malformed', `no list of releases is in \`${folder}\``, {
      help: 'electron-builder writes it where `publish` names a place for releases',
    });
  const releases: Release[] = [];
  for (const list of lists) {
    const read = LIST.safeParse(parse(await readFile(join(folder, list), 'utf8')));
    if (!read.success) return fail('desktop.release-malformed', `\`${list}\` is no list of releases`);
    const { version, files } = read.data;
    for (const { url, sha512 } of files) {
      const release = releaseOf({ system: systemIn(list, url) ?? '', version, file: url, sha512 });
      if (!release.ok) return release;
      if ((await sha512Of(join(folder, url))) !== sha512)
        return fail('desktop.release-malformed', `the bytes of \`${url}\` are not what \`${list}\` says`, {
          help: 'package it again: what is signed after packaging changes the file',
        });
      releases.push(release.value);
    }
  }
  for (const release of releases)
    await writeFile(join(folder, `${release.file}.sig`), signatureOf(release, key));
  return ok(releases.map(({ file }) => `${file}.sig`));
}

if (import.meta.main) {
  const [keyFile, folder = PACKAGES] = process.argv.slice(2);
  if (keyFile === undefined) throw new Error('name the file of the private key (Ed25519, PEM)');
  const signed = await signReleases(folder, createPrivateKey(await readFile(keyFile, 'utf8')));
  process.stdout.write(
    signed.ok ? `${signed.value.join('\n')}\n` : `${signed.error.message}\n${signed.error.help ?? ''}\n`,
  );
  process.exitCode = signed.ok ? 0 : 1;
}
