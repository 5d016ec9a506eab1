// What an act would widen, as it is shown before a person types its word. INVARIANT: `covers` names what was shown, so that what
// changed since is not covered.
import { SHIELD_GRAVEST_MS } from '#gateway/boundary/consent/question.ts';
import { failure, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { guardInWords } from '#policy/tools/compare/guards.ts';
import { decisionChangeInWords, guardsIn } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison, DecisionChange } from '#policy/tools/gate/compare-decisions.ts';
import { countInWords } from '#policy/tools/render/render-diff.ts';
import type { ShownWidening, Widening } from '#gateway/protocol/widening.ts';
import {
  conditionsInWords,
  hostsInWords,
  loosenedIn,
  LOOSEN_WORD,
  notComparedInWords,
  wordToLoosen,
} from './loosen-word.ts';
import { digestOfText, insteadOf } from './state/editable.ts';
import { keyIdOf, readPublicKey } from './kept/keys.ts';
import type { WouldChange } from './apart.ts';
import type { NotRead, PolicyCore } from './policy-core.ts';
import { earlierBundle, revertCovers } from './adopting/going-back.ts';
import { allOf } from './state/words.ts';

/** Of a key's id: somebody compared it with what they were told. */
const KEY_WORD_CHARACTERS = 8;

/** Errors: those of what would be read. */
export async function wideningOf(core: PolicyCore, asked: Widening): Promise<Result<ShownWidening>> {
  switch (asked.act) {
    case 'RELOAD':
      return changeOf(await core.compareApart());
    case 'PROMOTE': {
      const edit = core.promotion();
      return edit.ok ? changeOf(await core.compareApart({ instead: insteadOf(edit.value) })) : edit;
    }
    case 'SHADOW':
      return shown('floors of the candidate hold now, and end', 'shadow', LOOSEN_WORD);
    case 'REVERT': {
      const back = earlierBundle(core, asked.file);
      if (!back.ok) return back;
      const { manifest, digest } = back.value.opened;
      // What comes into force with it is all that is in the other files now, too.
      const change = changeOf(await core.compareApart({ back: back.value }));
      if (!change.ok) return change;
      const { lines, covers, word } = change.value;
      const what = [`back to ${manifest.id} revision ${manifest.revision}`, digest, ...lines].join('\n');
      return shown(what, revertCovers(digest, covers), word);
    }
    case 'TRUST': {
      const key = readPublicKey(asked.key);
      if (!key.ok) return key;
      const id = keyIdOf(key.value);
      const what = `bundles signed with ${id} are taken from now on\n${digestOfText(key.value.text)}`;
      return shown(what, key.value.text, id.slice(-KEY_WORD_CHARACTERS));
    }
  }
}

function changeOf(read: Result<WouldChange, NotRead>): Result<ShownWidening> {
  if (!read.ok) {
    const { failures } = read.error;
    const first = failures[0] ?? failure('policy.unreadable', 'the policy did not load');
    return { ok: false, error: allOf(first, failures) };
  }
  const { compared, sourceHash } = read.value;
  return shown(differenceOf(compared), sourceHash, wordToLoosen(compared));
}

function differenceOf(compared: Comparison | null): string {
  if (compared === null) return 'no policy is in force to compare with';
  if (!compared.proven) return notComparedInWords(compared);
  return [
    `${countInWords(compared.loosened)} requests loosened, ${countInWords(compared.tightened)} tightened`,
    ...loosenedIn(compared.changes).map(loosenedInWords),
    ...guardsIn(compared).map(guardInWords),
  ].join('\n');
}

/** `DENY -> ALLOW, SCREENSHOT, on below shop.test; initiator PAGE`. */
function loosenedInWords(change: DecisionChange): string {
  const where = conditionsInWords(change);
  return `${decisionChangeInWords(change, Infinity, ', ')}, on ${hostsInWords(change)}${where === '' ? '' : `; ${where}`}`;
}

const shown = (text: string, covers: string, word: string): Result<ShownWidening> =>
  ok({ lines: text.split('\n'), covers, word, pauseMs: SHIELD_GRAVEST_MS });
