// Programs to work with: a board, an editor of posts, files, a chat, a dashboard, a table of users.
import { answers, atLast, type Random, type Task } from '../../contract.ts';
import { FIRST, MONTHS, PLACES, sentence, THINGS, TOPICS } from '../../words.ts';
import { document, had, notDone, sitePage, type SitePage } from '../site.ts';

const board = (r: Random, locked = false) => {
  const cards = r.sample(THINGS, 6).map((thing) => `Mend the ${thing.toLowerCase()}`);
  const columns = ['Backlog', 'Doing', 'Finished'].map((name, i) => ({
    name,
    cards: cards.slice(i * 2, i * 2 + 2),
  }));
  return { cards, columns, pages: { '/': document('work/board', 'Board', { columns, locked }) } };
};

const cms = (locked = false): Task['pages'] => ({ '/': document('work/cms', 'Edit post', { locked }) });

const files = (r: Random) => {
  const names = r.sample(THINGS, 8).map((thing) => thing.toLowerCase());
  const file = (name = '', locked = false) => ({ name: `${name}.pdf`, size: r.int(3, 900), locked });
  const tree = [
    { name: r.pick(TOPICS), items: [file(names[0]), file(names[1]), file(names[2])] },
    file(names[3]),
    file(names[4], true),
    file(names[5]),
    file(names[6]),
  ];
  return {
    tree,
    folder: tree[0]?.name ?? '',
    inside: `${names[r.int(0, 2)] ?? ''}.pdf`,
    plain: `${names[r.pick([3, 5, 6])] ?? ''}.pdf`,
    locked: `${names[4] ?? ''}.pdf`,
    pages: { '/': document('work/files', 'My files', { tree }) },
  };
};

const chat = (r: Random) => {
  const channels = r.sample(TOPICS, 4).map((topic, i) => ({
    name: topic.toLowerCase(),
    archived: i === 3,
    messages: r
      .sample(FIRST, 4)
      .map((who) => ({ who, at: `${r.int(8, 17)}:${r.int(10, 59)}`, text: sentence(r, 7) })),
  }));
  return {
    channels,
    other: channels[r.int(1, 2)]?.name ?? '',
    closed: channels[3]?.name ?? '',
    who: r.pick(channels[0]?.messages ?? []).who,
    pages: { '/': document('work/chat', 'Chat', { channels }) },
  };
};

const METRICS = ['Visitors', 'Orders', 'Revenue', 'Returns', 'Signups', 'Refunds'];
const dashboard = (r: Random) => {
  const periods = ['Last 7 days', 'Last 30 days', 'This year'];
  const cards = r.sample(METRICS.slice(0, 5), 4).map((name) => ({
    name,
    values: periods.map(() => String(r.int(100, 9999))),
    up: r.chance(0.5),
    change: r.int(1, 40),
  }));
  return {
    cards,
    periods,
    want: r.pick(cards),
    pages: { '/': document('work/dashboard', 'Overview', { cards, periods }) },
  };
};

const admin = (r: Random) => {
  const names = r.sample(FIRST, 15);
  const people = names
    .slice(0, 14)
    .map((name) => ({ name, role: r.pick(['Editor', 'Viewer', 'Owner']), logins: r.int(1, 400) }));
  return {
    people,
    absent: names[14] ?? '',
    far: r.pick(people.slice(5)),
    near: r.pick(people.slice(0, 5)),
    pages: { '/': document('work/admin', 'Users', { people }) },
  };
};

export const PROGRAMS: readonly SitePage[] = [
  sitePage('work', 'board', {
    'drag a card': (r) => {
      const { columns, pages } = board(r);
      const card = r.pick(columns[0]?.cards ?? []);
      const to = r.pick(['Doing', 'Finished']);
      return {
        intent: r.pick([`drag "${card}" to ${to}`, `move the card "${card}" to the list ${to}`]),
        pages,
        check: atLast({ card, to }),
      };
    },
    'add a card': (r) => {
      const added = `Paint the ${r.pick(THINGS).toLowerCase()}`;
      return {
        intent: `add a card "${added}" to Backlog`,
        pages: board(r).pages,
        check: atLast({ added, to: 'Backlog' }),
      };
    },
    'count of a list': (r) => ({
      intent: 'how many cards are in Doing?',
      pages: board(r).pages,
      check: answers('2'),
    }),
    'locked board': (r) => {
      const { columns, pages } = board(r, true);
      return notDone(`drag "${columns[0]?.cards[0] ?? ''}" to Finished`, pages);
    },
  }),
  sitePage('work', 'editor of posts', {
    publish: (r) => {
      const [title, text] = [`${r.pick(PLACES)} in ${r.pick(MONTHS)}`, sentence(r, 7)];
      return {
        intent: `enter "${title}" as the title, write "${text}" in the block below and press Publish`,
        pages: cms(),
        check: atLast({ how: 'published', title, text, tags: '' }),
      };
    },
    tag: (r) => {
      const tags = r.pick(TOPICS).toLowerCase();
      return { intent: `add the tag "${tags}"`, pages: cms(), check: atLast({ tags }) };
    },
    'bold by its picture': (r) => ({
      intent: r.pick(['turn on bold', 'press the bold button']),
      pages: cms(),
      check: atLast({ bold: 'true' }),
    }),
    'not allowed to publish': (r) =>
      notDone(`enter "${r.pick(PLACES)} again" as the title and publish the post`, cms(true)),
  }),
  sitePage('work', 'files', {
    'file in a folder': (r) => {
      const { folder, inside, pages } = files(r);
      return {
        intent: `open the folder ${folder} and open ${inside} in it`,
        pages,
        check: atLast({ file: inside, in: folder }),
      };
    },
    rename: (r) => {
      const { plain, pages } = files(r);
      const to = `${r.pick(PLACES).toLowerCase()}.pdf`;
      return { intent: `rename ${plain} to ${to}`, pages, check: atLast({ renamed: plain, to }) };
    },
    delete: (r) => {
      const { plain, pages } = files(r);
      return { intent: `delete the file ${plain}`, pages, check: atLast({ deleted: plain }) };
    },
    'new folder': (r) => {
      const created = `${r.pick(PLACES)} photos`;
      return {
        intent: `create a new folder called "${created}"`,
        pages: files(r).pages,
        check: atLast({ created }),
      };
    },
    'file in use': (r) => {
      const { locked, pages } = files(r);
      return notDone(`delete the file ${locked}`, pages);
    },
  }),
  sitePage('work', 'chat', {
    'write in a channel': (r) => {
      const { other, pages } = chat(r);
      const said = sentence(r, 5);
      return {
        intent: `open the channel ${other} and send the message "${said}"`,
        pages,
        check: atLast({ said, in: other }),
      };
    },
    'reaction by hovering': (r) => {
      const { who, pages } = chat(r);
      return {
        intent: `react to ${who}'s message with a thumbs up`,
        pages,
        check: had({ reaction: '👍', to: who }),
      };
    },
    'archived channel': (r) => {
      const { closed, pages } = chat(r);
      return notDone(
        `open the channel ${closed} and send the message "${sentence(r, 4)}"`,
        pages,
        ({ reports }) => reports.every((one) => one['said'] === undefined),
      );
    },
  }),
  sitePage('work', 'dashboard', {
    figure: (r) => {
      const { cards, want, pages } = dashboard(r);
      return {
        intent: `how many ${want.name.toLowerCase()} are shown for the last 7 days?`,
        pages,
        check: answers(
          want.values[0] ?? '',
          ...cards.filter((c) => c !== want).map((c) => c.values[0] ?? ''),
        ),
      };
    },
    'figure of another period': (r) => {
      const { want, periods, pages } = dashboard(r);
      const at = r.int(1, 2);
      return {
        intent: `choose ${periods[at] ?? ''} and tell me the figure for ${want.name}`,
        pages,
        check: ({ answer }) => answer?.includes(want.values[at] ?? '') === true,
      };
    },
    'remove a card': (r) => {
      const { want, pages } = dashboard(r);
      return {
        intent: `remove the card ${want.name} from the dashboard`,
        pages,
        check: atLast({ remove: want.name }),
      };
    },
    'figure that is not there': (r) =>
      notDone(`what is the figure for ${METRICS[5] ?? ''}?`, dashboard(r).pages),
  }),
  sitePage('work', 'table of users', {
    'row on another page': (r) => {
      const { far, pages } = admin(r);
      return {
        intent: r.pick([`suspend the user ${far.name}`, `find ${far.name} in the table and suspend them`]),
        pages,
        check: atLast({ suspend: far.name, off: 'true' }),
      };
    },
    'edit a row': (r) => {
      const { near, pages } = admin(r);
      return {
        intent: `open the menu in the row of ${near.name} and choose Edit`,
        pages,
        check: atLast({ edit: near.name }),
      };
    },
    'sort by a column': (r) => ({
      intent: 'sort the users by logins',
      pages: admin(r).pages,
      check: had({ sort: 'logins' }),
    }),
    'nobody of that name': (r) => {
      const { absent, pages } = admin(r);
      return notDone(`suspend the user ${absent}`, pages);
    },
  }),
];
