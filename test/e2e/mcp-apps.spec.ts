// MCP Apps: a client of the official SDK that shows `ui://` resources gets the rows that its tools read as an applet, and no other does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { checkApplet } from '#engines/maker/check/check.ts';
import { DOCUMENT_POLICY } from '#engines/maker/policy.ts';
import { startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import type { DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { tryOpenGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { createCommands } from '#gateway/surfaces/commands/commands.ts';
import type { Commands } from '#gateway/surfaces/commands/call/contract.ts';
import { McpPair } from '#test/fixtures/mcp.ts';
import { need } from '#test/fixtures/tab.ts';

const EXTENSION = 'io.modelcontextprotocol/ui';
const MIME_TYPE = 'text/html;profile=mcp-app';
const SHOWS = { extensions: { [EXTENSION]: { mimeTypes: [MIME_TYPE] } } };

let directory = '';
let world: DemoWorld;
let gateway: Gateway;
let commands: Commands;
let leave: () => void;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-mcp-apps-'));
  world = need(await startDemoWorld());
  gateway = need(
    await tryOpenGateway({ dataDir: directory, world, config: { warmTabs: 0, vault: { key: 'file' } } }),
  );
  leave = gateway.consents.addChannel();
  commands = createCommands(gateway);
  gateway.subscribe((event) => {
    if (event.type !== 'consent.opened') return;
    const by = { kind: 'person', channel: 'ui', id: 'ui-1' } as const;
    gateway.consents.answer({ id: event.consent.card.id, answer: 'ALLOW_ONCE', by });
  });
});
afterAll(async () => {
  leave();
  await gateway.close();
  await world.close();
  rmSync(directory, { recursive: true, force: true });
});
const options = () => ({ gateway, commands, cwd: directory, all: false });

const meta = z.object({ ui: z.object({ resourceUri: z.string() }) });
/** Where what names an applet says that it is. */
const place = z.object({ _meta: meta }).transform(({ _meta: { ui } }) => ui.resourceUri);
const content = z
  .object({
    uri: z.string(),
    mimeType: z.literal(MIME_TYPE),
    text: z.string(),
    _meta: z.object({ ui: z.record(z.string(), z.unknown()) }),
  })
  .transform(({ text, _meta: { ui } }) => ({ text, ui }));

test('whoever shows apps reads the rows of its last extraction as a checked applet that may reach nothing', async () => {
  await using pair = await McpPair.open(options(), undefined, 'legacy', SHOWS);
  expect(pair.client.getServerCapabilities()).toMatchObject({
    resources: {},
    extensions: { [EXTENSION]: {} },
  });
  const { tools } = await pair.client.listTools();
  const named = tools.filter(({ _meta }) => meta.safeParse(_meta).success);
  expect(named.map(({ name }) => name).sort()).toEqual(['browser_extract', 'ghost_run']);
  const last = place.parse(named[0]);
  const read = async (uri: string) => content.parse((await pair.client.readResource({ uri })).contents[0]);

  // What a client fetches before anything was read is a document, too.
  const before = await read(last);
  expect(checkApplet(before.text)).toMatchObject({ accepted: true });
  expect(before.text).toContain('No rows have been read yet');

  await pair.tool('browser_navigate', { url: 'http://shop.test/search?q=keyboard' });
  const told = await pair.whole('browser_extract', {});
  expect(told.isError ?? false).toBe(false);
  const own = place.parse(told);
  expect(own).toMatch(/^ui:\/\/ghost\/applet\/\d+$/u);
  const [latest, one] = [await read(last), await read(own)];
  expect(latest.text).toBe(one.text);
  expect(one.text).toMatch(/const DATA = .*shop\.test/u);
  expect(one.text).toContain(DOCUMENT_POLICY);
  expect(checkApplet(one.text).findings).toEqual([]);
  expect(one.ui).toEqual({
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    permissions: {},
    prefersBorder: true,
  });
  const { resources } = await pair.client.listResources();
  expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
    [last, MIME_TYPE],
    [own, MIME_TYPE],
  ]);
  await expect(pair.client.readResource({ uri: 'ui://ghost/applet/99' })).rejects.toThrow(/no applet/u);
  await expect(pair.client.readResource({ uri: 'file:///etc/passwd' })).rejects.toThrow(/no applet/u);

  // Another client has nothing of it.
  await using other = await McpPair.open(options(), undefined, 'legacy', SHOWS);
  await expect(other.client.readResource({ uri: own })).rejects.toThrow(/no applet/u);
  expect((await other.client.listResources()).resources).toHaveLength(1);
});

test.each([
  ['nothing', undefined],
  ['another kind of document', { extensions: { [EXTENSION]: { mimeTypes: ['text/html+mcp'] } } }],
  ['no kind of document', { extensions: { [EXTENSION]: {} } }],
])('a client that declares %s sees none of it', async (_, capabilities) => {
  await using pair = await McpPair.open(options(), undefined, 'legacy', capabilities);
  const { tools } = await pair.client.listTools();
  expect(tools.filter(({ _meta }) => _meta !== undefined)).toEqual([]);
  await pair.tool('browser_navigate', { url: 'http://shop.test/search?q=keyboard' });
  expect(await pair.whole('browser_extract', {})).not.toHaveProperty('_meta.ui');
  expect((await pair.client.listResources()).resources).toEqual([]);
  await expect(pair.client.readResource({ uri: 'ui://ghost/applet/latest' })).rejects.toThrow(/no applet/u);
});

test('a client of the newer protocol declares it with each request', async () => {
  await using pair = await McpPair.open(options(), undefined, 'auto', SHOWS);
  const { tools } = await pair.client.listTools();
  expect(tools.filter(({ _meta }) => meta.safeParse(_meta).success)).toHaveLength(2);
  expect((await pair.client.listResources()).resources).toHaveLength(1);
});
