// What lies in the way of any goal: overlays, consent banners, logins. INVARIANT: an overlay is closed by the least that it
// takes; nothing in it is agreed to beyond what closes it.
import { normalise } from '#engines/language.ts';
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { actionable, ancestors, has, within, type Item } from '#engines/navigator/offline/page/outline.ts';
import { locate } from '#engines/navigator/offline/page/locate.ts';
import { loginForm, logIn } from './login.ts';
import { parseTarget } from '#engines/navigator/offline/words/target.ts';
import { click, spent, type Move, type Situation } from '#engines/navigator/offline/page/situation.ts';

/** Least far-reaching first. */
const CLOSERS: readonly RegExp[] = [
  /^(close|dismiss|no,? thanks?|not now|skip|later|x|×)\b|^[x×✕]$/,
  /^(?:stay|keep|back|go back|return|cancel|remain|no)\b/,
  /\b(reject|decline|refuse|only (necessary|essential)|necessary only|essential only)\b/,
  /\b(ok|okay|got it|understood|accept|agree|allow cookies|continue)\b/,
];

export function obstacle(situation: Situation): Move | null {
  return overlay(situation) ?? cover(situation) ?? openList(situation) ?? login(situation);
}

function overlay(situation: Situation): Move | null {
  const last = situation.tried.at(-1)?.entry;
  const stopped =
    last !== undefined &&
    last.proposal.action !== 'EXTRACT' &&
    (last.outcome === 'failed' || last.outcome === 'unchanged');
  for (const item of situation.outline.items) {
    if (!['dialog', 'alertdialog'].includes(item.node.role)) continue;
    if (!has(item, 'modal') && !stopped) continue;
    if (belongsToGoal(situation, item)) continue;
    const closer = closerIn(item, (candidate) => !spent(situation, 'CLICK', candidate));
    if (closer !== null)
      return click(closer, 0.86, `“${item.node.name || 'a dialog'}” lies in the way`, true);
  }
  return null;
}

/** What lay over the thing to be pressed, known by its own words: the control among them that closes it. */
function cover(situation: Situation): Move | null {
  const last = situation.tried.at(-1)?.entry;
  const words = last?.outcome === 'failed' ? COVERED_BY.exec(last.note)?.[1] : undefined;
  if (words === undefined) return null;
  const own = situation.outline.items.filter(
    (item) =>
      ['button', 'link', 'generic'].includes(item.node.role) &&
      actionable(item) &&
      item.node.name !== '' &&
      words.includes(item.node.name) &&
      item.node.name !== last?.element?.name &&
      !spent(situation, 'CLICK', item),
  );
  const closer = leastOf(own);
  return closer === null ? null : click(closer, 0.82, 'what lies over it is closed', true);
}
const COVERED_BY = /covered by [^“]*“([^”]+)”/u;

/** A drawn list that shows the options of a select and lies over the rest: closed by choosing what is chosen already. */
function openList(situation: Situation): Move | null {
  const last = situation.tried.at(-1)?.entry;
  if (last?.outcome !== 'failed' || !/covered/.test(last.note)) return null;
  for (const select of situation.outline.items) {
    const { options, value } = select.node;
    if (options === undefined || value === undefined) continue;
    const drawn = situation.outline.items.filter(
      (item) =>
        ['listitem', 'option', 'menuitem'].includes(item.node.role) &&
        actionable(item) &&
        item.node.box !== null &&
        options.includes(item.node.name),
    );
    const chosen = drawn.find(({ node }) => node.name === value);
    if (chosen !== undefined && drawn.length > 1 && !spent(situation, 'CLICK', chosen))
      return click(chosen, 0.86, `the open list of “${value}” lies in the way`, true);
  }
  return null;
}

function closerIn(dialog: Item, keep: (item: Item) => boolean): Item | null {
  const buttons = [...within(dialog)].filter(
    (item) => ['button', 'link'].includes(item.node.role) && actionable(item) && keep(item),
  );
  return leastOf(buttons);
}

function leastOf(controls: readonly Item[]): Item | null {
  for (const pattern of CLOSERS) {
    const found = controls.find((item) => pattern.test(normalise(item.node.name)));
    if (found !== undefined) return found;
  }
  return null;
}

/** A dialog that an own step opened is worked in, not closed. */
function belongsToGoal(situation: Situation, dialog: Item): boolean {
  const goal: Goal | undefined = situation.goals[situation.index];
  if (goal === undefined) return false;
  if (goal.kind === 'PRESS') {
    const inside = new Set(within(dialog));
    const target = { ...parseTarget(goal.what), relations: [], nth: null };
    const best = locate(situation.outline, target, { keep: (item) => inside.has(item) })[0];
    if (best !== undefined && best.score >= 0.75) return true;
  }
  if (!['FILL', 'CHOOSE', 'CHECK', 'PRESS', 'CHECK_ALL', 'SUGGEST', 'KEY'].includes(goal.kind)) return false;
  return [...within(dialog)].some((item) =>
    ['textbox', 'combobox', 'checkbox', 'radio', 'spinbutton'].includes(item.node.role),
  );
}

const PASSWORD = /\bpass(?:word|code|phrase)\b|\bPIN\b/i;

/** A page that is a login before all else: the goal needs what is behind it. */
function login(situation: Situation): Move | null {
  const goal = situation.goals[situation.index];
  if (goal === undefined || goal.kind === 'LOGIN' || goal.kind === 'FILL') return null;
  // The person's own words fill it: no saved login is meant.
  if (situation.goals.some((one) => one.kind === 'FILL' && PASSWORD.test(one.field))) return null;
  const form = loginForm(situation.outline);
  if (form === null) return null;
  const here = `${situation.outline.subject} ${situation.observation.title} ${URL.parse(situation.observation.url)?.pathname ?? ''}`;
  const isLoginPage = /\b(log ?-?in|sign ?-?in|logon|authenticat\w*)\b/.test(
    normalise(here.replace(/[/_]/g, ' ')),
  );
  const inMain = !ancestors(form.password).some((above) =>
    ['banner', 'navigation', 'contentinfo'].includes(above.node.role),
  );
  return isLoginPage && inMain ? logIn(situation, form, true) : null;
}
