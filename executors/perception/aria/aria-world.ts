// A world of its own in each frame for the script that names elements as Playwright does, apart from the one that we look and act by.
// INVARIANT: what comes back is parsed here, and a frame without a document has no world.
import { CdpError } from '#executors/cdp/connection.ts';
import type { CdpResult } from '#executors/cdp/types.ts';
import type { NodeId } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import { setUp } from './in-page.ts';
import { packageScript } from './package-script.ts';

const WORLD = 'ghost-aria';
const GROUP = 'ghost-aria';
/** As Playwright's server has it without settings. */
const TEST_ID_ATTRIBUTE = 'data-testid';

/** The script in one frame. */
export type AriaFrame = { readonly frameId: string; readonly contextId: number };

export async function ariaIn(page: Page, frameId: string): Promise<AriaFrame> {
  const [script, contextId] = await Promise.all([packageScript(), page.world(frameId, WORLD)]);
  const frame = { frameId, contextId };
  const isThere = await evaluate(page, frame, "Object.hasOwn(globalThis, 'ghostAria')");
  if (isThere.result.value !== true)
    await evaluate(page, frame, setUp(script, page.frames.numberOf(frameId), TEST_ID_ATTRIBUTE));
  return frame;
}

/** One call of the script, by what it is called there; `parse` reads what comes back. */
export async function ask<T>(
  page: Page,
  frame: AriaFrame,
  name: 'look' | 'write' | 'locator',
  argument: unknown,
  parse: (value: unknown) => T,
): Promise<T> {
  const { result } = await evaluate(page, frame, `ghostAria.${name}(${JSON.stringify(argument)})`);
  return parse(result.value);
}

/** Of a node, by which the script would find it. */
export async function selectorOf(page: Page, frame: AriaFrame, node: NodeId): Promise<string> {
  const session = page.frames.sessionOf(frame.frameId);
  const { object } = await session.send('DOM.resolveNode', {
    backendNodeId: node.backendNodeId,
    executionContextId: frame.contextId,
    objectGroup: GROUP,
  });
  const answer = await session.send('Runtime.callFunctionOn', {
    functionDeclaration: 'function () { return ghostAria.selectorOf(this); }',
    ...(object.objectId === undefined ? {} : { objectId: object.objectId }),
    returnByValue: true,
  });
  return String(valueOf(answer));
}

/** Nodes that an expression gives: of a ref one or none, of a selector as many as there are. */
export async function nodesOf(
  page: Page,
  frame: AriaFrame,
  by: { readonly ref: string } | { readonly selector: string },
): Promise<readonly NodeId[]> {
  const session = page.frames.sessionOf(frame.frameId);
  const found =
    'ref' in by
      ? `[ghostAria.element(${JSON.stringify(by.ref)})].filter(Boolean)`
      : `ghostAria.query(${JSON.stringify(by.selector)})`;
  try {
    const list = await evaluate(page, frame, `globalThis.ghostFound = ${found}, ghostFound.length`);
    const count = Number(list.result.value);
    // Two are one too many: no more are looked at.
    const nodes = Array.from({ length: Math.min(count, MOST_NODES) }, async (_, index) => {
      const { result } = await evaluate(page, frame, `ghostFound[${index}]`, false);
      const { node } = await session.send('DOM.describeNode', { objectId: result.objectId ?? '' });
      return { backendNodeId: node.backendNodeId, frameId: frame.frameId };
    });
    return await Promise.all(nodes);
  } finally {
    session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => undefined);
  }
}

const MOST_NODES = 2;

async function evaluate(
  page: Page,
  { frameId, contextId }: AriaFrame,
  expression: string,
  returnByValue = true,
): Promise<CdpResult<'Runtime.evaluate'>> {
  const answer = await page.frames.sessionOf(frameId).send('Runtime.evaluate', {
    expression,
    contextId,
    returnByValue,
    objectGroup: GROUP,
  });
  valueOf(answer);
  return answer;
}

/** Thrown by the script itself: of a selector that is none, mostly. */
export class AriaError extends Error {}

function valueOf({
  exceptionDetails: thrown,
  result,
}: Pick<CdpResult<'Runtime.evaluate'>, 'exceptionDetails' | 'result'>): unknown {
  if (thrown === undefined) return result.value;
  const [first = ''] = (thrown.exception?.description ?? thrown.text).split('\n');
  if (first.includes('ghostAria is not defined')) throw new CdpError('the document went away');
  throw new AriaError(first);
}
