// Cookies of the page's own host.
import { fail } from '#policy/language/failure.ts';
import { COOKIE_TO_WRITE } from '#gateway/protocol/commands/row/cookie.ts';
import { acted, outcomeOf } from '#gateway/surfaces/commands/call/acting.ts';
import { answer } from '#gateway/surfaces/commands/call/call.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { parseJson } from '#gateway/surfaces/commands/call/json.ts';
import { COOKIES } from '#gateway/protocol/commands/rows/cookies.ts';

export const cookies = {
  cookies: handler(COOKIES.cookies, async (call, { url, target }) => {
    const action = { type: 'COOKIE_READ', ...(url === undefined ? {} : { url }) } as const;
    const read = await outcomeOf(call, target, action, 'STORED');
    if (!read.ok) return read;
    const { entries, complete } = read.value.outcome;
    return answer({ cookies: entries.map(({ key, value }) => ({ name: key, value })), complete });
  }),
  'set-cookie': handler(COOKIES['set-cookie'], async (call, { cookie, target }) => {
    const open = call.tab(target);
    if (!open.ok) return open;
    const parsed = COOKIE_TO_WRITE.safeParse(parseJson(cookie));
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return fail(
        'command.bad-params',
        `the cookie, ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is no JSON'}`,
        {
          help: `as in ${COOKIES['set-cookie'].examples.join()}`,
        },
      );
    }
    return acted(
      call,
      open.value,
      { type: 'COOKIE_WRITE', cookie: parsed.data },
      `Set the cookie ${parsed.data.name}`,
    );
  }),
  'clear-cookies': handler(COOKIES['clear-cookies'], async (call, { name, target }) => {
    const open = call.tab(target);
    if (!open.ok) return open;
    const action = { type: 'COOKIE_CLEAR', ...(name === undefined ? {} : { name }) } as const;
    return acted(
      call,
      open.value,
      action,
      name === undefined ? 'Removed the cookies' : `Removed the cookie ${name}`,
    );
  }),
};
