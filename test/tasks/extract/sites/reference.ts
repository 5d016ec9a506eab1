// Encyclopedias, documentation and registries: boxes of facts, spans, several heads, options, definitions, releases.
import {
  day,
  e,
  each,
  figure,
  of,
  person,
  product,
  several,
  site,
  subject,
  town,
  truthOf,
  type Shape,
} from './parts.ts';

const infobox: Shape = (r) => {
  const [name = ''] = several(r, town, 1, 1);
  const founded = day(r);
  const [people, area, mayor] = [r.int(1000, 900_000), r.int(10, 900), person(r)];
  const rows = [
    ['Mayor', `<a href="/wiki/M">${mayor}</a>`],
    ['Population', figure('en', people, 0)],
    ['Area', `${area} km<sup>2</sup>`],
    ['Founded', founded.short],
  ] as const;
  return {
    html: site(r, {
      title: name,
      body: `<div class="mw-parser-output"><table class="infobox vcard"><tbody><tr><th colspan="2" class="infobox-above fn org">${name}</th></tr><tr><td colspan="2" class="infobox-image"><span>A view</span></td></tr>${each(rows, ([label, value]) => `<tr><th scope="row" class="infobox-label">${label}</th><td class="infobox-data">${value}</td></tr>`)}</tbody></table><p><b>${name}</b> is a town.</p><p>It lies by the sea.</p></div>`,
    }),
    truth: truthOf(
      ['Mayor text', 'Population number', 'Area number', 'Founded date', 'Link link'],
      [[mayor, people, area, founded.iso, '/wiki/M']],
    ),
  };
};

const wikitableSpans: Shape = (r) => {
  const groups = several(r, town, 3, 5).map((place) => ({
    place,
    things: several(r, product, 1, 3).map((name) => ({
      name: `${name} ${r.int(100, 999)}`,
      year: r.int(1950, 2020),
      metres: r.int(20, 400),
    })),
  }));
  const rows = each(groups, ({ place, things }) =>
    each(
      things,
      ({ name, year, metres }, at) =>
        `<tr>${at === 0 ? `<th scope="rowgroup" rowspan="${things.length}">${place}</th>` : ''}<td><a href="/wiki/${e(name.replaceAll(' ', '_'))}">${name}</a>${r.chance(0.3) ? '<sup class="reference"><a href="#n1">[1]</a></sup>' : ''}</td><td>${year}</td><td>${metres}</td></tr>`,
    ),
  );
  return {
    html: site(r, {
      title: 'List of towers',
      body: `<div class="mw-parser-output"><p>Towers by place.</p><table class="wikitable sortable"><caption>Towers</caption><tbody><tr><th>Place</th><th>Name</th><th>Year</th><th>Height (m)</th></tr>${rows}</tbody></table><ol class="references"><li id="n1"><span>A book.</span></li><li><span>Another book.</span></li></ol></div>`,
    }),
    truth: truthOf(
      ['Name text', 'Place text', 'Year number', 'Height number', 'Link link'],
      groups.flatMap(({ place, things }) =>
        things.map(({ name, year, metres }) => [
          name,
          place,
          year,
          of(metres, 'm'),
          `/wiki/${name.replaceAll(' ', '_')}`,
        ]),
      ),
    ),
  };
};

const wikitableHeads: Shape = (r) => {
  const teams = several(
    r,
    (one) => `${town(one)} ${one.pick(['United', 'Rovers', 'Athletic', 'City'])}`,
    5,
    9,
  ).map((name) => ({
    name,
    won: r.int(0, 30),
    lost: r.int(0, 30),
    scored: r.int(10, 99),
    let: r.int(10, 99),
  }));
  const rows = each(
    teams,
    ({ name, won, lost, scored, let: conceded }) =>
      `<tr><th scope="row" style="text-align:left">${name}</th><td>${won}</td><td>${lost}</td><td>${scored}</td><td>${conceded}</td></tr>`,
  );
  return {
    html: site(r, {
      title: 'Season',
      body: `<div class="mw-parser-output"><table class="wikitable"><tbody><tr><th rowspan="2">Team</th><th colspan="2">Matches</th><th colspan="2">Goals</th></tr><tr><th>Won</th><th>Lost</th><th>For</th><th>Against</th></tr>${rows}</tbody></table></div>`,
    }),
    truth: truthOf(
      ['Team text', 'Won number', 'Lost number', 'For number', 'Against number'],
      teams.map((one) => [one.name, one.won, one.lost, one.scored, one.let]),
    ),
  };
};

const words = 'cache depth colour timeout retries locale proxy strict watch outDir include silent'.split(' ');
const optionTable: Shape = (r) => {
  const options = r.sample(words, r.int(5, 9)).map((name) => ({
    name,
    type: r.pick(['string', 'boolean', 'number']),
    init: r.chance(0.7) ? r.pick(['"auto"', 'false', 'null', '"./dist"']) : null,
    text: subject(r),
  }));
  const rows = each(
    options,
    ({ name, type, init, text }) =>
      `<tr><td><code>${name}</code></td><td><code>${type}</code></td><td>${init === null ? '—' : `<code>${e(init)}</code>`}</td><td>${text}.</td></tr>`,
  );
  return {
    html: site(r, {
      title: 'Options',
      body: `<article class="markdown-body"><p>All options.</p><h2 id="options">Options<a class="headerlink" href="#options">#</a></h2><table><thead><tr><th>Option</th><th>Type</th><th>Default</th><th>Description</th></tr></thead><tbody>${rows}</tbody></table><h2>See also</h2><ul><li><a href="/a">Guide</a></li><li><a href="/b">Recipes</a></li></ul></article>`,
    }),
    truth: truthOf(
      ['Option text', 'Type text', 'Default text', 'Description text'],
      options.map(({ name, type, init, text }) => [name, type, init, `${text}.`]),
    ),
  };
};

const optionList: Shape = (r) => {
  const options = r
    .sample(words, r.int(5, 9))
    .map((name) => ({ name: `--${name}`, text: `${subject(r)} at every start.` }));
  return {
    html: site(r, {
      title: 'Command line',
      body: `<div class="section"><p>Options of the command:</p><dl class="std option">${each(options, ({ name, text }) => `<dt class="sig sig-object" id="${name}"><span class="sig-name descname"><span class="pre">${name}</span></span></dt><dd><p>${text}</p></dd>`)}</dl></div>`,
    }),
    truth: truthOf(
      ['Option text', 'Description text'],
      options.map(({ name, text }) => [name, text]),
    ),
  };
};

const matrix: Shape = (r) => {
  const features = several(r, subject, 5, 9).map((name) => ({
    name,
    free: r.chance(0.4),
    team: r.chance(0.7),
    all: true,
  }));
  const mark = (yes: boolean): string =>
    yes
      ? '<svg role="img" aria-label="Included" width="10" height="10"><path d="M0 5l4 4 6-9"/></svg>'
      : '<span class="text-muted" aria-label="Not included">–</span>';
  return {
    html: site(r, {
      title: 'Plans',
      body: `<table class="plans"><thead><tr><th>Feature</th><th>Free</th><th>Team</th><th>Enterprise</th></tr></thead><tbody>${each(features, ({ name, free, team, all }) => `<tr><th scope="row">${name}</th><td>${mark(free)}</td><td>${mark(team)}</td><td>${mark(all)}</td></tr>`)}</tbody></table>`,
    }),
    truth: truthOf(
      ['Feature text', 'Free boolean', 'Team boolean', 'Enterprise boolean'],
      features.map(({ name, free, team, all }) => [name, free, team, all]),
    ),
  };
};

const registry: Shape = (r) => {
  const packages = several(
    r,
    (one) => `${one.pick(['tiny', 'fast', 'node', 'safe', 'micro'])}-${one.pick(words)}`,
    5,
    9,
  ).map((name) => ({
    name,
    text: subject(r),
    version: `${r.int(0, 9)}.${r.int(0, 30)}.${r.int(0, 9)}`,
    when: day(r),
    who: person(r).toLowerCase().replace(' ', '.'),
  }));
  const items = each(
    packages,
    ({ name, text, version, when, who }) =>
      `<section class="ef4d7c63 pl1-ns"><div class="_5a5c"><div class="flex flex-row"><a class="_2ec2d8" target="_self" href="/package/${name}"><h3 class="db7ee1ac">${name}</h3></a></div><p class="_8fbbd57d">${text}</p><div class="_0dbf"><a class="e98b" href="/~${who}">${who}</a><span class="_657f">${version}</span><span class="_76b3">•</span><time datetime="${when.iso}">${when.short}</time></div></div></section>`,
  );
  return {
    html: site(r, {
      title: `${packages.length} packages found`,
      body: `<div class="d0963384">${items}</div>`,
    }),
    truth: truthOf(
      ['Name text', 'Description text', 'Author text', 'Version text', 'Date date', 'Link link'],
      packages.map(({ name, text, version, when, who }) => [
        name,
        text,
        who,
        version,
        when.iso,
        `/package/${name}`,
      ]),
    ),
  };
};

const releases: Shape = (r) => {
  let major = r.int(5, 9);
  const list = Array.from({ length: r.int(4, 8) }, () => ({
    version: `v${major--}.${r.int(0, 20)}.${r.int(0, 9)}`,
    when: day(r),
    who: person(r),
    notes: several(r, subject, 1, 3),
  }));
  const items = each(
    list,
    ({ version, when, who, notes }) =>
      `<section aria-labelledby="h-${version}"><h2 class="sr" id="h-${version}">${version}</h2><div class="d-flex row"><div class="col-md-2"><relative-time datetime="${when.iso}T10:00:00Z">${when.us}</relative-time><div><a href="/u/${e(who.replace(' ', '-'))}">${who}</a></div></div><div class="Box"><span class="f1 text-bold"><a href="/releases/tag/${version}" class="Link--primary">${version}</a></span><div class="markdown-body"><ul>${each(notes, (note) => `<li>${note}</li>`)}</ul></div></div></div></section>`,
  );
  return {
    html: site(r, { title: 'Releases', lang: 'en-US', body: `<div data-pjax>${items}</div>` }),
    truth: truthOf(
      ['Version text', 'Date date', 'Author text', 'Notes text', 'Link link'],
      list.map(({ version, when, who, notes }) => [
        version,
        when.iso,
        who,
        notes.join(' '),
        `/releases/tag/${version}`,
      ]),
    ),
  };
};

const glossary: Shape = (r) => {
  const terms = several(r, product, 5, 9).map((name) => ({ name, text: `${subject(r)} in short.` }));
  return {
    html: site(r, {
      title: 'Glossary',
      body: `<dl class="glossary">${each(terms, ({ name, text }) => `<div class="term"><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`,
    }),
    truth: truthOf(
      ['Term text', 'Meaning text'],
      terms.map(({ name, text }) => [name, text]),
    ),
  };
};

export const REFERENCE = {
  'wiki infobox': infobox,
  'wikitable with spans': wikitableSpans,
  'wikitable with two heads': wikitableHeads,
  'documentation option table': optionTable,
  'option definition list': optionList,
  'plan matrix': matrix,
  'package registry': registry,
  releases,
  glossary,
} satisfies Record<string, Shape>;
