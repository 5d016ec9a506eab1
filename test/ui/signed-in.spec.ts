// Who is signed in with the model proxy, as the app shows it: in the footer and in the settings, with the way in and the way out.
import { expect, test } from 'vitest';
import { failure } from '#policy/language/failure.ts';
import type { IdentityView } from '#gateway/protocol/views/identity.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import type { FakeGateway } from '#test/fixtures/fake-gateway.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import type { OpenApp } from '#test/fixtures/ui.ts';
import { aStatus } from '#test/fixtures/views.ts';

const ui = uiForSpec();
const issuer = 'https://accounts.example';
const OUT: IdentityView = { state: 'SIGNED_OUT', issuer, why: null };
const OPEN: IdentityView = {
  state: 'OPEN',
  issuer,
  open: { way: 'BROWSER', url: `${issuer}/auth?state=1`, until: '2026-11-26T12:00:00.000Z' },
};
const BY_CODE: IdentityView = {
  state: 'OPEN',
  issuer,
  open: {
    way: 'DEVICE',
    url: `${issuer}/device`,
    wholeUrl: null,
    code: 'WDJB-MJHT',
    until: '2026-11-26T12:00:00.000Z',
  },
};
const IN: IdentityView = {
  state: 'SIGNED_IN',
  issuer,
  person: {
    subject: 's-1',
    email: 'ana@example.com',
    since: '2026-11-26T10:00:00.000Z',
    kept: 'VAULT',
  },
};

const open = (
  identity: IdentityView,
  more: (gateway: FakeGateway) => void = () => undefined,
): Promise<OpenApp> =>
  ui.open((gateway) => {
    gateway.status = aStatus({
      navigator: 'gemini',
      access: { by: 'PROXY', at: 'https://proxy.example' },
      identity,
    });
    gateway.identities = { 'sign-in': OPEN, cancel: OUT, 'sign-out': OUT };
    more(gateway);
  });

async function atSettings(app: OpenApp) {
  await app.page.evaluate(() => (location.hash = '#/settings'));
  return app.page.getByRole('region', { name: 'Signed in' });
}

test('nobody is signed in: the footer leads to the settings, and from there to the issuer and back', async () => {
  const app = await open(OUT);
  await app.page.getByRole('contentinfo').getByRole('link', { name: 'nobody' }).click();
  const region = app.page.getByRole('region', { name: 'Signed in' });
  await region.getByText('Nobody is signed in: tasks that need the model cannot run.').waitFor();
  await region.getByRole('button', { name: 'Sign in', exact: true }).press('Enter');
  const link = region.getByRole('link', { name: 'Open the issuer’s page' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe(`${issuer}/auth?state=1`);
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  await region.getByRole('button', { name: 'Give up' }).click();
  await region.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
});

test('whoever signed in elsewhere is there at once, and signs out by one button', async () => {
  const app = await open(OPEN);
  const region = await atSettings(app);
  await region.getByText('Go on at the issuer.').waitFor();
  app.gateway.status = { ...app.gateway.status, identity: IN };
  app.gateway.emit({ type: 'identity.changed', identity: IN });
  await region.getByText('ana@example.com').waitFor();
  await app.page.getByRole('contentinfo').getByText('ana@example.com').waitFor();
  await region.getByRole('button', { name: 'Sign out' }).click();
  await region.getByText('Nobody is signed in').waitFor();
});

test('a code is shown with the page that it is entered on', async () => {
  const app = await open(OUT, (gateway) => {
    gateway.identities = { 'sign-in': BY_CODE };
  });
  const region = await atSettings(app);
  await region.getByRole('button', { name: 'Sign in with a code' }).click();
  await region.getByText('WDJB-MJHT').waitFor();
  await region.getByText(`${issuer}/device`).waitFor();
  expect(
    app.gateway.received.filter(({ path }) => path === '/api/identity/sign-in').map(({ body }) => body),
  ).toEqual([{ way: 'DEVICE' }]);
});

test('what ended the sign-in, and what the issuer refuses, stand there with their mend', async () => {
  const why = failure('identity.signed-out', 'the issuer ended the sign-in: it was revoked, or is too old', {
    help: 'sign in with `ghost login`',
  });
  const app = await open({ state: 'SIGNED_OUT', issuer, why });
  const region = await atSettings(app);
  await region.getByText('The issuer ended the sign-in').waitFor();
  app.gateway.refusals.set(
    '/api/identity',
    failure('identity.issuer-unreachable', 'the issuer of the sign-in cannot be reached'),
  );
  await region.getByRole('button', { name: 'Sign in', exact: true }).click();
  await region.getByRole('alert').getByText('The issuer of the sign-in cannot be reached').waitFor();
});

test('without a proxy that one signs in with, there is no such place', async () => {
  const app = await ui.open();
  await app.page.evaluate(() => (location.hash = '#/settings'));
  await app.page.getByRole('region', { name: 'Self-check' }).waitFor();
  expect(await app.page.getByText('Signed in', { exact: true }).count()).toBe(0);
});

test.each([
  ['nobody', OUT],
  ['a code', BY_CODE],
  ['somebody', IN],
])('axe finds nothing with %s', async (_, identity) => {
  const app = await open(identity);
  await (await atSettings(app)).waitFor();
  expect(await axeFindings(app.page)).toEqual([]);
});
