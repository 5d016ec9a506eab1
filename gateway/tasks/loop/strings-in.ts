// Collects every text of a value of plain JSON, in order. INVARIANT: what is added to a result later is in it, too, whoever forgets it.

export function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  // It walks any depth and any length; the text that it makes of the value is not wanted.
  JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'string') return part;
    if (part.trim() !== '') found.push(part);
    return undefined;
  });
  return found;
}
