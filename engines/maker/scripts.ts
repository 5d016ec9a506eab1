// The inline scripts of a document as a browser reads them, for the policy that names each by its hash.
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

export function scriptsIn(html: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: Tree.Node): void => {
    if ('tagName' in node && node.tagName === 'script')
      found.push(node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''));
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found;
}
