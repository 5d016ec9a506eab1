// What `npm run cloud` adds on a developer's machine: an issuer, and a token in a file that only its owner reads. INVARIANT: never on
// Cloud Run or in production, and never where the service listens for others.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DEV_AUDIENCE, startDevIssuer } from './issuer.ts';

const EMAIL = 'developer@localhost.example';
/** Half of what a token lasts. */
const RENEW_MS = 1_800_000;

export type Development = {
  readonly env: Readonly<Record<string, string>>;
  readonly tokenFile: string;
  readonly close: () => Promise<void>;
};

/** `null` where an issuer is set, or this is no developer's machine. */
export async function startDevelopment(env: NodeJS.ProcessEnv): Promise<Development | null> {
  const isLoopback = /^(?:127\.0\.0\.1|::1|localhost)$/u.test(env['HOST'] ?? '127.0.0.1');
  const isServing = env['K_SERVICE'] !== undefined || env['NODE_ENV'] === 'production';
  if (env['OIDC_ISSUER'] !== undefined || isServing || !isLoopback) return null;
  const issuer = await startDevIssuer(EMAIL);
  const tokenFile = env['DEV_TOKEN_FILE'] ?? '.ghost/cloud-token';
  const write = async (): Promise<void> => {
    await mkdir(dirname(tokenFile), { recursive: true, mode: 0o700 });
    const next = `${tokenFile}.next`;
    await writeFile(next, `${await issuer.token()}\n`, { mode: 0o600 });
    await chmod(next, 0o600);
    await rename(next, tokenFile);
  };
  await write();
  const renewing = setInterval(() => void write().catch(() => undefined), RENEW_MS);
  renewing.unref();
  return {
    env: {
      OIDC_ISSUER: issuer.issuer,
      OIDC_AUDIENCES: DEV_AUDIENCE,
      ALLOWED_SUBJECTS: 'developer',
      USER_HASH_KEY: randomBytes(32).toString('base64url'),
      MODELS: env['MODELS'] ?? 'gemini-2.5-flash=1000/1000000,gemini-2.5-pro=150/2000000',
    },
    tokenFile,
    close: async () => {
      clearInterval(renewing);
      await issuer.close();
    },
  };
}
