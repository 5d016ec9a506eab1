// The preload script of the page `tray`.
import { contextBridge, ipcRenderer } from 'electron';
import { exposeShell } from './shell-page.ts';

exposeShell('TRAY', { contextBridge, ipcRenderer });
