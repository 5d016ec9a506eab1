// The policy: what is in force and why, what was refused, what is in shadow, and the editor. It proposes; a person confirms in
// the consent document, and the gateway checks everything again.
import { PolicyEditor } from './editor/policy-editor.tsx';
import { PolicyShadow } from './policy-shadow.tsx';
import { PolicyStatus } from './policy-status.tsx';
import styles from './editor/policy.module.css';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { usePolicy } from './editor/use-policy.ts';

export default function PolicyView() {
  const { life, files, shadow, error } = usePolicy();
  return (
    <div className={styles['view']}>
      <h1>Policy</h1>
      {error === null ? null : (
        <div role="alert">
          <FailureText error={error} />
        </div>
      )}
      {life === null ? (
        error === null ? (
          <p role="status">Reading the policy…</p>
        ) : null
      ) : (
        <>
          <PolicyStatus life={life} />
          {shadow === null || shadow.shadow === null ? null : <PolicyShadow comparison={shadow} />}
          {files.length === 0 ? null : <PolicyEditor files={files} />}
        </>
      )}
    </div>
  );
}
