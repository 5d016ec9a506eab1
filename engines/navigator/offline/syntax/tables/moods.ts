// What an order is wrapped in, by what has to stand behind it, and what only accompanies an order. Pure.
// INVARIANT: a table of everyday English; what is taken off says how it is asked, never what is to be done.

/** What has to stand behind: an order, a gerund, a past ("if you clicked"), or something that is wished to be so. */
export type Mood = 'ORDER' | 'GERUND' | 'PAST' | 'WISH' | 'ASK';

const crossed = (...lists: readonly string[]): readonly string[] =>
  lists.reduce<readonly string[]>(
    (all, list) => all.flatMap((before) => list.split('|').map((word) => `${before} ${word}`.trim())),
    [''],
  );

const WANTS = 'want|need|would like|would love|would prefer|wish|would want|would be glad|would be happy';
export const PREFIXES: Readonly<Record<Mood, readonly string[]>> = {
  ORDER: [
    ...crossed(
      'can|could|would|will|may|might',
      'you|we|i|someone|somebody|anyone|u',
      '|please|kindly|maybe|perhaps|possibly|just|quickly',
    ),
    ...crossed(
      'can|could|would',
      'you',
      'go ahead and|be so kind as to|be so kind and|help me|help me to|try to',
    ),
    ...crossed('i|we', WANTS, 'you to|to|for you to|someone to|somebody to|you to please'),
    ...crossed(
      'i|we',
      'have to|must|should|want to|plan to|intend to|would need to|am trying to|am looking to|am going to|are going to|am here to|came to|am about to|ought to|wish to',
    ),
    ...crossed(
      'you',
      'should|can|must|need to|have to|will need to|will have to|are to|ought to|could|might want to',
    ),
    ...crossed(
      'your|the|my|our',
      'task|job|goal|aim|order|idea|plan|request|assignment',
      'is to|:|is:|is that you',
    ),
    'your task is',
    'go ahead and|go on and|feel free to|be sure to|make sure to|remember to|do not forget to|take care to|please be sure to|be so kind as to|be a dear and|be so good as to|go and|it is time to|time to|now is the time to|all you have to do is|what you have to do is|what you need to do is|what i would like you to do is|what i want you to do is|what i need you to do is|all i want is for you to|what i want is for you to|what i would like is for you to|all i need is for you to|i would appreciate you to|why not|why do not you|why do not we|let us|let me|do|try and|try to|help me|help me to|proceed to|start off and|it would be great if you could|it would be nice if you could|it would be good if you could|it would be lovely if you could|i would appreciate it if you could|i would appreciate it if you would|i would be grateful if you could|i would be grateful if you would|i would be glad if you could|i would be happy if you could|i was wondering if you could|i wonder if you could|i was hoping you could|i was hoping you would|would it be possible to|is it possible to|would it be possible for you to|do me a favour and|do me a favor and|may i ask you to|might i ask you to|can i ask you to|could i ask you to|i am asking you to|i ask you to|the next step is to|next step is to|you will want to|see if you can|if you could|if you would|if you can|how do i|make it so that you|i suggest you|i request that you|i propose to|i will ask you to|please can you|please could you|please would you|please will you|someone should|somebody should|we could|we can|what needs doing is to|what remains is to|all that remains is to|all that is left is to|it is necessary to|it is important to|you are asked to|you are supposed to|you are kindly asked to'.split(
      '|',
    ),
  ].flat(),
  GERUND:
    'would you mind|do you mind|how about|what about|try|start by|start off by|start with|begin by|begin with|finish by|end by|finish off by|conclude by|continue by|continue with|go on by|proceed by|help me by|help me with|help by|i suggest|i would appreciate|i would appreciate you|i need help|i need help with|would you consider|can i trouble you with|i recommend|by|would you be okay with|what i need is help with|it is about|end with|finish with'.split(
      '|',
    ),
  PAST: 'i would appreciate it if you|it would be great if you|it would be nice if you|it would be good if you|it would be lovely if you|it would help if you|i would love it if you|i would like it if you|i would be glad if you|i would be grateful if you|i would be happy if you|would you mind if i|i would prefer it if you|it is time you|i wish you|would it be okay if you|it would be best if you|it would be helpful if you'.split(
    '|',
  ),
  WISH: [
    ...crossed(
      'i|we',
      `${WANTS}|prefer|require|would have|will have|will take|expect|am after|are after|am looking for|would go for|could use|would choose|would pick|choose|pick|take`,
      '|to have|to get|to see|it if|for|it so that|it that|that|there to be|it to be that',
    ),
    ...crossed('can|could|may|might', 'i|we', 'have|get|please have|please get|see|ask for'),
    'make sure|make sure that|make certain|make certain that|ensure|ensure that|see to it that|see that|be sure that|be sure|please have|have|get|let|let me have|let us have|it would be nice to have|it would be good to have|it would be great to have|it would be nice if|it would be great if|it would be good if|it would help if|what i want is|what i need is|what i would like is|what i am after is|all i want is|all i need is|what we need is|what we want is|my wish is that|my wish is|my request is that|my request is|the goal is that|the goal is to have|the aim is to have|the idea is that|the idea is to have|is it possible to have|would it be possible to have|make it so|make it so that|arrange for|arrange that|take care that|check that|the plan is to have|the result should be that|in the end|the outcome should be that|you should have|there should be|there has to be|there must be|i would appreciate|i would be happy with'.split(
      '|',
    ),
  ].flat(),
  ASK: [
    ...crossed('i|we', WANTS, 'to know|to find out|to hear|to learn|to be told'),
    'tell me|can you tell me|could you tell me|would you tell me|please tell me|do you know|let me know|find out|find out for me|i wonder|i am wondering|i am curious|i am interested in|i am looking for|read me|read out|give me|state|name|report|say|show me|figure out|do you happen to know|any idea|i was wondering|say to me|could you find out|can you find out|can you find|could you find|can you give me|could you give me|please find out|i want to hear|i need|help me find out|what i want to know is|what i would like to know is|my question is'.split(
      '|',
    ),
  ].flat(),
};
const set = (words: string): ReadonlySet<string> => new Set(words.split('|'));
export const LIGHT_FIRST = set(
  'of the boxes|of the options|of the check boxes|of the checkboxes|a bit later|a little later|after a while|later on|a moment later|after a moment|in other words|wait|wait a bit|wait a moment|then wait|and wait|hang on|please|pls|plz|kindly|just|simply|quickly|carefully|now|then|next|first|firstly|first of all|first off|to begin with|to start with|for a start|finally|lastly|last|last of all|at last|in the end|at the end|also|and|so|ok|okay|hey|hi|hello|well|again|afterwards|after that|after this|following that|thereafter|subsequently|after which|here|on this page|on the page|in addition|additionally|besides|when done|when you are done|when ready|when you are ready|if you do not mind|if possible|if you please|if you would|if you like|when you can|when you get a chance|when you have a moment|once done|once that is done|once you are done|after doing so|after doing that|having done that|once finished|when finished|as a last step|as the last step|as a first step|as a next step|for this task|in this task|the task|task|to finish|to finish off|to conclude|as soon as that is done|with that done|second|secondly|third|thirdly|but|only|rather|instead|all you do is|do|next up|later|right|thanks|dear assistant|assistant|friend|buddy|mate|you there|for me|my wish|request|to do|todo|my details|the details|details|these details|the following details|with the following details|as follows|of the two|of the two buttons|out of the two|of these|of them|of these two|of all of them|there are two buttons|there are two|of the buttons|and nothing else|nothing else|nothing more|my data|the data',
);
export const LIGHT_LAST = set(
  'please|pls|plz|for me|for us|thanks|thank you|thx|many thanks|thanks a lot|now|right now|then|too|as well|afterwards|after|after that|after this|later|at the end|in the end|at last|finally|lastly|first|right away|immediately|straight away|at once|asap|if you could|if you can|if you would|if you please|if possible|if you do not mind|would you|will you|could you|can you|ok|okay|when done|when you are done|when finished|when you have finished|once done|once that is done|once you are done|once finished|when ready|when you are ready|again|instead|to finish|to finish off|next|on this page|on the page|here|in that order|in this order|in the given order|one after the other|one after another|in sequence|as the last step|as a last step|as soon as possible|when you have a moment|right|and nothing else|nothing else|nothing more|and nothing more|this time|in one go|if that is okay|if that is ok|if you like|in the form|on the form|of the form|somewhere|when it is in|once it is in|when they are in|once they are in|once that is in|when that is in|once everything is in|when everything is in|when it is picked|once it is picked|once it is chosen|when you have found it|when you find it|once you have found it|once you find it|when you see it|once you see it|as soon as you see it|as soon as it is there|when it shows|when that is done|when it is done|once it is done|to be done with it|accordingly',
);
