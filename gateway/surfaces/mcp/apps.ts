// MCP Apps (SEP-1865): the rows that a client's tools read, as `ui://` resources for clients that show them. INVARIANT: one client's rows are
// its own; each reading draws and checks the document anew, and names no origin at all that it may reach; bounded in number.
import { z } from 'zod';
import { appletDesk } from '#gateway/extraction/applet-desk.ts';
import type { Drawn } from '#gateway/extraction/applet.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';
const APP_MIME_TYPE = 'text/html;profile=mcp-app';
/** What the tools name: the rows that were read last. */
export const LATEST_APPLET = 'ui://ghost/applet/latest';
/** Rows of so many answers stay: the oldest go first. */
const MOST_APPLETS = 16;
const MOST_NAME_CHARACTERS = 100;

/** As strict as our own sandbox: nothing to connect to, load from, frame or take as a base; no permission. */
const META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    permissions: {},
    prefersBorder: true,
  },
};

const NOTHING: Drawn = {
  intent: 'rows of a page',
  table: { title: 'No rows have been read yet', columns: [], rows: [], sources: [], leftOut: [] },
};

const extension = z.object({
  extensions: z.object({ [APPS_EXTENSION]: z.object({ mimeTypes: z.array(z.string()) }) }),
});
/** `capabilities`: as the client told them. */
export function showsApps(capabilities: unknown): boolean {
  const told = extension.safeParse(capabilities);
  return told.success && told.data.extensions[APPS_EXTENSION].mimeTypes.includes(APP_MIME_TYPE);
}

export const metaOfTool = { ui: { resourceUri: LATEST_APPLET, visibility: ['model'] } };

export class AppletShelf {
  /** By their addresses, oldest first. */
  readonly #drawn = new Map<string, Drawn>();
  #count = 0;

  /** Where its applet can be read from now on. */
  put(drawn: Drawn): string {
    this.#count += 1;
    const uri = `ui://ghost/applet/${this.#count}`;
    this.#drawn.set(uri, drawn);
    const [oldest] = this.#drawn.keys();
    if (this.#drawn.size > MOST_APPLETS && oldest !== undefined) this.#drawn.delete(oldest);
    return uri;
  }

  list() {
    const latest = {
      uri: LATEST_APPLET,
      name: 'applet',
      title: 'Rows that were read last',
      mimeType: APP_MIME_TYPE,
      _meta: META,
    };
    const others = [...this.#drawn].map(([uri, { intent }]) => ({
      uri,
      name: `applet-${uri.slice(uri.lastIndexOf('/') + 1)}`,
      title: intent.slice(0, MOST_NAME_CHARACTERS).toWellFormed(),
      mimeType: APP_MIME_TYPE,
      _meta: META,
    }));
    return { resources: [latest, ...others] };
  }

  /** Errors: `applet.unknown`, `maker.*`. */
  async read(uri: string) {
    const drawn =
      uri === LATEST_APPLET ? ([...this.#drawn.values()].at(-1) ?? NOTHING) : this.#drawn.get(uri);
    if (drawn === undefined) return gone(uri);
    const made = await appletDesk.make(drawn, null);
    if (!made.ok) return made;
    const content = { uri, mimeType: APP_MIME_TYPE, text: made.value.html, _meta: META };
    return ok({ contents: [content] });
  }
}

const gone = (uri: string): Result<never> =>
  fail('applet.unknown', `there is no applet \`${uri.slice(0, 200)}\``, {
    help: `list the resources; the last ${MOST_APPLETS} stay`,
  });
