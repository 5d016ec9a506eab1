// What a page asks, where it was, and the files that it is given: each by an act of its own.
// INVARIANT: an entry of the history is gone to one step at a time, and is decided by its own address; a dialog that may not be accepted
// is dismissed, so that no page waits for ever.
import { z } from 'zod';
import { done, ERROR, notDone, wrong } from '#gateway/surfaces/cdp/call/message.ts';
import { ofPage } from '#gateway/surfaces/cdp/call/contract.ts';
import type { Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { noObject, toldFailure } from './remote-script.ts';
import { actOf, objectId } from './runtime.ts';

const MOST_TEXT = 100_000;
const MOST_FILES = 100;
const MOST_PATH = 4_096;
const NO_ENTRY = 'No entry with passed id';

export const MOVE_METHODS: Readonly<Record<string, Method>> = {
  'Page.getNavigationHistory': ofPage(z.strictObject({}), async (_, asked) => {
    const { page } = asked.target;
    const looked = await page.look<'HISTORY'>(actOf(asked), { for: 'HISTORY' });
    if (!looked.ok) return toldFailure(asked.method, looked.error);
    const { current, entries } = looked.value;
    return done({
      currentIndex: current,
      entries: entries.map(({ id, url, title }) => ({
        id: page.view.numberOf(id),
        url,
        userTypedURL: url,
        title,
        transitionType: 'typed',
      })),
    });
  }),
  'Page.navigateToHistoryEntry': ofPage(z.strictObject({ entryId: z.int() }), async ({ entryId }, asked) => {
    const { page } = asked.target;
    const looked = await page.look<'HISTORY'>(actOf(asked), { for: 'HISTORY' });
    if (!looked.ok) return toldFailure(asked.method, looked.error);
    const { current, entries } = looked.value;
    const wanted = page.view.insideNumber(entryId);
    const at = entries.findIndex(({ id }) => id === wanted);
    if (at === -1) return wrong(ERROR.refused, NO_ENTRY);
    const steps = at - current;
    if (Math.abs(steps) !== 1)
      return wrong(
        ERROR.refused,
        'a page of the history is gone to one step at a time: the one before, or the one behind',
      );
    const went = await page.bringing(() => asked.act(asked.target, { type: steps < 0 ? 'BACK' : 'FORWARD' }));
    return went.ok ? done() : notDone(asked.method, went.error);
  }),
  'Page.handleJavaScriptDialog': ofPage(
    z.strictObject({ accept: z.boolean(), promptText: z.string().max(MOST_TEXT).optional() }),
    async ({ accept, promptText }, asked) => {
      const { target, method } = asked;
      const { open } = target.page.dialog;
      if (open === null) return wrong(ERROR.refused, 'No dialog is showing');
      // The one that this client was told of: the next one is another question.
      const meant = open.number === undefined ? {} : { number: open.number };
      const typed = accept && open.dialog === 'prompt' && promptText !== undefined ? { promptText } : {};
      const answered = await asked.act(target, { type: 'HANDLE_DIALOG', accept, ...meant, ...typed });
      if (answered.ok) return done();
      const { dialog } = target.page;
      const isDismissed =
        accept &&
        dialog.open === open &&
        (await asked.act(target, { type: 'HANDLE_DIALOG', accept: false, ...meant })).ok;
      // INVARIANT: nobody waits for one that nobody may answer, or that is gone: the next act says what is there.
      if (!isDismissed) dialog.closes(open);
      return notDone(method, answered.error);
    },
  ),
  'DOM.setFileInputFiles': ofPage(
    z.strictObject({
      files: z.array(z.string().max(MOST_PATH)).min(1).max(MOST_FILES),
      objectId,
      /** Of the same node. */
      backendNodeId: z.int().optional(),
    }),
    async ({ files: paths, objectId: id, backendNodeId }, asked) => {
      const { page } = asked.target;
      const held = page.view.object(id, asked.session.id);
      if (held === null) return noObject();
      const { handle } = held;
      if (backendNodeId !== undefined) {
        const node = await page.look<'NODE'>(actOf(asked), { for: 'NODE', handle });
        if (!node.ok) return toldFailure(asked.method, node.error);
        if (page.view.numberOf(node.value.node.node) !== backendNodeId)
          return wrong(ERROR.refused, 'Either nodeId, backendNodeId or objectId must be specified');
      }
      const looked = await page.look<'ELEMENT'>(actOf(asked), { for: 'ELEMENT', handle });
      if (!looked.ok) return toldFailure(asked.method, looked.error);
      const { ref } = looked.value;
      if (ref === null) return wrong(ERROR.refused, 'Node is detached from document');
      const given = await asked.act(asked.target, { type: 'UPLOAD', ref, paths });
      return given.ok ? done() : notDone(asked.method, given.error);
    },
  ),
};
