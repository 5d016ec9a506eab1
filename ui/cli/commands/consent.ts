// `ghost consent list|approve|deny`: answers from another terminal to questions of the running gateway. INVARIANT: to allow, a person
// types it at the terminal; to deny, the command is enough.
import { approverClient } from '#gateway/client/approver.ts';
import type { ApproverClient } from '#gateway/client/approver.ts';
import { findGateway, findRendezvous } from '#gateway/client/remote.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import { failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { cardInWords } from '#ui/cli/console/ask.ts';
import { failWith, say, sayJson, tell } from '#ui/cli/console/output.ts';
import { askAtTerminal } from '#ui/cli/console/terminal.ts';

type Flags = {
  readonly json?: boolean;
  readonly dataDir?: string;
  /** Another user's gateway. */
  readonly at?: string;
};

const NO_GATEWAY = failure('gateway.unreachable', 'no gateway is running', {
  help: 'start one with `ghost serve` or `npm start`',
});

const ENDED = failure(
  'gateway.unreachable',
  'the gateway ended, and its question with it: nothing was allowed',
  {
    help: 'start it again with `ghost serve`; who asked is told that it may be asked anew',
  },
);

async function clientFor({
  at,
  dataDir,
}: Flags): Promise<Result<Pick<ApproverClient, 'consents' | 'openQuestion' | 'answer'>>> {
  if (at !== undefined) {
    const other = await approverClient(at);
    // Anybody can listen there and ask things: whose word it is belongs before what it asks.
    if (other.ok) tell(`the gateway there is run by user ${other.value.gatewayUid ?? 'unknown'}`);
    return other;
  }
  const client = await findGateway(dataDir);
  return client === null ? { ok: false, error: NO_GATEWAY } : ok(client);
}

export async function list(flags: Flags): Promise<void> {
  const json = flags.json === true;
  const found = await clientFor(flags);
  if (!found.ok) return failWith(found.error, { json });
  const client = found.value;
  const open = await client.consents();
  if (!open.ok) return failWith(open.error, { json });
  if (json) return sayJson(open.value);
  if (open.value.length === 0) tell('nothing is waiting for an answer');
  for (const { card, viewer } of open.value) {
    for (const line of cardInWords(card)) say(line);
    if (viewer?.mayAllow === false) for (const line of othersMay(card.id, viewer.why, flags)) say(line);
  }
}

/** Why this person may not allow it, and what somebody who may runs. */
function othersMay(id: string, why: string | null, { at, dataDir }: Flags): readonly string[] {
  const address = at ?? findRendezvous(dataDir)?.consentUrl;
  const command = address === undefined ? [] : [`  they run  ghost consent approve ${id} --at ${address}`];
  return [`  you may deny it and not allow it: ${why ?? ''}`, ...command, ''];
}

export async function deny(id: string, given: 'DENY' | 'DENY_TASK', flags: Flags): Promise<void> {
  const json = flags.json === true;
  const found = await clientFor(flags);
  if (!found.ok) return failWith(found.error, { json });
  const client = found.value;
  settle(id, await client.answer(id, given), json);
}

/** Asks at the terminal what it is to say: the command line by itself allows nothing. */
export async function approve(id: string, flags: Flags): Promise<void> {
  const json = flags.json === true;
  const found = await clientFor(flags);
  if (!found.ok) return failWith(found.error, { json });
  const client = found.value;
  const opened = await client.openQuestion(id);
  if (!opened.ok) return failWith(opened.error, { json });
  const { consent, nonce } = opened.value;
  if (consent.state !== 'OPEN') return settle(id, await client.answer(id, 'ALLOW_ONCE'), json);
  using open = whileOpen(id, client);
  const typed = await askAtTerminal(consent.card, open.signal);
  const gone = open.gone();
  if (gone !== null) return failWith(gone, { json });
  if (!typed.ok) return failWith(typed.error, { json });
  const { answer, retyped, leftOut } = typed.value;
  // All of the card was written out before the first question.
  const proof = {
    nonce,
    sawEnd: true,
    ...(retyped === undefined ? {} : { retyped }),
    ...(leftOut === undefined ? {} : { leftOut }),
  };
  settle(id, await client.answer(id, answer, proof), json);
}

const LOOK_MS = 1_000;

/**
 * A person reads a card for as long as it is a question: one that was answered elsewhere, or whose gateway is gone, is taken away.
 * `gone`: why, or `null`. A gateway that is merely late is none that is gone.
 */
function whileOpen(id: string, client: Pick<ApproverClient, 'consents'>) {
  const stop = new AbortController();
  let gone: Failure | null = null;
  const look = async (): Promise<void> => {
    const now = await client.consents();
    if (stop.signal.aborted) return;
    if (!now.ok) gone = now.error.code === 'gateway.unreachable' ? ENDED : null;
    else if (!now.value.some(({ card }) => card.id === id))
      gone = failure(
        'consent.void',
        `\`${id}\` is no open question any more: it was answered elsewhere, or is over`,
        {
          help: 'the audit log says which: `ghost audit query type:consent.answered`',
        },
      );
    if (gone !== null) stop.abort();
  };
  const timer = setInterval(() => void look(), LOOK_MS);
  return {
    signal: stop.signal,
    gone: () => gone,
    [Symbol.dispose]() {
      clearInterval(timer);
      stop.abort();
    },
  };
}

function settle(id: string, answered: Result<ConsentView>, json: boolean): void {
  if (!answered.ok) return failWith(answered.error, { json });
  if (json) sayJson(answered.value);
  else tell(`${id}: ${answered.value.state.toLowerCase()}`);
}
