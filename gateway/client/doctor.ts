// Examines this machine and installation; each finding comes with its mend.
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { discoverBrowser } from '#executors/launch/discover.ts';
import { RECOMMENDED_POLICY } from '#executors/launch/managed.ts';
import { readManaged } from '#executors/launch/managed-readers.ts';
import { probeNamespace } from '#executors/launch/namespace.ts';
import { createLauncher } from '#executors/launcher.ts';
import { fail } from '#policy/failure.ts';
import type { Failure } from '#policy/failure.ts';
import { planOptions, readConfig } from '#gateway/config.ts';
import { UI_DIRECTORY } from '#gateway/main.ts';
import { pathsFor } from '#gateway/paths.ts';
import { readCandidate } from '#gateway/policy/sources.ts';
import { SHIPPED } from '#gateway/policy-source.ts';
import { verifyAuditFiles } from './audit-files.ts';
import { findGateway } from './remote.ts';

export type Check = {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly detail: string;
  readonly help: string | null;
};

const good = (name: string, detail: string): Check => ({ name, state: 'ok', detail, help: null });
const bad = (name: string, error: Failure): Check => ({
  name,
  state: 'bad',
  detail: error.message,
  help: error.help ?? null,
});

export async function examine(dataDir?: string): Promise<readonly Check[]> {
  const paths = pathsFor(dataDir);
  return [
    good('node', `${process.version}, needs 24`),
    await browser(dataDir),
    sandbox(),
    await managed(dataDir),
    await network(dataDir),
    policy(dataDir),
    directory(paths.data),
    await audit(paths.data),
    existsSync(join(UI_DIRECTORY, 'app', 'index.html'))
      ? good('ui', 'built')
      : { name: 'ui', state: 'warn', detail: 'not built', help: 'run `npm run build` (`npm start` does it)' },
    (await findGateway(dataDir)) === null
      ? { name: 'gateway', state: 'ok', detail: 'none is running', help: null }
      : good('gateway', 'running'),
  ];
}

/** For a machine that is there for Ghost Tabs alone: the text of a file in the browser’s directory of managed policies. */
export const recommendedPolicy = (): string => JSON.stringify(RECOMMENDED_POLICY, null, 2);

async function browser(dataDir: string | undefined): Promise<Check> {
  const config = readConfig(pathsFor(dataDir).config);
  if (!config.ok) return bad('browser', config.error);
  // No tab is ever launched with this launcher: it verifies nothing.
  const launcher = createLauncher(() => fail('authorization.forged', 'the doctor launches nothing'));
  const plan = await launcher.plan({ ...planOptions(config.value), namespace: 'OFF' });
  if (!plan.ok) return bad('browser', plan.error);
  const { build, executor, flagClass } = plan.value;
  return good(
    'browser',
    `${build.product} ${build.version} at ${build.path}, counts as ${executor}, flags ${flagClass}`,
  );
}

/** Policies of an administrator: they go before the flags that a Ghost Tab is started with. */
async function managed(dataDir: string | undefined): Promise<Check> {
  const config = readConfig(pathsFor(dataDir).config);
  const found = await discoverBrowser(config.ok ? config.value.browser : undefined);
  const product = found.ok ? found.value.product : 'UNKNOWN';
  if (product === 'UNKNOWN') return good('managed', 'no browser whose managed policies are known');
  const { platform } = process;
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32')
    return good('managed', 'where this platform has managed policies is not known');
  const { findings, unread } = await readManaged(platform, product);
  const weak = findings.filter(({ effect }) => effect === 'WEAKENS');
  if (weak.length === 0 && unread.length === 0) {
    const strong = findings.flatMap(({ effect, name }) => (effect === 'STRENGTHENS' ? [name] : []));
    return good('managed', strong.length === 0 ? 'none' : `strengthened by ${strong.join(', ')}`);
  }
  return {
    name: 'managed',
    state: 'warn',
    detail: [
      ...weak.map(({ name, why, file }) => `${name} in ${file} weakens: ${why}`),
      ...unread.map(({ file, problem }) => `${file} cannot be read: ${problem}`),
    ].join('; '),
    help: 'take them out for this machine; `ghost doctor --managed-policy` prints what is recommended',
  };
}

function sandbox(): Check {
  if (process.platform !== 'linux') return good('sandbox', 'the platform’s own');
  const root = process.getuid?.() === 0 ? '; as root the browser is dropped to `nobody`' : '';
  const allowed =
    readNumber('/proc/sys/user/max_user_namespaces') > 0 &&
    readNumber('/proc/sys/kernel/unprivileged_userns_clone', 1) === 1;
  return allowed
    ? good('sandbox', `on, by user namespaces${root}`)
    : {
        name: 'sandbox',
        state: 'warn',
        detail: 'user namespaces are off: the browser needs its setuid helper',
        help: 'install chromium-sandbox, or set kernel.unprivileged_userns_clone=1',
      };
}

async function network(dataDir: string | undefined): Promise<Check> {
  const config = readConfig(pathsFor(dataDir).config);
  const namespace = config.ok ? config.value.network.namespace : 'auto';
  const proxy = 'the forward proxy is the browser’s only way out';
  if (namespace === 'off')
    return good('network', `${proxy}; no network namespace, since network.namespace is \`off\``);
  const probed = await probeNamespace();
  if (probed.ok)
    return good('network', `${proxy}, in a network namespace of its own where nothing else answers`);
  const { cause, help } = probed.error;
  return {
    name: 'network',
    state: namespace === 'required' ? 'bad' : 'warn',
    detail: `${proxy}; this machine gives it no network namespace of its own: ${cause ?? ''}`,
    help: help ?? null,
  };
}

function policy(dataDir: string | undefined): Check {
  const config = readConfig(pathsFor(dataDir).config);
  const files = config.ok ? (config.value.policy ?? [SHIPPED.default]) : [SHIPPED.default];
  const place = { directory: join(pathsFor(dataDir).data, 'policy'), now: Date.now() };
  const read = readCandidate(files, place);
  if (read.ok) {
    const { layers, semanticHash } = read.value.policy;
    return good('policy', `${layers.join(' > ')}, ${semanticHash.slice(0, 19)}…`);
  }
  const first = read.error[0];
  return {
    name: 'policy',
    state: 'bad',
    detail: `does not load, so every act is denied: ${first?.message ?? ''}`,
    help: `run \`ghost policy check ${files.join(' ')}\``,
  };
}

function directory(path: string): Check {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return good('data', `${path} (made at first use)`);
  try {
    accessSync(path, constants.W_OK);
  } catch {
    return {
      name: 'data',
      state: 'bad',
      detail: `${path} is not writable`,
      help: 'fix its rights, or set GHOST_DATA_DIR',
    };
  }
  const open = (found.mode & 0o077) !== 0;
  return open
    ? { name: 'data', state: 'warn', detail: `${path} can be read by others`, help: `chmod 700 ${path}` }
    : good('data', path);
}

async function audit(data: string): Promise<Check> {
  const report = await verifyAuditFiles(join(data, 'audit'));
  if (!report.ok)
    return report.error.code === 'audit.unreadable' && !existsSync(join(data, 'audit'))
      ? good('audit', 'no log yet')
      : bad('audit', report.error);
  if (report.value.ok) return good('audit', `verified, ${report.value.entries} entries`);
  return {
    name: 'audit',
    state: 'bad',
    detail: `entry ${report.value.firstBad?.seq ?? 0}: ${report.value.firstBad?.problem ?? 'does not verify'}`,
    help: 'keep the files; see `ghost audit verify`',
  };
}

function readNumber(file: string, otherwise = 0): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : otherwise;
}
