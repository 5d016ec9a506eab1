// Pages to look things up on: search results, an encyclopedia, a manual with a side tree, plans compared.
import { answers, atLast, type Random } from '../../contract.ts';
import { page } from '../../html.ts';
import { code, FIRST, fullName, PLACES, sentence, THINGS, TOPICS } from '../../words.ts';
import { arrives, document, had, notDone, sitePage, type SitePage } from '../site.ts';

const search = (
  r: Random,
): {
  pages: Record<string, string>;
  results: { title: string; site: string; path: string; text: string; date: string; section: string }[];
  questions: { q: string; a: string }[];
} => {
  const results = r.sample(TOPICS, 10).map((topic, i) => ({
    title: `${topic} ${r.pick(['for beginners', 'explained', 'at home', 'in pictures'])}`,
    site: `www.${r.pick(THINGS).toLowerCase()}-${i}.example`,
    section: r.pick(['guides', 'articles', 'blog']),
    path: `/r/${i}`,
    date: `${r.int(1, 28)} Mar 2025`,
    text: sentence(r, 14),
  }));
  const questions = r
    .sample(PLACES, 3)
    .map((place) => ({ q: `How far is it to ${place}?`, a: `${r.int(20, 900)} kilometres by train.` }));
  const pages: Record<string, string> = {
    '/': document('reading/search-results', 'Search', { results, questions }),
  };
  for (const { path, title, text } of results) pages[path] = arrives(title, text, { opened: title });
  return { pages, results, questions };
};

const article = (r: Random) => {
  const name = r.pick(PLACES);
  const facts: [string, string][] = [
    ['Country', r.pick(['Norland', 'Estoria', 'Valdia'])],
    ['Population', `${r.int(100, 900)},${r.int(100, 999)}`],
    ['Area', `${r.int(20, 400)} km²`],
    ['Mayor', fullName(r)],
    ['Founded', String(r.int(900, 1800))],
  ];
  const sections = r
    .sample(['History', 'Climate', 'Transport', 'Economy', 'Culture', 'Sports'], 5)
    .map((title) => ({
      id: title,
      title,
      text: sentence(r, 60),
      more: sentence(r, 70),
    }));
  const link = r.pick(PLACES.filter((place) => place !== name));
  const data = { name, facts, sections, link, lead: `is a city. ${sentence(r, 30)} It lies near` };
  const pages = {
    '/': document('reading/wiki-article', `${name} – Encyclopedia`, data),
    '/edit': page(`<h1>Editing ${name}</h1><textarea></textarea>`),
    '/history': arrives(`Revision history of ${name}`, 'Latest first.', { opened: 'history' }),
    [`/wiki/${link}`]: arrives(link, 'A city.', { opened: link }),
  };
  return { name, facts, sections, link, pages };
};

const manual = (r: Random) => {
  const leaves = r.sample(THINGS, 9);
  const tree = r.sample(TOPICS, 3).map((title, i) => ({ title, pages: leaves.slice(i * 3, i * 3 + 3) }));
  const options = r
    .sample(['timeout', 'retries', 'cacheDir', 'verbose', 'host', 'port'], 4)
    .map((name) => ({ name, type: 'string', value: code(r, 5) }));
  const versions = ['3.2.1', '3.1.0', '2.9.4'];
  const product = 'Lathe';
  const data = {
    product,
    versions,
    tree,
    options,
    title: 'Options',
    text: sentence(r, 20),
    code: `lathe --${options[0]?.name ?? ''}`,
    next: r.pick(FIRST),
  };
  const pages: Record<string, string> = { '/': document('reading/docs-site', 'Options | Lathe', data) };
  pages['/next'] = page(`<h1>${data.next}</h1><p>${sentence(r, 12)}</p>`);
  for (const leaf of leaves)
    pages[`/docs/${leaf.toLowerCase()}`] = arrives(leaf, 'A page of the manual.', { opened: leaf });
  return {
    leaves,
    tree,
    options,
    versions,
    pages,
    absent: r.pick(THINGS.filter((thing) => !leaves.includes(thing))),
  };
};

const plans = (r: Random, dead = false) => {
  const names = r.sample(['Basic', 'Plus', 'Team', 'Premium'], 3);
  const features = r.sample(['Offline mode', 'Audit log', 'Single sign-on', 'Phone support'], 3);
  const lone = r.int(0, 2);
  const list = names.map((name, i) => ({
    name,
    price: r.int(4, 40),
    has: features.map((_, at) => (at === 0 ? i === lone : at === 1 ? r.chance(0.5) : `${r.int(1, 30)} days`)),
  }));
  return {
    list,
    features,
    only: list[lone]?.name ?? '',
    want: r.pick(list),
    pages: { '/': document('reading/plan-table', 'Plans', { plans: list, features, dead }) },
  };
};

export const LOOK_UP: readonly SitePage[] = [
  sitePage('reading', 'search results', {
    'open by title': (r) => {
      const { pages, results } = search(r);
      const want = r.pick(results.slice(0, 5));
      return { intent: `open the result "${want.title}"`, pages, check: had({ opened: want.title }) };
    },
    'next page': (r) => {
      const { pages, results } = search(r);
      return {
        intent: 'go to the second page of the results and open the first one there',
        pages,
        check: atLast({ opened: results[5]?.title ?? '' }),
      };
    },
    'question unfolded': (r) => {
      const { pages, questions } = search(r);
      const want = r.pick(questions);
      return {
        intent: `what is the answer to "${want.q}"?`,
        pages,
        check: ({ answer }) => answer?.includes(want.a.slice(0, 8)) === true,
      };
    },
    'no such result': (r) => {
      const { pages } = search(r);
      return notDone('open the result from www.nowhere-at-all.example', pages);
    },
  }),
  sitePage('reading', 'wiki article', {
    'fact of the infobox': (r) => {
      const { facts, name, pages } = article(r);
      const [key, value] = r.pick(facts);
      return {
        intent: r.pick([
          `what is the ${key.toLowerCase()} of ${name}?`,
          `tell me the ${key.toLowerCase()} of ${name}`,
        ]),
        pages,
        check: ({ answer }) => answer?.includes(value) === true,
      };
    },
    'section by the contents': (r) => {
      const { sections, pages } = article(r);
      const want = r.pick(sections);
      return {
        intent: `jump to ${want.title} in the table of contents`,
        pages,
        check: atLast({ at: want.id }),
      };
    },
    'history tab': (r) => ({
      intent: 'open the history of this page',
      pages: article(r).pages,
      check: atLast({ opened: 'history' }),
    }),
    'fact that is not there': (r) => notDone('what is the postcode of this city?', article(r).pages),
  }),
  sitePage('reading', 'manual with a side tree', {
    'page in the tree': (r) => {
      const { leaves, pages } = manual(r);
      const want = r.pick(leaves);
      return {
        intent: r.pick([`open the page ${want} of the manual`, `find ${want} in the sidebar and open it`]),
        pages,
        check: atLast({ opened: want }),
      };
    },
    'default of an option': (r) => {
      const { options, pages } = manual(r);
      const want = r.pick(options);
      return {
        intent: `what is the default of ${want.name}?`,
        pages,
        check: answers(want.value, ...options.filter((o) => o !== want).map((o) => o.value)),
      };
    },
    'version by hovering': (r) => {
      const { versions, pages } = manual(r);
      const want = r.pick(versions.slice(1));
      return { intent: `switch to version ${want}`, pages, check: atLast({ version: want }) };
    },
    'copy the code': (r) => ({
      intent: 'copy the code with the copy button',
      pages: manual(r).pages,
      check: atLast({ copied: 'yes' }),
    }),
    'no such page': (r) => {
      const { absent, pages } = manual(r);
      return notDone(`open the page ${absent} in the sidebar`, pages);
    },
  }),
  sitePage('reading', 'plans compared', {
    'plan with a feature': (r) => {
      const { features, only, pages } = plans(r);
      return {
        intent: `choose the plan that includes ${features[0] ?? ''}`,
        pages,
        check: atLast({ plan: only, yearly: 'false' }),
      };
    },
    'cell of the table': (r) => {
      const { list, features, want, pages } = plans(r);
      const value = String(want.has[2]);
      return {
        intent: `what does ${want.name} say for ${features[2] ?? ''}?`,
        pages,
        check: answers(value, ...list.map((p) => String(p.has[2])).filter((v) => v !== value)),
      };
    },
    'yearly billing': (r) => ({
      intent: 'switch to yearly billing',
      pages: plans(r).pages,
      check: atLast({ billing: 'yearly' }),
    }),
    'dead buttons': (r) => {
      const { want, pages } = plans(r, true);
      return notDone(`choose the plan ${want.name}`, pages);
    },
  }),
];
