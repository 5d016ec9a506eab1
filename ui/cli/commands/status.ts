// `ghost status` and `ghost doctor`: what runs, and what is missing.
import { findGateway } from '#gateway/client/remote.ts';
import type { HealthView } from '#gateway/protocol/views/health.ts';
import type { GatewayStatus } from '#gateway/protocol/views/status.ts';
import { inWords } from './identity.ts';
import { attachedInWords } from '#ui/cli/console/endpoint.ts';
import { exitCodeOfChecks, exitCodeOfHealth } from '#ui/cli/console/exit-codes.ts';
import { failWith, say, sayJson } from '#ui/cli/console/output.ts';

type Flags = { readonly json?: boolean; readonly dataDir?: string };

export async function status(flags: Flags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  if (client === null) {
    if (json) sayJson({ running: false });
    else say('no gateway is running: start one with `npm start` or `ghost serve`');
    return;
  }
  const found = await client.status();
  if (!found.ok) return failWith(found.error, { json });
  if (json) sayJson({ running: true, ...found.value });
  else for (const line of statusInWords(found.value)) say(line);
  process.exitCode = exitCodeOfHealth(found.value.health);
}

const KEY_PLACES = {
  ELECTRON_SAFE_STORAGE: 'the desktop’s safe storage',
  OS_KEYRING: 'the keyring of this user',
  KEY_FILE: 'a 0600 file beside it: who can read your files can read it',
} as const;

function statusInWords(status: GatewayStatus): readonly string[] {
  const { policy, browser } = status;
  return [
    `gateway    ${status.version}, pid ${status.pid}, since ${status.startedAt}`,
    ...healthInWords(status.health),
    policy.loaded
      ? `policy     ${policy.layers.join(' > ')}, ${policy.semanticHash.slice(0, 19)}…`
      : `policy     NONE, every act is denied: ${policy.error.message}`,
    'error' in browser
      ? `browser    NONE: ${browser.error.message}`
      : `browser    ${browser.product} ${browser.version}, ${browser.path}`,
    ...('error' in browser
      ? []
      : [
          browser.network === 'NAMESPACE'
            ? 'network    the proxy alone, in a network namespace of its own'
            : 'network    the proxy alone, no network namespace (`ghost doctor` says why)',
          browser.isolation === 'PROCESS'
            ? 'tabs       each in a browser and a profile of its own'
            : 'tabs       in one browser, each in a context of its own: less apart (`isolation: context`)',
        ]),
    ...(status.attached === null ? [] : attachedInWords(status.attached)),
    `navigator  ${status.navigator}${modelBy(status)}`,
    ...(status.identity.state === 'NONE' ? [] : [`signed in  ${inWords(status.identity)}`]),
    `audit      ${status.audit.entries} entries, ${status.audit.path}`,
    ...(status.vault.key === null
      ? []
      : [`vault      key in ${KEY_PLACES[status.vault.key]}, ${status.vault.path}`]),
    `formats    ${formatsInWords(status.formats)}`,
    ...(status.demo ? ['demo world is up'] : []),
  ];
}

/** Named as `ghost doctor` names them. */
const STORE_NAMES: Readonly<Record<string, string>> = {
  audit: 'audit log',
  inForce: 'policy in force',
  vaultTables: 'tables of the vault',
};

const formatsInWords = (formats: GatewayStatus['formats']): string =>
  Object.entries(formats)
    .map(([name, format]) => {
      const none = name === 'vaultTables' ? 'not opened yet' : 'none yet';
      return `${STORE_NAMES[name] ?? name} ${format ?? none}`;
    })
    .join(', ');

function modelBy({ access }: GatewayStatus): string {
  switch (access.by) {
    case 'OFFLINE':
    case 'LIBRARY':
      return '';
    case 'KEY':
      return `, with a key on this machine${access.at === null ? '' : `, at ${access.at}`}`;
    case 'PROXY':
      return `, behind the proxy at ${access.at}`;
    case 'ENDPOINT':
      return `, ${access.model} at ${access.at}`;
  }
}

function healthInWords({ state, causes }: HealthView): readonly string[] {
  if (causes.length === 0) return [`health     ${state}`];
  return causes.flatMap(({ state: how, code, reason, since, message, help, refusedActs }) => [
    `health     ${how.toUpperCase()} since ${since}: ${message} [${reason === null ? code : `${code} ${reason}`}]`,
    `           → ${help}${refusedActs === 0 ? '' : ` (${refusedActs} acts were refused)`}`,
  ]);
}

export async function doctor(flags: Flags & { readonly managedPolicy?: boolean }): Promise<void> {
  const { examine, recommendedPolicy } = await import('#gateway/client/local/doctor.ts');
  if (flags.managedPolicy === true) return say(recommendedPolicy());
  const checks = await examine(flags.dataDir);
  if (flags.json === true) sayJson(checks);
  else {
    for (const { name, state, code, detail, help } of checks) {
      say(`${state.padEnd(4)}  ${name.padEnd(10)} ${detail}${code === null ? '' : ` [${code}]`}`);
      if (help !== null) say(`      ${' '.repeat(10)} → ${help}`);
    }
  }
  process.exitCode = exitCodeOfChecks(checks);
}
