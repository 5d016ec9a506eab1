// The cells of a table's row into the fields that bear the names of their columns.
// INVARIANT: a field gets the cell under its own name or nothing; the row is the only one of its name.
import { coverage, similarity } from '#engines/language.ts';
import type { GoalOf } from '#engines/navigator/offline/words/goals.ts';
import { shownName } from '#engines/navigator/offline/page/names.ts';
import { labelOf } from '#engines/navigator/offline/page/labels.ts';
import { textOf, type Item } from '#engines/navigator/offline/page/outline.ts';
import { headersOf, isCell } from '#engines/navigator/offline/page/records.ts';
import { formFields } from '#engines/navigator/offline/tactics/assign.ts';
import { enterInto } from './fill.ts';
import { reached, stuck, type Move, type Situation } from '#engines/navigator/offline/page/situation.ts';

export function pursueCopyRow(situation: Situation, { of, facts }: GoalOf<'COPY_ROW'>): Move {
  const { outline } = situation;
  const rows = outline.items.filter(
    (item) =>
      item.node.role === 'row' &&
      item.children.some((cell) => isCell(cell) && similarity(of, textOf(cell)) >= 0.9),
  );
  const [row] = rows;
  if (row === undefined || rows.length > 1)
    return stuck(`${rows.length === 0 ? 'no row' : 'more than one row'} is called “${of}”`);
  const headers = headersOf(row);
  const cells = row.children.filter(isCell);
  const wanted = (header: string): boolean =>
    facts === null ||
    facts.some((fact) => coverage(fact, header) >= 0.99 || similarity(fact, header) >= 0.85);
  const nameOf = (field: Item): string => shownName(field) || labelOf(outline, field);
  const fields = formFields(outline);
  let found = 0;
  for (const [at, header] of headers.entries()) {
    const cell = cells[at];
    if (cell === undefined || header === '' || !wanted(header)) continue;
    const field = fields.find((one) => similarity(header, nameOf(one)) >= 0.85);
    if (field === undefined && facts !== null) return stuck(`no field for “${header}” was found`);
    if (field === undefined) continue;
    found += 1;
    const move = enterInto(situation, field, textOf(cell), 0.88, header);
    if (move.kind !== 'REACHED') return move.kind === 'ACT' ? { ...move, onTheWay: true } : move;
  }
  return found === 0 || (facts !== null && found < facts.length)
    ? stuck(`the row of “${of}” and the fields have no names in common`)
    : reached(0.93);
}
