// What a program hands a function of its own: looked at text by text and all of it in a row, as the texts of a script are, and in the log
// beside the script.
import { expect, test } from 'vitest';
import { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { contentOf } from '#gateway/boundary/grants/coverage.ts';
import { sendingsOfAct } from '#gateway/boundary/weighing/sendings.ts';
import { scriptEvidence } from '#gateway/boundary/words/evidence.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';

type Evaluate = Extract<BrowserAction, { readonly type: 'EVALUATE' }>;

const call = (list: readonly object[], world: 'ISOLATED' | 'PAGE' = 'ISOLATED'): Evaluate => ({
  type: 'EVALUATE',
  expression: '(...all) => { b = all.join("") }',
  remote: {
    client: 'c1',
    context: 1,
    world,
    byValue: true,
    awaits: false,
    call: { arguments: JSON.stringify(list) },
  },
});
const partsOf = (action: Evaluate) =>
  sendingsOfAct(
    action,
    { document: { id: 'd1', url: 'http://shop.test/', title: '' }, effect: NO_EFFECT, element: null },
    'NAVIGATOR',
    new Provenance('', {}),
  ).flatMap(({ parts }) => parts);

test('a text that is cut over arguments is one, and each of them has a place', () => {
  const parts = partsOf(call([{ value: 'd-208' }, { value: { deep: ['74-kx93'] } }, { value: 7 }]));
  expect(parts).toContainEqual({ place: 'arguments', text: 'd-208deep74-kx937' });
  expect(parts).toContainEqual({ place: 'argument 0', text: 'd-208' });
  expect(parts).toContainEqual({ place: 'argument 2', text: '74-kx93' });
});

test('the log has the digest of the arguments beside that of the script', () => {
  const [one, other] = [call([{ value: 1 }]), call([{ value: 2 }])].map(scriptEvidence);
  expect(one?.['script']).toEqual(other?.['script']);
  expect(one?.['arguments']).not.toEqual(other?.['arguments']);
});

test('no answer for a task covers what runs on an object of the page', () => {
  const text = 'function () { this.click() }';
  const plain = call([{ value: 1 }], 'PAGE');
  expect(contentOf(plain, text)).toBe(contentOf(plain, text));
  const held = call([{ handle: '37' }], 'PAGE');
  expect(contentOf(held, text)).not.toBe(contentOf(held, text));
});
