// Says for what an act is decided: for each of its files or values, with each purpose of the form; the
// severest answer wins. Pure. INVARIANT: those that all policies which judge take for the same are asked for once; none is left out.
import type { FormPurpose } from '#policy/language/vocabulary.ts';
import { canonicalName } from '#policy/requests/names.ts';
import type { Keeping } from '#policy/tools/logs/keeping.ts';
import type { FileKind } from '#gateway/boundary/bringing/upload.ts';
import type { Attempt } from './contract.ts';

export type Variant = {
  readonly value?: string;
  readonly file?: FileKind;
  readonly formPurpose?: FormPurpose;
};
type Varied = {
  readonly weighed: Pick<Attempt['weighed'], 'purposes' | 'values'>;
  readonly inputs: Pick<Attempt['inputs'], 'files'>;
};

/** Every file or value with every purpose of the form. */
export const variantsOf = (of: Varied, judging: Keeping): readonly Variant[] =>
  of.weighed.purposes.flatMap((formPurpose) =>
    contentsOf(of, judging).map((content) => ({ ...content, formPurpose })),
  );

function contentsOf({ inputs, weighed }: Varied, judging: Keeping): readonly Variant[] {
  const files = inputs.files ?? [];
  if (files.length > 0) return files.map((file) => ({ file }));
  if (weighed.values.length === 0) return [{}];
  return unlike(judging, 'value', weighed.values.map(canonicalName)).map((value) => ({ value }));
}

/** Of canonical texts that are taken for the same, one. */
function unlike(judging: Keeping, fact: 'value', texts: readonly string[]): readonly string[] {
  const alike = new Map(
    texts.map((text) => {
      const kept = text === '' ? '' : (judging.keptOf?.(fact, text) ?? null);
      // Where nothing is known to be the same it is asked for by itself.
      return [JSON.stringify(kept === null ? { itself: text } : { kept }), text];
    }),
  );
  return [...alike.values()];
}
