// Draws the card of one question, in the layout of UX-RULES. INVARIANT: every string of the card passes through `untrusted`,
// and the answers stand in one fixed order with the least harmful first.
import type { ConsentAnswer, ConsentCard, ConsentView, SiteView } from '#gateway/protocol/views/consent.ts';
import { warningText } from '#gateway/protocol/views/site-warnings.ts';
import { drawRows } from './card-rows.ts';
import { drawChangePlan, type ChangePlan } from './change-plan.ts';
import { h, untrusted, type Child } from './dom.ts';
import { drawMoreNo, type MoreNo } from './more-no.ts';
import {
  answerLabel,
  ANSWER_ORDER,
  askedBefore,
  isOwnChange,
  LOOKS,
  NOT_YOURS,
  placesInWords,
  ruleOf,
  STARTED_BY,
} from './words.ts';

export type CardView = {
  readonly root: HTMLElement;
  readonly heading: HTMLElement;
  /** What must stay still and unchanged while it is read. */
  readonly content: HTMLElement;
  readonly note: HTMLElement;
  readonly alert: HTMLElement;
  readonly countdown: HTMLElement;
  readonly count: HTMLElement;
  readonly retype: HTMLInputElement | null;
  /** The ends of what must be read before anything is allowed. */
  readonly ends: readonly HTMLElement[];
  /** The ends of what an allowance would cover, and of all rows of what is asked. */
  readonly scopeEnds: readonly HTMLElement[];
  readonly buttons: ReadonlyMap<ConsentAnswer, HTMLButtonElement>;
  /** A no with a word to whoever asked; `null`: nobody would hear it. */
  readonly more: MoreNo | null;
  /** Leaves something out of a plan; `null`: there is nothing to leave out. */
  readonly change: ChangePlan | null;
  /** Leads to the policy, with this question as its beginning; `null` where no rule would be about it. */
  readonly always: HTMLButtonElement | null;
};

/** `viewer`: whether whoever looks at it may allow it. */
export function drawCard(card: ConsentCard, viewer?: ConsentView['viewer']): CardView {
  const heading = h('h1', { id: 'title', tabindex: '-1' }, untrusted(card.title));
  const count = h('p', { class: 'count', id: 'count', hidden: card.count < 2 }, countText(card.count));
  const [typed] = wordsToType(card);
  const retype = card.look === 'isolated' && typed !== undefined ? retypeField() : null;
  const rows = drawRows(card.details, card.site);
  // Without a site it would be a rule for every site.
  const hasRule =
    card.requestId !== undefined && card.site !== null && card.plan !== true && !isOwnChange(card);
  const change = drawChangePlan(card);
  const always = hasRule ? alwaysButton() : null;
  const scopeEnds = rows.covers === null || rows.list === null ? [endMark()] : [endMark(), endMark()];
  const content = h(
    'div',
    { class: 'content', 'data-part': true },
    h('div', { class: 'top' }, heading, h('p', { class: `look look-${card.look}` }, LOOKS[card.look])),
    h('p', { class: 'task' }, 'task: ', untrusted(card.intent, { limit: 160 })),
    card.startedBy === 'PAGE'
      ? h(
          'p',
          { class: 'by-page' },
          'Started by the page itself, not by the agent. It waits for your answer.',
        )
      : null,
    h(
      'div',
      { id: 'what' },
      card.site === null ? null : siteBlock('to', card.site, rows.address),
      // Of what a page starts by itself, who it is belongs to what is asked; of the rest it is under *Details*.
      card.from === null || card.startedBy !== 'PAGE' ? null : fromBlock(card.from),
      count,
      card.before === undefined ? null : h('p', { class: 'before' }, askedBefore(card.before)),
      rows.covers,
      change?.panel ?? null,
      rows.covers === null || rows.list === null ? null : (scopeEnds[0] ?? null),
      rows.list,
      scopeEnds.at(-1) ?? null,
      origins(card),
    ),
    approvers(card, viewer),
    why(card),
    agentSays(card.agentSays),
    technical(card),
  );
  change?.onChange(() => {
    const { sites = [], kinds = [] } = change.leftOut() ?? {};
    for (const row of rows.covers?.querySelectorAll<HTMLElement>('[data-site]') ?? []) {
      const { site = '', kind = '' } = row.dataset;
      row.classList.toggle('left-out', sites.includes(site) || kinds.some((one) => one === kind));
    }
  });
  const note = h('p', { class: 'note', id: 'note' });
  const alert = h('p', { class: 'alert', role: 'alert' });
  const timer = h('span', { class: 'timer', role: 'timer', 'aria-live': 'off' });
  const buttons = answerButtons(card);
  const more = drawMoreNo(card, buttons.get('DENY_TASK') ?? null);
  const confirm = h(
    'div',
    { class: 'confirm', 'data-part': true },
    // Beside the answers: a field that is scrolled to under the footer would be out of sight while one types.
    retype === null || typed === undefined ? null : retypeBlock(retype, typed, card.site !== null),
    note,
  );
  // INVARIANT: the answers are in view at every size, a denial among them; what they are about scrolls above them.
  const footer = h(
    'div',
    { class: 'footer', 'data-part': true },
    alert,
    h(
      'div',
      { class: 'foot' },
      h(
        'div',
        { class: 'answers', role: 'group', 'aria-label': 'Your answer' },
        buttons.get('DENY') ?? null,
        more?.toggle ?? null,
        ...[...buttons].flatMap(([answer, button]) => (answer.startsWith('ALLOW') ? [button] : [])),
      ),
      // After the answers: whoever goes by the keyboard comes to *Deny* first.
      h('div', { class: 'expiry' }, timer, change?.toggle ?? null, always),
    ),
    more?.panel ?? null,
  );
  const root = h(
    'div',
    {
      class: `card card-${card.look}`,
      role: 'alertdialog',
      'aria-modal': 'true',
      'aria-labelledby': 'title',
      'aria-describedby': 'what',
    },
    // Where there is room the content alone scrolls: focus beside it moves nothing out of sight.
    h('div', { class: 'body' }, h('div', { class: 'scroll' }, content), confirm),
    footer,
  );
  return {
    root,
    heading,
    content,
    note,
    alert,
    countdown: timer,
    count,
    retype,
    ends: rows.ends,
    scopeEnds,
    buttons,
    more,
    change,
    always,
  };
}

/** What has to be typed before an `isolated` question is allowed: any of these, none where it can only be denied. */
export const wordsToType = ({ site, retype }: ConsentCard): readonly string[] =>
  site === null ? (retype === undefined ? [] : [retype]) : [site.registrableDomain, site.host];

export const countText = (count: number): string => `stands for ${count} identical questions`;

const endMark = (): HTMLElement => h('span', { class: 'scope-end', 'aria-hidden': 'true' });

/** The registrable domain in bold, the whole address or host beneath it, and what is odd about it. */
const siteBlock = (word: string, site: SiteView, address: HTMLElement | null): HTMLElement =>
  h(
    'div',
    { class: 'site' },
    h('span', { class: 'word' }, word),
    h(
      'span',
      { class: 'names' },
      h('strong', {}, untrusted(site.registrableDomain)),
      // Apart from the address also where that is whole: what stands before an “@” is no host.
      hostLine(site),
      address,
      ...site.warnings.map((code) =>
        h('span', { class: 'warning' }, h('span', { 'aria-hidden': 'true' }, '▲'), warningText(code)),
      ),
    ),
  );

const fromBlock = (site: SiteView): HTMLElement =>
  h(
    'div',
    { class: 'site site-from' },
    h('span', { class: 'word' }, 'from'),
    h('span', { class: 'names' }, h('strong', {}, untrusted(site.registrableDomain)), hostLine(site)),
  );

/** Where it is more than the domain. */
const hostLine = ({ host, registrableDomain }: SiteView): HTMLElement | null =>
  host === registrableDomain ? null : h('span', { class: 'host' }, untrusted(host));

/** What the task may read and act on before this answer: so that a new place is seen to be one. */
function origins(card: ConsentCard): HTMLElement | null {
  if (card.origins === undefined) return null;
  const { readable, writable } = card.origins;
  return h(
    'p',
    { class: 'origins' },
    'This task may read: ',
    untrusted(placesInWords(readable), { limit: 300 }),
    h('br', {}),
    'act on: ',
    untrusted(placesInWords(writable), { limit: 300 }),
  );
}

function why(card: ConsentCard): HTMLElement {
  return h(
    'div',
    { class: 'why' },
    h('h2', {}, 'Why you are asked'),
    ...card.because.map((reason) => {
      const { name, place } = ruleOf(reason);
      return h(
        'p',
        {},
        'rule ',
        h('code', {}, untrusted(name)),
        ', ',
        untrusted(place),
        reason.reason === '' ? null : h('span', { class: 'reason' }, untrusted(reason.reason)),
      );
    }),
  );
}

const alwaysButton = (): HTMLButtonElement =>
  h('button', { type: 'button', class: 'quiet always' }, 'Always handle like this…');

/** Who may allow it; said where that is not simply the person who runs the gateway. */
function approvers(card: ConsentCard, viewer: ConsentView['viewer']): HTMLElement | null {
  const { approvers: names = ['user'], mayAllow = [], fourEyes = false } = card;
  const refused = viewer?.mayAllow === false;
  if (!refused && !fourEyes && names.every((name) => name === 'user')) return null;
  return h(
    'div',
    { class: refused ? 'may may-not' : 'may' },
    h('h2', {}, refused ? NOT_YOURS : 'Who may allow this'),
    h('ul', {}, ...mayAllow.map((line) => h('li', {}, untrusted(line, { limit: 400 })))),
    fourEyes ? h('p', {}, 'Whoever asked for it may not allow it.') : null,
    refused ? h('p', {}, 'It waits for them. You can deny it.') : null,
  );
}

function agentSays(words: string | null): HTMLElement | null {
  if (words === null || words === '') return null;
  return h(
    'details',
    {},
    h('summary', {}, 'The agent says (not verified)'),
    h('blockquote', {}, untrusted(words, { lines: true, limit: 500 })),
  );
}

const row = (label: string, value: string): readonly Child[] => [
  h('dt', {}, label),
  h('dd', {}, untrusted(value)),
];

function technical(card: ConsentCard): HTMLElement {
  return h(
    'details',
    {},
    h('summary', {}, 'Details'),
    h(
      'dl',
      { class: 'details' },
      ...row('started by', STARTED_BY[card.startedBy]),
      ...(card.site === null ? [] : row('address', card.site.url)),
      ...(card.from === null ? [] : row('from', card.from.url)),
      ...row('capability', card.capabilities.join(', ')),
      ...row('policy', `${card.policy.id} revision ${card.policy.revision}`),
      ...row('policy hash', card.policy.semanticHash),
      ...row('bound to', card.digest),
      ...row('question', card.id),
    ),
  );
}

function retypeField(): HTMLInputElement {
  return h('input', {
    id: 'retype',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
  });
}

function retypeBlock(field: HTMLInputElement, word: string, isSite: boolean): HTMLElement {
  return h(
    'div',
    { class: 'retype' },
    h('label', { for: 'retype' }, `To allow this, type${isSite ? ' the site' : ''}: `, untrusted(word)),
    field,
  );
}

function answerButtons(card: ConsentCard): ReadonlyMap<ConsentAnswer, HTMLButtonElement> {
  const offered = ANSWER_ORDER.filter((answer) => card.answers.includes(answer));
  return new Map(
    offered.map((answer) => [
      answer,
      h(
        'button',
        {
          type: 'button',
          class: answer.startsWith('ALLOW') ? 'allow' : 'deny',
          ...(answer.startsWith('ALLOW') ? { 'aria-describedby': 'note', 'aria-disabled': 'true' } : {}),
        },
        answerLabel(answer, card),
      ),
    ]),
  );
}
