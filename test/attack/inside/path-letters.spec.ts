// A real server whose files have composed names, as those of a Mac: each way to write the letters of a path that it takes for one
// and the same file, asked of it as it is written, and decided by a policy that denies or grants that path.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { get } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { parseRequest } from '#policy/requests/request.ts';
import { compiled, first } from '#test/fixtures/policy/small.ts';

const FILE = '/K\u00E5lt/\u00C5ngstr\u00F6m-\u03A9';
const ALL = (decision: string): string =>
  `defaults: [{ id: all, by: [sandbox], rows: { false: ${decision}, true: ${decision} } }]`;
const policyOf = (others: string, decision: string): CompiledPolicy =>
  compiled(
    first(
      `rules:\n  - { id: r, decision: ${decision}, when: { host: files.test, path: ${FILE} } }`,
      '',
      ALL(others),
    ),
  );

/** Everything that composes to a letter, found by asking each character of the first planes: no table of ours. */
const FORMS = new Map<string, readonly string[]>();
for (const letter of new Set(FILE)) {
  const forms = [letter, letter.normalize('NFD')];
  for (let code = 0x80; code < 0x20000; code += 1) {
    const one = String.fromCodePoint(code);
    if (one !== letter && one.normalize('NFC') === letter) forms.push(one);
  }
  FORMS.set(letter, [...new Set(forms)]);
}
/** One way to write the file's path, each character in one of its forms, as it stands or percent-encoded. */
const spelling = fc
  .tuple(...[...FILE].map((letter) => fc.constantFrom(...(FORMS.get(letter) ?? [letter]))))
  .chain((letters) =>
    fc
      .infiniteStream(fc.boolean())
      .map((stream) => letters.map((one) => (stream.next().value === true ? one : encodeURI(one))).join('')),
  );

const server = createServer((request, response) => {
  const name = decodeURIComponent(new URL(request.url ?? '/', 'http://files.test').pathname).normalize('NFC');
  response.statusCode = name === FILE ? 200 : 404;
  response.end();
});
/** As the server answers to the address that a browser would send. */
const isServed = (url: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ port, path: new URL(url).pathname }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on('error', reject);
  });

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

function decide(policy: CompiledPolicy, url: string): string {
  const read = parseRequest({ capability: 'NAVIGATE_SAME_ORIGIN', executor: 'HEADED_CHROMIUM', url });
  return read.ok ? policy.decide(read.value).decision : 'DENY';
}

describe('a path with letters that have another form', () => {
  test('there are such forms: marks apart, and the three signs', () => {
    expect(FORMS.get('K')).toEqual(['K', '\u212A']);
    expect(FORMS.get('\u00C5')).toEqual(['\u00C5', 'A\u030A', '\u212B']);
    expect(FORMS.get('\u03A9')).toEqual(['\u03A9', '\u2126']);
  });

  test('is denied in every form in which a server serves what is denied', async () => {
    const policy = policyOf('ALLOW', 'DENY');
    const met = { others: 0 };
    await fc.assert(
      fc.asyncProperty(spelling, async (path) => {
        const url = `https://files.test${path}`;
        expect(await isServed(url)).toBe(true);
        if (new URL(url).pathname !== encodeURI(FILE)) met.others += 1;
        expect([path, decide(policy, url)]).toEqual([path, 'DENY']);
      }),
      { numRuns: 300 },
    );
    expect(met.others).toBeGreaterThan(100);
    expect(decide(policy, 'https://files.test/Kalt')).toBe('ALLOW');
  });

  test('is granted in the form that stands in the policy alone, which may be another file elsewhere', async () => {
    const policy = policyOf('DENY', 'ALLOW');
    await fc.assert(
      fc.asyncProperty(spelling, async (path) => {
        const url = `https://files.test${path}`;
        const isPlain = new URL(url).pathname === encodeURI(FILE);
        expect([path, decide(policy, url)]).toEqual([path, isPlain ? 'ALLOW' : 'DENY']);
      }),
      { numRuns: 300 },
    );
    expect(decide(policy, `https://files.test${FILE}/below`)).toBe('ALLOW');
  });
});
