// `ghost consent list|approve|deny`: answers from another terminal to questions of the running gateway.
import { findGateway } from '#gateway/client/remote.ts';
import type { ConsentAnswer } from '#gateway/protocol/views.ts';
import { failure } from '#policy/failure.ts';
import { cardInWords } from './ask.ts';
import { failWith, say, sayJson, tell } from './output.ts';

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

export async function answer(id: string, given: ConsentAnswer, flags: Flags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  if (client === null) return failWith(NO_GATEWAY, { json });
  const answered = await client.answer(id, given);
  if (!answered.ok) return failWith(answered.error, { json });
  if (json) sayJson(answered.value);
  else tell(`${id}: ${answered.value.state.toLowerCase()}`);
}
