// Commands without a tool of their own as tools, straight from their rows: only where whoever starts the server asks for them.
// INVARIANT: no cookie and no stored value is in a result; what hands out secrets, starts browsers or ends the daemon is no tool.
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import { COMMANDS } from '#gateway/protocol/commands/table.ts';
import type { CommandName } from '#gateway/protocol/commands/table.ts';
import { ok } from '#policy/language/failure.ts';
import { tool } from './contract.ts';
import type { ToolRow } from './contract.ts';
import { pageOf } from './answers.ts';

const NOT_TOOLS: ReadonlySet<string> = new Set([
  'batch',
  'connect',
  'session export',
  'session import',
  'stop',
] satisfies CommandName[]);
const NOT_CATEGORIES: ReadonlySet<string> = new Set(['daemon', 'config']);

/** Those that no other tool is made of. */
export function toolsFromCommands(others: readonly ToolRow[]): readonly ToolRow[] {
  const used = new Set<string>(others.flatMap(({ commands }) => commands));
  return Object.keys(COMMANDS)
    .filter(isCommand)
    .filter((name) => !used.has(name) && !NOT_TOOLS.has(name) && !NOT_CATEGORIES.has(COMMANDS[name].category))
    .map((name) => {
      const row = COMMANDS[name];
      const about = `${row.title.charAt(0).toUpperCase()}${row.title.slice(1)}`;
      return tool({
        name: `ghost_${name.replaceAll(/[ -]/gu, '_')}`,
        title: name,
        description: about,
        input: row.params,
        commands: [name],
        async run(call, args) {
          const done = await call.run(name, args);
          if (!done.ok) return done;
          return ok({
            ...pageOf(done.value),
            quoted: JSON.stringify(withoutSecrets(name, done.value), null, 2),
          });
        },
      });
    });
}

/** What a site keeps stays there: a client sees how long it is. */
function withoutSecrets(name: CommandName, answer: CommandAnswer): CommandAnswer {
  if (!name.startsWith('storage') && name !== 'cookies') return answer;
  return {
    ok: true,
    ...Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, masked(key, value)])),
  };
}

function masked(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => masked(key, one));
  if (key === 'value' && typeof value === 'string') return `[${value.length} characters]`;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([inner, one]) => [
    inner,
    key === 'entries' && typeof one === 'string' ? `[${one.length} characters]` : masked(inner, one),
  ]);
  return Object.fromEntries(entries);
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);
