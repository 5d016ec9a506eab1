// Which entries of the policy decided a request, and which lost to them.
import type { Explanation } from '#policy/tools/explain/explain.ts';
import { Untrusted } from '#ui/app/parts/parts.tsx';
import { VERDICT } from '#ui/app/parts/words.ts';

type Given = {
  readonly explained: Pick<Explanation, 'because' | 'outvoted'>;
  readonly className?: string | undefined;
};

export function DecidedBy({ explained: { because, outvoted }, className }: Given) {
  return (
    <ul className={className}>
      {because.map(({ entry, at, reason }) => (
        <li key={`${entry}${at}`}>
          decided by <code>{entry}</code> <Untrusted text={`${at} ${reason}`} limit={300} />
        </li>
      ))}
      {outvoted.map(({ entry, decision, by }) => (
        <li key={entry}>
          <code>{entry}</code> ({VERDICT[decision].text}) lost to <code>{by}</code>
        </li>
      ))}
    </ul>
  );
}
