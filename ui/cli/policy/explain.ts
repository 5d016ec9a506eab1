// `ghost policy explain`: which decision a request gets, and which entries lead to it.
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { explainLine } from '#policy/tools/explain/explain.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { say, sayJson } from '#ui/cli/console/output.ts';
import { explanationInLines, policyIn, requestIn } from './request.ts';

export async function explain(
  args: readonly string[],
  flags: {
    readonly policy?: string[];
    readonly stdin?: boolean;
    readonly audit?: number;
    readonly dataDir?: string;
    readonly json?: boolean;
  },
): Promise<void> {
  const json = flags.json === true;
  if (flags.audit !== undefined) {
    const { explainAudit } = await import('./why-not.ts');
    return explainAudit(flags.audit, flags);
  }
  const policy = policyIn(flags.policy ?? [], json);
  if (policy === null) return;
  if (flags.stdin === true) return explainLines(policy, json);
  const request = requestIn(args, json);
  if (request === null) return;
  const explanation = explainLine(policy, request);
  if (json) {
    const { withNearMisses } = await import('./why-not.ts');
    sayJson(withNearMisses(policy, explanation));
  } else for (const line of explanationInLines(explanation)) say(line);
  if (explanation.error !== undefined) process.exitCode = EXIT.usage;
}

/** One answer a line, in order; a malformed line is a DENY with its error, and the rest goes on. */
async function explainLines(policy: CompiledPolicy, json: boolean): Promise<void> {
  for await (const line of linesOf(process.stdin.setEncoding('utf8'))) {
    const explanation = explainLine(policy, line);
    say(json ? JSON.stringify(explanation) : explanationInLines(explanation).join('; '));
  }
}

/** By line feeds alone: text in JSON may hold the other characters that end lines elsewhere. */
async function* linesOf(chunks: AsyncIterable<unknown>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const parts = `${rest}${String(chunk)}`.split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
