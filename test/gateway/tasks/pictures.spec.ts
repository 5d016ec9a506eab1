// Pictures of tasks that ended: the last twenty are kept for whoever looks, the others are let go. In a process of its own, in which
// no browser is started.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const STUB = JSON.stringify(new URL('../../soak/stub-launcher.ts', import.meta.url).href);
const MAIN = JSON.stringify(new URL('../../../gateway/main.ts', import.meta.url).href);
/** Prints for each task, in the order of their ends, whether it still has its picture. */
const RUN = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === '#executors/launcher.ts' ? { url: ${STUB}, shortCircuit: true } : next(specifier, context),
  });
  const { openGateway } = await import(${MAIN});
  const done = { ref: null, target: null, confidence: 1, reasoning: 'look', action: 'DONE', text: 'looked' };
  const gateway = await openGateway({
    dataDir: process.argv[1],
    navigator: { id: 'done', next: async () => done },
    world: { hostMap: { 'shop.test': { address: '127.0.0.1', port: 9 } }, sites: [], secrets: {} },
    config: { maxTabs: 1, warmTabs: 0 },
  });
  const ids = [];
  for (let at = 0; at < 23; at += 1) {
    const { taskId, result } = gateway.run('look around', { startUrl: 'http://shop.test/' });
    await result;
    ids.push(taskId);
  }
  // A task is over once its end is in the log, which its result does not wait for.
  await gateway.close();
  console.log(JSON.stringify(ids.map((id) => gateway.tasks.find(id).picture !== null)));
`;

test('the pictures of the last twenty tasks that ended are kept, and no others', () => {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-pictures-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', RUN, directory], {
    encoding: 'utf8',
    cwd: new URL('../../..', import.meta.url).pathname,
  });
  const kept = JSON.parse(printed.trim().split('\n').at(-1) ?? '[]') as readonly boolean[];
  expect(kept).toEqual([
    ...Array.from({ length: 3 }, () => false),
    ...Array.from({ length: 20 }, () => true),
  ]);
}, 120_000);
