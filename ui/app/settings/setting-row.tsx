// One setting: its value, what it means, its line in the file. INVARIANT: what is typed here is proposed; it is written once it was
// confirmed in the consent document, and holds from the next start on.
import { useId, useState, type ReactNode } from 'react';
import type { SettingView } from '#gateway/protocol/views/settings.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { onSwept } from '#ui/app/state/kept/tab-storage.ts';
import { nameOf } from './setting-groups.ts';
import styles from './settings-view.module.css';
import { SitesField } from './sites-field.tsx';

export type Propose = (key: string, value: unknown) => void;
type Props = { readonly setting: SettingView; readonly isWaiting: boolean; readonly onPropose: Propose };

export function SettingRow({ setting, isWaiting, onPropose }: Props) {
  const id = useId();
  const { key, about, line, value, preset } = setting;
  return (
    <div className={styles['row']}>
      <div className={styles['words']}>
        <label htmlFor={id} id={`${id}-name`}>
          {nameOf(key)}
        </label>
        <p id={`${id}-about`}>{codeIn(about)}</p>
        <p className={styles['line']}>
          <code>{key}</code>, {line === null ? 'not in the file: the preset holds' : `line ${line}`}
        </p>
      </div>
      <div className={styles['value']}>
        {setting.kind === 'SITES' ? (
          <SitesField value={value} isWaiting={isWaiting} onPropose={(sites) => onPropose(key, sites)} />
        ) : setting.kind === 'SHOWN' ? (
          <p id={id}>
            <Untrusted text={inWords(value ?? preset)} limit={200} />{' '}
            <span className={styles['line']}>changed in the file</span>
          </p>
        ) : (
          <Field
            key={JSON.stringify(value)}
            id={id}
            setting={setting}
            isWaiting={isWaiting}
            onPropose={(next) => onPropose(key, next)}
          />
        )}
      </div>
    </div>
  );
}

const inWords = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? 'not set'
      : JSON.stringify(value);

const codeIn = (text: string): readonly ReactNode[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));

type FieldProps = {
  readonly id: string;
  readonly setting: Exclude<SettingView, { readonly kind: 'SITES' | 'SHOWN' }>;
  readonly isWaiting: boolean;
  readonly onPropose: (value: unknown) => void;
};

/** What was typed and not proposed, by the setting and the value that it has: it outlives a change of the view. */
const drafts = new Map<string, string>();
onSwept(() => drafts.clear());

function Field({ id, setting, isWaiting, onPropose }: FieldProps) {
  const held = setting.value ?? setting.preset;
  const kept = JSON.stringify([setting.key, held]);
  const [draft, showDraft] = useState<string>(drafts.get(kept) ?? inWords(held));
  const setDraft = (typed: string): void => {
    if (typed === inWords(held)) drafts.delete(kept);
    else drafts.set(kept, typed);
    showDraft(typed);
  };
  const isChanged = draft !== inWords(held);
  const value = setting.kind === 'FLAG' ? draft === 'true' : setting.kind === 'WHOLE' ? Number(draft) : draft;
  const common = { id, 'aria-describedby': `${id}-about`, value: draft } as const;
  return (
    <form
      className={styles['field']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isChanged || isWaiting) return;
        drafts.delete(kept);
        onPropose(value);
      }}
    >
      {setting.kind === 'CHOICE' || setting.kind === 'FLAG' ? (
        <select {...common} onChange={(event) => setDraft(event.target.value)}>
          {(setting.kind === 'FLAG' ? ['true', 'false'] : setting.choices).map((choice) => (
            <option key={choice} value={choice}>
              {setting.kind === 'FLAG' ? (choice === 'true' ? 'yes' : 'no') : choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          {...(setting.kind === 'WHOLE'
            ? {
                type: 'number',
                min: setting.least,
                ...(setting.most === null ? {} : { max: setting.most }),
                required: true,
              }
            : { type: 'text', required: true, maxLength: 200 })}
          onChange={(event) => setDraft(event.target.value)}
        />
      )}
      {isChanged ? (
        <>
          <Button submit look="primary" aria-disabled={isWaiting}>
            Change…
          </Button>
          <Button look="quiet" onClick={() => setDraft(inWords(held))}>
            Undo
          </Button>
          {setting.loosens.includes(value) ? (
            <p className={styles['loosens']} role="status">
              Less is held back with this: you are asked to type the setting’s name.
            </p>
          ) : null}
        </>
      ) : setting.value === null ? null : (
        <Button
          look="quiet"
          aria-disabled={isWaiting}
          onClick={() => (isWaiting ? undefined : onPropose(null))}
        >
          Take out of the file
        </Button>
      )}
    </form>
  );
}
