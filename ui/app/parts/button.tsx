// The app's one button, with an icon beside its words.
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './button.module.css';

type Props = Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  readonly icon?: LucideIcon;
  readonly look?: 'plain' | 'quiet' | 'primary' | 'danger';
  readonly submit?: boolean;
};

export function Button({ icon: Icon, look = 'plain', submit = false, children, ...rest }: Props) {
  return (
    <button {...rest} type={submit ? 'submit' : 'button'} className={styles['button']} data-look={look}>
      {Icon === undefined ? null : <Icon size={16} aria-hidden="true" />}
      {children}
    </button>
  );
}
