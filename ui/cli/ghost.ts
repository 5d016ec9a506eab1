#!/usr/bin/env node
// The `ghost` command: a browser command goes to the gateway as it is, anything else to the program. Asks for the Node that it
// needs, and loads through a cache of compiled modules.
import { keepCompiled } from '#gateway/client/compiled.ts';
import { COMMAND_WORDS } from '#gateway/protocol/commands/words.ts';
import { EXIT } from './exit-codes.ts';
import { tell } from './output.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  tell(
    `Ghost Browser needs Node 24, this is ${process.version}\n  help: run it as \`npm run -s ghost -- …\`: npm uses the Node that the project brings`,
  );
  process.exit(EXIT.usage);
}

keepCompiled();
const [first = ''] = process.argv.slice(2);
if (COMMAND_WORDS.includes(first)) await (await import('./thin.ts')).runThin(process.argv.slice(2));
else await import('./program.ts');
