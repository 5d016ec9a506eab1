// "Signed in as me on …": which sites' sessions may be lent to the task that is about to start, and from where.
// INVARIANT: choosing lends nothing; each is asked for again in a question of its own, and ends with the task.
import { KeyRound, X } from 'lucide-react';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#ui/app/parts/button.tsx';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { changeCommand, lendAlso, useCommand, type Lend } from './command.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { useWorld } from '#ui/app/state/store.ts';
import styles from './bar.module.css';

const NO_SOURCES: readonly { readonly name: string; readonly about: string }[] = [];

export function SignInAs() {
  // The site that the words name is offered.
  const { lends, text: intent } = useCommand();
  const [isOpen, setIsOpen] = useState(false);
  const sources = useWorld((world) => world.status?.cookieSources ?? NO_SOURCES);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (): void => {
    setIsOpen(false);
    opener.current?.focus();
  };
  return (
    <div className={styles['lend']}>
      <button
        ref={opener}
        type="button"
        className={styles['chip']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <KeyRound size={14} aria-hidden="true" />
        Signed in as me on…
      </button>
      <ul className={styles['lends']} aria-label="Sites that the next task may be signed in to as you">
        {lends.map((lend) => (
          <li key={`${lend.domain} ${lend.source}`}>
            <button
              type="button"
              className={styles['chip']}
              data-on="true"
              aria-label={`Do not sign in at ${lend.domain}`}
              onClick={() => changeCommand({ lends: lends.filter((other) => other !== lend) })}
            >
              signed in as me on <Untrusted text={lend.domain} limit={60} />
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <Choice
            sources={sources}
            intent={intent}
            onClose={close}
            onChosen={(lend) => {
              lendAlso(lend);
              close();
            }}
          />
        ) : null}
      </div>
    </div>
  );
}

type ChoiceProps = {
  readonly sources: typeof NO_SOURCES;
  readonly intent: string;
  readonly onChosen: (lend: Lend) => void;
  readonly onClose: () => void;
};

function Choice({ sources, intent, onChosen, onClose }: ChoiceProps) {
  const [site, setSite] = useState(() => siteIn(intent));
  const [source, setSource] = useState(sources[0]?.name ?? '');
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    // Not the command bar's own Enter: nothing starts by it.
    event.preventDefault();
    choose();
  };
  const choose = (): void => {
    if (site.trim() !== '') onChosen({ domain: hostOf(site), source });
  };
  if (sources.length === 0)
    return (
      <div className={styles['choice']}>
        <p>
          There is no place to take a session from. Name one as <code>cookieSources</code> in{' '}
          <a href={addressOf({ view: 'settings' })}>Settings</a>: a saved session’s file, or a browser that is
          open.
        </p>
        <Button onClick={onClose}>Close</Button>
      </div>
    );
  return (
    <fieldset className={styles['choice']} onKeyDown={onKey}>
      <legend>Lend a session to the next task</legend>
      <label>
        Site
        <input
          value={site}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={253}
          placeholder="account.example"
          onChange={(event) => setSite(event.target.value)}
        />
      </label>
      <label>
        From
        <select value={source} onChange={(event) => setSource(event.target.value)}>
          {sources.map(({ name, about }) => (
            <option key={name} value={name}>
              {about}
            </option>
          ))}
        </select>
      </label>
      <Button onClick={choose} aria-disabled={site.trim() === ''}>
        Add
      </Button>
      <p>Of this one site, for one task. You are asked before anything is lent, and it ends with the task.</p>
    </fieldset>
  );
}

/** `https://www.shop.example/cart` → `www.shop.example`; the gateway makes it the registrable domain, and refuses what is none. */
const hostOf = (text: string): string => {
  const trimmed = text.trim().toLowerCase();
  return URL.parse(/^https?:\/\//u.test(trimmed) ? trimmed : `https://${trimmed}`)?.hostname ?? trimmed;
};

/** The first word that reads as a site. */
const siteIn = (intent: string): string =>
  /(?:^|\s)(?:https?:\/\/)?([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)/u.exec(intent)?.[1] ?? '';
