// Ways of speaking that many people have, each in several sentences, as the plain order that it is; and what only looks like one of them
// and has to stay what it is: names, quotations, conditions, and orders to wait for a person.
import { describe, expect, test } from 'vitest';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';

const PLAIN: Readonly<Record<string, readonly (readonly [said: string, plain: string])[]>> = {
  'where it stands, with a hyphen': [
    ['press the button on the left-hand side of "Save"', 'press the button to the left of "Save"'],
    ['click the button that is on the right-hand side of Cancel', 'click the button to the right of Cancel'],
    ['tap whatever sits to the left-hand side of "Undo"', 'tap the button to the left of "Undo"'],
    ['please hit the button to the right-hand side of Next', 'click the button to the right of Next'],
  ],
  'any but one': [
    ['click any button other than Pay', 'click the button that is not Pay'],
    ['One of the buttons is Cancel. Press the other one.', 'press the button that is not Cancel'],
    ['one of these two buttons says Back, click the other button', 'click the button that is not Back'],
  ],
  'a text by where it comes from': [
    [
      'type the word that the paragraph ends with into the text field',
      'enter the last word of the paragraph into the text field',
    ],
    [
      'put the word the text area begins with in the text field',
      'enter the first word of the text area into the text field',
    ],
    [
      'whatever the text area says must go into the text field',
      'copy the text from the text area into the text field',
    ],
    [
      'What the first text field contains should be put into the second text field',
      'copy the text from the first text field into the second text field',
    ],
  ],
  'so many instead of so many': [
    ['I want 3 Plums instead of 2', 'set the quantity of Plums to 3'],
    ['we need 2 Pears, not 4', 'set the quantity of Pears to 2'],
    ['we want 6 Eggs in place of 12, then press Update', 'set the quantity of Eggs to 6; press Update'],
  ],
  'what has to be the first of a list': [
    ['I want Rye to be the second in the list', 'drag Rye to the second position'],
    ["I'd like Oats to be the first in the list", 'drag Oats to the first position'],
    ['we want Barley to come third in the list', 'drag Barley to the third position'],
    ['I would like Millet to be the last in the list', 'drag Millet to the last position'],
  ],
  'ended with the key': [
    [
      'type "Fern" into New item and confirm with the return key',
      'enter "Fern" into the New item; press Enter',
    ],
    ['enter 7 as the quantity and finish it by pressing enter', 'enter 7 as the quantity; press Enter'],
    ['put "Moss" in Name and complete it with enter', 'enter "Moss" into the Name; press Enter'],
    [
      'write "Ivy" into Title, confirming it with a press on the enter key',
      'enter "Ivy" into the Title; press Enter',
    ],
  ],
  'before and once': [
    [
      'Before you press Send press Check, and once that is done, press Close',
      'press Check; press Send; press Close',
    ],
    ['before you click Pay tick Terms', 'tick Terms; click Pay'],
    ['after you tick Rice press Save', 'tick Rice; press Save'],
    ['once you press Start press Stop', 'press Start; press Stop'],
  ],
  'said once more': [
    ['Ash belongs in the chosen list, put it there', 'drag Ash to the chosen list'],
    ['Elm should go into the basket, move it there please', 'drag Elm to the basket'],
    [
      'There will be 4 guests, please set that and press Submit',
      'set the number of guests to 4; press Submit',
    ],
  ],
  'reckoned and put in': [
    [
      'add Plums and Figs together, put the result in Total and submit',
      'enter the sum of Plums and Figs into the Total; press submit',
    ],
    ['add Rye and Oats up and enter it into Total', 'enter the sum of Rye and Oats into the Total'],
    ['do the sum on the page and submit what comes out', 'Solve the math problem; enter it; press submit'],
    ['solve the equation and submit what you get', 'Solve the math problem; enter it; press submit'],
  ],
  'with this as that': [
    ['check in with "AB12" as the reference', 'enter "AB12" as the reference; press check in'],
    [
      'check me in with the booking number of Ada as reference',
      'enter the booking number of Ada as the reference; press check in',
    ],
    ['please check us in using "ZZ9" as booking number', 'enter "ZZ9" as the booking number; press check in'],
    ['check in with the code of Bo as reference', 'enter the code of Bo as the reference; press check in'],
  ],
  'what a field offers': [
    [
      'type Lima into Place, take what it suggests and submit',
      'enter Lima into the Place; choose the suggestion; press submit',
    ],
    [
      'enter Kiel into City and pick the one that the list offers',
      'enter Kiel into the City; choose the suggestion',
    ],
    [
      'put Bonn in Town, choose whatever the box proposes, then press Save',
      'enter Bonn into the Town; choose the suggestion; press Save',
    ],
    [
      'write Ulm into Place and select the entry it suggests',
      'enter Ulm into the Place; choose the suggestion',
    ],
  ],
  'what lies in the way, and what is left alone': [
    ['press "Go", never mind the newsletter', 'press "Go"'],
    ['no cookies please, then click Start', 'click Start'],
    ['I want "View" to be pressed, forget about the banner', 'press "View"'],
    [
      'leave the other fields as they are, only the second one gets "q7"',
      'enter "q7" into the second text field',
    ],
  ],
  'two halves of a name': [
    [
      'In Tags I need something that starts with "Ab" and has "on" at its end',
      'enter an item that starts with "Ab" and ends with "on" in the Tags',
    ],
    [
      'choose an entry that begins with "Ce" and ends in "ra"',
      'enter an item that starts with "Ce" and ends with "ra"',
    ],
    [
      'enter a word which starts with "Di" and has "al" at the end',
      'enter an item that starts with "Di" and ends with "al"',
    ],
    [
      'pick one that starts with "Ed" and ends with "it"',
      'enter an item that starts with "Ed" and ends with "it"',
    ],
  ],
  'asked beside what is spoken of': [
    [
      "I'm after a desk lamp from the shop, what's the lowest price they have?",
      'tell me the price of the cheapest desk lamp',
    ],
    [
      'I am looking for a wool mat, what is the best price there is?',
      'tell me the price of the cheapest wool mat',
    ],
    ['I want a kettle. What is the lowest price you can find?', 'tell me the price of the cheapest kettle'],
    ['I am interested in a rug, what is the lowest price for it?', 'tell me the price of the cheapest rug'],
    [
      'On the forum someone started a thread about pens. Please sum it up for me.',
      'summarise the thread about pens',
    ],
    [
      'I saw an article about lamps in the wiki. Give me a short summary, please',
      'summarise the article about lamps',
    ],
    ['there is a post about tea. Can you summarise it?', 'summarise the post about tea'],
    ['somebody has just opened a discussion about rain; sum that up', 'summarise the discussion about rain'],
    ['does the shop have the Brass Lamp at the moment?', 'is the Brass Lamp in stock'],
    ['put the cheapest lamp of the shop in my basket', 'add the cheapest lamp to the basket'],
    ['add the Brass Lamp from the store to the cart', 'add the Brass Lamp to the cart'],
  ],
  'German and Spanish log-ins and questions': [
    [
      'Melde dich mit dem Benutzernamen "a1" und dem Passwort "b2" an',
      'enter "a1" as the username; enter "b2" as the password; press log in',
    ],
    [
      'melde mich mit dem Benutzernamen "a1" und dem Kennwort "b2" an',
      'enter "a1" as the username; enter "b2" as the password; press log in',
    ],
    [
      'Inicia sesión con el usuario "a1" y la contraseña "b2"',
      'enter "a1" as the username; enter "b2" as the password; press log in',
    ],
    [
      'entra con el usuario "a1" y la contraseña "b2"',
      'enter "a1" as the username; enter "b2" as the password; press log in',
    ],
    ['pulsa el botón que no es "Pagar"', 'click the button that is not "Pagar"'],
    ['Wie viele Ergebnisse hat die Liste?', 'how many results are in the list?'],
    ['Wir sind 6 Gäste, stell das ein und klick auf Submit', 'set the number of guests to 6; click Submit'],
    ['Es kommen 3 Personen, dann auf Submit klicken', 'set the number of guests to 3; click Submit'],
    ['Somos 5 personas, después pulsa Submit', 'set the number of guests to 5; click Submit'],
    ['what is the value of Owner?', 'what is the Owner?'],
    ['sag mir, wie hoch der Turm ist', 'how high is the Turm?'],
    ['Welches Haus hat den höchsten Preis?', 'which Haus has the highest price?'],
  ],
};

describe.each(Object.entries(PLAIN))('%s', (_, rows) => {
  test.each(rows)('“%s” is “%s”', (said, plain) => {
    const goals = parseGoals(said);
    expect(goals.map(({ kind }) => kind)).not.toContain('NOT_UNDERSTOOD');
    expect(goals).toEqual(parseGoals(plain));
  });
});

test.each([
  ['there is a link called Oboe in one of these tabs, go through them and click it', 'link labelled Oboe'],
  [
    'There should be a button named "Elm" in one of the sections. Look through them one by one and press it.',
    'button labelled "Elm"',
  ],
  [
    'There must be a link named Kiel in one of those tabs, click through each of them and click it',
    'link labelled Kiel',
  ],
  [
    'there is a button called Pine in one of the folders, search in them and click it',
    'button labelled Pine',
  ],
])('“%s” looks for it, and presses it', (said, what) => {
  expect(parseGoals(said)).toEqual([
    { kind: 'FIND', what },
    { kind: 'PRESS', what },
  ]);
});

/** None of these is done, in part or in other words. */
test.each([
  'before confirming, wait for me',
  'before you press Save wait for me',
  'set City to Rome, then let me check it',
  'fill in Rome as the city and ask me before you send it',
  'save when the city is at Rome',
  'submit the volume at 19',
  'send the amount as 100',
  'tick Rye and open it',
  'no newsletter please, then press Save',
  'I do not accept the terms, press Save',
  'we do not agree to the conditions, then press Register',
  'enter ada as the name lima as the city and 27 as the age and then click send',
])('“%s” is not understood', (said) => {
  expect(parseGoals(said).map(({ kind }) => kind)).toContain('NOT_UNDERSTOOD');
});

test.each([
  ['send it when the total is 100', 'total', 100, 'send'],
  ['submit once the volume is at 13', 'volume', 13, 'submit'],
  ['once the price is 20, press Buy', 'price', 20, 'Buy'],
  ['when the volume reads 13 press Submit', 'volume', 13, 'Submit'],
  ['as soon as the counter is at 40, click Stop', 'counter', 40, 'Stop'],
])('“%s” waits for that, and types nothing', (said, of, than, what) => {
  expect(parseGoals(said)).toEqual([
    { kind: 'AWAIT', until: { kind: 'NUMBER', of, is: 'EQUAL', than } },
    { kind: 'PRESS', what },
  ]);
});

test.each([
  'press Save when the city is Rome',
  'after the counter shows 5, click Stop',
  'once the city is Rome, press Save',
])('“%s” hangs on a condition, and nothing of it is typed', (said) => {
  const kinds = parseGoals(said).map(({ kind }) => kind);
  for (const typed of ['FILL', 'CHOOSE', 'CHECK', 'QUANTITY']) expect(kinds).not.toContain(typed);
  expect(kinds).toContain('NOT_UNDERSTOOD');
});

describe('names and quotations stay what they are', () => {
  test.each([
    ['press rock & roll', 'rock & roll'],
    ['press "Never mind the newsletter"', 'Never mind the newsletter'],
    ['click "Anything but Refresh"', 'Anything but Refresh'],
    ['press "Wait for me"', 'Wait for me'],
    ['click "teh"', 'teh'],
    ['press "Update it."', 'Update it.'],
    ['click "Go through the steps"', 'Go through the steps'],
    ['press "Register me: name Ana, city Rome"', 'Register me: name Ana, city Rome'],
    ['press "One of the buttons is Cancel"', 'One of the buttons is Cancel'],
    ['click Check In', 'Check In'],
    ['press Save, thanks', 'Save'],
    ['press Send, many thanks', 'Send'],
  ])('“%s”', (said, what) => {
    expect(parseGoals(said)).toEqual([{ kind: 'PRESS', what }]);
  });

  test.each([
    ['enter "4 Jam instead of 1" into Note', '4 Jam instead of 1'],
    ['type "there will be 6 geusts" into Note', 'there will be 6 geusts'],
    ['enter "the text out of the box" into Note', 'the text out of the box'],
    ['put "we fly from Oslo to Rome" in Note', 'we fly from Oslo to Rome'],
    ['type "register me" into Note', 'register me'],
    ['enter "tiem (again)" into Note', 'tiem (again)'],
    ['enter tiem into Note', 'tiem'],
  ])('“%s” enters it letter by letter', (said, value) => {
    expect(parseGoals(said)).toEqual([{ kind: 'FILL', field: 'Note', value }]);
  });
});

test.each([
  ['when does the ferry leave?', 'leave', 'ferry'],
  ['what time does the bus arrive?', 'arrive', 'bus'],
  ['on which day does the fair open?', 'open', 'fair'],
  ['at what time will the shop close?', 'close', 'shop'],
  ['when is the meeting?', 'date', 'meeting'],
])('“%s” wants a time', (said, fact, noun) => {
  expect(parseGoals(said)).toMatchObject([{ kind: 'READ', fact, of: { noun }, wants: 'DATE' }]);
});

test.each([
  'set the city to Rome and do not update it',
  'tick Rye but never accept it',
  'enter "Bo" as the name without sharing it',
])('what “%s” forbids is no part of what is entered or ticked', (said) => {
  for (const goal of parseGoals(said)) {
    expect(goal.kind).not.toBe('PRESS');
    expect(JSON.stringify(goal)).not.toMatch(/update|accept|shar/u);
  }
});
