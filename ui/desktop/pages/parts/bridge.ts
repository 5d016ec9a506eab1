// The bridge that the preload script of a page puts there. INVARIANT: without one the page says so, and does nothing.
import type { Bridge } from '../../preload/bridge.ts';

const isBridge = (value: unknown): value is Bridge =>
  typeof value === 'object' && value !== null && 'call' in value && 'onShown' in value;

export function shellBridge(): Bridge {
  const found: unknown = Reflect.get(globalThis, 'ghostShell');
  if (isBridge(found)) return found;
  throw new Error('this page is shown by Ghost Browser’s own window alone');
}
