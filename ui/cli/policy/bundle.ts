// `ghost policy keygen|sign|trust|untrust`.
import { existsSync } from 'node:fs';
import {
  makeKey,
  publicKeyText,
  signFiles,
  trustOfFiles,
  untrustOfFiles,
} from '#gateway/client/policy/life.ts';
import { findGateway } from '#gateway/client/remote.ts';
import { failure, ok } from '#policy/language/failure.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith, inWords, say, sayJson, tell } from '#ui/cli/console/output.ts';
import { widening, wideningHere } from '#ui/cli/console/widen.ts';

const YEAR_MS = 365 * 86_400_000;

export function keygen(flags: {
  readonly out: string;
  readonly name: string;
  readonly json?: boolean;
}): void {
  const json = flags.json === true;
  const made = makeKey(flags.out, flags.name);
  if (!made.ok) return failWith(made.error, { json });
  if (json) return sayJson({ ...made.value, file: flags.out });
  say(made.value.publicKey);
  tell(`the signing key is in ${flags.out}; give ${flags.out}.pub to those who are to trust it`);
}

export type SignFlags = {
  readonly key: string;
  readonly out: string;
  readonly id?: string;
  readonly revision?: number;
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly json?: boolean;
};

export function sign(files: readonly string[], flags: SignFlags): void {
  const json = flags.json === true;
  if (!flags.out.endsWith('.gpb')) {
    process.exitCode = EXIT.usage;
    return failWith(
      failure('policy.bundle-unreadable', `\`${flags.out}\` is no name for a bundle`, {
        help: 'give a name that ends in `.gpb`: the settings tell bundles from documents by it',
      }),
      { json },
    );
  }
  const notBefore = flags.notBefore ?? new Date().toISOString();
  const signed = signFiles({
    files,
    key: flags.key,
    out: flags.out,
    id: flags.id,
    revision: flags.revision,
    notBefore,
    notAfter: flags.notAfter ?? new Date(Date.parse(notBefore) + YEAR_MS).toISOString(),
  });
  if (!signed.ok) {
    if (json) sayJson({ findings: signed.error });
    else for (const finding of signed.error) tell(inWords(finding));
    process.exitCode = EXIT.failed;
    return;
  }
  if (json) return sayJson(signed.value);
  const { id, revision, notAfter, digest } = signed.value;
  say(`${flags.out}: ${id} revision ${revision}, valid until ${notAfter}\n${digest}`);
}

type TrustFlags = { readonly json?: boolean; readonly dataDir?: string };

export async function trustKey(given: string, flags: TrustFlags): Promise<void> {
  const json = flags.json === true;
  const key = publicKeyText(given);
  if (!key.ok) return failWith(key.error, { json });
  const { dataDir } = flags;
  const client = await findGateway(dataDir);
  const asked = { act: 'TRUST', key: key.value } as const;
  const done =
    client === null
      ? await wideningHere(asked, dataDir, (leave) => trustOfFiles(leave, dataDir))
      : await widening(client, asked, (typed) => client.trustKey(key.value, true, typed));
  if (!done.ok) return failWith(done.error, { json });
  const { keyId, changed } = done.value;
  if (json) return sayJson({ keyId, added: changed });
  say(`${keyId}: ${changed ? 'trusted from now on' : 'was trusted before'}`);
}

export async function untrustKey(given: string, flags: TrustFlags): Promise<void> {
  const json = flags.json === true;
  // A file with the key, its text, or its id.
  const key = existsSync(given) ? publicKeyText(given) : ok(given);
  if (!key.ok) return failWith(key.error, { json });
  const client = await findGateway(flags.dataDir);
  const done =
    client === null
      ? await untrustOfFiles(key.value, flags.dataDir)
      : await client.trustKey(key.value, false);
  if (!done.ok) return failWith(done.error, { json });
  const { keyId, changed } = done.value;
  if (json) return sayJson({ keyId, removed: changed });
  say(`${keyId}: ${changed ? 'not trusted from now on' : 'was not trusted'}`);
  if (changed) tell('bundles that it signed are refused when they are read next');
}
