// The list under the field: what Enter would do, where it could begin, what was said before, commands, the log. INVARIANT: the keyboard
// stays in the field; the list follows the arrows, and tells what is chosen by its id.
import {
  BookOpen,
  CornerDownLeft,
  Gauge,
  Globe,
  History,
  KeyRound,
  Search,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { useCommand } from '#ui/app/frame/bar/command.ts';
import { useWorld } from '#ui/app/state/store.ts';
import styles from './command-list.module.css';
import { actsInWords, asksInWords, ForetoldLine, foretoldIn } from './foretold.tsx';
import { GROUPS, optionsFor, type Act, type GroupName, type Option } from './options.ts';
import { useForecast, type Foretold } from './use-forecast.ts';

export type ListHandle = {
  /** Up or down. */
  readonly move: (way: 1 | -1) => void;
  /** `null`: nothing is chosen. */
  readonly chosen: () => Act | null;
};

type Given = {
  /** Where the words are an address of the person's own browser. */
  readonly own: URL | null;
  readonly id: string;
  readonly handle: Ref<ListHandle>;
  readonly onChoose: (optionId: string | null) => void;
  readonly onPick: (act: Act) => void;
};

const ICONS: Readonly<Record<GroupName, LucideIcon>> = {
  run: CornerDownLeft,
  sites: Globe,
  given: KeyRound,
  recent: History,
  commands: Zap,
  log: Search,
};

export default function CommandList({ id, own, handle, onChoose, onPick }: Given) {
  const command = useCommand();
  const tasks = useWorld((world) => world.tasks);
  const sites = useWorld((world) => world.status?.sites);
  const words = command.text.startsWith('>') ? '' : command.text.trim();
  const foretold = useForecast(words, command.start?.url ?? null);
  const groups = optionsFor(command, {
    sites: sites ?? [],
    tasks,
    own,
    rules: foretold.rules,
    forecast: foretold.view,
  });
  const options = groups.flatMap((group) => group.options);
  // What is typed anew is run unless something else is chosen; an empty field runs nothing.
  const first = words === '' && !command.text.startsWith('>') ? null : (options[0]?.id ?? null);
  const [moved, setMoved] = useState<{ readonly text: string; readonly id: string } | null>(null);
  const held = moved?.text === command.text && options.some((option) => option.id === moved.id);
  const chosen = held ? moved.id : first;
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => onChoose(chosen), [chosen, onChoose]);
  useEffect(() => {
    if (chosen !== null) root.current?.querySelector(`#${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  useImperativeHandle(handle, () => ({
    move: (way) => {
      const at = options.findIndex((option) => option.id === chosen);
      // From nowhere either way leads to the first: what was said last, where nothing is typed.
      const next = at === -1 ? options[0] : options[(at + way + options.length) % options.length];
      if (next !== undefined) setMoved({ text: command.text, id: next.id });
    },
    chosen: () => options.find((option) => option.id === chosen)?.act ?? null,
  }));

  return (
    <div ref={root} className={styles['list']}>
      <div id={id} role="listbox" aria-label="What Enter would do">
        {groups.map(({ name, options: members }) => (
          <div key={name} role="group" aria-label={GROUPS[name]} className={styles['group']}>
            <p className={styles['name']} aria-hidden="true">
              {GROUPS[name]}
            </p>
            {members.map((option) => (
              <Row
                key={option.id}
                option={option}
                icon={iconOf(name, option)}
                isChosen={option.id === chosen}
                foretold={option.act.kind === 'RUN' ? foretold : null}
                onPick={() => onPick(option.act)}
              />
            ))}
          </div>
        ))}
      </div>
      <Keys />
      <p className="visually-hidden" role="status">
        {saidOf(foretold)}
      </p>
    </div>
  );
}

const iconOf = (name: GroupName, { act }: Option): LucideIcon =>
  act.kind === 'LIMIT' ? Gauge : act.kind === 'GO' && act.address.includes('/rule/') ? BookOpen : ICONS[name];

type RowGiven = {
  readonly option: Option;
  readonly icon: LucideIcon;
  readonly isChosen: boolean;
  readonly foretold: Foretold | null;
  readonly onPick: () => void;
};

function Row({ option: { id, title, detail }, icon: Icon, isChosen, foretold, onPick }: RowGiven) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are the field's
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles['option']}
      // The field keeps the keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <Icon size={16} aria-hidden="true" />
      <span className={styles['words']}>
        <span className={styles['title']}>
          <Untrusted text={title} limit={200} />
        </span>
        {foretold === null ? null : <ForetoldLine foretold={foretold} />}
        {detail === '' ? null : <span className={styles['detail']}>{detail}</span>}
      </span>
    </div>
  );
}

function Keys() {
  return (
    <p className={styles['keys']}>
      <span>
        <kbd>Enter</kbd> does what is marked
      </span>
      <span>
        <kbd>Ctrl Enter</kbd> runs it and stays here
      </span>
      <span>
        <kbd>Shift Enter</kbd> new line
      </span>
      <span>
        <kbd>@</kbd> site
      </span>
      <span>
        <kbd>&gt;</kbd> log
      </span>
    </p>
  );
}

/** Said once its answer stands still. */
function saidOf(foretold: Foretold): string {
  const sorted = foretoldIn(foretold);
  if (sorted === null) return '';
  return [
    sorted.stops.length === 0 ? '' : `Would be stopped: ${actsInWords(sorted.stops)}.`,
    sorted.asks.length === 0 ? '' : `Will ask: ${asksInWords(sorted.asks)}.`,
  ]
    .join(' ')
    .trim();
}
