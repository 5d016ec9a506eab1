// The thread that makes an applet, checks it and takes the hashes of its scripts, while the gateway goes on: seconds for ten thousand
// rows. INVARIANT: nothing leaves it as an applet that did not pass the check.
import { parentPort } from 'node:worker_threads';
import { checkApplet } from '#engines/maker/check/check.ts';
import type { Verdict } from '#engines/maker/check/check.ts';
import { htmlWithFilms } from '#engines/maker/seen.ts';
import type { Film } from '#engines/maker/seen.ts';
import type { AppletForm } from '#gateway/protocol/views/applet.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Drawn } from './applet.ts';
import type { CheckedApplet, ModelAnswer, Rechecked } from './checked-applet.ts';
import { scriptHashes } from './script-hashes.ts';

export type AppletJob =
  | { readonly draw: Drawn; readonly form: AppletForm | null }
  | { readonly kept: string; readonly films: readonly Film[] }
  | { readonly answer: ModelAnswer; readonly rows: Drawn }
  | { readonly document: string };

/** `recheck`: what was kept, with the pages in it, or `null` where the check refuses it; so `framed`, of an answer and rows. */
export type AppletReply =
  | { readonly drawn: Result<CheckedApplet> }
  | { readonly recheck: Rechecked | null }
  | { readonly framed: CheckedApplet | null }
  | { readonly verdict: Verdict };

async function replyTo(job: AppletJob): Promise<AppletReply> {
  if ('document' in job) return { verdict: checkApplet(job.document) };
  if ('kept' in job) {
    const html = htmlWithFilms(job.kept, job.films);
    return { recheck: checkApplet(html).accepted ? { html, hashes: scriptHashes(html) } : null };
  }
  // What is kept is checked without the maker.
  if ('answer' in job) {
    const { framedAgain } = await import('./framed-again.ts');
    return { framed: framedAgain(job.answer, job.rows) };
  }
  const { appletOf } = await import('./applet.ts');
  const made = appletOf(job.draw, job.form);
  if (!made.ok) return { drawn: made };
  const { html, view } = made.value;
  return { drawn: ok({ html, form: view.form, hashes: scriptHashes(html), credit: null }) };
}

parentPort?.on('message', (job: AppletJob) => {
  // What fails ends the thread, which its desk hears.
  void replyTo(job).then((reply) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    parentPort?.postMessage(reply);
  });
});
