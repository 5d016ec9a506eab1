// What the endpoint says of itself over HTTP, as Chromium does. INVARIANT: `/json/protocol` names what is granted and nothing else; targets
// are a connection's own, so `/json/list` has none.
import { z } from 'zod';
import type { Host } from '#gateway/surfaces/commands/call/call.ts';
import { METHODS } from './answers/methods.ts';
import { PROTOCOL_VERSION } from './answers/browser.ts';
import { ANSWERS } from './table/reasons.ts';
import type { Row } from './table/row.ts';
import { COMMANDS, EVENTS } from './table/table.ts';

/** Of the browser that tabs run in; `null`: there is none. */
export function productOf(host: Pick<Host, 'status'>): string | null {
  const { browser } = host.status();
  return 'error' in browser ? null : `Chrome/${browser.version}`;
}

/** `socket`: `null` where none is given out. */
export const versionOf = (product: string | null, socket: string | null) => ({
  Browser: product ?? '',
  'Protocol-Version': PROTOCOL_VERSION,
  'User-Agent': '',
  'V8-Version': '',
  'WebKit-Version': '',
  ...(socket === null ? {} : { webSocketDebuggerUrl: socket }),
});

const shape = z.object({
  properties: z.record(z.string(), z.looseObject({ type: z.string().optional() })).default({}),
  required: z.array(z.string()).default([]),
});

function parametersOf(method: string) {
  const params = METHODS.get(method)?.params;
  if (params === undefined) return [];
  const { properties, required } = shape.parse(z.toJSONSchema(params, { io: 'input' }));
  return Object.entries(properties).map(([name, { type }]) => ({
    name,
    type: type ?? 'any',
    ...(required.includes(name) ? {} : { optional: true }),
  }));
}

const described = (row: Row): string =>
  row.treatment === 'ACT'
    ? `decided as ${row.acts.join(', ')}`
    : row.treatment === 'VIRTUAL' || row.treatment === 'FILTER'
      ? ANSWERS[row.answer]
      : '';

const granted = (rows: ReadonlyMap<string, Row>) =>
  [...rows].filter(([, { treatment }]) => treatment !== 'REFUSE');

type Domain = {
  readonly domain: string;
  readonly commands: { name: string; description: string; parameters: ReturnType<typeof parametersOf> }[];
  readonly events: { name: string; description: string }[];
};

/** In the form of the protocol's own description. */
export function grantedProtocol() {
  const domains = new Map<string, Domain>();
  const domainOf = (method: string): { readonly of: Domain; readonly name: string } => {
    const [domain = '', name = ''] = method.split('.');
    const of = domains.get(domain) ?? { domain, commands: [], events: [] };
    domains.set(domain, of);
    return { of, name };
  };
  for (const [method, row] of granted(COMMANDS)) {
    const { of, name } = domainOf(method);
    of.commands.push({ name, description: described(row), parameters: parametersOf(method) });
  }
  for (const [method, row] of granted(EVENTS)) {
    const { of, name } = domainOf(method);
    of.events.push({ name, description: described(row) });
  }
  const [major, minor] = PROTOCOL_VERSION.split('.');
  return { version: { major, minor }, domains: [...domains.values()] };
}
