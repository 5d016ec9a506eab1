// The page as Playwright's clients know it: an outline in YAML, the frames that may be read within it, each by refs of its own number.
// INVARIANT: a frame that may not be read is one line without content; each text is told with the document that it comes from.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import type { NodeId } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import { ariaIn, ask, type AriaFrame } from './aria-world.ts';
import { findByRef } from './locate.ts';

/** What a client can be handed; Playwright's has no bound. */
const MOST_CHARACTERS = 2_000_000;
const MOST_FRAMES = 50;

export type AriaWanted = {
  /** A ref of the last look: that element alone. */
  readonly root?: string;
  readonly depth?: number;
  readonly boxes?: boolean;
};
export type AriaPart = { readonly from: string; readonly text: string };
export type AriaLook = { readonly text: string; readonly parts: readonly AriaPart[] };

/** A node of the script's own tree; what is in it is only moved about. */
type AriaNode = {
  readonly role?: string;
  readonly ref?: string;
  text?: string;
  children?: (AriaNode | string)[];
};
type Looked = {
  readonly json: AriaNode[];
  readonly frames: readonly { readonly ref: string; readonly depth: number }[];
  readonly text: string;
};

/** Errors: `act.unknown-ref`, `act.too-large`. */
export async function ariaLook(page: Page, { root, depth, boxes }: AriaWanted): Promise<Result<AriaLook>> {
  const { readable } = await page.frames.read(page.reads);
  const byId = new Map(readable.map((frame) => [frame.id, frame]));
  const parts: AriaPart[] = [];
  let frames = 0;
  const within = async (frameId: string, ref: string | null, most: number | null): Promise<AriaNode[]> => {
    frames += 1;
    const frame = await ariaIn(page, frameId);
    const looked = await ask(page, frame, 'look', { ref, depth: most, boxes: boxes ?? false }, parseLooked);
    if (looked === null) return [];
    const url = frameId === page.id ? page.url : (byId.get(frameId)?.url ?? '');
    const origin = byId.get(frameId)?.origin ?? '';
    parts.push({ from: origin === '' || /^https?:/u.test(url) ? url : `${origin}/`, text: looked.text });
    const inner = await Promise.all(
      looked.frames.map(async ({ ref: at, depth: deep }) => {
        const id = await frameBehind(page, frame, at);
        const left = most === null ? null : most - deep - 1;
        if (id === null || !byId.has(id) || frames >= MOST_FRAMES || (left !== null && left < 0)) return null;
        // It goes away while it is looked at: a line without content, as for one that may not be read.
        const json = await within(id, null, left === 0 ? null : left).catch(onlyGone);
        return json === null ? null : ([at, json] as const);
      }),
    );
    graft(looked.json, new Map(inner.filter((one) => one !== null)));
    return looked.json;
  };
  const at = root === undefined ? null : await findByRef(page, root);
  if (at !== null && !at.ok) return at;
  const frameId = at === null ? page.id : at.value.frameId;
  const json = await within(frameId, root ?? null, depth ?? null);
  const text = await ask(page, await ariaIn(page, frameId), 'write', json, String);
  return text.length <= MOST_CHARACTERS
    ? ok({ text, parts })
    : fail('act.too-large', `the outline of the page has ${text.length} characters`, {
        help: 'name an element of it, or a depth',
      });
}

const onlyGone = (thrown: unknown): null => {
  if (thrown instanceof CdpError) return null;
  throw thrown;
};

/** The frame that an element shows. */
async function frameBehind(page: Page, { frameId }: AriaFrame, ref: string): Promise<string | null> {
  const found = await findByRef(page, ref);
  return found.ok ? frameOf(page, { ...found.value, frameId }) : null;
}

async function frameOf(page: Page, { frameId, backendNodeId }: NodeId): Promise<string | null> {
  const { node } = await page.frames.sessionOf(frameId).send('DOM.describeNode', { backendNodeId });
  return node.frameId ?? null;
}

function graft(nodes: readonly (AriaNode | string)[], inner: ReadonlyMap<string, AriaNode[]>): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const content = node.role === 'iframe' && node.ref !== undefined ? inner.get(node.ref) : undefined;
    if (content !== undefined && content.length > 0) {
      delete node.text;
      node.children = content;
    } else graft(node.children ?? [], inner);
  }
}

// Made by the script in a world that the page cannot reach.
const parseLooked = (value: unknown): Looked | null => value as Looked | null;
