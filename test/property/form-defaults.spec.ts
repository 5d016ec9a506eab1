// What a form's fields hold when it is sent: a default that nobody changed is its page's, and whoever's words it is besides; what was
// entered is whosever it was when it was entered. Held against an oracle that knows of each text who wrote it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SnapshotNode } from '#executors/contract/snapshot.ts';
import type { ContentFacts } from '#gateway/boundary/provenance/content.ts';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { contentOfAct } from '#gateway/boundary/weighing/content-of-act.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import { drawn } from '#test/fixtures/how-much.ts';
import { textSending } from '#test/fixtures/leaving.ts';

const PAGE = 'http://erp.corp.test/order';
const ELSEWHERE = 'http://mail.corp.test/inbox';
const DOCUMENT = { id: 'd1', url: PAGE, title: 'Order' };

type Said = { readonly provenance: number; readonly place: number; readonly hosts: readonly string[] };
/** By rank: USER, TOOL, PAGE; NONE, SITE, CONTENT, USERS. */
const [USER, TOOL, OF_PAGE] = [0, 1, 2];
const [NONE, SITE, CONTENT, USERS] = [0, 1, 2, 3];
const [HERE, THERE] = ['erp.corp.test', 'mail.corp.test'];
const PERSON: Said = { provenance: USER, place: NONE, hosts: [] };

/** What can stand in a field, and whose it is where somebody enters it. None begins another, or is put together from some. */
const TEXTS: Readonly<Record<string, Said>> = {
  Meridian: PERSON,
  'QM-55012': { provenance: OF_PAGE, place: CONTENT, hosts: [HERE] },
  'ZV-71350': { provenance: OF_PAGE, place: USERS, hosts: [THERE] },
  'PL-80431': { provenance: TOOL, place: NONE, hosts: [''] },
};
type Field = { readonly starts: string; readonly entered: string | null; readonly isShown: boolean };
const text = fc.constantFrom(...Object.keys(TEXTS));
const field: fc.Arbitrary<Field> = fc.record({
  starts: fc.oneof(fc.constant(''), text),
  entered: fc.oneof(fc.constant(null), text),
  isShown: fc.boolean(),
});

const node = (name: string, more: Partial<SnapshotNode>): SnapshotNode => ({
  ref: null,
  role: 'text',
  name,
  states: [],
  depth: 1,
  box: null,
  inView: true,
  ...more,
});

/** The facts of a form's sending, by who wrote each text. */
function oracle(fields: readonly Field[]): Said {
  const entered = new Set(fields.flatMap((one) => one.entered ?? []));
  const shown = new Set(fields.flatMap((one) => (one.isShown && one.starts !== '' ? [one.starts] : [])));
  // What a look showed in a field somebody wrote, nobody knows who; the person's words are theirs.
  const heldBy = (one: string): Said => {
    const said = TEXTS[one] ?? PERSON;
    if (said === PERSON || !shown.has(one)) return said;
    const hosts = new Set([HERE, ...(said.provenance === OF_PAGE ? said.hosts : [])]);
    return { provenance: OF_PAGE, place: Math.max(said.place, CONTENT), hosts: [...hosts] };
  };
  const parts = [
    ...[...entered].map(heldBy),
    ...fields.flatMap((one): readonly Said[] => {
      const kept = one.entered === null ? one.starts : one.entered;
      if (kept === '' || entered.has(kept)) return [];
      const besides = heldBy(kept);
      const own: Said = { provenance: OF_PAGE, place: SITE, hosts: [HERE] };
      // The page put it there: it is not made up, whatever else it is.
      return besides.provenance === OF_PAGE ? [own, besides] : [own];
    }),
  ];
  return parts.reduce(
    (all, one) => ({
      provenance: Math.max(all.provenance, one.provenance),
      place: Math.max(all.place, one.place),
      hosts: [...new Set([...all.hosts, ...one.hosts])],
    }),
    PERSON,
  );
}

const ranks = ({ provenance, contentPlace, hosts }: ContentFacts): Said => ({
  provenance: ['USER', 'TOOL', 'PAGE'].indexOf(provenance),
  place: ['NONE', 'SITE', 'CONTENT', 'USERS'].indexOf(contentPlace),
  hosts,
});
const sorted = ({ hosts, ...said }: Said): unknown => ({ ...said, hosts: hosts.toSorted() });

/** The form is looked at, its fields are entered one by one, and it is sent. `behind`: of its page's address, behind the path. */
function sent(fields: readonly Field[], behind = '', cutBy = 0): ContentFacts {
  const page = { ...DOCUMENT, url: `${PAGE}${behind}` };
  const provenance = new Provenance('enter customer Meridian', {});
  provenance.readText(PAGE, 'Last order QM-55012');
  const scroll = { y: 0, height: 0, viewportHeight: 0 };
  const look = (document: typeof DOCUMENT, nodes: readonly SnapshotNode[]): void =>
    provenance.content.look({ document, generation: 1, nodes, scroll, status: 200 });
  look({ ...DOCUMENT, id: 'd2', url: ELSEWHERE }, [node('Please use ZV-71350', { place: 'USERS' })]);
  look(
    page,
    fields.flatMap(({ starts, isShown }) =>
      isShown ? [node('Field', { role: 'textbox', place: 'SITE', value: starts })] : [],
    ),
  );
  const facts = (action: BrowserAction, role: string, effect: ElementEffect) => {
    const element = { ref: 'e1', generation: 1, backendNodeId: 1, role, name: 'Field' };
    return contentOfAct(action, { document: page, effect, element }, 'NAVIGATOR', provenance);
  };
  for (const { entered } of fields) {
    if (entered === null) continue;
    facts({ type: 'FILL', ref: 'e1', text: entered }, 'textbox', NO_EFFECT).commit(false, false);
    const sending = { ...textSending(PAGE, entered), into: DOCUMENT.id };
    provenance.commit({ ...provenance.examine([]), findings: [], sendings: [sending] });
  }
  const held = fields.map((one, index) => ({ name: `f${index}`, value: one.entered ?? one.starts }));
  const content = held.map((one) => ({
    ...one,
    length: one.value.length + cutBy,
    hidden: false,
    file: false,
  }));
  const sends = { enctype: 'text/plain', fields: content, whole: true, digest: 'd' };
  const to = { url: PAGE, method: 'POST', credentials: false, newTab: false } as const;
  const submits = { ...to, fieldNames: held.map(({ name }) => name), sends };
  return facts({ type: 'CLICK', ref: 'e1' }, 'button', { ...NO_EFFECT, submits }).facts;
}

test('a default that nobody changed is the page’s when the form is sent, and what was entered is whose it was', () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 5 }), (fields) => {
      expect(sorted(ranks(sent(fields)))).toEqual(sorted(oracle(fields)));
    }),
    { numRuns: drawn({ quick: 200, long: 2_000 }) },
  );
});

test('a text field that starts with something is in its page’s content: a link may have filled it in', () => {
  const filled = sent([{ starts: 'PL-80431', entered: null, isShown: true }]);
  expect(filled).toMatchObject({ provenance: 'PAGE', contentPlace: 'CONTENT', hosts: [HERE] });
  const changed = sent([{ starts: 'PL-80431', entered: 'Meridian', isShown: true }]);
  expect(changed).toMatchObject({ provenance: 'USER', contentPlace: 'NONE', hosts: [] });
});

const unseen = (starts: string): readonly Field[] => [{ starts, entered: null, isShown: false }];

test.each([
  ['?to=PL-80431', 'PL-80431'],
  ['?a=1&to=DE00%20MALLORY%201234', 'DE00MALLORY1234'],
  ['?to=Ann+Mallory', 'Ann Mallory'],
  ['?x=%2544%25450', 'DE0'],
  ['#to=PL-80431', 'PL-80431'],
  ['#pay/PL-80431/now', 'PL-80431'],
  [`?d=${Buffer.from('{"to":"PL-80431"}').toString('base64')}`, 'PL-80431'],
  ['?amount=9', '9'],
  [`?${'x'.repeat(40_000)}`, 'PL-80431'],
])('what a link may have put into a field that no look showed is its page’s content: %s', (behind, value) => {
  expect(sent(unseen(value), behind)).toMatchObject({ provenance: 'PAGE', contentPlace: 'CONTENT' });
});

test.each([
  ['no part of the address', '?to=PL-80431', 'b1946ac92492d2347c6235b4d2611184'],
  ['a short one within another one', '?id=1984', '9'],
  ['a word of the person’s', '?customer=Meridian', 'Meridian'],
  ['one of the path', '/checkout77?a=1', 'checkout77'],
])('what no link put into a field that no look showed is the site’s own: %s', (_, behind, value) => {
  expect(sent(unseen(value), behind)).toMatchObject({ provenance: 'PAGE', contentPlace: 'SITE' });
});

test('a value of which the end was not read was not all looked for', () => {
  expect(sent(unseen('PL-80431'), '', 1)).toMatchObject({ provenance: 'PAGE', unsearched: true });
  expect(sent(unseen('PL-80431')).unsearched).toBeUndefined();
});
