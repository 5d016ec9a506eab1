// What a gateway that closes still waits for: named as long as it lasts, also where it fails.
import { expect, test } from 'vitest';
import { Endings } from '#gateway/tabs/endings.ts';

test('each work is named until it has ended, and one that fails tells its caller', async () => {
  const endings = new Endings();
  const [tabs, log] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const waits = [endings.of('the tab t1', tabs.promise), endings.of('the audit log', log.promise)];
  expect(endings.unfinished()).toEqual(['the tab t1', 'the audit log']);
  tabs.resolve();
  await waits[0];
  expect(endings.unfinished()).toEqual(['the audit log']);
  log.reject(new Error('the disk is gone'));
  await expect(waits[1]).rejects.toThrow('the disk is gone');
  expect(endings.unfinished()).toEqual([]);
});
