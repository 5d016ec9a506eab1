// Orders that are made by crossing: every way to say an act (asked, wished, stated, its thing first) with every act, and the ways to
// say what sends the form. Pure. INVARIANT: each names the frame that it comes from, so that a count by frame can be told.
import { Random } from '../contract.ts';

type Act = { readonly verb: string; readonly past: string; readonly ing: string };
const act = (verb: string, past = `${verb}ed`, ing = `${verb}ing`): Act => ({ verb, past, ing });

/** What is done to a thing; the plain verb comes first. */
const ACTS: Readonly<Record<string, readonly Act[]>> = {
  click: [
    act('click'),
    act('press'),
    act('tap', 'tapped', 'tapping'),
    act('push'),
    act('hit', 'hit', 'hitting'),
  ],
  tick: [act('tick'), act('check'), act('mark')],
  untick: [act('untick'), act('uncheck'), act('deselect')],
  open: [act('open')],
  'double-click': [act('double-click')],
  expand: [act('expand'), act('unfold')],
  clear: [act('clear'), act('empty', 'emptied')],
  star: [act('star', 'starred', 'starring')],
  delete: [act('delete', 'deleted', 'deleting'), act('remove', 'removed', 'removing')],
};
const THINGS: Readonly<Record<string, readonly string[]>> = {
  click: [
    '{A}',
    'the {A} button',
    'the button labelled {A}',
    'the last button',
    'the {A} button next to {B}',
    '{A} in the section {B}',
    'the third link',
  ],
  tick: ['{A}', 'the box {A}', 'the checkbox next to {B}'],
  untick: ['{A}', 'the box {A}'],
  open: ['the {A} tab', 'the {A} menu', 'the section {A}'],
  'double-click': ['{A}', 'the {A} button'],
  expand: ['the section {A}', 'the {A} section'],
  clear: ['the City field', 'the field City'],
  star: ['the email from {A}'],
  delete: ['the email from {A}'],
};

/** `V`, `D` and `G`: the verb, its participle and its gerund. `X`: the thing. */
export const ACT_FRAMES: readonly string[] = [
  'V X',
  'could you V X',
  'would you please V X?',
  'would you mind G X?',
  'can I ask you to V X',
  'I want you to V X',
  "I'd like you to V X",
  'I need you to V X',
  'I would love for you to V X',
  'I want X D',
  "I'd like X D",
  "I'd like X to be D",
  'I want to have X D',
  'I want X to get D',
  'I need to V X',
  "I'm trying to V X",
  "let's V X",
  'let me V X',
  'X should be D',
  'X must be D',
  'X needs to be D',
  'X needs G',
  'X has to be D',
  'X is to be D',
  'X wants G',
  'X ought to be D',
  'can X be D?',
  'could X be D please?',
  'please have X D',
  'get X D',
  'make sure X is D',
  'make sure that X gets D',
  'make sure to V X',
  'see that X is D',
  'please ensure X is D',
  "it's X that should be D",
  "it's X that I want D",
  'what I want is X D',
  'what needs to be D is X',
  'what you should V is X',
  'the thing to V is X',
  'X is the one to V',
  'X is what I want D',
  'X: V it',
  'X - V it please',
  'X, please V it',
  'X, V it',
  'find X and V it',
  'locate X, then V it',
  'go to X and V it',
  'look for X and V that',
  'there is X; V it',
  'you can see X; please V it',
  'how about G X',
  'why not V X',
  "why don't you V X",
  'time to V X',
  'try G X',
  'start by G X',
  'your task is to V X',
  'the task: V X',
  'the goal is to V X',
  'go and V X',
  'go ahead and V X',
  'V X, would you?',
  'V X for me, will you',
  'V X now',
  'just V X',
  'now V X',
  'V X and nothing else',
  'do V X',
  "don't forget to V X",
  'remember to V X',
  "if you don't mind, V X",
  'if possible, V X',
  "when you're ready, V X",
  'on this page, V X',
  'I wonder if you could V X',
  "I'd appreciate it if you V X",
  "it'd be great if you could V X",
  'it would be nice to have X D',
  'would it be possible to V X?',
  'is it possible to have X D?',
  'may I have X D?',
  'hey, V X',
  'ok so V X',
  'V X thanks',
  'V X asap',
  'someone should V X',
  'we have to V X',
  "we'd want X D",
  'X, D please',
];

/** Where a value goes. `F`: the field, `Y`: the value. */
export const VALUE_FRAMES: readonly string[] = [
  'enter Y as the F',
  'type Y into the F field',
  'put Y in the F field',
  'put Y in F',
  'write Y under F',
  'fill in Y as the F',
  'fill in the F with Y',
  'fill the F field with Y',
  'the F should be Y',
  'the F is Y',
  'the F must be Y',
  'the F has to be Y',
  'the F needs to be Y',
  'the F is supposed to be Y',
  'F: Y',
  'F = Y',
  'F should be Y',
  'my F is Y',
  'make the F Y',
  'let the F be Y',
  'I want the F to be Y',
  "I'd like the F to be Y",
  "I'd like Y as the F",
  'I need Y in the F field',
  'set the F to Y',
  'set Y as the F',
  'change the F to Y',
  'for the F, use Y',
  'for the F put Y',
  'for F, Y',
  'for the F I want Y',
  'as the F, enter Y',
  'as F put Y',
  'in the F field, type Y',
  'in F put Y',
  'into the F field goes Y',
  'under F, write Y',
  'Y goes in the F field',
  'Y should go into F',
  'Y belongs in the F field',
  'Y as the F',
  'Y for the F',
  'Y is the F',
  'Y is my F',
  'use Y as the F',
  'use Y for F',
  'take Y as the F',
  'give Y as the F',
  'have the F read Y',
  'have the F set to Y',
  'make sure the F is Y',
  'make sure the F says Y',
  'make it so that the F is Y',
  'the F field should say Y',
  'the F field should contain Y',
  'the F field needs Y',
  'the F field gets Y',
  'the F field must read Y',
  'type Y where it says F',
  'type Y where it asks for the F',
  'when asked for the F, say Y',
  'give the F field the value Y',
  'supply Y as the F',
  'key Y in as the F',
  'could you enter Y as the F',
  'could you put Y in the F field please',
  'would you mind entering Y as the F',
  'I want Y entered as the F',
  'I want Y in the F field',
  'Y should be entered as the F',
  'Y should be in the F field',
  'find the F field and type Y into it',
  'go to the F field and enter Y',
  'click into the F field and type Y',
  'there is a F field; put Y in it',
  'pop Y into the F box',
  'the F box: Y',
];

/** What is done last. `S`: the button. */
export const TAILS: readonly string[] = [
  ' and press S',
  ', then press S',
  ' and then click S',
  ', then S',
  '; then hit S',
  '. Then press S.',
  '. After that, press S.',
  ', after that S',
  ', and afterwards click S',
  ', followed by S',
  ', and finally S',
  ' and finish by pressing S',
  ', and finish with S',
  ' and hit S when done',
  ' and press S once that is done',
  ', after which press S',
  '. Press S afterwards',
  '. Press S at the end.',
  '; S',
  '. S.',
  ' before pressing S',
  ' before you press S',
  ', next press S',
  ', S pressed after that',
  ' and confirm with S',
  ', then give S a click',
  ' and S',
];

const NAMES = 'Almanac Beacon Compass Dynamo Ember Fjord Granite Harbour Indigo Juniper'.split(' ');

export type Crossed = { readonly frame: string; readonly said: string; readonly plain: string };

/** Every frame with every act, the thing and the words chosen by the seed; tails are crossed with values. */
export function crossed(seed: number): readonly Crossed[] {
  const random = new Random(seed, 'crossed');
  const made: Crossed[] = [];
  for (const [plainVerb, forms] of Object.entries(ACTS))
    for (const frame of ACT_FRAMES) {
      const [a = '', b = ''] = random.sample(NAMES, 2);
      const form = random.pick(forms);
      const thing = random
        .pick(THINGS[plainVerb] ?? [])
        .replace('{A}', a)
        .replace('{B}', b);
      made.push({
        frame,
        said: frame
          .replace(/\bX\b/, thing)
          .replace(/\bV\b/, form.verb)
          .replace(/\bD\b/, form.past)
          .replace(/\bG\b/, form.ing),
        plain: `${plainVerb} ${thing}`,
      });
    }
  for (const frame of VALUE_FRAMES)
    for (const quoted of [true, false]) {
      const field = random.pick(['name', 'city', 'email', 'phone']);
      const word = random.pick(NAMES);
      const value = quoted ? `"${word.toLowerCase()} 7"` : word;
      made.push({
        frame,
        said: frame.replace(/\bY\b/, value).replace(/\bF\b/, field),
        plain: `enter ${value} as the ${field}`,
      });
    }
  for (const tail of TAILS) {
    const button = random.pick(['Submit', 'Save', 'Search', 'Send']);
    const [a = '', b = ''] = random.sample(NAMES, 2);
    for (const [first, plain] of [
      [`enter "${a}" as the city`, `enter "${a}" as the city`],
      [`tick ${a}`, `tick ${a}`],
      [`the city should be ${a}`, `enter ${a} as the city`],
      [`${a} should be ticked`, `tick ${a}`],
      [`choose ${a} from the list`, `choose ${a} from the list`],
      [`turn on ${a} and turn off ${b}`, `turn on ${a} and turn off ${b}`],
    ] as const)
      made.push({
        frame: tail,
        said: `${first}${tail.replace(/\bS\b/, button)}`,
        plain: `${plain} and press ${button}`,
      });
  }
  return made;
}

/** Half of the frames is never looked at while rules are written. */
export const isHeldOut = (frame: string): boolean => new Random(2, frame).chance(0.5);
