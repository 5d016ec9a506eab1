// Which control of a page brings more of its list: “next”, the number behind this one, “load more”. Pure.
// INVARIANT: it is a link of the page's own origin, or a button in no form; its name is the phrase and at most one noun; it stands by the
// list. It is pressed, or not, by somebody else.

export type PagingNode = {
  readonly ref: string | null;
  readonly role: string;
  readonly name: string;
  readonly states: readonly string[];
  readonly depth: number;
  readonly url?: string;
  /** Of the frame that it is in, where that is of another origin than the page. */
  readonly origin?: string;
};
export type More = { readonly ref: string; readonly name: string };
export type Looked = {
  readonly nodes: readonly PagingNode[];
  /** Of the page. */
  readonly url: string;
  /** Refs of what the list consists of, as far as they are known. */
  readonly listed: ReadonlySet<string>;
};

const NEXT =
  /^(?:(?:go to |show )?(?:the )?next(?: page| results)?|older(?: posts| entries)?|weiter|nächste(?: seite)?|vor|siguiente(?: página)?|página siguiente|suivante?|page suivante|successiv[oa]|pagina successiva|volgende(?: pagina)?|próxima(?: página)?|nästa(?: sida)?|następna|следующая|次へ|下一页|[›»→>])(?:\s*[›»→>]+)?$/iu;
/** The phrase and one noun: what stands behind that may be anything. */
const LOAD = [
  /^(?:load|show|see|view|display)(?: me)?(?: (?:the )?next)?(?: \d{1,5})? more(?: (?<noun>[\p{L}]{2,20}))?$/iu,
  /^(?:load|show|see|view|display) (?:the )?next \d{1,5}(?: (?<noun>[\p{L}]{2,20}))?$/iu,
  /^more(?: (?<noun>[\p{L}]{2,20}))?$/iu,
  /^(?:mehr|weitere)(?: \d{1,5})?(?: (?<noun>[\p{L}]{2,30}))?(?: (?:laden|anzeigen|ansehen|sehen|zeigen))?$/iu,
  /^(?:cargar|ver|mostrar|charger|afficher|voir|carica|mostra)(?: \d{1,5})? (?:más|plus|altri|altro|di più)(?: (?:de |d’|d')?(?<noun>[\p{L}]{2,20}))?$/iu,
  /^meer(?: (?<noun>[\p{L}]{2,20}))?(?: (?:laden|tonen|bekijken))?$/iu,
];
/** What binds, and what is no list, is no noun of one. */
const NO_NOUN =
  /^(?:pay\w*|buy\w*|(?:pre)?order\w*|confirm\w*|subscri\w*|book\w*|send\w*|submit\w*|check\w*|purchas\w*|sign\w*|accept\w*|agree\w*|donat\w*|delet\w*|(?:be|ver)?zahl\w*|(?:ein)?kauf\w*|bestell\w*|bestätig\w*|abonn\w*|buch\w*|(?:ab)?send\w*|pag(?:ar|o|ue)\w*|compr\w*|ped(?:ir|ido)\w*|confirm\w*|suscri\w*|reserv\w*|envi\w*|about|info\w*|details?|filters?|options?|settings|languages?|over|über|from|by|detalles?|opciones|filtros|optionen|einstellungen|sprachen|now|jetzt|ahora)$/iu;
const CONTROLS = new Set(['link', 'button']);
/** Numbers of pages stand beside one another. */
const NEIGHBOURS = 8;

/** Regions that are not the list's, unless it stands in one itself. */
const APART = new Set(['banner', 'contentinfo', 'complementary', 'dialog', 'alertdialog', 'form', 'search']);

/** `page`: which one it is now, from 1 on. `null`: nothing brings more; without a ref: something does that is not to be pressed. */
export function moreOf(
  { nodes, url, listed }: Looked,
  page: number,
): More | { readonly ref: null; readonly name: string } | null {
  const origin = URL.parse(url)?.origin ?? null;
  const around = surroundings(nodes);
  const first = nodes.findIndex(({ ref }) => ref !== null && listed.has(ref));
  const own = new Set(first === -1 ? [] : around[first]);
  const offered = (node: PagingNode): boolean =>
    node.ref !== null && CONTROLS.has(node.role) && !node.states.includes('disabled');
  const at = new Map(nodes.map((node, place) => [node, place]));
  const pressable = (node: PagingNode): boolean => {
    const place = at.get(node) ?? -1;
    const within = around[place] ?? [];
    if (node.origin !== undefined || within.some((one) => APART.has(nodes[one]?.role ?? '') && !own.has(one)))
      return false;
    // A button in a form may send it, wherever the list stands.
    if (node.role === 'button' || node.url === undefined) {
      if (node.role !== 'button' || within.some((one) => nodes[one]?.role === 'form')) return false;
    } else if (origin === null || origin === 'null' || URL.parse(node.url)?.origin !== origin) return false;
    return first === -1 || place > first || within.some((one) => own.has(one));
  };
  const plain = ({ name }: PagingNode): string => name.trim().replaceAll(/\s+/gu, ' ');
  const choose = (usable: (node: PagingNode) => boolean): PagingNode | null =>
    nodes.findLast((node) => usable(node) && NEXT.test(plain(node))) ??
    numbered(nodes, page, usable) ??
    nodes.findLast((node) => usable(node) && loadsMore(plain(node))) ??
    null;
  const found = choose((node) => offered(node) && pressable(node));
  if (found !== null && found.ref !== null) return { ref: found.ref, name: plain(found) };
  const other = choose(offered);
  return other === null ? null : { ref: null, name: plain(other) };
}

function loadsMore(name: string): boolean {
  for (const pattern of LOAD) {
    const match = pattern.exec(name);
    if (match !== null) return !NO_NOUN.test(match.groups?.['noun'] ?? '');
  }
  return false;
}

/** Of each node the landmarks and boxes that it stands in, by index; the outermost first. */
function surroundings(nodes: readonly PagingNode[]): readonly (readonly number[])[] {
  const REGIONS = new Set([...APART, 'main', 'region', 'article', 'tabpanel']);
  let open: readonly number[] = [];
  return nodes.map(({ depth, role }, at) => {
    if (open.some((one) => (nodes[one]?.depth ?? 0) >= depth))
      open = open.filter((one) => (nodes[one]?.depth ?? 0) < depth);
    const within = open;
    if (REGIONS.has(role)) open = [...open, at];
    return within;
  });
}

/** 3, where 2 is shown and 1, 2, 4 or 5 stand beside it. */
function numbered(
  nodes: readonly PagingNode[],
  page: number,
  usable: (node: PagingNode) => boolean,
): PagingNode | null {
  const wanted = String(page + 1);
  const number = ({ name }: PagingNode): string =>
    /(?:^|\bpage |\bseite )(\d{1,4})$/iu.exec(name.trim())?.[1] ?? '';
  for (const [at, node] of nodes.entries()) {
    if (!usable(node) || number(node) !== wanted) continue;
    const around = nodes.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS).map(number);
    if (around.includes(String(page)) || (around.includes('1') && around.includes(String(page + 2))))
      return node;
  }
  return null;
}
