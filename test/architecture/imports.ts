// Reads every import of a source file (static, type, re-export, dynamic, type of a dynamic one) with oxc-parser, and holds it against the table of
// DESIGN section 4.
import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { isNode, nodesOf } from './nodes.ts';

export type Import = { readonly specifier: string; readonly typeOnly: boolean };

/** What the files of a folder may import of ours; `*` for everything. */
const PERMITTED: Readonly<Record<string, readonly string[]>> = {
  policy: [],
  executors: ['policy'],
  engines: ['policy', 'cloud/wire'],
  gateway: ['policy', 'executors', 'engines', 'cloud/wire'],
  ui: ['policy', 'gateway/protocol', 'gateway/client'],
  cloud: [],
  test: ['*'],
};

/** Modules that only the named files may import (types apart): the keys and handles of the one door. */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  'gateway/boundary/steps/authorise.ts': ['gateway/main.ts'],
  'gateway/boundary.ts': ['gateway/main.ts'],
  'executors/launcher.ts': ['gateway/main.ts', 'gateway/client/local/doctor.ts'],
};

/** Acts on a browser that only the boundary may call. */
const DOOR = 'gateway/boundary.ts';

/** Several rules ask for the imports of each file: it is parsed once. */
const known = new Map<string, { readonly source: string; readonly imports: readonly Import[] }>();

export function importsOf(file: string, source: string): readonly Import[] {
  const before = known.get(file);
  if (before?.source === source) return before.imports;
  const imports = parsedImports(file, source);
  known.set(file, { source, imports });
  return imports;
}

function parsedImports(file: string, source: string): readonly Import[] {
  const { module, program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? 'does not parse'}`);
  const imports: Import[] = module.staticImports.map((one) => ({
    specifier: one.moduleRequest.value,
    typeOnly: one.entries.length > 0 && one.entries.every(({ isType }) => isType),
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) imports.push({ specifier: moduleRequest.value, typeOnly: isType });
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    // A computed specifier could be anything: it is its own violation.
    imports.push({
      specifier: /^['"`][^'"`$]+['"`]$/u.test(text) ? text.slice(1, -1) : `COMPUTED ${text}`,
      typeOnly: false,
    });
  }
  for (const { type, source: named } of source.includes('import(') ? nodesOf(program) : []) {
    if (type === 'TSImportType' && isNode(named))
      imports.push({ specifier: String(named['value']), typeOnly: true });
  }
  return imports;
}

/** Where one of our own imports leads, from the repository's root; `null` for packages and `node:` modules. */
export function resolveOwn(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(file), specifier));
  return null;
}

/** One line a broken rule; empty where all is well. */
export function violationsOf(file: string, source: string): readonly string[] {
  const folder = file.split('/')[0] ?? '';
  const permitted = PERMITTED[folder];
  const found: string[] = [];
  for (const { specifier, typeOnly } of importsOf(file, source)) {
    if (specifier.startsWith('COMPUTED')) found.push(`${file}: imports a computed specifier: ${specifier}`);
    if (folder === 'policy' && specifier.startsWith('node:'))
      found.push(`${file}: policy/ is pure and must not import ${specifier}`);
    const own = resolveOwn(file, specifier);
    if (own === null) continue;
    const inside = own.startsWith(`${folder}/`);
    if (
      !inside &&
      permitted !== undefined &&
      !permitted.includes('*') &&
      !permitted.some((one) => own === one || own.startsWith(`${one}/`))
    ) {
      found.push(`${file}: ${folder}/ must not import ${own}`);
    }
    const guards = GUARDED[own];
    if (guards !== undefined && !typeOnly && folder !== 'test' && !guards.includes(file))
      found.push(`${file}: only ${guards.join(', ')} may import ${own}`);
  }
  if (folder === 'gateway' && file !== DOOR && /\btab\w*\.perform\(|\blauncher\.launch\(/u.test(source)) {
    found.push(`${file}: only ${DOOR} may act on a browser`);
  }
  if (folder === 'policy') found.push(...impurities(file, source));
  return found;
}

const IMPURE =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bsetTimeout\b|\bsetInterval\b|\bfetch\(|\bprocess\.|\bcrypto\.|\bperformance\./gu;

function impurities(file: string, source: string): readonly string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, '');
  return [...code.matchAll(IMPURE)].map(([text]) => `${file}: policy/ is pure and must not use ${text}`);
}

/** `package <- file` for every package that a file brings in. */
export function packagesOf(file: string, source: string): readonly string[] {
  return importsOf(file, source)
    .filter(({ specifier }) => !/^[.#]|^node:|^COMPUTED/u.test(specifier))
    .map(({ specifier }) => {
      const [scope, name] = specifier.split('/');
      return `${specifier.startsWith('@') ? `${scope}/${name}` : (scope ?? '')} <- ${file}`;
    });
}

export const read = (root: string, file: string): string => readFileSync(join(root, file), 'utf8');
