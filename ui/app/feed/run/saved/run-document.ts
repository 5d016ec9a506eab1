// One run as a document for a file: what was asked, how it ended, each act with the page before and after it, and the log's checkpoint.
// INVARIANT: pure; it has no script and asks for nothing, and every text in it is text, whatever a page or an agent wrote.
import type { PictureBox, PictureView } from '#gateway/protocol/views/pictures.ts';
import type { AuditVerification } from '#gateway/protocol/views/audit.ts';
import { ADDRESSED, parted, plainOfPage } from '#ui/app/state/words/to-the-agent.ts';
import { visible } from '#gateway/protocol/visible.ts';

export type SavedAct = {
  readonly step: number;
  readonly at: string;
  readonly text: string;
  readonly decision: string;
  readonly answer: string | null;
  readonly outcome: string | null;
  /** The entry of its decision. */
  readonly seq: number | null;
  readonly before: PictureView | null;
  readonly after: PictureView | null;
  readonly box: PictureBox | null;
};

export type SavedRun = {
  readonly id: string;
  readonly intent: string;
  readonly status: string;
  readonly answer: string | null;
  readonly facts: readonly {
    readonly label: string;
    readonly value: string;
    readonly quote: string;
    readonly url: string;
  }[];
  readonly acts: readonly SavedAct[];
  /** Data URLs, by the number of the picture. */
  readonly images: ReadonlyMap<number, string>;
  /** `null`: the log could not be verified. */
  readonly log: AuditVerification | null;
  /** ISO 8601. */
  readonly savedAt: string;
};

const MAX_CHARACTERS = 4_000;
/** Nothing is loaded and nothing runs: pictures are in the document itself. */
const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const STYLE = `:root{color-scheme:light dark}body{max-width:1000px;margin:24px auto;padding:0 16px;font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2em}li{margin:.6em 0}dt{font-weight:600}dd{margin:0 0 .6em}
.act{margin:2em 0;padding-top:1em;border-top:1px solid #8888}.pages{display:flex;flex-wrap:wrap;gap:16px}
figure{flex:1 1 420px;max-width:640px;margin:0}figcaption,.small{font-size:.85rem;overflow-wrap:anywhere}
svg{display:block;width:100%;height:auto;border:1px solid #8888}code{overflow-wrap:anywhere}`;

const text = (words: string): string =>
  visible(words, MAX_CHARACTERS).replaceAll(/[&<>"']/gu, (one) => `&#${one.codePointAt(0) ?? 0};`);

export function runDocument(run: SavedRun): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<title>${text(run.intent)}</title>
<style>${STYLE}</style>
<h1>${text(run.intent)}</h1>
<p>Task <code>${text(run.id)}</code>: ${text(run.status)}. Saved ${text(run.savedAt)}.</p>
${run.answer === null ? '' : `<h2>The agent’s answer (a claim)</h2>\n<p>${ofPage(run.answer)}</p>`}
${factsOf(run)}
<h2>Acts</h2>
<p class="small">The texts and the decisions are the gateway’s. The pictures are of pages, and what stands on them is theirs; places of secrets are black.</p>
${missingIn(run)}
${run.acts.map((act) => actOf(act, run.images)).join('\n')}
${checkpointOf(run.log)}
</html>
`;
}

/** What addresses the agent stands apart, under words of ours. */
function ofPage(words: string): string {
  const { plain, toAgent } = parted(words);
  return `${text(plain)}${toAgent.map((one) => ` <span class="small">(${ADDRESSED}: “${text(one)}”)</span>`).join('')}`;
}

const factsOf = ({ facts }: SavedRun): string =>
  facts.length === 0
    ? ''
    : `<h2>Facts with their quotations</h2>\n<ul>${facts
        .map(
          ({ label, value, quote, url }) =>
            `<li>${text(plainOfPage(label))}: <strong>${ofPage(value)}</strong><br>“${ofPage(quote)}”<br><span class="small">read on ${text(url)}</span></li>`,
        )
        .join('')}</ul>`;

/** Pictures that the gateway has and did not hand out: the document says that they are missing. */
function missingIn({ acts, images }: SavedRun): string {
  const wanted = new Set(
    acts.flatMap(({ before, after }) => [before?.number ?? [], after?.number ?? []].flat()),
  );
  const missing = [...wanted].filter((number) => !images.has(number)).length;
  return missing === 0
    ? ''
    : `<p>${missing} of ${wanted.size} pictures could not be read when this was saved.</p>`;
}

function actOf(act: SavedAct, images: SavedRun['images']): string {
  const said = [act.decision, act.answer, act.outcome]
    .filter((one) => one !== null)
    .map(text)
    .join(', ');
  const entry = act.seq === null ? '' : `, entry ${act.seq}`;
  const pages = (['before', 'after'] as const)
    .map((side) => pageOf(act[side], images, side, side === 'before' ? act.box : null))
    .join('');
  return `<section class="act"><h3>${act.step}. ${text(act.text)}</h3>
<p class="small">${text(act.at)}: ${said}${entry}</p><div class="pages">${pages}</div></section>`;
}

/** Drawn as one picture with its box over it. */
function pageOf(
  picture: PictureView | null,
  images: SavedRun['images'],
  side: string,
  box: PictureBox | null,
): string {
  const image = picture === null ? undefined : images.get(picture.number);
  if (picture === null || image === undefined || !/^data:image\/jpeg;base64,[\w+/=]+$/u.test(image))
    return '';
  const { width, height } = picture;
  const rectangle =
    box === null
      ? ''
      : `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="none" stroke="#c22" stroke-width="3"/>`;
  return `<figure><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="The page ${side} it"><image href="${image}" width="${width}" height="${height}"/>${rectangle}</svg>
<figcaption>${side}: ${text(picture.page)}</figcaption></figure>`;
}

function checkpointOf(log: AuditVerification | null): string {
  if (log === null) return '<h2>Audit log</h2>\n<p>It could not be verified when this was saved.</p>';
  const { checkpoint } = log;
  const signed =
    checkpoint === null
      ? '<dt>Checkpoint</dt><dd>none is signed yet</dd>'
      : `<dt>Signed checkpoint</dt><dd>${checkpoint.size} entries, ${text(checkpoint.at)}</dd><dt>Root</dt><dd><code>${text(checkpoint.rootHash)}</code></dd>`;
  return `<h2>Audit log</h2>
<dl><dt>Verified</dt><dd>${log.ok ? `whole, ${log.entries} entries` : 'not whole'}</dd>${signed}<dt>Public key</dt><dd><code>${text(log.publicKey)}</code></dd></dl>`;
}
