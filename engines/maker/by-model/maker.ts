// The maker that asks a model, for forms that the catalogue has not. INVARIANT: what it says passes the three layers or is nothing; it is asked
// three times at most, within one deadline; only the signal rejects.
import type { Brief } from '#engines/maker/brief.ts';
import type { Verdict } from '#engines/maker/check/check.ts';
import type { Finding } from '#engines/maker/check/finding.ts';
import type { Credit } from '#engines/maker/credited.ts';
import type { CallContext, Model, ModelService, ModelUsage, Turn } from '#engines/model/contract.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { framed, withoutFence } from './framed.ts';
import { findingLine, makerTurn, mendApplet, MAKER_SYSTEM } from './prompt.ts';

/** The three layers, wherever they run. */
export type Check = (html: string) => Promise<Result<Verdict>>;

export type Generated = {
  readonly html: string;
  /** Without DATA, policy and runtime: what it is made of again, with other rows of the same columns. */
  readonly answer: string;
  readonly model: string;
  readonly retries: number;
};
/** `usage`: what was asked for it, also in vain. */
export type Attempt = { readonly made: Result<Generated>; readonly usage: readonly ModelUsage[] };

export interface ModelMaker {
  readonly id: ModelService;
  readonly model: string;
  /** Errors: `model.*`, `maker.refused` with the last finding in `details`. */
  make(brief: Brief, check: Check, signal: AbortSignal, of?: CallContext): Promise<Attempt>;
}

export type ModelMakerOptions = {
  readonly model: Model;
  readonly name: string;
  readonly deadlineMs?: number;
};

/** Besides the first answer. */
export const MOST_RETRIES = 2;
const MAX_OUTPUT_TOKENS = 32_768;
const DEADLINE_MS = 180_000;

export function createModelMaker({ model, name, deadlineMs = DEADLINE_MS }: ModelMakerOptions): ModelMaker {
  return {
    id: model.id,
    model: name,
    async make(brief, check, signal, of) {
      signal.throwIfAborted();
      const late = AbortSignal.timeout(deadlineMs);
      const usage: ModelUsage[] = [];
      try {
        const asked = { model, name, brief, check, usage, ...(of === undefined ? {} : { of }) };
        const made = await ask(asked, AbortSignal.any([signal, late]));
        return { made, usage };
      } catch (thrown) {
        signal.throwIfAborted();
        if (!late.aborted) throw thrown;
        return { made: tooLate(deadlineMs), usage };
      }
    },
  };
}

type Asked = {
  readonly model: Model;
  readonly name: string;
  readonly brief: Brief;
  readonly check: Check;
  readonly usage: ModelUsage[];
  readonly of?: CallContext;
};

async function ask(
  { model, name, brief, check, usage, of }: Asked,
  signal: AbortSignal,
): Promise<Result<Generated>> {
  const turn = userSays(makerTurn(brief, crypto.randomUUID().slice(0, 8)));
  let turns: readonly Turn[] = [turn];
  for (let retries = 0; ; retries += 1) {
    const call = {
      model: name,
      tier: 'make',
      system: MAKER_SYSTEM,
      turns,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      ...(of === undefined ? {} : { of }),
    } as const;
    const said = await model.say(call, signal);
    // A document that was cut off is mended by a shorter one; what else the service says is not the document's fault.
    if (!said.ok && said.error.code !== 'model.truncated') return said;
    if (said.ok) usage.push(said.value.usage);
    const text = said.ok ? said.value.text : '';
    const read = said.ok
      ? await examined(text, { brief, credit: { model: name, retries }, check })
      : ok({ findings: [CUT_OFF] });
    if (!read.ok) return read;
    signal.throwIfAborted();
    if ('html' in read.value)
      return ok({ html: read.value.html, answer: withoutFence(text), model: name, retries });
    const { findings } = read.value;
    if (retries === MOST_RETRIES) return refusedAgain(findings, name, retries);
    // The last answer alone: what it may cost does not grow with the retries.
    turns = [
      turn,
      { role: 'model', text: text.trim() === '' ? '(nothing)' : withoutFence(text) },
      userSays(mendApplet(findings)),
    ];
  }
}

const userSays = (text: string): Turn => ({ role: 'user', text });

type Examined = { readonly html: string } | { readonly findings: readonly Finding[] };

async function examined(
  text: string,
  { brief, credit, check }: Pick<Asked, 'brief' | 'check'> & { readonly credit: Credit },
): Promise<Result<Examined>> {
  const document = framed(text, brief, credit);
  if ('findings' in document) return ok(document);
  const verdict = await check(document.html);
  if (!verdict.ok) return verdict;
  return verdict.value.accepted
    ? ok({ html: document.html })
    : ok({ findings: verdict.value.findings.map(document.inAnswer) });
}

const CUT_OFF: Finding = {
  layer: 'size',
  code: 'size.cut-off',
  line: 1,
  column: 1,
  message: 'the answer was longer than it may be, and was cut off',
  help: 'write a shorter document',
};

function refusedAgain(findings: readonly Finding[], model: string, retries: number): Result<never> {
  const [first = CUT_OFF] = findings;
  const { layer, code, line, column } = first;
  return fail('maker.refused', `the model’s applet was refused ${retries + 1} times: ${findingLine(first)}`, {
    help: 'ask for a table, cards, a chart or a timeline: those need no model',
    details: { layer, code, line, column, model, retries },
  });
}

const tooLate = (milliseconds: number): { readonly ok: false; readonly error: Failure } =>
  fail('model.unavailable', `the model made no applet within ${milliseconds / 1000} s`, {
    help: 'try again, or ask for a table, cards, a chart or a timeline: those need no model',
  });
