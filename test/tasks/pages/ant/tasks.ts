// Widgets as Ant Design draws them: select, date picker, radio buttons, number; tree and transfer.
import { atLast, type Random } from '../../contract.ts';
import { FIRST, MONTHS, PLACES, THINGS, TOPICS } from '../../words.ts';
import { document, notDone, sitePage, type SitePage } from '../site.ts';

const CLASSES = ['Economy', 'Comfort', 'Business'];
const pad = (n: number): string => String(n).padStart(2, '0');
const travel = (r: Random, full = false) => {
  const [y, m, d] = [r.int(2025, 2027), r.int(0, 11), r.int(1, 28)];
  const start = new Date(y, m + r.int(-2, 2), 1);
  return {
    said: `${MONTHS[m] ?? ''} ${d}, ${y}`,
    written: `${y}-${pad(m + 1)}-${pad(d)}`,
    place: r.pick(PLACES),
    pages: {
      '/': document('ant/form', 'Travel request', {
        places: PLACES,
        months: MONTHS,
        classes: CLASSES,
        year: start.getFullYear(),
        month: start.getMonth(),
        full,
      }),
    },
  };
};

const rights = (r: Random, refused = false) => {
  const leaves = r.sample(THINGS, 6);
  const tree = r.sample(TOPICS, 2).map((name, i) => ({ name, items: leaves.slice(i * 3, i * 3 + 3) }));
  const people = r.sample(FIRST, 5);
  return {
    tree,
    leaf: r.pick(leaves),
    person: r.pick(people),
    pages: { '/': document('ant/tree', 'Permissions', { tree, people, refused }) },
  };
};

export const ANT: readonly SitePage[] = [
  sitePage('Ant Design', 'form', {
    'destination and day': (r) => {
      const { place, said, written, pages } = travel(r);
      return {
        intent: `choose ${place} as the destination and ${said} as the day, then press Submit request`,
        pages,
        check: atLast({ dest: place, day: written, cls: 'Economy', nights: '1' }),
      };
    },
    'class and nights': (r) => {
      const { place, pages } = travel(r);
      const [cls, nights] = [r.pick(CLASSES.slice(1)), String(r.int(2, 9))];
      return {
        intent: `select the destination ${place}, choose ${cls}, set the nights to ${nights} and submit the request`,
        pages,
        check: atLast({ dest: place, day: '', cls, nights }),
      };
    },
    'no budget': (r) => {
      const { place, pages } = travel(r, true);
      return notDone(`choose ${place} as the destination and press Submit request`, pages);
    },
  }),
  sitePage('Ant Design', 'tree and transfer', {
    'leaf of the tree': (r) => {
      const { leaf, pages } = rights(r);
      return { intent: `tick ${leaf} in the tree`, pages, check: atLast({ ticked: leaf }) };
    },
    transfer: (r) => {
      const { person, pages } = rights(r);
      return {
        intent: r.pick([
          `move ${person} from the source to the target`,
          `tick ${person} and move it to the right`,
        ]),
        pages,
        check: atLast({ right: person }),
      };
    },
    'not an administrator': (r) => {
      const { tree, pages } = rights(r, true);
      return notDone(`tick ${tree[0]?.name ?? ''} and press Save`, pages, () => true);
    },
  }),
];
