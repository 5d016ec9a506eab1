// What of the engine stands behind each DOCUMENT row of policy/acts/page-acts.ts, by the names of its switches in Chromium 156.
// INVARIANT: what goes is what the row's refusal says does not exist; a row whose page is told "denied" keeps its interface.
import { DOCUMENT_ACTS } from '#policy/acts/page-acts.ts';
import type { PageActKind } from '#policy/language/vocabulary.ts';

const BEHIND: Readonly<Partial<Record<PageActKind, readonly string[]>>> = {
  AGENT_TOOLS: ['WebMCP', 'WebMCPTesting'],
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
  ON_DEVICE_MODEL: [
    'AIPromptAPI',
    'AIProofreadingAPI',
    'AIRewriterAPI',
    'AISummarizationAPI',
    'AIWriterAPI',
    'LanguageDetectionAPI',
    'MachineLearningNeuralNetwork',
    'TranslationAPI',
  ],
  SCREEN_CAPTURE: ['EyeDropperAPI'],
  SHARED_WORKER: ['SharedWorker'],
  WEB_TRANSPORT: ['DirectSockets', 'WebSocketStream'],
};

/**
 * Off where nobody says what may be granted, too: by the one the browser itself would fetch something, by the other a page's tools would
 * be handed to an agent.
 */
export const UNTIL_GRANTED: ReadonlySet<PageActKind> = new Set(['ON_DEVICE_MODEL', 'AGENT_TOOLS']);

/** In the order of their names: the same rows give the same command line. */
export const blinkFeaturesOff = (never: ReadonlySet<PageActKind>): readonly string[] =>
  [...never].flatMap((kind) => BEHIND[kind] ?? []).toSorted();

/** Behind a switch in the engine: there only where some document may be granted it. */
const NEEDED: Readonly<Partial<Record<PageActKind, readonly string[]>>> = { AGENT_TOOLS: ['WebMCP'] };

export const blinkFeaturesOn = (never: ReadonlySet<PageActKind>): readonly string[] =>
  DOCUMENT_ACTS.filter((kind) => !never.has(kind)).flatMap((kind) => NEEDED[kind] ?? []);
