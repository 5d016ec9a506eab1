// What of the engine stands behind each DOCUMENT row of policy/page-acts.ts, by the names of its switches in Chromium 156.
// INVARIANT: what goes is what the row's refusal says does not exist; a row whose page is told "denied" keeps its interface.
import type { PageActKind } from '#policy/vocabulary.ts';

const BEHIND: Readonly<Partial<Record<PageActKind, readonly string[]>>> = {
  ADVERTISING: ['FencedFrames', 'SharedStorageAPI', 'TopicsAPI'],
  BACKGROUND_WORK: ['BackgroundFetch', 'FetchLaterAPI', 'PeriodicBackgroundSync', 'PushMessaging'],
  DEVICE: [
    'ComputePressure',
    'Presentation',
    'Serial',
    'WebBluetooth',
    'WebHID',
    'WebNFC',
    'WebUSB',
    'WebXR',
  ],
  FILE_SYSTEM: ['FileSystemAccess', 'FileSystemAccessLocal', 'FileSystemAccessOriginPrivate'],
  FULLSCREEN: ['DocumentPictureInPictureAPI'],
  MICROPHONE: ['ScriptedSpeechRecognition'],
  SCREEN_CAPTURE: ['EyeDropperAPI'],
  SHARED_WORKER: ['SharedWorker'],
  WEB_TRANSPORT: ['DirectSockets', 'WebSocketStream'],
};

/** In the order of their names: the same rows give the same command line. */
export const blinkFeaturesOff = (never: ReadonlySet<PageActKind>): readonly string[] =>
  [...never].flatMap((kind) => BEHIND[kind] ?? []).toSorted();
