// `ghost policy keygen|sign|trust`.
import { makeKey, signFiles, trust } from '#gateway/client/policy-life.ts';
import { failure } from '#policy/failure.ts';
import { EXIT } from './exit-codes.ts';
import { failWith, inWords, say, sayJson, tell } from './output.ts';

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

export function trustKey(key: string, flags: { readonly json?: boolean; readonly dataDir?: string }): void {
  const json = flags.json === true;
  const trusted = trust(key, flags.dataDir);
  if (!trusted.ok) return failWith(trusted.error, { json });
  if (json) return sayJson(trusted.value);
  say(`${trusted.value.keyId}: ${trusted.value.added ? 'trusted from now on' : 'was trusted before'}`);
}
