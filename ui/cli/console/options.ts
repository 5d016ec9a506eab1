// Options that several verbs have.
import { NAVIGATORS } from '#gateway/protocol/views/task.ts';
import { again, choice, flag, port, preset, text } from '#gateway/protocol/command-line/param.ts';

export const json = flag('JSON on stdout');
export const jsonLines = flag(
  'JSON on stdout, a value a line: what happens as it comes, and the result last',
);
export const dataDir = text('audit log, settings and runtime files below this directory', 'directory');
/** For an approver who does not run the gateway. */
export const elsewhere = text(
  'the gateway of another user of this machine, who names you in `approvers`',
  'address',
);
export const policies = again(
  'policy file, or name of a shipped one; the upper layer first, may be given again',
  'file',
);
export const inForce = again(
  'policy file or bundle, the upper layer first; may be given again; default: in force',
  'file',
);
export const navigator = choice(
  'who proposes the steps; `gemini` needs GEMINI_API_KEY or a proxy, `openai-compatible` a model in config.yaml',
  NAVIGATORS,
);
export const cdpUrl = text(
  'as a guest in the running browser at this endpoint of this machine (http://… or ws://…), if the policy names it',
  'url',
);
export const cdpPort = { ...port('the same, at 127.0.0.1'), excludes: 'cdpUrl' } as const;
export const approve = preset(choice('what to do with what escalates; default ask', ['ask', 'deny']), 'ask');
export const demo = flag('with the demo world, whatever is configured; `--no-demo`: never');
