// What is pressed by itself: a click on one of these within another element is an act of its own, whatever it does.
// INVARIANT: whoever looks for what a click hits, aims it, or guards it on its way goes by this one list.

/** By what the page writes: native controls and links, and what is one by its role. */
export const PRESSED = [
  'button, [type=button], [type=reset], a',
  '[role=button], [role=link], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=switch]',
].join(', ');

/** The same with what takes an act by what it is: nothing else lies between one of these and the point that hit it. */
export const ACTED_ON = `${PRESSED}, input, select, textarea, label, summary, area, option`;
