// What an element is called at the moment of an act: Chromium's own word, asked of the live page for this one node.
import type { AxNode } from '../cdp/types.ts';
import type { Page } from '#executors/page/page.ts';
import { readText } from './in-page/text.ts';
import { NAMED_BY_TEXT_IF_ACTED_ON, plain, roleOf } from './reading/roles.ts';

const TEXT = String(readText);

/** `null` where the node is not there any more. What has no role is `generic`; without a name, that and an entry of a list are called by their text. */
export async function readIdentity(
  page: Page,
  node: { readonly backendNodeId: number; readonly frameId: string },
): Promise<{ role: string; name: string } | null> {
  const { backendNodeId } = node;
  const { nodes } = await page.frames.sessionOf(node.frameId).send('Accessibility.getPartialAXTree', {
    backendNodeId,
    fetchRelatives: false,
  });
  const found = nodes.find((one: AxNode) => one.backendDOMNodeId === backendNodeId);
  if (found === undefined) return null;
  const role = found.ignored ? 'generic' : roleOf(String(found.role?.value ?? ''));
  const name = found.ignored ? '' : plain(String(found.name?.value ?? ''));
  if (name !== '' || !NAMED_BY_TEXT_IF_ACTED_ON.has(role)) return { role, name };
  return { role, name: plain(await page.callOn(node, TEXT, [], String)) };
}
