// Each kind of goal to the file that pursues it. INVARIANT: a kind without a pursuit does not compile.
import type { Goal } from '#engines/navigator/offline/words/goals.ts';
import { reached, stuck, type Move, type Situation } from '#engines/navigator/offline/page/situation.ts';
import { pursueLogin, pursueOpen, pursueSearch } from './act.ts';
import { pursueCheck, pursueCheckAll } from './check.ts';
import { pursueChoose, pursueSuggest } from './choose.ts';
import { pursueArrange, pursueDrag } from './drag.ts';
import { pursueFill } from './fill.ts';
import { pursueForm } from './form.ts';
import { pursueCopyRow } from './copy-row.ts';
import { pursueGuess } from './guess.ts';
import { pursueJudge } from './judge.ts';
import { pursueShell } from './shell.ts';
import { pursueAwait, pursueRepeat, pursueUntil } from './loops.ts';
import { pursueDragBy, pursueDraw, pursueFocus, pursueFormat, pursueMark, pursueResize } from './pointer.ts';
import { pursueQuantity } from './quantity.ts';
import { pursuePress } from './press.ts';
import { pursuePressEach } from './each.ts';
import {
  pursueDismiss,
  pursueExpand,
  pursueFind,
  pursueKey,
  pursuePath,
  pursueScroll,
  pursueScrollUntil,
} from './reveal.ts';
import { pursueRead, pursueReckon, pursueSummary } from './read.ts';

export function pursue(situation: Situation, goal: Goal): Move {
  switch (goal.kind) {
    case 'OPEN':
      return pursueOpen(situation, goal);
    case 'SEARCH':
      return pursueSearch(situation, goal);
    case 'PRESS':
      return pursuePress(situation, goal);
    case 'FILL':
      return pursueFill(situation, goal);
    case 'CHOOSE':
      return pursueChoose(situation, goal);
    case 'CHECK':
      return pursueCheck(situation, goal);
    case 'LOGIN':
      return pursueLogin(situation);
    case 'READ':
      return pursueRead(situation, goal);
    case 'SUMMARISE':
      return pursueSummary(situation);
    case 'PRESS_EACH':
      return pursuePressEach(situation, goal);
    case 'SUGGEST':
      return pursueSuggest(situation, goal);
    case 'KEY':
      return pursueKey(situation, goal);
    case 'CHECK_ALL':
      return pursueCheckAll(situation, goal);
    case 'EXPAND':
      return pursueExpand(situation, goal);
    case 'PATH':
      return pursuePath(situation, goal);
    case 'FIND':
      return pursueFind(situation, goal);
    case 'DRAG':
      return pursueDrag(situation, goal);
    case 'ARRANGE':
      return pursueArrange(situation, goal);
    case 'SCROLL':
      return pursueScroll(situation, goal);
    case 'RECKON':
      return pursueReckon(situation, goal);
    case 'NOTHING':
      return reached(0.95);
    case 'FOCUS':
      return pursueFocus(situation, goal);
    case 'MARK_TEXT':
      return pursueMark(situation, goal);
    case 'FORMAT':
      return pursueFormat(situation, goal);
    case 'DRAG_BY':
      return pursueDragBy(situation, goal);
    case 'DRAW':
      return pursueDraw(goal);
    case 'RESIZE':
      return pursueResize(goal);
    case 'SCROLL_UNTIL':
      return pursueScrollUntil(situation, goal);
    case 'DISMISS':
      return pursueDismiss(situation, goal);
    case 'GUESS':
      return pursueGuess(situation, goal);
    case 'UNTIL':
      return pursueUntil(situation, goal, pursue);
    case 'AWAIT':
      return pursueAwait(situation, goal);
    case 'REPEAT':
      return pursueRepeat(situation, goal, pursue);
    case 'QUANTITY':
      return pursueQuantity(situation, goal);
    case 'FORM':
      return pursueForm(situation, goal);
    case 'JUDGE':
      return pursueJudge(situation, goal);
    case 'SHELL':
      return pursueShell(situation, goal);
    case 'COPY_ROW':
      return pursueCopyRow(situation, goal);
    case 'NOT_UNDERSTOOD':
      return stuck('what is to be done with it is not known; say it with another verb');
  }
}
