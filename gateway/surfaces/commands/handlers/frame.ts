// Frames of a page: which there are, and which the commands that follow look into.
import { FRAME } from '#gateway/protocol/commands/rows/frame.ts';
import { acted } from '#gateway/surfaces/commands/call/acting.ts';
import { answer } from '#gateway/surfaces/commands/call/call.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { observed } from './observe.ts';

export const frame = {
  'frame list': handler(FRAME['frame list'], async (call, { target }) => {
    const found = await observed(call, target, { type: 'OBSERVE', what: 'FRAMES' });
    return found.ok ? answer({ frames: found.value.frames }) : found;
  }),
  'frame switch': handler(FRAME['frame switch'], async (call, { frame: wanted, target }) => {
    const open = call.tab(target);
    return open.ok
      ? acted(call, open.value, { type: 'FRAME_SWITCH', frame: wanted }, `Switched to the frame ${wanted}`)
      : open;
  }),
  'frame main': handler(FRAME['frame main'], async (call, { target }) => {
    const open = call.tab(target);
    return open.ok
      ? acted(call, open.value, { type: 'FRAME_SWITCH', frame: null }, 'Switched to the whole page')
      : open;
  }),
};
