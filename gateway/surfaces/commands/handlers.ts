// What does each command. INVARIANT: every row of the table has exactly one.
import type { CommandName } from '#gateway/protocol/commands/table.ts';
import type { Handler } from './call/handler.ts';
import { batch } from './handlers/batch.ts';
import { config } from './handlers/config.ts';
import { connection } from './handlers/connection.ts';
import { cookies } from './handlers/cookies.ts';
import { daemon } from './handlers/daemon.ts';
import { data } from './handlers/data.ts';
import { frame } from './handlers/frame.ts';
import { interaction } from './handlers/interaction.ts';
import { navigation } from './handlers/navigation.ts';
import { observe } from './handlers/observe.ts';
import { route } from './handlers/route.ts';
import { session } from './handlers/session.ts';
import { snapshot } from './handlers/snapshot.ts';
import { storage } from './handlers/storage.ts';
import { tabs } from './handlers/tabs.ts';
import { wait } from './handlers/wait.ts';

const ALL = {
  ...connection,
  ...tabs,
  ...navigation,
  ...snapshot,
  ...interaction,
  ...data,
  ...cookies,
  ...batch,
  ...daemon,
  ...observe,
  ...wait,
  ...storage,
  ...session,
  ...route,
  ...frame,
  ...config,
} satisfies Record<CommandName, Handler>;

export const HANDLERS: ReadonlyMap<string, Handler> = new Map(Object.entries(ALL));
