// What answers each method that the table does not refuse. A test holds both against each other.
import type { Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { BROWSER_METHODS } from './browser.ts';
import { INPUT_METHODS } from './input.ts';
import { PAGE_METHODS } from './page.ts';

export const METHODS: ReadonlyMap<string, Method> = new Map([
  ...Object.entries(BROWSER_METHODS),
  ...Object.entries(PAGE_METHODS),
  ...Object.entries(INPUT_METHODS),
]);
