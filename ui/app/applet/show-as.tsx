// The forms in which rows can be shown, by their names.
import { APPLET_FORMS, type DrawnForm } from '#gateway/protocol/views/applet.ts';
import styles from './applet.module.css';

const FORM_WORDS = {
  table: 'Table',
  cards: 'Cards',
  bar: 'Bar chart',
  line: 'Line chart',
  pie: 'Pie chart',
  timeline: 'Timeline',
  scatter: 'Scatter plot',
  model: 'As a model drew it',
} as const satisfies Record<DrawnForm, string>;

type Choosing = {
  readonly value: DrawnForm | null;
  /** Whether there is a drawing of a model. */
  readonly hasModel?: boolean;
  readonly onChoose: (form: DrawnForm) => void;
};

export function ShowAs({ value, hasModel = false, onChoose }: Choosing) {
  const forms: readonly DrawnForm[] = hasModel ? [...APPLET_FORMS, 'model'] : APPLET_FORMS;
  return (
    <label className={styles['choice']}>
      Show as
      <select
        value={value ?? ''}
        onChange={({ target }) => {
          const form = forms.find((known) => known === target.value);
          if (form !== undefined) onChoose(form);
        }}
      >
        {value === null ? <option value="">…</option> : null}
        {forms.map((form) => (
          <option key={form} value={form}>
            {FORM_WORDS[form]}
          </option>
        ))}
      </select>
    </label>
  );
}
