// A page that wants every model of its engine and offers its tools to agents: in itself, in frames and in workers, with an origin trial's
// token. INVARIANT: what it tells is what it got, call by call; a call that never answers is told as that.

/** How long a call is waited for: a download that began would go on for minutes. */
const PATIENCE_MS = 3_000;

const LANGUAGES = `{ sourceLanguage: 'en', targetLanguage: 'fr', expectedInputLanguages: ['en'], monitor }`;
export const MODELS = [
  'LanguageModel',
  'Translator',
  'LanguageDetector',
  'Summarizer',
  'Writer',
  'Rewriter',
  'Proofreader',
] as const;

/** Runs in a window and in a worker. */
const TRIES = `
const told = [];
const monitor = (m) => m.addEventListener('downloadprogress', (e) => told.push('PROGRESS ' + e.loaded));
const late = () => new Promise((done) => setTimeout(() => done('no answer'), ${PATIENCE_MS}));
const word = (value) => (value === null || typeof value !== 'object' ? String(value) : value.constructor.name);
async function call(name, run) {
  let got;
  try { got = word(await Promise.race([run(), late()])); } catch (thrown) { got = thrown.name; }
  told.push(name + ' ' + got);
}
async function tries() {
  await Promise.all(${JSON.stringify(MODELS)}.map(async (name) => {
    const model = globalThis[name];
    if (model === undefined) { told.push(name + ' missing'); return; }
    told.push(name + ' there');
    await call(name + '.availability', () => model.availability(${LANGUAGES}));
    await call(name + '.params', () => model.params());
    await call(name + '.create', async () => {
      const made = await model.create(${LANGUAGES});
      for (const use of ['prompt', 'translate', 'detect', 'summarize', 'write', 'rewrite', 'proofread'])
        if (typeof made[use] === 'function') await call(name + '.' + use, () => made[use]('Hello'));
      return made;
    });
  }));
  const { SpeechRecognition: Speech = globalThis.webkitSpeechRecognition } = globalThis;
  const speech = { langs: ['en-US', 'de-DE'], processLocally: true };
  await call('SpeechRecognition.available', () => Speech.available(speech));
  await call('SpeechRecognition.install', () => Speech.install(speech));
  await call('ml', async () => (await navigator.ml.createContext()).opSupportLimits());
  const tool = { name: 'buy', description: 'Buys it', inputSchema: { type: 'object' }, execute: async () => ({ content: [] }) };
  for (const [where, context] of [['navigator', navigator.modelContext], ['document', globalThis.document?.modelContext]]) {
    told.push(where + '.modelContext ' + (context === undefined ? 'missing' : 'there'));
    await call(where + '.modelContext.registerTool', () => context.registerTool(tool));
    await call(where + '.modelContext.provideContext', () => context.provideContext({ tools: [tool] }));
  }
  return told;
}`;

/** Well-formed (version 3, a signature, a JSON payload), for a feature of each kind; signed by nobody that the engine trusts. */
function token(origin: string, feature: string): string {
  const payload = Buffer.from(JSON.stringify({ origin, feature, expiry: 2_000_000_000 }));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(payload.length);
  return Buffer.concat([Buffer.from([3]), Buffer.alloc(64, 7), size, payload]).toString('base64');
}

const TRIALS = [
  'AIPromptAPI',
  'AIPromptAPIMultimodalInput',
  'AIWriterAPI',
  'AIRewriterAPI',
  'AIProofreadingAPI',
  'WebMCP',
];
const ALLOW =
  'language-model; translator; language-detector; summarizer; writer; rewriter; proofreader; on-device-speech-recognition; tools';

/** A button begins, with a person's gesture, which some of the calls want; what came of it stands as JSON in the page. */
export function wantingPage(origin: string): string {
  const worker = `${TRIES}; tries().then((told) => postMessage(told));`;
  const frame = `<script>${TRIES}; tries().then((told) => parent.postMessage(told, '*'));</script>`;
  return `<!doctype html><title>Wanting</title>${TRIALS.map((feature) => `<meta http-equiv="origin-trial" content="${token(origin, feature)}">`).join('')}
    <button id="go">Go</button><pre id="out"></pre><script>${TRIES}
    const heard = (target, what) => new Promise((done) => { target.addEventListener('message', (e) => done(e.data.map((line) => what + ' ' + line)), { once: true }); });
    go.onclick = async () => {
      const frame = document.createElement('iframe'); frame.allow = ${JSON.stringify(ALLOW)};
      frame.srcdoc = ${JSON.stringify(frame).replaceAll('<', '\\u003c')};
      const framed = heard(window, 'frame'); document.body.append(frame);
      const worked = heard(new Worker(URL.createObjectURL(new Blob([${JSON.stringify(worker).replaceAll('<', '\\u003c')}]))), 'worker');
      const form = document.createElement('form'); form.setAttribute('toolname', 'order'); form.setAttribute('tooldescription', 'Orders'); document.body.append(form);
      const own = await tries();
      out.textContent = JSON.stringify([...own.map((line) => 'page ' + line), ...await framed, ...await worked]);
    };</script>`;
}
