// The built UI, read once at start: a path that is not in the list does not exist, so no path can leave the directory.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Context } from 'hono';

export type Asset = { readonly body: Buffer; readonly type: string };

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Files below `directory` by URL path (`/app/index.html`); empty where there is no build. */
export function readAssets(directory: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) return assets;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    assets.set(`/${relative(directory, file).split(sep).join('/')}`, { body: readFileSync(file), type });
  }
  return assets;
}

/** Answers a GET with a file of one document's folder (`app`, `consent`); `/` is its page. */
export function sendAsset(
  context: Context,
  assets: ReadonlyMap<string, Asset>,
  folder: 'app' | 'consent',
): Response {
  const { path } = context.req;
  const asset = assets.get(path === '/' ? `/${folder}/index.html` : `/${folder}${path}`);
  if (asset !== undefined)
    return context.body(new Uint8Array(asset.body), 200, { 'content-type': asset.type });
  return context.text(assets.size === 0 ? 'the UI is not built: run `npm run build`' : 'not found', 404);
}
