// The names of columns as a caller writes them. Pure.

export const namesIn = (columns: string): readonly string[] =>
  columns
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
