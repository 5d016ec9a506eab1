// The preload script of the page `quick`.
import { contextBridge, ipcRenderer } from 'electron';
import { exposeShell } from './shell-page.ts';

exposeShell('QUICK', { contextBridge, ipcRenderer });
