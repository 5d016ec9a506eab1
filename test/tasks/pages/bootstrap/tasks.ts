// Widgets as Bootstrap draws them: a folded navigation with drop-downs, modals, a panel from the side with an accordion.
import { atLast, type Random, type Task } from '../../contract.ts';
import { FIRST, PLACES, THINGS, TOPICS } from '../../words.ts';
import { document, notDone, sitePage, type SitePage } from '../site.ts';

const ACTS = ['Print', 'Export', 'Duplicate', 'Merge'];
const navbar = (r: Random) => {
  const names = r.sample(TOPICS, 4);
  const subs = r.sample(THINGS, 6);
  const items = [
    { name: names[0] },
    { name: names[1], sub: subs.slice(0, 3) },
    { name: names[2], sub: subs.slice(3) },
    { name: names[3] },
  ];
  const off = r.pick(ACTS);
  const acts = ACTS.map((name) => ({ name, off: name === off }));
  return {
    plain: r.pick([names[0] ?? '', names[3] ?? '']),
    sub: r.pick(subs),
    off,
    act: r.pick(ACTS.filter((name) => name !== off)),
    pages: { '/': document('bootstrap/navbar', 'Harbour', { items, acts }) },
  };
};

const team = (r: Random) => {
  const people = r.sample(FIRST, 5).map((name) => ({ name, role: r.pick(['Viewer', 'Editor']) }));
  return {
    want: r.pick(people).name,
    mail: `${r.pick(FIRST).toLowerCase()}@mail.example`,
    pages: { '/': document('bootstrap/modal', 'Team', { people, barred: 'rival.example' }) },
  };
};

const KINDS = ['Novel', 'Poetry', 'Atlas'];
const library = (r: Random) => {
  const books = r.sample(PLACES, 6).map((place) => ({
    title: `A guide to ${place}`,
    year: r.int(1950, 2020),
    kind: r.pick(KINDS),
    free: r.chance(0.5),
  }));
  const faq = [
    { q: 'How long may I keep a book?', a: `For ${r.int(10, 40)} days.` },
    { q: 'What does a card cost?', a: `${r.int(3, 30)} euros a year.` },
  ];
  return {
    faq,
    pages: {
      '/': document('bootstrap/offcanvas', 'Library', { books, kinds: KINDS, faq }),
    } satisfies Task['pages'],
  };
};

export const BOOTSTRAP: readonly SitePage[] = [
  sitePage('Bootstrap', 'folded navigation', {
    'entry of the folded bar': (r) => {
      const { plain, pages } = navbar(r);
      return { intent: `go to ${plain}`, pages, check: atLast({ page: plain }) };
    },
    'entry of a drop-down in it': (r) => {
      const { sub, pages } = navbar(r);
      return { intent: `open ${sub} in the navigation menu`, pages, check: atLast({ page: sub }) };
    },
    'split button': (r) => {
      const { act, pages } = navbar(r);
      return { intent: `choose ${act} under Actions`, pages, check: atLast({ act }) };
    },
    'entry that is off': (r) => {
      const { off, pages } = navbar(r);
      return notDone(`choose ${off} under Actions`, pages);
    },
  }),
  sitePage('Bootstrap', 'modals', {
    invite: (r) => {
      const { mail, pages } = team(r);
      const role = r.pick(['Editor', 'Owner']);
      return {
        intent: `invite ${mail} as ${role} and send the invitation`,
        pages,
        check: atLast({ mail, role }),
      };
    },
    'bin icon and question': (r) => {
      const { want, pages } = team(r);
      return {
        intent: r.pick([`remove ${want} from the team`, `delete ${want} from the table and say yes`]),
        pages,
        check: atLast({ removed: want }),
      };
    },
    'address that is refused': (r) =>
      notDone(
        `press Invite, enter ${r.pick(FIRST).toLowerCase()}@rival.example as the email address and press Send invitation`,
        team(r).pages,
      ),
  }),
  sitePage('Bootstrap', 'panel from the side', {
    'switch in the panel': (r) => ({
      intent: 'filter for available books only and show the results',
      pages: library(r).pages,
      check: atLast({ available: 'true', kind: '', after: '1950' }),
    }),
    'kind and year': (r) => {
      const [kind, after] = [r.pick(KINDS), String(r.int(196, 201) * 10)];
      return {
        intent: `open the filter, choose ${kind}, set published after to ${after} and press Show results`,
        pages: library(r).pages,
        check: atLast({ available: 'false', kind, after }),
      };
    },
    'answer in the accordion': (r) => {
      const { faq, pages } = library(r);
      const want = r.pick(faq);
      return {
        intent: `find out the answer to "${want.q}"`,
        pages,
        check: ({ answer }) => answer?.includes(want.a.slice(0, -1)) === true,
      };
    },
    'kind that is not there': (r) =>
      notDone('open the filter, choose Comics and press Show results', library(r).pages),
  }),
];
