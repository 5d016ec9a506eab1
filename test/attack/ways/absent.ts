// Why a way has no contact even in an unguarded Chromium 156, headless, on one machine. Such a way is tried behind the
// boundary all the same, since another version or a screen may bring it to life, and it does not count as held.
const RETIRED = 'Chromium has taken the feature out';
const SCREEN = 'a headless browser has no screen, person or device for it';
const REFUSED = 'Chromium itself refuses it to web pages';
const SECURE = 'Chromium does it for public https sites alone, and this machine has none';
const LATE = 'Chromium sends it after a minute or so, longer than a page is watched';

export const ABSENT: Readonly<Record<string, string>> = {
  'frame-popup-free': 'Chromium asks for a gesture inside the frame itself',
  'frame-fenced': RETIRED,
  'frame-portal': RETIRED,
  'frame-applet': RETIRED,
  'load-img-login': 'Chromium blocks user information in addresses of subresources',
  'load-css-filter': REFUSED,
  'load-svg-use': REFUSED,
  'load-svg-use-redirect': REFUSED,
  'hint-preconnect-https': 'the certificate is not for an address',
  'hint-dns-link': SCREEN,
  'hint-prerender': RETIRED,
  'hint-manifest-own': SCREEN,
  'hint-speculation-prefetch': SECURE,
  'hint-speculation-prerender': SECURE,
  'hint-speculation-header': SECURE,
  'hint-speculation-document': SECURE,
  'hint-link-style': RETIRED,
  'work-content-index': SCREEN,
  'report-csp-own': 'Chromium follows no redirect of a report',
  'report-csp-to': LATE,
  'report-permissions': LATE,
  'report-deprecation': LATE,
  'report-coep': LATE,
  'report-nel': LATE,
  'file-fetch': REFUSED,
  'perm-clipboard-paste': REFUSED,
  'perm-midi': SCREEN,
  'perm-midi-sysex': SCREEN,
  'perm-bluetooth': SCREEN,
  'perm-sensor': SCREEN,
  'perm-sensor-gyroscope': SCREEN,
  'perm-topics': SECURE,
  'scheme-file-frame': REFUSED,
  'scheme-ftp': RETIRED,
  'scheme-view-source': REFUSED,
  'scheme-filesystem': RETIRED,
  'scheme-chrome': REFUSED,
  'scheme-devtools': REFUSED,
  'scheme-data-top': REFUSED,
  'scheme-intent': SCREEN,
};
