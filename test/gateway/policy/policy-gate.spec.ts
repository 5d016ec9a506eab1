// The gate before a policy comes into force: seeded mistakes are refused with line, reason and mend; their harmless twins pass.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gateFiles } from '#gateway/client/policy/gate.ts';
import { gateExit } from '#policy/tools/gate/gate.ts';
import type { GateReport } from '#policy/tools/gate/gate.ts';
import {
  gateData,
  gateJunit,
  gateSarif,
  renderGateMarkdown,
  renderGateText,
} from '#policy/tools/gate/gate-forms.ts';
import { reasonsAgainst } from '#policy/tools/gate/gate-report.ts';
import { DEFAULT_TEXT } from '#test/fixtures/policy/policies.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-gate-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let folders = 0;
/** A folder of its own with these files. */
function folder(files: Readonly<Record<string, string>>): string {
  folders += 1;
  const path = join(directory, `f${folders}`);
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
}

/** A policy as a team has one: the default, with rules of its own. */
const FIRST = replaced(
  DEFAULT_TEXT,
  ['id: phase38-default\nrevision: 1', 'id: team\nrevision: 4'],
  ['end: phase38-default@1', 'end: team@4'],
  ['\nrules:\n', '\nwords: { buying: [buy, pay, "order now"] }\n\nrules:\n'],
  [
    '\nrules:\n',
    `
rules:
  - id: blocked
    decision: DENY
    when:
      capability: NAVIGATE_CROSS_ORIGIN
      host:
        - bad.example
        - worse.example
    reason: These sites hurt us.
  - id: handbook
    decision: ALLOW
    when: { capability: NAVIGATE_CROSS_ORIGIN, host: [docs.partner.example], port: 443, scheme: HTTPS, addressClass: PUBLIC, initiator: NAVIGATOR, provenance: USER }
    except: [{ host: docs.partner.example, path: /internal }]
    expires: 2099-06-30
    reason: The partner's handbook.
  - id: buying
    decision: ESCALATE
    when: { capability: EXECUTE_JAVASCRIPT, elementWords: buying, action: CLICK }
    obligations: [SCREENSHOT_BEFORE]
    escalate: { approvers: [user], timeout: 60 }
    reason: Somebody looks before money is spent.
  - id: uploads
    decision: DENY
    when: { capability: FORM_SUBMIT_DATA, host: '*.paste.example' }
    except: [{ host: ours.paste.example }]
    reason: Nothing is pasted there.
`,
  ],
  [
    '\n  cases:\n',
    `
  cases:
    - name: a blocked site stays closed
      with: { capability: NAVIGATE_CROSS_ORIGIN, host: bad.example, namedByUser: true }
      expect: DENY
      by: blocked
`,
  ],
);
const LOWER = `policy: 1
id: night
revision: 2
whole: true
extends: { id: team }
owner: web

floors:
  - { id: no-files, decision: DENY, when: { capability: [FILE_DOWNLOAD, FILE_UPLOAD] }, reason: Nobody is there at night. }
  - { id: no-history, decision: DENY, when: { capability: ACCESS_HISTORY }, reason: Never. }

invariants:
  - { id: N-1, at_least: DENY, over: { capability: FILE_DOWNLOAD }, reason: Nothing is fetched. }

tests:
  given: { executor: HEADED_CHROMIUM }
  cases:
    - { name: nothing is fetched, with: { capability: FILE_DOWNLOAD }, expect: DENY, by: no-files }

end: night@2
`;
const TESTS = `policy: [./a-team.yaml, ./b-night.yaml]
given: { executor: HEADED_CHROMIUM }
cases:
  - { name: history stays closed, with: { capability: ACCESS_HISTORY }, expect: DENY }
prove:
  - { over: { capability: FILE_UPLOAD }, at_least: DENY }
coverage: { rules: 3 }
`;
const FILES = { 'a-team.yaml': FIRST, 'b-night.yaml': LOWER, 'night.policy-test.yaml': TESTS };
type Files = Record<string, string>;

function replaced(text: string, ...edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`there is no ${JSON.stringify(from)}`);
    return before.replace(from, to);
  }, text);
}

const team =
  (...edits: readonly (readonly [string, string])[]) =>
  (files: Files): Files => ({ ...files, 'a-team.yaml': replaced(files['a-team.yaml'] ?? '', ...edits) });
const night =
  (...edits: readonly (readonly [string, string])[]) =>
  (files: Files): Files => ({ ...files, 'b-night.yaml': replaced(files['b-night.yaml'] ?? '', ...edits) });
const tests =
  (...edits: readonly (readonly [string, string])[]) =>
  (files: Files): Files => ({
    ...files,
    'night.policy-test.yaml': replaced(files['night.policy-test.yaml'] ?? '', ...edits),
  });
const cut =
  (name: string, share: number) =>
  (files: Files): Files => ({
    ...files,
    [name]: (files[name] ?? '').slice(0, Math.floor((files[name] ?? '').length * share)),
  });
const without =
  (name: string) =>
  (files: Files): Files =>
    Object.fromEntries(Object.entries(files).filter(([one]) => one !== name));
const rule =
  (text: string) =>
  (files: Files): Files =>
    team(['\nrules:\n', `\nrules:\n  - ${text}\n`])(files);

let old: string;
beforeAll(() => {
  old = folder(FILES);
});

function gated(files: Files, options: { acknowledged?: string } = {}): GateReport {
  const report = gateFiles([folder(files)], [old], options);
  if (!report.ok) throw new Error(report.error.map(({ message }) => message).join('\n'));
  return report.value;
}

type Edit = (files: Files) => Files;
type Row = { readonly what: string; readonly edit: Edit; readonly exit: 1 | 3; readonly says: RegExp };

const POPUPS = `  - id: popups
    decision: DENY
    when: { tabAction: OPEN_NEW_TAB, initiator: PAGE }
    violation: TAB_POLICY_VIOLATION
    reason: A page opens no tabs by itself.
`;
const EDGE = `  - id: INV-8b
    at_least: ESCALATE
    over: { executor: [HEADED_EDGE, HEADLESS_EDGE] }
    reason: Edge always escalates.
`;
const BLOCKED = `    - name: a blocked site stays closed
      with: { capability: NAVIGATE_CROSS_ORIGIN, host: bad.example, namedByUser: true }
      expect: DENY
      by: blocked
`;

const MISTAKES: readonly Row[] = [
  {
    what: 'a layer under another id that left its tests and its end mark behind',
    edit: (files) => ({
      'a-team.yaml': files['a-team.yaml'] ?? '',
      'b-night.yaml': LOWER.slice(0, LOWER.indexOf('\ntests:'))
        .replace('whole: true\n', '')
        .replace('id: night', 'id: nights'),
      'night.policy-test.yaml': files['night.policy-test.yaml'] ?? '',
    }),
    exit: 3,
    says: /GUARD REMOVED tests\.nothing is fetched of night/u,
  },
  {
    what: 'a test file that tests a copy of what was before',
    edit: (files) => {
      const copy = join(folder({ 'a-team.yaml': FIRST, 'b-night.yaml': LOWER }));
      return tests(['[./a-team.yaml, ./b-night.yaml]', `[${copy}/a-team.yaml, ${copy}/b-night.yaml]`])(
        night(['revision: 2', 'revision: 3'], ['night@2', 'night@3'])(files),
      );
    },
    exit: 3,
    says: /GUARD WEAKENED policy of .*night\.policy-test\.yaml: it tests `/u,
  },
  { what: 'a floor deleted', edit: team([POPUPS, '']), exit: 1, says: /a page opens no tab/u },
  {
    what: 'a floor deleted that others cover',
    edit: night([
      '  - { id: no-history, decision: DENY, when: { capability: ACCESS_HISTORY }, reason: Never. }\n',
      '',
    ]),
    exit: 3,
    says: /GUARD REMOVED floors\.no-history of night/u,
  },
  {
    what: 'an invariant deleted',
    edit: team([EDGE, '']),
    exit: 3,
    says: /GUARD REMOVED invariants\.INV-8b/u,
  },
  {
    what: 'an invariant of which less is left',
    edit: team([
      'over: { executor: [HEADED_EDGE, HEADLESS_EDGE] }\n    reason: Edge',
      'over: { executor: [HEADED_EDGE] }\n    reason: Edge',
    ]),
    exit: 3,
    says: /GUARD WEAKENED invariants\.INV-8b/u,
  },
  {
    what: 'a test deleted',
    edit: team([BLOCKED, '']),
    exit: 3,
    says: /GUARD REMOVED tests\.a blocked site/u,
  },
  {
    what: 'a test that no longer says who decides',
    edit: team(['      expect: DENY\n      by: blocked', '      expect: DENY']),
    exit: 3,
    says: /GUARD WEAKENED tests\.a blocked site/u,
  },
  {
    what: 'a rule and its test made to agree',
    edit: team(
      ['id: blocked\n    decision: DENY', 'id: blocked\n    decision: ESCALATE'],
      [
        'namedByUser: true }\n      expect: DENY\n      by: blocked',
        'namedByUser: true }\n      expect: ESCALATE\n      by: blocked',
      ],
    ),
    exit: 3,
    says: /LOOSENED DENY -> ESCALATE/u,
  },
  {
    what: 'a file cut at 60 %',
    edit: cut('a-team.yaml', 0.6),
    exit: 1,
    says: /policy\.(?:truncated|syntax)/u,
  },
  {
    what: 'a file cut at 90 %',
    edit: cut('a-team.yaml', 0.9),
    exit: 1,
    says: /policy\.(?:truncated|syntax|type-mismatch)/u,
  },
  {
    what: 'a layer cut before its invariants',
    edit: (files) => ({ ...files, 'b-night.yaml': LOWER.slice(0, LOWER.indexOf('\ninvariants:')) }),
    exit: 1,
    says: /policy\.truncated/u,
  },
  {
    what: 'a layer that lost both its mark and its tests',
    edit: (files) => ({
      ...files,
      'b-night.yaml': LOWER.slice(0, LOWER.indexOf('\ntests:')).replace('whole: true\n', ''),
    }),
    exit: 3,
    says: /GUARD REMOVED (?:end|tests\.nothing is fetched) of night/u,
  },
  {
    what: 'a table whose default is looser',
    edit: team(
      ['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ALLOW, ALLOW]'],
      ['INJECT_JAVASCRIPT: [ESCALATE, ESCALATE]', 'INJECT_JAVASCRIPT: [ALLOW, ESCALATE]'],
    ),
    exit: 1,
    says: /INV-8/u,
  },
  {
    what: 'a cell that decides more than an invariant asks',
    edit: team(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]']),
    exit: 3,
    says: /LOOSENED ESCALATE -> ALLOW: ACCESS_INDEXEDDB/u,
  },
  {
    what: 'NEVER turned into DENY',
    edit: team(['ACCESS_HISTORY: [NEVER, NEVER]', 'ACCESS_HISTORY: [DENY, DENY]']),
    exit: 3,
    says: /GUARD WEAKENED never\.capability/u,
  },
  {
    what: 'a delegation that reaches link-local addresses',
    edit: team([
      'addressClass: [LOOPBACK, PRIVATE] }\n    reason: A layer',
      'addressClass: [LOOPBACK, PRIVATE, LINK_LOCAL] }\n    reason: A layer',
    ]),
    exit: 1,
    says: /policy\.grant-in-floor/u,
  },
  {
    what: 'a delegation to ALLOW instead of ESCALATE',
    edit: team(['id: supervised-download\n    to: ESCALATE', 'id: supervised-download\n    to: ALLOW']),
    exit: 1,
    says: /policy\.sensitive-allow-unscoped/u,
  },
  {
    what: 'a duty dropped from a rule',
    edit: team(['    obligations: [SCREENSHOT_BEFORE]\n', '']),
    exit: 3,
    says: /without SCREENSHOT_BEFORE/u,
  },
  {
    what: 'a duty of every decision dropped',
    edit: team(['after: [CLEAR_STORAGE, DELETE_PROFILE]', 'after: [DELETE_PROFILE]']),
    exit: 1,
    says: /INV-10/u,
  },
  {
    what: 'more time to answer',
    edit: team(['timeout: 60', 'timeout: 90']),
    exit: 3,
    says: /60 s to answer become 90 s/u,
  },
  {
    what: 'the list of words emptied to one',
    edit: team(['[buy, pay, "order now"]', '[buy]']),
    exit: 3,
    says: /LOOSENED ESCALATE -> ALLOW: EXECUTE_JAVASCRIPT/u,
  },
  {
    what: 'a host lost from a list that denies',
    edit: team(['        - worse.example\n', '']),
    exit: 3,
    says: /worse\.example/u,
  },
  {
    what: 'an `except` that excepts more',
    edit: team(['except: [{ host: ours.paste.example }]', "except: [{ host: '*.paste.example' }]"]),
    exit: 1,
    says: /LOOSENED DENY -> ALLOW: FORM_SUBMIT_DATA/u,
  },
  {
    what: 'an `except` of a grant that excepts nothing any more',
    edit: team(['    except: [{ host: docs.partner.example, path: /internal }]\n', '']),
    exit: 3,
    says: /docs\.partner\.example/u,
  },
  {
    what: 'a capability misspelt',
    edit: team(['capability: FORM_SUBMIT_DATA, host', 'capability: FORM_SUBMIT_DAAT, host']),
    exit: 1,
    says: /unknown-member/u,
  },
  {
    what: 'an id that stands twice',
    edit: team(['- id: buying', '- id: blocked']),
    exit: 1,
    says: /duplicate-id/u,
  },
  {
    what: 'a revision that goes back',
    edit: team(['revision: 4', 'revision: 3'], ['end: team@4', 'end: team@3']),
    exit: 3,
    says: /GUARD WEAKENED revision/u,
  },
  {
    what: 'a revision of which the end knows nothing',
    edit: team(['revision: 4', 'revision: 5']),
    exit: 1,
    says: /policy\.end-mark/u,
  },
  { what: 'a port dropped', edit: team([' port: 443,', '']), exit: 3, says: /docs\.partner\.example/u },
  {
    what: 'who began it dropped',
    edit: team([' initiator: NAVIGATOR,', '']),
    exit: 3,
    says: /docs\.partner\.example/u,
  },
  {
    what: 'where it came from dropped',
    edit: team([', provenance: USER }', ' }']),
    exit: 3,
    says: /docs\.partner\.example/u,
  },
  {
    what: 'a host of a grant made a wildcard',
    edit: team([
      'host: [docs.partner.example], port',
      "host: ['*.partner.example', docs.partner.example], port",
    ]),
    exit: 3,
    says: /partner\.example/u,
  },
  {
    what: 'a wildcard on a public suffix',
    edit: team(['host: [docs.partner.example], port', "host: ['*.github.io', docs.partner.example], port"]),
    exit: 1,
    says: /public-suffix/u,
  },
  {
    what: 'a layer removed',
    edit: (files) => without('night.policy-test.yaml')(without('b-night.yaml')(files)),
    exit: 3,
    says: /GUARD REMOVED|LOOSENED/u,
  },
  {
    what: 'a test file removed',
    edit: without('night.policy-test.yaml'),
    exit: 3,
    says: /GUARD REMOVED tests of .*night\.policy-test\.yaml/u,
  },
  {
    what: 'a case of a test file removed',
    edit: tests([
      'cases:\n  - { name: history stays closed, with: { capability: ACCESS_HISTORY }, expect: DENY }\n',
      '',
    ]),
    exit: 3,
    says: /GUARD REMOVED tests\.history stays closed/u,
  },
  {
    what: 'a universal removed',
    edit: tests(['prove:\n  - { over: { capability: FILE_UPLOAD }, at_least: DENY }\n', '']),
    exit: 3,
    says: /GUARD REMOVED prove\./u,
  },
  {
    what: 'a universal that asks for less',
    edit: tests(['at_least: DENY }', 'at_least: ESCALATE }']),
    exit: 3,
    says: /GUARD REMOVED prove\./u,
  },
  {
    what: 'less coverage',
    edit: tests(['rules: 3 ', 'rules: 2 ']),
    exit: 3,
    says: /GUARD WEAKENED coverage\.rules/u,
  },
  {
    what: 'coverage that is no demand any more',
    edit: tests(['coverage: { rules: 3 }\n', '']),
    exit: 3,
    says: /GUARD REMOVED coverage\.rules/u,
  },
  {
    what: 'a rule that a floor of its layer takes back',
    edit: rule(
      '{ id: camera, decision: ALLOW, when: { capability: EXECUTE_JAVASCRIPT, pageAct: CAMERA }, reason: r }',
    ),
    exit: 1,
    says: /grant-in-floor/u,
  },
  {
    what: 'a question to nobody',
    edit: team(['escalate: { approvers: [user], timeout: 60 }', 'escalate: { approvers: [] , timeout: 60 }']),
    exit: 1,
    says: /type-mismatch|escalate-nobody/u,
  },
  {
    what: 'an end date taken out',
    edit: team(['    expires: 2099-06-30\n', '']),
    exit: 3,
    says: /docs\.partner\.example/u,
  },
  {
    what: 'an end date put off',
    edit: team(['expires: 2099-06-30', 'expires: 2099-12-31']),
    exit: 3,
    says: /lasts longer/u,
  },
  {
    what: 'private addresses let in',
    edit: team(['addressClass: PUBLIC, initiator', 'addressClass: [PUBLIC, PRIVATE], initiator']),
    exit: 3,
    says: /addressClass PRIVATE/u,
  },
  {
    what: 'a host that looks like another one',
    edit: team([
      'host: [docs.partner.example], port',
      'host: [docs.partner.example, docs.partnet.example], port',
    ]),
    exit: 1,
    says: /policy\.lookalike-host: `docs\.partnet\.example`/u,
  },
  {
    what: 'an approver that nobody is',
    edit: team([
      'escalation: { approvers: [user], timeout',
      'escalation: { approvers: [user, agent], timeout',
    ]),
    exit: 1,
    says: /`agent`/u,
  },
];

const TWINS: readonly { readonly what: string; readonly edit: Edit }[] = [
  { what: 'nothing', edit: (files) => files },
  {
    what: 'rules in another order',
    edit: (files) => {
      const text = files['a-team.yaml'] ?? '';
      const from = text.indexOf('  - id: blocked');
      const to = text.indexOf('  - id: handbook');
      const rest = text.indexOf('  - id: buying');
      return {
        ...files,
        'a-team.yaml': text.slice(0, from) + text.slice(to, rest) + text.slice(from, to) + text.slice(rest),
      };
    },
  },
  {
    what: 'another layout',
    edit: team([
      'when: { capability: EXECUTE_JAVASCRIPT, elementWords: buying, action: CLICK }',
      'when:\n      elementWords: [buying]\n      action: CLICK\n      capability: EXECUTE_JAVASCRIPT',
    ]),
  },
  {
    what: 'a comment and another reason',
    edit: team(['reason: These sites hurt us.', 'reason: Incident 7. # see the report']),
  },
  {
    what: 'a host more that is denied',
    edit: team(['        - worse.example\n', '        - worse.example\n        - worst.example\n']),
  },
  { what: 'less time to answer', edit: team(['timeout: 60', 'timeout: 30']) },
  {
    what: 'a floor more, with its test',
    edit: night([
      'floors:\n',
      'floors:\n  - { id: no-shots, decision: DENY, when: { capability: SCREENSHOT, action: ATTACH }, reason: r }\n',
    ]),
  },
  { what: 'a floor under another name', edit: night(['id: no-history', 'id: history-closed']) },
  {
    what: 'an invariant that asks for more',
    edit: night([
      'over: { capability: FILE_DOWNLOAD }',
      'over: { capability: [FILE_DOWNLOAD, FILE_UPLOAD] }',
    ]),
  },
  {
    what: 'a rule more that denies',
    edit: rule(
      '{ id: shots, decision: DENY, when: { capability: SCREENSHOT, host: bank.example }, reason: r }',
    ),
  },
  {
    what: 'an ALLOW less',
    edit: team(
      ['id: handbook\n    decision: ALLOW', 'id: handbook\n    decision: DENY'],
      ['    expires: 2099-06-30\n', ''],
      ['    except: [{ host: docs.partner.example, path: /internal }]\n', ''],
    ),
  },
  {
    what: 'words more that ask',
    edit: team(['[buy, pay, "order now"]', '[buy, pay, "order now", "check out"]']),
  },
  {
    what: 'a delegation less',
    edit: team([
      'id: named-upload-folders\n    to: ESCALATE\n    when: { capability: FILE_UPLOAD, action: UPLOAD }\n    reason: A layer below names the folders that a person may have files sent from.\n  - id: ',
      'id: ',
    ]),
  },
  {
    what: 'a higher revision in both places',
    edit: team(['revision: 4', 'revision: 5'], ['end: team@4', 'end: team@5']),
  },
  {
    what: 'a test more, and one under another name',
    edit: team([
      BLOCKED,
      `${BLOCKED}${BLOCKED.replace('bad.', 'worse.').replace('stays closed', 'stays closed, too')}`,
    ]),
  },
  { what: 'more coverage', edit: tests(['rules: 3 ', 'rules: 5 ']) },
  {
    what: 'a universal that asks for more',
    edit: tests([
      'over: { capability: FILE_UPLOAD }, at_least: DENY',
      'over: { capability: FILE_UPLOAD }, below: true, at_least: DENY',
    ]),
  },
  {
    what: 'another name of a violation',
    edit: team([
      'reason: Nothing is pasted there.',
      'violation: CROSS_ORIGIN_VIOLATION\n    reason: Nothing is pasted there.',
    ]),
  },
];

describe('a seeded mistake', () => {
  test('there are more than thirty', () => expect(MISTAKES.length).toBeGreaterThan(30));

  test.each(MISTAKES)('$what: it may not go in, with line, reason and mend', ({ edit, exit, says }) => {
    const report = gated(edit(FILES));
    const text = renderGateText(report);
    expect(gateExit(report), text).toBe(exit);
    expect(text).toMatch(says);
    const reasons = reasonsAgainst(report);
    expect(reasons.length).toBeGreaterThan(0);
    for (const one of reasons) {
      expect(one.mend).not.toBe('');
      expect(one.span, one.message).not.toBeNull();
    }
  });
});

describe('its harmless twin', () => {
  test.each(TWINS)('$what: it may go in', ({ edit }) => {
    const report = gated(edit(FILES));
    expect(gateExit(report), renderGateText(report)).toBe(0);
    expect(reasonsAgainst(report)).toEqual([]);
  });
});

describe('the report', () => {
  const looser = team(['timeout: 60', 'timeout: 90']);

  test('says the same in every form', () => {
    const report = gated(looser(FILES));
    const data = gateData(report);
    expect(data).toMatchObject({
      ok: false,
      exit: 3,
      answer: 'LOOSENED',
      reasons: expect.arrayContaining([expect.objectContaining({ part: 'diff' })]),
    });
    const words = '60 s to answer become 90 s';
    for (const form of [
      renderGateText(report),
      renderGateMarkdown(report),
      JSON.stringify(data),
      JSON.stringify(gateSarif(report)),
      gateJunit(report),
    ])
      expect(form).toContain(words);
    expect(JSON.stringify(gateSarif(report))).toContain('a-team.yaml');
  });

  test('a loosening goes in once a person named exactly this one: by what is decided, or where guards went by the text', () => {
    const decided = gated(looser(FILES));
    const acknowledged = decided.toAcknowledge ?? '';
    expect(acknowledged).toBe(decided.policy?.semanticHash);
    expect(gateExit(gated(looser(FILES), { acknowledged }))).toBe(0);
    const more = team(['timeout: 60', 'timeout: 95']);
    expect(gateExit(gated(more(FILES), { acknowledged }))).toBe(3);
    const guard = gated(team([EDGE, ''])(FILES));
    expect(guard.toAcknowledge).toBe(guard.policy?.sourceHash);
    expect(gateExit(gated(team([EDGE, ''])(FILES), { acknowledged: guard.policy?.semanticHash ?? '' }))).toBe(
      3,
    );
    // What is refused is not to be acknowledged.
    expect(gateExit(gated(cut('a-team.yaml', 0.6)(FILES), { acknowledged }))).toBe(1);
  });

  test('a warning that was there before refuses nothing; one more does', () => {
    const wide = rule(
      '{ id: wide, decision: ALLOW, when: { capability: FILE_DOWNLOAD, addressClass: PUBLIC }, reason: r }',
    )(FILES);
    const before = folder(wide);
    const again = gateFiles([folder(wide)], [before], {});
    expect(again.ok && gateExit(again.value), again.ok ? renderGateText(again.value) : '').toBe(0);
  });
});

describe('the command', () => {
  const ghost = (...args: readonly string[]): Promise<{ code: number; out: string }> =>
    new Promise((done) => {
      const cli = new URL('../../../ui/cli/ghost.ts', import.meta.url).pathname;
      execFile(
        process.execPath,
        [cli, 'policy', 'gate', ...args],
        { maxBuffer: 1 << 24, timeout: 60_000 },
        (error, stdout, stderr) =>
          done({ code: error === null ? 0 : Number(error.code), out: `${stdout}${stderr}` }),
      );
    });

  test('files, layers by commas, folders, shipped names; 0, 1, 3, and 2 without what it is compared with', async () => {
    const good = folder(FILES);
    const bad = folder(team([EDGE, ''])(FILES));
    const broken = folder(cut('a-team.yaml', 0.6)(FILES));
    const layers = (path: string): string => `${path}/a-team.yaml,${path}/b-night.yaml`;
    const runs = await Promise.all([
      ghost(good, '--against', old),
      ghost(layers(good), '--against', layers(old), '--format', 'markdown'),
      ghost(layers(bad), '--against', layers(old), '--json'),
      ghost(broken, '--against', old, '--format', 'sarif'),
      ghost('default', '--against', 'default', '--format', 'junit'),
      ghost('default'),
      ghost(join(good, 'nothing.yaml'), '--against', old),
    ]);
    expect(
      runs.map(({ code }) => code),
      runs.map(({ out }) => out).join('\n'),
    ).toEqual([0, 0, 3, 1, 0, 2, 1]);
  });

  test('against what a gateway here has in force; where there was none it says so', async () => {
    const dataDir = folder({});
    const none = await ghost('default', '--against', 'in-force', '--data-dir', dataDir);
    expect(none.code).toBe(1);
    expect(none.out).toContain('no policy was in force here yet');
    const { openGateway } = await import('#gateway/main.ts');
    const gateway = await openGateway({ dataDir, policy: [join(old, 'a-team.yaml')] });
    await gateway.close();
    const same = await ghost(join(old, 'a-team.yaml'), '--against', 'in-force', '--data-dir', dataDir);
    const less = folder(team([EDGE, ''])(FILES));
    const other = await ghost(join(less, 'a-team.yaml'), '--against', 'in-force', '--data-dir', dataDir);
    expect([same.code, other.code], `${same.out}${other.out}`).toEqual([0, 3]);
  });

  test('the seeds are of the text that ships, which is whole', () => {
    expect(readFileSync(join(old, 'a-team.yaml'), 'utf8')).toBe(FIRST);
  });
});

describe('test files and what is acknowledged', () => {
  const HISTORY = '  - { name: history stays closed, with: { capability: ACCESS_HISTORY }, expect: DENY }\n';
  const PROOF = 'prove:\n  - { over: { capability: FILE_UPLOAD }, at_least: DENY }\n';
  const other = '  - { name: passwords stay closed, with: { capability: ACCESS_PASSWORDS }, expect: DENY }\n';

  test('a hash that was given for one test that went does not cover the next one', () => {
    const one = tests([HISTORY, other])({ ...FILES });
    const both = tests([HISTORY, other], [PROOF, ''])({ ...FILES });
    const hash = gated(one).toAcknowledge ?? '';
    expect(gateExit(gated(one, { acknowledged: hash }))).toBe(0);
    expect(gateExit(gated(both, { acknowledged: hash }))).toBe(3);
    expect(gateExit(gated(both, { acknowledged: gated(both).toAcknowledge ?? '' }))).toBe(0);
  });

  test('what cannot be read of the test file of before is said, and not taken for no demand', () => {
    const broken = folder(tests(['history stays closed, with', 'history stays closed, width'])({ ...FILES }));
    const against = (files: Files): GateReport => {
      const report = gateFiles([folder(files)], [broken], {});
      if (!report.ok) throw new Error(report.error.map(({ message }) => message).join('\n'));
      return report.value;
    };
    const report = against(tests([HISTORY, other], [PROOF, ''])({ ...FILES }));
    expect(gateExit(report)).toBe(3);
    expect(renderGateText(report)).toMatch(
      /GUARD REMOVED tests of .*what it demanded before cannot be read/u,
    );
  });
});
