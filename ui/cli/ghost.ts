#!/usr/bin/env node
// The `ghost` command: asks for the Node that it needs, and loads the rest through a cache of compiled modules.
import { keepCompiled } from '#gateway/client/compiled.ts';
import { EXIT } from './exit-codes.ts';
import { tell } from './output.ts';

if (Number(process.versions.node.split('.')[0]) < 24) {
  tell(
    `Ghost Browser needs Node 24, this is ${process.version}\n  help: run it as \`npm run -s ghost -- …\`: npm uses the Node that the project brings`,
  );
  process.exit(EXIT.usage);
}

keepCompiled();
await import('./program.ts');
