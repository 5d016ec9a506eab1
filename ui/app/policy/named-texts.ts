// The documents of a policy as questions to the worker take them, with the files of lists that they may include.
import type { ListsBeside, PolicyFileView } from '#gateway/protocol/views/policy.ts';
import type { NamedText } from './editor/policy-check.ts';

/** One that includes nothing has nothing beside it. */
export const namedText = (file: string, text: string, lists: ListsBeside = []): NamedText =>
  lists.length === 0 ? { file, text } : { file, text, included: lists };

/** As they are in force, upper layer first; one of which nothing is in force is left out. */
export const textsInForce = (files: readonly PolicyFileView[]): readonly NamedText[] =>
  files.flatMap(({ name, inForce, listsInForce }) =>
    inForce === null ? [] : [namedText(name, inForce, listsInForce)],
  );

/** As they would be with other texts for some of them. `null`: what its file holds. */
export const textsWith = (
  files: readonly PolicyFileView[],
  textOf: (file: PolicyFileView) => string | null | undefined,
): readonly NamedText[] => files.map((one) => namedText(one.name, textOf(one) ?? one.text ?? '', one.lists));
