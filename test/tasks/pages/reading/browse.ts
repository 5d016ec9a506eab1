// Pages to browse: a forum, a map with a list, a newspaper under a cookie banner.
import { atLast, type Random } from '../../contract.ts';
import { FIRST, fullName, PLACES, sentence, THINGS, TOPICS } from '../../words.ts';
import { arrives, document, had, notDone, sitePage, type SitePage } from '../site.ts';

const thread = (r: Random) => {
  const posts = r.sample(FIRST, 6).map((who) => ({
    who: who.toLowerCase(),
    days: r.int(1, 9),
    text: sentence(r, 12),
    likes: r.int(0, 9),
  }));
  const pages = {
    '/': document('reading/forum-thread', 'Thread', { title: `About ${r.pick(TOPICS)}`, posts }),
  };
  return {
    posts,
    who: r.pick(posts),
    pages,
    absent: r.pick(FIRST.filter((one) => !posts.some((p) => p.who === one.toLowerCase()))).toLowerCase(),
  };
};

const map = (r: Random) => {
  const distances = r.sample([0.4, 1.2, 2.5, 3.1, 4.7, 6.3], 5);
  const ratings = r.sample([3.1, 3.6, 4.1, 4.4, 4.8], 5);
  const places = r.sample(THINGS, 5).map((thing, i) => ({
    name: `Café ${thing}`,
    rating: ratings[i] ?? 3,
    distance: distances[i] ?? 1,
    street: `${r.int(1, 99)} ${r.pick(PLACES)} Street`,
    hours: `${r.int(7, 10)}:00 to ${r.int(17, 22)}:30`,
  }));
  return {
    places,
    want: r.pick(places),
    pages: { '/': document('reading/map-list', 'Cafés near you', { places }) },
  };
};

const news = (r: Random) => {
  const stories = r.sample(PLACES, 5).map((place, i) => ({
    title: `${r.pick(['Floods in', 'New bridge for', 'Strike ends in', 'A summer in'])} ${place}`,
    path: `/story/${i}`,
    by: fullName(r),
    text: sentence(r, 18),
  }));
  const pages: Record<string, string> = {
    '/': document('reading/news-cookies', 'The Daily Kettle', {
      stories,
      sections: ['World', 'Sport', 'Culture'],
    }),
  };
  for (const { path, title, text } of stories) pages[path] = arrives(title, text, { opened: title });
  return { stories, want: r.pick(stories), pages };
};

export const BROWSE: readonly SitePage[] = [
  sitePage('reading', 'forum thread', {
    like: (r) => {
      const { who, pages } = thread(r);
      return { intent: `like the post by ${who.who}`, pages, check: atLast({ like: who.who, on: 'true' }) };
    },
    reply: (r) => {
      const { who, pages } = thread(r);
      const text = sentence(r, 5);
      return {
        intent: `reply to ${who.who}'s post with "${text}"`,
        pages,
        check: atLast({ to: who.who, text }),
      };
    },
    'reply to all': (r) => {
      const text = sentence(r, 5);
      return {
        intent: `write "${text}" as a reply to the topic and send it`,
        pages: thread(r).pages,
        check: atLast({ to: '', text }),
      };
    },
    'nobody of that name': (r) => {
      const { absent, pages } = thread(r);
      return notDone(`like the post by ${absent}`, pages);
    },
  }),
  sitePage('reading', 'map with a list', {
    'zoom twice': (r) => ({
      intent: 'zoom in on the map twice',
      pages: map(r).pages,
      check: atLast({ zoom: '14' }),
    }),
    directions: (r) => {
      const { want, pages } = map(r);
      return { intent: `get directions to ${want.name}`, pages, check: atLast({ Directions: want.name }) };
    },
    nearest: (r) => {
      const { places, pages } = map(r);
      const [near] = [...places].sort((a, b) => a.distance - b.distance);
      return {
        intent: 'save the place with the shortest distance',
        pages,
        check: had({ Save: near?.name ?? '' }),
      };
    },
    'not on the list': (r) => {
      const { want, pages } = map(r);
      return notDone(`what is the telephone number of ${want.name}?`, pages, () => true);
    },
  }),
  sitePage('reading', 'newspaper under a cookie banner', {
    'reject cookies': (r) => ({
      intent: 'reject the cookies',
      pages: news(r).pages,
      check: atLast({ cookies: 'rejected' }),
    }),
    'open a story': (r) => {
      const { want, pages } = news(r);
      return { intent: `open the article "${want.title}"`, pages, check: had({ opened: want.title }) };
    },
    newsletter: (r) => {
      const mail = `${r.pick(FIRST).toLowerCase()}@mail.example`;
      return {
        intent: `sign up for the newsletter with ${mail}`,
        pages: news(r).pages,
        check: had({ mail }),
      };
    },
    'no such section': (r) =>
      notDone('open the section Gardening Awards', news(r).pages, ({ reports }) =>
        reports.every((one) => one['opened'] === undefined),
      ),
  }),
];
