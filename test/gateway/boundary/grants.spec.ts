// What answers still allow, as it is listed and taken back. INVARIANT: what is revoked covers nothing from then on, whatever the log says.
import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '#gateway/audit/format/contract.ts';
import { GrantBook } from '#gateway/boundary/grants/grant-book.ts';
import { coveredByGrants, keepGrants } from '#gateway/boundary/grants/grants.ts';
import type { KeptGrant } from '#gateway/boundary/grants/kept-grant.ts';
import { keepStorageGrants } from '#gateway/boundary/grants/storage-grants.ts';
import { questionFor } from '#gateway/boundary/consent/question.ts';
import { growOrigins } from '#gateway/boundary/steps/after-allow.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { rule } from '#policy/engine/deciding/ruling.ts';
import { failure, ok } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { edited, facts, policyOf } from '#test/fixtures/policy/policies.ts';
import { need } from '#test/fixtures/tab.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';

const ASKS =
  '  - { id: asks, decision: ESCALATE, when: { capability: NAVIGATE_CROSS_ORIGIN, host: a.example } }\n';
const policy = policyOf(edited(['\nrules:\n', `\nrules:\n${ASKS}`]));
const url = 'https://a.example/read';
const ruling = rule(policy, [
  {
    gate: { capability: 'NAVIGATE_CROSS_ORIGIN', url },
    facts: facts({ capability: 'NAVIGATE_CROSS_ORIGIN', url, initiator: 'NAVIGATOR' }),
  },
]);
const WALL_MS = Date.parse('2026-11-23T12:00:00.000Z');

function granted(trouble: Failure | null = null) {
  const log: AuditEvent[] = [];
  const clock = { now: 1_000, standing: ruling.policyHash as string | null };
  const book = new GrantBook({
    audit: {
      append: async (event) => {
        if (trouble !== null) return { ok: false, error: trouble };
        log.push(event);
        return ok({ ...event, seq: log.length, at: '', v: 1 } as never);
      },
    },
    now: () => clock.now,
    wallMs: () => WALL_MS + clock.now - 1_000,
    stands: (policyHash) => policyHash === clock.standing,
  });
  const task = aTaskContext();
  const asked = { task, documentUrl: 'https://b.example/', documentId: 'd', initiator: 'NAVIGATOR' } as const;
  book.note(keepGrants(ruling, asked, 'TASK_SITE', clock.now), {
    taskId: task.id,
    intent: task.intent,
    by: 'person:ui',
    consentId: 'c-1',
  });
  return { book, log, clock, task, covers: () => coveredByGrants(ruling, asked, clock.now) };
}

test('a grant is listed with who, what, where, when, and how often it was used', () => {
  const { book, clock, covers } = granted();
  clock.now += 60_000;
  expect(covers()).toBe(true);
  expect(covers()).toBe(true);
  expect(book.list()).toEqual([
    expect.objectContaining({
      kind: 'SITE',
      where: 'https://a.example',
      says: 'going to any address of it',
      by: 'person:ui',
      consentId: 'c-1',
      grantedAt: '2026-11-23T12:00:00.000Z',
      uses: 2,
      usedAt: '2026-11-23T12:01:00.000Z',
      endsAt: null,
    }),
  ]);
});

test('what is revoked covers nothing any more, leaves the list, and is an entry of the log', async () => {
  const { book, log, covers } = granted();
  const [held] = book.list();
  expect(covers()).toBe(true);
  expect(need(await book.revoke(held?.id ?? '', 'person:ui')).id).toBe(held?.id);
  expect(covers()).toBe(false);
  expect(book.list()).toEqual([]);
  expect(log).toMatchObject([
    {
      type: 'grant.revoked',
      who: 'person:ui',
      where: 'https://a.example',
      why: 'c-1',
      outcome: 'REVOKED',
      details: { grant: held?.id, uses: 1, grantedBy: 'person:ui' },
    },
  ]);
  expect(await book.revoke(held?.id ?? '', 'person:ui')).toMatchObject({ error: { code: 'grant.unknown' } });
  expect(log).toHaveLength(1);
});

test('where the log cannot say so, it is revoked all the same, and whoever asked is told', async () => {
  const { book, covers } = granted(failure('audit.write-failed', 'the disk is full'));
  const [held] = book.list();
  expect(await book.revoke(held?.id ?? '', 'person:ui')).toMatchObject({
    error: { code: 'audit.write-failed' },
  });
  expect(covers()).toBe(false);
});

test('a connection that was admitted for the rest of the task goes as far as its document once that is revoked', async () => {
  const { book, clock, task } = granted();
  const { grants } = task.state;
  const { policyHash } = ruling;
  grants.admitDocument({ url, lasts: 'TASK', policyHash, now: clock.now });
  grants.documentArrived('https://c.example/');
  const admits = (page: string): boolean =>
    grants.admitsConnection({ server: url, url: null, page, policyHash, now: clock.now });
  expect([admits('https://c.example/'), admits(url)]).toEqual([true, true]);
  await book.revoke(book.list()[0]?.id ?? '', 'person:ui');
  expect([admits('https://c.example/'), admits(url)]).toEqual([false, true]);
});

test('nothing is listed that holds no more: its task ended, or another policy is in force', () => {
  const one = granted();
  one.clock.standing = 'sha256:another';
  expect(one.book.list()).toEqual([]);
  const other = granted();
  other.task.state.grants.end();
  expect(other.book.list()).toEqual([]);
  expect(other.covers()).toBe(false);
});

test('an answer to a dialog of a page is for that one, and none for another act is an answer to a dialog', () => {
  const says =
    '  - { id: asks, decision: ESCALATE, when: { capability: EXECUTE_JAVASCRIPT, host: a.example } }\n';
  const strict = policyOf(edited(['\nrules:\n', `\nrules:\n${says}`]));
  const of = (action: 'CLICK' | 'HANDLE_DIALOG') =>
    rule(strict, [
      {
        gate: { capability: 'EXECUTE_JAVASCRIPT', url },
        facts: facts({ capability: 'EXECUTE_JAVASCRIPT', url, action, initiator: 'NAVIGATOR' }),
      },
    ]);
  const asked = (task = aTaskContext()) =>
    ({ task, documentUrl: url, documentId: 'd', initiator: 'NAVIGATOR' }) as const;
  const clicks = asked();
  expect(of('HANDLE_DIALOG').decision).toBe('ESCALATE');
  expect(keepGrants(of('CLICK'), clicks, 'TASK_SITE', 1_000)).toHaveLength(1);
  expect(coveredByGrants(of('CLICK'), clicks, 1_000)).toBe(true);
  expect(coveredByGrants(of('HANDLE_DIALOG'), clicks, 1_000)).toBe(false);
  const dialogs = asked();
  expect(keepGrants(of('HANDLE_DIALOG'), dialogs, 'TASK_SITE', 1_000)).toEqual([]);
  expect(coveredByGrants(of('HANDLE_DIALOG'), dialogs, 1_000)).toBe(false);
  expect(coveredByGrants(of('CLICK'), dialogs, 1_000)).toBe(false);
});

describe('"this task, this site" covers no more than what was asked about', () => {
  const more = `  - { id: forms-ask, decision: ESCALATE, when: { capability: FORM_SUBMIT_DATA, host: a.example } }
  - { id: deleting-asks, decision: ESCALATE, when: { formPurpose: DELETION } }
  - { id: again-asks, decision: ESCALATE, when: { elementActs: 3-1000 } }\n`;
  const strict = policyOf(edited(['\nrules:\n', `\nrules:\n${more}`]));
  type Given = Readonly<Record<string, unknown>>;
  const of = (...given: readonly Given[]) =>
    rule(
      strict,
      given.map((one) => {
        const capability = one['capability'] === 'FILE_DOWNLOAD' ? 'FILE_DOWNLOAD' : 'FORM_SUBMIT_DATA';
        const all = facts({ capability, url, initiator: 'NAVIGATOR', action: 'CLICK', ...one });
        return { gate: { capability, url }, facts: all } as const;
      }),
    );
  const covers = (answered: readonly Given[], next: readonly Given[]): boolean => {
    const asked = {
      task: aTaskContext(),
      documentUrl: url,
      documentId: 'd',
      initiator: 'NAVIGATOR',
    } as const;
    const [first, second] = [of(...answered), of(...next)];
    expect([first.decision, second.decision]).toEqual(['ESCALATE', 'ESCALATE']);
    keepGrants(first, asked, 'TASK_SITE', 1_000);
    return coveredByGrants(second, asked, 1_000);
  };
  const typing = { action: 'FILL', formPurpose: 'OTHER' };
  const pdf = { capability: 'FILE_DOWNLOAD', action: 'DOWNLOAD', fileType: 'PDF' };

  test.each<[string, readonly Given[], readonly Given[], boolean]>([
    ['a search after typing', [typing], [{ formPurpose: 'SEARCH', method: 'GET' }], true],
    ['the same again', [{ formPurpose: 'DELETION' }], [{ formPurpose: 'DELETION' }], true],
    ['a deletion after typing', [typing], [{ formPurpose: 'DELETION' }], false],
    ['a payment after typing', [typing], [{ formPurpose: 'PAYMENT' }], false],
    [
      'a payment that deletes, after a payment',
      [{ formPurpose: 'PAYMENT' }],
      [{ formPurpose: 'PAYMENT' }, { formPurpose: 'DELETION' }],
      false,
    ],
    ['the fourth time on one element', [typing], [{ ...typing, elementActs: 3 }], false],
    [
      'the fifth time after the fourth',
      [{ ...typing, elementActs: 3 }],
      [{ ...typing, elementActs: 4 }],
      true,
    ],
    ['another method', [typing], [{ method: 'DELETE' }], false],
    ['a file of the same type', [pdf], [pdf], true],
    ['a file of another type', [pdf], [{ ...pdf, fileType: 'ARCHIVE' }], false],
  ])('%s', (_what, answered, next, expected) => {
    expect(covers(answered, next)).toBe(expected);
  });
});

test('what another policy hides for a while is listed again with its own, and can be taken back', async () => {
  const { book, clock, covers, task } = granted();
  const [held] = book.list();
  clock.standing = 'sha256:another';
  book.note([], { taskId: task.id, intent: '', by: 'person:ui', consentId: 'c-2' });
  expect(book.list()).toEqual([]);
  clock.standing = ruling.policyHash;
  expect(book.list()).toMatchObject([{ id: held?.id }]);
  expect(covers()).toBe(true);
  need(await book.revoke(held?.id ?? '', 'person:ui'));
  expect(covers()).toBe(false);
});

test('what is too old to be listed covers nothing: nobody could take it back', () => {
  const { book, covers, task } = granted();
  const [kept] = Array.from({ length: 1_000 }, (_, at) =>
    task.state.grants.storage.allow({
      storage: 'COOKIES',
      at: { origin: `https://${at}.example` },
      policyHash: ruling.policyHash,
    }),
  ).map((one) => (book.note([one], { taskId: task.id, intent: '', by: 'p', consentId: 'c' }), one));
  expect([book.list().length, kept?.isOver, covers()]).toEqual([1_000, false, false]);
});

describe('a policy that says for how long a yes holds', () => {
  const under = (terms: string) => {
    const asking = policyOf(
      edited(['\nrules:\n', `\nrules:\n${ASKS.replace(' }\n', `, escalate: { ${terms} } }\n`)}`]),
    );
    const gate = { capability: 'NAVIGATE_CROSS_ORIGIN', url } as const;
    const asks = rule(asking, [{ gate, facts: facts({ ...gate, initiator: 'NAVIGATOR' }) }]);
    const task = aTaskContext();
    const asked = {
      task,
      documentUrl: 'https://b.example/',
      documentId: 'd',
      initiator: 'NAVIGATOR',
    } as const;
    return { asks, task, asked, at: (now: number) => coveredByGrants(asks, asked, now) };
  };
  const MINUTE_MS = 60_000;

  test('it covers until then and not a moment longer, and never again', () => {
    const { asks, asked, at } = under('askOnce: 10');
    expect(asks).toMatchObject({ decision: 'ESCALATE', askOnce: 10 });
    const [kept] = keepGrants(asks, asked, 'TASK_SITE', 1_000);
    expect(kept?.about.notAfter).toBe(1_000 + 10 * MINUTE_MS);
    expect([at(1_000), at(999 + 10 * MINUTE_MS)]).toEqual([true, true]);
    expect([at(1_000 + 10 * MINUTE_MS), at(1_001)]).toEqual([false, false]);
    expect(kept?.isOver).toBe(true);
  });

  test('what it opened is closed when it ends', () => {
    const { asks, asked, task } = under('askOnce: 1');
    const [kept] = keepGrants(asks, asked, 'TASK_SITE', 0);
    let closed = 0;
    kept?.opened(() => (closed += 1));
    const { grants } = task.state;
    const { policyHash } = asks;
    grants.admitDocument({ url, lasts: 'TASK', policyHash, now: 0 });
    const connects = (now: number): boolean =>
      grants.admitsConnection({ server: url, url: null, page: 'https://b.example/', policyHash, now });
    expect([connects(40_000), closed]).toEqual([true, 0]);
    expect([connects(MINUTE_MS), closed]).toEqual([false, 1]);
  });

  test('it opens a site to acts only where its end closes it again', async () => {
    const grow = async (terms: string, scope: 'ONCE' | 'TASK_SITE') => {
      const { asks, asked, task } = under(terms);
      const kept = keepGrants(asks, asked, scope, 0);
      const consent = { state: 'GRANTED', scope, consentId: 'c', by: 'person:p' } as const;
      const gates = [{ capability: 'FORM_SUBMIT_DATA', url }] as const;
      const audit = { append: async () => ok({ seq: 1 }) };
      await growOrigins({ audit } as never, task, { requestId: 'r', gates, byPage: false }, {
        consent,
        ruling: asks,
        kept,
      } as never);
      return task.state.origins.view().writable.length;
    };
    expect(await grow('timeout: 60', 'ONCE')).toBe(1);
    expect([await grow('askOnce: 0', 'ONCE'), await grow('askOnce: 10', 'ONCE')]).toEqual([0, 0]);
    expect(await grow('askOnce: 10', 'TASK_SITE')).toBe(1);
  });

  test('where each act is asked about, an answer for the task is not offered, and keeps nothing', () => {
    const { asks, asked, at } = under('askOnce: 0');
    expect(keepGrants(asks, asked, 'TASK_SITE', 0)).toEqual([]);
    expect(at(1)).toBe(false);
    const { task, documentUrl } = asked;
    const by = { kind: 'navigator', id: 'n' } as const;
    const card = (ruling: typeof asks, given: typeof policy) =>
      questionFor({
        task,
        requestedBy: by,
        startedBy: 'NAVIGATOR',
        ruling,
        policy: given,
        documentUrl,
        details: [],
        agentSays: null,
        digest: 'd',
      });
    expect(card(asks, policy).answers).toEqual(['DENY', 'DENY_TASK', 'ALLOW_ONCE']);
    const { asks: timed } = under('askOnce: 1');
    const { answers, details } = card(timed, policy);
    expect(answers).toContain('ALLOW_TASK_SITE');
    expect(details).toContainEqual(
      expect.objectContaining({ kind: 'COVERS', label: 'no longer than', value: '1 minute' }),
    );
    // What a yes opens is read before all that it is about.
    const kinds = questionFor({
      task,
      requestedBy: by,
      startedBy: 'NAVIGATOR',
      ruling: timed,
      policy,
      documentUrl,
      details: [
        { kind: 'ACT', label: 'what', value: 'click', by: 'GATEWAY', masked: false },
        { kind: 'COVERS', label: 'also allows', value: 'the rest', by: 'GATEWAY', masked: false },
      ],
      agentSays: null,
      digest: 'd',
    }).details.map(({ kind }) => kind);
    expect(kinds).toEqual(['COVERS', 'COVERS', 'COVERS', 'ACT']);
  });

  test.each([
    ['a fraction', '2.5'],
    ['less than none', '-1'],
    ['more than a day', '1441'],
    ['a word', 'TASK'],
  ])('%s is an error with its place', (_, minutes) => {
    const text = edited(['timeout: 120', `timeout: 120, askOnce: ${minutes}`]);
    const { policy: none, findings } = checkPolicy([text], { today: '2026-11-23' });
    expect(none).toBeNull();
    expect(findings.some(({ span }) => (span?.line ?? 0) > 1)).toBe(true);
  });
});

describe('a log-in, where a yes holds for so many minutes', () => {
  const url = 'https://a.example/log-in';
  const gate = { capability: 'FORM_SUBMIT_CREDENTIALS', url } as const;
  const form = { url, method: 'POST', otherNames: ['name'] } as const;
  const entered = (terms: string) => {
    const rules = `\nrules:\n  - { id: logs-in, decision: ESCALATE, when: { capability: FORM_SUBMIT_CREDENTIALS, host: a.example }${terms === '' ? '' : `, escalate: { ${terms} }`} }\n`;
    const asking = policyOf(edited(['\nrules:\n', rules]));
    const put = (action: 'FILL' | 'CLICK') =>
      rule(asking, [{ gate, facts: facts({ ...gate, action, initiator: 'NAVIGATOR' }) }]);
    const task = aTaskContext();
    const asked = { task, documentUrl: url, documentId: 'd', initiator: 'NAVIGATOR', form } as const;
    const [asks, sends] = [put('FILL'), put('CLICK')];
    const kept = keepGrants(asks, asked, 'ONCE', 0);
    const stored = keepStorageGrants(asks, asked, 'ONCE', 0);
    const cookies = (now: number): number => {
      const { grants } = task.state;
      grants.endOver(now);
      return grants.storage.answeredBy({ storage: 'COOKIES', url, policyHash: asks.policyHash }).length;
    };
    const covers = (ruling: typeof asks, now: number): boolean => coveredByGrants(ruling, asked, now);
    return { asks, sends, kept, stored, covers, cookies };
  };
  const ends = (kept: readonly KeptGrant[]) => kept.map(({ about }) => about.notAfter);

  test.each([
    ['', 120_000, null],
    ['askOnce: 0', 120_000, 120_000],
    ['askOnce: 1', 60_000, 60_000],
    ['askOnce: 10', 120_000, 600_000],
  ])('%s: it ends after %d ms, and what the site keeps after %s', (terms, logIn, cookies) => {
    const found = entered(terms);
    expect([ends(found.kept), ends(found.stored)]).toEqual([[logIn], [cookies]]);
    expect([found.covers(found.asks, logIn - 1), found.covers(found.asks, logIn)]).toEqual([true, false]);
    expect(found.cookies((cookies ?? 1) - 1)).toBe(1);
    expect(found.cookies(cookies ?? 1)).toBe(cookies === null ? 1 : 0);
  });

  test('it is sent once, and not after its end', () => {
    const late = entered('askOnce: 1');
    expect(late.covers(late.sends, 60_000)).toBe(false);
    const found = entered('askOnce: 1');
    expect([found.covers(found.sends, 59_999), found.covers(found.sends, 59_999)]).toEqual([true, false]);
  });

  test('its card says how long', () => {
    const { asks } = entered('askOnce: 1');
    const logIn = { label: 'also allows', value: 'the rest of this log-in', kind: 'COVERS', by: 'GATEWAY' };
    const cardOf = (ruling: typeof asks) =>
      questionFor({
        task: aTaskContext(),
        requestedBy: { kind: 'navigator', id: 'n' },
        startedBy: 'NAVIGATOR',
        ruling,
        policy,
        documentUrl: url,
        details: [logIn as never],
        agentSays: null,
        digest: 'd',
      }).details.filter(({ label }) => label === 'no longer than');
    expect(cardOf(asks)).toMatchObject([{ value: '1 minute' }]);
    expect(cardOf(entered('askOnce: 0').asks)).toMatchObject([{ value: '2 minutes' }]);
    expect(cardOf(entered('').asks)).toEqual([]);
  });
});

test('a later answer that ends takes nothing from one that holds for the task, and gives no more than its own time', () => {
  const { storage } = aTaskContext().state.grants;
  const cookies = { storage: 'COOKIES', at: { origin: 'https://a.example' }, policyHash: 'p' } as const;
  const found = (): number =>
    storage.answeredBy({ storage: 'COOKIES', url: 'https://a.example/', policyHash: 'p' }).length;
  storage.allow(cookies, 1_000);
  storage.allow(cookies, 5_000);
  storage.endOver(1_000);
  expect(found()).toBe(1);
  storage.endOver(5_000);
  expect(found()).toBe(0);
  storage.allow(cookies);
  storage.allow(cookies, 9_000);
  storage.endOver(9_000);
  expect(found()).toBe(1);
});
