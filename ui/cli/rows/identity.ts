// `ghost login`, `logout` and `whoami`.
import { flag, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

export const IDENTITY = [
  verb({
    name: 'login',
    title: 'sign in with the model proxy of the settings, in your browser or with a code',
    options: {
      device: flag('with a code that is entered in a browser anywhere; default where there is no screen'),
      browser: { ...flag('in a browser of this machine, also where there is no screen'), excludes: 'device' },
      open: flag('`--no-open`: print the address, and open no browser'),
      json,
      dataDir,
    },
    run: async (flags) => (await import('#ui/cli/commands/identity.ts')).login(flags),
  }),
  verb({
    name: 'logout',
    title: 'sign out: here, at the proxy, and at the issuer',
    options: { json, dataDir },
    run: async (flags) => (await import('#ui/cli/commands/identity.ts')).logout(flags),
  }),
  verb({
    name: 'whoami',
    title: 'who is signed in with the model proxy, and whether it takes them; exit 1 where nobody is',
    options: { json, dataDir },
    run: async (flags) => (await import('#ui/cli/commands/identity.ts')).whoami(flags),
  }),
];
