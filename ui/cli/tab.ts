// `ghost tab …`: asks the running gateway for one act, and says what it waits for. INVARIANT: it never answers its own question.
import { resolve } from 'node:path';
import { findGateway } from '#gateway/client/remote.ts';
import type { GatewayClient } from '#gateway/client/contract.ts';
import type { TabAction, TabView } from '#gateway/protocol/tabs.ts';
import type { TabOutcome } from '#gateway/client/contract.ts';
import { fail, ok } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import { cardInWords } from './ask.ts';
import { failWith, say, sayJson, tell } from './output.ts';

type Flags = { readonly json?: boolean; readonly dataDir?: string };
type ActFlags = Flags & { readonly tab?: string };

/** What waits is told after this long, and looked for anew as often. */
const LOOK_MS = 700;

export async function open(url: string | undefined, flags: Flags): Promise<void> {
  await withGateway(flags, async (client) => {
    const opened = await client.openTab(url ?? null);
    return opened.ok ? ok({ value: opened.value, lines: [lineOf(opened.value)] }) : opened;
  });
}

export async function list(flags: Flags): Promise<void> {
  await withGateway(flags, async (client) => {
    const tabs = await client.tabs();
    return tabs.ok ? ok({ value: tabs.value, lines: tabs.value.map(lineOf) }) : tabs;
  });
}

export async function close(id: string, flags: Flags): Promise<void> {
  await withGateway(flags, async (client) => {
    const closed = await client.closeTab(id);
    return closed.ok ? ok({ value: closed.value, lines: [] }) : closed;
  });
}

export async function downloads(flags: ActFlags): Promise<void> {
  await withGateway(flags, async (client) => {
    const tab = await chosen(client, flags);
    return tab.ok ? ok({ value: tab.value.files, lines: tab.value.files.map(fileInWords) }) : tab;
  });
}

/** Paths as the caller's shell has them: the gateway runs elsewhere. */
export async function upload(ref: string, paths: readonly string[], flags: ActFlags): Promise<void> {
  await act({ type: 'UPLOAD', ref, paths: paths.map((path) => resolve(path)) }, flags);
}

export async function act(action: TabAction, flags: ActFlags): Promise<void> {
  await withGateway(flags, async (client) => {
    const tab = await chosen(client, flags);
    if (!tab.ok) return tab;
    const stop = tellWhatWaits(client, tab.value);
    const done = await client.actInTab(tab.value.id, action).finally(stop);
    return done.ok ? ok({ value: done.value, lines: outcomeInWords(done.value) }) : done;
  });
}

export async function snapshot(
  wanted: { budget?: number; from?: string; since?: number },
  flags: ActFlags,
): Promise<void> {
  await withGateway(flags, async (client) => {
    const tab = await chosen(client, flags);
    if (!tab.ok) return tab;
    const { budget, from, since } = wanted;
    const stop = tellWhatWaits(client, tab.value);
    const read = await client
      .readTab(tab.value.id, {
        ...(budget === undefined ? {} : { budget }),
        ...(from === undefined ? {} : { from }),
        ...(since === undefined ? {} : { since }),
      })
      .finally(stop);
    if (!read.ok) return read;
    const { url, title, generation, kind, text } = read.value;
    const head = `${kind === 'CHANGES' ? 'changes at' : 'page'} ${url}${title === '' ? '' : ` “${title}”`}, generation ${generation}`;
    return ok({ value: read.value, lines: [head, text === '' ? '(nothing changed)' : text] });
  });
}

async function withGateway(
  flags: Flags,
  work: (client: GatewayClient) => Promise<Result<{ value: unknown; lines: readonly string[] }>>,
): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  if (client === null) {
    const help = 'start one with `ghost serve` or `npm start`';
    return failWith(fail('gateway.unreachable', 'no gateway is running', { help }).error, { json });
  }
  const done = await work(client);
  if (!done.ok) return failWith(done.error, { json });
  if (json) sayJson(done.value.value);
  else for (const line of done.value.lines) say(line);
}

async function chosen(client: GatewayClient, { tab: id }: ActFlags): Promise<Result<TabView>> {
  const tabs = await client.tabs();
  if (!tabs.ok) return tabs;
  const found = id === undefined ? tabs.value : tabs.value.filter((tab) => tab.id === id);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return ok(only);
  const message =
    id === undefined && others.length > 0 ? 'several tabs are open' : 'there is no such open tab';
  return fail('act.tab-closed', message, {
    help:
      id === undefined && others.length > 0 ? 'name one with `--tab`' : 'open one with `ghost tab open URL`',
  });
}

/** Shows each question of this tab once, as soon as it is there. */
function tellWhatWaits(client: GatewayClient, tab: TabView): () => void {
  const told = new Set<string>();
  const look = async (): Promise<void> => {
    const open = await client.consents();
    if (!open.ok) return;
    for (const { card } of open.value.filter(
      ({ card: one }) => one.taskId === tab.taskId && !told.has(one.id),
    )) {
      told.add(card.id);
      for (const line of cardInWords(card)) tell(line);
      tell(`  waiting for an answer: in the UI, or from another terminal: ghost consent approve ${card.id}`);
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => clearInterval(timer);
}

const lineOf = ({ id, url, title }: TabView): string => `${id}  ${url}${title === '' ? '' : `  “${title}”`}`;
const fileInWords = ({ name, folder, size, kind, sha256 }: TabView['files'][number]): string =>
  `${folder}/${name}  ${size} bytes, ${kind}, sha256:${sha256}`;

function outcomeInWords(outcome: TabOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'STORED':
      return [
        ...outcome.entries.map(({ key, value }) => `${key}  ${value}`),
        ...(outcome.complete ? [] : ['(there is more than is handed out)']),
      ];
    case 'SNAPSHOT':
      return outcome.snapshot.nodes
        .filter(({ ref }) => ref !== null)
        .map(({ ref, role, name }) => `${ref}  ${role} “${name}”`);
    case 'TEXT':
      return [outcome.text];
    case 'DONE':
      return [
        ...(outcome.files ?? []).map(fileInWords),
        ...outcome.refused.map(
          ({ message, help }) => `refused: ${message}${help === undefined ? '' : ` (${help})`}`,
        ),
      ];
    default:
      return [];
  }
}
