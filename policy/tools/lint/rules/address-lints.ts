// Lints of address classes: class-missing, an entry for a host of this machine or its network that opens public addresses alone;
// broad-addresses, an ALLOW that opens such addresses behind whatever name leads there.
import { classifyHost } from '#policy/requests/address.ts';
import { NEVER_OPEN, OPEN_BY_NAME } from '#policy/engine/documents/built-in-addresses.ts';
import { setsOf } from '#policy/engine/documents/condition.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { ALLOW, DENY, positionsOn } from '#policy/engine/documents/document.ts';
import { NAVIGATIONS } from '#policy/engine/documents/open-addresses.ts';
import { patternsIn, suffixInWords } from '#policy/engine/documents/public-suffix.ts';
import { CAPABILITY_INDEX } from '#policy/engine/space/space.ts';
import type { AddressClass } from '#policy/language/vocabulary.ts';
import type { Context } from '#policy/tools/lint/model/context.ts';
import type { Remark } from '#policy/tools/lint/model/finding.ts';
import { namingClasses } from '#policy/tools/lint/model/fixes.ts';

export function addressLints(context: Context): readonly Remark[] {
  const { document, layer } = context;
  return [
    ...[...layer.rules, ...layer.delegate].flatMap((entry) => classMissing(entry, context)),
    ...[...document.defaults, ...layer.rules].flatMap((entry) => broadAddresses(entry, context)),
  ];
}

/** Hosts of an entry that are never public, by address or by name, each with its class. */
export function ownHosts(entry: Entry): readonly (readonly [string, AddressClass])[] {
  if (entry.publicAlone !== true) return [];
  return patternsIn(entry.scope, true).flatMap(({ text, host, below }) => {
    const own = classifyHost(below ? `w.${host}` : host);
    return own === 'PUBLIC' ? [] : [[text, own] as const];
  });
}

function classMissing(entry: Entry, context: Context): readonly Remark[] {
  const own = ownHosts(entry);
  const [first] = own;
  if (first === undefined) return [];
  const [text, addressClass] = first;
  const others = patternsIn(entry.scope, true).length > own.length;
  const classes = [...new Set(own.map(([, one]) => one))];
  const opened = classes.filter((one) => !NEVER_OPEN.some((never) => never === one));
  const named = others ? ['PUBLIC', ...opened] : opened;
  const word = `addressClass: ${named.length === 1 ? named.join('') : `[${named.join(', ')}]`}`;
  const place = { span: entry.span, entry: entry.ref };
  return [
    {
      id: 'class-missing',
      message: `\`${entry.ref}\` opens public addresses alone, and \`${text}\` is ${addressClass}: there it never has an effect`,
      help:
        opened.length === 0
          ? 'remove the host: link-local addresses and metadata services are never reached'
          : `add \`${word}\` to \`when\` if it is meant`,
      proof: 'an entry that names no address class means PUBLIC, and the host has none of it',
      ...place,
      ...(opened.length === 0 ? {} : namingClasses(entry, word, context)),
    },
  ];
}

/** What opens addresses of one's own network without saying of which hosts. */
function broadAddresses(entry: Entry, context: Context): readonly Remark[] {
  if (entry.publicAlone === true || !goes(entry, context)) return [];
  const named = entry.axes.length === 0 ? ofRule(entry) : ofTable(entry);
  if (named.length === 0) return [];
  const wide = patternsIn(entry.scope, true).filter(
    ({ host, below }) => below && suffixInWords(host) !== null,
  );
  const hosts = patternsIn(entry.scope, true).length > 0;
  if (hosts && wide.length === 0) return [];
  const whose = wide[0] === undefined ? 'every host' : `\`${wide[0].text}\``;
  return [
    {
      id: 'broad-addresses',
      message: `\`${entry.ref}\` opens ${named.join(' and ')} addresses to ${whose}: whoever has a name can let it lead there`,
      help: 'name the hosts in `when`; or accept the finding with a reason',
      span: entry.span,
      entry: entry.ref,
      proof: 'no host is named, and the classes are',
    },
  ];
}

function ofRule(entry: Entry): readonly AddressClass[] {
  if ((entry.cells[0]?.severity ?? DENY) !== ALLOW) return [];
  const sets = setsOf(entry.scope).filter(({ fact }) => fact === 'addressClass');
  return OPEN_BY_NAME.filter((one) =>
    sets.some((set) => set.kind === 'members' && set.members.includes(one)),
  );
}

function ofTable(entry: Entry): readonly AddressClass[] {
  const at = entry.axes.findIndex(({ fact }) => fact === 'addressClass');
  const axis = entry.axes[at];
  if (axis === undefined) return [];
  const positionOf = positionsOn(entry.axes, at);
  return OPEN_BY_NAME.filter((one) =>
    entry.cells.some(
      (cell, index) => cell.severity === ALLOW && positionOf(index) === axis.positions.get(one),
    ),
  );
}

/** Whether it may speak of what goes to an address. */
function goes(entry: Entry, { model }: Context): boolean {
  return model
    .placesOf(entry)
    .some(({ slice }) =>
      NAVIGATIONS.some((one) => one === model.space.witness(CAPABILITY_INDEX, slice.capability)),
    );
}
