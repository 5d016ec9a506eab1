// What does each command. INVARIANT: every row of the table has exactly one.
import type { CommandName } from '#gateway/protocol/commands/table.ts';
import { batch } from './batch.ts';
import { connection, navigation, tabs } from './connection.ts';
import { cookies, data } from './data.ts';
import { session, storage } from './environment.ts';
import { frame } from './frame.ts';
import type { Handler } from './handler.ts';
import { interaction } from './interaction.ts';
import { observe, wait } from './observe.ts';
import { route } from './route.ts';
import { config, daemon } from './service.ts';
import { snapshot } from './snapshot.ts';

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
