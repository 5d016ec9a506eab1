// The list of all keys, drawn from the table that the handlers look them up in.
import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/app/parts/button.tsx';
import { listedKeys } from '#ui/app/parts/lists/key-words.ts';
import { addressOf } from '#ui/app/state/route.ts';
import { showKeys } from '#ui/app/state/look.ts';
import styles from './key-list.module.css';

const isMac = (): boolean => /Mac|iPhone|iPad/u.test(navigator.userAgent);

export default function KeyList() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root open onOpenChange={(wanted) => (wanted ? undefined : showKeys(false))}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles['backdrop']} />
        <Dialog.Viewport className={styles['viewport']}>
          <Dialog.Popup className={styles['popup']} initialFocus={heading}>
            <header className={styles['head']}>
              <Dialog.Title ref={heading} tabIndex={-1}>
                Keys
              </Dialog.Title>
              <Button icon={X} look="quiet" onClick={() => showKeys(false)}>
                Close
              </Button>
            </header>
            <div className={styles['places']}>
              {listedKeys(isMac()).map(({ title, rows }) => (
                <section key={title} aria-label={title}>
                  <h3>{title}</h3>
                  <dl>
                    {rows.map(({ keys, says }) => (
                      <div key={says} className={styles['row']}>
                        <dt>
                          {keys.map((key, index) => (
                            <span key={key}>
                              {index > 0 ? ' or ' : ''}
                              <kbd>{key}</kbd>
                            </span>
                          ))}
                        </dt>
                        <dd>{says}</dd>
                      </div>
                    ))}
                  </dl>
                </section>
              ))}
            </div>
            <p className={styles['hint']}>
              A key of one sign does something only where its part of the page has the focus, except{' '}
              <kbd>?</kbd>, which can be turned off in the{' '}
              <a href={addressOf({ view: 'settings' })} onClick={() => showKeys(false)}>
                settings
              </a>
              .
            </p>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
