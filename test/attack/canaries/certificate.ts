// A self-signed certificate made at run time (X.509 v3 in DER, ECDSA P-256), so that canaries speak TLS with no file and no
// program. INVARIANT: it is trusted by nobody but the unguarded browser, and there only by the hash of its public key.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export type Certificate = {
  readonly key: string;
  readonly cert: string;
  /** SHA-256 of the public key in base64, as `--ignore-certificate-errors-spki-list` takes it. */
  readonly spki: string;
};

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_ALT_NAME = [0x55, 0x1d, 0x11];
const DAY_MS = 86_400_000;

/** `names` as in the certificate's subject alternative names; wildcards are allowed. */
export function makeCertificate(names: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicDer = publicKey.export({ type: 'spki', format: 'der' });
  const algorithm = sequence(oid(ECDSA_WITH_SHA256));
  const name = sequence(tagged(0x31, sequence(oid(COMMON_NAME), tagged(0x0c, Buffer.from('ghost canary')))));
  const altNames = sequence(...names.map((one) => tagged(0x82, Buffer.from(one, 'latin1'))));
  const extensions = sequence(sequence(oid(SUBJECT_ALT_NAME), tagged(0x04, altNames)));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([0x40]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() - DAY_MS), time(Date.now() + 30 * DAY_MS)),
    name,
    publicDer,
    tagged(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').match(/.{1,64}/gu) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    spki: createHash('sha256').update(publicDer).digest('base64'),
  };
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const oid = (bytes: readonly number[]): Buffer => tagged(0x06, Buffer.from(bytes));
/** UTCTime: `YYMMDDHHMMSSZ`. */
const time = (at: number): Buffer =>
  tagged(0x17, Buffer.from(`${new Date(at).toISOString().replaceAll(/[-:T]/gu, '').slice(2, 14)}Z`));
