// Forms of banks and offices: accounts, a transfer, a permit, a log-in.
import { answers, atLast, type Random, type Task } from '../../contract.ts';
import { code, FIRST, fullName, MONTHS, sentence } from '../../words.ts';
import { document, notDone, sitePage, type SitePage } from '../site.ts';

const NAMES = ['Current account', 'Savings', 'Joint account', 'Holiday fund'];
const accounts = (r: Random) => {
  const list = r.sample(NAMES, 3).map((name) => ({
    name,
    balance: r.int(200, 9000),
    iban: `DE${r.int(10, 99)} ${r.int(1000, 9999)} ${r.int(1000, 9999)}`,
    limit: r.int(1, 9) * 500,
  }));
  const statements = r.sample(MONTHS, 4).map((month) => ({ month, account: r.pick(list).name }));
  return {
    list,
    statements,
    want: r.pick(list),
    absent: NAMES.find((name) => !list.some((a) => a.name === name)) ?? '',
  };
};
const accountPages = (a: ReturnType<typeof accounts>): Task['pages'] => ({
  '/': document('office/accounts', 'Accounts', { accounts: a.list, statements: a.statements }),
});
const transferPages = (a: ReturnType<typeof accounts>): Task['pages'] => ({
  '/': document('office/transfer', 'Transfer', { accounts: a.list }),
});

const VEHICLES = ['Car', 'Motorbike', 'Van', 'Trailer'];
const permit = (): Task['pages'] => ({
  '/': document('office/government', 'Apply for a parking permit', { vehicles: VEHICLES, latest: 2006 }),
});

export const BANKS: readonly SitePage[] = [
  sitePage('office', 'bank accounts', {
    balance: (r) => {
      const all = accounts(r);
      return {
        intent: `what is the balance of the ${all.want.name}?`,
        pages: accountPages(all),
        check: answers(
          String(all.want.balance),
          ...all.list.filter((a) => a !== all.want).map((a) => String(a.balance)),
        ),
      };
    },
    'number in the details': (r) => {
      const all = accounts(r);
      return {
        intent: `tell me the IBAN of ${all.want.name}`,
        pages: accountPages(all),
        check: ({ answer }) => answer?.includes(all.want.iban) === true,
      };
    },
    statement: (r) => {
      const all = accounts(r);
      const { month, account } = r.pick(all.statements);
      return {
        intent: `download the statement for ${month}`,
        pages: accountPages(all),
        check: atLast({ month, account }),
      };
    },
    'no such account': (r) => {
      const all = accounts(r);
      return notDone(`what is the balance of the ${all.absent}?`, accountPages(all));
    },
  }),
  sitePage('office', 'bank transfer', {
    whole: (r) => {
      const all = accounts(r);
      const from = all.list[2] ?? all.want;
      const [to, amount, ref] = [fullName(r), r.int(5, 150), sentence(r, 3)];
      const iban = `DE${r.int(10, 99)}${r.int(100_000, 999_999)}`;
      return {
        intent: `transfer ${amount} from ${from.name} to "${to}" with the IBAN ${iban} and the reference "${ref}", press Review and confirm the transfer`,
        pages: transferPages(all),
        check: atLast({ from: from.name, to, iban, amount: amount.toFixed(2), ref }),
      };
    },
    'from the first account': (r) => {
      const all = accounts(r);
      const [to, amount] = [fullName(r), `${r.int(5, 99)}.50`];
      const iban = `DE${r.int(10, 99)}${r.int(100_000, 999_999)}`;
      return {
        intent: `enter "${to}" as the recipient, ${iban} as the IBAN and ${amount} as the amount, press Review and then Confirm transfer`,
        pages: transferPages(all),
        check: atLast({ from: all.list[0]?.name ?? '', to, iban, amount, ref: '' }),
      };
    },
    'more than there is': (r) => {
      const all = accounts(r);
      return notDone(
        `enter "${fullName(r)}" as the recipient, DE${r.int(10_000, 99_999)} as the IBAN and 99000 as the amount, press Review and then Confirm transfer`,
        transferPages(all),
      );
    },
  }),
  sitePage('office', 'government form', {
    'by e-mail': (r) => {
      const [d, m, y] = [r.int(1, 28), r.int(1, 12), r.int(1950, 2000)];
      const at = `${r.pick(FIRST).toLowerCase()}@mail.example`;
      const vehicle = r.pick(VEHICLES);
      return {
        intent: `my date of birth is ${d} ${MONTHS[m - 1] ?? ''} ${y}; choose Email as contact and enter ${at} as the email address, tick ${vehicle} and press Save and continue`,
        pages: permit(),
        check: atLast({ born: `${d}.${m}.${y}`, by: 'Email', at, vehicles: vehicle }),
      };
    },
    'by telephone': (r) => {
      const [d, m, y] = [r.int(1, 28), r.int(1, 12), r.int(1950, 2000)];
      const tel = `0${r.int(100, 999)} ${r.int(10_000, 99_999)}`;
      const both = r.sample(VEHICLES, 2);
      return {
        intent: `enter ${d} as the day, ${m} as the month and ${y} as the year, select Phone, enter "${tel}" as the phone number, tick ${both.join(' and ')}, then press Save and continue`,
        pages: permit(),
        check: ({ reports }) =>
          reports.at(-1)?.['at'] === tel &&
          reports.at(-1)?.['born'] === `${d}.${m}.${y}` &&
          reports.at(-1)?.['vehicles'] === VEHICLES.filter((v) => both.includes(v)).join(),
      };
    },
    'refused date': (r) =>
      notDone(
        `enter 31 as the day, 14 as the month and ${r.int(1950, 2000)} as the year, select Email, enter a@b.example as the email address and press Save and continue`,
        permit(),
      ),
  }),
  sitePage('office', 'log-in', {
    right: (r) => {
      const [user, pass] = [r.pick(FIRST).toLowerCase(), code(r, 8)];
      return {
        intent: r.pick([
          `sign in with the username "${user}" and the password "${pass}"`,
          `log in as ${user} with password ${pass}`,
        ]),
        pages: { '/': document('office/login', 'Sign in', { user, pass }) },
        check: atLast({ user, stay: 'false' }),
      };
    },
    'and stay': (r) => {
      const [user, pass] = [r.pick(FIRST).toLowerCase(), code(r, 8)];
      return {
        intent: `enter "${user}" as the username and "${pass}" as the password, tick Keep me signed in and press Sign in`,
        pages: { '/': document('office/login', 'Sign in', { user, pass }) },
        check: atLast({ user, stay: 'true' }),
      };
    },
    'show the password': (r) => ({
      intent: 'show the password by clicking the eye',
      pages: { '/': document('office/login', 'Sign in', { user: 'x', pass: code(r, 5) }) },
      check: atLast({ shown: 'true' }),
    }),
    'wrong password': (r) => {
      const user = r.pick(FIRST).toLowerCase();
      return notDone(`log in with the username "${user}" and the password "${code(r, 6)}"`, {
        '/': document('office/login', 'Sign in', { user, pass: code(r, 9) }),
      });
    },
  }),
];
