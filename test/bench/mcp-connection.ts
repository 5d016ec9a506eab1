// A client of one MCP server over its standard streams: a JSON message a line. INVARIANT: a tool that answers with an error throws, so that
// no failure counts as fast.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const CALL_MS = 120_000;

type Answer = {
  readonly id?: number;
  readonly result?: { readonly content?: readonly { readonly text?: string }[]; readonly isError?: boolean };
};
const parseAnswer = (line: string): Answer => JSON.parse(line) as Answer;

type McpConnection = {
  readonly call: (name: string, given: Readonly<Record<string, unknown>>) => Promise<string>;
  /** The shortest message that there is, and its answer: what the way alone costs. */
  readonly ping: () => Promise<void>;
  readonly end: () => void;
};

export async function connectMcp(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<McpConnection> {
  const child = spawn(command, [...args], { env, cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (message: Answer) => void>();
  let last = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = parseAnswer(line);
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  const ask = (method: string, params: unknown): Promise<Answer> => {
    const id = ++last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${command} did not answer \`${method}\``)), CALL_MS);
      waiting.set(id, (message) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(message);
      });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  };
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'ghost-bench', version: '1' },
  });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return {
    async call(name, given) {
      const { result } = await ask('tools/call', { name, arguments: given });
      const text = (result?.content ?? []).map((part) => part.text ?? '').join('\n');
      if (result === undefined || result.isError === true) throw new Error(`${name}: ${text.slice(0, 300)}`);
      return text;
    },
    ping: async () => {
      const { result } = await ask('ping', {});
      if (result === undefined) throw new Error(`${command} did not answer a ping`);
    },
    end: () => void child.kill('SIGTERM'),
  };
}
