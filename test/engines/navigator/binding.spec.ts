// Words for acts that bind, and that nothing of the kind is done on the way to what a person asked for. No browser.
import { describe, expect, test } from 'vitest';
import { binds, plainAct, settles } from '#engines/navigator/binding.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { entryOf, observe, remember } from '#test/fixtures/observations.ts';

describe('what a control is called', () => {
  test.each([
    ['Delete account', 'Konto löschen', 'Eliminar la cuenta'],
    ['Log out', 'Abmelden', 'Cerrar sesión'],
    ['Mute Ana', 'Ana stummschalten', 'Silenciar a Ana'],
    ['Report this post', 'Beitrag melden', 'Denunciar mensaje'],
    ['Leave group', 'Gruppe verlassen', 'Abandonar el grupo'],
    ['Unsubscribe', 'Newsletter abbestellen', 'Darse de baja'],
    ['Archive', 'Archivieren', 'Archivar'],
    ['Unfollow', 'Entfolgen', 'Dejar de seguir'],
    ['Block Ana', 'Ana blockieren', 'Bloquear a Ana'],
    ['Join now', 'Jetzt beitreten', 'Unirse'],
    ['Reserve and pay', 'Reservieren', 'Reservar'],
    ['Yes, leave', 'Bestätigen', 'Confirmar'],
    ['Revoke access', 'Zugriff widerrufen', 'Revocar el acceso'],
    ['Close account', 'Vertrag kündigen', 'Cancelar'],
    ['Flag', 'Ablehnen', 'Rechazar'],
    ['End call', 'Anruf beenden', 'Desconectar'],
  ])('“%s”, “%s”, “%s”: they bind', (...names) => {
    for (const name of names) expect(binds(name), name).toBe(true);
  });

  test('a binding word that is a noun in a name, or a part of another word, binds nothing', () => {
    const names =
      'Edit|Reports|The annual report|Deleted items|Sender|Leaves|Muted words|Voters|Payload|Close|End date|Next|Search|Show more|Details|Anzeigen|Nachrichten|Archivo|Enviados|Ajustes';
    for (const name of names.split('|')) expect(binds(name), name).toBe(false);
  });

  test('an order that leaves boxes empty, follows a link or reports a figure binds nothing', () => {
    for (const order of ['leave all boxes empty', 'follow the link', 'leave it as it is', 'report the total'])
      expect(binds(order), order).toBe(false);
  });

  test('a link that is such an act by all of its words is one; where the word names a thing, it leads there', () => {
    for (const name of [
      'Mute Ana',
      'Report',
      'Report this user',
      'Leave group',
      'Unsubscribe from all',
      '✕ Delete',
    ])
      expect(plainAct(name), name).not.toBeNull();
    for (const name of ['Order history', 'Report 2023', 'Book reviews', 'Leave policy', 'Post archive'])
      expect(plainAct(name), name).toBeNull();
  });

  test('what keeps or ends a form settles it', () => {
    for (const name of ['Save', 'Finish', 'Speichern', 'Guardar', 'OK'])
      expect(settles(name), name).toBe(true);
    for (const name of ['Edit', 'Next', 'Book of days']) expect(settles(name), name).toBe(false);
  });
});

const navigator = createOfflineNavigator();

/** The steps until it answers or gives up, each without an effect that is seen. */
async function stepsOf(lines: string, intent: string): Promise<readonly (readonly [string, string])[]> {
  const seen = observe('https://page.test/', lines);
  const entries: ReturnType<typeof entryOf>[] = [];
  for (let step = 0; step < 6; step++) {
    // oxlint-disable-next-line no-await-in-loop -- one step after the other
    const proposal = await navigator.next(
      seen,
      remember(intent, { entries: [...entries] }),
      AbortSignal.timeout(30_000),
    );
    if (proposal.action === 'DONE' || proposal.action === 'FAILED') break;
    entries.push(entryOf(seen, proposal, 'unchanged'));
  }
  return entries.map(({ proposal, element }) => [proposal.action, element?.name ?? ''] as const);
}

describe('on the way to a fact', () => {
  test.each([
    [
      'a form that posts, whatever its field is called',
      'form Contact [method=post]\n  textbox Search\n  button Search',
    ],
    [
      'a nameless field beside “Go” in a form that posts',
      'form Contact [method=post]\n  textbox\n  button Go',
    ],
    ['a field whose name only begins like a search', 'form\n  textbox Find us on\n  button Send'],
    [
      'the only field of a page, which nothing says to be a search',
      'form\n  textbox Your message\n  button Send',
    ],
    ['a field beside “Go” that is in no form', 'textbox\nbutton Go'],
    ['a password', 'form\n  textbox Search [password]\n  button Search'],
  ])('nothing is typed into %s', async (_what, lines) => {
    const page = `heading Contact [level=1]\n${lines}`;
    const steps = await stepsOf(page, 'what is the price of the Wool Mat?');
    expect(steps.filter(([action]) => action === 'TYPE')).toEqual([]);
  });

  test.each([
    ['a search box by its role', 'searchbox'],
    ['a field in a search region', 'search\n  textbox'],
    ['a field that is called a search', 'form\n  textbox Suchbegriff\n  button Los'],
    ['a nameless field beside “Go” in a form that asks', 'form\n  textbox\n  button Go'],
    ['a nameless field beside “Search”', 'textbox\nbutton Search'],
  ])('%s is used', async (_what, lines) => {
    const steps = await stepsOf(`heading Contact [level=1]\n${lines}`, 'what is the price of the Wool Mat?');
    expect(steps[0]?.[0]).toBe('TYPE');
  });

  test('what a person asks to be searched is searched, also where the form posts', async () => {
    const page = 'heading Contact [level=1]\nform Contact [method=post]\n  textbox Search\n  button Go';
    expect((await stepsOf(page, 'search for the Wool Mat'))[0]?.[0]).toBe('TYPE');
  });

  test('no link is followed that only mutes, reports or leaves', async () => {
    const page =
      'heading Ana [level=1]\nlink Mute Ana -> /mute\nlink Report this user Ana -> /report\nlink Leave group Ana -> /leave';
    expect(await stepsOf(page, 'tell me the phone number of Ana')).toEqual([]);
  });
});
