// What each capability lets an agent or a page do, and each kind of address and browser, in a person's words.
import type { AddressClass, BrowserCapability, BrowserExecutorType } from '#policy/language/vocabulary.ts';

export const CAPABILITY: Readonly<Record<BrowserCapability, string>> = {
  NAVIGATE_SAME_ORIGIN: 'go on within the site',
  NAVIGATE_CROSS_ORIGIN: 'go to the site',
  FORM_SUBMIT_DATA: 'enter and send data',
  FORM_SUBMIT_CREDENTIALS: 'enter and send log-ins or cards',
  FILE_DOWNLOAD: 'download files',
  FILE_UPLOAD: 'upload files',
  EXECUTE_JAVASCRIPT: 'press, choose and run the page’s own scripts',
  INJECT_JAVASCRIPT: 'put scripts into the page',
  ACCESS_LOCALSTORAGE: 'use the local storage',
  ACCESS_INDEXEDDB: 'use the page’s databases',
  ACCESS_COOKIES: 'use cookies',
  ACCESS_SESSION_STORAGE: 'use the session storage',
  INSTALL_EXTENSION: 'install extensions',
  ACCESS_PASSWORDS: 'read saved passwords',
  ACCESS_HISTORY: 'read the history',
  OPEN_TAB: 'open tabs',
  CLOSE_TAB: 'close tabs',
  SCREENSHOT: 'look at the page',
};

export const ADDRESS_CLASS: Readonly<Record<AddressClass, string>> = {
  PUBLIC: 'the internet',
  PRIVATE: 'the local network',
  LOOPBACK: 'this machine',
  LINK_LOCAL: 'the same cable or Wi-Fi (link-local)',
  METADATA: 'a cloud machine’s metadata service',
};

export const EXECUTOR: Readonly<Record<BrowserExecutorType, string>> = {
  HEADLESS_CHROMIUM: 'Ghost Tab (headless Chromium)',
  HEADED_CHROMIUM: 'Chromium in a window',
  HEADLESS_EDGE: 'headless Edge',
  HEADED_EDGE: 'Edge in a window',
  HEADLESS_UNKNOWN: 'another browser, headless',
  HEADED_UNKNOWN: 'another browser in a window',
  FORBIDDEN: 'a browser that is never used',
};
