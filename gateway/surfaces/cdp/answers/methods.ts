// What answers each method that the table does not refuse. A test holds both against each other.
import type { Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { BROWSER_METHODS } from './browser.ts';
import { COOKIE_METHODS } from './cookies.ts';
import { INPUT_METHODS } from './input.ts';
import { DOM_METHODS } from './dom.ts';
import { FRAME_METHODS } from './frames.ts';
import { MOUSE_METHODS } from './mouse.ts';
import { MOVE_METHODS } from './moves.ts';
import { PAGE_METHODS } from './page.ts';
import { RUNTIME_METHODS } from './runtime.ts';
import { SETTING_METHODS } from './settings.ts';

export const METHODS: ReadonlyMap<string, Method> = new Map([
  ...Object.entries(BROWSER_METHODS),
  ...Object.entries(PAGE_METHODS),
  ...Object.entries(INPUT_METHODS),
  ...Object.entries(MOUSE_METHODS),
  ...Object.entries(MOVE_METHODS),
  ...Object.entries(RUNTIME_METHODS),
  ...Object.entries(FRAME_METHODS),
  ...Object.entries(DOM_METHODS),
  ...Object.entries(SETTING_METHODS),
  ...Object.entries(COOKIE_METHODS),
]);
