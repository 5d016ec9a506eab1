// The metrics of a service that answered, refused and waited, as Prometheus reads them.
import { expect, test } from 'vitest';
import { TestCloud } from '#test/fixtures/cloud.ts';

test('calls, tokens, waits and limits, on a port of this machine alone', async () => {
  await using cloud = await TestCloud.start({ env: { METRICS_PORT: '0' } });
  cloud.gemini.reply({ status: 429 }, { says: 'four' });
  await cloud.post();
  await cloud.post({ contents: [] });
  const { metricsUrl } = cloud.running;
  const response = await fetch(metricsUrl ?? '');
  const text = await response.text();
  expect(new URL(metricsUrl ?? '').hostname).toBe('127.0.0.1');
  for (const line of [
    'ghost_calls_total{model="gemini-2.5-flash",status="200",reason="none"} 1',
    'ghost_calls_total{model="gemini-2.5-flash",status="400",reason="FIELD_NOT_ALLOWED"} 1',
    'ghost_rate_limits_total{model="gemini-2.5-flash"} 1',
    'ghost_tokens_total{model="gemini-2.5-flash",way="in"} 2',
    'ghost_wait_seconds_count{model="gemini-2.5-flash",priority="foreground"} 1',
    'ghost_waiting{model="gemini-2.5-flash"} 0',
    'ghost_held_bytes{} 0',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/^# TYPE ghost_call_seconds histogram$/mu);
  expect((await fetch(new URL('/', metricsUrl ?? ''))).status).toBe(404);
});
