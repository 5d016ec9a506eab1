// The permission for one download, and the file that it ends in; and the file that an UPLOAD brings.
import type { Failure, Result } from '#policy/language/failure.ts';

/** Leave for one download: the browser writes where nobody but it and the gateway reaches, and hands over the whole file. */
export type DownloadLeave = {
  /** Asked as the bytes come (`total`: `null` where nobody knows): `null` to go on, else why it ends here. */
  readonly admits: (received: number, total: number | null) => string | null;
  readonly deadlineMs: number;
  /** The file lies whole at `path`; it goes as soon as this settles. */
  readonly arrived: (path: string, signal: AbortSignal) => Promise<Result<DownloadedFile>>;
  /** It did not arrive; nothing of it is left. */
  readonly failed: (error: Failure) => void;
};

/** A download that lies in its folder. */
export type DownloadedFile = {
  readonly name: string;
  readonly folder: string;
  readonly size: number;
  /** Hexadecimal digits. */
  readonly sha256: string;
  /** What its first bytes say that it is. */
  readonly kind: string;
};

/** A file of an UPLOAD, as it was approved: real path, size in bytes, SHA-256 in hexadecimal digits. */
export type UploadFile = { readonly path: string; readonly size: number; readonly sha256: string };
