// What a browser's processes take, as the kernel tells it: of this process and its session, since any session is measured alike.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UsageMeter } from '#executors/browsers/processes/usage.ts';
import { statFields } from '#executors/system/proc.ts';

const SESSION = Number(statFields(readFileSync('/proc/self/stat', 'utf8'))[3]);

test.runIf(process.platform === 'linux')(
  'a look reads every process of the machine, and waits for no file of any: it takes a tenth so',
  async () => {
    const sampled = new UsageMeter(SESSION).sample();
    let waiting = 0;
    // The turns in which a look goes on: it has one for every 64 processes.
    for (let turn = 0; turn < 8; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      const kinds = process.getActiveResourcesInfo();
      waiting = Math.max(waiting, kinds.filter((kind) => kind === 'FSReqPromise').length);
    }
    const usage = await sampled;
    expect(usage?.processes).toBeGreaterThan(0);
    expect(usage?.memoryBytes).toBeGreaterThan(10e6);
    expect(waiting).toBe(0);
  },
);

test.runIf(process.platform === 'linux')(
  'of a session that nobody leads there is nothing to tell',
  async () => {
    expect(await new UsageMeter(2 ** 22 + 1).sample()).toBeNull();
  },
);
