// What is in force, as questions about it take it: no text of a draft, and none where a document cannot be read.
import { useMemo } from 'react';
import type { PolicyFileView } from '#gateway/protocol/views/policy.ts';
import type { PolicyDrafts } from '#ui/app/state/kept/policy-drafts.ts';
import { useWorld } from '#ui/app/state/store.ts';
import { TOGETHER, useDraftChosen, type DraftChosen } from './asked.ts';
import type { LookQuestion, NamedText } from '#ui/app/policy/editor/policy-check.ts';
import { textsInForce } from '#ui/app/policy/editor/policy-check.ts';
import { useTextsWith } from '#ui/app/policy/editor/use-policy-check.ts';

/** `null`: something in force cannot be read. */
export function useInForce(files: readonly PolicyFileView[]): readonly NamedText[] | null {
  return useMemo(() => {
    const texts = textsInForce(files);
    return texts.length === files.length && texts.length > 0 ? texts : null;
  }, [files]);
}

/**
 * The documents as a person is changing them, upper layer first; `null`: each is as it is in force. Of several drafts that is the one
 * that the editor shows first, since each is brought into force by itself, unless the person wants them together or another.
 */
export function useDraftTexts(files: readonly PolicyFileView[]): readonly NamedText[] | null {
  const drafts = useWorld((world) => world.policyDrafts);
  const { of } = useDraftChosen();
  const counted = useMemo(
    () =>
      new Map(
        countedDrafts(begunIn(files, drafts), of).flatMap((name) => {
          const draft = drafts[name];
          return draft === undefined ? [] : [[name, draft.text]];
        }),
      ),
    [files, drafts, of],
  );
  const texts = useTextsWith(files, counted);
  return useMemo(
    () => (texts?.some(({ text }, at) => text !== files[at]?.inForce) === true ? texts : null),
    [files, texts],
  );
}

/** The names of documents that a person has begun to change, upper layer first. */
export const begunIn = (files: readonly PolicyFileView[], drafts: PolicyDrafts): readonly string[] =>
  files.flatMap(({ name }) => (drafts[name] === undefined ? [] : [name]));

/** Which of the drafts count. What was chosen and is gone is chosen no more. */
export function countedDrafts(begun: readonly string[], of: DraftChosen['of']): readonly string[] {
  if (of === TOGETHER) return begun;
  const one = begun.find((name) => name === of) ?? begun[0];
  return one === undefined ? [] : [one];
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
