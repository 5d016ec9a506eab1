// `ghost mcp`.
import { again, choice, flag, text, verb } from '#gateway/protocol/command-line/param.ts';
import type { McpCaps, McpDialect } from '#gateway/protocol/rpc.ts';
import { dataDir } from '#ui/cli/console/options.ts';

/** Nothing is loaded for a list of two. */
const DIALECTS = ['ghost', 'playwright'] as const satisfies readonly McpDialect[];
const CAPS = ['testing'] as const satisfies readonly McpCaps[];

export const MCP = [
  verb({
    name: 'mcp',
    title: 'an MCP server on standard input and output: the tools of Playwright’s server, behind the policy',
    options: {
      all: flag('a tool for each browser command on top'),
      dialect: choice(
        'whose tools and words: `ghost` (default) is shorter and says whose a text is, `playwright` is for clients that expect that server’s',
        DIALECTS,
      ),
      caps: choice(
        'with `--dialect playwright`: that server’s tools that check what a page shows, `browser_verify_…`',
        CAPS,
      ),
      allowOrigin: again(
        'a host that the agent may go to as if you had typed it, as in shop.test or localhost:3000',
        'host',
      ),
      outputDir: text(
        'where `--dialect playwright` puts the files of its answers; default: a private folder',
        'directory',
      ),
      dataDir,
    },
    run: async (flags) => (await import('#ui/cli/commands/mcp.ts')).mcp(flags),
  }),
];
