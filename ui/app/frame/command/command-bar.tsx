// The field at the top: plain words, an address, a command, or `>` and a query of the log. Ctrl/Cmd+K and +L come here from anywhere.
// INVARIANT: what Enter does stands marked in the list; what was typed is lost by nothing but a start or the person's own hand.
import { ArrowRight, Gauge, Globe, Sparkles, X, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { Failure } from '#policy/language/failure.ts';
import { SignInAs } from '#ui/app/frame/bar/sign-in-as.tsx';
import { WhereItGoes } from '#ui/app/frame/bar/where-it-goes.tsx';
import { openOwn, ownAddress } from '#ui/app/frame/outside/own-browser.ts';
import { opened } from '#ui/app/parts/opened.tsx';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { looksLikeAddress } from '#ui/app/parts/words.ts';
import { gateway } from '#ui/app/state/api.ts';
import { changeBoard } from '#ui/app/state/board.ts';
import {
  changeCommand,
  lendAlso,
  NOTHING_TYPED,
  useCommand,
  type Command,
} from '#ui/app/frame/bar/command.ts';
import { actOf, isTypedInto } from '#ui/app/parts/lists/shortcuts.ts';
import { keepDensity, keepLook, showKeys, useLook } from '#ui/app/state/look.ts';
import { goTo, parseRoute } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { verifyNow } from '#ui/app/audit/verification.ts';
import styles from './command-bar.module.css';
import type { ListHandle } from './command-list.tsx';
import type { Act, CommandName } from './options.ts';

const loadList = async () => (await import('./command-list.tsx')).default;
const CommandList = opened(loadList);
const LIST = 'command-options';
const MAX_CHARACTERS = 2_000;

export function CommandBar() {
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<ListHandle>(null);
  const command = useCommand();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<Failure | null>(null);
  const { text, start, lends } = command;
  const status = useWorld((world) => world.status);
  // Whoever lends a session or says where to begin wants a Ghost Tab.
  const own = start === null && lends.length === 0 ? ownAddress(text, status) : null;
  const isAddress = looksLikeAddress(text);
  const Icon = isAddress ? Globe : Sparkles;

  useEffect(
    () =>
      useWorld.subscribe(({ draft }, before) => {
        if (draft === null || draft === before.draft) return;
        // Chips of other words are not these words'.
        changeCommand({ ...NOTHING_TYPED, text: draft.text });
        field.current?.focus();
        if (draft.opensList) setOpen(true);
      }),
    [],
  );

  useEffect(() => {
    // Whoever comes to begin something begins to type; on a screen that is touched the keys would cover the page.
    const begins = parseRoute(location.hash).view === 'tasks' && document.activeElement === document.body;
    if (begins && !isCovered() && matchMedia('(hover: hover)').matches)
      field.current?.focus({ preventScroll: true });
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const act = actOf('everywhere', event);
      if (act === null) return;
      // A sign is a letter where something is typed.
      if (act === 'keys') {
        if (isTypedInto(event.target) || isCovered() || !useLook.getState().isKeyListOn) return;
        event.preventDefault();
        showKeys(true);
        return;
      }
      event.preventDefault();
      // Not out of an open question: it stays where the person is until it is answered.
      if (isCovered()) return;
      field.current?.focus();
      field.current?.select();
      if (act === 'commands') setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const run = async (stays: boolean): Promise<void> => {
    const given = useCommand.getState();
    const intent = given.text.trim();
    if (intent === '') return;
    changeCommand(NOTHING_TYPED);
    setOpen(false);
    setError(null);
    if (!stays) goTo({ view: 'tasks', at: null });
    const started = await gateway.run(intent, givenWith(given));
    if (started.ok) {
      changeBoard({ startedId: started.value.taskId });
      // Nobody who has gone elsewhere meanwhile is fetched back.
      if (!stays && parseRoute(location.hash).view === 'tasks')
        goTo({ view: 'tasks', at: started.value.taskId }, true);
      return;
    }
    setError(started.error);
    // What was typed is not lost, unless something else was typed meanwhile.
    if (useCommand.getState().text === '') changeCommand(given);
  };

  const openInOwn = (url: URL): void => {
    openOwn(url);
    changeCommand({ text: '' });
    setOpen(false);
    setError(null);
  };
  const submit = (stays: boolean): void => (own === null ? void run(stays) : openInOwn(own));

  const pick = (act: Act, stays = false): void => {
    switch (act.kind) {
      case 'RUN':
        return void run(stays);
      case 'OPEN_OWN':
        return openInOwn(act.url);
      case 'SAY':
        return changeCommand({ text: act.text });
      case 'START':
        return changeCommand({ start: act.start, text: act.text });
      case 'SIGN_IN':
        return lendAlso(act.lend);
      case 'LIMIT':
        return changeCommand({ stepLimit: act.steps });
      case 'GO':
      case 'DO':
        changeCommand({ text: '' });
        setOpen(false);
        return act.kind === 'GO' ? void (location.hash = act.address) : void carryOut(act.command, setError);
    }
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const pressed = actOf('field', event);
    if ((pressed === 'next' || pressed === 'previous') && !text.includes('\n')) {
      event.preventDefault();
      if (isOpen) list.current?.move(pressed === 'next' ? 1 : -1);
      else setOpen(true);
    } else if (pressed === 'takeOut' && text === '') {
      changeCommand(withoutLast(useCommand.getState()));
    } else if (pressed === 'close' && isOpen) {
      event.preventDefault();
      setOpen(false);
    } else if (pressed === 'start' || pressed === 'startHere') {
      event.preventDefault();
      const stays = pressed === 'startHere';
      const act = isOpen && !stays ? (list.current?.chosen() ?? null) : null;
      // A list that is not there yet keeps nobody waiting: words are an order, unless they ask the log.
      if (act !== null) pick(act);
      else if (text.startsWith('>')) pick(queryOf(text));
      else submit(stays);
    }
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOpen(false);
  };

  return (
    <search className={styles['search']} onBlur={onBlur}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <label className="visually-hidden" htmlFor="command">
          What should be done, in plain words, or an address to open
        </label>
        <Icon size={18} aria-hidden="true" className={styles['icon']} />
        <Chips command={command} onGone={() => field.current?.focus()} />
        <textarea
          ref={field}
          id="command"
          className={styles['field']}
          rows={1}
          value={text}
          maxLength={MAX_CHARACTERS}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Ask in plain words, or type a URL"
          aria-autocomplete="list"
          aria-controls={isOpen ? LIST : undefined}
          aria-activedescendant={isOpen ? (chosen ?? undefined) : undefined}
          onChange={(event) => {
            changeCommand({ text: event.target.value });
            setOpen(true);
          }}
          onFocus={() => void loadList().catch(() => undefined)}
          onKeyDown={onKeyDown}
        />
        <kbd className={styles['hint']} aria-hidden="true">
          {/Mac|iPhone|iPad/u.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}
        </kbd>
        <button
          className={styles['go']}
          type="submit"
          aria-label={isAddress ? 'Open this address' : 'Start this task'}
        >
          <ArrowRight size={18} aria-hidden="true" />
        </button>
      </form>
      {own === null ? null : <WhereItGoes url={own} onGhostTab={() => void run(false)} />}
      <SignInAs />
      {isOpen ? (
        <div className={styles['drop']}>
          <CommandList id={LIST} own={own} handle={list} onChoose={setChosen} onPick={(act) => pick(act)} />
        </div>
      ) : null}
      {error === null ? null : (
        <div role="alert" className={styles['error']}>
          <FailureText error={error} />
        </div>
      )}
    </search>
  );
}

const isCovered = (): boolean => document.querySelector('[role="dialog"]') !== null;

const givenWith = ({ start, lends, stepLimit }: Command) => ({
  ...(start === null ? {} : { startUrl: start.url }),
  ...(lends.length === 0 ? {} : { cookies: lends }),
  ...(stepLimit === null ? {} : { stepLimit }),
});

/** As one takes back the last word. */
const withoutLast = ({ start, lends, stepLimit }: Command): Partial<Command> =>
  stepLimit !== null
    ? { stepLimit: null }
    : lends.length > 0
      ? { lends: lends.slice(0, -1) }
      : start !== null
        ? { start: null }
        : {};

const queryOf = (text: string): Act => ({
  kind: 'GO',
  address: `#/audit?${new URLSearchParams({ q: text.slice(1).trim() }).toString()}`,
});

async function carryOut(command: CommandName, onError: (error: Failure | null) => void): Promise<void> {
  switch (command) {
    case 'STOP_ALL': {
      const stopped = await gateway.cancelAll();
      return onError(stopped.ok ? null : stopped.error);
    }
    case 'VERIFY':
      goTo({ view: 'audit', query: '' });
      return verifyNow();
    case 'WALL':
      changeBoard({ isWall: true });
      return goTo({ view: 'tasks', at: null });
    case 'LIGHT':
      return keepLook('light');
    case 'DARK':
      return keepLook('dark');
    case 'SYSTEM':
      return keepLook('system');
    case 'COMFORTABLE':
      return keepDensity('comfortable');
    case 'COMPACT':
      return keepDensity('compact');
    case 'KEYS':
      return showKeys(true);
  }
}

function Chips({ command: { start, stepLimit }, onGone }: { command: Command; onGone: () => void }) {
  const takeOut = (change: Partial<Command>) => (): void => {
    changeCommand(change);
    onGone();
  };
  if (start === null && stepLimit === null) return null;
  return (
    <span className={styles['chips']}>
      {start === null ? null : (
        <Chip icon={Globe} text={`at ${start.host}`} onGone={takeOut({ start: null })} />
      )}
      {stepLimit === null ? null : (
        <Chip icon={Gauge} text={`${stepLimit} steps at most`} onGone={takeOut({ stepLimit: null })} />
      )}
    </span>
  );
}

function Chip({ icon: Icon, text, onGone }: { icon: LucideIcon; text: string; onGone: () => void }) {
  return (
    <button type="button" className={styles['chip']} aria-label={`Take out: ${text}`} onClick={onGone}>
      <Icon size={14} aria-hidden="true" />
      {text}
      <X size={14} aria-hidden="true" />
    </button>
  );
}
