// What orders may not be made of: conditions are no values, questions are no orders, and names and values are taken as they are written.
import { describe, expect, test } from 'vitest';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { observe, remember } from '#test/fixtures/observations.ts';

/** The name of what is clicked or typed into first; `null` where nothing is. */
async function touched(page: string, order: string): Promise<string | null> {
  const seen = observe('https://page.test/', page);
  const { action, ref } = await createOfflineNavigator().next(
    seen,
    remember(order),
    new AbortController().signal,
  );
  return ['CLICK', 'TYPE', 'SELECT'].includes(action)
    ? (seen.nodes.find((node) => node.ref === ref)?.name ?? '')
    : null;
}

const FORM = `
  textbox City
  textbox Name
  textbox Status
  checkbox Rice
  button Submit
  button Start
  button Continue
`;
describe('a condition enters, chooses and presses nothing', () => {
  test.each([
    'send it when the city is London',
    'send it when the city is Berlin',
    'send it when the city is Boston',
    'send it when the city is Spain',
    'send it when the name is Fred',
    'send it when the status is Approved',
    'send it when the status is Ready',
    'once the status says Done press Start',
    'press Submit when the city is Rome',
    'press Continue when the city is Rome',
    'press Submit if the city is Rome',
    'press Submit as soon as City = Rome',
    'press Submit once City: Rome',
    'submit once the name contains "Ada"',
    'type Rome into City. Press Submit once the name is Ada',
    'drücke Submit, wenn die Stadt Rom ist',
    'drücke Submit, sobald der Status Fertig ist',
    'pulsa Submit cuando la ciudad es Roma',
    'pulsa Submit en cuanto el estado sea Listo',
  ])('“%s”', async (order) => {
    expect(parseGoals(order).map(({ kind }) => kind)).toEqual(['NOT_UNDERSTOOD']);
    expect(await touched(FORM, order)).toBeNull();
  });
  test.each([
    ['once Rice is ticked press Submit', 'Rice'],
    ['press "Submit when the city is Rome"', 'Submit when the city is Rome'],
  ])('“%s” hangs on none', async (order, first) => {
    expect(await touched(`${FORM}\nbutton Submit when the city is Rome`, order)).toBe(first);
  });
});

test.each([
  ['set the e-mail to nad@mail.com', 'nad@mail.com'],
  ['enter frist.last@mail.com into Note', 'frist.last@mail.com'],
  ['search for pease pudding', 'pease pudding'],
  ['open adn.com', 'adn.com'],
  ['enter teh into Note', 'teh'],
])('“%s” keeps each letter', (order, value) => {
  expect(JSON.stringify(parseGoals(order))).toContain(value);
});

test.each([
  'how do I take off the filter?',
  'how do I share a post?',
  'can I share the post?',
  'how do I like the post by Ana?',
  'do we fly from Oslo to Rome?',
  'do we live in Berlin?',
])('“%s” is no order', async (question) => {
  const page = 'textbox Origin\nbutton Share\nbutton Like\nbutton Delete filter';
  expect(await touched(page, question)).toBeNull();
});

const PASSWORDS = 'textbox Name\ntextbox E-mail\ntextbox Password [password]\nbutton Save';
test.each(['set the password to "k9" and repeat it', 'the password is "k9", confirm it with the same'])(
  '“%s” never puts it into a field that shows it',
  async (order) => {
    const filled = PASSWORDS.replace('[password]', '[password] = k9');
    expect(['Name', 'E-mail']).not.toContain(await touched(PASSWORDS, order));
    expect(['Name', 'E-mail']).not.toContain(await touched(filled, order));
  },
);

test.each([
  ['Klicke auf Beiträge', 'link Beiträge -> /p\nbutton Post\nbutton Senden', 'Beiträge'],
  ['pulsa Publicación', 'link Publicación -> /p\nbutton Post\nbutton Enviar', 'Publicación'],
  ['cancel the order by clicking on it', 'button Order now\nbutton Cancel order', 'Cancel order'],
  ['register me and press Close', 'button Register\nbutton Close', 'Register'],
  ['press Stop for me', 'button Stop\nbutton Start', 'Stop'],
  ['press Wait for me', 'button Wait\nbutton Start', 'Wait'],
  ['click Let me check', 'button Let me check\nbutton Start', 'Let me check'],
])('“%s” touches what it names', async (order, page, name) => {
  expect(await touched(page, order)).toBe(name);
});

test.each([
  ['delete the mail by clicking on it', 'text Order 12\nbutton Order now\nbutton Close'],
  ['update my details', 'textbox City\nbutton Buy now'],
  ['reply to the mail saying the meeting is off', 'textbox Message\nbutton Reply\nbutton Send'],
  ['press anything but Checkout', 'button Delete account\nbutton Checkout'],
  ['I travel from Monday to Friday', 'textbox Origin\ntextbox Destination'],
])('“%s” touches nothing', async (order, page) => {
  expect(await touched(page, order)).toBeNull();
});

test.each(['type wait for me into Note', 'search for let me check my emails', 'press Pause for me'])(
  '“%s” waits for nobody',
  (order) => {
    expect(parseGoals(order).map(({ kind }) => kind)).not.toContain('NOT_UNDERSTOOD');
  },
);

test.each([
  ['press Save (or Cancel)', 'Cancel'],
  ['press Save (not Cancel)', 'Cancel'],
])('“%s” presses no second thing', (order, other) => {
  expect(parseGoals(order)).not.toContainEqual({ kind: 'PRESS', what: other });
});

test.each([
  ['what is the shipping method?', 'ANY'],
  ['what is the cost center?', 'ANY'],
  ['what is the total price?', 'MONEY'],
  ['which month has the most sales?', 'ANY'],
])('“%s” wants %s', (question, wants) => {
  expect(parseGoals(question)).toMatchObject([{ kind: 'READ', wants }]);
});
