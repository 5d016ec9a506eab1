// Headless widgets and bare ones: a select box as Radix draws it, an ARIA grid, a virtual list, a menu on hover with icons.
import { atLast, type Random, type Task } from '../../contract.ts';
import { code, FIRST, LAST, PLACES, THINGS, TOPICS } from '../../words.ts';
import { document, notDone, sitePage, type SitePage } from '../site.ts';

const ZONES = PLACES.slice(0, 8).map((place) => `Europe/${place}`);
const DENSITIES = ['Comfortable', 'Compact', 'Spacious'];
const preferences = (stuck = false): Task['pages'] => ({
  '/': document('headless/listbox', 'Preferences', { zones: ZONES, densities: DENSITIES, stuck }),
});

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
const sheet = (r: Random, locked = false) => {
  const projects = r.sample(TOPICS, 4);
  return {
    project: r.pick(projects),
    day: r.pick(DAYS),
    hours: String(r.int(1, 8)),
    pages: { '/': document('headless/grid', 'Timesheet', { projects, locked }) },
  };
};

const contacts = (r: Random) => {
  const people = r
    .shuffle(FIRST.flatMap((first) => LAST.slice(0, 3).map((last) => `${first} ${last}`)))
    .slice(0, 60)
    .sort()
    .map((name) => ({ name, phone: code(r, 7) }));
  return {
    near: r.pick(people.slice(0, 4)),
    far: r.pick(people.slice(15, 55)),
    pages: { '/': document('headless/virtual-list', 'Contacts', { people }) },
  };
};

const mega = (r: Random, deaf = false) => {
  const items = r.sample(THINGS, 9);
  const groups = r.sample(TOPICS, 3).map((name, i) => ({ name, items: items.slice(i * 3, i * 3 + 3) }));
  return {
    item: r.pick(items),
    absent: r.pick(THINGS.filter((thing) => !items.includes(thing))),
    pages: { '/': document('headless/mega-menu', 'Welcome', { groups, deaf }) },
  };
};

export const HEADLESS: readonly SitePage[] = [
  sitePage('headless', 'select box of Radix', {
    zone: (r) => {
      const zone = r.pick(ZONES);
      return {
        intent: `set the time zone to ${zone} and save the preferences`,
        pages: preferences(),
        check: atLast({ zone, density: DENSITIES[0] ?? '', hints: 'false', size: '20' }),
      };
    },
    'density and hints': (r) => {
      const density = r.pick(DENSITIES.slice(1));
      return {
        intent: `choose ${density} for the density, tick Show hints and press Save preferences`,
        pages: preferences(),
        check: atLast({ zone: '', density, hints: 'true', size: '20' }),
      };
    },
    'font size': (r) => {
      const size = String(r.int(22, 28));
      return {
        intent: `set the font size to ${size} and save the preferences`,
        pages: preferences(),
        check: atLast({ zone: '', density: DENSITIES[0] ?? '', hints: 'false', size }),
      };
    },
    'box that takes nothing': (r) => notDone(`set the time zone to ${r.pick(ZONES)}`, preferences(true)),
  }),
  sitePage('headless', 'ARIA grid', {
    'hours into a cell': (r) => {
      const { project, day, hours, pages } = sheet(r);
      return {
        intent: `double-click the cell of ${project} on ${day}, type ${hours} and press Enter`,
        pages,
        check: atLast({ cell: `${project} ${day}`, hours }),
      };
    },
    'hours in a sentence': (r) => {
      const { project, day, hours, pages } = sheet(r);
      return {
        intent: `enter ${hours} hours for ${project} on ${day}`,
        pages,
        check: atLast({ cell: `${project} ${day}`, hours }),
      };
    },
    'locked sheet': (r) => {
      const { project, day, hours, pages } = sheet(r, true);
      return notDone(`enter ${hours} hours for ${project} on ${day}`, pages);
    },
  }),
  sitePage('headless', 'virtual list', {
    'row in sight': (r) => {
      const { near, pages } = contacts(r);
      return { intent: `call ${near.name}`, pages, check: atLast({ call: near.name }) };
    },
    'row far below': (r) => {
      const { far, pages } = contacts(r);
      return {
        intent: r.pick([`open the contact ${far.name}`, `find ${far.name} in the list and click on it`]),
        pages,
        check: atLast({ opened: far.name }),
      };
    },
    'telephone of a row far below': (r) => {
      const { far, pages } = contacts(r);
      return {
        intent: `what is the telephone number of ${far.name}?`,
        pages,
        check: ({ answer }) => answer?.includes(far.phone) === true,
      };
    },
    'nobody of that name': (r) =>
      notDone(`call ${r.pick(FIRST)} ${r.pick(LAST.slice(5))}`, contacts(r).pages),
  }),
  sitePage('headless', 'menu on hover and icons', {
    'entry of a panel': (r) => {
      const { item, pages } = mega(r);
      return { intent: `open ${item} in the menu`, pages, check: atLast({ opened: item }) };
    },
    'account icon': (r) => ({
      intent: r.pick(['open my account', 'click the icon My account']),
      pages: mega(r).pages,
      check: atLast({ tool: 'sprite-user' }),
    }),
    'bell without a name': (r) => ({
      intent: 'click the bell',
      pages: mega(r).pages,
      check: atLast({ tool: 'fa-bell' }),
    }),
    'close the banner': (r) => ({
      intent: 'close the promotion',
      pages: mega(r).pages,
      check: atLast({ promo: 'closed' }),
    }),
    'dead bell': (r) => notDone('click the bell', mega(r, true).pages),
    'no such entry': (r) => {
      const { absent, pages } = mega(r);
      return notDone(`open ${absent} in the menu`, pages);
    },
  }),
];
