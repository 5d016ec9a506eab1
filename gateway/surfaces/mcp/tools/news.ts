// What a page did beside an act, as sections of an answer. INVARIANT: what a page wrote stands in `events` alone, a line each.
import { z } from 'zod';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import { oneLine } from './format.ts';
import type { ToolAnswer } from './contract.ts';

const told = z.object({
  dialogs: z.array(z.object({ dialog: z.string(), message: z.string(), answer: z.string() })).default([]),
  consoleErrors: z.array(z.object({ text: z.string() })).default([]),
});

type News = Pick<ToolAnswer, 'modal' | 'events'>;

export function newsIn(answer: CommandAnswer): News {
  const { dialogs, consoleErrors } = told.parse(answer);
  const open = dialogs.find(({ answer: given }) => given === 'OPEN');
  const events = [
    ...dialogs.map(
      ({ dialog, message, answer: given }) =>
        `- ${dialog}, ${given.toLowerCase()}: ${oneLine(message, 2_000)}`,
    ),
    ...consoleErrors.map(({ text }) => `- console error: ${oneLine(text)}`),
  ];
  return {
    ...(open === undefined
      ? {}
      : {
          modal: `- a dialog (${open.dialog}) is open: answer it with browser_handle_dialog; any other tool dismisses it`,
        }),
    ...(events.length === 0 ? {} : { events }),
  };
}

/** Of an act, and of the look after it. */
export const bothNews = (first: News, second: News): News => {
  const events = [...(first.events ?? []), ...(second.events ?? [])];
  return events.length === 0 ? {} : { events };
};
