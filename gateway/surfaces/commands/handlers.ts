// What does each command. INVARIANT: every row of the table has exactly one.
import type { CommandName } from '#gateway/protocol/commands/table.ts';
import { batch } from './handlers/batch.ts';
import { connection, navigation, tabs } from './handlers/connection.ts';
import { cookies, data } from './handlers/data.ts';
import { session, storage } from './handlers/environment.ts';
import { frame } from './handlers/frame.ts';
import type { Handler } from './call/handler.ts';
import { interaction } from './handlers/interaction.ts';
import { observe, wait } from './handlers/observe.ts';
import { route } from './handlers/route.ts';
import { config, daemon } from './handlers/service.ts';
import { snapshot } from './handlers/snapshot.ts';

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
