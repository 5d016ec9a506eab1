// Policies that come with the project, a card each: what it allows, asks and refuses, where it differs from what is in force, and the way
// to take it. INVARIANT: the app proposes; a person confirms in the consent document, where what loosens is typed.
import { useMemo, useState } from 'react';
import type { PolicyFileView, PolicyPreset } from '#gateway/protocol/views/policy.ts';
import { Button } from '#ui/app/parts/button.tsx';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { gateway } from '#ui/app/state/api.ts';
import { PresetCard } from './preset-card.tsx';
import styles from './asking/policy-tabs.module.css';
import { useInForce, useUsualAddress } from './asking/use-look.ts';
import { usePresetDecisions } from './use-preset-decisions.ts';
import { useToldOfPolicy } from './use-told-of-policy.ts';

type Given = {
  readonly files: readonly PolicyFileView[];
  /** These and whichever is in force, until the others are asked for; not there: all. */
  readonly first?: readonly PolicyPreset[];
};

export function PresetCards({ files, first }: Given) {
  const found = useToldOfPolicy(gateway.policyPresets);
  const inForce = useInForce(files);
  const addressClass = useUsualAddress();
  const presets = useMemo(
    () =>
      (found?.ok === true ? found.value : []).map(({ texts, ...preset }) => ({
        ...preset,
        texts: texts.map(({ name, text }) => ({ file: name, text })),
      })),
    [found],
  );
  const [showsAll, setShowsAll] = useState(first === undefined);
  const shown = useMemo(
    () => presets.filter(({ name, isInForce }) => showsAll || isInForce || first?.includes(name) === true),
    [presets, showsAll, first],
  );
  const others = presets.length - shown.length;
  const [open, setOpen] = useState<PolicyPreset | null>(null);
  const { now, decided, isAsking, error } = usePresetDecisions(inForce, shown, addressClass);

  const decidedOf = (name: PolicyPreset) => {
    const answer = now === null ? undefined : decided.get(name);
    return answer ?? (inForce === null || error !== null ? 'UNKNOWN' : null);
  };

  return (
    <>
      <p role="status" className={found === null ? undefined : 'visually-hidden'}>
        {found === null ? 'Reading them…' : isAsking ? 'Comparing them with what is in force…' : ''}
      </p>
      {found?.ok === false ? (
        <div role="alert">
          <FailureText error={found.error} />
        </div>
      ) : null}
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      {inForce === null ? (
        <p>What is in force cannot be read, so there is nothing to compare them with.</p>
      ) : null}
      <ul className={styles['presets']} aria-label="Presets">
        {shown.map((preset) => (
          <li key={preset.name} data-open={open === preset.name}>
            <PresetCard
              preset={preset}
              inForce={inForce}
              now={now}
              decided={decidedOf(preset.name)}
              isOpen={open === preset.name}
              onOpen={(isOpen) => setOpen(isOpen ? preset.name : null)}
            />
          </li>
        ))}
      </ul>
      {first === undefined || (others === 0 && !showsAll) ? null : (
        <div>
          <Button look="quiet" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer policies' : `Show ${others} more`}
          </Button>
        </div>
      )}
    </>
  );
}
