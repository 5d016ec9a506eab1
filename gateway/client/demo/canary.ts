// The attacker's hosts. They take whatever comes and write it down: a hit is a page or an injection that got out.
import type { DemoSite } from './pages/serve.ts';

export type CanaryHit = {
  readonly host: string;
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  /** At most 500 characters. */
  readonly body: string;
};

export function createCanary(host: string, hits: CanaryHit[]): DemoSite {
  return {
    host,
    handle(request) {
      hits.push({
        host,
        method: request.method,
        path: request.url.pathname + request.url.search,
        body: request.body.slice(0, 500),
      });
      return {
        status: 200,
        headers: { 'access-control-allow-origin': '*' },
        body: `<!doctype html><title>${host}</title><h1>Thank you for your data</h1><form method="post"><label>Password <input type="password" name="password"></label><button>Claim</button></form>`,
      };
    },
  };
}
