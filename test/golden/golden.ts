// Compares a text with its golden file; `UPDATE_GOLDEN=1` writes it instead, for a reviewed diff.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

export function golden(name: string, text: string): void {
  const file = new URL(name, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
  expect(existsSync(file), `golden file ${name} is missing: run with UPDATE_GOLDEN=1`).toBe(true);
  expect(text).toBe(readFileSync(file, 'utf8'));
}
