// The shop's basket and checkout. INVARIANT: the basket is in the visitor's cookie alone; nothing is kept between visitors.
import { PRODUCTS, type Product } from '#gateway/client/demo/data/products.ts';
import { euros, html, type PageParts } from '#gateway/client/demo/pages/html.ts';
import {
  htmlResponse,
  seeOther,
  type DemoRequest,
  type DemoResponse,
} from '#gateway/client/demo/pages/serve.ts';

const SHIPPING_CENTS = 490;
const FREE_SHIPPING_FROM_CENTS = 5000;

type Frame = (request: DemoRequest, parts: PageParts) => string;

/** Slug → quantity, from `basket=slug:2.slug:1`. What is not a product is left out. */
export function readBasket(request: DemoRequest): ReadonlyMap<string, number> {
  const basket = new Map<string, number>();
  for (const part of (request.cookies.get('basket') ?? '').split('.')) {
    const [slug = '', quantity = ''] = part.split(':');
    const n = Number.parseInt(quantity, 10);
    if (n > 0 && n < 100 && PRODUCTS.some((entry) => entry.slug === slug)) basket.set(slug, n);
  }
  return basket;
}

const cookie = (basket: ReadonlyMap<string, number>): Record<string, string> => ({
  'set-cookie': `basket=${[...basket].map(([slug, n]) => `${slug}:${n}`).join('.')}; Path=/; SameSite=Lax`,
});

export function handleBasket(request: DemoRequest, frame: Frame): DemoResponse {
  const basket = new Map(readBasket(request));
  const post = request.method === 'POST';
  switch (request.url.pathname) {
    case '/basket/add': {
      const slug = request.form.get('slug') ?? '';
      const found = PRODUCTS.find((entry) => entry.slug === slug);
      if (!post || found === undefined || found.stock === 0) return seeOther('/basket');
      const quantity = Math.min(
        9,
        Math.max(1, Number.parseInt(request.form.get('quantity') ?? '1', 10) || 1),
      );
      basket.set(slug, (basket.get(slug) ?? 0) + quantity);
      return seeOther('/basket', cookie(basket));
    }
    case '/basket/remove':
      if (post) basket.delete(request.form.get('slug') ?? '');
      return seeOther('/basket', cookie(basket));
    case '/checkout':
      return post ? placed(request, frame, basket) : checkout(request, frame, basket);
    default:
      return show(request, frame, basket);
  }
}

type Line = { readonly product: Product; readonly quantity: number };
function linesOf(basket: ReadonlyMap<string, number>): readonly Line[] {
  return PRODUCTS.flatMap((product) => {
    const quantity = basket.get(product.slug);
    return quantity === undefined ? [] : [{ product, quantity }];
  });
}

function totals(lines: readonly Line[]): { goods: number; shipping: number; total: number } {
  const goods = lines.reduce((sum, line) => sum + line.product.price * line.quantity, 0);
  const shipping = goods >= FREE_SHIPPING_FROM_CENTS || goods === 0 ? 0 : SHIPPING_CENTS;
  return { goods, shipping, total: goods + shipping };
}

function show(request: DemoRequest, frame: Frame, basket: ReadonlyMap<string, number>): DemoResponse {
  const lines = linesOf(basket);
  const sum = totals(lines);
  const table = html`<table>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Sum</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          (line) =>
            html`<tr>
              <td><a href="/p/${line.product.slug}">${line.product.name}</a></td>
              <td>${line.quantity}</td>
              <td>${euros(line.product.price)}</td>
              <td>${euros(line.product.price * line.quantity)}</td>
              <td>
                <form method="post" action="/basket/remove">
                  <input type="hidden" name="slug" value="${line.product.slug}" /><button
                    type="submit"
                    aria-label="Remove ${line.product.name}"
                  >
                    Remove
                  </button>
                </form>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
    <h2>Summary</h2>
    <table>
      <tbody>
        <tr>
          <th scope="row">Subtotal</th>
          <td>${euros(sum.goods)}</td>
        </tr>
        <tr>
          <th scope="row">Shipping</th>
          <td>${euros(sum.shipping)}</td>
        </tr>
        <tr>
          <th scope="row">Total</th>
          <td>${euros(sum.total)}</td>
        </tr>
      </tbody>
    </table>
    <p><a class="button" href="/checkout">Go to checkout</a></p>`;
  return htmlResponse(
    frame(request, {
      title: 'Your basket',
      main: html`<h1>Your basket</h1>
        ${lines.length === 0 ? html`<p>Your basket is empty.</p>` : table}`,
    }),
  );
}

function checkout(request: DemoRequest, frame: Frame, basket: ReadonlyMap<string, number>): DemoResponse {
  if (basket.size === 0) return seeOther('/basket');
  return htmlResponse(
    frame(request, {
      title: 'Checkout',
      main: html`<h1>Checkout</h1>
        <p>Total to pay: <strong>${euros(totals(linesOf(basket)).total)}</strong></p>
        <form class="stack" method="post" action="/checkout">
          <label>Full name <input name="name" autocomplete="name" required /></label>
          <label>E-mail <input type="email" name="email" autocomplete="email" required /></label>
          <label
            >Address <textarea name="address" autocomplete="street-address" rows="3" required></textarea>
          </label>
          <label
            >Country
            <select name="country" autocomplete="country-name">
              <option>Germany</option>
              <option>France</option>
              <option>Ireland</option>
              <option>Spain</option>
            </select></label
          >
          <fieldset>
            <legend>Delivery</legend>
            <label class="row"><input type="radio" name="delivery" value="standard" checked /> Standard</label
            ><label class="row"><input type="radio" name="delivery" value="express" /> Express</label>
          </fieldset>
          <label
            >Card number <input name="card" autocomplete="cc-number" inputmode="numeric" required
          /></label>
          <label class="row"
            ><input type="checkbox" name="terms" required /> I accept the terms of sale</label
          >
          <button type="submit">Place order</button>
        </form>`,
    }),
  );
}

function placed(request: DemoRequest, frame: Frame, basket: ReadonlyMap<string, number>): DemoResponse {
  const total = totals(linesOf(basket)).total;
  const name = request.form.get('name') ?? '';
  return {
    ...htmlResponse(
      frame(request, {
        title: 'Thank you',
        main: html`<h1>Thank you, ${name}</h1>
          <p>Your order over ${euros(total)} was placed.</p>
          <dl>
            <dt>Order number</dt>
            <dd>D-20931</dd>
            <dt>Delivery</dt>
            <dd>${request.form.get('delivery') ?? 'standard'}</dd>
          </dl>`,
      }),
    ),
    headers: cookie(new Map()),
  };
}
