// The preload script of the shell's own pages: their bridge, under one name.
import { bridgeFor, type Electron } from './bridge.ts';
import type { Role } from '../tables/windows.ts';

/** By this name the pages find it. */
export const SHELL_BRIDGE = 'ghostShell';

export const exposeShell = (role: Exclude<Role, 'APP' | 'CONSENT' | 'PAGE'>, electron: Electron): void =>
  electron.contextBridge.exposeInMainWorld(SHELL_BRIDGE, bridgeFor(role, electron));
