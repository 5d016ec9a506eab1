// Rules of a tab's owner for requests: blocked, answered by us, or listened to. The one that came last counts.
// INVARIANT: a rule is looked up for a request that the boundary let go, and makes nothing else go; what puts or reads content
// (MOCK, CAPTURE) was decided for one origin, and takes only what documents of that origin ask for, and those documents.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { RouteAction } from '#policy/acts/tool-acts.ts';
import { urlPattern, type UrlPattern } from '#policy/requests/url-pattern.ts';
import type { CapturedResponse, RouteKind, RouteView } from '#executors/contract/tool-outcome.ts';
import { mockOf, type Mock } from './mock.ts';

const MAX_RULES = 100;
const CAPTURED_BYTES = 20 * 1024 * 1024;
const MAX_CAPTURED_ENTRIES = 1_000;
export const MAX_BODY_BYTES = 1024 * 1024;

export type RouteRule = {
  readonly id: string;
  readonly kind: RouteKind;
  readonly pattern: string;
  readonly fits: UrlPattern;
  /** The origin that it was decided for; `null`: a block is for all. */
  readonly origin: string | null;
  /** Of a MOCK. */
  readonly mock: Mock | null;
  hits: number;
};

/** A request, as far as rules go. `by`: the origin of the document that asks; `''` where nobody knows. */
export type Routed = { readonly url: string; readonly isDocument: boolean; readonly by: string };

type Adding = Exclude<RouteAction, { readonly type: 'ROUTE_REMOVE' }>;

export class RouteTable {
  readonly #rules: RouteRule[] = [];
  #captured: CapturedResponse[] = [];
  #bytes = 0;
  #last = 0;
  /** Told when there is a first rule, and when there is none any more. */
  onUse: (inUse: boolean) => Promise<unknown> = () => Promise.resolve();

  get inUse(): boolean {
    return this.#rules.length > 0;
  }

  /** `documentUrl`: what is in the tab. `body`: of a mock. Errors: `act.bad-pattern`, `act.bad-mock`, `act.no-site`, `act.too-large`. */
  async add(action: Adding, documentUrl: string, body: string): Promise<Result<RouteView>> {
    const fits = urlPattern(action.pattern);
    if (!fits.ok) return fits;
    const isBlock = action.type === 'ROUTE_BLOCK';
    const origin = isBlock ? null : (URL.parse(documentUrl)?.origin ?? 'null');
    if (origin === 'null') {
      return fail('act.no-site', 'no site stands in the tab that this rule could be for', {
        help: 'go to the site first: a mock or a capture is for what its pages ask for',
      });
    }
    const mock = action.type === 'ROUTE_MOCK' ? mockOf(action, body) : ok(null);
    if (!mock.ok) return mock;
    if (this.#rules.length >= MAX_RULES) {
      return fail('act.too-large', `a tab has ${MAX_RULES} rules at most`, {
        help: 'remove some with ROUTE_REMOVE',
      });
    }
    const rule: RouteRule = {
      id: `r${++this.#last}`,
      kind: KINDS[action.type],
      pattern: action.pattern,
      fits: fits.value,
      origin,
      mock: mock.value,
      hits: 0,
    };
    this.#rules.push(rule);
    await this.onUse(true);
    return ok(viewOf(rule));
  }

  /** Errors: `act.no-route`. */
  async remove(id: string | null): Promise<Result<readonly RouteView[]>> {
    const going = this.#rules.filter((rule) => id === null || rule.id === id);
    if (id !== null && going.length === 0) {
      const known = this.#rules.map((rule) => rule.id).join(', ');
      return fail('act.no-route', `this tab has no rule \`${id}\``, {
        help: known === '' ? 'it has none' : `it has: ${known}`,
      });
    }
    for (const rule of going) this.#rules.splice(this.#rules.indexOf(rule), 1);
    if (!this.inUse) await this.onUse(false);
    return ok(going.map(viewOf));
  }

  list(): readonly RouteView[] {
    return this.#rules.map(viewOf);
  }

  match({ url, isDocument, by }: Routed): RouteRule | null {
    if (!/^https?:/u.test(url)) return null;
    const whose = isDocument ? URL.parse(url)?.origin : by;
    return (
      this.#rules.findLast(({ origin, fits }) => (origin === null || origin === whose) && fits(url)) ?? null
    );
  }

  /** The oldest give way. */
  keep(response: CapturedResponse): void {
    this.#captured.push(response);
    this.#bytes += sizeOf(response);
    while (this.#bytes > CAPTURED_BYTES || this.#captured.length > MAX_CAPTURED_ENTRIES) {
      const [oldest, ...rest] = this.#captured;
      if (oldest === undefined) return;
      this.#bytes -= sizeOf(oldest);
      this.#captured = rest;
    }
  }

  captured(): readonly CapturedResponse[] {
    return this.#captured;
  }
}

const KINDS = { ROUTE_BLOCK: 'BLOCK', ROUTE_MOCK: 'MOCK', ROUTE_CAPTURE: 'CAPTURE' } as const;

const sizeOf = ({ url, body }: CapturedResponse): number => url.length + (body?.length ?? 0);

const viewOf = ({ id, kind, pattern, origin, mock, hits }: RouteRule): RouteView =>
  Object.freeze({
    id,
    kind,
    pattern,
    hits,
    ...(origin === null ? {} : { origin }),
    ...(mock === null ? {} : { status: mock.status, contentType: mock.contentType }),
  });
