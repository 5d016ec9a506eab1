// A command's row bound to what it does. INVARIANT: a handler sees parameters that its row has checked, and no others.
import type { z } from 'zod';
import type { CommandRow } from '#gateway/protocol/commands/row/contract.ts';
import { paramsOf } from '#gateway/protocol/commands/table.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Call } from './call.ts';
import type { CommandAnswer } from './contract.ts';

export type Handler = (
  call: Call,
  params: Readonly<Record<string, unknown>>,
) => Promise<Result<CommandAnswer>>;

export function handler<P extends z.ZodObject>(
  row: CommandRow & { readonly params: P },
  run: (call: Call, params: z.output<P>) => Promise<Result<CommandAnswer>> | Result<CommandAnswer>,
): Handler {
  return async (call, given) => {
    const params = paramsOf<P>(row, given);
    return params.ok ? run(call, params.value) : params;
  };
}
