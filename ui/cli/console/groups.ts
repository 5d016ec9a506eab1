// Help of words that lead to verbs: `ghost`, `ghost policy`, `ghost policy export`.
import { helpOfGroup } from '#gateway/protocol/command-line/help.ts';
import type { LineRow } from '#gateway/protocol/command-line/row.ts';
import { EXIT_IN_WORDS } from './exit-codes.ts';

/** Words that lead to verbs and are none. */
export const GROUPS: Readonly<Record<string, string>> = {
  '': `Runs intents in isolated browser tabs, inside a policy. Exit codes: ${EXIT_IN_WORDS}`,
  applet: 'documents that an applet is, before they run',
  consent: 'questions that wait for an answer',
  grants: 'what answers still allow, and taking it back',
  audit: 'the audit log',
  fleet: 'tasks that several gateways share',
  'fleet policy': 'one policy for all of them',
  results: 'what tasks came to',
  policy: 'read, check and explain policies',
  'policy export': 'the policy in the words of another engine, for comparison',
};

export function groupInLines(verbs: readonly LineRow[], group: string): readonly string[] {
  return [
    `ghost ${group === '' ? '' : `${group} `}COMMAND …`,
    '',
    `  ${GROUPS[group] ?? ''}`,
    '',
    ...helpOfGroup(verbs, GROUPS, group),
    '',
    ...(group === ''
      ? ['  Browser commands (open, snapshot, click, …): `ghost help --all`, and `ghost help COMMAND`']
      : [`  \`ghost help ${group} COMMAND\` says what one takes`]),
  ];
}
