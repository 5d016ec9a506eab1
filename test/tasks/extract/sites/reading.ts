// What people read: results, news, threads, reviews, boards of links.
import {
  day,
  each,
  figure,
  person,
  picture,
  prose,
  several,
  site,
  subject,
  truthOf,
  type Shape,
} from './parts.ts';

const searchResults: Shape = (r) => {
  const hits = several(r, subject, 6, 10).map((name, at) => ({
    name,
    at,
    text: prose(r),
    where: `https://site${at}.test › guide`,
  }));
  const items = each(
    hits,
    ({ name, at, text, where }) =>
      `<div class="g Ww4FFb"><div class="kvH3mc"><div class="yuRUbf"><a href="/out/${at}"><h3 class="LC20lb">${name}</h3><div class="TbwUpd"><cite role="text">${where}</cite></div></a></div><div class="VwiC3b"><span>${text}</span></div></div></div>`,
  );
  return {
    html: site(r, {
      title: 'keys - Search',
      body: `<div id="result-stats">About 12,300 results (0.31 seconds)</div><div id="rso">${items}</div>`,
    }),
    truth: truthOf(
      ['Title text', 'Where text', 'Snippet text', 'Link link'],
      hits.map(({ name, at, text, where }) => [name, where, text, `/out/${at}`]),
    ),
  };
};

const news: Shape = (r) => {
  const items = several(r, subject, 5, 9).map((name, at) => ({
    name,
    at,
    text: prose(r, 1),
    who: person(r),
    when: day(r),
    topic: r.pick(['World', 'Science', 'Local']),
  }));
  const cards = each(
    items,
    ({ name, at, text, who, when, topic }) =>
      `<article class="post-card teaser"><a class="teaser__image" href="/news/${at}" tabindex="-1" aria-hidden="true">${picture}</a><div class="teaser__content"><span class="teaser__kicker">${topic}</span><h2 class="teaser__title"><a href="/news/${at}">${name}</a></h2><p class="teaser__excerpt">${text}</p><footer class="teaser__meta"><span class="byline">By <span class="author">${who}</span></span> · <time datetime="${when.iso}">${when.us}</time></footer></div></article>`,
  );
  return {
    html: site(r, { title: 'News', body: `<section class="stream">${cards}</section>` }),
    truth: truthOf(
      ['Title text', 'Topic text', 'Excerpt text', 'Author text', 'Date date', 'Link link'],
      items.map(({ name, at, text, who, when, topic }) => [name, topic, text, who, when.iso, `/news/${at}`]),
    ),
  };
};

const thread: Shape = (r) => {
  const posts = several(r, person, 4, 8).map((who, at) => ({
    who,
    at,
    text: `${prose(r, 2)} Post ${at + 1}.`,
    when: day(r),
    likes: r.int(0, 90),
  }));
  const items = each(
    posts,
    ({ who, at, text, when, likes }) =>
      `<article id="post_${at + 1}" data-post-id="${at}" class="boxed onscreen-post"><div class="row"><div class="topic-avatar"><a class="trigger-user-card" href="/u/${at}">${picture}</a></div><div class="topic-body"><div class="topic-meta-data"><div class="names"><span class="first full-name"><a href="/u/${at}">${who}</a></span></div><div class="post-infos"><a class="post-date" href="/t/1/${at}"><time datetime="${when.iso}">${when.short}</time></a></div></div><div class="cooked"><p>${text}</p></div><div class="post-controls"><span class="like-count">${likes} likes</span><button class="reply">Reply</button></div></div></div></article>`,
  );
  return {
    html: site(r, { title: 'How do I descale it?', body: `<div class="post-stream">${items}</div>` }),
    truth: truthOf(
      ['Author text', 'Date date', 'Text text', 'Likes number', 'Link link'],
      posts.map(({ who, at, text, when, likes }) => [who, when.iso, text, likes, `/u/${at}`]),
    ),
  };
};

const topics: Shape = (r) => {
  const rows = several(r, subject, 6, 10).map((name, at) => ({
    name,
    at,
    replies: r.int(0, 90),
    views: r.int(100, 9000),
    when: day(r),
    area: r.pick(['Help', 'Ideas', 'Bugs']),
  }));
  const lines = each(
    rows,
    ({ name, at, replies, views, when, area }) =>
      `<tr data-topic-id="${at}" class="topic-list-item category-help"><td class="main-link" colspan="1"><span class="link-top-line"><a href="/t/${at}" class="title raw-link">${name}</a></span></td><td class="category"><a class="badge-category__wrapper" href="/c/${area}"><span class="badge-category__name">${area}</span></a></td><td class="num posts-map posts"><button class="btn-link posts-map badge-posts" aria-label="${replies} replies"><span class="number">${replies}</span></button></td><td class="num views"><span class="number" title="this topic has been viewed ${figure('en', views, 0)} times">${figure('en', views, 0)}</span></td><td class="num activity"><a href="/t/${at}/last" class="post-activity"><span class="relative-date">${when.short}</span></a></td></tr>`,
  );
  return {
    html: site(r, {
      title: 'Latest topics',
      body: `<table class="topic-list"><thead><tr><th class="default" scope="col"><span>Topic</span></th><th scope="col"><span>Category</span></th><th class="posts num" scope="col"><button>Replies</button></th><th class="views num" scope="col"><button>Views</button></th><th class="activity num" scope="col"><button>Activity</button></th></tr></thead><tbody>${lines}</tbody></table>`,
    }),
    truth: truthOf(
      ['Topic text', 'Category text', 'Replies number', 'Views number', 'Activity date', 'Link link'],
      rows.map(({ name, at, replies, views, when, area }) => [
        name,
        area,
        replies,
        views,
        when.iso,
        `/t/${at}`,
      ]),
    ),
  };
};

const reviews: Shape = (r) => {
  const list = several(r, person, 4, 8).map((who) => ({
    who,
    rating: r.int(1, 5),
    title: subject(r),
    text: prose(r, 3),
    when: day(r),
    helpful: r.int(2, 90),
  }));
  const items = each(
    list,
    ({ who, rating, title, text, when, helpful }) =>
      `<li class="review" itemprop="review" itemscope itemtype="https://schema.org/Review"><div class="review__head row"><span itemprop="author">${who}</span><span class="stars" role="img" aria-label="${rating} out of 5 stars">${'★'.repeat(rating)}${'☆'.repeat(5 - rating)}</span></div><h3 class="review__title" itemprop="name">${title}</h3><p class="review__date">${when.us}</p><p itemprop="reviewBody">${text}</p><p class="review__helpful">${helpful} people found this helpful</p><button>Helpful</button> <button>Report</button></li>`,
  );
  return {
    html: site(r, { title: 'Reviews', lang: 'en-US', body: `<ol class="reviews">${items}</ol>` }),
    truth: truthOf(
      ['Author text', 'Rating rating', 'Title text', 'Date date', 'Body text', 'Helpful text'],
      list.map(({ who, rating, title, text, when, helpful }) => [
        who,
        rating,
        title,
        when.iso,
        text,
        `${helpful} people found this helpful`,
      ]),
    ),
  };
};

/** One entry is two rows: what it is, and what is known of it below. */
const linkBoard: Shape = (r) => {
  const list = several(r, subject, 6, 11).map((name, at) => ({
    name,
    at,
    points: r.int(2, 900),
    who: person(r).toLowerCase().replace(' ', ''),
    comments: r.int(2, 400),
  }));
  const rows = each(
    list,
    ({ name, at, points, who, comments }) =>
      `<tr class="athing submission" id="${at}"><td align="right" valign="top" class="title"><span class="rank">${at + 1}.</span></td><td valign="top" class="votelinks"><center><a id="up_${at}" href="vote?id=${at}"><div class="votearrow" title="upvote"></div></a></center></td><td class="title"><span class="titleline"><a href="/item/${at}">${name}</a></span></td></tr><tr><td colspan="2"></td><td class="subtext"><span class="subline"><span class="score" id="score_${at}">${points} points</span> by <a href="user?id=${who}" class="hnuser">${who}</a> | <a href="hide?id=${at}">hide</a> | <a href="/item/${at}#c">${comments}&nbsp;comments</a></span></td></tr><tr class="spacer" style="height:5px"></tr>`,
  );
  return {
    html: site(r, {
      title: 'Board',
      body: `<table border="0" cellpadding="0" cellspacing="0" width="85%"><tbody><tr><td><table border="0"><tbody>${rows}</tbody></table></td></tr></tbody></table>`,
    }),
    truth: truthOf(
      ['Title text', 'Points number', 'Author text', 'Comments number', 'Link link'],
      list.map(({ name, at, points, who, comments }) => [name, points, who, comments, `/item/${at}`]),
    ),
  };
};

export const READING = {
  'search results': searchResults,
  'news list': news,
  'forum thread': thread,
  'forum topics': topics,
  reviews,
  'link board in nested tables': linkBoard,
} satisfies Record<string, Shape>;
