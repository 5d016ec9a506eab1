// The process of a desktop's gateway: of Electron's utility process, or of any other process that speaks over its own channel.
// INVARIANT: it ends with the shell: whoever has no window has nobody to ask.
import type { Port } from '#gateway/protocol/desktop/channel.ts';
import { runDesktopGateway } from './desktop-gateway.ts';

/** What is used of `process.parentPort` (electronjs.org/docs/latest/api/parent-port). */
type ParentPort = {
  postMessage(message: unknown): void;
  on(name: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
};

const isParentPort = (value: unknown): value is ParentPort =>
  typeof value === 'object' && value !== null && 'postMessage' in value && 'on' in value;

/** Chromium ends a utility process with its parent, and tells it nothing. */
function portOf(): Port {
  const parent: unknown = Reflect.get(process, 'parentPort');
  if (isParentPort(parent))
    return {
      send: (message) => parent.postMessage(message),
      onMessage: (listener) => void parent.on('message', ({ data }) => listener(data)),
      onClose: (listener) => void process.once('SIGTERM', listener),
    };
  return {
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void process.on('message', listener),
    onClose: (listener) => void process.once('disconnect', listener),
  };
}

const [demo = 'no', dataDir = ''] = process.argv.slice(2);
await runDesktopGateway(portOf(), { demo: demo === 'demo', ...(dataDir === '' ? {} : { dataDir }) });
process.exit(0);
