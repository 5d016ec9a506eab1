// A search in an outline: each match under its path from the root, with lines around it, gaps marked off the path. Pure but for the
// pattern, which ends after a while whatever it does.
import { matching } from '#gateway/surfaces/mcp/tools/matching.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

const CONTEXT_LINES = 3;

/** As text. Errors: `command.bad-params`. */
export function found(
  lines: readonly string[],
  wanted: { readonly text: string } | { readonly regex: string },
  most = Infinity,
): Result<string> {
  const fits =
    'text' in wanted
      ? ok(lines.map((line) => line.toLowerCase().includes(wanted.text.toLowerCase())))
      : matching(wanted.regex, lines);
  if (!fits.ok) return fits;
  const all = fits.value.flatMap((hit, index) => (hit ? [index] : []));
  const query = 'text' in wanted ? `"${wanted.text}"` : slashed(wanted.regex);
  if (all.length === 0) return ok(`No matches found for ${query}.`);
  const shown = all.slice(0, most);
  const tree = treeOf(lines);
  const onPath = new Set(shown.flatMap((at) => [at, ...tree.above(at)]));
  const snippets = windowsAround(shown, lines.length).map(({ start, end }) => {
    const indices = [
      ...tree.above(start),
      ...Array.from({ length: end - start + 1 }, (_, step) => start + step),
    ];
    return indices
      .flatMap((at, index) => {
        const before = indices[index - 1];
        const gap = before !== undefined && at > before + 1 && !onPath.has(at) && !onPath.has(before);
        return [...(gap ? [`${' '.repeat(tree.indent(at))}...`] : []), lines[at] ?? ''];
      })
      .join('\n');
  });
  const first = shown.length < all.length ? ` (showing first ${shown.length})` : '';
  const head = `Found ${all.length} ${all.length === 1 ? 'match' : 'matches'} for ${query}${first}:`;
  return ok(`${head}\n\n${snippets.join('\n\n----\n\n')}`);
}

const slashed = (regex: string): string => (/^\/.*\/[a-z]*$/su.test(regex) ? regex : `/${regex}/`);

function windowsAround(hits: readonly number[], count: number) {
  const windows: { start: number; end: number }[] = [];
  for (const at of hits) {
    const start = Math.max(0, at - CONTEXT_LINES);
    const end = Math.min(count - 1, at + CONTEXT_LINES);
    const last = windows.at(-1);
    if (last !== undefined && start <= last.end + 1) last.end = Math.max(last.end, end);
    else windows.push({ start, end });
  }
  return windows;
}

function treeOf(lines: readonly string[]) {
  const indents = lines.map((line) => line.length - line.trimStart().length);
  const indent = (at: number): number => indents[at] ?? 0;
  return {
    indent,
    /** From the root on. */
    above(of: number): readonly number[] {
      const found: number[] = [];
      let inner = indent(of);
      for (let at = of - 1; at >= 0 && inner > 0; at -= 1) {
        if ((lines[at] ?? '').trim() === '' || indent(at) >= inner) continue;
        found.unshift(at);
        inner = indent(at);
      }
      return found;
    },
  };
}
