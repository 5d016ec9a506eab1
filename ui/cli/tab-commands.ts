// The table of `ghost tab …`: acts in a tab of the running gateway. Each names one action type; none goes round the boundary.
import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import type { TabAction } from '#gateway/protocol/tabs.ts';

type Storage = Extract<TabAction, { type: 'STORAGE_READ' }>['storage'];

const STORAGES: Readonly<Record<string, Storage>> = {
  local: 'LOCAL_STORAGE',
  session: 'SESSION_STORAGE',
  'indexed-db': 'INDEXED_DB',
  cache: 'CACHE_API',
  'service-worker': 'SERVICE_WORKER',
};

function storageOf(text: string): Storage {
  const found = Object.hasOwn(STORAGES, text) ? STORAGES[text] : undefined;
  if (found === undefined) throw new InvalidArgumentError(`one of ${Object.keys(STORAGES).join(', ')}`);
  return found;
}

const seconds = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('a whole number is needed');
  return value;
};

const budgetOf = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 400) throw new InvalidArgumentError('at least 400');
  return value;
};

/** Options that every act has. */
const acting = (command: Command): Command =>
  common(command).addOption(new Option('--tab <id>', 'which tab; default: the only one that is open'));
const common = (command: Command): Command =>
  command
    .addOption(new Option('--json', 'JSON on stdout'))
    .addOption(
      new Option('--data-dir <directory>', 'audit log, settings and runtime files below this directory'),
    );

export function addTabCommands(program: Command): void {
  const tab = program
    .command('tab')
    .description('tabs of your own in the running gateway, behind its policy');
  const run = async () => import('./tab.ts');
  common(tab.command('open [url]').description('open a tab, and go there')).action(
    async (url: string | undefined, flags) => (await run()).open(url, flags),
  );
  common(tab.command('list').description('open tabs')).action(async (flags) => (await run()).list(flags));
  common(tab.command('close <id>').description('end a tab and remove its profile')).action(
    async (id: string, flags) => (await run()).close(id, flags),
  );
  acting(tab.command('go <url>').description('go to an address')).action(async (url: string, flags) =>
    (await run()).act({ type: 'NAVIGATE', url }, flags),
  );
  acting(tab.command('snapshot').description('the page as text, with the refs that acts name'))
    .addOption(new Option('--budget <characters>', 'at most so long; default 8000').argParser(budgetOf))
    .option('--expand <ref>', 'a fold of the last snapshot, by what it says to open')
    .addOption(
      new Option(
        '--since <generation>',
        'what changed since that snapshot, where that can be said',
      ).argParser(seconds),
    )
    .option('--tree', 'every node; with --json, as data')
    .action(async (flags) =>
      flags.tree === true
        ? (await run()).act({ type: 'SNAPSHOT' }, flags)
        : (await run()).snapshot({ budget: flags.budget, from: flags.expand, since: flags.since }, flags),
    );
  acting(tab.command('click <ref>').description('click an element')).action(async (ref: string, flags) =>
    (await run()).act({ type: 'CLICK', ref }, flags),
  );
  acting(
    tab.command('upload <ref> <files...>').description('give files of one folder to a file input'),
  ).action(async (ref: string, paths: string[], flags) => (await run()).upload(ref, paths, flags));
  acting(
    tab.command('download <url>').description('bring the file at an address into the folder of the settings'),
  ).action(async (url: string, flags) => (await run()).act({ type: 'DOWNLOAD', url }, flags));
  acting(tab.command('downloads').description('files that the tab brought')).action(async (flags) =>
    (await run()).downloads(flags),
  );

  const storage = tab.command('storage').description('what a site keeps, each type by the storage matrix');
  const TYPE = `one of ${Object.keys(STORAGES).join(', ')}`;
  const origin = () => new Option('--origin <origin>', 'whose; default: the document’s');
  const at = ({ origin: whose }: { origin?: string }) => (whose === undefined ? {} : { origin: whose });
  acting(storage.command('list').argument('<type>', TYPE, storageOf).description('everything of a type'))
    .addOption(origin())
    .action(async (type: Storage, flags) =>
      (await run()).act({ type: 'STORAGE_READ', storage: type, ...at(flags) }, flags),
    );
  acting(
    storage.command('get').argument('<type>', TYPE, storageOf).argument('<key>').description('one value'),
  )
    .addOption(origin())
    .action(async (type: Storage, key: string, flags) =>
      (await run()).act({ type: 'STORAGE_READ', storage: type, key, ...at(flags) }, flags),
    );
  acting(
    storage
      .command('set')
      .argument('<type>', TYPE, storageOf)
      .argument('<key>')
      .argument('<value>')
      .description('write one value'),
  )
    .addOption(origin())
    .action(async (type: Storage, key: string, value: string, flags) => {
      if (type === 'SERVICE_WORKER') throw new InvalidArgumentError('a service worker is not written');
      await (await run()).act({ type: 'STORAGE_WRITE', storage: type, key, value, ...at(flags) }, flags);
    });
  acting(
    storage
      .command('remove')
      .argument('<type>', TYPE, storageOf)
      .argument('<key>')
      .description('remove one value'),
  )
    .addOption(origin())
    .action(async (type: Storage, key: string, flags) =>
      (await run()).act({ type: 'STORAGE_CLEAR', storage: type, key, ...at(flags) }, flags),
    );
  acting(storage.command('clear').argument('<type>', TYPE, storageOf).description('remove all of a type'))
    .addOption(origin())
    .action(async (type: Storage, flags) =>
      (await run()).act({ type: 'STORAGE_CLEAR', storage: type, ...at(flags) }, flags),
    );

  const cookies = tab.command('cookies').description('cookies of the site that the tab shows');
  acting(cookies.command('list').description('those that a request would carry'))
    .option('--url <url>', 'a request for this; default: the document')
    .action(async (flags) =>
      (await run()).act(
        { type: 'COOKIE_READ', ...(flags.url === undefined ? {} : { url: flags.url }) },
        flags,
      ),
    );
  acting(cookies.command('set <name> <value>').description('of the document’s own host'))
    .option('--path <path>')
    .option('--secure')
    .option('--http-only')
    .addOption(new Option('--same-site <value>').choices(['Strict', 'Lax', 'None']))
    .addOption(new Option('--expires <seconds>', 'seconds since 1970').argParser(seconds))
    .action(async (name: string, value: string, flags) => {
      const { path, secure, httpOnly, sameSite, expires } = flags;
      const given = Object.entries({ path, secure, httpOnly, sameSite, expires });
      const cookie = { name, value, ...Object.fromEntries(given.filter(([, one]) => one !== undefined)) };
      await (await run()).act({ type: 'COOKIE_WRITE', cookie }, flags);
    });
  acting(cookies.command('clear [name]').description('one, or all of the document’s')).action(
    async (name: string | undefined, flags) =>
      (await run()).act({ type: 'COOKIE_CLEAR', ...(name === undefined ? {} : { name }) }, flags),
  );
}
