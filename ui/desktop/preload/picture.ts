// The preload script of the page `picture`.
import { contextBridge, ipcRenderer } from 'electron';
import { exposeShell } from './shell-page.ts';

exposeShell('PICTURE', { contextBridge, ipcRenderer });
