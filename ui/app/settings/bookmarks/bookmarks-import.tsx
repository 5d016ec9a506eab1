// Sites out of a file of bookmarks: read here, picked and named by the person. INVARIANT: the file stays in this page; nothing of it is opened;
// what a page called itself names no site; what is picked is proposed like any other change of the settings.
import { useEffect, useId, useRef, useState } from 'react';
import type { Result } from '#policy/language/failure.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText, Untrusted } from '#ui/app/parts/parts.tsx';
import { counted, number, webAddress } from '#ui/app/parts/words.ts';
import { bookmarksOf, type Bookmarks } from './bookmarks.ts';
import styles from './bookmarks.module.css';

/** More than that are found by typing. */
const MOST_SHOWN = 100;
const MOST_NAME_CHARACTERS = 100;
/** A host is never cut. */
const MOST_ADDRESS_CHARACTERS = 300;

type Site = { readonly name: string; readonly url: string };
type Given = {
  /** What is there already. */
  readonly known: readonly Site[];
  /** So many more may be added. */
  readonly room: number;
  readonly isWaiting: boolean;
  readonly onPick: (sites: readonly Site[]) => void;
};

export function BookmarksImport({ known, room, isWaiting, onPick }: Given) {
  const [read, setRead] = useState<Result<Bookmarks> | null>(null);
  const latest = useRef<File | null>(null);
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );
  const id = useId();
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    latest.current = file;
    setRead(null);
    const result = await bookmarksOf(file);
    // Another file was chosen meanwhile.
    if (latest.current === file) setRead(result);
  };
  const there = new Set(known.map(({ url }) => webAddress(url)?.href ?? url));
  return (
    <details className={styles['import']}>
      <summary>From bookmarks of a browser</summary>
      <p>
        Choose the HTML file that your browser exports. It is read in this page, and nothing in it is opened.
      </p>
      <label htmlFor={id}>File of bookmarks </label>
      <input
        id={id}
        type="file"
        accept=".html,.htm,text/html"
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      {read?.ok === false ? (
        <div role="alert">
          <FailureText error={read.error} />
        </div>
      ) : null}
      {read?.ok === true ? (
        <Pick
          found={read.value.found.filter(({ url }) => !there.has(url))}
          leftOut={read.value.leftOut}
          known={known}
          room={room}
          isWaiting={isWaiting}
          onPick={onPick}
        />
      ) : null}
    </details>
  );
}

function Pick({ found, leftOut, known, room, isWaiting, onPick }: Given & Bookmarks) {
  const [words, setWords] = useState('');
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = words.trim().toLowerCase();
  const matching = found.filter(({ title, url }) => `${title} ${url}`.toLowerCase().includes(wanted));
  const shown = matching.slice(0, MOST_SHOWN);
  const picked = [...named].map(([url, name]) => ({ name: name.trim(), url }));
  const wrong = whatIsWrong(picked, known, room);
  const isReady = picked.length > 0 && wrong === null && !isWaiting;
  const name = (url: string, given: string | null): void => {
    const next = new Map(named);
    if (given === null) next.delete(url);
    else next.set(url, given);
    setNamed(next);
  };
  return (
    <>
      <p role="status">
        {counted(found.length, 'address', 'addresses')} that {found.length === 1 ? 'is' : 'are'} not here yet
        {leftOut === 0
          ? ''
          : `; ${number(leftOut)} left out: no web address, with a password, twice, or too many`}
        .
      </p>
      <label>
        Find <input type="search" value={words} onChange={({ target }) => setWords(target.value)} />
      </label>
      <ul className={styles['list']} aria-label="Bookmarks">
        {shown.map(({ title, host, url }) => (
          <li key={url}>
            <label>
              <input
                type="checkbox"
                checked={named.has(url)}
                onChange={({ target }) =>
                  name(url, target.checked ? host.slice(0, MOST_NAME_CHARACTERS) : null)
                }
              />{' '}
              <Untrusted text={title} limit={60} /> <Untrusted text={url} limit={MOST_ADDRESS_CHARACTERS} />
            </label>
          </li>
        ))}
      </ul>
      {matching.length > shown.length ? (
        <p>And {number(matching.length - shown.length)} more: type a part of what you look for.</p>
      ) : null}
      {picked.length === 0 ? null : (
        <p>A name is what you will call the site by. It gives the site your trust.</p>
      )}
      {picked.map(({ url }) => (
        <label key={url}>
          Name for <Untrusted text={url} limit={MOST_ADDRESS_CHARACTERS} />{' '}
          <input
            type="text"
            value={named.get(url) ?? ''}
            maxLength={MOST_NAME_CHARACTERS}
            onChange={({ target }) => name(url, target.value)}
          />
        </label>
      ))}
      {wrong === null ? null : <p role="alert">{wrong}</p>}
      <Button aria-disabled={!isReady} onClick={() => (isReady ? onPick(picked) : undefined)}>
        Add {picked.length === 0 ? 'what is chosen' : counted(picked.length, 'site')}…
      </Button>
    </>
  );
}

/** Why these cannot be added as they are named. */
function whatIsWrong(picked: readonly Site[], known: readonly Site[], room: number): string | null {
  if (picked.length > room) return `There is room for ${counted(room, 'more site')}: choose fewer.`;
  if (picked.some(({ name }) => !/[\p{L}\p{N}]/u.test(name))) return 'Give each site a name.';
  const names = [...known, ...picked].map(({ name }) => name.normalize('NFKC').toLowerCase());
  const twice = picked.find((_, at) => {
    const own = names[known.length + at];
    return names.filter((one) => one === own).length > 1;
  });
  return twice === undefined ? null : `More than one site is called ${twice.name}: name each apart.`;
}
