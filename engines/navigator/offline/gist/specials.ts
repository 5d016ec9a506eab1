// What an order may ask for beyond single controls, in the order in which it is thought of. INVARIANT: the first that knows what to make
// of an order is taken, so what is told by more of its words stands before what is told by fewer.
import { allBoxes, judged, otherOne, drawn, extreme, sorted, nthOf } from './all.ts';
import { terminal, mail, search, drag, dialog } from './things.ts';
import { sliders, guess, amounts, workedOut } from './worked-out.ts';
import type { Special } from './step.ts';

export const SPECIALS: readonly Special[] = [
  allBoxes,
  judged,
  otherOne,
  terminal,
  sliders,
  guess,
  mail,
  amounts,
  search,
  workedOut,
  drawn,
  extreme,
  sorted,
  drag,
  dialog,
  nthOf,
];
