// Runs one open question on the card: shield, keys, retyping, countdown, polling, the answer.
// INVARIANT: exactly one answer is sent at a time, and an allowing one only from `allow`.
import type { ConsentAnswer, ConsentView } from '#gateway/protocol/views/consent.ts';
import { readState, sendAnswer, type Answered, type Opened, type Refused } from './calls.ts';
import { countText, drawCard, wordsToType } from './card-view.ts';
import { ReadToEnd } from './read-to-end.ts';
import { Shield, type Held } from './shield.ts';
import { answerLabel, countdown, NOT_YOURS } from './words.ts';

const POLL_MS = 1_000;
const TICK_MS = 250;
/** Seconds before the end at which the time left is announced. */
const ANNOUNCED = [30, 10];

const NOTES: Readonly<Record<Held, string>> = {
  wait: 'Allowing is off for a moment, so that a stray press cannot allow this.',
  hidden: 'Allowing is off while this page is not in view.',
  small: 'Allowing is off: this window is too small to show what is asked.',
  covered: 'Allowing is off: something may cover this question. From the keyboard, press Allow twice.',
};

/** Failures after which there is nothing left to answer. */
const GONE: ReadonlySet<string> = new Set([
  'consent.already-answered',
  'consent.timed-out',
  'consent.void',
  'consent.unknown',
]);

const isAway = (result: Answered<unknown>): boolean =>
  !result.ok && result.error.code === 'gateway.unreachable';

const TIME_OVER: Refused = {
  code: 'consent.timed-out',
  message: 'time is over, and the gateway cannot be reached: nothing was allowed',
  help: null,
};

/** For whoever does not see that a press moved the page. */
const SCROLLED =
  'Nothing is allowed yet: more of what is asked was scrolled into view. Read it, then press Allow again.';

const KEPT_WORDS =
  'Your words are kept, and go with the denial as soon as it can be told. Press again to close this without them.';

/** With what the person says to whoever asked, where it is a no. */
type Sent = { readonly given: ConsentAnswer; readonly says: string | undefined };

export type QuestionHost = {
  readonly show: (root: HTMLElement) => void;
  readonly onClosed: (view: ConsentView) => void;
  /** The question is no longer there, and how it ended is not told. */
  readonly onGone: (id: string, error: Refused) => void;
  /** The person said no, and the gateway cannot be told: it stays unanswered, which ends in a denial. */
  readonly onUnheard: (id: string) => void;
  /** The person wants a rule for questions like this one; `null`: there is none to be had here. */
  readonly onAlways: ((id: string) => void) | null;
};

export function runQuestion(opened: Opened, host: QuestionHost): { deny: () => void } {
  const { nonce } = opened;
  const { card } = opened.consent;
  // Both clocks once: setting the time does not change what is left.
  const endsMs = performance.now() + Date.parse(card.expiresAt) - Date.now();
  const { viewer } = opened.consent;
  const view = drawCard(card, viewer);
  let count = card.count;
  let busy = false;
  let closed = false;
  let sending: Sent | null = null;
  /** A no that comes while another answer is on its way. */
  let denial: Sent | null = null;
  /** A no that the gateway could not be told: it is said when it is there again. */
  let unheard: Sent | null = null;
  let away = false;
  let confirming: ConsentAnswer | null = null;
  const announced = new Set<number>();
  const announcer = document.createElement('p');
  announcer.className = 'hidden';
  announcer.setAttribute('role', 'status');
  view.root.append(announcer);

  const allowing = [...view.buttons].filter(([answer]) => answer.startsWith('ALLOW'));
  const shield = new Shield(card.shieldMs, refresh);
  let wasRead = false;
  const reading = new ReadToEnd(view.ends, onSeen);
  const scope = new ReadToEnd(view.scopeEnds, onSeen);

  /** Why the site keeps this from being allowed, or `null`. */
  function retypeProblem(): string | null {
    if (card.look !== 'isolated') return null;
    const [expected, ...others] = wordsToType(card);
    if (expected === undefined || view.retype === null) {
      return 'This question names no site, so it can only be denied.';
    }
    const typed = view.retype.value.trim().toLowerCase();
    return [expected, ...others].some((name) => name.toLowerCase() === typed)
      ? null
      : `Allowing is off until you type “${expected}” above.`;
  }

  /** Why nothing that this person does allows it; they may come to be one of those while it is open. */
  let notYours = viewer?.mayAllow === false;

  /** What the person has still to do before anything is allowed, or `null`. */
  const missing = (): string | null =>
    notYours
      ? `${NOT_YOURS}.`
      : away
        ? 'Allowing is off: the gateway cannot be reached.'
        : reading.done
          ? scope.done
            ? view.change?.isEmpty() === true
              ? 'Allowing is off: all of the plan is left out. Deny it, or leave something in.'
              : retypeProblem()
            : 'Allowing is off until you have scrolled to the end of what is asked.'
          : 'Allowing is off until you have scrolled to the end of what would run.';

  /** Whoever presses Allow again and again has not read what a press brought into view. */
  function onSeen(): void {
    if (wasRead || !reading.done || !scope.done) return refresh();
    wasRead = true;
    shield.cameIntoView();
  }

  /** What is asked is another thing than it was: no press that began before counts, by whatever means it was made. */
  function changed(): void {
    confirming = null;
    shield.cameIntoView();
  }

  function refresh(): void {
    if (closed) return;
    const held = shield.held();
    const problem = missing() ?? (held === null ? null : NOTES[held]);
    for (const [, button] of allowing) {
      button.setAttribute('aria-disabled', String(problem !== null || busy));
    }
    if (confirming === null || missing() !== null) view.note.textContent = problem ?? '';
  }

  function end(): boolean {
    if (closed) return false;
    closed = true;
    view.more?.forget();
    window.clearInterval(ticking);
    window.clearTimeout(polling);
    document.removeEventListener('keydown', onKey, true);
    return true;
  }

  function close(final: ConsentView): void {
    if (end()) host.onClosed(final);
  }

  function goneAway(error: Refused): void {
    if (end()) host.onGone(card.id, error);
  }

  function complain(error: Refused): void {
    const kept = unheard?.says === undefined ? '' : `. ${KEPT_WORDS}`;
    view.alert.textContent = `${error.message}${error.help === null ? '' : `: ${error.help}`}${kept}`;
  }

  /** Words go with every no, however it is given: whoever typed them is not told that they were dropped. */
  async function answer(given: ConsentAnswer, words?: string): Promise<void> {
    if (closed) return;
    const says = given.startsWith('ALLOW') ? undefined : (words ?? view.more?.says());
    if (busy) {
      // It holds if the other one is not taken.
      const isOther = given !== sending?.given || says !== sending.says;
      if (!given.startsWith('ALLOW') && isOther) denial = { given, says };
      return;
    }
    busy = true;
    sending = { given, says };
    view.alert.textContent = '';
    refresh();
    const retyped = given.startsWith('ALLOW') ? view.retype?.value.trim() : undefined;
    const leftOut = given.startsWith('ALLOW') ? view.change?.leftOut() : undefined;
    const result = await sendAnswer({
      id: card.id,
      nonce,
      answer: given,
      ...(retyped === undefined ? {} : { retyped }),
      ...(says === undefined ? {} : { says }),
      ...(leftOut === undefined ? {} : { leftOut }),
      ...(given.startsWith('ALLOW') && view.ends.length > 0 ? { sawEnd: reading.done } : {}),
    });
    busy = false;
    sending = null;
    if (result.ok && result.value.state !== 'OPEN') return close(result.value);
    if (!result.ok && GONE.has(result.error.code)) return goneAway(result.error);
    away = isAway(result);
    if (away && !given.startsWith('ALLOW')) notHeard({ given, says });
    if (!result.ok) complain(result.error);
    confirming = null;
    const next = denial;
    denial = null;
    if (next !== null) return answer(next.given, next.says);
    await poll();
    refresh();
  }

  /** Without words it is over for the person; with words it stays once, so that they are not lost. */
  function notHeard(no: Sent): void {
    if (no.says === undefined || unheard !== null) host.onUnheard(card.id);
    unheard = no;
  }

  function allow(given: ConsentAnswer, event: MouseEvent): void {
    if (!event.isTrusted || busy) return;
    if (missing() !== null) {
      // What is left to read comes into view, and then what is left to type, for those who use no pointer.
      if (reading.done && !scope.done) {
        scope.next?.scrollIntoView({ block: 'nearest' });
        announcer.textContent = SCROLLED;
      } else if (reading.done && !notYours) view.retype?.focus();
      return refresh();
    }
    const byPointer = event instanceof PointerEvent && event.pointerType !== '';
    if (byPointer) {
      if (shield.takesPointer()) void answer(given);
      else refresh();
      return;
    }
    const confirmed = confirming === given && shield.takesConfirmedKey();
    if (shield.takesKey() || confirmed) return void answer(given);
    confirming = given;
    view.note.textContent = `Press “${answerLabel(given, card)}” once more to confirm.`;
    announcer.textContent = view.note.textContent;
  }

  const deny = (): void => void answer('DENY');

  function onKey(event: KeyboardEvent): void {
    // In a composition it takes back what an input method offers, and is no answer.
    if (event.key === 'Escape' && event.isTrusted && !event.repeat && !event.isComposing) {
      event.preventDefault();
      deny();
    }
    // A held key is one press, not many.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
  }

  async function poll(): Promise<void> {
    const state = await readState(card.id, nonce);
    if (closed || busy) return;
    const wasAway = away;
    away = isAway(state);
    if (away !== wasAway) refresh();
    if (!state.ok) return GONE.has(state.error.code) ? goneAway(state.error) : complain(state.error);
    if (wasAway) view.alert.textContent = '';
    if (state.value.state !== 'OPEN') return close(state.value);
    if (unheard !== null) {
      const { given, says } = unheard;
      unheard = null;
      return answer(given, says);
    }
    if (notYours !== (state.value.viewer?.mayAllow === false)) {
      notYours = !notYours;
      refresh();
    }
    if (state.value.card.count !== count) {
      count = state.value.card.count;
      view.count.textContent = countText(count);
      view.count.hidden = count < 2;
      changed();
    }
  }

  let polling = 0;
  function schedulePoll(): void {
    polling = window.setTimeout(() => {
      void poll().finally(() => {
        if (!closed) schedulePoll();
      });
    }, POLL_MS);
  }

  function tick(): void {
    const left = endsMs - performance.now();
    // Nobody is there to say how it ended, and it can only have ended so.
    if (left <= 0 && away) return goneAway(TIME_OVER);
    view.countdown.textContent =
      left > 0 ? `expires in ${countdown(left)}, then denied` : 'time is over: denied';
    for (const seconds of ANNOUNCED) {
      if (left > 0 && left <= seconds * 1000 && !announced.has(seconds)) {
        for (const passed of ANNOUNCED) if (passed >= seconds) announced.add(passed);
        announcer.textContent = `${seconds} seconds left, then denied`;
      }
    }
  }

  for (const [given, button] of view.buttons) {
    button.addEventListener('click', (event) => {
      if (given.startsWith('ALLOW')) allow(given, event);
      else if (event.isTrusted) void answer(given);
    });
    button.addEventListener('blur', () => {
      confirming = null;
      refresh();
    });
  }
  view.retype?.addEventListener('input', refresh);
  view.change?.onChange(() => {
    const label = answerLabel('ALLOW_TASK_SITE', card);
    view.buttons
      .get('ALLOW_TASK_SITE')
      ?.replaceChildren(view.change?.leftOut() === undefined ? label : 'Run the rest');
    changed();
  });
  view.more?.onSaid((says) => void answer('DENY', says));
  const { onAlways } = host;
  if (onAlways === null) view.always?.remove();
  view.always?.addEventListener('click', (event) => {
    if (event.isTrusted && !busy) onAlways?.(card.id);
  });
  document.addEventListener('keydown', onKey, true);
  const ticking = window.setInterval(tick, TICK_MS);

  host.show(view.root);
  tick();
  shield.watch(
    view.content,
    allowing.map(([, button]) => button),
  );
  view.heading.focus({ preventScroll: true });
  refresh();
  schedulePoll();
  return { deny };
}
