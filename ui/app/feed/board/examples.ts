// Intents to begin with in the demo world, each with the site that it needs. INVARIANT: only those whose site is there are shown.
import type { GatewayStatus } from '#gateway/protocol/views/status.ts';

type Example = { readonly site: string; readonly intent: string; readonly shows: string };

const EXAMPLES: readonly Example[] = [
  {
    site: 'shop',
    intent: 'search the shop for a mechanical keyboard and tell me the cheapest price',
    shows: 'research, nothing to approve',
  },
  {
    site: 'encyclopedia',
    intent: 'look up the capital of Portugal in the encyclopedia',
    shows: 'a fact with its source',
  },
  {
    site: 'account',
    intent: 'check the status of my latest order',
    shows: 'asks before a password is entered',
  },
  {
    site: 'forum',
    intent: 'summarise the newest post in the forum',
    shows: 'a page that tries to misuse the agent',
  },
];

export const examplesFor = (status: GatewayStatus | null): readonly Example[] =>
  status !== null && status.demo
    ? EXAMPLES.filter((example) => status.sites.some((site) => site.name === example.site))
    : [];
