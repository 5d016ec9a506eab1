// The page as text, in the ways that a caller may want it. INVARIANT: nothing is left out without saying how much.
import { systemClock } from '#executors/system/clock.ts';
import type { PageSnapshot, SnapshotNode } from '#executors/contract/snapshot.ts';
import type { Result } from '#policy/language/failure.ts';
import { ok } from '#policy/language/failure.ts';
import { SNAPSHOT } from '#gateway/protocol/commands/rows/snapshot.ts';
import { expected, tried } from '#gateway/surfaces/commands/call/acting.ts';
import { answer, pageOf } from '#gateway/surfaces/commands/call/call.ts';
import type { Call, OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import { observed } from './observe.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';

const DEFAULT_BUDGET_CHARACTERS = 8_000;

export const snapshot = {
  snapshot: handler(SNAPSHOT.snapshot, async (call, given) => {
    const {
      mode = 'outline',
      interactive,
      compact,
      maxDepth,
      maxChars,
      expand,
      since,
      output,
      target,
    } = given;
    const open = call.tab(target);
    if (!open.ok) return open;
    const asTree = mode === 'tree' || interactive === true || maxDepth !== undefined;
    const limits = { interactive, compact, maxDepth, maxChars };
    const read = asTree
      ? await tree(call, open.value, mode === 'tree', limits)
      : await outline(call, open.value, {
          budget: maxChars,
          from: expand,
          since: since ?? (mode === 'changes' ? open.value.look?.generation : undefined),
        });
    if (!read.ok) return read;
    const { snapshot: text, nodes, ...rest } = read.value;
    if (output === undefined) return answer({ ...pageOf(open.value), ...read.value });
    const shown = nodes === undefined ? `${text ?? ''}\n` : `${JSON.stringify(nodes, null, 2)}\n`;
    const written = await call.write(output, shown);
    return written.ok ? answer({ ...pageOf(open.value), ...rest, path: written.value }) : written;
  }),
  aria: handler(SNAPSHOT.aria, async (call, { element, depth, boxes, output, target }) => {
    const found = await observed(call, target, {
      type: 'OBSERVE',
      what: 'ARIA',
      ...(element === undefined ? {} : { root: element }),
      ...(depth === undefined ? {} : { depth }),
      ...(boxes === undefined ? {} : { boxes }),
    });
    if (!found.ok) return found;
    const { text, open } = found.value;
    if (output === undefined) return answer({ ...pageOf(open), outline: text });
    const written = await call.write(output, `${text}\n`);
    return written.ok ? answer({ ...pageOf(open), path: written.value }) : written;
  }),
  locate: handler(SNAPSHOT.locate, async (call, { element, target }) => {
    const found = await observed(call, target, { type: 'OBSERVE', what: 'LOCATOR', target: element });
    if (!found.ok) return found;
    const { ref, locator, role, name } = found.value;
    return answer({ ref, locator, role, name });
  }),
};

type Read = {
  readonly generation: number;
  readonly snapshot?: string;
  readonly nodes?: readonly SnapshotNode[];
};

async function outline(
  call: Call,
  open: OpenTab,
  {
    budget,
    from,
    since,
  }: { budget: number | undefined; from: string | undefined; since: number | undefined },
): Promise<Result<Read & Readonly<Record<string, unknown>>>> {
  const read = await open.tab.read({
    ...(budget === undefined ? {} : { budget }),
    ...(from === undefined ? {} : { from }),
    ...(since === undefined ? {} : { since }),
    signal: call.signal,
  });
  if (!read.ok) {
    if (open.tab.isLost) await call.end(open.tab);
    return read;
  }
  const { url, title, text, generation, kind, listed, folded, folds, ...news } = read.value;
  call.news.add(news);
  if (from === undefined) {
    open.look = {
      generation,
      at: systemClock.monotonicMs(),
      refs: kind === 'PAGE' ? listed + folded : (open.look?.refs ?? 0),
      url,
    };
    open.acted = false;
  }
  const counts = kind === 'CHANGES' ? {} : { listed, folded, folds };
  return ok({ url, title, generation, kind, snapshot: text, ...counts });
}

type Limits = {
  readonly interactive: boolean | undefined;
  readonly compact: boolean | undefined;
  readonly maxDepth: number | undefined;
  readonly maxChars: number | undefined;
};

async function tree(
  call: Call,
  open: OpenTab,
  asData: boolean,
  limits: Limits,
): Promise<Result<Read & Readonly<Record<string, unknown>>>> {
  const looked = await tried(call, open, { type: 'SNAPSHOT' });
  if (!looked.ok) return looked;
  const { snapshot: page } = expected(looked.value, 'SNAPSHOT');
  const nodes = wanted(page, limits);
  const { generation } = page;
  if (asData) return ok({ generation, nodes, total: page.nodes.length });
  const lines = nodes.map((node) => lineOf(node, limits.interactive === true));
  const most = limits.maxChars ?? DEFAULT_BUDGET_CHARACTERS;
  let length = 0;
  const fits = lines.findIndex((line) => (length += line.length + 1) > most);
  const shown = fits === -1 ? lines : lines.slice(0, fits);
  const left = lines.length - shown.length;
  return ok({
    generation,
    snapshot: [...shown, ...(left === 0 ? [] : [`… ${left} more: ask with a larger --max-chars`])].join('\n'),
    listed: shown.length,
    left,
  });
}

const wanted = (page: PageSnapshot, { interactive, compact, maxDepth }: Limits): readonly SnapshotNode[] =>
  page.nodes.filter(
    (node) =>
      (interactive !== true || node.ref !== null) &&
      (compact !== true || node.ref !== null || node.name !== '') &&
      (maxDepth === undefined || node.depth < maxDepth),
  );

function lineOf({ ref, role, name, value, states, depth }: SnapshotNode, flat: boolean): string {
  const words = [
    ...(ref === null ? [] : [ref]),
    role,
    ...(name === '' ? [] : [JSON.stringify(name)]),
    ...(value === undefined ? [] : [`= ${JSON.stringify(value)}`]),
    ...states.map((state) => `[${state}]`),
  ];
  return `${flat ? '' : ' '.repeat(depth)}${words.join(' ')}`;
}
