// The request and the policy that a command line of `ghost policy explain` or `why-not` names, and an explanation as lines.
import { checkFiles, filesInForce } from '#gateway/client/policy/files.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Explanation } from '#policy/tools/explain/explain.ts';
import { failure } from '#policy/language/failure.ts';
import { missingInWords } from '#policy/engine/deciding/missing-class.ts';
import { requestFromText } from '#policy/requests/request.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith, inWords, sayJson, tell } from '#ui/cli/console/output.ts';

/** The facts among the options; reports what is none. */
export function requestIn(args: readonly string[], json: boolean): Readonly<Record<string, unknown>> | null {
  const pairs = pairsIn(args);
  if (pairs !== null) return requestFromText(pairs);
  failWith(
    failure('policy.bad-request', `\`${args.join(' ')}\` is not a list of facts`, {
      help: 'give `--fact value`, e.g. `--capability SCREENSHOT --executor HEADLESS_CHROMIUM`',
    }),
    { json },
  );
  return null;
}

export function policyIn(named: readonly string[], json: boolean): CompiledPolicy | null {
  const files = filesInForce(named);
  if (!files.ok) {
    failWith(files.error, { json });
    return null;
  }
  const { findings, policy } = checkFiles(files.value);
  if (policy !== null) return policy;
  if (json) sayJson({ findings });
  else for (const finding of findings) tell(inWords(finding));
  process.exitCode = EXIT.failed;
  return null;
}

/** `--named-by-user`, `--namedByUser true`, `--host=a.example`: facts by name. */
function pairsIn(args: readonly string[]): Record<string, string> | null {
  const pairs: Record<string, string> = Object.create(null);
  for (let at = 0; at < args.length; at += 1) {
    const [, name, value] = /^--([A-Za-z][\w-]*)(?:=([\s\S]*))?$/u.exec(args[at] ?? '') ?? [];
    if (name === undefined) return null;
    const key = name.replaceAll(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase());
    const next = args[at + 1];
    // A value may itself look like an option (`--launchFlags --no-sandbox`), a fact's name never is one.
    const takesNext =
      value === undefined && next !== undefined && (key === 'launchFlags' || !next.startsWith('--'));
    pairs[key] = value ?? (takesNext ? next : 'true');
    if (takesNext) at += 1;
  }
  return pairs;
}

/** For a terminal. */
export function explanationInLines(explanation: Explanation): readonly string[] {
  const { decision, violation, because, outvoted, invariants, missing, facts } = explanation;
  return [
    `${decision}${violation === null ? '' : ` (${violation})`}`,
    ...because.map(
      ({ entry, at, reason }) => `  because ${entry} ${at}${reason === '' ? '' : `: ${reason}`}`,
    ),
    ...(facts === null || missing === undefined ? [] : [`  help: ${missingInWords(missing, facts)}`]),
    ...outvoted.map((one) => `  outvoted ${one.entry} (${one.decision}) by ${one.by}`),
    ...(invariants.length === 0 ? [] : [`  held by ${invariants.join(', ')}`]),
    ...(explanation.error === undefined || explanation.error === null ? [] : [inWords(explanation.error)]),
  ];
}
