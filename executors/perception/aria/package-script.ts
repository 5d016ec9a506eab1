// Playwright's in-page script, as its package carries it: the one that names elements for clients of Playwright's MCP server.
// INVARIANT: it is read from the installed package and from nowhere else, and whatever does not look like it is an error, not run.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';

const BUNDLE = 'playwright-core/lib/coreBundle';
const MARK = 'packages/playwright-core/src/generated/injectedScriptSource.ts"() {';
/** What of it is called: a package that calls these otherwise is another one. */
const NAMES = ['class InjectedScript', 'function generateAriaTree', 'function renderAriaTreeAsJSON'];
const PARSE_MS = 2_000;

let read: Promise<string> | null = null;

/** Once a process. Throws where the package is another one than this was written for: a test reads the pinned version. */
export function packageScript(): Promise<string> {
  read ??= readScript();
  return read;
}

async function readScript(): Promise<string> {
  const bundle = await readFile(createRequire(import.meta.url).resolve(BUNDLE), 'utf8');
  const begin = bundle.indexOf(MARK);
  const line = (
    bundle
      .slice(begin)
      .split('\n')
      .find((one) => /^\s*source\d* = '/u.test(one)) ?? ''
  ).trimEnd();
  if (begin === -1 || !line.endsWith("';")) throw unknown();
  const literal = line.slice(line.indexOf("'"), -1);
  const script: unknown = runInNewContext(literal, {}, { timeout: PARSE_MS });
  if (typeof script !== 'string' || !NAMES.every((name) => script.includes(nameIn(name)))) throw unknown();
  return script;
}

/** A bundler writes classes as `var X = class`. */
const nameIn = (name: string): string =>
  name.startsWith('class ') ? `var ${name.slice('class '.length)} = class` : `${name}(`;

const unknown = (): Error =>
  new Error(`the installed ${BUNDLE} is not the one whose names for elements are known here`);
