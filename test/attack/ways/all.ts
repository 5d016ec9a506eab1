// Every way, in the order of the families. INVARIANT: ids are unique DNS labels.
import type { Way } from '../way.ts';
import { ABSENT } from './absent.ts';
import { ADDRESS, DISGUISE, PROXY, SCHEME } from './address.ts';
import { DOWNLOAD, FILE } from './download.ts';
import { DOWNLOAD_TRICKS } from './download-tricks.ts';
import { FRAME } from './frame.ts';
import { HINT } from './hint.ts';
import { NAVIGATION } from './navigation.ts';
import { PERMISSION } from './permission.ts';
import { REALTIME } from './realtime.ts';
import { REPORT } from './report.ts';
import { SCRIPT } from './script.ts';
import { PERSISTENCE, STORAGE } from './storage.ts';
import { SUBRESOURCE } from './subresource.ts';
import { WINDOW } from './window.ts';
import { WORKER } from './worker.ts';

const ALL: readonly Way[] = [
  ...NAVIGATION,
  ...FRAME,
  ...SUBRESOURCE,
  ...SCRIPT,
  ...HINT,
  ...WORKER,
  ...WINDOW,
  ...REPORT,
  ...REALTIME,
  ...STORAGE,
  ...PERSISTENCE,
  ...DOWNLOAD,
  ...DOWNLOAD_TRICKS,
  ...FILE,
  ...PERMISSION,
  ...SCHEME,
  ...ADDRESS,
  ...PROXY,
  ...DISGUISE,
];

export const WAYS: readonly Way[] = ALL.map((way) => {
  const absent = ABSENT[way.id];
  return absent === undefined ? way : { ...way, absent };
});
