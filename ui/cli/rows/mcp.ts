// `ghost mcp`.
import { flag, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir } from '#ui/cli/console/options.ts';

export const MCP = [
  verb({
    name: 'mcp',
    title: 'an MCP server on standard input and output: the tools of Playwright’s server, behind the policy',
    options: { all: flag('a tool for each browser command on top'), dataDir },
    run: async (flags) => (await import('#ui/cli/commands/mcp.ts')).mcp(flags),
  }),
];
