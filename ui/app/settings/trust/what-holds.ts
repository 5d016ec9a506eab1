// What protects the person on this machine now, a line each: pure. INVARIANT: a line says what the gateway measured or was told, where that
// is from, and how it is checked without this app; what nobody measured is said as that.
import type { PolicyLifeView } from '#gateway/protocol/views/policy.ts';
import type { DoctorCheck } from '#gateway/protocol/views/settings.ts';
import type { GatewayStatus, ModelAccess } from '#gateway/protocol/views/status.ts';

export type Held = {
  readonly name: string;
  /** `null`: it is told and not judged. */
  readonly state: DoctorCheck['state'] | null;
  readonly says: readonly string[];
  /** A command that shows the same. */
  readonly check: string;
};

export type Sources = {
  readonly status: GatewayStatus;
  /** Empty: not looked at yet, or this gateway cannot. */
  readonly checks: readonly DoctorCheck[];
  /** `null`: not read. */
  readonly life: Pick<PolicyLifeView, 'bundles'> | null;
  /** Where this page is from. */
  readonly origin: string;
};

const DOCTOR = 'ghost doctor';

export function whatHolds({ status, checks, life, origin }: Sources): readonly Held[] {
  const { browser } = status;
  return [
    checked('Sandbox of the browser', 'sandbox', checks),
    'error' in browser
      ? { name: 'Browser', state: 'bad', says: [browser.error.message], check: DOCTOR }
      : {
          name: 'Browser',
          state: null,
          says: [
            `${productName(browser.product)} ${browser.version} at ${browser.path}.`,
            'Whether a newer one exists is not looked up.',
          ],
          check: `'${browser.path.replaceAll("'", String.raw`'\''`)}' --version`,
        },
    ...('error' in browser ? [] : [apart(browser.isolation)]),
    wayOut(status, checks),
    policyLine(status, life),
    checked('Log', 'audit', checks, 'ghost audit verify'),
    checked('What is kept encrypted, and its key', 'vault', checks),
    {
      name: 'Addresses that it listens at',
      state: null,
      says: [
        `This app: ${origin}.`,
        status.consentOrigin === null
          ? 'Questions have no address of their own yet.'
          : `Its questions: ${new URL(status.consentOrigin).origin}.`,
        'The way out of the browser and the commands have places of their own on this machine: the command lists all of them.',
      ],
      check: `ss -ltnxp | grep pid=${status.pid},`,
    },
    {
      name: 'What leaves this machine for a model',
      state: null,
      says: [LEAVES[status.access.by](status.access)],
      check: 'ghost status --json',
    },
  ];
}

function checked(name: string, of: string, checks: readonly DoctorCheck[], check = DOCTOR): Held {
  const found = checks.filter((one) => one.name === of);
  const worst = (['bad', 'warn', 'ok'] as const).find((state) => found.some((one) => one.state === state));
  return {
    name,
    state: worst ?? null,
    says:
      worst === undefined
        ? ['Not measured here.']
        : found.map(({ detail }) => `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`),
    check,
  };
}

/** What the running browser has, and what this machine could give it. */
function wayOut({ browser }: GatewayStatus, checks: readonly DoctorCheck[]): Held {
  const found = checked('The way out of the browser', 'network', checks);
  if ('error' in browser) return found;
  const has =
    browser.network === 'NAMESPACE'
      ? 'The proxy of the gateway, in a network namespace of its own.'
      : 'The proxy of the gateway, without a network namespace.';
  return { ...found, says: found.state === null ? [has] : [has, ...found.says] };
}

/** `CHROMIUM` → `Chromium` */
const productName = (product: string): string => product.charAt(0) + product.slice(1).toLowerCase();

const apart = (isolation: 'PROCESS' | 'CONTEXT'): Held => ({
  name: 'Tasks apart from each other',
  state: isolation === 'PROCESS' ? 'ok' : 'warn',
  says: [
    isolation === 'PROCESS'
      ? 'Each tab has a browser and a profile of its own.'
      : 'All tabs share one browser, each in a context of its own.',
  ],
  check: 'ghost status --json',
});

function policyLine({ policy }: GatewayStatus, life: Sources['life']): Held {
  const check = 'ghost policy status';
  const name = 'Policy in force';
  if (!policy.loaded)
    return { name, state: 'bad', says: ['None: every act is denied.', policy.error.message], check };
  const { id, revision, semanticHash, layers } = policy;
  const signed =
    life === null
      ? 'Whether it is signed is not read yet.'
      : life.bundles.length === 0
        ? 'It is read from files of this machine, without a signature.'
        : `Signed: ${life.bundles.map((bundle) => `${bundle.id}@${bundle.revision} by key ${bundle.keyId}`).join(', ')}.`;
  return {
    name,
    state: 'ok',
    says: [`${id} revision ${revision}, of ${layers.join(', ')}.`, `Its hash is ${semanticHash}.`, signed],
    check,
  };
}

const LEAVES: Readonly<Record<ModelAccess['by'], (access: ModelAccess) => string>> = {
  OFFLINE: () => 'Nothing: steps are proposed on this machine, without a model.',
  LIBRARY: () => 'That is up to the program that started this gateway: it proposes the steps.',
  KEY: (access) =>
    `Texts of pages, and pictures where a text is not enough, with a key of yours, to ${('at' in access && access.at) || 'Google'}.`,
  PROXY: (access) =>
    `Texts of pages, and pictures where a text is not enough, to the proxy at ${'at' in access ? access.at : ''}.`,
  ENDPOINT: (access) =>
    `Texts of pages, and pictures where a text is not enough, to the model at ${'at' in access ? access.at : ''}.`,
};
