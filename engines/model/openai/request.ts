// A call as the body of `POST …/chat/completions`. INVARIANT: of what servers differ in, each dialect says one thing: how the form of the
// answer is asked for, by which name its length is bounded, and whether a temperature is named.
import type { Call, Turn } from '../contract.ts';
import { strictly } from './strict-schema.ts';

export type Dialect = {
  /** `schema`: `response_format`. `tool`: one function that has to be called. `words`: the instruction alone. */
  readonly output: 'schema' | 'tool' | 'words';
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly temperature: boolean;
};

/** The one function of the tool output. */
export const TOOL = 'answer';

export function bodyOf({ model, system, turns, schema, maxOutputTokens }: Call, dialect: Dialect): object {
  const asked = schema === undefined ? null : strictly(schema);
  const instruction =
    asked !== null && dialect.output === 'words'
      ? `${system}\n\nAnswer with one JSON object of this schema and nothing else:\n${JSON.stringify(asked)}`
      : system;
  return {
    model,
    messages: [{ role: 'system', content: instruction }, ...turns.map(messageOf)],
    stream: false,
    [dialect.limit]: maxOutputTokens,
    ...(dialect.temperature ? { temperature: 0 } : {}),
    ...(asked === null ? {} : formOf(asked, dialect)),
  };
}

function formOf(schema: object, { output }: Dialect): object {
  switch (output) {
    case 'schema':
      return {
        response_format: { type: 'json_schema', json_schema: { name: TOOL, schema, strict: true } },
      };
    case 'tool':
      return {
        tools: [
          {
            type: 'function',
            function: { name: TOOL, description: 'Gives the answer.', parameters: schema, strict: true },
          },
        ],
        tool_choice: { type: 'function', function: { name: TOOL } },
      };
    case 'words':
      return {};
  }
}

const messageOf = ({ role, text, jpegBase64 }: Turn): object => ({
  role: role === 'model' ? 'assistant' : 'user',
  content:
    jpegBase64 === undefined
      ? text
      : [
          { type: 'text', text },
          { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${jpegBase64}` } },
        ],
});
