// What would be code of Playwright's own in the driver: refused, since it would go round the boundary.
import { z } from 'zod';
import type { ToolRow } from '#gateway/surfaces/mcp/tools/contract.ts';
import { fail } from '#policy/language/failure.ts';
import type { DialectClient } from '../call/client.ts';
import { tabTool } from '../call/tab-tool.ts';

export const driverTools = (client: DialectClient): readonly ToolRow[] => [
  tabTool(client, {
    name: 'browser_run_code_unsafe',
    title: 'Run Playwright code',
    description:
      'Refused: code in the driver would go round the policy. browser_evaluate runs a script in the page where the policy allows it',
    input: z.object({ code: z.string().max(65_536).optional(), filename: z.string().max(4096).optional() }),
    commands: [],
    handle: () =>
      Promise.resolve(
        fail('act.unsupported', 'code for the driver is run for nobody: it would go round the policy', {
          help: 'use the tools, each of which is decided, or browser_evaluate for a script in the page where the policy allows scripts',
        }),
      ),
  }),
];
