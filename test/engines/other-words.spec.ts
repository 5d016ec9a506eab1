// The same order in other words: politeness, passives, typing errors, German and Spanish come to the goals of the plain one.
import { describe, expect, test } from 'vitest';
import { parseGoals } from '#engines/navigator/offline/grammar/grammar.ts';
import { changed } from '#engines/navigator/offline/words/changes.ts';
import { prohibitionsOf } from '#engines/navigator/offline/words/clauses.ts';
import { slips } from '#engines/navigator/offline/lexicon/typing.ts';
import { languageOf } from '#engines/navigator/offline/lexicon/translate.ts';
import { classifyIntent } from '#engines/planner/intent.ts';
import { commits } from '#engines/planner/verification.ts';
import fc from 'fast-check';

const same = (said: string, plain: string): void => expect(parseGoals(said)).toEqual(parseGoals(plain));

describe('politeness says nothing of what is to be done', () => {
  test.each<[string, string]>([
    ['could you kindly press the Harvest button for me?', 'press the Harvest button'],
    ['Would you mind pressing Harvest, please?', 'press Harvest'],
    ['Hello, I would like you to tick Cocoa and then press Harvest, thanks!', 'tick Cocoa and press Harvest'],
    ['go ahead and choose Amber from the list', 'choose Amber from the list'],
    ["let's open the Orchard tab", 'open the Orchard tab'],
    ['the Harvest button should be clicked', 'click the Harvest button'],
    ['I want the newsletter box ticked', 'tick the newsletter box'],
    ['You need to choose Amber. Then hand in the form.', 'choose Amber, then submit the form'],
  ])('“%s” is “%s”', same);
});

describe('other verbs for the same act', () => {
  test.each<[string, string]>([
    ['jot down "Ines" as the name', 'enter "Ines" as the name'],
    ['key in 42 as the age', 'enter 42 as the age'],
    ['opt for Express as the delivery', 'choose Express as the delivery'],
    ['put a tick next to Cocoa', 'tick Cocoa'],
    ['hunt for a lantern', 'search for a lantern'],
    ['flip on the alarm', 'turn on the alarm'],
  ])('“%s” is “%s”', same);
});

describe('an order without an imperative', () => {
  test.each<[string, string]>([
    ["I'd love it if you ticked Cocoa and pressed Harvest", 'tick Cocoa and press Harvest'],
    ['we need Cocoa ticked, then hit Harvest', 'tick Cocoa, then press Harvest'],
    ['Cocoa should be ticked; press Harvest', 'tick Cocoa; press Harvest'],
    ['make sure that Cocoa is not ticked', 'untick Cocoa'],
    ["Cocoa shouldn't be ticked", 'untick Cocoa'],
    ['what I want is Cocoa ticked and then Harvest pressed', 'tick Cocoa and then click Harvest'],
    ['press Harvest once Cocoa is ticked', 'tick Cocoa; press Harvest'],
    ['before you press Harvest, tick Cocoa', 'tick Cocoa; press Harvest'],
    ['Sirens should be on and Lamps off', 'turn on Sirens; turn off Lamps'],
    ['Alias: Ines, then OK', 'set Alias to Ines, then click "OK"'],
    ['Alias: Ines. Town: Porto. Harvest: 7.', 'set Alias to Ines; set Town to Porto; set Harvest to 7'],
    ['the alias should be "Ines"', 'set the alias to "Ines"'],
    ['the alias field must say "Ines"', 'set the alias to "Ines"'],
    ['"Ines" goes into the alias field', 'enter "Ines" into the alias field'],
    ['in the field Alias put "Ines"', 'enter "Ines" into the field Alias'],
    ['I want the harvest to be 7', 'set the harvest to 7'],
    ['turn the harvest up to 7', 'set the harvest to 7'],
    ['from the list, choose Amber', 'choose Amber from the list'],
    ['I would like Amber from the list', 'choose Amber from the list'],
    ['choose amber from the list press submit', 'choose amber from the list, then press submit'],
    ['get rid of the text in the Alias field', 'clear the Alias field'],
    ['I want to know the height', 'tell me the height'],
  ])('“%s” is “%s”', same);

  test('one with a verb that nobody knows is not understood', () => {
    for (const said of ['the sofa should be frobnicated', "I'd love it if you frobnicated the sofa"])
      expect(parseGoals(said)).toMatchObject([{ kind: 'NOT_UNDERSTOOD' }]);
  });

  test('what must not be pressed is not pressed', () => {
    for (const said of ['Harvest should not be pressed', "Harvest mustn't be clicked"])
      expect(parseGoals(said).map(({ kind }) => kind)).not.toContain('PRESS');
  });

  test('what cannot be taken back is known as a wish, too', () => {
    for (const said of ['I want the message from Ines deleted', 'the message from Ines should be deleted'])
      expect(commits(said)).toBe(true);
    for (const said of ["I'd love it if you bought the lantern", 'I need the lantern bought'])
      expect(classifyIntent(said)).toBe('TRANSACT');
  });
});

describe('slips of the keyboard', () => {
  test.each<[string, string]>([
    ['clcik on the Harvest button', 'click on the Harvest button'],
    [
      'slect Amber from the dropdwon and then sbumit the form',
      'select Amber from the dropdown and then submit the form',
    ],
    ['prss the Harvest buton', 'press the Harvest button'],
  ])('“%s” is “%s”', same);

  test('a name that looks like a slip stays as it is', () => {
    expect(parseGoals('press Sbumit')).toEqual([{ kind: 'PRESS', what: 'Sbumit' }]);
    expect(parseGoals('press "clcik here"')).toEqual([{ kind: 'PRESS', what: 'clcik here' }]);
  });

  test('slips are counted as the plain definition counts them', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(Math.min(slips(a, b, 2), 3)).toBe(Math.min(edits(a, b), 3));
      }),
      { numRuns: 300 },
    );
  });
});

/** Optimal string alignment by its recursive definition. */
function edits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const same = a[0] === b[0] ? 0 : 1;
  const swapped =
    a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]
      ? 1 + edits(a.slice(2), b.slice(2))
      : Infinity;
  return Math.min(
    edits(a.slice(1), b) + 1,
    edits(a, b.slice(1)) + 1,
    edits(a.slice(1), b.slice(1)) + same,
    swapped,
  );
}

describe('German', () => {
  test.each<[string, string]>([
    ['Bitte klicke auf die Schaltfläche „Ernten“.', 'click the button “Ernten”'],
    [
      'Klicken Sie auf Ernten und wählen Sie dann Rot aus der Liste aus',
      'click Ernten and choose Rot from the list',
    ],
    [
      'Gib „Ines“ in das Feld Name ein und schicke das Formular ab.',
      'enter “Ines” into the field Name and submit the form',
    ],
    ['Könnten Sie bitte Rot aus der Liste auswählen?', 'choose Rot from the list'],
    [
      'Den Knopf „Weiter“ drücken, dann „42“ in das Feld Alter eingeben',
      'click the button “Weiter”, enter “42” into the field Alter',
    ],
    ['Waehle Rot aus und druecke Ernten', 'choose Rot and click Ernten'],
    ['Schalte den Alarm aus', 'turn off the Alarm'],
    ['Was kostet die Laterne?', 'how much is the Laterne'],
    ['Öffne das dritte Ergebnis', 'open the third result'],
    ['Melde dich ab', 'log out'],
    ['Kreuze Cocoa an', 'tick Cocoa'],
    ['Klick Ernten an, dann Save', 'click Ernten, then press Save'],
    ['Leite die E-Mail von Nils bitte an Ines weiter', 'forward the email from Nils to Ines'],
    ['Antworte auf Ottos Mail mit „Danke“', 'reply to the email from Otto with “Danke”'],
    ['Außer Cocoa bitte alles ankreuzen', 'tick everything except Cocoa'],
    ['Setz bei Cocoa einen Haken', 'tick Cocoa'],
    ['Das dritte Ergebnis hätte ich gern, klick es an', 'click the third result'],
    ['Kreuze Cocoa an und drücke Ernten', 'tick Cocoa and click Ernten'],
    ['Die Liste bitte herunterladen', 'download the list'],
    ['Lade bitte die Liste herunter', 'download the list'],
    ['Ich möchte, dass du Cocoa ankreuzt', 'tick Cocoa'],
    ['Kannst du schnell auf Ernten klicken', 'click Ernten'],
    ['Gib bei Alter 42 ein', 'enter 42 into the field Alter'],
    ['Mach bitte ein Häkchen bei Cocoa', 'tick Cocoa'],
  ])('“%s” is “%s”', same);
});

describe('Spanish', () => {
  test.each<[string, string]>([
    ['Haz clic en el botón "Cosechar"', 'click the button "Cosechar"'],
    [
      'Escribe "Inés" en el campo Nombre y pulsa Cosechar',
      'enter "Inés" in the field Nombre and click Cosechar',
    ],
    [
      'Por favor, selecciona Rojo de la lista desplegable y luego haz clic en Cosechar',
      'choose Rojo from the dropdown and click Cosechar',
    ],
    ['Marca la casilla Cacao', 'tick the checkbox Cacao'],
    ['¿Cuánto cuesta la linterna?', 'how much is the linterna'],
    ['Dime el precio de la linterna más barata', 'tell me the price of the cheapest linterna'],
    ['Abre el segundo resultado', 'open the second result'],
    ['Desactiva la alarma', 'turn off the alarma'],
    ['Dale clic a Cosechar', 'click Cosechar'],
    ['Mi ciudad es Roma, escríbelo y pulsa Cosechar', 'enter Roma into the city and click Cosechar'],
    ['La fecha es el 3 de noviembre de 2025, ponla', 'enter 3 November 2025 into the date'],
    ['Al lado de Cacao hay un botón Add, púlsalo', 'click the button Add next to Cacao'],
    ['Hazle clic a Cosechar', 'click Cosechar'],
    ['Márcalo', 'tick it'],
    ['Quiero que elijas Rojo', 'choose Rojo'],
    ['Descárgalo', 'download it'],
  ])('“%s” is “%s”', same);
});

test.each([
  'Ich möchte, dass du Ernten nicht drückst',
  'Ich will, dass du nicht auf Ernten klickst',
  'Kreuze Cocoa nicht an',
  'Ernten nicht bitte',
  'Delete Cocoa hätte ich nicht gern',
  'Leite die E-Mail von Nils nicht an Ines weiter',
  'Setz bei Cocoa nicht den Haken',
  'Außer Cocoa nicht alles ankreuzen',
  'Lade die Liste nicht herunter',
  'Gib bei Alter nicht 42 ein',
  'No quiero que pulses Cosechar',
  'Quiero que no lo marques',
  'Delete Cocoa please press not',
  'Delete Cocoa not',
  'press Harvest never',
])('“%s” acts on nothing', (said) => {
  expect(parseGoals(said).filter(({ kind }) => !['NOT_UNDERSTOOD', 'NOTHING'].includes(kind))).toEqual([]);
});

describe('what is to be so before a form is sent', () => {
  test.each<[string, string]>([
    ['Submit please, with Cocoa ticked of course', 'tick Cocoa, then press Submit'],
    ['Submit, with Cocoa ticked', 'tick Cocoa, then press Submit'],
    ['press Save, with Cocoa and Amber selected', 'choose Cocoa and Amber, then press Save'],
    ['Save please, with Alarm off', 'turn off Alarm, then press Save'],
  ])('“%s” is “%s”', same);

  test('stands first, and what nobody understands behind it is no part of a name', () => {
    expect(parseGoals('press Submit, with care')).toMatchObject([{ kind: 'NOT_UNDERSTOOD' }]);
    expect(parseGoals('press "Submit, with care"')).toMatchObject([{ kind: 'PRESS' }]);
  });
});

test('what is forbidden in another language is forbidden', () => {
  expect(prohibitionsOf('Klicke auf Ernten, aber lösche nichts')).not.toEqual([]);
  expect(prohibitionsOf('Pulsa Cosechar, pero no pulses Enviar')).toEqual(['Enviar']);
});

test('English stays English, whatever names stand in it', () => {
  for (const said of ['press Die Zeit', 'open El Paso', 'tell me the capital of Los Altos'])
    expect(languageOf(said)).toBe('en');
});

test('what is quoted keeps its exact characters', () => {
  expect(parseGoals('enter "  two  blanks " as the name')).toEqual([
    { kind: 'FILL', field: 'name', value: '  two  blanks ' },
  ]);
});

test('what cannot be taken back is known in other words, too', () => {
  for (const said of ['Kaufe die Laterne', 'Compra la linterna', 'could you please buy the lantern'])
    expect(classifyIntent(said)).toBe('TRANSACT');
  expect(commits('Lösche die Nachricht von Ines')).toBe(true);
  expect(commits('Lies die Nachricht von Ines')).toBe(false);
});

describe('a value written another way', () => {
  test.each<[string, string]>([
    ['enter "Ines b" in upper case as the name', 'INES B'],
    ['enter "In-es" backwards as the name', 'se-nI'],
    ['type "4 11 9" without the spaces into the code field', '4119'],
    ['type "ines weber" with a capital into the name field', 'Ines Weber'],
    ['enter "one, two." without punctuation as the name', 'one two'],
  ])('“%s”', (said, value) => {
    expect(parseGoals(said)).toMatchObject([{ kind: 'FILL', value }]);
  });

  test('turning a text around twice gives the text, letter by letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(
          [...new Intl.Segmenter().segment(text)].length ===
            [...new Intl.Segmenter().segment(changed(text, 'REVERSED'))].length,
        );
        expect(changed(changed(text, 'REVERSED'), 'REVERSED')).toBe(text);
      }),
    );
  });

  test('one that the page has is read first, and changed then', () => {
    expect(parseGoals('copy the order number without the spaces into the Reference field')).toMatchObject([
      {
        kind: 'FILL',
        field: 'Reference',
        from: { kind: 'CHANGED', how: 'NO_SPACES', of: { kind: 'PLACE' } },
      },
    ]);
  });
});
