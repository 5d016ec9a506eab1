// A script's value as the protocol has it. INVARIANT: by value alone; no object of a page is named in it.
import { z } from 'zod';
import type { ValueOutcome } from '#executors/contract/tool-outcome.ts';
import type { Failure } from '#policy/language/failure.ts';
import { done } from '#gateway/surfaces/cdp/call/message.ts';
import type { Fields, Told } from '#gateway/surfaces/cdp/call/message.ts';

export const valueAnswer = (outcome: ValueOutcome): Told => done({ result: remoteValue(outcome) });

function remoteValue({ type, value }: ValueOutcome): Fields {
  const inBrackets = typeof value === 'string' ? value.slice(1, -1) : '';
  switch (type) {
    case 'undefined':
      return { type };
    case 'null':
      return { type: 'object', subtype: 'null', value: null };
    case 'array':
      return { type: 'object', value };
    // JSON has no form for these; the act gives their text.
    case 'number':
      return typeof value === 'number'
        ? { type, value, description: String(value) }
        : { type, unserializableValue: inBrackets, description: inBrackets };
    case 'bigint':
      return { type, unserializableValue: inBrackets, description: inBrackets };
    case 'symbol':
    case 'function':
      return { type, description: inBrackets };
    default:
      return { type, value };
  }
}

const thrownDetails = z.looseObject({
  name: z.string(),
  thrown: z.string(),
  line: z.number(),
  column: z.number(),
});

/** What a script threw is its answer, not the door's error; `null`: it is another failure. */
export function scriptFailure({ code, details }: Failure): Told | null {
  const read = thrownDetails.safeParse(details);
  if (code !== 'act.script-failed' || !read.success) return null;
  const { name, thrown, line, column } = read.data;
  const exception = { type: 'object', subtype: 'error', className: name, description: thrown };
  return done({
    result: exception,
    exceptionDetails: {
      exceptionId: 1,
      text: 'Uncaught',
      lineNumber: line - 1,
      columnNumber: column - 1,
      exception,
    },
  });
}
