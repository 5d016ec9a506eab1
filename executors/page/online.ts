// Says to a page that the network is there: in a network namespace with nothing but `lo` Chromium takes itself for offline.
import type { CdpSession } from '#executors/cdp/connection.ts';

/** `navigator.onLine` is the renderer process's: each page and out-of-process frame is told. A browser without the command is left alone. */
export const sayOnline = (session: CdpSession): Promise<unknown> =>
  session
    .send('Network.overrideNetworkState', {
      offline: false,
      // With everything at its default Chromium takes the override away. It throttles nothing.
      latency: 1,
      connectionType: 'ethernet',
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    .catch(() => undefined);
