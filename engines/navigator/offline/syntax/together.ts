// What several clauses say of one act, and a place that was said apart from its act, put where it belongs. Pure.
// INVARIANT: words are moved, none is left out.

/** What several clauses say of one act: a log-in and its words, all boxes and those left out. */
export function together(orders: readonly string[]): readonly string[] | null {
  const valueOf = (field: RegExp): string | null =>
    orders.flatMap(
      (order) =>
        field
          .exec(order)
          ?.slice(1)
          .find((one) => one !== undefined) ?? [],
    )[0] ?? null;
  const user = valueOf(
    /^(?:set the (?:username|user name|user) to (.+)|enter (.+) as the (?:username|user name|user))$/u,
  );
  const password = valueOf(/^(?:set the password to (.+)|enter (.+) as the password)$/u);
  if (user !== null && password !== null && orders.includes('log in')) {
    const rest = orders.filter(
      (order) =>
        order !== 'log in' &&
        !/^(?:set the (?:username|user name|user|password) to|enter .+ as the (?:username|user name|user|password)$)/u.test(
          order,
        ),
    );
    return [`enter ${user} as the username`, `enter ${password} as the password`, 'press log in', ...rest];
  }
  const left = orders.flatMap((order) => /^untick (.+)$/u.exec(order)?.[1] ?? []);
  const rest = orders.findIndex(
    (order) =>
      /^tick (?:the rest|the others|all the rest|all the others|every other box)$/.test(order) ||
      order === 'tick all boxes',
  );
  const [only] = left;
  if (rest >= 0 && only !== undefined && left.length === 1)
    return orders.flatMap((order, at) =>
      at === rest ? [`tick all boxes except ${only}`] : order === `untick ${only}` ? [] : [order],
    );
  return orders;
}

/** The place where it belongs in the order. */
export function placed(head: string, by: string, given: string): string {
  const where = given.replace(/^(?:the )?(?:user|person|product|item|entry) (?=[@\p{Lu}\uE000])/u, '');
  if (by === 'by')
    return head === 'sort it' ? `sort the table by ${where}` : `not understood: ${head} by ${where}`;
  if (by === 'except')
    return `${head === 'tick all boxes' ? head : `not understood: ${head}`} except ${where}`;
  const set = /^set (.+?) to (.+)$/u.exec(head);
  if (set !== null) return `set ${set[1] ?? ''} ${by === 'for' ? 'of' : 'in'} ${where} to ${set[2] ?? ''}`;
  if (/^enter .+ (?:as|into) the /u.test(head) && /^(?:in|under|for)$/.test(by))
    return `${head} in ${/^(?:\uE000|\p{Lu})/u.test(where) ? `the section ${where}` : where}`;
  return `${head} ${by} ${where}`;
}
