// Puts what is asked once for each host that its words may stand at. INVARIANT: a host that nobody knows is every host that a policy which
// judges names, and none; those that get one answer are put once, save those that a person is asked about: each stands for itself.
import type { Gate } from '#policy/acts/gate.ts';
import type { EffectivePolicy, PolicyDecision, PolicyFacts } from '#policy/language/facts.ts';
import type { FrameHosts } from '#gateway/boundary/task/state/frame-hosts.ts';

export type WordHosts = {
  readonly known: readonly string[];
  /** And on pages that nobody knows. */
  readonly any: boolean;
};

export type Asking = {
  readonly gate: Gate;
  readonly facts: PolicyFacts;
  /** Default: the one that the facts name; of a page's own act, its frames', too. */
  readonly hosts?: WordHosts;
  /** It counts only where the answer of the policy in force, the first judge, hangs on the host: there the severest does. */
  readonly onlyNamed?: true;
  /** More hosts than the facts name were put, and got this answer, or were not told apart. */
  readonly manyHosts?: true;
};

export type Judge = Pick<EffectivePolicy, 'decide' | 'keptOf' | 'textsOf'>;
type Put = Pick<Asking, 'gate' | 'facts' | 'manyHosts'>;

export const byHost = (
  asked: readonly Asking[],
  frames: FrameHosts,
  judges: readonly Judge[],
): readonly Put[] =>
  asked.flatMap((one) => {
    const put = hostsApart(one, one.hosts ?? hostsOf(one.facts, frames), judges);
    return one.manyHosts === true ? put.map((each) => ({ ...each, manyHosts: true })) : put;
  });

/** Nobody knows which of its frames a page's own act is of. */
const hostsOf = ({ initiator, contentHost }: PolicyFacts, frames: FrameHosts): WordHosts =>
  initiator === 'PAGE' ? frames.at(contentHost) : { known: [contentHost], any: false };

function hostsApart(
  { gate, facts, onlyNamed }: Asking,
  { known, any }: WordHosts,
  judges: readonly Judge[],
): readonly Put[] {
  if (known.length === 1 && !any) return [{ gate, facts: { ...facts, contentHost: known[0] ?? '' } }];
  const named = new Set(judges.flatMap(namedBy));
  // Of hosts that no policy names one stands for all: a page may take any number of frames.
  const other = known.find((host) => !named.has(host) && host !== '');
  const hosts = new Set([
    ...known.filter((host) => named.has(host) || host === '' || host === other),
    ...(any ? ['', ...named] : []),
  ]);
  const put = [...hosts].map((contentHost) => ({ gate, facts: { ...facts, contentHost } }));
  const [alone] = put;
  if (put.length === 1 && alone !== undefined)
    return onlyNamed === true ? [] : [known.length === 1 && !any ? alone : { ...alone, manyHosts: true }];
  const answersTo = (asked: PolicyFacts): readonly PolicyDecision[] =>
    judges.map((judge) => judge.decide(asked));
  const apart = new Map<string, Put>();
  const said = new Set<string>();
  for (const one of put) {
    const answers = answersTo(one.facts);
    const inText = inOneText(answers);
    // A candidate, which answers last, makes nothing of what is not looked for: it changes no decision.
    said.add(inOneText(answers.slice(0, 1)));
    // An answer of a person is for the hosts that it was about.
    const asks = answers.some(({ decision }) => decision === 'ESCALATE');
    const key = asks ? JSON.stringify(judges.map((judge) => keptBy(judge, one.facts.contentHost))) : inText;
    if (!apart.has(key)) apart.set(key, one);
  }
  if (onlyNamed === true && said.size === 1) return [];
  const isMerged = any || apart.size < new Set(known).size;
  return [...apart.values()].map((one) => (isMerged ? { ...one, manyHosts: true } : one));
}

/** Each host that it names. */
export function namedBy(judge: Judge): readonly string[] {
  if (judge.textsOf === undefined) throw new Error('nobody knows which hosts this policy names');
  return judge.textsOf('contentHost');
}

const keptBy = (judge: Judge, host: string): readonly (string | null)[] => {
  const kept = judge.keptOf?.('contentHost', host) ?? null;
  return kept === null ? [null, host] : [kept];
};

const inOneText = (answers: readonly PolicyDecision[]): string =>
  JSON.stringify(
    answers.map(({ decision, violation, because, obligations }) => [
      decision,
      violation,
      because.map(({ layer, entry }) => [layer, entry]),
      obligations,
    ]),
  );
