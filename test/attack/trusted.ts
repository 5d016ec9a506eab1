// Outside a test runner: the browsers that are started from here on trust an authority of ours, as `fixtures/trust.ts` has it.
// INVARIANT: to be called before anything of the product is loaded; it rewrites one file as that is loaded, and no shipped code knows it.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { makeAuthority, type Authority } from '#test/fixtures/certificate.ts';

const PROFILE = new URL('../../executors/browsers/processes/profile.ts', import.meta.url).href;
const TRUST = new URL('../fixtures/trust.ts', import.meta.url).href;
const DECLARED = 'export async function makeProfile(';

export function trustedAuthority(): Authority {
  const authority = makeAuthority();
  const der = authority.der.toString('base64');
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== PROFILE) return loaded;
      const source = readFileSync(new URL(url), 'utf8');
      if (!source.includes(DECLARED)) throw new Error('the place that makes a profile is not found');
      return {
        ...loaded,
        source: `${source.replace(DECLARED, 'async function makeOwnProfile(')}
import { trusting } from ${JSON.stringify(TRUST)};
export const { makeProfile } = trusting({ makeProfile: makeOwnProfile }, { der: Buffer.from('${der}', 'base64') });
`,
      };
    },
  });
  return authority;
}
