// What a site keeps in the browser, read and changed.
import type { BrowserAction } from '#policy/acts/actions.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { acted, outcomeOf } from '#gateway/surfaces/commands/call/acting.ts';
import { answer } from '#gateway/surfaces/commands/call/call.ts';
import type { Call } from '#gateway/surfaces/commands/call/call.ts';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { STORAGE } from '#gateway/protocol/commands/rows/storage.ts';

const TYPES = {
  local: 'LOCAL_STORAGE',
  session: 'SESSION_STORAGE',
  'indexed-db': 'INDEXED_DB',
  cache: 'CACHE_API',
  'service-worker': 'SERVICE_WORKER',
} as const;
type TypeName = keyof typeof TYPES;

const at = ({ type = 'local', origin }: { readonly type?: TypeName; readonly origin?: string }) => ({
  storage: TYPES[type],
  ...(origin === undefined ? {} : { origin }),
});

async function stored(call: Call, target: string | undefined, action: BrowserAction) {
  const read = await outcomeOf(call, target, action, 'STORED');
  return read.ok ? ok(read.value.outcome) : read;
}

async function change(
  call: Call,
  target: string | undefined,
  action: BrowserAction,
  message: string,
): Promise<Result<CommandAnswer>> {
  const open = call.tab(target);
  return open.ok ? acted(call, open.value, action, message) : open;
}

export const storage = {
  'storage get': handler(STORAGE['storage get'], async (call, { key, target, ...where }) => {
    const read = await stored(call, target, { type: 'STORAGE_READ', key, ...at(where) });
    return read.ok ? answer({ key, value: read.value.entries[0]?.value ?? null }) : read;
  }),
  'storage set': handler(STORAGE['storage set'], (call, { key, value, target, ...where }) => {
    const { storage: of, ...rest } = at(where);
    if (of === 'SERVICE_WORKER') {
      return fail('command.bad-params', 'a service worker is not written', {
        help: '`storage remove` and `storage clear` end one',
      });
    }
    return change(call, target, { type: 'STORAGE_WRITE', storage: of, ...rest, key, value }, `Set ${key}`);
  }),
  'storage keys': handler(STORAGE['storage keys'], async (call, { target, ...where }) => {
    const read = await stored(call, target, { type: 'STORAGE_READ', ...at(where) });
    return read.ok
      ? answer({ keys: read.value.entries.map(({ key }) => key), complete: read.value.complete })
      : read;
  }),
  'storage dump': handler(STORAGE['storage dump'], async (call, { target, ...where }) => {
    const read = await stored(call, target, { type: 'STORAGE_READ', ...at(where) });
    if (!read.ok) return read;
    const entries = Object.fromEntries(read.value.entries.map(({ key, value }) => [key, value]));
    return answer({ entries, complete: read.value.complete });
  }),
  'storage remove': handler(STORAGE['storage remove'], (call, { key, target, ...where }) =>
    change(call, target, { type: 'STORAGE_CLEAR', key, ...at(where) }, `Removed ${key}`),
  ),
  'storage clear': handler(STORAGE['storage clear'], (call, { target, ...where }) =>
    change(call, target, { type: 'STORAGE_CLEAR', ...at(where) }, 'Removed everything'),
  ),
};
