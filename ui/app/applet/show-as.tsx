// The forms in which rows can be shown, by their names.
import { APPLET_FORMS, type AppletForm } from '#gateway/protocol/views/applet.ts';
import styles from './applet.module.css';

const FORM_WORDS = {
  table: 'Table',
  cards: 'Cards',
  bar: 'Bar chart',
  line: 'Line chart',
  pie: 'Pie chart',
  timeline: 'Timeline',
  scatter: 'Scatter plot',
} as const satisfies Record<AppletForm, string>;

type Choosing = { readonly value: AppletForm | null; readonly onChoose: (form: AppletForm) => void };

export function ShowAs({ value, onChoose }: Choosing) {
  return (
    <label className={styles['choice']}>
      Show as
      <select
        value={value ?? ''}
        onChange={({ target }) => {
          const form = APPLET_FORMS.find((known) => known === target.value);
          if (form !== undefined) onChoose(form);
        }}
      >
        {value === null ? <option value="">…</option> : null}
        {APPLET_FORMS.map((form) => (
          <option key={form} value={form}>
            {FORM_WORDS[form]}
          </option>
        ))}
      </select>
    </label>
  );
}
