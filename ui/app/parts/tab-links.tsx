// The parts of one view, each at an address of its own: they open in a new tab, and the way back leads through them.
import styles from './tab-links.module.css';

type TabLink = { readonly name: string; readonly address: string; readonly isCurrent: boolean };

export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav className={styles['tabs']} aria-label={label}>
      {tabs.map(({ name, address, isCurrent }) => (
        <a key={address} href={address} aria-current={isCurrent ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
