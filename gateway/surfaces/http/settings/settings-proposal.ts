// A change of the settings from the app: put to a person in the consent document before anything is written. INVARIANT: the app proposes
// and never confirms; what holds less back is confirmed by typing its key, on a card that says what it was and what it would be.
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { confirmChange } from '#gateway/boundary/consent/own-change.ts';
import { editEntry } from './edit-entry.ts';
import { ours, theirs } from '#gateway/boundary/words/rows.ts';
import type { SettingChange } from '#gateway/protocol/views/settings.ts';
import { editedSettings, writeSettings } from './edit-settings.ts';
import type { Result } from '#policy/language/failure.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';

type Parts = {
  readonly file: string;
  readonly life: Pick<PolicyLife, 'inForce'>;
  readonly consents: Pick<ConsentBroker, 'ask'>;
  readonly audit: Pick<AuditLog, 'append'>;
};

/** A password in an address stands on no card and in no log. */
const inWords = (value: unknown): string =>
  value === null || value === undefined
    ? 'not set'
    : JSON.stringify(value, (_key, part: unknown) =>
        typeof part === 'string' ? withoutPassword(part) : part,
      );

function withoutPassword(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.password === '') return text;
  url.password = 'withheld';
  return url.href;
}

/** Errors: those of `editedSettings` and `writeSettings`, `consent.*`, `audit.*`. */
export async function proposeSetting(
  parts: Parts,
  change: SettingChange,
  by: string,
  signal: AbortSignal,
): Promise<Result<void>> {
  const { file, audit } = parts;
  const { key } = change;
  const edit = editedSettings(file, change);
  if (!edit.ok) return edit;
  const { loosens } = edit.value;
  const [from, to] = [inWords(edit.value.before), inWords(change.value)];
  const confirmed = await confirmChange(
    parts,
    {
      of: 'settings',
      by,
      title: loosens ? 'Loosen a setting' : 'Change a setting',
      retype: loosens ? key : null,
      capabilities: [],
      rows: [
        ours('VALUE', 'setting', key),
        theirs('PERSON', 'VALUE', 'is', from),
        theirs('PERSON', 'VALUE', 'becomes', to),
        ours('VALUE', 'holds', 'from the next start of the gateway on'),
        theirs('PERSON', 'FILE', 'file', file),
      ],
      because: {
        at: 'config.yaml',
        reason: 'whoever changes the settings confirms it where no page and no agent can',
      },
      proposed: change,
      asker: `settings ${by} ${key}`,
      log: { what: `change the setting ${key}`, why: 'settings.edit', details: { file, key, from, to } },
      help: {
        nobody: `open the UI, or write it into \`${file}\``,
        notAsked: 'wait a little, then try again',
        void: 'look at the settings again, then try again',
      },
    },
    signal,
  );
  if (!confirmed.ok) return confirmed;
  const note = editEntry(audit, confirmed.value);
  // The file may have been changed since: that was on no card.
  const again = editedSettings(file, change);
  if (!again.ok) return again;
  const noted = await note('DONE');
  if (!noted.ok) return noted;
  // Another one may have been written while the log took that. From here on nothing comes between.
  const last = editedSettings(file, change);
  const written = last.ok ? writeSettings(file, last.value.text) : last;
  if (!written.ok) await note('FAILED', { error: written.error.code });
  return written;
}
