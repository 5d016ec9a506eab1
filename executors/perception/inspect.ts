// Reads what an act would land on: the element's live identity and its effect. Changes nothing in the page.
import type { BrowserAction } from '#policy/acts/actions.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import { actRow } from '#policy/acts/act-rows.ts';
import { effectOfClick } from '#policy/acts/click-effect.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import type { Landing } from '#policy/acts/keys.ts';
import type { Aim } from '#policy/acts/row.ts';
import { CdpError } from '../cdp/connection.ts';
import type { ElementIdentity, Inspection } from '../contract/inspection.ts';
import { checkScope, findFrame } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import { contentOf, type FormReading } from '#executors/page/wire.ts';
import type { SetsOff } from '#executors/page/expectation.ts';
import { readElement, type ElementReading } from './in-page/effect.ts';
import { INNER_TARGET } from './in-page/inner-target.ts';
import { entriesOf } from './in-page/form-entries.ts';
import { readIdentity } from './identity.ts';
import type { RefEntry, Refs } from '#executors/page/refs.ts';
import { noWorld, type RemoteClient } from '#executors/page/remote/remote-client.ts';

export const READ_ELEMENT = `function (landing) { return (${String(readElement)}).call(this, landing, ${String(entriesOf)}); }`;
/** In our world: the element that has the focus, through open shadow trees; \`null\` where it is none but the page. */
const FOCUSED = `(() => {
  let focused = document.activeElement;
  while (focused && focused.shadowRoot && focused.shadowRoot.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === document.body || focused === document.documentElement ? null : focused;
})()`;
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame']);
const MAX_DEPTH = 20;
const MAX_SHOWN_CHARACTERS = 200;

export type Seen = {
  readonly inspection: Inspection;
  readonly entry: RefEntry | null;
  /** Where a DRAG ends. */
  readonly onto: RefEntry | null;
  readonly setsOff: SetsOff;
};

/** Errors: `act.unknown-ref`, `act.stale-ref`, `act.not-actionable` (disabled, no history). */
export async function inspectAct(
  page: Page,
  refs: Refs,
  action: BrowserAction,
  remote: (client: string) => RemoteClient | null = () => null,
): Promise<Result<Seen>> {
  const { aim, changesElement } = actRow(action);
  switch (aim.at) {
    case 'ELEMENT':
      return inspectElement(page, refs, aim, changesElement);
    case 'FRAME':
      return inspectFrame(page, refs, aim.frame);
    case 'DIALOG':
      return inspectDialog(page, aim.number);
    case 'WORLD': {
      const world = remote(aim.client)?.world(aim.context) ?? null;
      return world === null ? noWorld() : inspectPage(page, world.frameId, null);
    }
    case 'FOCUS':
      return inspectFocused(page, aim.landing);
    case 'SCOPE': {
      const scope = await checkScope(page);
      return scope.ok ? inspectPage(page, scope.value, null) : scope;
    }
    case 'PAGE': {
      // INVARIANT: nobody is asked about what is no address.
      const { starts } = actRow(action);
      if (starts.kind === 'ADDRESS' && !URL.canParse(starts.url)) return notAnAddress(starts.url);
      const url = aim.history === undefined ? ok(null) : await historyTarget(page, aim.history);
      return url.ok ? inspectPage(page, page.id, url.value) : url;
    }
  }
}

/** INVARIANT: nothing is asked of the page, which answers to nobody; its dialog is bound like an element, with its text as the name. */
function inspectDialog(page: Page, meant: number | null): Result<Seen> {
  const { held } = page.dialogs;
  // INVARIANT: what was meant for one that is answered is none for the next.
  if (held === null || (meant !== null && meant !== held.number))
    return fail('act.no-dialog', 'no dialog of the page is open', {
      help: 'a dialog waits only until the next act: do again what opened it, then answer',
    });
  const { dialog, message } = held.dialog;
  const element = { ref: '', generation: 0, backendNodeId: held.number, role: dialog, name: message };
  const goesOn = held.expectation?.acts === true ? { goesOn: held.expectation.decided } : {};
  const inspection = {
    document: page.document(),
    element: Object.freeze(element),
    effect: NO_EFFECT,
    ...goesOn,
  };
  return ok({ inspection, entry: null, onto: null, setsOff: setsOffNothing(page) });
}

const notAnAddress = (url: string): Result<never> =>
  fail('act.bad-url', `\`${url.slice(0, MAX_SHOWN_CHARACTERS)}\` is not an absolute URL`, {
    help: 'write it out, as https://example.org/',
  });

/** No element of it: the page, or the frame that was switched to. */
async function inspectPage(page: Page, frameId: string, historyUrl: string | null): Promise<Result<Seen>> {
  const looked = frameId === page.id ? null : await foreignFrame(page, frameId);
  const inspection = {
    document: page.document(),
    element: null,
    effect: NO_EFFECT,
    ...(historyUrl === null ? {} : { historyUrl }),
    ...frameOf(looked),
  };
  return ok({ inspection, entry: null, onto: null, setsOff: setsOffNothing(page) });
}

async function inspectElement(
  page: Page,
  refs: Refs,
  { ref, landing, click, exact, onto: ontoRef }: Extract<Aim, { readonly at: 'ELEMENT' }>,
  changesElement: boolean,
): Promise<Result<Seen>> {
  const named = refs.resolve(ref, page);
  if (!named.ok) return named;
  let target: Target;
  let frame: Awaited<ReturnType<typeof foreignFrame>>;
  try {
    [target, frame] = await Promise.all([
      readTarget(page, named.value, landing, click !== undefined && exact !== true),
      foreignFrame(page, named.value.frameId),
    ]);
  } catch (thrown) {
    if (thrown instanceof CdpError) return gone(ref);
    throw thrown;
  }
  const { entry, reading, identity } = target;
  if (!reading.connected || identity === null) return gone(ref);
  if (reading.disabled && changesElement) {
    return fail('act.not-actionable', `\`${ref}\` is disabled`, { help: 'fill what it waits for first' });
  }
  const { generation, backendNodeId } = entry;
  const element = Object.freeze({ ref, generation, backendNodeId, ...identity });
  const setsOff = setsOffBy(reading, entry.frameId);
  const seen = effectOf(reading, setsOff.form);
  const effect = Object.freeze(click === undefined ? seen : effectOfClick(seen, click));
  const inspection = { document: page.document(), element, effect, ...frameOf(frame) };
  if (ontoRef === undefined) return ok({ inspection, entry, onto: null, setsOff });
  const onto = await inspectTarget(page, refs, ontoRef);
  return onto.ok
    ? ok({
        inspection: { ...inspection, onto: onto.value.element },
        entry,
        onto: onto.value.entry,
        setsOff,
      })
    : onto;
}

type Target = {
  readonly entry: RefEntry;
  readonly reading: ElementReading;
  readonly identity: Awaited<ReturnType<typeof readIdentity>>;
};

/**
 * INVARIANT: where every click on an element lands on one within it that does something else (`li[role=tab] > a`), that one is
 * what is decided on, bound and clicked; by the ref of the first.
 */
async function readTarget(page: Page, entry: RefEntry, landing: Landing, clicks: boolean): Promise<Target> {
  const read = async (of: RefEntry): Promise<Target> => {
    const [reading, identity] = await Promise.all([
      page.callOn(of, READ_ELEMENT, [landing], parseReading),
      readIdentity(page, of),
    ]);
    return { entry: of, reading, identity };
  };
  const target = await read(entry);
  if (!clicks || !target.reading.holds || target.reading.disabled) return target;
  const inner = await page.nodeFrom(entry, INNER_TARGET, [landing]);
  return inner === null ? target : read({ ...entry, ...inner });
}

function setsOffBy({ effect: { submits }, entries, leads }: ElementReading, frameId: string): SetsOff {
  const form =
    submits === null || entries === null || submits.method === 'DIALOG'
      ? null
      : { ...entries, url: submits.url, method: submits.method };
  return { form, leads, frameId };
}

export const setsOffNothing = (page: Page): SetsOff => ({
  form: null,
  leads: { link: 'SELF', form: 'SELF' },
  frameId: page.id,
});

function effectOf(
  { effect, marks, submitter }: ElementReading,
  form: FormReading | null,
): Inspection['effect'] {
  const { submits } = effect;
  const sends = submits === null || form === null ? {} : { submits: { ...submits, sends: contentOf(form) } };
  const by = submits === null || submitter === '' ? {} : { submitter };
  return { ...effect, ...sends, ...by, ...(marks.id === '' && marks.testId === '' ? {} : { marks }) };
}

async function inspectFrame(page: Page, refs: Refs, wanted: string | null): Promise<Result<Seen>> {
  const found = await findFrame(page, refs, wanted);
  if (!found.ok) return found;
  const { foreign, url } = found.value;
  const inspection = {
    document: page.document(),
    element: null,
    effect: NO_EFFECT,
    ...(foreign ? { historyUrl: url } : {}),
  };
  return ok({ inspection, entry: null, onto: null, setsOff: setsOffNothing(page) });
}

/** The element that a DRAG ends on: it is bound like the one that it begins on. */
async function inspectTarget(
  page: Page,
  refs: Refs,
  ref: string,
): Promise<Result<{ readonly element: ElementIdentity; readonly entry: RefEntry }>> {
  const entry = refs.resolve(ref, page);
  if (!entry.ok) return entry;
  try {
    const identity = await readIdentity(page, entry.value);
    if (identity === null) return gone(ref);
    const { generation, backendNodeId } = entry.value;
    return ok({
      element: Object.freeze({ ref, generation, backendNodeId, ...identity }),
      entry: entry.value,
    });
  } catch (thrown) {
    if (thrown instanceof CdpError) return gone(ref);
    throw thrown;
  }
}

const frameOf = (frame: Inspection['frame'] | null): Pick<Inspection, 'frame'> =>
  frame === null || frame === undefined ? {} : { frame };

/** What a key without a ref goes to: through the frames that have the focus, whosever they are. It is bound like one that is named. */
async function inspectFocused(page: Page, landing: Landing): Promise<Result<Seen>> {
  const { frameId, backendNodeId } = await focusedElement(page);
  const frame = frameOf(await foreignFrame(page, frameId));
  const document = page.document();
  if (backendNodeId === null)
    return ok({
      inspection: { document, element: null, effect: NO_EFFECT, ...frame },
      entry: null,
      onto: null,
      setsOff: { ...setsOffNothing(page), frameId },
    });
  const entry: RefEntry = {
    ref: '',
    generation: 0,
    backendNodeId,
    frameId,
    documentId: page.documentOf(frameId) ?? '',
    role: '',
    name: '',
  };
  const [reading, identity] = await Promise.all([
    page.callOn(entry, READ_ELEMENT, [landing], parseReading),
    readIdentity(page, entry),
  ]);
  const element = Object.freeze({
    ref: '',
    generation: 0,
    backendNodeId,
    ...(identity ?? { role: 'generic', name: '' }),
  });
  const setsOff = setsOffBy(reading, frameId);
  const effect = effectOf(reading, setsOff.form);
  return ok({ inspection: { document, element, effect, ...frame }, entry, onto: null, setsOff });
}

async function focusedElement(
  page: Page,
): Promise<{ readonly frameId: string; readonly backendNodeId: number | null }> {
  let frameId = page.id;
  let backendNodeId: number | null = null;
  for (let deep = 0; deep < MAX_DEPTH; deep += 1) {
    const session = page.frames.sessionOf(frameId);
    // oxlint-disable-next-line no-await-in-loop -- frame by frame, inwards
    const contextId = await page.world(frameId);
    // oxlint-disable-next-line no-await-in-loop
    const { result } = await session.send('Runtime.evaluate', { expression: FOCUSED, contextId });
    if (result.objectId === undefined) return { frameId, backendNodeId: null };
    // oxlint-disable-next-line no-await-in-loop
    const { node } = await session.send('DOM.describeNode', { objectId: result.objectId });
    ({ backendNodeId } = node);
    if (node.frameId === undefined || !FRAMES.has(node.localName)) break;
    ({ frameId } = node);
  }
  return { frameId, backendNodeId };
}

/** `null` for the page's own origin. Throws `CdpError` for a frame that nobody knows. */
async function foreignFrame(page: Page, frameId: string): Promise<Inspection['frame'] | null> {
  if (frameId === page.id) return null;
  const { id, url, isOwn } = await page.frames.describe(frameId);
  return isOwn ? null : Object.freeze({ id, url });
}

async function historyTarget(page: Page, steps: -1 | 0 | 1): Promise<Result<string>> {
  if (steps === 0) return ok(page.url);
  const { currentIndex, entries } = await page.history();
  const entry = entries[currentIndex + steps];
  // Every tab begins empty: that is no page that somebody was on.
  const isStart = currentIndex + steps === 0 && entry?.url === 'about:blank';
  if (entry !== undefined && !isStart) return ok(entry.url);
  return steps < 0
    ? fail('act.not-actionable', 'there is nothing to go back to', {
        help: 'this is the first page of the tab: go to an address',
      })
    : fail('act.not-actionable', 'there is nothing to go forward to', {
        help: 'this is the last page that the tab went to: go to an address',
      });
}

const gone = (ref: string): Result<never> =>
  fail('act.stale-ref', `\`${ref}\` is no longer on the page`, { help: 'take a new snapshot' });

// Made by our own function in a world that the page cannot reach.
const parseReading = (value: unknown): ElementReading => value as ElementReading;
