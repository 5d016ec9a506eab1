// Who has a task done, and what day and hour it is, as the settings of the gateway have it. INVARIANT: neither is ever taken from a page, a
// model or a caller's own word; somebody whom the settings do not name is in no team and in no group.
import { setOf } from '#policy/requests/names.ts';
import { WEEKDAYS } from '#policy/language/vocabulary.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { systemClock } from '#executors/system/clock.ts';
import type { Requester } from './principal.ts';

export type Who = Pick<PolicyFacts, 'principal' | 'channel' | 'team' | 'groups'>;
export type Calendar = Pick<PolicyFacts, 'weekday' | 'hour'>;

/** What the settings say of people, by account. */
export type People = Readonly<
  Record<string, { readonly team?: string | undefined; readonly groups: readonly string[] }>
>;

export type TaskSetting = { readonly who: Who; readonly calendar: () => Calendar };

/** Of one gateway: whose account it runs as, its people, its time zone. */
export type PeopleAndClock = { readonly account: string; readonly people: People; readonly timeZone: string };

export const settingFor = ({ account, people, timeZone }: PeopleAndClock, by: Requester): TaskSetting => ({
  who: whoIs(by, account, people),
  calendar: calendarIn(timeZone),
});

const CHANNEL_OF = { ui: 'UI', terminal: 'CLI', mcp: 'MCP', library: 'LIBRARY' } as const;

function whoIs(by: Requester, account: string, people: People): Who {
  // Whoever gets at the gateway is whoever runs it, or works for them, unless the connection is known to be another's.
  const principal = by.account ?? account;
  const channel = by.kind === 'client' ? by.channel : CHANNEL_OF[by.channel];
  const own = Object.hasOwn(people, principal) ? people[principal] : undefined;
  return { principal, channel, team: own?.team ?? '', groups: setOf(own?.groups ?? []) };
}

const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;

/** Day and hour in a time zone; asked for again every quarter of an hour, by which all zones' hours begin. */
export function calendarIn(timeZone: string, wallMs: () => number = systemClock.wallMs): () => Calendar {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  let [quarter, known]: [number, Calendar | null] = [Number.NaN, null];
  return () => {
    const now = Math.floor(wallMs() / QUARTER_MS);
    if (known !== null && now === quarter) return known;
    const parts = format.formatToParts(now * QUARTER_MS);
    const said = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
    const weekday = WEEKDAYS.find((day) => day === said('weekday').toUpperCase());
    if (weekday === undefined) throw new TypeError(`no day of the week in \`${timeZone}\``);
    [quarter, known] = [now, { weekday, hour: Number(said('hour')) }];
    return known;
  };
}
