// Other documents as the policy, from the app: a layer of one's own that begins as a copy of the lowest one, or a preset. INVARIANT: the
// app proposes; a person confirms in the consent document what changes by it, what loosens by typing, and nothing is written before.
import { rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ownDirectory } from '#executors/system/own-directory.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { confirmChange } from '#gateway/boundary/consent/own-change.ts';
import { ours, theirs } from '#gateway/boundary/words/rows.ts';
import { changeRows, weekRows } from '#gateway/policy/change-rows.ts';
import { gatesOfTheWeek } from '#gateway/policy/logged-decisions.ts';
import { wordToLoosen } from '#gateway/policy/loosen-word.ts';
import type { PolicyLife, Previewed } from '#gateway/policy/policy-life.ts';
import { listsToPut } from '#gateway/policy/kept/lists-beside.ts';
import { POLICY_PRESETS } from '#gateway/protocol/views/policy.ts';
import type { PolicyPreset, PolicyReload, PresetView } from '#gateway/protocol/views/policy.ts';
import type { PolicySettings } from '#gateway/policy/policy-life.ts';
import { textOf } from '#gateway/policy/state/editable.ts';
import { SHIPPED, policyFilesOf, readPolicyText } from '#gateway/settings/policy-source.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { needsAcknowledgement } from '#policy/tools/gate/compare-decisions.ts';
import { settingsWithPolicy, writeSettings } from './edit-settings.ts';
import { PRESET_SAYS } from './preset-words.ts';

type Parts = {
  /** `config.yaml`. */
  readonly file: string;
  readonly settings: () => Result<PolicySettings>;
  readonly isDemo: boolean;
  readonly life: PolicyLife;
  readonly consents: Pick<ConsentBroker, 'ask'>;
  readonly audit: Pick<AuditLog, 'append' | 'since' | 'count'>;
  readonly wallMs: () => number;
};

type Choice = {
  readonly title: string;
  /** As the settings name them. */
  readonly names: readonly string[];
  /** What changes by it; `null`: nothing does. */
  readonly previewed: Previewed | null;
  readonly rows: Parameters<typeof confirmChange>[1]['rows'];
  /** Made before the settings name it. */
  readonly own: {
    readonly path: string;
    readonly text: string;
    /** The files of lists that it includes, as they are put beside it; those that lie there already are not among them. */
    readonly lists: readonly { readonly path: string; readonly text: string }[];
  } | null;
  readonly reason: string;
};

const MOST_OWN_LAYERS = 20;

/** Errors: `policy.read-only`, those of `config.yaml`, `consent.*`, `audit.*`. */
export async function startOwnLayer(
  parts: Parts,
  by: string,
  signal: AbortSignal,
): Promise<Result<PolicyReload>> {
  const named = namedHere(parts);
  if (!named.ok) return named;
  const lowest = parts.life.files().at(-1);
  if (lowest === undefined || lowest.file === '' || lowest.inForce === null)
    return fail('policy.read-only', 'there is no document that could be copied', {
      help: 'the lowest one lies in a signed bundle, or does not load',
    });
  if (lowest.readOnly === null)
    return fail('policy.read-only', `\`${lowest.name}\` is yours to edit already`, {
      help: 'open it in the editor',
    });
  const path = freePath(dirname(parts.file), named.value.files);
  const names = [...policyFilesOf(named.value.files).slice(0, -1).map(nameOf), path];
  const lists = listsToPut(dirname(path), lowest.listsInForce ?? []);
  if (!lists.ok) return lists;
  return confirmed(
    parts,
    {
      title: 'Start a policy layer of your own',
      names,
      previewed: null,
      rows: [
        theirs('PERSON', 'FILE', 'new file', path),
        ours('FACT', 'begins as', `a copy of ${lowest.name}`),
        ...lists.value.map((list) => theirs('PERSON', 'FILE', 'with its lists', list.path)),
        ours('FACT', 'decides', 'as before, until you edit it'),
      ],
      own: { path, text: lowest.inForce, lists: lists.value },
      reason: 'a layer of one’s own',
    },
    by,
    signal,
  );
}

/** Errors: `policy.read-only`, those of the policy and of `config.yaml`, `consent.*`, `audit.*`. */
export async function takePreset(
  parts: Parts,
  preset: PolicyPreset,
  by: string,
  signal: AbortSignal,
): Promise<Result<PolicyReload>> {
  const named = namedHere(parts);
  if (!named.ok) return named;
  const names = presetFiles(preset, parts.isDemo);
  if (!names.ok) return names;
  const previewed = await parts.life.previewFiles(names.value, gatesOfTheWeek(parts.audit, parts.wallMs()));
  if (!previewed.ok) return previewed;
  const left = policyFilesOf(named.value.files).filter((file) => !isShipped(file));
  return confirmed(
    parts,
    {
      title: 'Take another policy',
      names: names.value,
      previewed: previewed.value,
      rows: [
        ours('FACT', 'preset', preset),
        ...left.map((file) => theirs('PERSON', 'FILE', 'no longer in force', file)),
      ],
      own: null,
      reason: `the preset ${preset}`,
    },
    by,
    signal,
  );
}

/** What can be taken here: in the demo world what stands below its own layer. Errors: those of the settings. */
export function presetViews({
  settings,
  isDemo,
}: Pick<Parts, 'settings' | 'isDemo'>): Result<readonly PresetView[]> {
  const read = settings();
  if (!read.ok) return read;
  const now = policyFilesOf(read.value.files);
  const views: PresetView[] = [];
  for (const name of POLICY_PRESETS) {
    const names = presetFiles(name, isDemo);
    if (!names.ok) continue;
    const files = policyFilesOf(names.value);
    const texts: PresetView['texts'][number][] = [];
    for (const file of files) {
      const text = readPolicyText(file);
      if (!text.ok) return text;
      texts.push({ name: text.value.file, text: textOf(text.value.text) });
    }
    views.push({
      name,
      says: PRESET_SAYS[name],
      texts,
      isInForce: files.length === now.length && files.every((file, at) => file === now[at]),
    });
  }
  return ok(views);
}

function presetFiles(preset: PolicyPreset, isDemo: boolean): Result<readonly string[]> {
  if (!isDemo) return ok([preset]);
  // A policy that stands alone knows none of the demo world's sites.
  if (preset === 'default') return ok(['demo']);
  return policyFilesOf([preset]).length > 1
    ? ok(['demo', preset])
    : fail('policy.read-only', `\`${preset}\` stands alone: the demo world could not be reached with it`, {
        help: 'start without the demo world to take it',
      });
}

/** Whoever named the documents when the gateway was started has the last word. */
function namedHere({ settings }: Parts): Result<PolicySettings> {
  const read = settings();
  if (!read.ok) return read;
  return read.value.named === 'CALLER'
    ? fail('policy.read-only', 'the policy was named when this gateway was started', {
        help: 'start it without naming one, or edit that file',
      })
    : read;
}

async function confirmed(
  parts: Parts,
  choice: Choice,
  by: string,
  signal: AbortSignal,
): Promise<Result<PolicyReload>> {
  const { title, names, previewed, rows, own, reason } = choice;
  const compared = previewed?.compared ?? null;
  const loosens = previewed !== null && (compared === null || needsAcknowledgement(compared));
  // What cannot be written is not asked about.
  const writable = settingsWithPolicy(parts.file, names);
  if (!writable.ok) return writable;
  const asked = await confirmChange(
    parts,
    {
      of: 'policy',
      by,
      title,
      retype: loosens ? wordToLoosen(compared) : null,
      capabilities: [],
      rows: [
        ...rows,
        ...(previewed === null ? [] : [...changeRows(compared), ...weekRows(previewed.replayed)]),
        theirs('PERSON', 'FILE', 'settings', parts.file),
      ],
      because: {
        at: 'config.yaml',
        reason: 'whoever changes the policy confirms it where no page and no agent can',
      },
      proposed: { names, text: own?.text ?? null },
      asker: `policy ${by}`,
      log: { what: 'change the policy’s documents', why: reason, details: { names, own: own?.path ?? null } },
      help: {
        nobody: 'open the UI, or write it into config.yaml',
        notAsked: 'wait a little, then try again',
        void: 'look at it again',
      },
    },
    signal,
  );
  if (!asked.ok) return asked;
  const { by: who, proof } = asked.value;
  return parts.life.takeFiles(names, () => written(parts.file, names, own), {
    by: who,
    proof,
    acknowledge: loosens ? reason : null,
    ...(previewed === null ? {} : { covers: previewed.covers }),
  });
}

/** Gives the way back. Errors: `policy.read-only`, `config.*`. */
function written(file: string, names: readonly string[], own: Choice['own']): Result<() => void> {
  // Who has no settings yet has no directory for them either.
  const directory = ownDirectory(dirname(file), 0o700);
  if (!directory.ok) return directory;
  const made: string[] = [];
  const undoOwn = (): void => {
    for (const path of made) rmSync(path, { force: true });
  };
  for (const { path, text } of own === null ? [] : [...own.lists, own]) {
    try {
      writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
      made.push(path);
    } catch (cause) {
      undoOwn();
      return fail('policy.read-only', `\`${path}\` cannot be written`, {
        cause,
        help: 'look at the rights of its directory; nothing was changed',
      });
    }
  }
  const settings = settingsWithPolicy(file, names);
  const done = settings.ok ? writeSettings(file, settings.value.text) : settings;
  if (!done.ok || !settings.ok) {
    undoOwn();
    return done.ok ? fail('config.unreadable', 'the settings could not be read') : done;
  }
  const { before } = settings.value;
  return ok(() => {
    if (before === null) rmSync(file, { force: true });
    else writeSettings(file, before);
    undoOwn();
  });
}

const isShipped = (file: string): boolean => Object.values(SHIPPED).some((known) => known === file);
/** A shipped document by its name: the settings outlive an installation's place. */
const nameOf = (file: string): string =>
  Object.entries(SHIPPED).find(([, known]) => known === file)?.[0] ?? file;

/** Beside the settings, under a name that no file in force has. */
function freePath(directory: string, files: readonly string[]): string {
  const taken = new Set(files.map((file) => basename(file)));
  for (let count = 1; count <= MOST_OWN_LAYERS; count += 1) {
    const name = count === 1 ? 'my-policy.yaml' : `my-policy-${count}.yaml`;
    if (!taken.has(name)) return join(directory, name);
  }
  return join(directory, `my-policy-${MOST_OWN_LAYERS}.yaml`);
}
