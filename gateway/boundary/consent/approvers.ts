// Who may allow what is asked: the one place where it is decided. INVARIANT: an approver is a principal with a proof; a name that the
// settings give to nobody, or that nobody here can prove to be, allows nothing. Accounts and groups are read when it comes to it.
import { isNobody, readAccounts } from '#executors/system/accounts.ts';
import type { Accounts } from '#executors/system/accounts.ts';
import { ownUid } from '#executors/system/ownership.ts';
import { isOwnApprover, otherThanOwn } from '#policy/language/approvers.ts';
import type { OwnApprover } from '#policy/language/approvers.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { Identity, Proof } from './authentication.ts';
import { memberInWords } from '#gateway/settings/roles.ts';
import type { Member, Roles } from '#gateway/settings/roles.ts';

type Person = Extract<Principal, { kind: 'person' }>;
type Channel = Person['channel'];

/** What of a card says who may allow it. */
export type Wanted = Pick<ConsentCard, 'approvers' | 'fourEyes' | 'look'> & { readonly id?: string };

/** By which ways somebody is reached now. */
export type Reach = {
  /** Window and terminal, for every user of this machine. */
  readonly served: boolean;
  /** The program that opened the gateway. */
  readonly callback: boolean;
};

export type ApproverParts = {
  readonly roles: Roles;
  readonly accounts: () => Accounts;
  /** `null`: the platform has no users of this kind. */
  readonly ownUid: number | null;
  /** Users that no person is: browsers run as them. */
  readonly isBrowser: (uid: number) => boolean;
  /** Whether anything may be allowed from a terminal. */
  readonly terminal: () => boolean;
  /** Whether an MCP client is here. */
  readonly mcp: () => boolean;
  /** Whether the system tells whose a connection is. */
  readonly tellsPeers: boolean;
};

/** Where nothing names one, and what a policy without `approvers` means. */
const DEFAULT_NAMES = ['user'] as const;

const CHANNELS: Readonly<Record<OwnApprover, readonly Channel[]>> = {
  user: ['ui', 'terminal', 'library'],
  // A program that runs the gateway in its own process is its own window and terminal.
  window: ['ui', 'library'],
  terminal: ['terminal', 'library'],
  'mcp-client': ['mcp', 'library'],
};

const OWN_WORDS: Readonly<Record<OwnApprover, string>> = {
  user: 'the person who runs the gateway',
  window: 'the person who runs the gateway, in its window',
  terminal: 'the person who runs the gateway, at a terminal',
  'mcp-client': 'the person at an MCP client',
};

/** Under four eyes the person who runs the gateway, who asks, is none of them. */
const left = (names: readonly string[], fourEyes = false): readonly string[] =>
  fourEyes ? otherThanOwn(names) : names;

export class Approvers {
  readonly #parts: ApproverParts;
  /** Users whose browser was let in as the owner's: the same person as whoever asks. */
  readonly #asOwner = new Set<number>();

  constructor(parts: Partial<ApproverParts> = {}) {
    this.#parts = {
      roles: {},
      accounts: readAccounts,
      ownUid: ownUid(),
      isBrowser: () => false,
      terminal: () => true,
      mcp: () => true,
      tellsPeers: process.platform === 'linux',
      ...parts,
    };
  }

  get roles(): Roles {
    return this.#parts.roles;
  }

  /** Code of this process, and whoever holds what was given to its user alone. */
  own(): Identity {
    return { uid: this.#parts.ownUid, owner: true };
  }

  /** A browser of this user answers as the owner. */
  noteOwner(uid: number): void {
    this.#asOwner.add(uid);
  }

  isBrowser(uid: number): boolean {
    return this.#parts.isBrowser(uid);
  }

  /** Of an account's name or number; `null`: there is none. */
  uidOf(user: string): number | null {
    return /^\d+$/u.test(user) ? Number(user) : (this.#parts.accounts().byName(user)?.uid ?? null);
  }

  /** The account of a number now; `null`: it has none. */
  accountOf(uid: number | null): string | null {
    return uid === null ? null : (this.#parts.accounts().byUid(uid)?.name ?? null);
  }

  /** `alice (user 1001)`, `user 1001`. */
  inWords({ uid, subject }: Identity): string {
    if (subject !== undefined) return `${subject.subject} of ${subject.issuer}`;
    if (uid === null) return 'a user that the system does not tell';
    const account = this.accountOf(uid);
    return account === null ? `user ${uid}` : `${account} (user ${uid})`;
  }

  /** Whether any role is this user's: such a one may connect, and sees what they may answer. */
  isNamed(uid: number): boolean {
    return Object.values(this.#parts.roles).some((members) =>
      members.some((one) => this.#is(one, { uid, owner: false })),
    );
  }

  /** By which of the names this principal may allow it; `null`: by none. */
  as(wanted: Wanted, by: Principal, identity: Identity): string | null {
    const { approvers = DEFAULT_NAMES, fourEyes = false } = wanted;
    if (by.kind !== 'person') return null;
    if (fourEyes && this.#asks(identity)) return null;
    const names = left(approvers, fourEyes);
    return names.find((name) => this.#satisfies(name, by.channel, identity, wanted)) ?? null;
  }

  /**
   * Whether this person is among those whom it is for, whatever channel is closed: who sees a question and may deny it, at a terminal
   * where nothing is allowed too.
   */
  isAmong(wanted: Wanted, identity: Identity): boolean {
    return this.as(wanted, { kind: 'person', channel: 'ui', id: '' }, identity) !== null;
  }

  /** What speaks against an allowing answer: `null`, nothing. */
  objection(wanted: Wanted, by: Principal, proof: Proof): Failure | null {
    const identity = this.identityOf(proof);
    if (identity !== null && this.as(wanted, by, identity) !== null) return null;
    const { approvers = DEFAULT_NAMES, fourEyes = false } = wanted;
    const who = identity === null ? 'whoever answers is not proved to be anybody' : this.inWords(identity);
    const same = identity !== null && fourEyes && this.#asks(identity);
    return failure(
      'consent.bad-answer',
      same
        ? `${who} asked for this, and the policy wants somebody else to allow it`
        : `${who} is not among those who may allow this here`,
      {
        help: `${this.whoMay(approvers, fourEyes)}${wanted.id === undefined ? '' : `, who answers \`${wanted.id}\``}; denying is always possible`,
        details: { approvers, fourEyes, uid: identity?.uid ?? null },
      },
    );
  }

  /** What an answer without one is: of this process, where its channel is of this process. */
  identityOf({ authentication, identity }: Proof): Identity | null {
    if (identity !== undefined) return identity;
    return authentication === 'LIBRARY_CALLBACK' || authentication === 'MCP_ELICITATION' ? this.own() : null;
  }

  /** `security-team: user alice, members of group security`. */
  means(name: string): string {
    if (isOwnApprover(name)) return `${name}: ${OWN_WORDS[name]}`;
    const members = this.#role(name);
    return members === null
      ? `${name}: nobody, says \`approvers\` of the settings`
      : `${name}: ${members.map(memberInWords).join(', ')}`;
  }

  /** A line for each name that is left. */
  inSentences({ approvers = DEFAULT_NAMES, fourEyes }: Wanted): readonly string[] {
    return left(approvers, fourEyes).map((name) => this.means(name));
  }

  /** In a sentence. */
  whoMay(names: readonly string[], fourEyes: boolean): string {
    const those = left(names, fourEyes);
    if (those.length === 0) return 'nobody may allow it';
    return `it may be allowed by ${those.map((name) => this.means(name)).join('; or ')}${fourEyes ? '; not by whoever asked' : ''}`;
  }

  /** Why nobody of these can answer now, whatever they would say; `null`: somebody can. Where nobody at all is reached, too. */
  nobody({ approvers = DEFAULT_NAMES, fourEyes: wanted, look }: Wanted, reach: Reach): Failure | null {
    const fourEyes = wanted === true;
    const names = left(approvers, fourEyes);
    const problems = names.map((name) => this.problemOf(name, { look, reach, fourEyes }));
    if (problems.includes(null)) return null;
    return failure(
      'consent.no-approver',
      names.length === 0
        ? 'what asks here has no approver in common, so nobody may allow it'
        : `nobody can allow this: ${problems.join('; ')}`,
      {
        help: 'name somebody as `approvers: {ROLE: [{user: NAME}]}` in config.yaml, or another approver in the policy; `ghost policy check` shows the line',
        details: { approvers, fourEyes },
      },
    );
  }

  /** Why nobody answers to this name; `null`: somebody does. Without `reach` as if the gateway served. */
  problemOf(
    name: string,
    given: { readonly look?: ConsentCard['look']; readonly reach?: Reach; readonly fourEyes?: boolean } = {},
  ): string | null {
    const { look = 'dialog', reach = { served: true, callback: false }, fourEyes = false } = given;
    if (isOwnApprover(name)) return this.#ownProblem(name, look, reach);
    const members = this.#role(name);
    if (members === null) return `\`${name}\` is nobody: \`approvers\` of the settings does not name it`;
    const here = this.#usersOf(members).filter((uid) => !(fourEyes && this.#asks({ uid, owner: false })));
    if (here.length === 0)
      return `\`${name}\` is nobody here: ${members.map((one) => this.#absence(one, fourEyes)).join(', ')}`;
    if (
      (reach.served && this.#parts.tellsPeers) ||
      (reach.callback && here.some((uid) => uid === this.#parts.ownUid))
    )
      return null;
    return this.#parts.tellsPeers
      ? `\`${name}\` is reached by a gateway that serves alone (\`ghost serve\`)`
      : `\`${name}\` cannot prove to be anybody: this system does not tell whose a connection is`;
  }

  #ownProblem(name: OwnApprover, look: ConsentCard['look'], { callback }: Reach): string | null {
    if (callback) return null;
    if (name === 'terminal' && !this.#parts.terminal())
      return '`terminal` is closed: `consent.terminal` is `off`';
    if (name !== 'mcp-client') return null;
    if (look === 'isolated') return '`mcp-client` is never asked about log-ins and cookies';
    return this.#parts.mcp() ? null : '`mcp-client` is nobody: no MCP client is connected';
  }

  #satisfies(name: string, channel: Channel, identity: Identity, { look }: Wanted): boolean {
    if (channel === 'terminal' && !this.#parts.terminal()) return false;
    if (isOwnApprover(name))
      return (
        identity.owner && CHANNELS[name].includes(channel) && !(channel === 'mcp' && look === 'isolated')
      );
    // Whoever names the person at a client trusts the client program: that proves no account.
    return channel !== 'mcp' && (this.#role(name)?.some((one) => this.#is(one, identity)) ?? false);
  }

  /** Whoever has tasks run here: the owner, under any of their users. */
  #asks({ uid, owner }: Identity): boolean {
    return owner || uid === null || uid === this.#parts.ownUid || this.#asOwner.has(uid);
  }

  #role(name: string): readonly Member[] | null {
    return Object.hasOwn(this.#parts.roles, name) ? (this.#parts.roles[name] ?? null) : null;
  }

  #is(one: Member, { uid, subject }: Identity): boolean {
    if ('oidc' in one)
      return (
        subject !== undefined &&
        subject.issuer === one.oidc.issuer &&
        ('subject' in one.oidc
          ? subject.subject === one.oidc.subject
          : subject.groups.includes(one.oidc.group))
      );
    return uid !== null && this.#usersOf([one]).includes(uid);
  }

  /** The users of this machine that these are now; no browser's and nobody's. */
  #usersOf(members: readonly Member[]): readonly number[] {
    const accounts = this.#parts.accounts();
    return members
      .flatMap((one): readonly number[] => {
        if ('uid' in one) return [one.uid];
        if ('user' in one) return [accounts.byName(one.user)?.uid ?? []].flat();
        return 'group' in one ? (accounts.membersOf(one.group) ?? []).map(({ uid }) => uid) : [];
      })
      .filter((uid) => !isNobody(uid) && !this.#parts.isBrowser(uid));
  }

  #absence(one: Member, fourEyes: boolean): string {
    if ('oidc' in one) return `nobody signs in here yet (${memberInWords(one)})`;
    if (this.#usersOf([one]).length > 0)
      return fourEyes ? `${memberInWords(one)} is whoever asks` : memberInWords(one);
    if ('uid' in one) return `user ${one.uid} is a browser’s`;
    if ('user' in one) return `this machine has no account \`${one.user}\``;
    return this.#parts.accounts().membersOf(one.group) === null
      ? `this machine has no group \`${one.group}\``
      : `nobody is in group \`${one.group}\``;
  }
}
