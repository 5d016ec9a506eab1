// Mail, a month, a week and a ticket, as their programs draw them.
import { answers, atLast, type Random } from '../../contract.ts';
import { code, FIRST, fullName, MONTHS, PLACES, sentence, THINGS, TOPICS } from '../../words.ts';
import { document, had, notDone, sitePage, type SitePage } from '../site.ts';

const mail = (r: Random) => {
  const whos = r.sample(FIRST, 7);
  const topics = r.sample(TOPICS, 6);
  const mails = whos.slice(0, 6).map((who, i) => ({
    who,
    subject: `${topics[i] ?? ''} ${r.pick(['notes', 'plan', 'tickets'])}`,
    text: sentence(r, 6),
    date: `${r.int(1, 28)} Mar`,
    unread: r.chance(0.5),
    star: false,
  }));
  return {
    mails,
    want: r.pick(mails),
    absent: whos[6] ?? '',
    pages: { '/': document('work/mail', 'Mail', { mails }) },
  };
};

const pad = (n: number): string => String(n).padStart(2, '0');
const month = (r: Random) => {
  const [y, m] = [r.int(2024, 2026), r.int(0, 11)];
  const titles = r.sample(THINGS, 5).map((thing) => `${thing} meeting`);
  const days = r.sample(
    Array.from({ length: 27 }, (_, i) => i + 1),
    5,
  );
  const events = titles.slice(0, 4).map((title, i) => ({
    title,
    date: `${y}-${pad(m + 1)}-${pad(days[i] ?? 1)}`,
    time: `${r.int(8, 17)}:00`,
    room: code(r, 4),
  }));
  const free = days[4] ?? 1;
  return {
    events,
    want: r.pick(events),
    absent: titles[4] ?? '',
    free: { day: free, date: `${y}-${pad(m + 1)}-${pad(free)}` },
    next: `${MONTHS[(m + 1) % 12] ?? ''} ${m === 11 ? y + 1 : y}`,
    name: MONTHS[m] ?? '',
    pages: { '/': document('work/month', 'Calendar', { months: MONTHS, year: y, month: m, events }) },
  };
};

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const week = (r: Random, readonly = false) => {
  const hours = r.sample([8, 9, 10, 11, 13, 14, 15, 16], 5);
  const events = r.sample(THINGS, 5).map((thing, i) => ({
    title: `${thing} review`,
    day: r.pick(DAYS),
    hour: hours[i] ?? 9,
    who: fullName(r),
  }));
  return {
    events,
    want: r.pick(events),
    pages: { '/': document('work/week', 'Week', { days: DAYS, events, readonly }) },
  };
};

const STATES = ['To do', 'In progress', 'In review', 'Done'];
const ticket = (r: Random) => {
  const people = r.sample(FIRST, 6);
  const moves = STATES.slice(1, 3);
  const data = {
    key: `KET-${r.int(100, 999)}`,
    summary: sentence(r, 6),
    status: STATES[0],
    moves,
    assignee: 'Unassigned',
    reporter: people[0],
    due: `${r.int(1, 28)} ${r.pick(MONTHS)}`,
    people,
    comments: [{ who: people[1], text: sentence(r, 8) }],
  };
  return { ...data, pages: { '/': document('work/ticket', data.key, data) } };
};

export const APPOINTMENTS: readonly SitePage[] = [
  sitePage('work', 'mail', {
    star: (r) => {
      const { want, pages } = mail(r);
      return { intent: `star the mail from ${want.who}`, pages, check: atLast({ starred: want.who }) };
    },
    archive: (r) => {
      const { want, pages } = mail(r);
      return {
        intent: `select the mail from ${want.who} and archive it`,
        pages,
        check: atLast({ archive: want.who }),
      };
    },
    compose: (r) => {
      const [to, subject, body] = [
        `${r.pick(FIRST).toLowerCase()}@mail.example`,
        `${r.pick(TOPICS)} evening`,
        sentence(r, 5),
      ];
      return {
        intent: `write a new mail to ${to} with the subject "${subject}" and the message "${body}" and send it`,
        pages: mail(r).pages,
        check: atLast({ to, subject, body }),
      };
    },
    reply: (r) => {
      const { want, pages } = mail(r);
      const body = sentence(r, 4);
      return {
        intent: `open the mail "${want.subject}", reply with "${body}" and send it`,
        pages,
        check: atLast({ to: want.who, subject: `Re: ${want.subject}`, body }),
      };
    },
    'nobody of that name': (r) => {
      const { absent, pages } = mail(r);
      return notDone(`delete the mail from ${absent}`, pages);
    },
  }),
  sitePage('work', 'month', {
    'next month': (r) => {
      const { next, pages } = month(r);
      return { intent: 'go to the next month', pages, check: atLast({ month: next }) };
    },
    'room of an event': (r) => {
      const { events, want, pages } = month(r);
      return {
        intent: `open the event "${want.title}" and tell me the room`,
        pages,
        check: answers(want.room, ...events.filter((e) => e !== want).map((e) => e.room)),
      };
    },
    'new event': (r) => {
      const { free, name, pages } = month(r);
      const created = `${r.pick(PLACES)} trip`;
      return {
        intent: `click on ${name} ${free.day} in the calendar, enter "${created}" as the title and press Save`,
        pages,
        check: had({ created, on: free.date }),
      };
    },
    'no such event': (r) => {
      const { absent, pages } = month(r);
      return notDone(`delete the event "${absent}"`, pages, ({ reports }) =>
        reports.every((one) => one['deleted'] === undefined),
      );
    },
  }),
  sitePage('work', 'week', {
    'day of an event': (r) => {
      const { want, pages } = week(r);
      return {
        intent: `on which day is the ${want.title}?`,
        pages,
        check: answers(want.day, ...DAYS.filter((d) => d !== want.day)),
      };
    },
    'say yes': (r) => {
      const { want, pages } = week(r);
      return {
        intent: `open the ${want.title} and answer Yes to going`,
        pages,
        check: atLast({ event: want.title, going: 'Yes' }),
      };
    },
    view: (r) => {
      const view = r.pick(['Day', 'Agenda']);
      return {
        intent: `switch the calendar to the ${view.toLowerCase()} view`,
        pages: week(r).pages,
        check: atLast({ view }),
      };
    },
    'answer that is not taken': (r) => {
      const { want, pages } = week(r, true);
      return notDone(`open the ${want.title} and press No`, pages);
    },
  }),
  sitePage('work', 'ticket', {
    status: (r) => {
      const { moves, pages } = ticket(r);
      const status = r.pick(moves);
      return { intent: `set the status of the ticket to ${status}`, pages, check: atLast({ status }) };
    },
    assignee: (r) => {
      const { people, pages } = ticket(r);
      const assignee = r.pick(people.slice(2));
      return {
        intent: r.pick([`assign the ticket to ${assignee}`, `make ${assignee} the assignee`]),
        pages,
        check: atLast({ assignee }),
      };
    },
    comment: (r) => {
      const comment = sentence(r, 6);
      return {
        intent: `add the comment "${comment}" and save it`,
        pages: ticket(r).pages,
        check: atLast({ comment }),
      };
    },
    'status that is not offered': (r) => notDone(`set the status to ${STATES[3] ?? ''}`, ticket(r).pages),
  }),
];
