// Where downloads go, how large they may be and who scans them; and the duties of a policy that this makes good.
import type { Obligation } from '#policy/language/vocabulary.ts';

export type DownloadSettings = {
  readonly folder: string;
  /** The gateway's own, made when it is needed. */
  readonly ours: boolean;
  readonly maxBytes: number;
  readonly maxTaskBytes: number;
  readonly timeoutSeconds: number;
  readonly scanner: Scanner | null;
};

/** Duties that these settings make good (policy/language/vocabulary.ts). */
export const dutiesOf = ({ scanner }: DownloadSettings): ReadonlySet<Obligation> =>
  new Set(scanner === null ? [] : ['SCAN_DOWNLOAD']);

export type Scanner = { readonly command: readonly string[]; readonly timeoutSeconds: number };
