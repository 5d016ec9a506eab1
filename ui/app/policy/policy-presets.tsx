// Policies that come with the project, all of them, as a tab of the policy.
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { PresetCards } from './preset-cards.tsx';
import styles from './asking/policy-tabs.module.css';

export function PolicyPresets({ files }: { files: readonly PolicyFileView[] }) {
  const isDemo = useWorld((world) => world.status?.demo === true);
  return (
    <section className={styles['tab']} aria-labelledby="policy-presets">
      <h2 id="policy-presets">Policies that come with the project</h2>
      <p className={styles['hint']}>
        Each takes the place of what is in force now; you confirm it first, and see there what it changes.
        {isDemo ? ' In the demo world its own sites stay reachable with each of them.' : ''}
      </p>
      <PresetCards files={files} />
    </section>
  );
}
