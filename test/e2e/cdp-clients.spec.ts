// What libraries' clients do in some thirty steps, through the DevTools door and on a bare browser in one run: each step comes to the
// same, or is refused with a reason.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { RawCdp } from '#test/fixtures/cdp-client.ts';
import { openCdpDoor } from '#test/fixtures/cdp-door.ts';
import type { CdpDoor } from '#test/fixtures/cdp-door.ts';
import { playwrightScript, puppeteerScript, rawScript, SCRIPTED } from '#test/fixtures/cdp-scripts.ts';
import type { Step } from '#test/fixtures/cdp-scripts.ts';
import { startPersonBrowser } from '#test/fixtures/person-browser.ts';
import type { PersonBrowser } from '#test/fixtures/person-browser.ts';
import { startSite } from '#test/fixtures/site.ts';
import type { Site } from '#test/fixtures/site.ts';
import { UNTIRING } from '#test/fixtures/untiring.ts';

const LAYER = (papers: string): string => `policy: 1
id: takes-and-gives-files
revision: 1
owner: test
extends: { id: demo-world }
rules:
  - id: papers
    decision: ESCALATE
    when: { capability: FILE_UPLOAD, action: UPLOAD, folder: ${papers} }
    reason: Papers may be sent.
  - id: supervised
    decision: ESCALATE
    when: { capability: FILE_DOWNLOAD, executor: HEADLESS_CHROMIUM }
    reason: A person approves each download.
`;
const CONNECT_MS = 100_000;
let door: CdpDoor;
let bare: PersonBrowser;
let site: Site;
let file: string;
beforeAll(async () => {
  site = await startSite(SCRIPTED);
  bare = await startPersonBrowser([
    `--host-resolver-rules=MAP shop.test:80 127.0.0.1:${site.port}`,
    '--disable-features=BackForwardCache',
  ]);
  door = await openCdpDoor({
    patience: UNTIRING,
    popups: true,
    secrets: false,
    shop: SCRIPTED,
    layers: (directory) => {
      const papers = join(directory, 'papers');
      mkdirSync(papers);
      file = join(papers, 'notes.txt');
      writeFileSync(file, 'three pens');
      writeFileSync(join(directory, 'layer.yaml'), LAYER(papers));
      return [join(directory, 'layer.yaml')];
    },
    consent: ({ answers }) =>
      Promise.resolve(answers.includes('ALLOW_TASK_SITE') ? 'ALLOW_TASK_SITE' : 'ALLOW_ONCE'),
  });
});
afterAll(async () => {
  await door.close();
  await bare.close();
  await site.close();
});

/** `refused`: with the door's own words; `other`: neither that nor what a bare browser came to. */
function compared(through: readonly Step[], bareSteps: readonly Step[]) {
  const isSame = ([, result]: Step, at: number): boolean =>
    JSON.stringify(result) === JSON.stringify(bareSteps[at]?.[1]);
  const rest = through.filter((step, at) => !isSame(step, at));
  const isRefused = ([, result]: Step): boolean =>
    typeof result === 'string' && /Ghost Browser (?:refuses|did not do)/u.test(result);
  return {
    steps: through.length,
    same: through.length - rest.length,
    refused: rest.filter(isRefused).map(([name]) => name),
    other: rest.filter((step) => !isRefused(step)),
  };
}
const failures = (steps: readonly Step[]): readonly Step[] =>
  steps.filter(([, result]) => typeof result === 'string' && result.startsWith('failed: '));

test('Playwright’s script comes to what it comes to on a bare browser, but for what is refused', async () => {
  const run = async (endpoint: string) => {
    const browser = await chromium.connectOverCDP(endpoint, { timeout: CONNECT_MS });
    try {
      return await playwrightScript(browser, file);
    } finally {
      await browser.close();
    }
  };
  const onBare = await run(bare.endpoint);
  expect(failures(onBare)).toEqual([]);
  expect(compared(await run(door.endpoint.http), onBare)).toEqual({
    steps: 32,
    same: 31,
    refused: ['routes'],
    other: [],
  });
});

test('Puppeteer’s script does, too', async () => {
  const run = async (browserURL: string) => {
    const browser = await puppeteer.connect({ browserURL, protocolTimeout: CONNECT_MS });
    try {
      return await puppeteerScript(browser, file);
    } finally {
      await browser.disconnect();
    }
  };
  const onBare = await run(bare.endpoint);
  expect(failures(onBare)).toEqual([]);
  expect(compared(await run(door.endpoint.http), onBare)).toEqual({
    steps: 31,
    same: 30,
    refused: ['routes'],
    other: [],
  });
});

test('what `chrome-remote-interface` puts on the wire does, where the table has it', async () => {
  const run = async (endpoint: string) => {
    const { webSocketDebuggerUrl } = z
      .object({ webSocketDebuggerUrl: z.string() })
      .parse(await (await fetch(`${endpoint}/json/version`)).json());
    await using client = await RawCdp.open(webSocketDebuggerUrl);
    return await rawScript(client, file);
  };
  const onBare = await run(bare.endpoint);
  expect(failures(onBare)).toEqual([]);
  expect(compared(await run(door.endpoint.http), onBare)).toEqual({
    steps: 30,
    same: 26,
    refused: ['reads the document', 'prints', 'reads the accessibility tree', 'holds requests'],
    other: [],
  });
});
