// What is asked of Playwright's script in one frame, as source text for a world of its own there.
// INVARIANT: it changes nothing in the document; what stands in a credential field leaves as dots, whatever its page called the field.
import { CREDENTIAL } from '#executors/perception/reading/roles.ts';

/** The script is put in once a document; everything later is a call. `sequence`: the frame's number, 0 for the page itself. */
export const setUp = (script: string, sequence: number, testIdAttribute: string): string => `(() => {
  if (Object.hasOwn(globalThis, 'ghostAria')) return true;
  const module = {};
  ${script}
  const injected = new InjectedScript(globalThis, {
    isUnderTest: false,
    sdkLanguage: 'javascript',
    frameSeq: ${sequence},
    testIdAttributeName: ${JSON.stringify(testIdAttribute)},
    stableRafCount: 1,
    browserName: 'chromium',
    shouldPrependErrorPrefix: false,
    isUtilityWorld: true,
    customEngines: [],
  });
  const refPrefix = ${sequence === 0 ? "''" : `'f${sequence}'`};
  const credential = ${String(CREDENTIAL)};
  const named = new Map();
  const isCredential = (element) =>
    element.type === 'password' || credential.test(element.getAttribute('autocomplete') ?? '');
  // An element around a field takes the field's value into its name.
  const secrets = () =>
    [...document.querySelectorAll('input')].filter(isCredential).map(({ value }) => value).filter((value) => value !== '');
  const hide = (node, values) => {
    const element = ariaNodeElement(node);
    for (const value of values) node.name = node.name.replaceAll(value, '••••••••');
    node.children = node.children.map((child) =>
      typeof child !== 'string' ? (hide(child, values), child) : element && isCredential(element) && child !== '' ? '••••••••' : child,
    );
    return node;
  };
  const rootOf = (ref) => (ref === null ? (document.body ?? document.querySelector('frameset')) : elementOf(ref));
  const elementOf = (ref) => {
    const element = named.get(ref);
    return element?.isConnected === true ? element : null;
  };
  globalThis.ghostAria = {
    look({ ref, depth, boxes }) {
      const root = rootOf(ref);
      if (root === null) return null;
      const options = { mode: 'ai', refPrefix, ...(depth === null ? {} : { depth }), boxes };
      const tree = generateAriaTree(root, options);
      hide(tree.root, secrets());
      if (ref === null) named.clear();
      for (const [name, { element }] of tree.info) named.set(name, element);
      const { json, iframeDepths } = renderAriaTreeAsJSON(tree, options);
      const frames = tree.iframeRefs.filter((one) => one in iframeDepths).map((one) => ({ ref: one, depth: iframeDepths[one] }));
      return { json, frames, text: renderAriaSnapshotAsYaml(json) };
    },
    write: (json) => renderAriaSnapshotAsYaml(json),
    element: elementOf,
    query: (selector) => injected.querySelectorAll(injected.parseSelector(selector), document),
    selectorOf: (element) => injected.generateSelectorSimple(element),
    locator: (selector) => injected.utils.asLocator('javascript', selector),
  };
  return true;
})()`;
