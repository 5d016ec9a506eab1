// Names that only the machine's own resolver can answer: no loop of ours starts a process for them, and each question has an end.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { createLookUp } from '#executors/network/names/look-up.ts';
import { LOOK_UP_LIMITS, LookUps } from '#executors/network/names/lookups.ts';

const onLinux = test.runIf(process.platform === 'linux');
// Not there: short names are the system's to answer all the same, and no hosts file of this machine comes before it.
const none = '/nonexistent/ghost';
const lookUp = createLookUp({ files: { nsswitch: none, resolv: none, hosts: none } });
const never = new AbortController().signal;

onLinux(
  'a name of this machine is answered as every program of it gets it, and one that it does not know is an error',
  async () => {
    const found = (await lookUp('localhost', never)).map(({ address }) => address);
    expect(found.some((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
    await expect(lookUp('ghost-knows-no-such-name', never)).rejects.toThrow(
      'this machine knows no such name',
    );
  },
);

onLinux('a tab that asks for sixty names at once starts no process in the gateway’s own loop', async () => {
  let started = 0;
  const count = (): void => void (started += 1);
  subscribe('child_process', count);
  try {
    const lookUps = new LookUps(lookUp, { ...LOOK_UP_LIMITS, turnMs: 30_000, deadlineMs: 60_000 });
    const found = await Promise.all(
      Array.from({ length: 60 }, async () => (await lookUps.lookUp('localhost')).length),
    );
    expect(found.every((length) => length > 0)).toBe(true);
    expect(started).toBe(0);
  } finally {
    unsubscribe('child_process', count);
  }
});

onLinux('a question that is taken back is over at once, and those beside it are answered', async () => {
  const controller = new AbortController();
  const taken = Array.from({ length: 20 }, () => lookUp('localhost', controller.signal));
  const beside = lookUp('localhost', never);
  const settled = Promise.allSettled(taken);
  controller.abort(new Error('the tab is gone'));
  for (const one of await settled) expect(one).toMatchObject({ reason: { message: 'the tab is gone' } });
  expect(await beside).not.toEqual([]);
});
