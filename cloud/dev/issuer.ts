// An OIDC issuer for a developer's own machine: a key that is made at its start, and tokens for one person. INVARIANT: it listens on
// loopback and hands no token out over the network: whoever starts it holds them.
import { createServer } from 'node:http';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import { endListening, startListening } from '../system/listening.ts';

export type DevIssuer = {
  readonly issuer: string;
  /** Good for an hour. */
  readonly token: () => Promise<string>;
  readonly close: () => Promise<void>;
};

export const DEV_AUDIENCE = 'ghost-browser-dev';
const KEY_ID = 'dev';

export async function startDevIssuer(email: string): Promise<DevIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] };
  let issuer = '';
  const server = createServer((request, response) => {
    const served = new Map<string, object>([
      ['/.well-known/openid-configuration', { issuer, jwks_uri: `${issuer}/jwks` }],
      ['/jwks', keys],
    ]);
    const answer = served.get(request.url ?? '');
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  issuer = `http://127.0.0.1:${await startListening(server, 0, '127.0.0.1')}`;
  return {
    issuer,
    token: () =>
      new SignJWT({ email, email_verified: true, azp: DEV_AUDIENCE })
        .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
        .setSubject('developer')
        .setIssuer(issuer)
        .setAudience(DEV_AUDIENCE)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    close: () => endListening(server),
  };
}
