// Sites that a word in an intent stands for: a name and an address each.
import { useState } from 'react';
import { Button } from '#ui/app/parts/button.tsx';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { webAddress } from '#ui/app/parts/words.ts';
import { BookmarksImport } from './bookmarks/bookmarks-import.tsx';
import styles from './settings-view.module.css';

type Site = { readonly name: string; readonly url: string; readonly about?: readonly string[] };

const isSite = (value: unknown): value is Site =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'url' in value &&
  typeof value.name === 'string' &&
  typeof value.url === 'string';

/** As the settings take them. */
const MOST_SITES = 200;

type Props = {
  readonly value: unknown;
  readonly isWaiting: boolean;
  readonly onPropose: (sites: readonly Site[]) => void;
};

export function SitesField({ value, isWaiting, onPropose }: Props) {
  const sites: readonly Site[] = Array.isArray(value) ? value.filter(isSite) : [];
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const isWhole = name.trim() !== '' && webAddress(url.trim()) !== null;
  const add = (): void => {
    if (!isWhole || isWaiting) return;
    onPropose([...sites, { name: name.trim(), url: url.trim() }]);
  };
  return (
    <>
      {sites.length === 0 ? <p className={styles['line']}>None yet.</p> : null}
      <ul className={styles['sites']}>
        {sites.map((site) => (
          <li key={`${site.name} ${site.url}`}>
            <Untrusted text={site.name} limit={60} /> <Untrusted text={site.url} limit={100} />
            <Button
              look="quiet"
              aria-label={`Take out ${site.name}`}
              aria-disabled={isWaiting}
              onClick={() => (isWaiting ? undefined : onPropose(sites.filter((one) => one !== site)))}
            >
              Take out
            </Button>
          </li>
        ))}
      </ul>
      <BookmarksImport
        // What was chosen is there once it is confirmed.
        key={sites.length}
        known={sites}
        room={Math.max(0, MOST_SITES - sites.length)}
        isWaiting={isWaiting}
        onPick={(picked) => onPropose([...sites, ...picked])}
      />
      <form
        className={styles['field']}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <label>
          Name
          <input type="text" value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        </label>
        <label>
          Address
          <input
            type="url"
            value={url}
            placeholder="https://shop.example/"
            onChange={(event) => setUrl(event.target.value)}
          />
        </label>
        <Button submit aria-disabled={!isWhole || isWaiting}>
          Add…
        </Button>
      </form>
    </>
  );
}
