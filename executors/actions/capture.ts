// EXTRACT: what a person would read.
import { ok, type Result } from '#policy/failure.ts';
import type { ActOutcome } from '../contract.ts';
import type { RefEntry } from '../perception/refs.ts';
import type { Page } from '../tabs/page.ts';

// What a person sees: `innerText` leaves out what is hidden and keeps line breaks, and never holds a field's value.
const TEXT = `function () {
  const element = this instanceof HTMLElement ? this : this.parentElement;
  return element === null ? '' : element.innerText;
}`;

export async function extract(page: Page, entry: RefEntry | null): Promise<Result<ActOutcome>> {
  const text =
    entry === null
      ? await page.evaluate(`document.body === null ? '' : document.body.innerText`, String)
      : await page.callOn(entry, TEXT, [], String);
  await page.history();
  return ok({ kind: 'TEXT', text: text.trim(), document: page.document() });
}
