// The film of a task: a strip of its acts, and the page before and after the one that is chosen, with the act's element in a box.
// INVARIANT: pictures, never the page; nothing here takes input for it. Keys work while something on the task's page has the focus.
import { ChevronLeft, ChevronRight, Maximize, Pause, Play, Radio, SkipBack, SkipForward } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { PicturesView } from '#gateway/protocol/views/pictures.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { actOf, ariaKeys, isTypedInto, type KeyHandlers } from '#ui/app/parts/lists/shortcuts.ts';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { useWorld } from '#ui/app/state/store.ts';
import { frameAt, framesOf, nextMarked, quoteIn, shownOf, type FilmAct, type Side } from './frames.ts';
import { Picture, Quotation } from './picture.tsx';
import { Strip } from './strip.tsx';
import { usePictures, type Film as HeldFilm } from './use-film.ts';
import styles from './film.module.css';

/** A frame of a film that plays. */
const PLAY_MS = 1_200;
/** Frames around the one that is chosen whose small pictures are fetched. */
const NEAR = 6;

type Given = {
  readonly id: string;
  readonly film: HeldFilm;
  readonly acts: readonly FilmAct[];
  readonly isActive: boolean;
  /** The page as it is now, while the task runs. */
  readonly live: ReactNode;
  /** From the address. */
  readonly step: number | null;
  readonly quote: string | null;
  readonly onStep: (step: number | null) => void;
};

export function Film(given: Given) {
  const { film, isActive, live } = given;
  const { view, error } = film;
  if (error !== null && view === null)
    return (
      <section aria-label="Pictures">
        <FailureText error={error} />
        {isActive ? live : null}
      </section>
    );
  if (view === null) return isActive ? live : <p role="status">Reading the pictures…</p>;
  if (view.pictures.length === 0)
    return isActive ? (
      live
    ) : (
      <p className={styles['none']}>
        No pictures of this task are kept: they were too old, were deleted, or are not taken here.
      </p>
    );
  return <Frames {...given} view={view} />;
}

function Frames({
  id,
  acts,
  isActive,
  live,
  step,
  quote,
  onStep,
  view,
}: Given & { readonly view: PicturesView }) {
  const frames = framesOf(acts, view);
  const [chosen, setChosen] = useState<number | null>(null);
  const [side, setSide] = useState<Side>('after');
  const [isLive, setLive] = useState(isActive && step === null);
  const [isPlaying, setPlaying] = useState(false);
  const root = useRef<HTMLElement>(null);
  const covered = useWorld((world) => world.onScreen !== null);
  const showsLive = isActive && isLive;
  // Several acts may be of one step: the address names the step, the film knows which of them.
  const own = chosen !== null && (step === null || frames[chosen]?.act.step === step) ? chosen : null;
  const at = Math.max(0, own ?? frameAt(frames, step));
  const frame = frames[at] ?? null;
  const found = quote === null ? null : quoteIn(view, quote);
  const quoted =
    found === null ? null : (view.pictures.find(({ number }) => number === found.picture) ?? null);
  const shown = frame === null ? null : shownOf(frame, side);
  const picture = quoted ?? shown?.picture ?? null;
  const near = frames
    .slice(Math.max(0, at - NEAR), at + NEAR + 1)
    .map((one) => shownOf(one, 'after').picture);
  const addressOf = usePictures(id, [
    ...new Set([picture, frame?.before, frame?.after, ...near].flatMap((one) => one?.number ?? [])),
  ]);

  const last = frames.length - 1;
  const go = (to: number | null): void => {
    const target = to === null ? undefined : frames[to];
    if (to === null || target === undefined) return;
    setLive(false);
    setChosen(to);
    onStep(target.act.step);
  };
  const play = (): void => {
    if (!isPlaying && at === last) go(0);
    setLive(false);
    setPlaying(!isPlaying);
  };
  const fill = (): void => {
    if (document.fullscreenElement === null) void root.current?.requestFullscreen().catch(() => undefined);
    else void document.exitFullscreen().catch(() => undefined);
  };
  const turn = (): void => setSide(side === 'before' ? 'after' : 'before');
  const keys: KeyHandlers<'film'> = {
    back: () => go(at - 1),
    next: () => go(at + 1),
    first: () => go(0),
    last: () => go(last),
    nextMarked: () => go(nextMarked(frames, at, 1)),
    previousMarked: () => go(nextMarked(frames, at, -1)),
    side: turn,
    live: () => setLive(isActive),
    full: fill,
    play,
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const { target } = event;
    const page = root.current?.closest('article') ?? null;
    if (!(target instanceof Element) || page?.contains(target) !== true || target === page) return;
    if (covered || event.defaultPrevented || isTypedInto(target)) return;
    const act = actOf('film', event);
    if (act === null) return;
    // A space presses what has the focus; the ends of a page are reached from anywhere but the film, and so are those of a wide table.
    if (act === 'play' && target.closest('button, a, summary, [role="button"]') !== null) return;
    if (root.current?.contains(target) !== true) {
      if (act === 'play' || act === 'first' || act === 'last') return;
      if ((act === 'back' || act === 'next') && isMovedSideways(target, page)) return;
    }
    event.preventDefault();
    keys[act]();
  });
  // On the whole page of the task: what stands under the film is told of the same step. INVARIANT: heard last, above React's own root,
  // so that a key which a table has taken is its own.
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  // Whoever followed a source wants the picture, not the step beneath it.
  const onQuote = useEffectEvent(() => {
    root.current?.scrollIntoView({ block: 'start' });
    root.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (quote !== null) onQuote();
  }, [quote]);
  const onTick = useEffectEvent(() => {
    if (at < last) go(at + 1);
    else setPlaying(false);
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => onTick(), PLAY_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  return (
    <section aria-label="Pictures" className={styles['film']} ref={root} tabIndex={0} data-film>
      <div className={styles['bar']} role="toolbar" aria-label="The film">
        <Button
          icon={ChevronLeft}
          aria-keyshortcuts={ariaKeys('film', 'back')}
          aria-disabled={at === 0}
          onClick={() => go(at - 1)}
        >
          Back
        </Button>
        <Button icon={isPlaying ? Pause : Play} aria-keyshortcuts={ariaKeys('film', 'play')} onClick={play}>
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Button
          icon={ChevronRight}
          aria-keyshortcuts={ariaKeys('film', 'next')}
          aria-disabled={at === last}
          onClick={() => go(at + 1)}
        >
          Next
        </Button>
        <span className={styles['count']} role="status">
          {showsLive ? 'live' : frame === null ? '' : `step ${frame.act.step}, ${at + 1} of ${frames.length}`}
        </span>
        <Button
          icon={SkipBack}
          look="quiet"
          aria-keyshortcuts={ariaKeys('film', 'previousMarked')}
          aria-disabled={nextMarked(frames, at, -1) === null}
          onClick={() => go(nextMarked(frames, at, -1))}
        >
          Asked or stopped before
        </Button>
        <Button
          icon={SkipForward}
          look="quiet"
          aria-keyshortcuts={ariaKeys('film', 'nextMarked')}
          aria-disabled={nextMarked(frames, at, 1) === null}
          onClick={() => go(nextMarked(frames, at, 1))}
        >
          Next asked or stopped
        </Button>
        {isActive ? (
          <Button
            icon={Radio}
            aria-keyshortcuts={ariaKeys('film', 'live')}
            aria-pressed={isLive}
            onClick={() => setLive(!isLive)}
          >
            Live
          </Button>
        ) : null}
        <Button icon={Maximize} look="quiet" aria-keyshortcuts={ariaKeys('film', 'full')} onClick={fill}>
          Full screen
        </Button>
      </div>
      <Strip frames={frames} at={showsLive ? -1 : at} addressOf={addressOf} onChoose={go} />
      {showsLive ? (
        live
      ) : covered ? (
        <p className={styles['none']}>Put away while a question is open.</p>
      ) : (
        <Picture
          picture={picture}
          url={picture === null ? null : addressOf(picture.number)}
          box={
            quoted !== null ? (found?.box ?? null) : shown?.side === 'before' ? (frame?.box ?? null) : null
          }
          alt={
            quoted !== null
              ? 'The page on which the words stand'
              : frame === null
                ? ''
                : `The page ${shown?.side ?? 'after'} step ${frame.act.step}`
          }
        >
          {quote !== null ? (
            <Quotation quote={quote} picture={quoted} />
          ) : frame === null ? null : (
            <>
              <div className={styles['sides']} role="group" aria-label="Before or after the act">
                {(['before', 'after'] as const).map((one) => (
                  <Button
                    key={one}
                    look="quiet"
                    aria-pressed={side === one}
                    aria-keyshortcuts={ariaKeys('film', 'side')}
                    onClick={() => setSide(one)}
                  >
                    {one === 'before' ? 'Before' : 'After'}
                  </Button>
                ))}
              </div>
              <p>
                Step {frame.act.step}: <Untrusted text={frame.act.text} limit={200} />
              </p>
              {shown !== null && shown.picture !== null && shown.side !== side ? (
                <p>
                  There is no picture {side} this act: this is the page {shown.side} it.
                </p>
              ) : null}
            </>
          )}
        </Picture>
      )}
    </section>
  );
}

/** Whether the arrows scroll what has the focus: a table or a text that is wider than its place. */
function isMovedSideways(from: Element, page: Element): boolean {
  for (let place: Element | null = from; place !== null && place !== page; place = place.parentElement)
    if (place.scrollWidth > place.clientWidth && /auto|scroll/u.test(getComputedStyle(place).overflowX))
      return true;
  return false;
}
