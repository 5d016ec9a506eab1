// The running browser that an option names, and how one is told of.
import type { ConnectionView } from '#gateway/protocol/views/status.ts';

/** `null`: none was named. */
export function endpointOf(named: {
  readonly url?: string | undefined;
  readonly port?: number | undefined;
  readonly auto?: boolean | undefined;
}): string | null {
  if (named.url !== undefined) return named.url;
  if (named.port !== undefined) return `http://127.0.0.1:${named.port}`;
  return named.auto === true ? 'auto' : null;
}

export const attachedInWords = (view: ConnectionView): readonly string[] => [
  `guest in   ${view.product} ${view.version} at ${view.endpoint}, process ${view.pid}, counts as ${view.executor}`,
  '           WEAKER than a browser of its own; a tab there cannot have:',
  ...view.lacks.map((lack) => `             - ${lack}`),
  ...view.findings.map((finding) => `             ! ${finding}`),
];
