// Native lists: which of their options is meant. One or several; a list that takes one gets one.
import { coverage, similarity, tokens } from '#engines/language.ts';
import { has, type Item } from '#engines/navigator/offline/page/outline.ts';
import { type, type Move } from '#engines/navigator/offline/page/situation.ts';
import { listOf } from '#engines/navigator/offline/words/target.ts';

export type Fit = { readonly option: string; readonly score: number };

/** What is left of "brand X" for a select named Brand. */
function withoutName(wanted: string, name: string): string {
  const left = tokens(wanted).filter((word) => coverage(word, name) < 0.9);
  return left.length === 0 ? wanted : left.join(' ');
}

export function optionsByFit(item: Item, wanted: string): readonly Fit[] {
  const said = withoutName(wanted, item.node.name);
  return (item.node.options ?? [])
    .map((option) => ({
      option,
      score: Math.max(similarity(wanted, option), similarity(said, option), coverage(option, said) * 0.9),
    }))
    .sort((a, b) => b.score - a.score || turned(wanted, a.option) - turned(wanted, b.option));
}

/** How many neighbours among the words of the one stand the other way round in the other: "high to low" is not "low to high". */
function turned(wanted: string, option: string): number {
  const words = tokens(option);
  const places = tokens(wanted).flatMap((word) => (words.includes(word) ? [words.indexOf(word)] : []));
  return places.filter((place, at) => place < (places[at - 1] ?? 0)).length;
}

/** All that the phrase lists, each by its best option; `null` where one of them is not offered. */
export function severalOptions(item: Item, wanted: string): readonly string[] | null {
  if (!has(item, 'multiselectable')) return null;
  const parts = listOf(wanted);
  const found = parts.map((part) => optionsByFit(item, part)[0]);
  return parts.length > 0 && found.every((fit) => fit !== undefined && fit.score >= 0.8)
    ? found.flatMap((fit) => (fit === undefined ? [] : [fit.option]))
    : null;
}

export function optionMove(item: Item, wanted: string, onTheWay: boolean): Move {
  const several = severalOptions(item, wanted);
  if (several !== null && several.length > 1)
    return type(
      item,
      several.join('\n'),
      0.93,
      `${several.map((one) => `“${one}”`).join(', ')} are options of “${item.node.name}”`,
      onTheWay,
    );
  const [best, second] = optionsByFit(item, wanted);
  if (best === undefined || best.score < 0.5)
    return {
      kind: 'STUCK',
      need: `“${item.node.name}” offers ${(item.node.options ?? []).slice(0, 8).join(', ')}, not “${wanted}”`,
    };
  const sure = Math.min(
    0.96,
    best.score * (0.75 + 0.25 * Math.min(1, (best.score - (second?.score ?? 0)) / 0.2)),
  );
  return type(item, best.option, sure, `“${best.option}” is the option of “${item.node.name}”`, onTheWay);
}
