// Help of one row, from the row alone.
import { optionInWords, usageOf } from './row.ts';
import type { LineRow, Param } from './row.ts';

/** `notes`: what else is to be said of it. */
export function helpOfLine(row: LineRow, notes: readonly string[] = []): readonly string[] {
  const width = Math.max(0, ...row.params.map((param) => shownAs(row, param).length));
  return [
    `ghost ${usageOf(row)}`,
    '',
    `  ${row.title}`,
    ...(row.params.length === 0 ? [] : ['']),
    ...row.params.map(
      (param) => `  ${shownAs(row, param).padEnd(width)}  ${param.about}${param.optional ? '' : ' (needed)'}`,
    ),
    ...(notes.length === 0 ? [] : ['']),
    ...notes.map((note) => `  ${note}`),
    ...(row.examples.length === 0 ? [] : ['']),
    ...row.examples.map((example) => `  ghost ${example}`),
  ];
}

/** Those that begin with a row's own words, which its help would hide: a line of them, or none. */
export function furtherOf(rows: readonly LineRow[], name: string): readonly string[] {
  const further = rows.filter((row) => row.name.startsWith(`${name} `)).map((row) => `\`ghost ${row.name}\``);
  return further.length === 0 ? [] : [`See also: ${further.join(', ')}`];
}

export function shownAs(row: LineRow, param: Param): string {
  if (row.positional.includes(param.name))
    return `<${param.name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}>`;
  return `${param.short === undefined ? '' : `${param.short}, `}${optionInWords(param)}`;
}

/** The words that come next after those of a group, each with its title. */
export function helpOfGroup(
  rows: readonly LineRow[],
  titles: Readonly<Record<string, string>>,
  group: string,
): readonly string[] {
  const start = group === '' ? '' : `${group} `;
  const next = new Set(
    rows
      .filter(({ name }) => name.startsWith(start))
      .map(({ name }) => name.slice(start.length).split(' ')[0] ?? ''),
  );
  const width = Math.max(...[...next].map((word) => word.length));
  return [...next].map((word) => {
    const name = `${start}${word}`;
    const title = rows.find((row) => row.name === name)?.title ?? titles[name] ?? '';
    return `  ${word.padEnd(width)}  ${title}`;
  });
}
