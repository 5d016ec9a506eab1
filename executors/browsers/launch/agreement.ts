// Whether the running browser is the one that its binary said it was. INVARIANT: a disagreement is no browser that was decided on.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { BrowserBuild } from '#executors/contract/launch-plan.ts';

/**
 * `product` as `Browser.getVersion` has it: `Chrome/156.0.1.2`, `HeadlessChrome/…`, `Edg/…`. Chromium and Chrome name
 * themselves alike there; both count as the same executor type. What claims to be none of the three was decided on as UNKNOWN.
 * Errors: `browser.other-build`.
 */
export function agrees(
  build: Pick<BrowserBuild, 'path' | 'product' | 'version'>,
  product: string,
): Result<void> {
  if (build.product === 'UNKNOWN') return ok(undefined);
  const found = /^(?:Headless)?(?<family>Chrome|Edg)\/(?<version>[\d.]+)$/u.exec(product)?.groups;
  const family = build.product === 'EDGE' ? 'Edg' : 'Chrome';
  if (found?.['family'] === family && found['version'] === build.version) return ok(undefined);
  return fail(
    'browser.other-build',
    `\`${build.path}\` says that it is ${build.product} ${build.version}, and runs as \`${product}\``,
    { help: 'name the browser binary itself, not a script that stands before it' },
  );
}
