// The classes of hosts: what patterns tell apart is in different classes, and a witness is in its own.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HostClasses } from '#policy/engine/classes/host-classes.ts';
import { hostMatches, parseHostPattern } from '#policy/requests/host.ts';
import type { HostPattern } from '#policy/requests/host.ts';

function pattern(text: string): HostPattern {
  const parsed = parseHostPattern(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const classesOf = (...texts: readonly string[]): HostClasses => new HostClasses(texts.map(pattern));

/** The classes of hosts as `host=number`. */
const numbers = (classes: HostClasses, ...hosts: readonly string[]): readonly number[] =>
  hosts.map((host) => classes.classOf(host));

const someHost = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
  .map((labels) => `${labels.join('.')}.test`);
const somePattern = fc.oneof(
  someHost,
  someHost.map((host) => `*.${host}`),
);

test('some classes are said as the function is that is 1 in them, and by no pattern more', () => {
  fc.assert(
    fc.property(
      fc.array(somePattern, { minLength: 1, maxLength: 8 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 24 }),
      (patterns, within) => {
        const classes = classesOf(...patterns);
        const isIn = (index: number): boolean => within[index % within.length] ?? false;
        const intervals = Array.from({ length: classes.count }, (_, index) => index)
          .filter(isIn)
          .flatMap((index) => [index, index + 1]);
        expect(classes.partForms(intervals)).toEqual(classes.reduce((index) => (isIn(index) ? 1 : 0)));
      },
    ),
  );
});

describe('the classes of hosts', () => {
  test('without a pattern all hosts are alike', () => {
    const classes = classesOf();
    expect(classes.count).toBe(1);
    expect(numbers(classes, '', 'a.test', 'localhost', '[::1]')).toEqual([0, 0, 0, 0]);
    expect(classes.witness(0)).toBe('other.invalid');
    expect(classes.witness(7)).toBe('other.invalid');
    expect(classes.reduce(() => 3)).toEqual([['', 3]]);
  });

  test('a host is apart from those below it and those around it', () => {
    const classes = classesOf('a.test');
    expect(classes.count).toBe(2);
    expect(numbers(classes, '', 'test', 'a.test', 'x.a.test', 'b.test', 'xa.test')).toEqual([
      0, 0, 1, 0, 0, 0,
    ]);
    expect(classes.interval(pattern('a.test'))).toEqual([1, 2]);
    expect(classes.ownClass(pattern('a.test'))).toBe(1);
    expect(classes.witness(1)).toBe('a.test');
  });

  test('strict subdomains are a class without their parent', () => {
    const classes = classesOf('*.a.test');
    expect(classes.count).toBe(2);
    expect(numbers(classes, 'a.test', 'x.a.test', 'y.x.a.test', 'xa.test')).toEqual([0, 1, 1, 0]);
    expect(classes.interval(pattern('*.a.test'))).toEqual([1, 2]);
    expect(classes.ownClass(pattern('*.a.test'))).toBe(1);
    expect(classes.witness(1)).toBe('w.a.test');
  });

  test('what is below a pattern keeps to the nearest pattern around it', () => {
    const classes = classesOf('a.test', '*.a.test', 'x.a.test', '*.y.a.test', 'w.a.test');
    const hosts = ['a.test', 'z.a.test', 'x.a.test', 'z.x.a.test', 'y.a.test', 'z.y.a.test', 'w.a.test'];
    expect(numbers(classes, ...hosts)).toEqual([1, 2, 3, 2, 2, 4, 5]);
    expect(classes.interval(pattern('*.a.test'))).toEqual([2, 6]);
    expect(classes.ownClass(pattern('*.a.test'))).toBe(2);
    expect(classes.witness(2)).toBe('ww.a.test');
    expect(classes.interval(pattern('*.y.a.test'))).toEqual([4, 5]);
  });

  test('hosts without a pattern have a witness that no pattern speaks of', () => {
    expect(classesOf('a.invalid').witness(0)).toBe('other.invalid');
    expect(classesOf('other.invalid').witness(0)).toBe('other.w');
    expect(classesOf('*.invalid').witness(0)).toBe('other.w');
    expect(classesOf('*.other.invalid').witness(0)).toBe('other.invalid');
    expect(classesOf('*.invalid', 'w', '*.ww').witness(0)).toBe('other.www');
    expect(classesOf('x.other.invalid').witness(0)).toBe('other.invalid');
    expect(classesOf('invalid').witness(0)).toBe('other.invalid');
    expect(classesOf('other.invalid.test').witness(0)).toBe('other.invalid');
  });

  test('a function has its shortest form, sorted, whatever patterns it came from', () => {
    const few = classesOf('a.test', '*.a.test', 'b.test');
    expect(few.reduce((index) => index)).toEqual([
      ['', 0],
      ['*.a.test', 2],
      ['a.test', 1],
      ['b.test', 3],
    ]);
    expect(few.reduce((index) => (index === 3 ? 1 : 0))).toEqual([
      ['', 0],
      ['b.test', 1],
    ]);
    const nested = classesOf('*.a.test', 'x.a.test', '*.x.a.test');
    expect(nested.reduce((index) => (index === 0 ? 0 : 1))).toEqual([
      ['', 0],
      ['*.a.test', 1],
    ]);
    expect(nested.reduce((index) => (index === 2 ? 0 : 1))).toEqual([
      ['', 1],
      ['x.a.test', 0],
    ]);
    expect(nested.reduce((index) => (index === 1 ? 7 : 1))).toEqual([
      ['', 1],
      ['*.a.test', 7],
      ['*.x.a.test', 1],
      ['x.a.test', 1],
    ]);
  });

  const label = fc.constantFrom('a', 'b', 'w', 'invalid', 'other');
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
  const anyPattern = fc.tuple(host, fc.boolean()).map(([name, below]) => pattern(below ? `*.${name}` : name));

  test('two hosts are in one class exactly when the same patterns hold them, and every pattern is an interval', () => {
    fc.assert(
      fc.property(
        fc.array(anyPattern, { maxLength: 6 }),
        fc.array(host, { minLength: 8, maxLength: 8 }),
        (patterns, hosts) => {
          const classes = new HostClasses(patterns);
          const said = (one: string): string =>
            patterns.map((each) => Number(hostMatches(each, one))).join('');
          expect(classes.classOf('')).toBe(0);
          for (let index = 0; index < classes.count; index++)
            expect(classes.classOf(classes.witness(index))).toBe(index);
          for (const one of hosts) {
            expect(said(classes.witness(classes.classOf(one)))).toBe(said(one));
            for (const each of patterns) {
              const [from, to] = classes.interval(each);
              const own = classes.classOf(one);
              expect(from <= own && own < to).toBe(hostMatches(each, one));
            }
          }
        },
      ),
    );
  });
});
