// Policies that come with the project, a card each: what it allows, asks and refuses, where it differs from what is in force, and the way
// to take it. INVARIANT: the app proposes; a person confirms in the consent document, where what loosens is typed.
import { useEffect, useMemo, useState } from 'react';
import type { PolicyFileView, PolicyPreset, PresetView } from '#gateway/protocol/views/policy.ts';
import type { Result } from '#policy/language/failure.ts';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { gateway } from '#ui/app/state/api.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { PresetCard } from './preset-card.tsx';
import styles from './asking/policy-tabs.module.css';
import { useInForce, useUsualAddress } from './asking/use-look.ts';
import { usePresetDecisions } from './use-preset-decisions.ts';

export function PolicyPresets({ files }: { files: readonly PolicyFileView[] }) {
  const found = usePresets();
  const inForce = useInForce(files);
  const isDemo = useWorld((world) => world.status?.demo === true);
  const addressClass = useUsualAddress();
  const presets = useMemo(
    () =>
      (found?.ok === true ? found.value : []).map(({ texts, ...preset }) => ({
        ...preset,
        texts: texts.map(({ name, text }) => ({ file: name, text })),
      })),
    [found],
  );
  const [open, setOpen] = useState<PolicyPreset | null>(null);
  const { changes, error } = usePresetDecisions(inForce, presets, addressClass);

  return (
    <section className={styles['tab']} aria-labelledby="policy-presets">
      <h2 id="policy-presets">Policies that come with the project</h2>
      <p className={styles['hint']}>
        Each takes the place of what is in force now; you confirm it first, and see there what it changes.
        {isDemo ? ' In the demo world its own sites stay reachable with each of them.' : ''}
      </p>
      {found === null ? <p role="status">Reading them…</p> : null}
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
        {presets.map((preset) => (
          <li key={preset.name} data-open={open === preset.name}>
            <PresetCard
              preset={preset}
              inForce={inForce}
              changes={inForce === null || error !== null ? 'UNKNOWN' : (changes.get(preset.name) ?? null)}
              isOpen={open === preset.name}
              onOpen={(isOpen) => setOpen(isOpen ? preset.name : null)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Read again when another policy comes into force; until then, what was known. */
function usePresets(): Result<readonly PresetView[]> | null {
  const isLive = useWorld((world) => world.connection.state === 'live');
  const [found, setFound] = useState<Result<readonly PresetView[]> | null>(null);
  useEffect(() => {
    if (!isLive) return undefined;
    let gone = new AbortController();
    const read = async (): Promise<void> => {
      gone.abort();
      gone = new AbortController();
      const { signal } = gone;
      const presets = await gateway.policyPresets(signal);
      if (!signal.aborted) setFound(presets);
    };
    void read();
    const leave = useWorld.subscribe(({ status: now }, { status: before }) => {
      if (now?.policy !== before?.policy) void read();
    });
    return () => {
      leave();
      gone.abort();
    };
  }, [isLive]);
  return found;
}
