// Widgets as jQuery UI draws them: date picker and spinner, accordion and dialog, slider under tabs, autocomplete and menu.
import { atLast, type Random, type Task } from '../../contract.ts';
import { MONTHS, PLACES, sentence, THINGS, TOPICS } from '../../words.ts';
import { document, had, notDone, sitePage, type SitePage } from '../site.ts';

const pad = (n: number): string => String(n).padStart(2, '0');

/** A day of an open weekday, or of a Monday, when the place is closed. */
const day = (r: Random, closed = false) => {
  const [y, m] = [r.int(2025, 2027), r.int(0, 11)];
  const days = Array.from({ length: 28 }, (_, i) => i + 1).filter(
    (d) => (new Date(y, m, d).getDay() === 1) === closed,
  );
  const d = r.pick(days);
  const start = new Date(y, m + r.int(-2, 2), 1);
  return {
    said: `${d} ${MONTHS[m] ?? ''} ${y}`,
    written: `${pad(m + 1)}/${pad(d)}/${y}`,
    pages: {
      '/': document('jquery-ui/datepicker', 'Reserve', {
        months: MONTHS,
        year: start.getFullYear(),
        month: start.getMonth(),
      }),
    },
  };
};

const help = (r: Random, offline = false) => {
  const items = r
    .sample(TOPICS, 4)
    .map((topic) => ({ q: `About ${topic}`, a: `${sentence(r, 6)} Code ${r.int(1000, 9999)}.` }));
  return {
    items,
    want: r.pick(items),
    pages: { '/': document('jquery-ui/accordion', 'Help', { items, offline }) },
  };
};

const light = (r: Random, broken = false) => {
  const rooms = ['Kitchen', 'Hall', 'Study'].map((name) => ({ name, level: r.int(4, 8) * 5 }));
  return { rooms, pages: { '/': document('jquery-ui/slider', 'Room light', { rooms, broken }) } };
};

const SIZES = ['Small', 'Medium', 'Large', 'Giant'];
const plants = (): Task['pages'] => ({
  '/': document('jquery-ui/autocomplete', 'Find a plant', {
    plants: THINGS.map((thing) => `${thing} fern`),
    sizes: SIZES,
  }),
});

export const JQUERY_UI: readonly SitePage[] = [
  sitePage('jQuery UI', 'date picker and spinner', {
    'day and guests': (r) => {
      const { said, written, pages } = day(r);
      const guests = r.int(3, 8);
      return {
        intent: `choose ${said} as the day, set the guests to ${guests} and press Reserve`,
        pages,
        check: atLast({ day: written, guests: String(guests) }),
      };
    },
    'day alone': (r) => {
      const { said, written, pages } = day(r);
      return {
        intent: `pick ${said} as the day and press Reserve`,
        pages,
        check: atLast({ day: written, guests: '2' }),
      };
    },
    'closed on Mondays': (r) => {
      const { said, pages } = day(r, true);
      return notDone(`choose ${said} as the day and press Reserve`, pages);
    },
  }),
  sitePage('jQuery UI', 'accordion and dialog', {
    unfold: (r) => {
      const { want, pages } = help(r);
      return { intent: `open the section "${want.q}"`, pages, check: atLast({ open: want.q }) };
    },
    'read a section': (r) => {
      const { want, pages } = help(r);
      const wanted = want.a.slice(-10, -1);
      return {
        intent: `what does the section "${want.q}" say?`,
        pages,
        check: ({ answer }) => answer?.includes(wanted) === true,
      };
    },
    'message in the dialog': (r) => {
      const message = sentence(r, 5);
      return {
        intent: `press Contact us, write "${message}" as the message and send it`,
        pages: help(r).pages,
        check: had({ message }),
      };
    },
    'message that fails': (r) =>
      notDone(
        `press Contact us, write "${sentence(r, 4)}" as the message and press Send`,
        help(r, true).pages,
      ),
  }),
  sitePage('jQuery UI', 'slider under tabs', {
    'slider of the open tab': (r) => {
      const level = r.int(12, 18) * 5;
      return {
        intent: `set the brightness of the Kitchen to ${level} and press Apply`,
        pages: light(r).pages,
        check: atLast({ room: 'Kitchen', level: String(level) }),
      };
    },
    'slider of another tab': (r) => {
      const level = r.int(1, 3) * 5;
      return {
        intent: `open the tab Study, set the brightness to ${level} and press Apply`,
        pages: light(r).pages,
        check: atLast({ room: 'Study', level: String(level) }),
      };
    },
    'slider that is stuck': (r) =>
      notDone(`set the brightness of the Kitchen to ${r.int(12, 18) * 5}`, light(r, true).pages),
  }),
  sitePage('jQuery UI', 'autocomplete and select menu', {
    both: (r) => {
      const [thing, size] = [r.pick(THINGS), r.pick(['Small', 'Large', 'Giant'])];
      return {
        intent: `choose the plant "${thing} fern", select the size ${size} and press Order`,
        pages: plants(),
        check: atLast({ plant: `${thing} fern`, size }),
      };
    },
    'plant alone': (r) => {
      const thing = r.pick(THINGS);
      return {
        intent: `order ${thing} fern`,
        pages: plants(),
        check: atLast({ plant: `${thing} fern`, size: 'Medium' }),
      };
    },
    'plant that is not sold': (r) =>
      notDone(`choose the plant "${r.pick(PLACES)} palm" and press Order`, plants()),
  }),
];
