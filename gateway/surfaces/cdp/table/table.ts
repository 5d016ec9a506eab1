// The closed table over the whole protocol: every command and every event of Chromium has one row.
// INVARIANT: what has no row is refused; names are looked up in maps, so that no name of an object's own members is one.
import { BROWSER_DOMAINS } from './browser.ts';
import { CONTENT_DOMAINS } from './content.ts';
import { DEVICES_DOMAINS } from './devices.ts';
import { NETWORK_DOMAINS } from './network.ts';
import { PAGE_DOMAINS } from './page.ts';
import type { Domains, Row } from './row.ts';
import { SCRIPTS_DOMAINS } from './scripts.ts';
import { STORAGE_DOMAINS } from './storage.ts';

const PARTS: readonly Domains[] = [
  BROWSER_DOMAINS,
  PAGE_DOMAINS,
  CONTENT_DOMAINS,
  SCRIPTS_DOMAINS,
  NETWORK_DOMAINS,
  STORAGE_DOMAINS,
  DEVICES_DOMAINS,
];

const rowsOf = (kind: 'commands' | 'events'): ReadonlyMap<string, Row> =>
  new Map(
    PARTS.flatMap((domains) =>
      Object.entries(domains).flatMap(([domain, rows]) =>
        Object.entries(rows[kind]).map(([name, row]) => [`${domain}.${name}`, row] as const),
      ),
    ),
  );

/** By `Domain.name`. */
export const COMMANDS: ReadonlyMap<string, Row> = rowsOf('commands');
export const EVENTS: ReadonlyMap<string, Row> = rowsOf('events');
