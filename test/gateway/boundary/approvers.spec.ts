// Who may allow a question: names of a policy, roles of the settings, accounts of the machine, as they are when it comes to it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAccounts } from '#executors/system/accounts.ts';
import { Approvers } from '#gateway/boundary/consent/approvers.ts';
import type { ApproverParts } from '#gateway/boundary/consent/approvers.ts';
import type { Identity, Proof } from '#gateway/boundary/consent/authentication.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { coveredByGrants, keepGrants } from '#gateway/boundary/grants/grants.ts';
import { rolesSchema } from '#gateway/settings/roles.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import { Enrolment } from '#gateway/surfaces/http/identity/enrolment.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import { aQuestion } from '#test/fixtures/questions.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';
import { edited, facts, findings, policyOf } from '#test/fixtures/policy/policies.ts';

const directory = mkdtempSync(join(tmpdir(), 'ghost-accounts-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const files = { passwd: join(directory, 'passwd'), group: join(directory, 'group') };
const machine = (passwd: string, group: string): void => {
  writeFileSync(files.passwd, passwd);
  writeFileSync(files.group, group);
};
const PASSWD =
  'root:x:0:0::/root:/bin/sh\nalice:x:1001:1001::/:/bin/sh\nbob:x:1002:1002::/:/bin/sh\ncarol:x:1003:500::/:/bin/sh\n+::::::\nhalf:x\n';
const GROUP = 'root:x:0:\nsecurity:x:500:alice\nempty:x:501:\n';

const ROLES = rolesSchema.parse({
  named: [{ user: 'alice' }],
  team: [{ group: 'security' }],
  number: [{ uid: 1002 }],
  signed: [
    { oidc: { issuer: 'https://id.example', subject: 's-1' } },
    { oidc: { issuer: 'https://id.example', group: 'g' } },
  ],
  gone: [{ user: 'nobody-here' }, { group: 'no-group' }, { group: 'empty' }],
  browser: [{ uid: 60_701 }],
});
const approvers = (more: Partial<ApproverParts> = {}): Approvers =>
  new Approvers({
    roles: ROLES,
    accounts: () => readAccounts(files),
    ownUid: 1000,
    isBrowser: (uid) => uid >= 60_700 && uid < 60_828,
    mcp: () => false,
    tellsPeers: true,
    ...more,
  });

const at = (channel: 'ui' | 'terminal' | 'library' | 'mcp'): Principal => ({
  kind: 'person',
  channel,
  id: 'p',
});
const other = (uid: number): Identity => ({ uid, owner: false });
const owner: Identity = { uid: 1000, owner: true };
const wanted = (approversOf: readonly string[], fourEyes = false) => ({
  approvers: approversOf,
  look: 'dialog' as const,
  ...(fourEyes ? { fourEyes } : {}),
});
const may = (
  names: readonly string[],
  identity: Identity,
  channel: 'ui' | 'terminal' | 'library' | 'mcp' = 'ui',
) => approvers().as(wanted(names), at(channel), identity);

test('an account answers for its name, a member for their group, a number for itself; nobody else does', () => {
  machine(PASSWD, GROUP);
  expect(may(['named'], other(1001))).toBe('named');
  expect(may(['named'], other(1002))).toBe(null);
  // By the list of the group, and by the account's own group.
  expect([may(['team'], other(1001)), may(['team'], other(1003)), may(['team'], other(1002))]).toEqual([
    'team',
    'team',
    null,
  ]);
  expect([may(['number'], other(1002)), may(['number'], other(1001))]).toEqual(['number', null]);
  expect(may(['named', 'number'], other(1002))).toBe('number');
  for (const name of ['named', 'team', 'number', 'gone', 'unheard-of']) {
    expect(may([name], owner), name).toBe(null);
    expect(may([name], { uid: null, owner: false }), name).toBe(null);
    expect(may([name], other(0)), name).toBe(null);
  }
});

test('groups and names are read when it comes to it: whoever was taken out, or got the number since, answers no more', () => {
  machine(PASSWD, GROUP);
  const held = approvers();
  const asked = wanted(['team', 'named']);
  expect(held.as(asked, at('ui'), other(1001))).toBe('team');
  machine(PASSWD.replace('alice:x:1001:1001', 'mallory:x:1001:1001'), GROUP);
  expect(held.as(asked, at('ui'), other(1001))).toBe(null);
  machine(PASSWD, GROUP.replace(':alice', ':'));
  expect(held.as(wanted(['team']), at('ui'), other(1001))).toBe(null);
});

test('no browser’s user, nobody’s, nor the kernel’s word for an unknown one is a person', () => {
  machine(`${PASSWD}nobody:x:65534:500::/:/bin/false\n`, GROUP);
  expect(may(['browser'], other(60_701))).toBe(null);
  expect(may(['team'], other(65_534))).toBe(null);
  for (const uid of [65_534, 4_294_967_295])
    expect(rolesSchema.safeParse({ r: [{ uid }] }).success).toBe(false);
  for (const name of ['user', 'window', 'terminal', 'mcp-client'])
    expect(rolesSchema.safeParse({ [name]: [{ uid: 1001 }] }).success, name).toBe(false);
});

test('words of the policy are the person who runs the gateway, each on its channels, as they always were', () => {
  machine(PASSWD, GROUP);
  const where = (name: string): readonly string[] =>
    (['ui', 'terminal', 'library', 'mcp'] as const).filter((channel) => may([name], owner, channel) !== null);
  expect(['user', 'window', 'terminal', 'mcp-client'].map(where)).toEqual([
    ['ui', 'terminal', 'library'],
    ['ui', 'library'],
    ['terminal', 'library'],
    ['library', 'mcp'],
  ]);
  expect(may(['user'], other(1001))).toBe(null);
  expect(may(['named'], other(1001), 'mcp')).toBe(null);
});

test('a signed-in subject is one by issuer and subject, or by its groups; until one can sign in, the role is nobody', () => {
  machine(PASSWD, GROUP);
  const signed = (issuer: string, subject: string, groups: readonly string[] = []) =>
    may(['signed'], { uid: null, owner: false, subject: { issuer, subject, groups } });
  expect(signed('https://id.example', 's-1')).toBe('signed');
  expect(signed('https://id.example', 's-2', ['g'])).toBe('signed');
  expect(signed('https://id.example', 's-2', ['h'])).toBe(null);
  expect(signed('https://evil.example', 's-1', ['g'])).toBe(null);
  expect(approvers().problemOf('signed')).toMatch(/nobody signs in here yet/u);
});

test('four eyes leave out whoever asked, under every user that answered for them', () => {
  machine(PASSWD, GROUP);
  const held = approvers({
    roles: rolesSchema.parse({ all: [{ uid: 1000 }, { uid: 1001 }, { uid: 1002 }] }),
  });
  const as = (identity: Identity) => held.as(wanted(['all', 'user'], true), at('ui'), identity);
  held.noteOwner(1002);
  expect([as(owner), as(other(1000)), as(other(1002)), as(other(1001))]).toEqual([null, null, null, 'all']);
  expect(held.as(wanted(['all', 'user']), at('ui'), owner)).toBe('all');
});

test('whoever is nobody is not waited for, and the reason names them; one who is somebody is', async () => {
  machine(PASSWD, GROUP);
  const broker = new ConsentBroker({ approvers: approvers() });
  broker.addChannel();
  const { signal } = new AbortController();
  for (const [names, why] of [
    [['unheard-of'], /`unheard-of` is nobody/u],
    [['gone'], /no account `nobody-here`.*no group `no-group`.*nobody is in group `empty`/u],
    [['browser'], /browser/u],
    [['mcp-client'], /no MCP client/u],
    [[], /no approver in common/u],
  ] as const) {
    const outcome = await broker.ask(aQuestion({ approvers: names }), signal);
    expect(outcome).toMatchObject({ state: 'NO_APPROVER', error: { message: expect.stringMatching(why) } });
  }
  void broker.ask(aQuestion({ approvers: ['gone', 'named'] }), signal);
  expect(broker.list()[0]?.card.mayAllow).toEqual([expect.stringContaining('gone'), 'named: user alice']);
});

test('an answer of the wrong one is told of and changes nothing; a denial is anybody’s', () => {
  machine(PASSWD, GROUP);
  const told: string[] = [];
  const broker = new ConsentBroker({
    approvers: approvers(),
    onMisplaced: ({ error }) => void told.push(error.message),
  });
  broker.addChannel();
  void broker.ask(aQuestion({ approvers: ['named'] }), new AbortController().signal);
  const id = broker.list()[0]?.card.id ?? '';
  const answer = (given: 'ALLOW_ONCE' | 'DENY', proof: Proof) =>
    broker.answer({ id, answer: given, by: at('ui'), proof });
  expect(answer('ALLOW_ONCE', { authentication: 'CONSENT_SECRET', identity: other(1002) }).ok).toBe(false);
  expect(answer('ALLOW_ONCE', { authentication: 'CONSENT_SECRET', identity: owner }).ok).toBe(false);
  // A channel that says nothing of who it was.
  expect(answer('ALLOW_ONCE', { authentication: 'CONSENT_SECRET' }).ok).toBe(false);
  expect(broker.find(id)?.state).toBe('OPEN');
  expect(told).toHaveLength(3);
  expect(answer('DENY', { authentication: 'CONSENT_SECRET', identity: other(1002) }).ok).toBe(true);
});

test('a link is for one person: brought by another, it is used up', () => {
  const enrolment = new Enrolment({
    isOwners: (uid) => uid === 1000,
    accountOf: (uid) => (uid === 1001 ? 'alice' : null),
  });
  expect(enrolment.enrol(enrolment.invite(1000), 1001)).toEqual({ notFor: 'OWNER' });
  const hers = enrolment.invite(1000, 1001);
  expect(enrolment.enrol(hers, 1002)).toEqual({ notFor: 1001 });
  expect(enrolment.enrol(hers, 1001)).toBe(null);
  const mine = enrolment.enrol(enrolment.invite(1000), 1000);
  const alice = enrolment.enrol(enrolment.invite(1000, 1001), 1001);
  if (mine === null || alice === null || 'notFor' in mine || 'notFor' in alice) throw new Error('not let in');
  expect(enrolment.holder(alice.secret.cookie, alice.secret.key)).toMatchObject({
    uid: 1001,
    owner: false,
    account: 'alice',
  });
  expect(enrolment.holder(mine.secret.cookie, mine.secret.key)).toMatchObject({ uid: 1000, owner: true });
  expect(enrolment.holder(mine.secret.cookie, alice.secret.key)).toBe(null);
  expect([enrolment.admitsOwner(1000), enrolment.admitsOwner(1001), enrolment.admits(1001)]).toEqual([
    true,
    false,
    true,
  ]);
});

const ASKS =
  '  - { id: theirs, decision: ESCALATE, when: { capability: NAVIGATE_CROSS_ORIGIN, host: a.example, path: /pay }, escalate: { approvers: [team, user], fourEyes: true } }\n' +
  '  - { id: mine, decision: ESCALATE, when: { capability: NAVIGATE_CROSS_ORIGIN, host: a.example, path: /read } }\n';

test('“this site, this task” covers nothing that others have to answer for', () => {
  const policy = policyOf(
    edited(['\nrules:\n', `\nrules:\n${ASKS}`], ['approvers: [user]', 'approvers: [team, user]']),
  );
  const ruling = (path: string) => {
    const url = `https://a.example${path}`;
    const gate = { capability: 'NAVIGATE_CROSS_ORIGIN', url } as const;
    return rule(policy, [
      { gate, facts: facts({ capability: gate.capability, url, initiator: 'NAVIGATOR' }) },
    ]);
  };
  const asked = {
    task: aTaskContext(),
    documentUrl: 'https://b.example/',
    documentId: 'd',
    initiator: 'NAVIGATOR',
  } as const;
  const [mine, theirs] = [ruling('/read'), ruling('/pay')];
  expect([mine.approvers, theirs.approvers, theirs.fourEyes]).toEqual([['team', 'user'], ['team'], true]);
  keepGrants(mine, asked, 'TASK_SITE', 0);
  expect([coveredByGrants(mine, asked, 0), coveredByGrants(theirs, asked, 0)]).toEqual([true, false]);
});

test('four eyes with nobody but whoever asks do not load; below, they are not taken back', () => {
  const [found] = findings(
    edited(['escalation: { approvers: [user]', 'escalation: { fourEyes: true, approvers: [user]']),
  );
  expect(found).toMatchObject({ code: 'policy.escalate-nobody', help: expect.stringContaining('fourEyes') });
  const plain = policyOf(edited(['approvers: [user]', 'approvers: [team, user]']));
  const eyes = policyOf(edited(['approvers: [user]', 'fourEyes: true, approvers: [team, user]']));
  expect(eyes.semanticHash).not.toBe(plain.semanticHash);
  const asks = facts({
    capability: 'NAVIGATE_CROSS_ORIGIN',
    url: 'https://x.example/',
    initiator: 'NAVIGATOR',
  });
  expect(eyes.decide(asks).escalation).toEqual({ timeoutSeconds: 120, approvers: ['team'], fourEyes: true });
  expect(plain.decide(asks).escalation).toEqual({ timeoutSeconds: 120, approvers: ['team', 'user'] });
});

test('gates of one act whose approvers have nobody in common ask nobody', () => {
  const policy = policyOf(
    edited(
      ['approvers: [user]', 'approvers: [user, team, number]'],
      [
        '\nrules:\n',
        `\nrules:\n  - { id: a, decision: ESCALATE, when: { capability: SCREENSHOT }, escalate: { approvers: [team] } }\n  - { id: b, decision: ESCALATE, when: { capability: CLOSE_TAB }, escalate: { approvers: [number] } }\n`,
      ],
    ),
  );
  const gate = (capability: 'SCREENSHOT' | 'CLOSE_TAB') => ({
    gate: { capability },
    facts: facts({ capability }),
  });
  expect(rule(policy, [gate('SCREENSHOT'), gate('CLOSE_TAB')]).approvers).toEqual([]);
  expect(rule(policy, [gate('SCREENSHOT')]).approvers).toEqual(['team']);
});
