// What protects the person on this machine now, a line each: pure. INVARIANT: a line says what the gateway measured or was told, where that
// is from, and how it is checked without this app; what nobody measured is said as that.
import type { PolicyLifeView } from '#gateway/protocol/views/policy.ts';
import type { DoctorCheck } from '#gateway/protocol/views/settings.ts';
import type { ConnectionView, GatewayStatus, ModelAccess } from '#gateway/protocol/views/status.ts';
import { productName } from '#ui/app/parts/words.ts';

export type Held = {
  readonly name: string;
  /** `null`: it is told and not judged. `looking`: the gateway has not answered yet. */
  readonly state: DoctorCheck['state'] | 'looking' | null;
  readonly says: readonly string[];
  /** A command that shows the same; `null`: none that we know of does on this system. */
  readonly check: string | null;
};

export type Sources = {
  readonly status: GatewayStatus;
  /** `null`: not looked at yet. Empty: this gateway cannot. */
  readonly checks: readonly DoctorCheck[] | null;
  /** `null`: not read. */
  readonly life: Pick<PolicyLifeView, 'bundles'> | null;
  /** Where this page is from. */
  readonly origin: string;
  readonly isLinux: boolean;
};

const DOCTOR = 'ghost doctor';
const STATUS = 'ghost status --json';

export function whatHolds({ status, checks, life, origin, isLinux }: Sources): readonly Held[] {
  const { attached } = status;
  return [
    ...(attached === null ? ofItsOwn(status, checks) : ofGuests(attached, checks)),
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
        isLinux
          ? 'The command lists what the gateway listens at in its own network: also the place for commands. A proxy in the network namespace of a browser is not in that list.'
          : 'The way out of the browser and the commands have places of their own on this machine, which are not told here.',
      ],
      check: isLinux ? `ss -ltnxp | grep pid=${status.pid},` : null,
    },
    {
      name: 'What leaves this machine for a model',
      state: null,
      says: LEAVES[status.access.by](status.access),
      check: STATUS,
    },
  ];
}

/** Each task has a browser that this gateway starts. */
function ofItsOwn(status: GatewayStatus, checks: Sources['checks']): readonly Held[] {
  const { browser } = status;
  const sandbox = checked(SANDBOX, 'sandbox', checks);
  const out = checked(WAY_OUT, 'network', checks);
  if ('error' in browser)
    return [sandbox, { name: BROWSER, state: 'bad', says: [browser.error.message], check: DOCTOR }, out];
  const { path, product, version, network, isolation } = browser;
  const has =
    network === 'NAMESPACE'
      ? 'The proxy of the gateway, in a network namespace of its own.'
      : 'The proxy of the gateway, without a network namespace.';
  return [
    sandbox,
    {
      name: BROWSER,
      state: null,
      says: [
        `${productName(product)} ${version} at ${path}.`,
        'Whether a newer one exists is not looked up.',
        'A task that names a running browser (`ghost run --cdp-port`) is a guest in that one, with less protection than stands here.',
      ],
      check: versionOf(path),
    },
    {
      name: APART,
      state: isolation === 'PROCESS' ? 'ok' : 'warn',
      says: [
        isolation === 'PROCESS'
          ? 'Each tab has a browser and a profile of its own.'
          : 'All tabs share one browser, each in a context of its own.',
      ],
      check: STATUS,
    },
    { ...out, says: out.state === null ? [has] : [has, ...out.says] },
  ];
}

/** Tasks are guests in a browser that somebody else started. INVARIANT: nothing that was found of a browser of our own is said of it. */
function ofGuests(attached: ConnectionView, checks: Sources['checks']): readonly Held[] {
  const { endpoint, product, version, path, lacks, findings } = attached;
  const own = checked(SANDBOX, 'sandbox', checks);
  return [
    {
      name: 'Tasks are guests in a running browser',
      state: 'warn',
      says: [
        `${productName(product)} at ${endpoint}, which somebody else started: weaker than a browser of its own.`,
        ...(lacks.length === 0 ? [] : [`A tab there cannot have: ${lacks.join('; ')}.`]),
        ...(findings.length === 0 ? [] : [`Found of it: ${findings.join('; ')}.`]),
      ],
      check: STATUS,
    },
    {
      name: SANDBOX,
      state: own.state === 'looking' ? 'looking' : null,
      says: [
        'That of the running browser was not measured here.',
        ...own.says.map((found) => `A browser of its own: ${found}`),
      ],
      check: DOCTOR,
    },
    {
      name: BROWSER,
      state: 'warn',
      says: [
        path === ''
          ? 'It could not be seen which program it is.'
          : `${productName(product)} ${version} at ${path}.`,
        'Its profile is not one of ours, and it runs on when a task has ended.',
      ],
      check: path === '' ? STATUS : versionOf(path),
    },
    {
      name: APART,
      state: 'warn',
      says: ['All tabs share the running browser, each in a context of its own.'],
      check: STATUS,
    },
    {
      name: WAY_OUT,
      state: 'warn',
      says: [
        'The proxy of the gateway, without a network namespace: past the proxy the settings of that browser hold.',
      ],
      check: STATUS,
    },
  ];
}

const SANDBOX = 'Sandbox of the browser';
const BROWSER = 'Browser';
const APART = 'Tasks apart from each other';
const WAY_OUT = 'The way out of the browser';

const versionOf = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}' --version`;

function checked(name: string, of: string, checks: Sources['checks'], check = DOCTOR): Held {
  if (checks === null) return { name, state: 'looking', says: ['Not measured yet.'], check };
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

const SENT =
  'your words, texts of pages, pictures where a text is not enough, and rows of a result that it draws or reads';
const OTHERWISE =
  'A task may name another navigator for itself (`ghost run --navigator`): then what that one is sent goes there.';

const LEAVES: Readonly<Record<ModelAccess['by'], (access: ModelAccess) => readonly string[]>> = {
  OFFLINE: () => [
    'By default nothing: steps are proposed on this machine, without a model.',
    `A task that names a model (\`ghost run --navigator gemini\`) sends it ${SENT}.`,
  ],
  LIBRARY: () => ['That is up to the program that started this gateway: it proposes the steps.', OTHERWISE],
  KEY: (access) => [
    `With a key of yours, to ${('at' in access && access.at) || 'Google'}: ${SENT}.`,
    OTHERWISE,
  ],
  PROXY: (access) => [`To the proxy at ${'at' in access ? access.at : ''}: ${SENT}.`, OTHERWISE],
  ENDPOINT: (access) => [`To the model at ${'at' in access ? access.at : ''}: ${SENT}.`, OTHERWISE],
};
