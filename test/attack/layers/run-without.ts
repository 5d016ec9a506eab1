// Runs the guarded part in a process of its own in which one layer is missing.
import { spawn } from 'node:child_process';
import { z } from 'zod';

const CHILD = new URL('child.ts', import.meta.url).pathname;

const report = z.object({
  hits: z.number(),
  through: z.array(z.object({ way: z.string() })),
});

export async function runWithout(
  layer: string,
  wanted: { readonly sample: boolean; readonly only: string },
  settings: { readonly tabs: number; readonly windowMs: number },
): Promise<z.infer<typeof report>> {
  const args = [
    CHILD,
    layer,
    JSON.stringify({ sample: wanted.sample, only: wanted.only }),
    String(settings.tabs),
    String(settings.windowMs),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`the run without \`${layer}\` ended with ${code}`);
  return report.parse(JSON.parse(text));
}
