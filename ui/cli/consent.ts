// `ghost consent list|approve|deny`: answers from another terminal to questions of the running gateway. INVARIANT: to allow, a person
// types it at the terminal; to deny, the command is enough.
import { findGateway } from '#gateway/client/remote.ts';
import type { ConsentView } from '#gateway/protocol/views.ts';
import { failure } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import { cardInWords } from './ask.ts';
import { failWith, say, sayJson, tell } from './output.ts';
import { askAtTerminal } from './terminal.ts';

type Flags = { readonly json?: boolean; readonly dataDir?: string };

const NO_GATEWAY = failure('gateway.unreachable', 'no gateway is running', {
  help: 'start one with `ghost serve` or `npm start`',
});

export async function list(flags: Flags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  if (client === null) return failWith(NO_GATEWAY, { json });
  const open = await client.consents();
  if (!open.ok) return failWith(open.error, { json });
  if (json) return sayJson(open.value);
  if (open.value.length === 0) tell('nothing is waiting for an answer');
  for (const { card } of open.value) for (const line of cardInWords(card)) say(line);
}

export async function deny(id: string, given: 'DENY' | 'DENY_TASK', flags: Flags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  if (client === null) return failWith(NO_GATEWAY, { json });
  settle(id, await client.answer(id, given), json);
}

/** Asks at the terminal what it is to say: the command line by itself allows nothing. */
export async function approve(id: string, flags: Flags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  if (client === null) return failWith(NO_GATEWAY, { json });
  const opened = await client.openQuestion(id);
  if (!opened.ok) return failWith(opened.error, { json });
  const { consent, nonce } = opened.value;
  if (consent.state !== 'OPEN') return settle(id, await client.answer(id, 'ALLOW_ONCE'), json);
  const typed = await askAtTerminal(consent.card, new AbortController().signal);
  if (!typed.ok) return failWith(typed.error, { json });
  const { answer, retyped } = typed.value;
  // All of the card was written out before the first question.
  const proof = { nonce, sawEnd: true, ...(retyped === undefined ? {} : { retyped }) };
  settle(id, await client.answer(id, answer, proof), json);
}

function settle(id: string, answered: Result<ConsentView>, json: boolean): void {
  if (!answered.ok) return failWith(answered.error, { json });
  if (json) sayJson(answered.value);
  else tell(`${id}: ${answered.value.state.toLowerCase()}`);
}
