// The metrics of a service that answered, refused and waited, as Prometheus reads them.
import { expect, test } from 'vitest';
import { TestCloud } from '#test/fixtures/cloud.ts';

test('calls, tokens, waits and limits, on a port of this machine alone', async () => {
  await using cloud = await TestCloud.start({ env: { METRICS_PORT: '0' } });
  cloud.gemini.reply({ status: 429 }, { says: 'four' });
  await cloud.post();
  await cloud.post({ contents: [] });
  // None of these asks for a model.
  const token = await cloud.issuer.token();
  await fetch(`${cloud.url}/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
  await fetch(`${cloud.url}/v1/nothing`, { headers: { authorization: `Bearer ${token}` } });
  await fetch(`${cloud.url}/v1/whoami`);
  const { metricsUrl } = cloud.running;
  const response = await fetch(metricsUrl ?? '');
  const text = await response.text();
  expect(new URL(metricsUrl ?? '').hostname).toBe('127.0.0.1');
  for (const line of [
    'ghost_calls_total{model="gemini-2.5-flash",status="200",reason="none"} 1',
    'ghost_calls_total{model="gemini-2.5-flash",status="400",reason="FIELD_NOT_ALLOWED"} 1',
    'ghost_requests_total{status="200",reason="none"} 1',
    'ghost_requests_total{status="404",reason="NO_SUCH_METHOD"} 1',
    'ghost_requests_total{status="401",reason="TOKEN_MISSING"} 1',
    'ghost_rate_limits_total{model="gemini-2.5-flash"} 1',
    'ghost_tokens_total{model="gemini-2.5-flash",way="in"} 2',
    'ghost_wait_seconds_count{model="gemini-2.5-flash",priority="foreground"} 1',
    'ghost_waiting{model="gemini-2.5-flash"} 0',
    'ghost_held_bytes{} 0',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).not.toContain('model="none"');
  expect(cloud.entries().map(({ status }) => status)).toEqual(['200', '400']);
  expect(text).toMatch(/^# TYPE ghost_call_seconds histogram$/mu);
  expect((await fetch(new URL('/', metricsUrl ?? ''))).status).toBe(404);
});

test('a model without a price is named at the start, since no alert of costs counts it', async () => {
  await using cloud = await TestCloud.start({
    env: { MODELS: 'gemini-2.5-flash=1000/1000000,gemini-9-new=10/1000' },
  });
  expect(cloud.entries('unpriced')).toMatchObject([
    { severity: 'WARNING', message: expect.stringContaining('`gemini-9-new`') },
  ]);
});
