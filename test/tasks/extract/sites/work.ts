// What people work with: statements, tickets, timetables, invoices.
import {
  cents,
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
const statement: Shape = (r) => {
  let balance = cents(r, 1000, 9000);
  const opening = balance;
  const rows = several(
    r,
    (one) => `${one.pick(['Card payment', 'Standing order', 'Transfer'])} ${product(one)}`,
    6,
    11,
  ).map((text) => {
    const [out, amount] = [r.chance(0.7), cents(r, 2, 400)];
    balance = Math.round((balance + (out ? -amount : amount)) * 100) / 100;
    return { text, out, amount, balance, when: day(r) };
  });
  const lines = each(
    rows,
    ({ text, out, amount, balance: after, when }) =>
      `<tr class="txn"><td>${when.short}</td><td>${text}</td><td class="num">${out ? figure('en', amount) : ''}</td><td class="num">${out ? '' : figure('en', amount)}</td><td class="num">${figure('en', after)}</td></tr>`,
  );
  return {
    html: site(r, {
      title: 'Statement',
      lang: 'en-GB',
      body: `<p>Account 12-34-56</p><table class="statement"><thead><tr><th>Date</th><th>Description</th><th>Paid out (£)</th><th>Paid in (£)</th><th>Balance (£)</th></tr></thead><tbody><tr class="month"><td colspan="5">Opening balance £${figure('en', opening)}</td></tr>${lines}</tbody></table>`,
    }),
    truth: truthOf(
      ['Description text', 'Date date', 'Out money', 'In money', 'Balance money'],
      rows.map(({ text, out, amount, balance: after, when }) => [
        text,
        when.iso,
        out ? of(amount, 'GBP') : null,
        out ? null : of(amount, 'GBP'),
        of(after, 'GBP'),
      ]),
    ),
  };
};

const germanStatement: Shape = (r) => {
  const rows = several(
    r,
    (one) => `${one.pick(['Lastschrift', 'Gutschrift', 'Überweisung'])} ${product(one)}`,
    6,
    11,
  ).map((text) => ({ text, amount: cents(r, 2, 4000) * (r.chance(0.7) ? -1 : 1), when: day(r) }));
  const lines = each(
    rows,
    ({ text, amount, when }) =>
      `<li class="booking"><div class="booking__date">${when.dotted}</div><div class="booking__text">${text}</div><div class="booking__amount ${amount < 0 ? 'neg' : 'pos'}">${amount < 0 ? '−' : '+'}${figure('de', Math.abs(amount))}\u00a0€</div></li>`,
  );
  return {
    html: site(r, {
      title: 'Umsätze',
      lang: 'de',
      style: '.booking{display:flex;gap:20px}',
      body: `<ul class="bookings">${lines}</ul>`,
    }),
    truth: truthOf(
      ['Text text', 'Date date', 'Amount money'],
      rows.map(({ text, amount, when }) => [text, when.iso, of(amount, 'EUR')]),
    ),
  };
};

const tickets: Shape = (r) => {
  const rows = several(r, subject, 6, 10).map((text, at) => ({
    text,
    key: `OPS-${at * 7 + r.int(100, 106)}`,
    status: r.pick(['To do', 'In progress', 'In review']),
    who: r.chance(0.8) ? person(r) : null,
    due: day(r),
    urgent: r.pick(['High', 'Medium', 'Low']),
  }));
  const lines = each(
    rows,
    ({ text, key, status, who, due, urgent }) =>
      `<tr class="issuerow" data-issuekey="${key}"><td class="issuetype"><img alt="Bug" width="16" height="16" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="></td><td class="issuekey"><a class="issue-link" href="/browse/${key}">${key}</a></td><td class="summary"><p><a href="/browse/${key}">${text}</a></p></td><td class="assignee">${who ?? '<em>Unassigned</em>'}</td><td class="priority">${urgent}</td><td class="status"><span class="jira-issue-status-lozenge">${status}</span></td><td class="duedate"><time datetime="${due.iso}">${due.short}</time></td><td class="issue_actions"><button aria-label="Actions for ${key}">⋯</button></td></tr>`,
  );
  const head = each(
    ['T', 'Key', 'Summary', 'Assignee', 'P', 'Status', 'Due', ''],
    (label) =>
      `<th class="colHeaderLink sortable" scope="col"><span title="Sort by ${label}">${label}</span></th>`,
  );
  return {
    html: site(r, {
      title: 'Issues',
      body: `<table id="issuetable" class="aui"><thead><tr class="rowHeader">${head}</tr></thead><tbody>${lines}</tbody></table>`,
    }),
    truth: truthOf(
      [
        'Summary text',
        'Type text',
        'Key text',
        'Assignee text',
        'Priority text',
        'Status text',
        'Due date',
        'Link link',
      ],
      rows.map(({ text, key, status, who, due, urgent }) => [
        text,
        'Bug',
        key,
        who ?? 'Unassigned',
        urgent,
        status,
        due.iso,
        `/browse/${key}`,
      ]),
    ),
  };
};

const timetable: Shape = (r) => {
  const at = (): string =>
    `${String(r.int(5, 23)).padStart(2, '0')}:${String(r.int(0, 59)).padStart(2, '0')}`;
  const rows = several(r, at, 6, 11).map((from) => ({
    from,
    line: `RE ${r.int(1, 90)}`,
    to: town(r),
    track: String(r.int(1, 12)),
    late: r.chance(0.3) ? `+${r.int(2, 20)}` : null,
  }));
  const lines = each(
    rows,
    ({ from, line, to, track, late }) =>
      `<tr><td class="zeit"><strong>${from}</strong>${late === null ? '' : ` <span class="delay">${late}</span>`}</td><td>${line}</td><td>${to}</td><td>${track}</td></tr>`,
  );
  return {
    html: site(r, {
      title: 'Departures',
      body: `<table class="departures" aria-label="Departures"><thead><tr><th>Time</th><th>Line</th><th>To</th><th>Platform</th></tr></thead><tbody>${lines}</tbody></table>`,
    }),
    truth: truthOf(
      ['Time text', 'Line text', 'To text', 'Platform number'],
      rows.map(({ from, line, to, track, late }) => [
        late === null ? from : `${from} ${late}`,
        line,
        to,
        Number(track),
      ]),
    ),
  };
};

const stopTimes: Shape = (r) => {
  const stops = several(r, town, 5, 7);
  const runs = [r.int(6, 8), r.int(9, 11), r.int(12, 14)];
  const time = (run: number, at: number): string =>
    `${String(run).padStart(2, '0')}:${String(at * 7 + 3).padStart(2, '0')}`;
  const rows = each(
    stops,
    (stop, at) => `<tr><th scope="row">${stop}</th>${each(runs, (run) => `<td>${time(run, at)}</td>`)}</tr>`,
  );
  return {
    html: site(r, {
      title: 'Line 4',
      body: `<table class="timetable"><caption>Mondays to Fridays</caption><thead><tr><th scope="col">Stop</th>${each(runs, (_, at) => `<th scope="col">Run ${at + 1}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`,
    }),
    truth: truthOf(
      ['Stop text', 'Run 1 text', 'Run 2 text', 'Run 3 text'],
      stops.map((stop, at) => [stop, ...runs.map((run) => time(run, at))]),
    ),
  };
};

const invoice: Shape = (r) => {
  const rows = several(r, product, 4, 9).map((name) => ({
    name,
    count: r.int(1, 20),
    each: cents(r, 1, 90),
  }));
  const cell = (text: string): string => `<td style="border:1px solid #ccc;padding:4px">${text}</td>`;
  const lines = each(
    rows,
    ({ name, count, each: price }) =>
      `<tr>${cell(name)}${cell(String(count))}${cell(`CHF ${figure('ch', price)}`)}${cell(`CHF ${figure('ch', price * count)}`)}</tr>`,
  );
  const total = rows.reduce((sum, { count, each: price }) => sum + count * price, 0);
  return {
    html: site(r, {
      title: 'Invoice',
      lang: 'en',
      body: `<table width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><table width="100%"><tr><td>Sample Ltd</td><td align="right">Invoice 2025-17</td></tr></table></td></tr><tr><td><table width="100%" cellspacing="0"><tr>${each(['Item', 'Quantity', 'Each', 'Amount'], (label) => cell(`<b>${e(label)}</b>`))}</tr>${lines}<tr>${cell('Total')}${cell('')}${cell('')}${cell(`CHF ${figure('ch', total)}`)}</tr></table></td></tr><tr><td>Thank you.</td></tr></table>`,
    }),
    truth: truthOf(
      ['Item text', 'Quantity number', 'Each money', 'Amount money'],
      rows.map(({ name, count, each: price }) => [
        name,
        count,
        of(price, 'CHF'),
        of(Number((price * count).toFixed(2)), 'CHF'),
      ]),
    ),
  };
};

export const WORK = {
  'bank statement': statement,
  'German bookings': germanStatement,
  'ticket list': tickets,
  departures: timetable,
  'stops and runs': stopTimes,
  'invoice in nested tables': invoice,
} satisfies Record<string, Shape>;
