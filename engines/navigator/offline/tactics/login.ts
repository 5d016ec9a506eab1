// A login form that bars the way, or that the person asked for: user name, password, submit, with secrets by name only.
// INVARIANT: a secret is named for the host it belongs to and goes nowhere else; its value is never seen here.
import { normalise } from '#engines/language.ts';
import { submitOf } from '#engines/navigator/offline/page/ground.ts';
import {
  actionable,
  closest,
  has,
  type Item,
  type Outline,
} from '#engines/navigator/offline/page/outline.ts';
import { click, type, type Move, type Situation } from '#engines/navigator/offline/page/situation.ts';

export type LoginForm = { readonly username: Item | null; readonly password: Item };

export function loginForm(outline: Outline): LoginForm | null {
  const password = outline.items.find(
    (item) =>
      item.node.role === 'textbox' &&
      actionable(item) &&
      (has(item, 'password') || /\bpass(word|code|phrase)\b/.test(normalise(item.node.name))),
  );
  if (password === undefined) return null;
  const form = closest(password, ['form']);
  const username = outline.items
    .slice(0, password.index)
    .findLast(
      (item) =>
        item.node.role === 'textbox' &&
        actionable(item) &&
        closest(item, ['form']) === form &&
        !has(item, 'password'),
    );
  return { username: username ?? null, password };
}

/** The secret's name for this host, by its last part. */
function secretFor(situation: Situation, part: RegExp): string | null {
  const host = URL.parse(situation.observation.url)?.hostname ?? '';
  return (
    situation.memory.secrets.find((name) => {
      const owner = /^login:([^/]+)\//.exec(name)?.[1];
      return (owner === undefined || owner === host) && part.test(name);
    }) ?? null
  );
}

const filled = (item: Item): boolean => (item.node.value ?? '') !== '';
const SUBMIT = /\b(log ?in|sign ?in|continue|submit|next)\b/;

export function logIn(situation: Situation, form: LoginForm, onTheWay: boolean): Move {
  const host = URL.parse(situation.observation.url)?.hostname ?? 'this site';
  const refusedBefore = situation.tried.some(
    ({ entry }) => entry.proposal.action === 'CLICK' && entry.proposal.reasoning.includes(SUBMIT_WHY),
  );
  if (refusedBefore)
    return {
      kind: 'STUCK',
      need: `${host} did not accept the saved login; log in there yourself or correct it`,
    };
  const username = secretFor(situation, /user|e-?mail|name|login$/i);
  const password = secretFor(situation, /pass/i);
  if (password === null)
    return {
      kind: 'STUCK',
      need: `${host} asks for a login, and none is saved for it; save one or log in yourself`,
    };
  if (form.username !== null && !filled(form.username)) {
    if (username === null)
      return { kind: 'STUCK', need: `${host} asks for a user name, and none is saved for it` };
    return type(
      form.username,
      `secret:${username}`,
      0.95,
      'the way leads through a login: the saved user name',
      true,
    );
  }
  if (!filled(form.password))
    return type(
      form.password,
      `secret:${password}`,
      0.95,
      'the way leads through a login: the saved password',
      true,
    );
  const submit = submitOf(situation.outline, form.password, SUBMIT);
  return submit === null
    ? { kind: 'STUCK', need: `the login form of ${host} has no button to send it` }
    : click(submit, 0.95, SUBMIT_WHY, onTheWay);
}

const SUBMIT_WHY = 'both fields are filled, the form is sent';
