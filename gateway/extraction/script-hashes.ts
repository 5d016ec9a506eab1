// The names by which the policy of an applet's document permits its scripts.
import { createHash } from 'node:crypto';
import { scriptsIn } from '#engines/maker/scripts.ts';

/** As they stand in `script-src`, each once. */
export const scriptHashes = (html: string): readonly string[] => [...new Set(scriptsIn(html).map(hashOf))];

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
