// The gateway's process under its supervisor: a real child over a real pipe, killed in each of its states.
import { afterEach, expect, test } from 'vitest';
import type { Result } from '#policy/language/failure.ts';
import { ok } from '#policy/language/failure.ts';
import type { SHELL_SIDE } from '#gateway/protocol/desktop/shell-side.ts';
import type { Handlers } from '#gateway/protocol/desktop/channel.ts';
import { Supervisor, type GatewayState } from '#ui/desktop/process/supervisor.ts';
import { environmentFor } from '#ui/desktop/process/utility-process.ts';
import { startChild, STATES, type ChildGateway } from '#test/fixtures/electron/child-gateway.ts';

const PATIENT = { timeout: 60_000 };
const open: Supervisor[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

type Kept = {
  supervisor: Supervisor;
  states: GatewayState[];
  children: ChildGateway[];
  refused: string[];
  asked: string[];
};

/** One child after the other, each in the state of its turn; the last one again and again. */
function supervised(turns: readonly string[], answers: Partial<Handlers<typeof SHELL_SIDE>> = {}): Kept {
  const states: GatewayState[] = [];
  const children: ChildGateway[] = [];
  const refused: string[] = [];
  const asked: string[] = [];
  const supervisor = new Supervisor({
    start: () => {
      const child = startChild(STATES, [turns[Math.min(children.length, turns.length - 1)] ?? 'READY']);
      children.push(child);
      return child;
    },
    handlers: {
      readCookies: async ({ domain }) => {
        asked.push(domain);
        return ok([]);
      },
      seal: async () => ok({ sealed: null }),
      unseal: async () => ok({ text: null }),
      ...answers,
    },
    onState: (state) => states.push(state),
    listen: () => undefined,
    onRefused: (why) => refused.push(why),
    now: () => performance.now(),
  });
  open.push(supervisor);
  supervisor.begin();
  return { supervisor, states, children, refused, asked };
}
const kinds = ({ states }: Kept): string[] => states.map(({ kind }) => kind);
const reach = (kept: Kept, kind: GatewayState['kind']) =>
  expect.poll(() => kept.supervisor.state.kind, PATIENT).toBe(kind);
const again = (kept: Kept, count: number) => expect.poll(() => kept.children.length, PATIENT).toBe(count);

test('killed while it starts: it is begun anew, and serves', async () => {
  const kept = supervised(['STARTING', 'READY']);
  await expect.poll(() => kept.children[0]?.child.connected, PATIENT).toBe(true);
  kept.children[0]?.kill();
  await reach(kept, 'WAITING');
  expect(kept.supervisor.channel).toBeNull();
  await reach(kept, 'READY');
  expect(kinds(kept)).toEqual(['STARTING', 'WAITING', 'STARTING', 'READY']);
});

test('killed while it serves and nobody waits: it is begun anew', async () => {
  const kept = supervised(['READY']);
  await reach(kept, 'READY');
  kept.children[0]?.kill();
  await again(kept, 2);
  await reach(kept, 'READY');
});

test('killed while the shell waits for an answer: whoever waits gets a failure, and nothing is let through', async () => {
  const kept = supervised(['ASKED', 'READY']);
  await reach(kept, 'READY');
  const waiting: Promise<Result<unknown>>[] = [1, 2, 3].map(
    () =>
      kept.supervisor.channel?.call('decide', {
        tab: 't',
        documentUrl: 'about:blank',
        byPerson: false,
        act: { kind: 'OPEN_WINDOW', url: 'https://a.example/' },
      }) ?? Promise.reject(new Error('no channel')),
  );
  // They are on their way once a later call is answered.
  await kept.supervisor.channel?.call('stop', { taskId: null });
  kept.children[0]?.kill();
  for (const result of await Promise.all(waiting))
    expect(result).toMatchObject({ ok: false, error: { code: 'desktop.gone' } });
  await again(kept, 2);
});

test('killed while it waits for the shell: what the shell was doing for it is given up', async () => {
  let given: AbortSignal | null = null;
  const kept = supervised(['ASKING', 'READY'], {
    readCookies: (_params, signal) => {
      given = signal;
      return new Promise(() => undefined);
    },
  });
  await expect.poll(() => given, PATIENT).not.toBeNull();
  kept.children[0]?.kill();
  await expect.poll(() => given?.aborted, PATIENT).toBe(true);
  await again(kept, 2);
});

test('killed while it closes: closing ends, and nothing is begun anew', async () => {
  const kept = supervised(['CLOSING']);
  await reach(kept, 'READY');
  const closing = kept.supervisor.close();
  kept.children[0]?.kill();
  await closing;
  expect(kept.supervisor.state).toEqual({ kind: 'CLOSED' });
  expect(kept.children).toHaveLength(1);
  kept.supervisor.begin();
  expect(kept.children).toHaveLength(1);
});

test('one that is asked to close closes by itself', async () => {
  const kept = supervised(['READY']);
  await reach(kept, 'READY');
  await kept.supervisor.close();
  expect(await kept.children[0]?.gone).toEqual([0, null]);
});

test('killed while it waits to be begun anew there is none to kill: begun by the person it begins at once', async () => {
  const kept = supervised(['SHORT', 'READY']);
  await reach(kept, 'WAITING');
  kept.supervisor.begin();
  await reach(kept, 'READY');
  expect(kept.children).toHaveLength(2);
});

test('one that says why it cannot begin stays down until the person begins it', async () => {
  const kept = supervised(['FAILING', 'READY']);
  await reach(kept, 'FAILED');
  expect(kept.supervisor.state).toMatchObject({
    error: { code: 'config.unknown-key', help: 'see docs/settings.md' },
  });
  await kept.children[0]?.gone;
  expect(kept.children).toHaveLength(1);
  kept.supervisor.begin();
  await reach(kept, 'READY');
});

test('one that ends again and again is begun later each time', async () => {
  const kept = supervised(['SHORT']);
  await expect.poll(() => kept.states.filter(({ kind }) => kind === 'WAITING').length, PATIENT).toBe(3);
  const waits = kept.states.flatMap((state) => (state.kind === 'WAITING' ? [state.waitMs] : []));
  expect(waits).toEqual([500, 1_000, 2_000]);
});

test('news of another form is not believed: it does not serve', async () => {
  const kept = supervised(['BAD']);
  await expect.poll(() => kept.refused, PATIENT).toEqual(['news of no known form']);
  expect(kept.supervisor.state.kind).toBe('STARTING');
});

test('the process is handed what the gateway reads of the environment, and nothing else', () => {
  const given = {
    PATH: '/bin',
    HOME: '/home/me',
    XDG_DATA_HOME: '/x',
    GHOST_DATA_DIR: '/data',
    DBUS_SESSION_BUS_ADDRESS: 'unix:',
    AWS_SECRET_ACCESS_KEY: 's3cret',
    NODE_OPTIONS: '--require /tmp/evil.js',
    ELECTRON_RUN_AS_NODE: '1',
    XDG_SESSION_TOKEN: 's3cret',
  };
  expect(environmentFor(given, '/app/node')).toEqual({
    PATH: '/bin',
    HOME: '/home/me',
    XDG_DATA_HOME: '/x',
    GHOST_DATA_DIR: '/data',
    DBUS_SESSION_BUS_ADDRESS: 'unix:',
    GHOST_NODE: '/app/node',
  });
});
