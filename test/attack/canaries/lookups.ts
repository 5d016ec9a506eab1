// Names that this process looks up: behind the boundary the gateway's proxy resolves, and only after a verdict.
// INVARIANT: every look-up through `node:dns/promises` is told of, and answered as before; `stop` puts things back.
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

export function watchLookups(note: (name: string) => void): { readonly stop: () => void } {
  const original = dns.promises.lookup;
  dns.promises.lookup = new Proxy(original, {
    apply: (target, self, given: unknown[]) => {
      note(String(given[0]));
      return Reflect.apply(target, self, given);
    },
  });
  syncBuiltinESMExports();
  return {
    stop: () => {
      dns.promises.lookup = original;
      syncBuiltinESMExports();
    },
  };
}
