// What a page may ask Electron for, each as the policy knows it. INVARIANT: every permission that Electron has stands here, or nothing
// compiles; the shell's own pages, the app and the questions get none of them, and a page of the web gets what the boundary says.
import type { PageActKind } from '#policy/language/vocabulary.ts';
import type { ElectronPermission } from '../ports/contents.ts';

/** `NEVER`: whatever the policy says. `MEDIA`: the camera, the microphone, or both, as the request has it. */
type Meaning = PageActKind | 'NEVER' | 'MEDIA';

export const PERMISSIONS = {
  ar: 'NEVER',
  'automatic-fullscreen': 'FULLSCREEN',
  'background-fetch': 'BACKGROUND_WORK',
  'background-sync': 'BACKGROUND_WORK',
  'captured-surface-control': 'NEVER',
  'clipboard-read': 'CLIPBOARD',
  'clipboard-sanitized-write': 'CLIPBOARD',
  'deprecated-sync-clipboard-read': 'CLIPBOARD',
  'display-capture': 'SCREEN_CAPTURE',
  fileSystem: 'FILE_SYSTEM',
  fullscreen: 'FULLSCREEN',
  geolocation: 'GEOLOCATION',
  'geolocation-approximate': 'GEOLOCATION',
  'hand-tracking': 'NEVER',
  hid: 'DEVICE',
  'idle-detection': 'IDLE',
  keyboardLock: 'INPUT_LOCK',
  'local-fonts': 'FONTS',
  // Its own machine and its own network are no page's to look at, whatever it is called.
  'local-network': 'NEVER',
  'local-network-access': 'NEVER',
  'loopback-network': 'NEVER',
  media: 'MEDIA',
  mediaKeySystem: 'NEVER',
  midi: 'DEVICE',
  midiSysex: 'DEVICE',
  nfc: 'DEVICE',
  notifications: 'NOTIFICATION',
  openExternal: 'EXTERNAL_PROTOCOL',
  'payment-handler': 'PAYMENT',
  'periodic-background-sync': 'BACKGROUND_WORK',
  'persistent-storage': 'PERSISTENCE',
  pointerLock: 'INPUT_LOCK',
  'screen-wake-lock': 'NEVER',
  sensors: 'SENSOR',
  serial: 'DEVICE',
  'smart-card': 'DEVICE',
  'speaker-selection': 'NEVER',
  'storage-access': 'NEVER',
  'system-wake-lock': 'NEVER',
  'top-level-storage-access': 'NEVER',
  usb: 'DEVICE',
  vr: 'NEVER',
  'web-app-installation': 'NEVER',
  'web-printing': 'NEVER',
  'window-management': 'WINDOW_PLACEMENT',
  unknown: 'NEVER',
} as const satisfies Record<ElectronPermission, Meaning>;

/** The abilities that one request is for; `null`: it is refused, and nobody is asked. */
export function abilitiesOf(
  permission: string,
  mediaTypes: readonly ('audio' | 'video')[] = [],
): readonly PageActKind[] | null {
  const meaning: Meaning = Object.hasOwn(PERMISSIONS, permission)
    ? PERMISSIONS[permission as ElectronPermission]
    : 'NEVER';
  if (meaning === 'NEVER') return null;
  if (meaning !== 'MEDIA') return [meaning];
  // A request that does not say what it is for is for both.
  const both = mediaTypes.length === 0;
  return [
    ...(both || mediaTypes.includes('video') ? (['CAMERA'] as const) : []),
    ...(both || mediaTypes.includes('audio') ? (['MICROPHONE'] as const) : []),
  ];
}
