// From what a client calls an element, a ref of its last look or a selector of Playwright's, to the node, and back to a locator.
// INVARIANT: nothing is found in a frame that may not be read; a selector that fits several elements names none.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { ownerOf, type NodeId } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import type { Refs } from '#executors/page/refs.ts';
import { readIdentity } from '#executors/perception/identity.ts';
import { AriaError, ariaIn, ask, nodesOf, selectorOf } from './aria-world.ts';

export const ARIA_REF = /^(?:f(?<frame>\d{1,6}))?e\d{1,9}$/u;
const MOST_FRAMES_DEEP = 20;
const ENTER_FRAME = ' >> internal:control=enter-frame >> ';

/** `ref` is ours, for acts; `locator` is what Playwright would write: `getByRole('button', { name: 'Pay' })`. */
export type Located = {
  readonly ref: string;
  readonly locator: string;
  readonly role: string;
  readonly name: string;
};

/** Errors: `act.unknown-ref`, `act.ambiguous`. */
export async function locate(page: Page, refs: Refs, target: string): Promise<Result<Located>> {
  const isRef = ARIA_REF.test(target);
  const found = isRef ? await findByRef(page, target) : await findBySelector(page, target);
  if (!found.ok) return found;
  const node = found.value;
  const selector = isRef ? await selectorFrom(page, node) : target;
  const [identity, locator] = await Promise.all([
    readIdentity(page, node),
    ask(page, await ariaIn(page, page.id), 'locator', selector, String),
  ]);
  if (identity === null) return gone(target);
  refs.begin(page.documentId);
  const documentId = page.documentOf(node.frameId) ?? '';
  return ok({ ref: refs.give({ ...node, ...identity, documentId }), locator, ...identity });
}

export async function findByRef(page: Page, ref: string): Promise<Result<NodeId>> {
  const number = Number(ARIA_REF.exec(ref)?.groups?.['frame'] ?? 0);
  const { readable } = await page.frames.read(page.reads);
  const frame = readable.find(({ id }) => page.frames.numberOf(id) === number);
  if (frame === undefined) return gone(ref);
  const [node] = await nodesOf(page, await ariaIn(page, frame.id), { ref });
  return node === undefined ? gone(ref) : ok(node);
}

async function findBySelector(page: Page, selector: string): Promise<Result<NodeId>> {
  try {
    const [node, another] = await nodesOf(page, await ariaIn(page, page.id), { selector });
    if (node === undefined)
      return fail('act.unknown-ref', `"${selector}" does not match any elements.`, {
        help: 'take a snapshot, and name an element by its ref',
      });
    if (another === undefined) return ok(node);
    return fail('act.ambiguous', `"${selector}" matches more than one element`, {
      help: 'name one of them by its ref in the snapshot',
    });
  } catch (thrown) {
    if (!(thrown instanceof AriaError)) throw thrown;
    return fail('act.unknown-ref', `"${selector}" is not a valid target.`, {
      help: 'use a ref of the snapshot (`e5`), or a CSS selector',
    });
  }
}

/** Through the frames around it, from the page inwards. */
async function selectorFrom(page: Page, node: NodeId): Promise<string> {
  const steps: string[] = [];
  let at = node;
  for (let deep = 0; deep < MOST_FRAMES_DEEP; deep += 1) {
    // oxlint-disable-next-line no-await-in-loop -- frame by frame, outwards
    steps.unshift(await selectorOf(page, await ariaIn(page, at.frameId), at));
    const parentId = page.frames.get(at.frameId)?.parentId ?? null;
    if (parentId === null) break;
    // oxlint-disable-next-line no-await-in-loop
    at = await ownerOf(page, at.frameId, parentId);
  }
  return steps.join(ENTER_FRAME);
}

const gone = (ref: string): Result<never> =>
  fail('act.unknown-ref', `Ref ${ref} not found in the current page snapshot. Try capturing new snapshot.`, {
    help: 'take a new snapshot',
  });
