// A file that an UPLOAD brings, as it was approved.

/** A file of an UPLOAD, as it was approved: real path, size in bytes, SHA-256 in hexadecimal digits. */
export type UploadFile = { readonly path: string; readonly size: number; readonly sha256: string };
