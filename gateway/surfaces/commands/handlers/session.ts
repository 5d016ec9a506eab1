// Sessions that were saved of a site, and handing them out.
import { gatesFor } from '#policy/acts/act-rows.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { SessionView } from '#gateway/vault/contract.ts';
import { tried } from '#gateway/surfaces/commands/call/acting.ts';
import { answer, pageOf } from '#gateway/surfaces/commands/call/call.ts';
import type { Call, OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { SESSION } from '#gateway/protocol/commands/rows/session.ts';

const kept = ({ name, origin, savedAt, expiresAt, ...counts }: SessionView) => ({
  name,
  origin,
  saved_at: savedAt,
  expires_at: expiresAt,
  cookies: counts.cookies,
  localStorage: counts.localStorage,
  sessionStorage: counts.sessionStorage,
});

async function exchanged(
  call: Call,
  target: string | undefined,
  action: { readonly type: 'SESSION_SAVE' | 'SESSION_LOAD'; readonly name: string },
): Promise<Result<{ readonly view: SessionView | null; readonly open: OpenTab }>> {
  const open = call.tab(target);
  if (!open.ok) return open;
  const done = await tried(call, open.value, action);
  if (!done.ok) return done;
  const sessions = await call.host.sessions.list();
  if (!sessions.ok) return sessions;
  return ok({ view: sessions.value.find(({ name }) => name === action.name) ?? null, open: open.value });
}

export const session = {
  'session save': handler(SESSION['session save'], async (call, { name, target }) => {
    const saved = await exchanged(call, target, { type: 'SESSION_SAVE', name });
    if (!saved.ok) return saved;
    const { view } = saved.value;
    if (view === null) return fail('session.unknown', `\`${name}\` was saved, and is gone already`);
    return answer(kept(view));
  }),
  'session load': handler(SESSION['session load'], async (call, { name, target }) => {
    const loaded = await exchanged(call, target, { type: 'SESSION_LOAD', name });
    if (!loaded.ok) return loaded;
    const { view, open } = loaded.value;
    return answer({
      message: `Loaded ${name}`,
      ...pageOf(open),
      ...(view === null ? {} : { session: kept(view) }),
    });
  }),
  'session list': handler(SESSION['session list'], async ({ host }) => {
    const found = await host.sessions.list();
    return found.ok ? answer({ sessions: found.value.map(kept) }) : found;
  }),
  'session delete': handler(SESSION['session delete'], async ({ host }, { name }) => {
    const gone = await host.sessions.delete(name);
    return gone.ok ? answer({ message: `Deleted ${name}`, name }) : gone;
  }),
  'session export': handler(
    SESSION['session export'],
    async (call, { name, output, includeSecrets = false }) => {
      if (includeSecrets) {
        const leave = await mayRead(call, name);
        if (!leave.ok) return leave;
      }
      const text = await call.host.sessions.export(name, { secrets: includeSecrets });
      if (!text.ok) return text;
      if (output === undefined) return answer({ name, session: JSON.parse(text.value) });
      const written = await call.write(output, text.value);
      return written.ok ? answer({ name, path: written.value }) : written;
    },
  ),
  'session import': handler(SESSION['session import'], async (call, { path, name }) => {
    const text = await call.read(path);
    if (!text.ok) return text;
    const saved = await call.host.sessions.import(text.value, name);
    return saved.ok ? answer({ ...kept(saved.value), replaced: saved.value.replaced }) : saved;
  }),
};

/** Handing out what a session holds is reading that site's cookies and storage. */
async function mayRead(call: Call, name: string): Promise<Result<void>> {
  const sessions = await call.host.sessions.list();
  if (!sessions.ok) return sessions;
  const found = sessions.value.find((one) => one.name === name);
  if (found === undefined) return ok(undefined); // The export says that there is none.
  const taskId = `w-${crypto.randomUUID()}`;
  call.parts.tasks.add(taskId);
  return call.leave({
    taskId,
    action: 'SESSION_LOAD',
    gates: gatesFor({ type: 'SESSION_LOAD', name }, { documentUrl: found.origin, effect: NO_EFFECT }),
    what: 'read the secrets of a saved session',
    url: found.origin,
  });
}
