// `ghost policy verify`: proves every invariant and the claims that are given, and says how long the proof itself took.
import { layersOf } from '#gateway/client/policy/layers.ts';
import { today } from '#gateway/client/policy/shipped.ts';
import { parseClaim } from '#policy/tools/testing/claim.ts';
import type { AdHocClaim } from '#policy/tools/verify/ad-hoc-claim.ts';
import { renderVerify, verifyData } from '#policy/tools/render/render-verify.ts';
import { prepareProof, verifyExit } from '#policy/tools/verify/verify.ts';
import type { Failure } from '#policy/language/failure.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { inWords, say, sayJson, tell } from '#ui/cli/console/output.ts';

type Flags = { readonly claim?: readonly string[]; readonly json?: boolean };

export async function verify(named: readonly string[], flags: Flags): Promise<void> {
  const json = flags.json === true;
  const claims: AdHocClaim[] = [];
  const wrong: Failure[] = [];
  for (const [index, text] of (flags.claim ?? []).entries()) {
    const parsed = parseClaim(text, `claim ${index + 1}`);
    if (parsed.ok) claims.push(...parsed.value);
    else wrong.push(...parsed.error);
  }
  if (wrong.length > 0) return refuse(wrong, EXIT.usage, json);
  const layers = await layersOf(named);
  if (!layers.ok) return refuse(layers.error, EXIT.failed, json);
  const proof = prepareProof(layers.value, { today: today() }, claims);
  if (!proof.ok) return refuse(proof.error, EXIT.failed, json);
  const began = performance.now();
  const verdicts = proof.value.run();
  const milliseconds = performance.now() - began;
  process.exitCode = verifyExit(proof.value, verdicts);
  if (json) return sayJson(verifyData(proof.value, verdicts, milliseconds));
  say(renderVerify(proof.value, verdicts, milliseconds));
  for (const one of proof.value.refused) if (one.code !== 'policy.invariant-violated') tell(inWords(one));
}

function refuse(findings: readonly Failure[], exit: number, json: boolean): void {
  process.exitCode = exit;
  if (json) sayJson({ findings });
  else for (const finding of findings) tell(inWords(finding));
}
