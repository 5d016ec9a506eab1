// Pages whose records stand elsewhere than in a list from the start: a month of days, and rows that a script brings after the page is there.
import { cents, day, e, each, of, product, several, site, subject, truthOf, type Shape } from './parts.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const DAY_MS = 86_400_000;

/** Weeks are rows, days are cells, and a record is what stands in a day. */
const monthCalendar: Shape = (r) => {
  const [year, month] = [r.int(2024, 2027), r.int(0, 11)];
  const first = Date.UTC(year, month, 1);
  const start = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY_MS;
  const weeks = Math.ceil((Date.UTC(year, month + 1, 1) - start) / (7 * DAY_MS));
  const names = several(r, subject, 6, 10);
  const events = names.map((name) => ({ name, date: r.int(1, 28), hour: r.int(8, 18) }));
  const cellOf = (at: number): string => {
    const date = new Date(start + at * DAY_MS);
    const iso = date.toISOString().slice(0, 10);
    const isInside = date.getUTCMonth() === month;
    const own = isInside ? events.filter((event) => event.date === date.getUTCDate()) : [];
    const drawn = each(
      own,
      ({ name, hour }) =>
        `<div class="fc-daygrid-event-harness"><a class="fc-event fc-daygrid-event" href="/event/${names.indexOf(name)}"><div class="fc-event-time">${hour}:00</div><div class="fc-event-title">${e(name)}</div></a></div>`,
    );
    return `<td role="gridcell" class="fc-day fc-daygrid-day${isInside ? '' : ' fc-day-other'}" data-date="${iso}"><div class="fc-daygrid-day-frame"><div class="fc-daygrid-day-top"><a class="fc-daygrid-day-number" aria-label="${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCDate()}, ${date.getUTCFullYear()}">${date.getUTCDate()}</a></div><div class="fc-daygrid-day-events">${drawn}</div></div></td>`;
  };
  const week = (at: number): string =>
    `<tr role="row">${each([0, 1, 2, 3, 4, 5, 6], (day) => cellOf(at * 7 + day))}</tr>`;
  const head = each(
    DAYS,
    (name) =>
      `<th role="columnheader" class="fc-col-header-cell"><a aria-label="${name}">${name.slice(0, 3)}</a></th>`,
  );
  return {
    html: site(r, {
      title: `${MONTHS[month] ?? ''} ${year}`,
      body: `<div class="fc fc-media-screen"><table role="grid" class="fc-scrollgrid"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${each(
        Array.from({ length: weeks }, (_, at) => at),
        week,
      )}</tbody></table></div>`,
    }),
    truth: truthOf(
      ['Event text', 'Date date', 'Time text', 'Link link'],
      events
        .toSorted((a, b) => a.date - b.date)
        .map(({ name, date, hour }) => [
          name,
          new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10),
          `${hour}:00`,
          `/event/${names.indexOf(name)}`,
        ]),
    ),
  };
};

/** The page is there with grey boxes; a script takes them away and puts rows in, some at once and the rest after that. */
const rowsLater: Shape = (r) => {
  const list = several(r, product, 8, 14).map((name, at) => ({
    name,
    at,
    price: cents(r, 5, 90),
    when: day(r),
  }));
  const items = list.map(
    ({ name, at, price, when }) =>
      `<div class="card__body"><a class="card__title" href="/product/${at}">${name}</a><span class="card__price">€${price.toFixed(2)}</span><time datetime="${when.iso}">${when.short}</time></div>`,
  );
  const boxes = each(
    [1, 2, 3, 4],
    () => '<li class="card skeleton" aria-hidden="true"><div class="grey"></div></li>',
  );
  return {
    html: site(r, {
      title: 'New in',
      style: '.grey{height:60px;background:#ddd}',
      body: `<ul class="cards" id="list" aria-busy="true">${boxes}</ul><script>const items = ${JSON.stringify(items)};
const list = document.getElementById('list');
const put = (some) => { for (const html of some) { const item = document.createElement('li'); item.className = 'card'; item.innerHTML = html; list.append(item); } };
addEventListener('load', () => setTimeout(() => { list.replaceChildren(); put(items.slice(0, 4)); setTimeout(() => { put(items.slice(4)); list.removeAttribute('aria-busy'); }, 150); }, 250));
</script>`,
    }),
    truth: truthOf(
      ['Name text', 'Price money', 'Date date', 'Link link'],
      list.map(({ name, at, price, when }) => [name, of(price, 'EUR'), when.iso, `/product/${at}`]),
    ),
  };
};

export const SCRIPTED = {
  'month calendar': monthCalendar,
  'rows that a script loads': rowsLater,
} satisfies Record<string, Shape>;
