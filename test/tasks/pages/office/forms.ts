// Other forms: settings with tabs, a survey, a search for flights.
import { atLast, type Random, type Task } from '../../contract.ts';
import { PLACES, sentence, TOPICS } from '../../words.ts';
import { document, notDone, sitePage, type SitePage } from '../site.ts';

const settings = (r: Random) => {
  const make = (title: string, names: readonly string[]) => ({
    title,
    switches: names.map((name) => ({ name, on: r.chance(0.5), locked: false })),
    select: undefined as { name: string; options: string[] } | undefined,
  });
  const tabs = [
    make('General', ['Compact view', 'Spell check', 'Beta features']),
    make('Notifications', ['Weekly digest', 'Mentions', 'Product news']),
    make('Privacy', ['Public profile', 'Read receipts', 'Usage statistics']),
  ];
  const lockable = tabs[2]?.switches[2];
  if (lockable !== undefined) Object.assign(lockable, { locked: true, on: true });
  Object.assign(tabs[0] ?? {}, {
    select: { name: 'Language', options: ['English', 'Deutsch', 'Español', 'Français'] },
  });
  return { tabs, pages: { '/': document('office/settings', 'Settings', { tabs }) } };
};

const AIRPORTS = PLACES.map((city) => ({ city, code: city.slice(0, 3).toUpperCase() }));
const flights = (): Task['pages'] => ({
  '/': document('office/flights', 'Book a flight', { airports: AIRPORTS }),
});

const ASPECTS = ['Cleanliness', 'Breakfast', 'Staff'];
const GRADES = ['Very unhappy', 'Unhappy', 'Neutral', 'Happy', 'Very happy'];
const survey = (closed = false): Task['pages'] => ({
  '/': document('office/survey', 'Survey', { rows: ASPECTS, closed }),
});

export const FORMS: readonly SitePage[] = [
  sitePage('office', 'settings with tabs', {
    'switch on another tab': (r) => {
      const { tabs, pages } = settings(r);
      const tab = tabs[1];
      const want = tab?.switches[r.int(0, 2)];
      if (tab === undefined || want === undefined) throw new Error('no tab');
      const on = tab.switches.filter((s) => (s === want ? !s.on : s.on)).map(({ name }) => name);
      return {
        intent: `turn ${want.on ? 'off' : 'on'} ${want.name} in the notifications settings and save the changes`,
        pages,
        check: atLast({ on: on.join(), select: '' }),
      };
    },
    language: (r) => {
      const { tabs, pages } = settings(r);
      const want = r.pick(['Deutsch', 'Español', 'Français']);
      const on = (tabs[0]?.switches ?? []).filter((s) => s.on).map(({ name }) => name);
      return {
        intent: `change the language to ${want} and save`,
        pages,
        check: atLast({ on: on.join(), select: want }),
      };
    },
    'locked switch': (r) =>
      notDone(
        'turn off Usage statistics in the privacy settings and save the changes',
        settings(r).pages,
        () => true,
      ),
  }),
  sitePage('office', 'survey', {
    stars: (r) => {
      const stars = r.int(2, 5);
      return {
        intent: `give ${stars} stars and send the answers`,
        pages: survey(),
        check: atLast({ stars: String(stars), grid: '||', nps: '', more: '' }),
      };
    },
    grid: (r) => {
      const at = r.int(0, 2);
      const grade = r.pick(GRADES);
      return {
        intent: `choose "${grade}" for ${ASPECTS[at] ?? ''} and press Send answers`,
        pages: survey(),
        check: atLast({
          stars: '',
          grid: ASPECTS.map((_, i) => (i === at ? grade : '')).join('|'),
          nps: '',
          more: '',
        }),
      };
    },
    comment: (r) => {
      const more = sentence(r, 5);
      const nps = String(r.int(0, 10));
      return {
        intent: `press ${nps} for how likely I am to recommend you, enter "${more}" under Anything else and send the answers`,
        pages: survey(),
        check: atLast({ stars: '', grid: '||', nps, more }),
      };
    },
    closed: (r) => notDone(`give ${r.int(2, 5)} stars and send the answers`, survey(true)),
  }),
  sitePage('office', 'flights', {
    whole: (r) => {
      const [from, to] = r.sample(AIRPORTS, 2);
      if (from === undefined || to === undefined) throw new Error('no airports');
      const adults = r.int(2, 4);
      return {
        intent: `search flights from ${from.city} to ${to.city} for ${adults} adults`,
        pages: flights(),
        check: atLast({
          from: from.code,
          to: to.code,
          adults: String(adults),
          children: '0',
          direct: 'false',
        }),
      };
    },
    'direct ones': (r) => {
      const [from, to] = r.sample(AIRPORTS, 2);
      if (from === undefined || to === undefined) throw new Error('no airports');
      return {
        intent: `enter ${from.city} as From and choose the suggestion, enter ${to.city} as To and choose the suggestion, tick Direct flights only and press Search flights`,
        pages: flights(),
        check: atLast({ from: from.code, to: to.code, adults: '1', children: '0', direct: 'true' }),
      };
    },
    'no such airport': (r) =>
      notDone(`search flights from ${r.pick(AIRPORTS).city} to ${r.pick(TOPICS)}ville`, flights()),
  }),
];
