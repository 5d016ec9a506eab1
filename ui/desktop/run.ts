// `npm run desktop`: builds the desktop and starts it on Electron, whose program is fetched the first time, which it says before.
//   npm run desktop -- --demo       with the demo world
//   npm run desktop -- --check      fetches and starts nothing: configuration, fuses, windows and types are looked at; exit code 1: a fault
//   npm run desktop -- --check PROGRAM      the fuses of a packaged program, too, as they are burnt into it
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { APP_DIRECTORY, buildDesktop } from './build.ts';
import { faultsInPackaging } from './packaging/packaging.ts';
import { faultsIn as faultsInFuses, readFuses } from './tables/fuses.ts';
import { faultsIn } from './tables/web-preferences.ts';
import { optionsOf, ROLES, WINDOWS } from './tables/windows.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGING = fileURLToPath(new URL('packaging/electron-builder.json', import.meta.url));
const ELECTRON = dirname(fileURLToPath(import.meta.resolve('electron/package.json')));
const MANIFEST = z.object({ version: z.string() });

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const { version } = MANIFEST.parse(json(join(ELECTRON, 'package.json')));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Where the program lies once it was fetched; `null`: it was not. */
function program(): string | null {
  const named = join(ELECTRON, 'path.txt');
  if (!existsSync(named)) return null;
  const path = join(ELECTRON, 'dist', readFileSync(named, 'utf8').trim());
  return existsSync(path) ? path : null;
}

/** Of a packaged program; a universal one has them twice. */
function faultsInProgram(path: string): readonly string[] {
  const found = readFuses(readFileSync(path));
  if (found === null) return [`no fuses are in ${path}`];
  return found.flatMap((set) => faultsInFuses(Object.fromEntries(set)));
}

function check(packaged: string | undefined): number {
  const faults = [
    ...faultsInPackaging(json(PACKAGING), {
      electronVersion: version,
      appDirectory: relative(ROOT, APP_DIRECTORY),
    }),
    ...(packaged === undefined ? [] : faultsInProgram(packaged)),
    ...ROLES.flatMap((role) => {
      const { webPreferences } = optionsOf(WINDOWS[role], { preloads: '/preload', isPackaged: true });
      return faultsIn(webPreferences).map((fault) => `the window ${role}: ${fault}`);
    }),
  ];
  for (const fault of faults) say(fault);
  say(`configuration, fuses and ${ROLES.length} kinds of window: ${faults.length} faults`);
  const types = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  say(`types against Electron ${version}: ${types.status === 0 ? 'they fit' : 'they do not fit'}`);
  say(
    program() === null
      ? 'its program is not here; `npm run desktop` fetches it'
      : 'its program is here; nothing is fetched',
  );
  return faults.length === 0 && types.status === 0 ? 0 : 1;
}

/** Errors are told by the package's own script; `null`: it could not be fetched. */
function fetched(): string | null {
  const here = program();
  if (here !== null) return here;
  say(
    `fetches Electron ${version} for ${process.platform}-${process.arch} from its releases on GitHub (some 120 MB),`,
  );
  say(
    `and holds it against the digests of the package \`electron\`; it is kept in ${relative(ROOT, ELECTRON)}/dist`,
  );
  spawnSync(process.execPath, [join(ELECTRON, 'install.js')], { stdio: 'inherit' });
  return program();
}

async function run(args: readonly string[]): Promise<number> {
  const path = fetched();
  if (path === null) {
    say(
      'Electron could not be fetched: nothing was started. `npm start` opens the same app in your browser.',
    );
    return 1;
  }
  await buildDesktop();
  const child = spawn(path, [APP_DIRECTORY, ...args], {
    stdio: 'inherit',
    env: { ...process.env, GHOST_NODE: process.execPath },
  });
  return new Promise((resolve) => {
    child.once('error', ({ message }) => {
      say(message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const args = process.argv.slice(2);
process.exitCode = args.includes('--check') ? check(args[args.indexOf('--check') + 1]) : await run(args);
