// Collects every text of a value of plain JSON, in order. INVARIANT: what is added to a result later is in it, too, whoever forgets it.

export function stringsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const left: unknown[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one === 'string') found.push(one);
    else if (typeof one === 'object' && one !== null)
      left.push(
        ...Object.values(one)
          .toReversed()
          .filter((part) => part !== undefined),
      );
  }
  return found.filter((text) => text.trim() !== '');
}
