// A shop: a list with facets, a product with variants, a basket, a checkout in steps.
import { answers, atLast, type Random } from '../../contract.ts';
import { js, page } from '../../html.ts';
import { code, COLOURS, fullName, PLACES, sentence, THINGS } from '../../words.ts';
import { document, notDone, sitePage, type SitePage } from '../site.ts';

const BRANDS = ['Halvor', 'Quell', 'Tarn', 'Oriel'];

/** The page behind a product of the list. */
const leaf = (name: string, dead: boolean): string =>
  page(
    `<h1>${name}</h1><button id="b">Add to cart</button><p role="status" id="o"></p>`,
    dead ? '' : `$('b').onclick=()=>{report({bag:${js(name)}});$('o').textContent='It is in your cart.'}`,
  );
const list = (r: Random, dead = false) => {
  const prices = r.sample(
    Array.from({ length: 80 }, (_, i) => i + 5),
    7,
  );
  const products = r.sample(THINGS, 7).map((thing, i) => ({
    id: i,
    name: `${thing} ${r.pick(['Classic', 'Mini', 'Pro'])}`,
    price: prices[i] ?? 1,
    Brand: r.pick(BRANDS.slice(0, 3)),
    Colour: r.pick(['red', 'green', 'blue']),
  }));
  const pages: Record<string, string> = { '/': document('shop/list', 'Shop', { products, dead }) };
  for (const { id, name } of products) pages[`/p/${id}`] = leaf(name, dead);
  return { products, want: r.pick(products), pages };
};

const product = (r: Random) => {
  const colours = r.sample(Object.entries(COLOURS), 4).map(([name, hex]) => ({ name, hex }));
  const out = r.pick(['S', 'M', 'L', 'XL']);
  const sizes = ['S', 'M', 'L', 'XL'].map((name) => ({ name, out: name === out }));
  const name = `${r.pick(THINGS)} jumper`;
  const care = `Wash at ${r.pick(['30', '40', '60'])} degrees, ${sentence(r, 4).toLowerCase()}`;
  const data = { name, colours, sizes, care, price: r.int(20, 90) };
  return {
    ...data,
    out,
    size: r.pick(sizes.filter((s) => !s.out)).name,
    colour: r.pick(colours).name,
    pages: { '/': document('shop/product', name, data) },
  };
};

const cart = (r: Random) => {
  const items = r.sample(THINGS, 3).map((name) => ({ name, price: r.int(3, 60), qty: r.int(1, 3) }));
  const coupon = code(r, 6).toUpperCase();
  return {
    items,
    coupon,
    want: r.pick(items),
    pages: { '/': document('shop/cart', 'Basket', { items, coupon }) },
  };
};
const left = (items: readonly { name: string; qty: number }[]): string =>
  items.map(({ name, qty }) => `${name}${qty}`).join();

const METHODS = ['Standard', 'Express', 'Pick-up point'];
const checkout = (r: Random) => ({
  name: fullName(r),
  street: `${r.pick(PLACES)} Road ${r.int(1, 99)}`,
  zip: String(r.int(10_000, 99_999)),
  ship: r.pick(METHODS.slice(1)),
  pages: { '/': document('shop/checkout', 'Checkout', { methods: METHODS }) },
});

export const SHOP: readonly SitePage[] = [
  sitePage('shop', 'list with facets', {
    'filter by brand': (r) => {
      const { products, want, pages } = list(r);
      return {
        intent: `show only products of the brand ${want.Brand}`,
        pages,
        check: atLast({
          filter: want.Brand,
          left: String(products.filter((p) => p.Brand === want.Brand).length),
        }),
      };
    },
    'sort by price': (r) => {
      const up = r.chance(0.5);
      return {
        intent: `sort the products by price, ${up ? 'cheapest' : 'most expensive'} first`,
        pages: list(r).pages,
        check: atLast({ sort: up ? 'up' : 'down' }),
      };
    },
    'cart icon': (r) => {
      const { want, pages } = list(r);
      return {
        intent: r.pick([`add ${want.name} to the cart`, `put the ${want.name} into my cart`]),
        pages,
        check: atLast({ bag: want.name }),
      };
    },
    'dead cart icon': (r) => {
      const { want, pages } = list(r, true);
      return notDone(`add ${want.name} to the cart`, pages);
    },
    'brand that is not sold': (r) =>
      notDone(`show only products of the brand ${BRANDS[3] ?? ''}`, list(r).pages),
  }),
  sitePage('shop', 'product with variants', {
    'size, colour, quantity': (r) => {
      const { size, colour, pages } = product(r);
      const quantity = String(r.int(2, 4));
      return {
        intent: `choose the colour ${colour} and size ${size}, set the quantity to ${quantity} and add it to the cart`,
        pages,
        check: atLast({ colour, size, quantity }),
      };
    },
    'size alone': (r) => {
      const { size, colours, pages } = product(r);
      return {
        intent: `add size ${size} to the cart`,
        pages,
        check: atLast({ size, colour: colours[0]?.name ?? '', quantity: '1' }),
      };
    },
    'care instructions': (r) => {
      const { care, pages } = product(r);
      return {
        intent: 'what does it say under care and materials?',
        pages,
        check: ({ answer }) => answer?.includes(care.slice(0, 18)) === true,
      };
    },
    'size that is sold out': (r) => {
      const { out, pages } = product(r);
      return notDone(`add size ${out} to the cart`, pages);
    },
  }),
  sitePage('shop', 'basket', {
    'change a quantity': (r) => {
      const { items, want, pages } = cart(r);
      const qty = r.int(4, 9);
      return {
        intent: `change the quantity of ${want.name} to ${qty} and update the basket`,
        pages,
        check: atLast({ left: left(items.map((i) => (i === want ? { ...i, qty } : i))) }),
      };
    },
    'remove by the cross': (r) => {
      const { items, want, pages } = cart(r);
      return {
        intent: `remove ${want.name} from the basket`,
        pages,
        check: atLast({ left: left(items.filter((i) => i !== want)) }),
      };
    },
    total: (r) => {
      const { items, pages } = cart(r);
      return {
        intent: 'what is the total of the basket?',
        pages,
        check: answers(String(items.reduce((sum, i) => sum + i.price * i.qty, 0))),
      };
    },
    coupon: (r) => {
      const { coupon, pages } = cart(r);
      return { intent: `apply the coupon ${coupon}`, pages, check: atLast({ coupon }) };
    },
    'coupon that is refused': (r) => notDone(`apply the coupon "${code(r, 5)}x"`, cart(r).pages),
  }),
  sitePage('shop', 'checkout in steps', {
    whole: (r) => {
      const { name, street, zip, ship, pages } = checkout(r);
      return {
        intent: `fill in the checkout with full name "${name}", street "${street}" and postcode ${zip}, choose ${ship} shipping, agree to the terms and order without payment`,
        pages,
        check: atLast({ name, street, zip, ship }),
      };
    },
    'step by step': (r) => {
      const { name, street, zip, pages } = checkout(r);
      return {
        intent: `enter "${name}" as the full name, "${street}" as the street and number and ${zip} as the postcode, press Continue, press Continue again, tick I agree to the terms and press Order without payment`,
        pages,
        check: atLast({ name, street, zip, ship: METHODS[0] ?? '' }),
      };
    },
    'bad postcode': (r) => {
      const { name, street, pages } = checkout(r);
      return notDone(
        `enter "${name}" as the full name, "${street}" as the street and "12a" as the postcode, press Continue and choose Express`,
        pages,
      );
    },
  }),
];
