// Lints of host patterns: broad-wildcard, apex-missing, apex-only, lookalike-host. The suffix list is the one that comes
// with tldts, private domains (shared hosting) included.
import { getDomain, parse } from 'tldts';
import { classifyAddress } from '#policy/requests/address.ts';
import { setsOf } from '#policy/engine/documents/condition.ts';
import type { Condition } from '#policy/engine/documents/condition.ts';
import { suffixInWords } from '#policy/engine/documents/public-suffix.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { ALLOW, DENY, ESCALATE } from '#policy/engine/documents/document.ts';
import type { Context } from '#policy/tools/lint/model/context.ts';
import type { Remark } from '#policy/tools/lint/model/finding.ts';
import { adding } from '#policy/tools/lint/model/fixes.ts';
import { Lookalikes } from '#policy/requests/lookalikes.ts';
import { mixedScripts, unicodeHost } from '#policy/requests/punycode.ts';

type Pattern = {
  readonly text: string;
  readonly host: string;
  readonly below: boolean;
  readonly inside: boolean;
};

export function hostLints(context: Context): readonly Remark[] {
  const { layer, document } = context;
  const entries = [...document.defaults, ...layer.floors.filter((entry) => entry.section === 'floors')];
  const all = [...entries, ...layer.rules, ...layer.delegate].map((entry) => ({
    entry,
    patterns: patternsIn(entry.scope, true),
  }));
  const hosts = [...new Set(all.flatMap(({ patterns }) => patterns.map((one) => one.host)))];
  const looks = new Lookalikes(hosts);
  const opened = openedHosts(all);
  /** What `when` and `logic` name in entries of one section and severity. */
  const kindOf = (entry: Entry): string => `${entry.section} ${entry.cells[0]?.severity}`;
  const named = new Map<string, Set<string>>();
  for (const { entry, patterns } of all) {
    const texts = named.get(kindOf(entry)) ?? new Set();
    named.set(kindOf(entry), texts);
    for (const one of patterns) if (one.inside) texts.add(one.text);
  }
  return all.flatMap(({ entry, patterns }) => {
    const severity = entry.cells[0]?.severity ?? DENY;
    const gives = entry.axes.length === 0 && severity <= ESCALATE;
    const alike = named.get(kindOf(entry)) ?? new Set();
    context.work.step(1 + patterns.length);
    const seen = new Set<string>();
    const open = anyPort(entry, patterns);
    return [
      ...open,
      ...patterns.flatMap((pattern): readonly Remark[] => {
        if (seen.has(pattern.text)) return [];
        seen.add(pattern.text);
        const within = context.edits.spanOf(entry.section, entry.id, pattern.text);
        const opens = gives === pattern.inside;
        const remarks = [
          ...(opens && !entry.publicSuffix ? broad(pattern) : []),
          ...(opens ? machine(pattern) : []),
          ...lookalike(pattern, looks, opens, opened),
          ...(pattern.inside && (severity === ALLOW || severity >= DENY)
            ? apex(pattern, alike, entry, context)
            : []),
        ];
        if (remarks.length === 0) return [];
        const listed = within === null ? context.lists.of(entry.section, entry.id, pattern.text) : null;
        const by = listed === null ? '' : ` by the list \`${listed.list}\``;
        const span = within ?? listed?.span ?? entry.span;
        return remarks.map((one) => ({
          ...one,
          message: `${one.message} (\`${entry.ref}\`${by})`,
          span,
          entry: entry.ref,
        }));
      }),
    ];
  });
}

/** A grant that speaks of a host in `when`, and of no port anywhere. */
function anyPort(entry: Entry, patterns: readonly Pattern[]): readonly Remark[] {
  const grants = entry.axes.length === 0 && entry.section !== 'floors' && entry.cells[0]?.severity === ALLOW;
  const [first] = patterns.filter((one) => one.inside);
  const names = setsOf(entry.scope).some(({ fact }) => fact === 'port' || fact === 'portClass');
  if (!grants || first === undefined || names) return [];
  return [
    {
      id: 'any-port',
      message: `\`${entry.ref}\` holds for every port of \`${first.text}\``,
      help: 'add `port: 443`, or the ports that are meant, or `portClass: DEFAULT`',
      span: entry.span,
      entry: entry.ref,
    },
  ];
}

type Said = Pick<Remark, 'id' | 'message' | 'help' | 'fix' | 'proof'>;

function broad(pattern: Pattern): readonly Said[] {
  if (!pattern.below) return [];
  const { publicSuffix } = parse(pattern.host, { allowPrivateDomains: true });
  if (publicSuffix !== pattern.host) return [];
  const what = suffixInWords(pattern.host) ?? 'a single label: it is no site of anybody';
  return [
    {
      id: 'broad-wildcard',
      message: `\`${pattern.text}\` stands for everything below ${what}`,
      help: `name the site, as in \`*.example.${pattern.host}\``,
      proof: 'the public suffix list that comes with the engine',
    },
  ];
}

function machine(pattern: Pattern): readonly Said[] {
  const local = pattern.host === 'localhost' || pattern.host.endsWith('.localhost');
  if (!local && classifyAddress(pattern.host) === null) return [];
  const what = local
    ? 'is this machine, whatever listens there'
    : 'is an address, and says nothing of who answers there';
  return [
    {
      id: 'lookalike-host',
      message: `\`${pattern.text}\` ${what}`,
      help: 'name the host that a certificate is for',
    },
  ];
}

/** Where each host that some entry opens stands first. */
function openedHosts(
  all: readonly { readonly entry: Entry; readonly patterns: readonly Pattern[] }[],
): ReadonlyMap<string, number> {
  const opened = new Map<string, number>();
  for (const { entry, patterns } of all)
    for (const { host, inside } of patterns)
      if (givesMore(entry) === inside && !opened.has(host)) opened.set(host, opened.size);
  return opened;
}

const givesMore = (entry: Entry): boolean =>
  entry.axes.length === 0 && (entry.cells[0]?.severity ?? DENY) <= ESCALATE;

/** Of two hosts that are alike one is told of: the odder, of equally odd ones the later. A refused imitation is no mistake. */
function lookalike(
  pattern: Pattern,
  looks: Lookalikes,
  opens: boolean,
  opened: ReadonlyMap<string, number>,
): readonly Said[] {
  const shown = unicodeHost(pattern.host);
  const foreign = shown !== pattern.host;
  const mixed = foreign ? mixedScripts(pattern.host) : [];
  const near = foreign || opens ? looks.of(pattern.host) : null;
  const other = near === null ? undefined : opened.get(near.host);
  const tells =
    near !== null &&
    (foreign ||
      near.imitates ||
      (!near.isImitated && other !== undefined && other < (opened.get(pattern.host) ?? 0)));
  if (mixed.length === 0 && !tells) return [];
  const why = [
    ...(mixed.length > 0 ? [`mixes ${mixed.join(' and ')} letters`] : []),
    ...(near === null || !tells ? [] : [`looks like \`${near.host}\`: ${near.why}`]),
  ];
  return [
    {
      id: 'lookalike-host',
      message: `\`${pattern.text}\`${foreign ? ` reads \`${shown}\` and` : ''} ${why.join(' and ')}`,
      help: 'make sure that it is the site that is meant, and correct it; or accept the finding with a reason',
    },
  ];
}

function apex(pattern: Pattern, alike: ReadonlySet<string>, entry: Entry, context: Context): readonly Said[] {
  const { publicSuffix, isIcann, isPrivate } = parse(pattern.host, { allowPrivateDomains: true });
  if (publicSuffix === pattern.host) return [];
  const other = pattern.below ? pattern.host : `*.${pattern.host}`;
  if (alike.has(other)) return [];
  const fix = (): Pick<Remark, 'fix'> => adding(entry, pattern.text, other, context);
  if (pattern.below)
    return [
      {
        id: 'apex-missing',
        message: `\`${pattern.text}\` does not cover \`${pattern.host}\` itself`,
        help: `add \`${other}\` if it is meant too`,
        ...fix(),
      },
    ];
  // Below a made-up suffix (`test`, an intranet) nobody expects subdomains.
  const registrable = getDomain(pattern.host, { allowPrivateDomains: true }) === pattern.host;
  if (!registrable || (isIcann !== true && isPrivate !== true)) return [];
  return [
    {
      id: 'apex-only',
      message: `\`${pattern.text}\` does not cover its subdomains`,
      help: `add \`${other}\` if they are meant too`,
      ...fix(),
    },
  ];
}

/** `inside`: a request in the pattern may be one of the entry's; otherwise the entry leaves it out. */
function patternsIn(condition: Condition, inside: boolean): readonly Pattern[] {
  switch (condition.op) {
    case 'in':
      return condition.set.kind === 'hosts' ? condition.set.patterns.map((one) => ({ ...one, inside })) : [];
    case 'and':
    case 'or':
      return condition.parts.flatMap((part) => patternsIn(part, inside));
    case 'not':
      return patternsIn(condition.part, !inside);
  }
}
