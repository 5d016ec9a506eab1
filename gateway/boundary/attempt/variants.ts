// Says for what an act is decided: for each of its files or values, with each purpose of the form, and of whose words it may be; the
// severest answer wins. Pure. INVARIANT: those that all policies which judge take for the same are asked for once; none is left out.
import { CONTENT_ORIGINS, CONTENT_PLACES } from '#policy/language/vocabulary.ts';
import type { FormPurpose } from '#policy/language/vocabulary.ts';
import { canonicalName } from '#policy/requests/names.ts';
import type { Keeping } from '#policy/tools/logs/keeping.ts';
import type { FileKind } from '#gateway/boundary/bringing/upload.ts';
import { OF_PROGRAM, wordHosts } from '#gateway/boundary/provenance/content.ts';
import type { ContentFacts } from '#gateway/boundary/provenance/content.ts';
import type { Asking } from '#gateway/boundary/weighing/by-host.ts';
import type { Attempt } from './contract.ts';

export type Variant = {
  readonly value?: string;
  readonly file?: FileKind;
  readonly formPurpose?: FormPurpose;
};
export type Words = Pick<Asking, 'hosts' | 'onlyNamed' | 'manyHosts'> & { readonly content: ContentFacts };

type Varied = {
  readonly weighed: Pick<Attempt['weighed'], 'purposes' | 'values'>;
  readonly inputs: Pick<Attempt['inputs'], 'files'>;
};

/** Every file or value with every purpose of the form. */
export const variantsOf = (of: Varied, judging: Keeping): readonly Variant[] =>
  of.weighed.purposes.flatMap((formPurpose) =>
    contentsOf(of, judging).map((content) => ({ ...content, formPurpose })),
  );

/** Whose they are, and whose they may be. */
export function wordsOf(content: ContentFacts, documentUrl: string): readonly Words[] {
  const { otherwise, unsearched } = content;
  // What was not looked for may be put to no host at all, and stand there: the log says that it does not know.
  const many: Pick<Words, 'manyHosts'> = unsearched === true ? { manyHosts: true } : {};
  return [
    ...(content.provenance === 'PAGE' && content.hosts.includes('') ? [MADE_UP] : []),
    ...(otherwise === undefined ? [content] : [content, otherwise]).map((one) => ({
      content: one,
      hosts: wordHosts(one, documentUrl),
      ...many,
    })),
    ...(unsearched === true ? OF_SOME_PAGE : []),
  ];
}

/** What was made up beside a page's words: whoever judges made-up words judges these. */
const MADE_UP: Words = { content: OF_PROGRAM, hosts: { known: [''], any: false } };

/** Of what was not looked for, nobody knows where on which page it stands. */
const OF_SOME_PAGE: readonly Words[] = CONTENT_ORIGINS.filter((one) => one !== 'NONE').flatMap(
  (contentOrigin) =>
    CONTENT_PLACES.filter((one) => one !== 'NONE').map((contentPlace) => ({
      content: { provenance: 'PAGE', contentOrigin, contentPlace, hosts: [] },
      hosts: { known: [], any: true },
      onlyNamed: true,
    })),
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
