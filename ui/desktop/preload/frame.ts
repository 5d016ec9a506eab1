// The preload script of the page `frame`.
import { contextBridge, ipcRenderer } from 'electron';
import { exposeShell } from './shell-page.ts';

exposeShell('FRAME', { contextBridge, ipcRenderer });
