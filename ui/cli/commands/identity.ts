// `ghost login`, `logout` and `whoami`: signing in with the proxy of the settings, at the running gateway or at one of this command's own.
import type { GatewayClient } from '#gateway/client/contract.ts';
import { findGateway } from '#gateway/client/remote.ts';
import { signInPage } from '#gateway/client/local/sign-in-page.ts';
import type { IdentityView, OpenSignIn, SignInWay } from '#gateway/protocol/views/identity.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { EXIT, exitCodeOfFailure } from '#ui/cli/console/exit-codes.ts';
import { failWith, say, sayJson, sayLine, tell } from '#ui/cli/console/output.ts';
import { hasScreen, openFile } from './ui.ts';

type Flags = { readonly json?: boolean; readonly dataDir?: string };
type LoginFlags = Flags & { readonly device?: boolean; readonly browser?: boolean; readonly open?: boolean };

const POLL_MS = 400;
const MAX_SHOWN_CHARACTERS = 320;

export async function login(flags: LoginFlags): Promise<void> {
  const json = flags.json === true;
  const opened = await clientFor(flags);
  if (!opened.ok) return failWith(opened.error, { json });
  await using client = opened.value;
  const begun = await begin(client, flags);
  if (!begun.ok) return failWith(begun.error, { json });
  const { value: view } = begun;
  if (view.state !== 'OPEN') return tellEnd(view, json);
  const stop = (): void => void client.identity.cancel();
  process.once('SIGINT', stop);
  try {
    using page = view.open.way === 'BROWSER' && flags.open !== false ? pageFor(view.open, flags) : null;
    tellWay(view.open, json);
    if (page !== null) openFile(page.file);
    const ended = await untilOver(client);
    if (!ended.ok) return failLine(ended.error, json);
    if (ended.value.state === 'SIGNED_IN') return await tellChecked(client, json);
    return failLine(whyNot(ended.value), json);
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

export async function logout(flags: Flags): Promise<void> {
  const json = flags.json === true;
  const opened = await clientFor(flags);
  if (!opened.ok) return failWith(opened.error, { json });
  await using client = opened.value;
  const before = await client.identity.look();
  if (!before.ok) return failWith(before.error, { json });
  const ended = await client.identity.end();
  if (!ended.ok) return failWith(ended.error, { json });
  if (json) return sayJson(ended.value);
  return tell(before.value.state === 'SIGNED_IN' ? 'signed out' : 'nobody was signed in');
}

export async function whoami(flags: Flags): Promise<void> {
  const json = flags.json === true;
  const opened = await clientFor(flags);
  if (!opened.ok) return failWith(opened.error, { json });
  await using client = opened.value;
  const view = await client.identity.look();
  if (!view.ok) return failWith(view.error, { json });
  if (view.value.state === 'SIGNED_IN') return tellChecked(client, json);
  return tellEnd(view.value, json);
}

/** Without a screen with a code, where the issuer knows that; else the address is printed all the same. */
async function begin(client: GatewayClient, { device, browser }: LoginFlags): Promise<Result<IdentityView>> {
  const chosen: SignInWay = device === true || (browser !== true && !hasScreen()) ? 'DEVICE' : 'BROWSER';
  const begun = await client.identity.begin(chosen);
  const isForced = device === true;
  if (begun.ok || isForced || begun.error.code !== 'identity.no-device-flow') return begun;
  return client.identity.begin('BROWSER');
}

function pageFor({ url }: OpenSignIn, { dataDir }: Flags) {
  const page = signInPage(url, dataDir);
  return page.ok ? page.value : null;
}

/** What the person is to do, on stderr; with `--json` as the first of two lines. */
function tellWay(open: OpenSignIn, json: boolean): void {
  if (json) return sayLine({ open });
  if (open.way === 'BROWSER') {
    tell('Sign in in your browser; where it does not open, open this address in a browser of this machine:');
    return tell(`  ${visible(open.url, 4_000)}`);
  }
  tell(`Open ${visible(open.url, 1_000)} in a browser anywhere, and enter the code:`);
  tell(`  ${visible(open.code, 100)}`);
}

async function untilOver(client: GatewayClient): Promise<Result<IdentityView>> {
  for (;;) {
    const view = await client.identity.look();
    if (!view.ok || view.value.state !== 'OPEN') return view;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Somebody is signed in: whether the proxy takes them is asked now. */
async function tellChecked(client: GatewayClient, json: boolean): Promise<void> {
  const checked = await client.identity.check();
  if (!checked.ok) return failLine(checked.error, json);
  const { identity, refused } = checked.value;
  if (refused !== null) process.exitCode = EXIT.failed;
  if (json) return sayLine({ identity, refused });
  say(inWords(identity));
  if (identity.state === 'SIGNED_IN' && identity.person.kept === 'MEMORY')
    tell('no vault takes it, so it ends with this gateway: see `ghost doctor`');
  if (refused !== null) failWith(refused, { json: false });
}

const whyNot = (view: IdentityView): Failure =>
  view.state === 'SIGNED_OUT' && view.why !== null
    ? view.why
    : failure('identity.signed-out', 'nobody signed in', { help: 'try again with `ghost login`' });

/** With `--json` a line, as all that comes bit by bit. */
function failLine(error: Failure, json: boolean): void {
  if (!json) return failWith(error, { json });
  sayLine({ error });
  process.exitCode = exitCodeOfFailure(error);
  return undefined;
}

function tellEnd(view: IdentityView, json: boolean): void {
  if (view.state === 'SIGNED_OUT' && view.why !== null) return failWith(view.why, { json });
  process.exitCode = EXIT.failed;
  return json ? sayJson(view) : tell(inWords(view));
}

export function inWords(view: IdentityView): string {
  switch (view.state) {
    case 'NONE':
      return 'there is nothing to sign in to: `navigator` in config.yaml has no proxy with `signIn`';
    case 'SIGNED_OUT':
      return 'nobody is signed in: `ghost login`';
    case 'OPEN':
      return 'a sign-in waits for its person';
    case 'SIGNED_IN': {
      const { email, subject, since } = view.person;
      return `${visible(email ?? subject, MAX_SHOWN_CHARACTERS)}, by ${view.issuer}, since ${since}`;
    }
  }
}

async function clientFor({ dataDir }: Flags): Promise<Result<GatewayClient>> {
  const running = await findGateway(dataDir);
  if (running !== null) return { ok: true, value: running };
  const { openLocal } = await import('#gateway/client/local/local.ts');
  const opened = await openLocal({ demo: false, ...(dataDir === undefined ? {} : { dataDir }) });
  return opened.ok ? { ok: true, value: opened.value.client } : opened;
}
