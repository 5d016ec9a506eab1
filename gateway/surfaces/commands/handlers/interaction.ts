// Acts on elements: each names one of the last snapshot, and says in a sentence what was done.
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Result } from '#policy/language/failure.ts';
import { resolve } from 'node:path';
import { INTERACTION } from '#gateway/protocol/commands/rows/interaction.ts';
import { acted } from '#gateway/surfaces/commands/call/acting.ts';
import type { Retrying } from '#gateway/surfaces/commands/call/acting.ts';
import type { Call } from '#gateway/surfaces/commands/call/call.ts';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';

const DEFAULT_SCROLL_PX = 600;

type Params = Retrying & { readonly target?: string };

async function on(
  call: Call,
  params: Params,
  action: BrowserAction,
  message: string,
): Promise<Result<CommandAnswer>> {
  const open = call.tab(params.target);
  return open.ok ? acted(call, open.value, action, message, params) : open;
}

export const interaction = {
  click: handler(INTERACTION.click, (call, { ref, double, button, modifiers, ...params }) =>
    on(
      call,
      params,
      {
        type: 'CLICK',
        ref,
        ...(double === true ? { count: 2 as const } : {}),
        ...(button === undefined ? {} : { button }),
        ...(modifiers === undefined ? {} : { modifiers }),
      },
      `${double === true ? 'Double-clicked' : 'Clicked'} ${ref}`,
    ),
  ),
  type: handler(INTERACTION.type, async (call, { ref, text, clear, enter, ...params }) => {
    const action: BrowserAction = { type: clear === true ? 'FILL' : 'TYPE', ref, text };
    const typed = await on(call, params, action, `Typed into ${ref}`);
    if (!typed.ok || enter !== true) return typed;
    return on(call, params, { type: 'PRESS', key: 'Enter', ref }, `Typed into ${ref} and pressed Enter`);
  }),
  fill: handler(INTERACTION.fill, (call, { ref, value, ...params }) =>
    on(call, params, { type: 'FILL', ref, text: value }, `Filled ${ref}`),
  ),
  select: handler(INTERACTION.select, (call, { ref, values, ...params }) =>
    on(call, params, { type: 'SELECT', ref, options: values }, `Selected ${values.join(', ')} in ${ref}`),
  ),
  check: handler(INTERACTION.check, (call, { ref, uncheck, ...params }) =>
    on(
      call,
      params,
      { type: 'CHECK', ref, checked: uncheck !== true },
      `${uncheck === true ? 'Unchecked' : 'Checked'} ${ref}`,
    ),
  ),
  hover: handler(INTERACTION.hover, (call, { ref, ...params }) =>
    on(call, params, { type: 'HOVER', ref }, `Hovered over ${ref}`),
  ),
  drag: handler(INTERACTION.drag, (call, { sourceRef, targetRef, ...params }) =>
    on(call, params, { type: 'DRAG', ref: sourceRef, to: targetRef }, `Dragged ${sourceRef} to ${targetRef}`),
  ),
  scroll: handler(
    INTERACTION.scroll,
    (call, { ref, direction = 'down', amount = DEFAULT_SCROLL_PX, ...params }) => {
      const [dx, dy] = { up: [0, -amount], down: [0, amount], left: [-amount, 0], right: [amount, 0] }[
        direction
      ];
      return on(
        call,
        params,
        { type: 'SCROLL', dx: dx ?? 0, dy: dy ?? 0, ...(ref === undefined ? {} : { ref }) },
        ref === undefined
          ? `Scrolled ${direction} by ${amount}`
          : `Scrolled ${direction} by ${amount} at ${ref}`,
      );
    },
  ),
  press: handler(INTERACTION.press, (call, { key, ref, ...params }) =>
    on(call, params, { type: 'PRESS', key, ...(ref === undefined ? {} : { ref }) }, `Pressed ${key}`),
  ),
  'dialog accept': handler(INTERACTION['dialog accept'], (call, { text, ...params }) =>
    on(
      call,
      params,
      { type: 'HANDLE_DIALOG', accept: true, ...(text === undefined ? {} : { promptText: text }) },
      'Accepted the dialog',
    ),
  ),
  'dialog dismiss': handler(INTERACTION['dialog dismiss'], (call, params) =>
    on(call, params, { type: 'HANDLE_DIALOG', accept: false }, 'Dismissed the dialog'),
  ),
  upload: handler(INTERACTION.upload, (call, { ref, files, ...params }) => {
    const paths = files.map((path) => resolve(call.parts.caller.cwd ?? call.own, path));
    return on(call, params, { type: 'UPLOAD', ref, paths }, `Gave ${files.length} files to ${ref}`);
  }),
  drop: handler(INTERACTION.drop, (call, { ref, files = [], data, ...params }) => {
    const paths = files.map((path) => resolve(call.parts.caller.cwd ?? call.own, path));
    const action = {
      type: 'DROP',
      ref,
      ...(paths.length === 0 ? {} : { paths }),
      ...(data === undefined ? {} : { data }),
    } as const;
    return on(call, params, action, `Dropped ${paths.length + Object.keys(data ?? {}).length} on ${ref}`);
  }),
  resize: handler(INTERACTION.resize, (call, { width, height, ...params }) =>
    on(call, params, { type: 'RESIZE', width, height }, `Made the view ${width} × ${height}`),
  ),
};
