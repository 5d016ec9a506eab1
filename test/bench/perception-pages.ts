// The pages that perception is measured on: the peers' own three, and two that are large.
const shell = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`;
const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const NAV =
  '<nav aria-label="Main"><a href="/form">Form</a> <a href="/shop">Shop</a> <a href="/table">Table</a></nav>';
const COUNTER =
  '<button id="go" type="button" onclick="document.getElementById(\'n\').textContent=++window.c">Count up</button> <output id="n">0</output><script>window.c=0</script>';
const mixed = (count: number): string =>
  many(
    count,
    (at) =>
      `<section><h3>Part ${at}</h3><p>Paragraph ${at} of <b>many</b>, see <a href="/p/${at}">link ${at}</a>.</p></section>`,
  );

/** The nodes of `mixed` parts: section, h3, text, p, text, b, text, text, a, text, text. */
export const PAGES: Readonly<Record<string, string>> = {
  form: shell(
    'Form',
    `${NAV}<main><h1>Contact</h1>${COUNTER}<form onsubmit="return false"><label>Name <input name="name"></label><label>Email <input name="email" type="email"></label><label>Topic <select name="topic"><option>Sales</option><option>Support</option><option>Other</option></select></label><label><input type="checkbox" name="news"> Newsletter</label><label>Message <textarea name="msg"></textarea></label><button type="submit">Send</button></form></main>`,
  ),
  cards: shell(
    'Shop',
    `${NAV}<main><h1>Products</h1>${COUNTER}<ul>${many(300, (at) => `<li><article><h2><a href="/p/${at}">Product ${at}</a></h2><p>Description of product ${at}, colour ${['red', 'green', 'blue'][at % 3] ?? ''}.</p><span>$${(at * 7) % 500}.99</span> <button type="button">Add product ${at} to cart</button> <a href="/p/${at}/reviews">${(at * 13) % 200} reviews</a></article></li>`)}</ul></main>`,
  ),
  table: shell(
    'Table',
    `${NAV}<main><h1>Orders</h1>${COUNTER}<table><thead><tr><th>ID</th><th>Customer</th><th>City</th><th>Total</th><th>Status</th></tr></thead><tbody>${many(2000, (at) => `<tr><td>${at}</td><td>Customer ${at}</td><td>City ${at % 97}</td><td>${(at * 37) % 1000}</td><td>${['new', 'paid', 'sent'][at % 3] ?? ''}</td></tr>`)}</tbody></table></main>`,
  ),
  '10,000 nodes': shell('Ten', mixed(910)),
  '50,000 nodes': shell('Fifty', mixed(4545)),
};

/** Looked at by ourselves alone: what matters is that nothing else waits for it. */
export const HUGE = shell('Hundred', mixed(9091));
