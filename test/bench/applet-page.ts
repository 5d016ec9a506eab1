// What an applet costs in a browser: when it is first painted in the app's frame, and how many frames a second it has while 10,000 rows are
// scrolled; beside a document of the same bytes that draws one line, and a scroller with nothing in it, in the same run.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { RUNTIME } from '#engines/maker/draw/runtime.generated.ts';
import { makeApplet } from '#engines/maker/offline/maker.ts';
import { contentPolicy } from '#engines/maker/policy.ts';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import { median } from './report.ts';
import type { BenchRow } from './report.ts';

const LOADS = 9;
const SCROLLS = 3;
const FRAMES = 180;
const STEP_PX = 400;

/** The same head and DATA, of which one line is drawn. */
const oneLine = (html: string): string =>
  html.replace(RUNTIME, () => `document.querySelector('#applet').textContent = DATA.title;/*${RUNTIME}*/`);
const SCROLLER =
  '<!doctype html><title>t</title><style>.scroll{height:90vh;overflow:auto}.scroll>div{height:330000px}</style><div class="scroll"><div>rows</div></div>';

type Server = { readonly origin: (host: string) => string; readonly close: () => void };

/** `documents`: by their paths. As the applets' own origin answers: a sandbox without an origin, nothing to be loaded. */
async function serve(documents: ReadonlyMap<string, string>): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const html = documents.get(url);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('cache-control', 'no-store');
    if (html !== undefined)
      response.setHeader('content-security-policy', `sandbox allow-scripts; ${contentPolicy()}`);
    response.end(
      html ?? '<!doctype html><title>app</title><style>iframe{width:1000px;height:700px}</style><body>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: (host) => `http://${host}.localhost:${port}`,
    close: () => server.close().closeAllConnections(),
  };
}

async function framed(page: Page, address: string): Promise<Frame> {
  const element = await page.evaluateHandle((src) => {
    document.querySelector('iframe')?.remove();
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.src = src;
    document.body.append(frame);
    return frame;
  }, address);
  const frame = await element.asElement()?.contentFrame();
  if (frame === undefined || frame === null) throw new Error('the frame is not there');
  return frame;
}

/** Milliseconds from the start of the frame's navigation. */
const firstPaint = (frame: Frame): Promise<number> =>
  frame.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error('nothing was painted within 20 s')), 20_000);
        new PerformanceObserver((list) => {
          const [painted] = list.getEntriesByName('first-contentful-paint');
          if (painted !== undefined) resolve(painted.startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );

/** Frames a second, each scrolled further than the last. */
const framesWhileScrolled = (frame: Frame): Promise<number> =>
  frame.evaluate(
    ([frames, step]) =>
      new Promise<number>((resolve) => {
        const scroll = document.querySelector('.scroll');
        let count = 0;
        let began = 0;
        const next = (at: number): void => {
          if (count === 0) began = at;
          if (count === frames) return resolve((frames * 1000) / (at - began));
          count += 1;
          scroll?.scrollBy(0, step);
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    [FRAMES, STEP_PX] as const,
  );

export async function measuredInBrowser(small: unknown, large: unknown): Promise<readonly BenchRow[]> {
  const [thousand, tenThousand] = [documentOf(small), documentOf(large)];
  const documents = new Map([
    ['/thousand', thousand],
    ['/ten-thousand', tenThousand],
    ['/one-line', oneLine(thousand)],
    ['/scroller', SCROLLER],
  ]);
  const server = await serve(documents);
  const browser = await launchTestBrowser();
  try {
    const page = await browser.context.newPage();
    await page.goto(server.origin('app'));
    const paints = async (path: string): Promise<number> => {
      const read: number[] = [];
      for (let load = 0; load < LOADS; load += 1)
        read.push(await firstPaint(await framed(page, server.origin('applet') + path)));
      return median(read);
    };
    const scrolled = async (path: string): Promise<number> => {
      const frame = await framed(page, server.origin('applet') + path);
      await frame.locator('.scroll').waitFor();
      await firstPaint(frame);
      const read: number[] = [];
      for (let round = 0; round < SCROLLS; round += 1) {
        await frame.evaluate(() => document.querySelector('.scroll')?.scrollTo(0, 0));
        read.push(await framesWhileScrolled(frame));
      }
      return median(read);
    };
    const least = await paints('/one-line');
    const first = await paints('/thousand');
    const empty = await scrolled('/scroller');
    const rows = await scrolled('/ten-thousand');
    return [
      { name: 'first paint of 1,000 rows, in a frame', value: first, unit: 'ms', target: '≤ 200' },
      { name: 'first paint', value: first / least, unit: '× of one line of the same bytes' },
      { name: 'scrolling 10,000 rows', value: rows, unit: 'frames a second', target: '60' },
      { name: 'scrolling', value: rows / empty, unit: '× of an empty scroller', target: '≥ 0.95' },
    ];
  } finally {
    server.close();
    await browser.close();
  }
}

function documentOf(brief: unknown): string {
  const made = makeApplet(brief);
  if (!made.ok) throw new Error(made.error.message);
  return made.value.html;
}
