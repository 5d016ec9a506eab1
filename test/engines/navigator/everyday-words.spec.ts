// Orders as people say them across clauses, each rule in further words of its own: the same goals as the plain order. No browser.
// INVARIANT: none of these is a wording of a set that the navigator is measured by.
import { describe, expect, test } from 'vitest';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';
import { inFrames } from '#engines/navigator/offline/syntax/orders.ts';

type Pair = readonly [said: string, plain: string];
function rule(title: string, pairs: readonly Pair[]): void {
  describe(title, () => {
    test.each(pairs)('“%s” is “%s”', (said, plain) => {
      expect(parseGoals(said)).toEqual(parseGoals(plain));
    });
  });
}

rule('a request may ask whether a thing could be done', [
  ['could the Harvest button be pressed?', 'press the Harvest button'],
  ['can Cocoa be ticked, please?', 'tick Cocoa'],
  ['may the Orchard tab be opened?', 'open the Orchard tab'],
  ['would Cocoa and Amber be ticked, please', 'tick Cocoa and Amber'],
  ['could the Orchard tab be brought to the front', 'open the Orchard tab'],
  ['might the Harvest link be clicked now', 'click the Harvest link'],
]);

rule('a dialog is answered, or has to go', [
  ['say Keep to that dialog', 'click Keep in the dialog'],
  ['tell the dialog Keep', 'click Keep in the dialog'],
  ['answer Keep to this pop-up', 'click Keep in the dialog'],
  ['the dialog wants an answer: Keep', 'click Keep in the dialog'],
  ['the pop-up asks something, choose Keep', 'click Keep in the dialog'],
  ['my answer to the dialog is Keep', 'click Keep in the dialog'],
  ['that dialog should vanish', 'close the dialog'],
  ['the pop-up must go away', 'close the dialog'],
]);

rule('what is worked out or found goes where the next sentence says', [
  [
    'Plums plus Figs makes what? Put it in the answer field',
    'enter the sum of Plums and Figs into the answer field',
  ],
  [
    'how much is Plums and Figs in all? that is the answer',
    'enter the sum of Plums and Figs into the answer field',
  ],
  [
    "what's Ana Kent's room number? It's the reference",
    "find Ana Kent's room number; enter it into the reference field",
  ],
  ["what is Ana's desk? That will be the reference", "find Ana's desk; enter it into the reference field"],
  ['find the Weight. That is the answer', 'find the Weight; enter it into the answer field'],
  [
    'there is a math problem. work it out, type in the answer and submit',
    'Solve the math problem, enter the answer and press submit',
  ],
  ['what does a equal? enter it into the box', 'Solve for a; enter it into the box'],
  ['what must y be? enter it into the box', 'Solve for y; enter it into the box'],
]);

rule('one of what a search finds', [
  ['look up "Ines" and take the second hit', 'search for "Ines" and open the second result'],
  ['search for "Ines", then visit the fifth match', 'search for "Ines" and open the fifth result'],
  ['google "Ines" and follow the third result', 'search for "Ines" and open the third result'],
  ['I\'d like to see result four for a search on "Ines"', 'search for "Ines" and open the fourth result'],
  ['show me hit number two for "Ines"', 'search for "Ines" and open the second result'],
  ['open result six of a search for "Ines"', 'search for "Ines" and open the sixth result'],
]);

rule('times of the day', [
  ['4:20 in the morning is the time', '4:20 am is the time'],
  ['set the time to 9 in the evening', 'set the time to 9:00 pm'],
  ["the time is 7 o'clock in the morning", 'the time is 7:00 am'],
  ['enter 11:15 at night as the time', 'enter 11:15 pm as the time'],
  ['the time should be 3.30 in the afternoon', 'the time should be 3.30 pm'],
  ['10:05 in the evening as the time, please', 'enter 10:05 pm as the time'],
]);

rule('what stands in a field, and the word that it ends with', [
  [
    'whatever is written in the textarea goes into the textbox',
    'enter the text of the textarea into the textbox',
  ],
  ['copy what stands in the text area into the textbox', 'copy the text of the text area into the textbox'],
  ['enter the word the text area ends with', 'enter the last word of the text area'],
  ['enter whatever word the paragraph begins with', 'enter the first word of the paragraph'],
  [
    'enter the word at the very end of the text area into the field',
    'enter the last word of the text area into the field',
  ],
  [
    'enter the word that stands at the beginning of the paragraph into the field',
    'enter the first word of the paragraph into the field',
  ],
]);

rule('something that begins and ends so', [
  [
    'something beginning in "Po" and finishing with "to" has to be entered',
    'enter an item that starts with "Po" and ends with "to"',
  ],
  [
    'enter a town that begins with "Po", and ends in "to"',
    'enter an item that starts with "Po" and ends with "to"',
  ],
  [
    'enter anything starting with "Po" and ending in "to"',
    'enter an item that starts with "Po" and ends with "to"',
  ],
  [
    'enter whatever starts with "Po" and finishes in "to"',
    'enter an item that starts with "Po" and ends with "to"',
  ],
  [
    'enter the word which begins with "Po" but ends with "to"',
    'enter an item that starts with "Po" and ends with "to"',
  ],
  [
    'enter something that starts "Po" and ends "to"',
    'enter an item that starts with "Po" and ends with "to"',
  ],
]);

rule('what is not meant stands before what is', [
  ['Cocoa is the wrong one; click the other', 'click the button that is not Cocoa'],
  [
    'there are two buttons. Cocoa is not the right button, press the other one',
    'press the button that is not Cocoa',
  ],
  ['Cocoa is not what I want. Click the other button', 'click the button that is not Cocoa'],
  ['Cocoa stays unticked, all the others get a tick', 'tick all boxes except Cocoa'],
  ['leave out Cocoa, tick all the others', 'tick all boxes except Cocoa'],
  ['Cocoa remains off, tick everything else', 'tick all boxes except Cocoa'],
]);

rule('of oneself', [
  ["I'm Ines, the plan is Basic", 'set the name to Ines; set the plan to Basic'],
  ["my name's Ines and my e-mail ines@mail.test", 'set the name to Ines; set the e-mail to ines@mail.test'],
  ['you can call me Ines, city Porto', 'set the name to Ines; set the city to Porto'],
  ['I am 41 years old and my name is Ines', 'set the age to 41; set my name to Ines'],
  ['we live in Porto, the name is Ines', 'set the city to Porto; set the name to Ines'],
  ['I accept the terms, so register me', 'accept the terms; press Register'],
  ['the terms are fine with me, register me please', 'accept the terms; press Register'],
]);

rule('a value without a verb, before or behind its field', [
  [
    'my username is ines and Cocoa12 is the password; press Save',
    'enter ines as the username; enter Cocoa12 as the password; press Save',
  ],
  ['Amber: make it 7', 'set the quantity of Amber to 7'],
  ['Amber: I need 7', 'set the quantity of Amber to 7'],
  ['use Cocoa12 as password and confirm it with the same', 'type Cocoa12 into both password fields'],
  ['the password is Cocoa12, repeat it in the second field', 'type Cocoa12 into both password fields'],
  ['there must be nothing in the Alias field', 'clear the Alias field'],
  ['the Alias field must contain nothing', 'clear the Alias field'],
]);

rule('one after the other, a way, the same again', [
  [
    'click Cocoa first, Amber after that and Harvest at the very end',
    'click Cocoa, then click Amber, then click Harvest',
  ],
  [
    'press Cocoa to begin with, Amber next, Harvest last',
    'press Cocoa, then press Amber, then press Harvest',
  ],
  ['Orchard > Amber', 'in the menu Orchard, click Amber'],
  ['click Orchard → Amber', 'in the menu Orchard, click Amber'],
  ['remove Cocoa, and so do Amber', 'remove Cocoa; remove Amber'],
  ['Cocoa has to go, and so must Amber', 'remove Cocoa; remove Amber'],
  ['tick Cocoa, and the same goes for Amber', 'tick Cocoa; tick Amber'],
  ["turn on Sirens, turn off Lamps, and don't forget to save", 'turn on Sirens, turn off Lamps, and save'],
]);

rule('what is to be so when the form goes out', [
  ['Cocoa should be ticked when the form gets submitted', 'tick Cocoa, then submit'],
  ['the Alias must be "Ines" by the time it is sent', 'the Alias must be "Ines", then send'],
  ['Cocoa has to be unticked before the form is saved', 'Cocoa has to be unticked, then save'],
  ['the harvest should be 7 when the form is submitted', 'set the harvest to 7, then submit'],
  ['Amber needs to be chosen before everything gets saved', 'choose Amber, then save'],
  ['the Alias field should be empty when it is submitted', 'clear the Alias field, then submit'],
]);

rule('where a thing is said to be', [
  ['the bin is where Cocoa should go', 'drag Cocoa to the bin'],
  ['Cocoa is hidden somewhere in the tree. find and click it', 'find Cocoa in the tree and click it'],
  ['some folded section has a link "Cocoa". press it', 'one of the sections has a link "Cocoa". press it'],
  ['the address book has Ines in it. click her number', 'Ines is in the address book. click her number'],
  ['Press Start, wait for a button to appear and click that', 'press Start; click the button that appears'],
  ["press what's immediately on the right hand side of Cocoa", 'press the button to the right of Cocoa'],
  ['press whatever is on the left-hand side of Cocoa', 'press the button to the left of Cocoa'],
  ['click the button whose caption reads exactly "Cocoa"', 'click the button labelled "Cocoa"'],
]);

rule('German and Spanish that leave the verb out or put it elsewhere', [
  ['Kakao soll an die zweite Stelle der Liste', 'zieh Kakao an die zweite Stelle der Liste'],
  [
    'melde mich an: Benutzer "ines", Passwort "Cocoa12"',
    'log in with the username "ines" and the password "Cocoa12"',
  ],
  ['was im Textfeld steht, soll auch in das Feld', 'kopiere den Text aus dem Textfeld in das Feld'],
  [
    'entra con el usuario "ines" y la contraseña "Cocoa12"',
    'log in with the username "ines" and the password "Cocoa12"',
  ],
  ['¿cuántos años tiene Ines?', 'what is the age of Ines'],
  ['¿qué edad tiene Ines?', 'what is the age of Ines'],
]);

test('a place that is named is never left out of what is told beside an order', () => {
  for (const order of [
    'I want the shortest trip from Porto to Bergen, for 2031-02-03, book it',
    'I need the cheapest room from Ana to Oslo, on 2031-02-03, reserve it',
    'I want the tour from Porto to Lund, take it',
  ])
    for (const name of order.match(/(?<= )\p{Lu}\p{L}+/gu) ?? [])
      if (inFrames(order) !== null) expect(inFrames(order)).toContain(name);
});
