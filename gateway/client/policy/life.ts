// The policy's life for the command line: the running gateway's, or what its files say where none runs; keys and bundles.
import { lstatSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { namesNoSite, readConfig } from '#gateway/settings/config.ts';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { readPlainFile } from '#executors/system/plain-file.ts';
import { writeAtomically } from '#gateway/audit/format/files.ts';
import { generateNoteKey } from '#gateway/audit/format/signed-note.ts';
import type { PublicNoteKey, SecretNoteKey } from '#gateway/audit/format/signed-note.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { problemsBySettings } from '#gateway/boundary/consent/approvers-of.ts';
import type { Proof } from '#gateway/boundary/consent/authentication.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { fleetPolicyIn, readPolicyText, shippedFiles } from '#gateway/settings/policy-source.ts';
import { lastInForce } from '#gateway/policy/kept/last-in-force.ts';
import { PolicyLife } from '#gateway/policy/policy-life.ts';
import type { PolicyLifeParts } from '#gateway/policy/policy-life.ts';
import { keyIdOf, readPublicKey, readTrusted, readSecretKey, signBytes } from '#gateway/policy/kept/keys.ts';
import type { PolicyLifeView, PolicyReload } from '#gateway/protocol/views/policy.ts';
import type { ShownWidening, Widening } from '#gateway/protocol/widening.ts';
import { answeringFrom } from '#gateway/surfaces/terminal/answering.ts';
import { describe, err, fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import {
  MAX_BUNDLED_FILE_BYTES,
  MAX_BUNDLE_FILES,
  isBundledName,
  makeManifest,
  manifestDigest,
  signedBytes,
} from '#policy/tools/gate/bundle.ts';
import type { Bundle, BundledFile } from '#policy/tools/gate/bundle.ts';
import { loadText } from '#policy/engine/compile/check.ts';
import { isListsFile } from '#policy/engine/documents/included.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';
import { checkFiles } from './files.ts';

const BY = 'person:terminal';

/** What was typed, and for what. */
type Leave = { readonly proof: Proof; readonly covers: string };

const policyDirectory = (dataDir?: string): string => join(pathsFor(dataDir).data, 'policy');

/** What a gateway that started now would hold. Nothing is written. */
export function policyStatusOfFiles(dataDir?: string): PolicyLifeView {
  return lifeOfFiles(dataDir, null).viewAtStart();
}

/** A revert where no gateway runs: the same act, with its entry in the log. Errors: those of `PolicyLife.revert`, `audit.*`. */
export const revertOfFiles = (
  file: string,
  reason: string,
  leave: Leave,
  dataDir?: string,
): Promise<Result<PolicyReload>> =>
  withLifeOfFiles(dataDir, (life) => life.revert({ file, reason, by: BY, ...leave }));

/** What would be widened where no gateway runs. Errors: `consent.channel-closed`, those of what is read. */
export async function wideningOfFiles(asked: Widening, dataDir?: string): Promise<Result<ShownWidening>> {
  const config = readConfig(pathsFor(dataDir).config);
  if (!config.ok) return config;
  if (config.value.consent.terminal === 'off')
    return fail('consent.channel-closed', 'nothing is allowed from a terminal here: the settings say so', {
      help: 'start the gateway, and edit the policy in Ghost Browser’s window',
    });
  const life = lifeOfFiles(dataDir, null);
  const shown = await life.wouldWiden(asked);
  await life.close();
  return shown;
}

/** For a word that this process had typed at its own terminal. Errors: `consent.no-terminal`. */
export async function leaveFromHere(covers: string): Promise<Result<Leave>> {
  if (process.platform !== 'linux')
    return ok({ covers, proof: { authentication: 'TERMINAL_RETYPED', evidence: { terminal: null } } });
  const from = await answeringFrom([process.pid]);
  if (!from.ok) return from;
  const { terminal, processes, heldBy } = from.value;
  return ok({
    covers,
    proof: { authentication: 'TERMINAL_RETYPED', evidence: { terminal, processes, heldBy } },
  });
}

/** Trusts a key, or one no more, where no gateway runs. Errors: `policy.bad-key`, `audit.*`. */
export const trustOfFiles = (
  { covers, proof }: Leave,
  dataDir?: string,
): Promise<Result<{ readonly keyId: string; readonly changed: boolean }>> =>
  withLifeOfFiles(dataDir, (life) => life.trust(covers, BY, proof));

export const untrustOfFiles = (
  key: string,
  dataDir?: string,
): Promise<Result<{ readonly keyId: string; readonly changed: boolean }>> =>
  withLifeOfFiles(dataDir, (life) => life.untrust(key, BY, { authentication: 'APPROVER_TOKEN' }));

/** The text of a public key, so that a gateway with another working directory reads the same one. Errors: `policy.bad-key`. */
export function publicKeyText(given: string): Result<string> {
  const key = readPublicKey(given);
  return key.ok ? ok(key.value.text) : key;
}

/** The keys of bundles that are trusted here. Errors: `policy.bad-key`. */
export const trustedKeysOf = (dataDir?: string): Result<readonly PublicNoteKey[]> =>
  readTrusted(policyDirectory(dataDir));

async function withLifeOfFiles<T>(
  dataDir: string | undefined,
  act: (life: PolicyLife) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { openAuditLog } = await import('#gateway/audit/open-audit-log.ts');
  const audit = await openAuditLog({ directory: join(pathsFor(dataDir).data, 'audit') });
  if (!audit.ok) return audit;
  try {
    const own = ownDirectory(policyDirectory(dataDir), 0o700);
    if (!own.ok) return own;
    const life = lifeOfFiles(dataDir, audit.value);
    const done = await act(life);
    await life.close();
    return done;
  } finally {
    await audit.value.close();
  }
}

function lifeOfFiles(dataDir: string | undefined, audit: AuditLog | null): PolicyLife {
  const paths = pathsFor(dataDir);
  return new PolicyLife({
    settings: () => {
      const config = readConfig(paths.config);
      if (!config.ok) return config;
      const followed = config.value.fleet.policy;
      if (followed !== undefined)
        return ok({ files: [fleetPolicyIn(paths.data)], shadow: [], acknowledged: null, named: 'SETTINGS' });
      // As a gateway that a command starts has it: with the demo world where nobody named a site.
      const shipped = shippedFiles(namesNoSite(paths.config));
      const { policy = shipped, shadow = [], acknowledged = null } = config.value;
      const named = config.value.policy === undefined ? 'SHIPPED' : 'SETTINGS';
      return ok({ files: policy, shadow, acknowledged, named });
    },
    directory: policyDirectory(dataDir),
    looksOnly: audit === null,
    configFile: paths.config,
    audit: audit ?? { append: async () => fail('audit.read-only', 'no gateway is running') },
    last: lastInForce(policyDirectory(dataDir), join(paths.data, 'audit'), audit),
    now: Date.now,
    approverProblem: problemsBySettings(paths.config),
    ...ofFleet(paths.config),
    onChange: () => undefined,
    onRefused: () => undefined,
  });
}

/** A node's policy is that of all: nothing of it is changed by its files. Settings that cannot be read are told by whoever reads the policy. */
function ofFleet(file: string): Pick<PolicyLifeParts, 'confirmed'> {
  const config = readConfig(file);
  return config.ok && config.value.fleet.policy !== undefined ? { confirmed: () => ok(undefined) } : {};
}

/** A new pair: `file` (0600) and `file.pub`. Nothing is overwritten. Errors: `policy.bad-key`. */
export function makeKey(
  file: string,
  name: string,
): Result<{ readonly publicKey: string; readonly keyId: string }> {
  if (!/^[^\s+]{1,100}$/u.test(name))
    return fail('policy.bad-key', `\`${name}\` is no name for a key`, {
      help: 'a name has no spaces and no `+`, as in `security.example/policy`',
    });
  const key = generateNoteKey(name);
  try {
    writeFileSync(file, `${key.text}\n`, { flag: 'wx', mode: 0o600 });
    writeFileSync(`${file}.pub`, `${key.public.text}\n`, { flag: 'wx', mode: 0o644 });
  } catch (cause) {
    const exists = errorCode(cause) === 'EEXIST';
    return fail('policy.bad-key', `the key \`${file}\` cannot be written`, {
      cause,
      help: exists ? 'a key is never overwritten: give another name' : 'check the path and its rights',
    });
  }
  return ok({ publicKey: key.public.text, keyId: keyIdOf(key.public) });
}

export type SignRequest = {
  readonly files: readonly string[];
  readonly key: string;
  readonly out: string;
  /** Default: of the lowest document. */
  readonly id: string | undefined;
  readonly revision: number | undefined;
  /** RFC 3339 with milliseconds, UTC. */
  readonly notBefore: string;
  readonly notAfter: string;
};

/** Packs and signs policy files that load, prove and pass their tests. Errors: those of the policy, `policy.bad-key`, `policy.bundle-unreadable`. */
export function signFiles(
  request: SignRequest,
): Result<Bundle['manifest'] & { digest: string }, readonly Failure[]> {
  const { files: paths, key, out, notBefore, notAfter } = request;
  const secret = readSecretKey(key);
  if (!secret.ok) return err([secret.error]);
  if (notAfter < notBefore)
    return one(
      'policy.bundle-unreadable',
      'the bundle would end before it begins',
      'give a later `--not-after`',
    );
  const files: BundledFile[] = [];
  const failures: Failure[] = [];
  for (const path of [...paths, ...new Set(paths.flatMap(includedBy))]) {
    const packed = packFile(path);
    if (!packed.ok) {
      failures.push(packed.error);
      continue;
    }
    // One file of lists may be included by several layers, and lie beside each of them.
    const { name, text } = packed.value;
    const again = files.some((one) => one.name === name && one.text === text);
    if (!again || !isListsFile(name)) files.push(packed.value);
  }
  if (failures.length > 0) return err(failures);
  if (files.length > MAX_BUNDLE_FILES)
    return one('policy.bundle-unreadable', `a bundle has at most ${MAX_BUNDLE_FILES} files`, 'merge some');
  if (new Set(files.map(({ name }) => name)).size < files.length)
    return one('policy.bundle-unreadable', 'two of the files have one name', 'rename one of them');
  const { policy, findings } = checkFiles(paths);
  if (policy === null) return err(findings);
  const head = {
    id: request.id ?? policy.id,
    revision: request.revision ?? policy.revision,
    notBefore,
    notAfter,
  };
  const { manifest, digest, text } = signed(head, files, secret.value);
  try {
    writeAtomically(out, text);
  } catch (thrown) {
    return one(
      'policy.bundle-unreadable',
      `\`${out}\` cannot be written: ${describe(thrown)}`,
      'check the path',
    );
  }
  return ok({ ...manifest, digest });
}

export type SignedBundle = {
  readonly manifest: Bundle['manifest'];
  /** Of the manifest. */
  readonly digest: string;
  /** The bundle as a file has it. */
  readonly text: string;
};

/** A bundle of files that were checked. */
export function signed(
  head: Omit<Bundle['manifest'], 'files' | 'vocabulary'>,
  files: readonly BundledFile[],
  secret: SecretNoteKey,
): SignedBundle {
  const manifest = makeManifest({ ...head, vocabulary: VOCABULARY_ID }, files);
  const signature = { keyId: keyIdOf(secret.public), value: signBytes(signedBytes(manifest), secret) };
  const text = `${JSON.stringify({ bundle: 1, manifest, files, signature }, null, 2)}\n`;
  return { manifest, digest: manifestDigest(manifest), text };
}

/** Where the files of lists lie that a document includes; of one that does not load, none: the check says what is wrong with it. */
function includedBy(path: string): readonly string[] {
  const text = readPolicyText(path);
  const loaded = text.ok ? loadText(text.value) : null;
  return loaded?.ok === true ? (loaded.value.include ?? []).map(({ name }) => join(dirname(path), name)) : [];
}

function one(code: 'policy.bundle-unreadable', message: string, help: string) {
  const failed = fail(code, message, { help });
  return err([failed.error]);
}

/** INVARIANT: what is packed is the file that was named, not one that a link leads to. */
function packFile(path: string): Result<BundledFile> {
  const bad = (message: string, help: string): Result<never> =>
    fail('policy.bundle-unreadable', `\`${path}\` ${message}`, { help });
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return bad('is a symbolic link', 'give the file itself');
    if (!found.isFile()) return bad('is not a file', 'give policy files');
    if (found.size > MAX_BUNDLED_FILE_BYTES)
      return bad(`has ${found.size} bytes, more than ${MAX_BUNDLED_FILE_BYTES}`, 'split it into layers');
    const name = basename(path);
    if (!isBundledName(name)) return bad('has no plain name', 'letters, digits, `.`, `_` and `-` alone');
    const bytes = readPlainFile(path, MAX_BUNDLED_FILE_BYTES);
    const text = bytes.toString('utf8');
    if (!Buffer.from(text).equals(bytes)) return bad('is not UTF-8 text', 'save it as UTF-8');
    return ok({ name, text });
  } catch (cause) {
    return fail('policy.unreadable', `cannot read the policy \`${path}\``, {
      cause,
      help: 'check the path and its rights',
    });
  }
}
