// EVALUATE and what waits for a script: the caller's code, in the page's own world.
// INVARIANT: it ends by its deadline, what it gives back is bounded, and a credential that is in the page is not in it.
import { reachesPage } from '#executors/cdp/budget.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { CdpError, CdpTimeout, type CdpSession } from '#executors/cdp/connection.ts';
import type { CdpResult } from '#executors/cdp/types.ts';
import type { RefEntry } from '#executors/page/refs.ts';
import { describeValue, type Described } from './in-page-value.ts';

export const SCRIPT_DEADLINE_MS = 30_000;
const MAX_RESULT_CHARACTERS = 1_048_576;
const MAX_STACK_CHARACTERS = 2_000;
const GROUP = 'ghost-script';

/** Where a script runs: the page's own world in one frame. */
export type ScriptPlace = {
  readonly session: CdpSession;
  readonly contextId: number;
  /** Of that world; the browser refuses it once the document is another one, in another process too. */
  readonly uniqueId: string;
  readonly signal: AbortSignal;
};

export type ScriptValue = { readonly value: unknown; readonly type: string };

type Answer = CdpResult<'Runtime.evaluate'>;

/**
 * An expression, statements, or a function, which is called with the element. A promise is awaited.
 * Errors: `act.script-failed`, `act.timed-out`, `act.too-large`. Throws `CdpError` where the document went away.
 */
export async function runScript(
  place: ScriptPlace,
  expression: string,
  element: RefEntry | null,
  deadlineMs: number = SCRIPT_DEADLINE_MS,
): Promise<Result<ScriptValue>> {
  const { session, uniqueId, signal } = place;
  // A script that never ends would hold the tab: it is stopped, not left running.
  const stop = (): void => {
    session.send('Runtime.terminateExecution').catch(() => undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  const end = performance.now() + deadlineMs;
  const left = (): { deadlineMs: number } => ({ deadlineMs: Math.max(1, end - performance.now()) });
  try {
    const ran =
      element === null
        ? await evaluated(place, expression, left)
        : await onElement(place, expression, element, left);
    if (ran.exceptionDetails !== undefined) return thrown(ran.exceptionDetails);
    const shown = await session.send(
      'Runtime.callFunctionOn',
      {
        functionDeclaration: DESCRIBE,
        uniqueContextId: uniqueId,
        arguments: [argumentOf(ran.result), { value: MAX_RESULT_CHARACTERS }],
        returnByValue: true,
        silent: true,
      },
      left(),
    );
    if (shown.exceptionDetails !== undefined) return thrown(shown.exceptionDetails);
    return parsed(shown.result.value);
  } catch (error) {
    if (!(error instanceof CdpTimeout)) throw error;
    stop();
    return fail('act.timed-out', `the script did not end within ${Math.ceil(deadlineMs)} ms`, {
      help: 'make it shorter, or wait for its result with WAIT',
    });
  } finally {
    signal.removeEventListener('abort', stop);
    session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP }).catch(() => undefined);
  }
}

async function evaluated(
  { session, contextId, uniqueId }: ScriptPlace,
  expression: string,
  left: () => { deadlineMs: number },
): Promise<Answer> {
  const source = await asExpression(session, contextId, expression);
  reachesPage();
  const ran = await session.send(
    'Runtime.evaluate',
    {
      expression: source,
      uniqueContextId: uniqueId,
      objectGroup: GROUP,
      awaitPromise: true,
      // As in a console: `await` at the top, and names may be declared again.
      replMode: true,
      timeout: left().deadlineMs,
      silent: true,
    },
    left(),
  );
  const { type, subtype, objectId } = ran.result;
  if (ran.exceptionDetails !== undefined || objectId === undefined) return ran;
  // A console shows a promise as one; whoever asks for a value wants its own.
  if (subtype === 'promise')
    return session.send('Runtime.awaitPromise', { promiseObjectId: objectId }, left());
  if (type !== 'function') return ran;
  return session.send(
    'Runtime.callFunctionOn',
    {
      functionDeclaration: 'function () { return this(); }',
      objectId,
      objectGroup: GROUP,
      awaitPromise: true,
      silent: true,
    },
    left(),
  );
}

/** `{ a: 1 }` is a block to a script and an object to whoever writes it. */
async function asExpression(session: CdpSession, contextId: number, text: string): Promise<string> {
  const trimmed = text.trim();
  const bare = trimmed.endsWith(';') ? trimmed.slice(0, -1).trimEnd() : trimmed;
  if (!bare.startsWith('{') || !bare.endsWith('}')) return text;
  const wrapped = `(${bare}\n)`;
  const { exceptionDetails: wrong } = await session.send('Runtime.compileScript', {
    expression: wrapped,
    sourceURL: '',
    persistScript: false,
    executionContextId: contextId,
  });
  return wrong === undefined ? wrapped : text;
}

async function onElement(
  { session, contextId }: ScriptPlace,
  expression: string,
  { backendNodeId }: RefEntry,
  left: () => { deadlineMs: number },
): Promise<Answer> {
  const { object } = await session.send('DOM.resolveNode', {
    backendNodeId,
    executionContextId: contextId,
    objectGroup: GROUP,
  });
  reachesPage();
  return session.send(
    'Runtime.callFunctionOn',
    {
      functionDeclaration: `function (element) {
        const given = (${expression.replace(/;\s*$/u, '')}
        );
        return typeof given === 'function' ? Reflect.apply(given, this, [element]) : given;
      }`,
      ...(object.objectId === undefined ? {} : { objectId: object.objectId }),
      arguments: object.objectId === undefined ? [] : [{ objectId: object.objectId }],
      objectGroup: GROUP,
      awaitPromise: true,
      silent: true,
    },
    left(),
  );
}

function argumentOf({ objectId, unserializableValue, value }: Answer['result']) {
  if (objectId !== undefined) return { objectId };
  return unserializableValue === undefined ? { value } : { unserializableValue };
}

function thrown({ exception, text, lineNumber, columnNumber }: NonNullable<Answer['exceptionDetails']>) {
  const whole = (exception?.description ?? String(exception?.value ?? text)).slice(0, MAX_STACK_CHARACTERS);
  const [first = text] = whole.split('\n');
  return fail('act.script-failed', `the script threw \`${first.slice(0, 300)}\``, {
    help: 'correct the script; nothing that it did before is undone',
    details: {
      name: exception?.className ?? 'Error',
      thrown: whole,
      line: lineNumber + 1,
      column: columnNumber + 1,
    },
  });
}

function parsed(given: unknown): Result<ScriptValue> {
  // The page may have replaced what makes it: looked at like anything that comes from one.
  const { text, type, length } = parseDescribed(given);
  if (text === null || text.length > MAX_RESULT_CHARACTERS) {
    return fail('act.too-large', `the script’s result has ${length} characters, 1 MB at most is handed out`, {
      help: 'let the script choose what it returns',
    });
  }
  try {
    return ok({ value: JSON.parse(text), type });
  } catch (error) {
    return fail('act.script-failed', 'the script’s result has no JSON form', { cause: error });
  }
}

function parseDescribed(given: unknown): Described {
  const { text, type, length } = given as Partial<Record<keyof Described, unknown>>;
  return {
    text: typeof text === 'string' ? text : null,
    type: typeof type === 'string' ? type.slice(0, 20) : 'unknown',
    length: typeof length === 'number' ? length : 0,
  };
}

/** Whether a script's condition holds. Throws as `runScript`. */
export async function holds(
  place: ScriptPlace,
  expression: string,
  deadlineMs: number,
): Promise<Result<boolean>> {
  const ran = await runScript(
    place,
    `Boolean(await (${expression.replace(/;\s*$/u, '')}\n))`,
    null,
    deadlineMs,
  );
  return ran.ok ? ok(ran.value.value === true) : ran;
}

/** The document went away while the script ran: what it did led elsewhere. */
export const wentAway = (error: unknown): boolean => error instanceof CdpError;

const DESCRIBE = `function (value, largest) { return (${String(describeValue)})(value, largest); }`;
