// Examines what the probes found; each finding comes with its mend. INVARIANT: a probe that fails is a finding, never a pass.
import { join } from 'node:path';
import type { Failure } from '#policy/language/failure.ts';
import type { Config } from '#gateway/settings/config.ts';
import { DEFAULT_CONFIG } from '#gateway/settings/config.ts';
import { shippedFiles } from '#gateway/settings/policy-source.ts';
import type { PolicyInForce } from '#gateway/protocol/views/policy.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import type { HealthView } from '#gateway/protocol/views/health.ts';
import { checkAudit, checkClock, checkFormats, checkVault } from './storage-checks.ts';
import { OUR_VARIABLES, wrongVariables } from './environment.ts';
import { finding, good } from './findings.ts';
import type { Check } from './findings.ts';
import { nearest } from '#policy/language/nearest.ts';
import { checkDaemon, checkDirectories } from './places.ts';
import type { Probes } from './probes.ts';

type LoadedPolicy = Extract<PolicyInForce, { readonly loaded: true }>;

const MEBIBYTE_BYTES = 1024 * 1024;
/** A browser's profile, a log that is written, a download. */
const MIN_FREE_BYTES = 100 * MEBIBYTE_BYTES;
const LOW_FREE_BYTES = 1024 * MEBIBYTE_BYTES;

/** Every check, in the order in which a person would go through them. */
export async function examineWith(probes: Probes): Promise<readonly Check[]> {
  const read = probes.config();
  const config = read.ok ? read.value : DEFAULT_CONFIG;
  const browser = await probes.browser(config);
  return [
    checkNode(probes),
    read.ok
      ? good('settings', probes.paths.config)
      : finding(
          'settings',
          'config.unreadable',
          `${read.error.message}${read.error.span === undefined ? '' : ` (line ${read.error.span.line})`}`,
          read.error.help ?? `mend or remove \`${probes.paths.config}\``,
        ),
    ...checkEnvironment(probes),
    browser.ok
      ? good(
          'browser',
          `${browser.value.product} ${browser.value.version} at ${browser.value.path}, counts as ${browser.value.executor}, flags ${browser.value.flagClass}`,
        )
      : finding(
          'browser',
          'browser.unusable',
          browser.error.message,
          browser.error.help ?? 'install Chromium, or name one as `browser` in config.yaml',
        ),
    checkSandbox(probes, browser.ok ? browser.value.path : ''),
    checkUsers(probes, config),
    await checkManaged(probes, config),
    await checkNetwork(probes, config),
    ...(await checkPolicy(probes, config)),
    ...checkDirectories(probes),
    checkDaemon(probes),
    await checkAudit(probes),
    checkDisk(probes, config),
    await checkClock(probes),
    await checkVault(probes, config),
    checkFormats(probes),
    probes.built()
      ? good('ui', 'built')
      : finding('ui', 'ui.not-built', 'not built', 'run `npm run build` (`npm start` does it)'),
    ...checkGateway(await probes.health()),
  ];
}

/** Of the gateway that runs: what it can and cannot do now. */
function checkGateway(health: HealthView | Failure | null): readonly Check[] {
  if (health !== null && 'code' in health) {
    const { message, help = 'end it, and start another' } = health;
    return [finding('gateway', 'gateway.hangs', message, help)];
  }
  const gateway = good('gateway', health === null ? 'none is running' : 'running');
  if (health === null) return [gateway];
  if (health.causes.length === 0) return [gateway, good('health', 'it does its work')];
  const found = health.causes.map(({ state, reason, since, message, help }) =>
    finding(
      'health',
      state === 'failed' ? 'health.failed' : 'health.degraded',
      `${message}${reason === null ? '' : ` (${reason})`}, since ${since}`,
      help,
    ),
  );
  return [gateway, ...found];
}

const OURS = 'GHOST_';
/** Without what they all begin with: likeness is of the rest. */
const VARIABLES = OUR_VARIABLES.map((name) => name.slice(OURS.length));

/** What stands in a variable that the program reads; and one whose name is misspelt does nothing, and nothing else says so. */
function checkEnvironment({ environment }: Probes): readonly Check[] {
  const wrong = wrongVariables(environment).map(({ message, help = 'leave it out' }) =>
    finding('environment', 'environment.bad-value', message, help),
  );
  const unknown = Object.keys(environment)
    .filter((name) => name.startsWith(OURS) && !OUR_VARIABLES.includes(name))
    .flatMap((name) => {
      const near = nearest(name.slice(OURS.length), VARIABLES);
      const help = `did you mean \`${OURS}${near ?? ''}\`?`;
      return near === null
        ? []
        : [finding('environment', 'environment.unknown', `nothing reads the variable \`${name}\``, help)];
    });
  return [...wrong, ...unknown];
}

function checkNode({ nodeVersion }: Probes): Check {
  const major = Number(nodeVersion.split('.')[0]);
  return major >= 24
    ? good('node', `${nodeVersion}, needs 24`)
    : finding(
        'node',
        'node.old',
        `${nodeVersion} is too old`,
        'start it by `npm run ghost`, which brings Node 24, or install that',
      );
}

function checkSandbox(probes: Probes, browser: string): Check {
  if (probes.platform !== 'linux') return good('sandbox', 'the platform’s own');
  if (probes.userNamespaces()) return good('sandbox', 'on, by user namespaces');
  const help =
    'set kernel.unprivileged_userns_clone=1, user.max_user_namespaces above 0 and kernel.apparmor_restrict_unprivileged_userns=0, or install the helper (`apt-get install chromium-sandbox`)';
  return probes.sandboxHelper(browser)
    ? finding(
        'sandbox',
        'sandbox.no-user-namespaces',
        'user namespaces are off: on by the browser’s setuid helper',
        help,
      )
    : finding(
        'sandbox',
        'sandbox.none',
        'user namespaces are off, and the browser has no setuid helper: it does not start without a sandbox',
        help,
      );
}

/** Whom browsers run as, and so what one that was taken over reaches. */
function checkUsers(probes: Probes, { browserUsers: { first, count } }: Config): Check {
  if (probes.uid !== 0)
    return good('users', 'browsers run as this user: what keeps them apart is their sandbox alone');
  if (probes.platform !== 'linux') return good('users', 'as root browsers run as `nobody`, all of them');
  const range = `${first} to ${first + count - 1}`;
  const faults = probes.userFaults({ first, count });
  return faults.length === 0
    ? good('users', `as root each browser runs as a user of its own, from ${range}`)
    : finding(
        'users',
        'users.taken',
        `of the users ${range} that browsers run as, ${faults.join('; ')}`,
        'name another range as `browserUsers: {first: …, count: …}` in config.yaml',
      );
}

/** Policies of an administrator: they go before the flags that a Ghost Tab is started with. */
async function checkManaged(probes: Probes, config: Config): Promise<Check> {
  const found = await probes.managed(config);
  if (found === null) return good('managed', 'where this browser has managed policies is not known');
  const { weakened, unread, strengthened } = found;
  if (weakened.length === 0 && unread.length === 0)
    return good('managed', strengthened.length === 0 ? 'none' : `strengthened by ${strengthened.join(', ')}`);
  return finding(
    'managed',
    'managed.weakens',
    [
      ...weakened.map(({ name, why, file }) => `${name} in ${file} weakens: ${why}`),
      ...unread.map(({ file, problem }) => `${file} cannot be read: ${problem}`),
    ].join('; '),
    'take them out for this machine; `ghost doctor --managed-policy` prints what is recommended',
  );
}

async function checkNetwork(probes: Probes, { network: { namespace } }: Config): Promise<Check> {
  const proxy = 'the forward proxy is the browser’s only way out';
  if (namespace === 'off')
    return good('network', `${proxy}; no network namespace, since network.namespace is \`off\``);
  const probed = await probes.networkNamespace();
  if (probed.ok)
    return good('network', `${proxy}, in a network namespace of its own where nothing else answers`);
  const { cause = probed.error.message, help } = probed.error;
  return finding(
    'network',
    namespace === 'required' ? 'network.namespace-required' : 'network.no-namespace',
    `${proxy}; this machine gives it no network namespace of its own: ${cause}`,
    help ?? 'allow user namespaces, or set `network: {namespace: off}` in config.yaml to accept it',
  );
}

/** What is in force is the running gateway's to say: whoever started it may have named another policy, and it keeps the last good one. */
async function checkPolicy(probes: Probes, config: Config): Promise<readonly Check[]> {
  const inForce = await probes.inForce();
  // As a gateway that a command starts has it: with the demo world where nobody named a site.
  const isDemo = config.policy === undefined && config.sites.length === 0;
  const files = config.policy ?? shippedFiles(isDemo);
  const read = probes.policy(files, config);
  const check = `run \`ghost policy check ${files.join(' ')}\``;
  if (inForce?.loaded === false)
    return [
      finding(
        'policy',
        'policy.not-loaded',
        `none is in force, so every act is denied: ${inForce.error.message}`,
        inForce.error.help ?? check,
      ),
    ];
  if (!read.ok)
    return [
      finding(
        'policy',
        'policy.not-loaded',
        inForce === null
          ? `does not load, so every act is denied: ${read.error.message}`
          : `in force is ${inLine(inForce)}; what the settings name does not load, and after another start every act is denied: ${read.error.message}`,
        check,
      ),
    ];
  const { unknown = [] } = read.value;
  const named = Object.keys(config.approvers);
  const next = `${inLine(read.value)} (none runs; one that a command starts holds it${isDemo ? ', with the demo world, since no site is configured' : ''})`;
  return [
    good('policy', inForce === null ? next : `${inLine(inForce)}, in force`),
    ...(unknown.length === 0
      ? [good('approvers', named.length === 0 ? 'whoever runs the gateway' : named.join(', '))]
      : unknown.map(({ level, message, help, span }) =>
          finding(
            'approvers',
            level === 'error' ? 'approvers.nobody' : 'approvers.unknown',
            `${placeOf(span)}: ${message}`,
            help,
          ),
        )),
  ];
}

const inLine = ({ layers, semanticHash }: Pick<LoadedPolicy, 'layers' | 'semanticHash'>): string =>
  `${layers.join(' > ')}, ${semanticHash.slice(0, 19)}…`;

function checkDisk(probes: Probes, { leastFreeMb }: Config): Check {
  const { paths } = probes;
  const places = [...new Set([paths.data, join(paths.profiles, '..')])];
  const found = places.flatMap((path) => {
    const free = probes.freeBytes(path);
    return free === null ? [] : [{ path, free }];
  });
  const least = found.toSorted((a, b) => a.free - b.free)[0];
  if (least === undefined) return good('disk', 'how much is free is not known');
  const detail = `${Math.floor(least.free / MEBIBYTE_BYTES)} MiB free at ${least.path}`;
  const help =
    'free some: profiles, downloads and the audit log need it, and a log that cannot be written denies everything';
  if (least.free < MIN_FREE_BYTES) return finding('disk', 'disk.full', detail, help);
  // The gateway's own mark (disk-watch.ts): below it nothing runs.
  if (leastFreeMb !== undefined && least.free < leastFreeMb * MEBIBYTE_BYTES)
    return finding('disk', 'disk.full', `${detail}, \`leastFreeMb\` is ${leastFreeMb}: nothing runs`, help);
  return least.free < LOW_FREE_BYTES ? finding('disk', 'disk.low', detail, help) : good('disk', detail);
}
