// The two browser tools that perception is measured beside, each as its own MCP server. Installed for the bench alone: see
// `PEERS`. INVARIANT: their browsers run with the sandbox on, as ours do.
import { existsSync, mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTestBrowser, launcherScript } from '#test/fixtures/chromium.ts';
import { connectMcp } from './mcp-connection.ts';

/** A directory with both installed: a copy of their package.json and lock file, and `npm ci`. */
export const PEERS = process.env['GHOST_PEERS'] ?? join(tmpdir(), 'ghost-bench-peers');

export type Peer = {
  readonly name: string;
  readonly open: (url: string) => Promise<string>;
  readonly snapshot: () => Promise<string>;
  readonly click: (ref: string) => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Empty where they are not installed. */
export async function startPeers(): Promise<readonly Peer[]> {
  const playwright = join(PEERS, 'node_modules/@playwright/mcp/cli.js');
  const agentBrowser = join(PEERS, `node_modules/agent-browser/bin/agent-browser-linux-${process.arch}`);
  if (!existsSync(playwright) || !existsSync(agentBrowser)) return [];
  const home = mkdtempSync(join(tmpdir(), 'ghost-peers-'));
  chmodSync(home, 0o777);
  const browser = join(home, 'browser');
  writeFileSync(browser, launcherScript(findTestBrowser()), { mode: 0o755 });
  const env = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
  };
  const first = await connectMcp(
    process.execPath,
    [playwright, '--headless', '--isolated', '--executable-path', browser, '--output-dir', join(home, 'out')],
    env,
    home,
  );
  const second = await connectMcp(
    agentBrowser,
    ['mcp'],
    {
      ...env,
      AGENT_BROWSER_EXECUTABLE_PATH: browser,
      AGENT_BROWSER_SESSION: 'bench',
      AGENT_BROWSER_NO_VERSION_CHECK: '1',
      AGENT_BROWSER_SOCKET_DIR: home,
    },
    home,
  );
  return [
    {
      name: 'playwright-mcp',
      open: (url) => first.call('browser_navigate', { url }),
      snapshot: () => first.call('browser_snapshot', {}),
      click: (ref) => first.call('browser_click', { element: 'the button', target: ref }),
      close: async () => {
        await first.call('browser_close', {}).catch(String);
        first.end();
      },
    },
    {
      name: 'agent-browser',
      open: (url) => second.call('agent_browser_open', { url }),
      snapshot: () => second.call('agent_browser_snapshot', { interactive: true }),
      click: (ref) => second.call('agent_browser_click', { selector: `@${ref}` }),
      close: async () => {
        await second.call('agent_browser_close', {}).catch(String);
        second.end();
        rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      },
    },
  ];
}
