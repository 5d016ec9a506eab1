// Vite's settings for the two documents of the UI. They are built one after the other, never together:
// INVARIANT: the consent document shares no chunk with the app, so no third-party code can reach it.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig, type UserConfig } from 'vite';

export const UI_DOCUMENTS = ['app', 'consent'] as const;
export type UiDocument = (typeof UI_DOCUMENTS)[number];

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Settings of one document; `outDir` is the folder that holds `app/` and `consent/`. */
export function documentConfig(document: UiDocument, outDir: string): InlineConfig {
  return {
    configFile: false,
    root: here(`./${document}`),
    base: './',
    publicDir: false,
    cacheDir: here('../node_modules/.vite'),
    plugins: document === 'app' ? [react()] : [],
    css: { modules: { localsConvention: 'camelCaseOnly' } },
    build: {
      outDir: `${outDir}/${document}`,
      emptyOutDir: true,
      target: 'es2023',
      sourcemap: false,
      reportCompressedSize: false,
      // Inlined assets would need `data:` in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 800,
    },
    logLevel: 'error',
    clearScreen: false,
  };
}

/** For Vite's own tools: `vite build ui` builds the app document. */
const config: UserConfig = defineConfig(documentConfig('app', here('../dist/ui')));
export default config;
