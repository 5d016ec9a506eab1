// What is in force, as questions about it take it: no text of a draft, and none where a document cannot be read.
import { useMemo } from 'react';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import { useWorld } from '#ui/app/state/store.ts';
import type { LookQuestion, NamedText } from '#ui/app/policy/editor/policy-check.ts';
import { textsInForce, textsWith } from '#ui/app/policy/editor/policy-check.ts';

/** `null`: something in force cannot be read. */
export function useInForce(files: readonly PolicyFileView[]): readonly NamedText[] | null {
  return useMemo(() => {
    const texts = textsInForce(files);
    return texts.length === files.length && texts.length > 0 ? texts : null;
  }, [files]);
}

/** The documents as a person is changing them, upper layer first; `null`: each is as it is in force. */
export function useDraftTexts(files: readonly PolicyFileView[]): readonly NamedText[] | null {
  const drafts = useWorld((world) => world.policyDrafts);
  return useMemo(() => {
    const texts = textsWith(files, ({ name, text, inForce }) => drafts[name]?.text ?? text ?? inForce);
    return texts.some(({ text }, at) => text !== files[at]?.inForce) ? texts : null;
  }, [files, drafts]);
}

/** Where the names of sites lead unless the person says otherwise: those of the demo world are on this machine. */
export const useUsualAddress = (): LookQuestion['addressClass'] =>
  useWorld((world) => (world.status?.demo === true ? 'LOOPBACK' : 'PUBLIC'));

/** The hosts of the sites that the gateway knows. */
export function useKnownHosts(): readonly string[] {
  const sites = useWorld((world) => world.status?.sites);
  return useMemo(
    () => [...new Set((sites ?? []).flatMap(({ url }) => URL.parse(url)?.hostname ?? []))],
    [sites],
  );
}
