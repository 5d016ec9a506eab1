// The field at the top: plain words or an address. Ctrl/Cmd+L comes here from anywhere; a submission empties it at once.
import { ArrowRight, Globe, Sparkles } from 'lucide-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { Failure } from '#policy/language/failure.ts';
import { gateway } from '#ui/app/state/api.ts';
import { changeBoard } from '#ui/app/state/board.ts';
import styles from './command-bar.module.css';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { goTo, parseRoute } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { openOwn, ownAddress } from '#ui/app/frame/outside/own-browser.ts';
import { SignInAs, type Lend } from './bar/sign-in-as.tsx';
import { WhereItGoes } from './bar/where-it-goes.tsx';
import { looksLikeAddress } from '#ui/app/parts/words.ts';

export function CommandBar() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [error, setError] = useState<Failure | null>(null);
  const [lends, setLends] = useState<readonly Lend[]>([]);
  const status = useWorld((world) => world.status);
  const address = looksLikeAddress(text);
  // Whoever lends a session wants it in a Ghost Tab.
  const own = lends.length > 0 ? null : ownAddress(text, status);
  const Icon = address ? Globe : Sparkles;

  useEffect(
    () =>
      useWorld.subscribe(({ draft }, before) => {
        if (draft === null || draft === before.draft) return;
        setText(draft.text);
        field.current?.focus();
      }),
    [],
  );

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const wanted = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!wanted || event.key.toLowerCase() !== 'l') return;
      event.preventDefault();
      // Not out of an open question: it stays where the person is until it is answered.
      if (document.querySelector('[role="dialog"]') === null) {
        field.current?.focus();
        field.current?.select();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (own === null) void startTask();
    else {
      openOwn(own);
      setText('');
      setError(null);
    }
  };

  const startTask = async (): Promise<void> => {
    const intent = text.trim();
    if (intent === '') return;
    setText('');
    setError(null);
    goTo({ view: 'tasks', at: null });
    const started = await gateway.run(intent, lends);
    if (started.ok) {
      setLends([]);
      changeBoard({ startedId: started.value.taskId });
      // Nobody who has gone elsewhere meanwhile is fetched back.
      if (parseRoute(location.hash).view === 'tasks') goTo({ view: 'tasks', at: started.value.taskId }, true);
      return;
    }
    setError(started.error);
    // What was typed is not lost, unless something else was typed meanwhile.
    setText((now) => (now === '' ? intent : now));
  };

  return (
    <search className={styles['search']}>
      <form className={styles['form']} onSubmit={submit}>
        <label className="visually-hidden" htmlFor="command">
          What should be done, in plain words, or an address to open
        </label>
        <Icon size={18} aria-hidden="true" className={styles['icon']} />
        <input
          ref={field}
          id="command"
          className={styles['field']}
          type="text"
          value={text}
          maxLength={2_000}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Ask in plain words, or type a URL"
          onChange={(event) => setText(event.target.value)}
        />
        <kbd className={styles['hint']} aria-hidden="true">
          {/Mac|iPhone|iPad/u.test(navigator.userAgent) ? '⌘L' : 'Ctrl L'}
        </kbd>
        <button
          className={styles['go']}
          type="submit"
          aria-label={address ? 'Open this address' : 'Start this task'}
        >
          <ArrowRight size={18} aria-hidden="true" />
        </button>
      </form>
      {own === null ? null : <WhereItGoes url={own} onGhostTab={() => void startTask()} />}
      <SignInAs lends={lends} onChange={setLends} intent={text} />
      {error === null ? null : (
        <div role="alert" className={styles['error']}>
          <FailureText error={error} />
        </div>
      )}
    </search>
  );
}
