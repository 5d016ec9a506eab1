// What each view is called: in the rail, in the title of the page, on the page itself.
import type { Route } from '#ui/app/state/route.ts';

export const TITLES = {
  tasks: 'Tasks',
  task: 'Task',
  inbox: 'Inbox',
  results: 'Results',
  result: 'Result',
  policy: 'Policy',
  audit: 'Audit log',
  grants: 'Grants',
  settings: 'Settings',
  trust: 'Trust',
} as const satisfies Record<Route['view'], string>;
