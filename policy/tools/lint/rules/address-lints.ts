// Lints of address classes: class-missing, an entry for a host of this machine or its network that opens public addresses alone;
// broad-addresses, an ALLOW that opens such addresses behind whatever name leads there.
import { classifyHost } from '#policy/requests/address.ts';
import { NEVER_OPEN, OPEN_BY_NAME } from '#policy/engine/documents/built-in-addresses.ts';
import { setsOf } from '#policy/engine/documents/condition.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { ALLOW, DENY, positionsOn } from '#policy/engine/documents/document.ts';
import { NAVIGATIONS } from '#policy/engine/documents/open-addresses.ts';
import { patternsIn, suffixInWords } from '#policy/engine/reading/public-suffix.ts';
import { CAPABILITY_INDEX } from '#policy/engine/space/space.ts';
import type { AddressClass } from '#policy/language/vocabulary.ts';
import type { Context } from '#policy/tools/lint/model/context.ts';
import type { Remark } from '#policy/tools/lint/model/finding.ts';
import { namingClasses } from '#policy/tools/lint/model/fixes.ts';

export function addressLints(context: Context): readonly Remark[] {
  const { document, layer } = context;
  return [
    ...[...layer.rules, ...layer.delegate].flatMap((unit) => classMissing(unit, context)),
    ...[...document.defaults, ...layer.rules].flatMap((unit) => broadAddresses(unit, context)),
  ];
}

/** Hosts of an entry that are never public, by address or by name, each with its class. */
export function ownHosts(unit: Entry): readonly (readonly [string, AddressClass])[] {
  if (unit.publicAlone !== true) return [];
  return patternsIn(unit.scope, true).flatMap(({ text, host, below }) => {
    const own = classifyHost(below ? `w.${host}` : host);
    return own === 'PUBLIC' ? [] : [[text, own] as const];
  });
}

function classMissing(unit: Entry, context: Context): readonly Remark[] {
  const own = ownHosts(unit);
  const [first] = own;
  if (first === undefined) return [];
  const [text, addressClass] = first;
  const others = patternsIn(unit.scope, true).length > own.length;
  const classes = [...new Set(own.map(([, one]) => one))];
  const opened = classes.filter((one) => !NEVER_OPEN.some((never) => never === one));
  const named = others ? ['PUBLIC', ...opened] : opened;
  const word = `addressClass: ${named.length === 1 ? named.join('') : `[${named.join(', ')}]`}`;
  const place = { span: unit.span, entry: unit.ref };
  return [
    {
      id: 'class-missing',
      message: `\`${unit.ref}\` opens public addresses alone, and \`${text}\` is ${addressClass}: there it never has an effect`,
      help:
        opened.length === 0
          ? 'remove the host: link-local addresses and metadata services are never reached'
          : `add \`${word}\` to \`when\` if it is meant`,
      proof: 'an entry that names no address class means PUBLIC, and the host has none of it',
      ...place,
      ...(opened.length === 0 ? {} : namingClasses(unit, word, context)),
    },
  ];
}

/** What opens addresses of one's own network without saying of which hosts. */
function broadAddresses(unit: Entry, context: Context): readonly Remark[] {
  if (unit.publicAlone === true || !goes(unit, context)) return [];
  const named = unit.axes.length === 0 ? ofRule(unit) : ofTable(unit);
  if (named.length === 0) return [];
  const wide = patternsIn(unit.scope, true).filter(
    ({ host, below }) => below && suffixInWords(host) !== null,
  );
  const hosts = patternsIn(unit.scope, true).length > 0;
  if (hosts && wide.length === 0) return [];
  const whose = wide[0] === undefined ? 'every host' : `\`${wide[0].text}\``;
  return [
    {
      id: 'broad-addresses',
      message: `\`${unit.ref}\` opens ${named.join(' and ')} addresses to ${whose}: whoever has a name can let it lead there`,
      help: 'name the hosts in `when`; or accept the finding with a reason',
      span: unit.span,
      entry: unit.ref,
      proof: 'no host is named, and the classes are',
    },
  ];
}

function ofRule(unit: Entry): readonly AddressClass[] {
  if ((unit.cells[0]?.severity ?? DENY) !== ALLOW) return [];
  const sets = setsOf(unit.scope).filter(({ fact }) => fact === 'addressClass');
  return OPEN_BY_NAME.filter((one) =>
    sets.some((set) => set.kind === 'members' && set.members.includes(one)),
  );
}

function ofTable(unit: Entry): readonly AddressClass[] {
  const at = unit.axes.findIndex(({ fact }) => fact === 'addressClass');
  const axis = unit.axes[at];
  if (axis === undefined) return [];
  const positionOf = positionsOn(unit.axes, at);
  return OPEN_BY_NAME.filter((one) =>
    unit.cells.some(
      (cell, index) => cell.severity === ALLOW && positionOf(index) === axis.positions.get(one),
    ),
  );
}

/** Whether it may speak of what goes to an address. */
function goes(unit: Entry, { model }: Context): boolean {
  return model
    .placesOf(unit)
    .some(({ slice }) =>
      NAVIGATIONS.some((one) => one === model.space.witness(CAPABILITY_INDEX, slice.capability)),
    );
}
