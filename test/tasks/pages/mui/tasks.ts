// Widgets as MUI draws them: select and autocomplete in a portal, switch, slider; a grid of rows.
import { atLast, type Random, type Task } from '../../contract.ts';
import { FOODS, fullName } from '../../words.ts';
import { document, had, notDone, sitePage, type SitePage } from '../site.ts';

const COFFEES = ['Espresso', 'Cortado', 'Flat white', 'Mocha'];
const coffee = (closed = false): Task['pages'] => ({
  '/': document('mui/select', 'Order a coffee', { coffees: COFFEES, syrups: FOODS, closed }),
});

const invoices = (r: Random) => {
  const rows = Array.from({ length: 18 }, (_, i) => ({
    no: `R-${1000 + i * 7}`,
    who: fullName(r),
    sum: r.int(20, 999),
  }));
  return {
    near: r.pick(rows.slice(0, 4)),
    far: r.pick(rows.slice(9)),
    pages: { '/': document('mui/data-grid', 'Invoices', { rows }) },
  };
};

export const MUI: readonly SitePage[] = [
  sitePage('MUI', 'select, switch, slider', {
    'coffee alone': (r) => {
      const want = r.pick(COFFEES);
      return {
        intent: r.pick([`choose ${want} as the coffee and press Order`, `order a ${want}`]),
        pages: coffee(),
        check: atLast({ coffee: want, syrup: '', milk: 'false', heat: '60' }),
      };
    },
    'with syrup and oat milk': (r) => {
      const [want, syrup] = [r.pick(COFFEES), r.pick(FOODS)];
      return {
        intent: `set Coffee to ${want} and Syrup to ${syrup}, turn on Oat milk and press Order`,
        pages: coffee(),
        check: atLast({ coffee: want, syrup, milk: 'true', heat: '60' }),
      };
    },
    hotter: (r) => {
      const [want, heat] = [r.pick(COFFEES), String(r.int(13, 16) * 5)];
      return {
        intent: `select the coffee ${want}, set the temperature to ${heat} and press Order`,
        pages: coffee(),
        check: atLast({ coffee: want, syrup: '', milk: 'false', heat }),
      };
    },
    closed: (r) => notDone(`choose ${r.pick(COFFEES)} as the coffee and press Order`, coffee(true)),
  }),
  sitePage('MUI', 'grid of rows', {
    'row in sight': (r) => {
      const { near, pages } = invoices(r);
      return { intent: `mark the invoice ${near.no} as paid`, pages, check: atLast({ paid: near.no }) };
    },
    'row below': (r) => {
      const { far, pages } = invoices(r);
      return {
        intent: `select the row of invoice ${far.no} and press Mark as paid`,
        pages,
        check: atLast({ paid: far.no }),
      };
    },
    'sort by amount': (r) => ({
      intent: 'sort the invoices by amount',
      pages: invoices(r).pages,
      check: had({ sort: 'sum' }),
    }),
    'no such invoice': (r) => notDone(`mark the invoice R-${r.int(5000, 9000)} as paid`, invoices(r).pages),
  }),
];
