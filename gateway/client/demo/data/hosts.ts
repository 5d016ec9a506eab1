// The hosts of the demo world, for whoever has to know them without starting it. INVARIANT: these and no others; `.test` is everybody's to
// use, so a name that ends so says nothing of whose it is.

export const DEMO_HOSTS: ReadonlySet<string> = new Set([
  'start.test',
  'shop.test',
  'encyclopedia.test',
  'account.test',
  'forum.test',
  'keyboards.test',
  'market.test',
  'travel.test',
  'collect.test',
  'prize.test',
]);

/** Whether the demo world answers there: it speaks plain HTTP, and its sites have no ports. */
export const isDemoAddress = ({ protocol, port, hostname }: URL): boolean =>
  protocol === 'http:' && port === '' && DEMO_HOSTS.has(hostname);
