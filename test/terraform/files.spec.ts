// The infrastructure's files, parsed: the figures that the documents ask for, no secret, nothing that is declared and not used.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@cdktf/hcl2json';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { settingsOf } from '#cloud/settings/settings.ts';
import { systemTime } from '#cloud/system/time.ts';
import { SETTINGS } from '#gateway/settings/schema.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const files = readdirSync(`${ROOT}/terraform`).filter((file) => file.endsWith('.tf'));
const text = files.map((file) => readFileSync(`${ROOT}/terraform/${file}`, 'utf8')).join('\n');

const blocks = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));
const documentOf = z.object({
  variable: blocks.default({}),
  resource: z.record(z.string(), blocks).default({}),
  output: blocks.default({}),
});
const all = documentOf.parse(await parse('all.tf', text));

/** Values by the path to them: `a.0.b`. */
function at(value: unknown, path: string): unknown {
  let here = value;
  for (const step of path.split('.'))
    here = z.record(z.string(), z.unknown()).safeParse(Array.isArray(here) ? { ...here } : here).data?.[step];
  return here;
}
const service = at(all.resource, 'google_cloud_run_v2_service.proxy.0');
/** Whether the service starts with it. */
const endpointOf = (value: string): boolean => {
  const parsed = settingsOf(value === '' ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: value }, systemTime);
  return parsed.ok || !parsed.faults.some((fault) => fault.startsWith('OTEL_EXPORTER_OTLP_ENDPOINT'));
};
const defaultOf = (name: string): unknown => all.variable[name]?.[0]?.['default'];

test.each([
  ['instances that always run', 'template.0.scaling.0.min_instance_count', '${var.min_instances}'],
  ['instances at most', 'template.0.scaling.0.max_instance_count', '${var.max_instances}'],
  ['requests in one', 'template.0.max_instance_request_concurrency', '${var.concurrency}'],
  ['seconds of a request', 'template.0.timeout', '300s'],
  ['processors', 'template.0.containers.0.resources.0.limits.cpu', '1'],
  ['memory', 'template.0.containers.0.resources.0.limits.memory', '1Gi'],
  ['a processor that is always on', 'template.0.containers.0.resources.0.cpu_idle', false],
  ['its own account', 'template.0.service_account', '${google_service_account.proxy.email}'],
  ['when it has started', 'template.0.containers.0.startup_probe.0.http_get.0.path', '/readyz'],
  ['whether it lives', 'template.0.containers.0.liveness_probe.0.http_get.0.path', '/livez'],
])('the service: %s', (_, path, expected) => {
  expect(at(service, path)).toEqual(expected);
});

test('1 instance always, 10 at most, 80 requests in each, a month of logs', () => {
  expect(['min_instances', 'max_instances', 'concurrency', 'log_retention_days'].map(defaultOf)).toEqual([
    1, 10, 80, 30,
  ]);
});

test('the account reads the two secrets, and has no other right', () => {
  const grants = Object.entries(all.resource).filter(([kind]) => kind.includes('_iam_'));
  expect(
    grants.map(([kind, named]) => [
      kind,
      Object.values(named).map(([one]) => [one?.['role'], one?.['member']]),
    ]),
  ).toEqual([
    ['google_cloud_run_v2_service_iam_member', [['roles/run.invoker', 'allUsers']]],
    [
      'google_secret_manager_secret_iam_member',
      [['roles/secretmanager.secretAccessor', 'serviceAccount:${google_service_account.proxy.email}']],
    ],
  ]);
});

test('429, 5xx, p95 and the cost of a day each have an alert', () => {
  const metrics = Object.keys(all.resource['google_logging_metric'] ?? {});
  expect(metrics.sort()).toEqual(['cost', 'failed', 'latency', 'limited']);
  const alerts =
    JSON.stringify(all.resource['google_monitoring_alert_policy']) + text.slice(text.indexOf('thresholds ='));
  for (const metric of metrics) expect(alerts, metric).toContain(`google_logging_metric.${metric}.name`);
});

test('every variable has a description and a type, is used, and is checked where there is something to check', () => {
  for (const [name, [variable]] of Object.entries(all.variable)) {
    expect(variable, name).toMatchObject({
      description: expect.stringMatching(/\.$/u),
      type: expect.anything(),
    });
    const uses = text.match(new RegExp(`\\bvar\\.${name}\\b`, 'gu')) ?? [];
    const checks =
      JSON.stringify(variable?.['validation'] ?? '').match(new RegExp(`\\bvar\\.${name}\\b`, 'gu')) ?? [];
    expect(uses.length - checks.length, `${name} is used`).toBeGreaterThan(0);
    if (variable?.['type'] === '${number}') expect(variable, name).toHaveProperty('validation');
  }
});

test.each([
  ['', true],
  ['https://otel.example.com', true],
  ['https://otel.example.com:4318/otlp', true],
  ['http://127.0.0.1:4318', true],
  ['http://127.0.0.1.example.com', false],
  ['http://127.0.0.1@example.com', false],
  ['http://127.0.0.1:4318@example.com/', false],
  ['http://otel.example.com', false],
  ['https://', false],
  ['https://who:word@otel.example.com', false],
  ['https://otel.example.com/?key=1', false],
  ['https://otel.example.com/#a', false],
  ['https://otel.example.com/a b', false],
])('spans go to https, or to a collector beside the service: %j %j', (value, isTaken) => {
  const condition = String(at(all.variable['traces_endpoint'], '0.validation.0.condition'));
  const pattern = /regex\("([^"]+)", var\.traces_endpoint\)/u.exec(condition)?.[1] ?? 'none';
  expect(condition).toMatch(/^\$\{var\.traces_endpoint == "" \|\| can\(regex\(/u);
  // What Terraform takes, the service takes, too.
  const takes = endpointOf(value);
  expect([value === '' || new RegExp(JSON.parse(`"${pattern}"`), 'u').test(value), takes]).toEqual([
    isTaken,
    isTaken,
  ]);
});

test('no value of a secret: no default, no resource that would hold one', () => {
  expect(Object.keys(all.variable).filter((name) => /key|secret|token|password/iu.test(name))).toEqual([]);
  expect(Object.keys(all.resource)).not.toContain('google_secret_manager_secret_version');
  expect(text).not.toMatch(/AIza[\w-]{20}|-----BEGIN|\bya29\.|"[A-Za-z0-9+/]{40,}={0,2}"/u);
});

test('every resource is used by another one or given out, or acts by itself', () => {
  const acting = [
    'google_monitoring_alert_policy',
    'google_identity_platform_config',
    'google_secret_manager_secret_iam_member',
  ];
  const lonely = Object.entries(all.resource).flatMap(([kind, named]) =>
    Object.keys(named)
      .filter((name) => !acting.includes(kind) && text.split(`${kind}.${name}`).length - 1 === 0)
      .map((name) => `${kind}.${name}`),
  );
  expect(lonely).toEqual([]);
  expect(Object.values(all.output).every(([output]) => typeof output?.['description'] === 'string')).toBe(
    true,
  );
});

test('what is given to the service is what it reads, and everything that it must have', () => {
  const settings = readFileSync(`${ROOT}/cloud/settings/settings.ts`, 'utf8');
  const given = [
    ...text.matchAll(/^\s+name\s+= "([A-Z_]+)"$|\b(ALLOWED_[A-Z]+|LOG_TEXTS|OTEL_[A-Z_]+)\s+=/gmu),
  ].map(([, name, allowed]) => name ?? allowed ?? '');
  expect(given.length).toBeGreaterThan(8);
  expect(given.filter((name) => !settings.includes(name.replace(/_FILE$/u, '')))).toEqual([]);
  for (const name of [
    'OIDC_ISSUER',
    'OIDC_AUDIENCES',
    'MODELS',
    'GEMINI_API_KEY_FILE',
    'USER_HASH_KEY_FILE',
    'ALLOWED_DOMAINS',
    'LOG_TEXTS',
    'LOG_RETENTION_DAYS',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ])
    expect(given).toContain(name);
});

test('the client’s settings are those that it reads: by a sign-in, and by a token’s file', () => {
  const output = z.string().parse(all.output['client_settings']?.[0]?.['value']);
  const written = [...output.matchAll(/yamlencode\(\{\s+(\w+) = \{ (.+) \}\s+\}\)/gu)];
  const signIn = /sign_in = \{[^{]+\{([^}]+)\}/u.exec(text)?.[1] ?? '';
  const values: Readonly<Record<string, unknown>> = {
    use: 'proxy',
    baseUrl: 'https://ghost-proxy-x.a.run.app',
    tokenFile: '/run/ghost-proxy/id-token',
    signIn: Object.fromEntries(
      [...signIn.matchAll(/^\s+(\w+)\s+= /gmu)].map(([, name]) => [
        name ?? '',
        name === 'issuer' ? defaultOf('issuer') : 'one',
      ]),
    ),
  };
  expect(Object.keys(Object(values['signIn']))).toHaveLength(5);
  const groups = written.map(([, group, names]) => ({
    [group ?? '']: Object.fromEntries(
      (names ?? '').split(', ').map((one) => [one.split(' ')[0] ?? '', values[one.split(' ')[0] ?? '']]),
    ),
  }));
  expect(groups.map((one) => SETTINGS.parse(one).navigator)).toMatchObject([
    { use: 'proxy', tokenFile: values['tokenFile'] },
    { use: 'proxy', signIn: values['signIn'] },
  ]);
});

/** `terraform fmt`: the `=` of settings on lines after one another stand below each other. */
function unaligned(lines: readonly string[]): readonly string[] {
  const wrong: string[] = [];
  let group: {
    readonly line: string;
    readonly indent: number;
    readonly name: number;
    readonly equals: number;
  }[] = [];
  const end = (): void => {
    const longest = Math.max(0, ...group.map(({ name }) => name));
    wrong.push(
      ...group.filter(({ indent, equals }) => equals !== indent + longest + 1).map(({ line }) => line),
    );
    group = [];
  };
  for (const line of lines) {
    const found = /^( *)([\w-]+|"[^"]+") += .*[^[({]$/u.exec(line);
    const [indent, name] = [found?.[1]?.length ?? 0, found?.[2]?.length ?? 0];
    if (found === null || indent !== (group[0]?.indent ?? indent)) end();
    if (found !== null) group.push({ line, indent, name, equals: line.indexOf(' = ') + 1 });
  }
  end();
  return wrong;
}

test('as `terraform fmt` leaves it: two spaces, no tabs, `=` in a column', () => {
  expect(text).not.toMatch(/\t| $/mu);
  expect(text.split('\n').filter((line) => (/^ */u.exec(line)?.[0].length ?? 0) % 2 === 1)).toEqual([]);
  expect(unaligned(text.split('\n'))).toEqual([]);
  expect(unaligned(['a = 1', 'long = 2'])).toEqual(['a = 1']);
});

test('the image is not root, checks its health, and runs the one file that its build makes', () => {
  const dockerfile = readFileSync(`${ROOT}/cloud/Dockerfile`, 'utf8');
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(dockerfile.match(/^FROM /gmu)).toHaveLength(2);
  for (const line of [
    /^USER node$/mu,
    /^HEALTHCHECK /mu,
    /\/livez/u,
    /^CMD \["node", "--max-semi-space-size=1", "--heap-growing-percent=20", "main\.mjs"\]$/mu,
  ])
    expect(last).toMatch(line);
  expect(last).not.toMatch(/^(?:RUN|ADD|COPY \.)/mu);
  const command = /^RUN node_modules\/\.bin\/rolldown (.*) --file out\/main\.mjs (.*)$/mu.exec(dockerfile);
  const folder = mkdtempSync(join(tmpdir(), 'proxy-image-'));
  try {
    const file = join(folder, 'main.mjs');
    const words = [...(command?.[1] ?? '').split(' '), '--file', file, ...(command?.[2] ?? '').split(' ')];
    execFileSync(process.execPath, ['node_modules/rolldown/bin/cli.mjs', ...words], {
      cwd: ROOT,
      stdio: 'pipe',
    });
    // By itself, without any package beside it: its settings are missing, which it says.
    const run = (): string => {
      try {
        return execFileSync(process.execPath, [file], {
          cwd: folder,
          env: { K_SERVICE: 'x' },
          stdio: 'pipe',
        }).toString();
      } catch (thrown) {
        return String(z.object({ stderr: z.instanceof(Buffer) }).parse(thrown).stderr);
      }
    };
    expect(run()).toMatch(/^OIDC_ISSUER: /u);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
