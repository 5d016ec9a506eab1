// The preset for shopping against every control that says it pays. INVARIANT: no control whose purpose is payment goes without a question,
// whatever its role, whoever acts and wherever it leads; only a field is clicked into unasked, and what is typed pays nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formPurposes } from '#gateway/boundary/weighing/form-purpose.ts';
import { readPolicy } from '#gateway/settings/policy-source.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import { ELEMENT_ROLES } from '#policy/language/vocabulary.ts';
import { canonicalName } from '#policy/requests/names.ts';
import { request, TODAY } from './policy-arbitraries.ts';

/** As shops label what pays. */
const LABELS = [
  'Pay now',
  'Pay $12.00',
  'Pay with card',
  'PayPal',
  'Buy Now',
  'Buy with one tap',
  'Complete purchase',
  'Place your order',
  'Confirm order',
  'Submit Order',
  'Proceed to checkout',
  'Check out',
  'Slide to pay',
  'Subscribe for €5 a month',
  'Donate',
  'Zahlungspflichtig bestellen',
  'Jetzt kaufen',
  'Payer maintenant',
  'Passer la commande — commander',
  'Comprar ahora',
  'Paga ora',
  'Nu betalen',
] as const;
const USED = ['CHECK', 'CLICK', 'DRAG', 'PRESS', 'SELECT'] as const;
/** What a control does that sends no form: a form is decided on by what it is for. */
const DOES = ['EXECUTE_JAVASCRIPT', 'NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'] as const;
const WRITTEN_INTO: readonly string[] = ['searchbox', 'spinbutton', 'textbox'];
const SHOPPING = (() => {
  const read = readPolicy(['shopping'], TODAY);
  if (!read.ok) throw new Error(read.error[0]?.message);
  return read.value;
})();

test('whatever says that it pays is asked about, in any role and by any act that uses it', () => {
  fc.assert(
    fc.property(
      request,
      fc.constantFrom(...LABELS),
      fc.constantFrom(...ELEMENT_ROLES),
      fc.constantFrom(...USED),
      fc.constantFrom(...DOES),
      (facts, label, elementRole, action, capability) => {
        if (action === 'CLICK' && WRITTEN_INTO.includes(elementRole)) return;
        const control = {
          ...facts,
          capability,
          action,
          elementRole,
          elementName: canonicalName(label),
        } as const;
        expect(SHOPPING.decide(control).decision).not.toBe('ALLOW');
      },
    ),
    { numRuns: 3_000 },
  );
});

test('a choice that says so is asked about, whatever its list is called', () => {
  fc.assert(
    fc.property(request, fc.constantFrom(...LABELS), (facts, label) => {
      const chosen = {
        ...facts,
        capability: 'EXECUTE_JAVASCRIPT',
        action: 'SELECT',
        value: canonicalName(label),
      } as const;
      expect(SHOPPING.decide(chosen).decision).not.toBe('ALLOW');
    }),
    { numRuns: 500 },
  );
});

test.each(LABELS)('a form that is sent by `%s` is one that pays', (label) => {
  const submits = {
    url: 'https://shop.test/',
    method: 'POST',
    credentials: false,
    newTab: false,
    fieldNames: [],
  } as const;
  const found = formPurposes({ ...NO_EFFECT, submits }, label);
  expect(found.map(({ purpose }) => purpose)).toContain('PAYMENT');
});
