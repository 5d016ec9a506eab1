// Server-sent events over a fetch stream: EventSource cannot carry the bearer token. INVARIANT: an event of a type that is
// not in the gateway's list never reaches the app.
import { GATEWAY_EVENT_TYPES, type GatewayEvent } from '#gateway/protocol/events.ts';

export type StreamEvent = { readonly event: GatewayEvent; readonly id: string | null };

/** Events of one connection, until it ends. Throws what reading throws. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer = (buffer + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n');
      for (let end = buffer.indexOf('\n\n'); end !== -1; end = buffer.indexOf('\n\n')) {
        const parsed = parseBlock(buffer.slice(0, end));
        buffer = buffer.slice(end + 2);
        if (parsed !== null) yield parsed;
      }
    }
  } finally {
    await reader.cancel();
  }
}

/** One block of `event:`, `data:` and `id:` lines; comments and unknown events give `null`. */
export function parseBlock(block: string): StreamEvent | null {
  let type = '';
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value] = /^(event|data|id): ?(.*)$/u.exec(line) ?? [];
    if (field === 'event') type = value ?? '';
    else if (field === 'data') data.push(value ?? '');
    else if (field === 'id') id = value ?? '';
  }
  if (!GATEWAY_EVENT_TYPES.some((known) => known === type)) return null;
  const event: unknown = JSON.parse(data.join('\n'));
  return isGatewayEvent(event, type) ? { event, id } : null;
}

const isGatewayEvent = (value: unknown, type: string): value is GatewayEvent =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === type;
