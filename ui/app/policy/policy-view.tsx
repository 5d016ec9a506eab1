// The policy: its text with what is in force and in shadow, its tables, one request asked of it, and what was in force before. It
// proposes; a person confirms in the consent document, and the gateway checks everything again.
import type { PolicyKnown } from './editor/use-policy.ts';
import { PolicyEditor } from './editor/policy-editor.tsx';
import { PolicyHistory } from './policy-history.tsx';
import { PolicyMatrix } from './asking/policy-matrix.tsx';
import { PolicyPresets } from './policy-presets.tsx';
import { PolicyShadow } from './policy-shadow.tsx';
import { PolicyStatus } from './policy-status.tsx';
import { PolicyTests } from './asking/policy-tests.tsx';
import { PolicyWhatIf } from './asking/policy-what-if.tsx';
import { RuleFrom } from './rule-from.tsx';
import styles from './editor/policy.module.css';
import { FailureText } from '#ui/app/parts/parts.tsx';
import { TabLinks } from '#ui/app/parts/tab-links.tsx';
import { POLICY_TABS, addressOf, type PolicyLine, type PolicyTab } from '#ui/app/state/route.ts';
import { usePolicy } from './editor/use-policy.ts';

const NAMES = {
  matrix: 'Matrix',
  text: 'Text',
  tests: 'Tests',
  'what-if': 'What if',
  presets: 'Presets',
  history: 'History',
} as const satisfies Record<PolicyTab, string>;

type Given = {
  readonly tab: PolicyTab;
  /** An entry of a document that is pointed at. */
  readonly rule: string | null;
  /** The request whose question a rule is drafted from. */
  readonly from: string | null;
  /** Facts of a request, as of a form. */
  readonly asked: string | null;
  /** A line of a document that is pointed at. */
  readonly at: PolicyLine | null;
};

export default function PolicyView({ tab, rule, from, asked, at }: Given) {
  const known = usePolicy();
  const { life, error } = known;
  return (
    <div className={styles['view']}>
      <h1>Policy</h1>
      <TabLinks
        label="Of the policy"
        tabs={POLICY_TABS.map((one) => ({
          name: NAMES[one],
          address: addressOf({ view: 'policy', tab: one }),
          isCurrent: one === tab,
        }))}
      />
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
        <Tab tab={tab} rule={rule} from={from} asked={asked} at={at} known={{ ...known, life }} />
      )}
    </div>
  );
}

type Known = PolicyKnown & { readonly life: NonNullable<PolicyKnown['life']> };

function Tab({
  tab,
  rule,
  from,
  asked,
  at,
  known: { life, files, shadow, again },
}: Given & { known: Known }) {
  switch (tab) {
    case 'matrix':
      return <PolicyMatrix files={files} />;
    case 'tests':
      return <PolicyTests files={files} />;
    case 'what-if':
      return <PolicyWhatIf files={files} given={asked} />;
    case 'presets':
      return <PolicyPresets files={files} />;
    case 'history':
      // Another policy in force is another history.
      return <PolicyHistory key={life.sourceHash} files={files} sourceHash={life.sourceHash} />;
    case 'text':
      return (
        <>
          {from === null || files.length === 0 ? null : <RuleFrom key={from} from={from} files={files} />}
          <PolicyStatus life={life} />
          {shadow === null || shadow.shadow === null ? null : (
            <PolicyShadow comparison={shadow} onAgain={again} />
          )}
          {files.length === 0 ? null : <PolicyEditor files={files} rule={rule} at={at} />}
        </>
      );
  }
}
