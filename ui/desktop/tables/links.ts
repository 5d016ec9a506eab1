// `ghost://` links, which any page or program of the machine can have opened. INVARIANT: a link shows something; it starts no task, goes
// to no address, and answers no question.

export const SCHEME = 'ghost';

export type Shown =
  | { readonly kind: 'TASK'; readonly id: string }
  | { readonly kind: 'QUESTION'; readonly id: string | null }
  | { readonly kind: 'VIEW'; readonly view: (typeof VIEWS)[number] };

const VIEWS = ['tasks', 'inbox', 'results', 'audit', 'policy', 'grants', 'settings'] as const;
const ID = /^[\w-]{1,80}$/u;

/** `ghost://task/t-1`, `ghost://question`, `ghost://question/c-1`, `ghost://audit`; `null` for anything else. */
export function parseLink(text: string): Shown | null {
  if (text.length > 300) return null;
  const url = URL.parse(text);
  if (
    url === null ||
    url.protocol !== `${SCHEME}:` ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  )
    return null;
  const [id, ...more] = url.pathname.split('/').filter((part) => part !== '');
  if (more.length > 0 || (id !== undefined && !ID.test(id))) return null;
  if (url.host === 'task') return id === undefined ? null : { kind: 'TASK', id };
  if (url.host === 'question') return { kind: 'QUESTION', id: id ?? null };
  const view = VIEWS.find((one) => one === url.host);
  return view === undefined || id !== undefined ? null : { kind: 'VIEW', view };
}

/** The first of a command line's words that is one: a second start of the program brings it so. */
export const linkIn = (argv: readonly string[]): Shown | null =>
  argv.map(parseLink).find((one) => one !== null) ?? null;

/** Where the app shows it. */
export function routeOf(shown: Exclude<Shown, { kind: 'QUESTION' }>): string {
  return shown.kind === 'TASK' ? `#/task/${encodeURIComponent(shown.id)}` : `#/${shown.view}`;
}
