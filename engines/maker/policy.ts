// The content security policy of an applet's document, the same words in the header and in the document. INVARIANT: nothing is loaded,
// connected to, framed or submitted, and only the scripts that the document was written with run.
/** `hashes`: of each inline script, `'sha256-…'`. With a hash a browser that knows hashes ignores `'unsafe-inline'`. */
export const contentPolicy = (hashes: readonly string[] = []): string =>
  [
    "default-src 'none'",
    ["script-src 'unsafe-inline'", ...hashes].join(' '),
    "script-src-attr 'none'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
    "webrtc 'block'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');

/** In the document itself, where hashes would have to name what stands behind them. */
export const DOCUMENT_POLICY = contentPolicy();
