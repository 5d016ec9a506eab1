// The preload script of the app: three ways out of it, each of which only shows something.
import { contextBridge, ipcRenderer } from 'electron';
import type { DesktopBridge } from '#ui/app/state/desktop.ts';
import { bridgeFor } from './bridge.ts';

const { call } = bridgeFor('APP', { ipcRenderer });
const bridge: DesktopBridge = {
  openAddress: async (url) => (await call('openAddress', { url })) === true,
  openQuestion: async (id) => (await call('openQuestion', { id })) === true,
  openPicture: async (taskId) => (await call('openPicture', { taskId })) === true,
};
contextBridge.exposeInMainWorld('ghostDesktop', bridge);
