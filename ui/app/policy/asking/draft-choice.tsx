// Which draft is asked, where a person has begun to change several documents: one alone, as it would be brought into force, or all together.
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { TOGETHER, useDraftChosen } from './asked.ts';
import { begunIn, countedDrafts } from './use-look.ts';

type Given = { readonly files: readonly PolicyFileView[]; readonly className?: string | undefined };

export function DraftChoice({ files, className }: Given) {
  const drafts = useWorld((world) => world.policyDrafts);
  const { of } = useDraftChosen();
  const begun = begunIn(files, drafts);
  if (begun.length < 2) return null;
  const [one = ''] = countedDrafts(begun, of);
  return (
    <label className={className}>
      <span>You have drafts of {begun.length} documents; each is brought into force by itself. Asked is</span>
      <select
        value={of === TOGETHER ? TOGETHER : one}
        onChange={({ target }) => useDraftChosen.setState({ of: target.value })}
      >
        {begun.map((name) => (
          <option key={name} value={name}>
            {name} alone
          </option>
        ))}
        <option value={TOGETHER}>all of them together</option>
      </select>
    </label>
  );
}
