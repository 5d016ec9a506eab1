// The MCP server of one client: lists tools, calls them, puts a question to the client's person where policy and client allow it,
// tells how far a task is.
// INVARIANT: arguments are checked here and by the command's row; what fails is a tool's error that the model reads, never a crash.
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { QUESTION_SECONDS } from '#gateway/protocol/views/question.ts';
import { mayAnswer } from '#gateway/boundary/consent/broker.ts';
import { VERSION } from '#gateway/settings/version.ts';
import { APPS_EXTENSION, metaOfTool, showsApps } from './apps.ts';
import type { AppletShelf } from './apps.ts';
import { cardInText } from './card.ts';
import type { Dialect } from './tools/contract.ts';
import { oneLine } from './tools/format.ts';
import { formOf } from './tools/question-form.ts';
import type { Filled } from './tools/question-form.ts';
import type { AskWay, Called, Given, McpSession } from './session.ts';
import type { Asked, Hears } from './under-way.ts';
import { listing } from './tools.ts';

/** By these keys the client's answers come back. */
const CONSENT = 'consent';
const QUESTION = 'question';
const OPENED = 'consent-page';
/** The question itself ends before that. */
const MOST_MS = 2 * QUESTION_SECONDS * 1000;
const CHOICES = ['allow once', 'deny'] as const;

export function createMcpServer(session: McpSession, dialect: Dialect, applets: AppletShelf): Server {
  const { tools, instructions } = dialect;
  const server = new Server(
    { name: 'ghost-browser', title: 'Ghost Browser', version: VERSION },
    {
      capabilities: { tools: {}, resources: {}, extensions: { [APPS_EXTENSION]: {} } },
      instructions,
    },
  );
  const listed = tools.map(listing);
  const forApps = tools.map((row) =>
    row.drawn === true ? { ...listing(row), _meta: metaOfTool } : listing(row),
  );
  const shows = (context: ServerContext): boolean => showsApps(capabilitiesTold(server, context));
  server.setRequestHandler('tools/list', (_, context) => ({ tools: shows(context) ? forApps : listed }));
  server.setRequestHandler('resources/list', (_, context) =>
    shows(context) ? applets.list() : { resources: [] },
  );
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const read = shows(context) ? await applets.read(uri) : null;
    if (read?.ok === true) return read.value;
    throw new ResourceNotFoundError(
      uri,
      read?.error.message ?? `there is no applet \`${uri.slice(0, 200)}\``,
    );
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { signal } = context.mcpReq;
    if (dialect.worksIn !== undefined) dialect.worksIn(await rootOf(server, context));
    const has = (asked: Asked): AskWay | null => wayToAsk(server, asked, context, session.consentUrl);
    const hears = progressTo(context);
    const token = context.mcpReq.requestState<string>();
    let called =
      token === undefined
        ? await session.call(params.name, params.arguments, has, signal, hears)
        : await session.resume(token, answersIn(context), has, signal, hears);
    // Before the revision of 2026-07-28 a question is a request of ours within the call: whatever becomes of it, the call is gone on with.
    while (called.kind === 'ASK' && called.asked.kind === 'QUESTION' && !isEnveloped(context)) {
      const filled = await filledIn(called.asked, context);
      called = await session.resume(called.token, { consent: 'DENY', filled }, has, signal, hears);
    }
    return inResult(called, dialect, shows(context) ? applets : null, session.consentUrl);
  });
  return server;
}

/** The first folder that the client works in, as it says; `null`: it says none. */
async function rootOf(server: Server, context: ServerContext): Promise<string | null> {
  if (!rooted.safeParse(capabilitiesTold(server, context)).success || isEnveloped(context)) return null;
  try {
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_MS });
    const uri = roots.find((one) => one.uri.startsWith('file:'))?.uri;
    return uri === undefined ? null : fileURLToPath(uri);
  } catch {
    return null; // it said that it could tell and does not
  }
}
const rooted = z.object({ roots: z.unknown() });
const ROOTS_MS = 5_000;

/** In the envelope of each request since the revision of 2026-07-28, told once at the beginning before that. */
const capable = z.object({
  elicitation: z.object({ form: z.unknown().optional(), url: z.unknown().optional() }),
});

const enveloped = z.record(z.string(), z.unknown());
const isEnveloped = ({ mcpReq }: ServerContext): boolean => mcpReq.envelope !== undefined;

function capabilitiesTold(server: Server, { mcpReq }: ServerContext): unknown {
  const envelope = enveloped.safeParse(mcpReq.envelope);
  return envelope.success ? envelope.data[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
}

/**
 * Where the client has a way to bring a question to its person. INVARIANT: leave to act is asked in the client's own form only where the
 * policy names that person; by address the consent document asks, and what the client says of it allows nothing.
 */
function wayToAsk(
  server: Server,
  asked: Asked,
  context: ServerContext,
  consentUrl: string | null,
): AskWay | null {
  const can = capable.safeParse(capabilitiesTold(server, context));
  if (!can.success) return null;
  // Whoever names no mode has forms: so it was before there were others.
  const { form, url } = can.data.elicitation;
  if (asked.kind === 'CONSENT' && url !== undefined && consentUrl !== null) return 'URL';
  if (form === undefined && url !== undefined) return null;
  const isTheirs =
    asked.kind === 'QUESTION' || mayAnswer({ kind: 'person', channel: 'mcp', id: '' }, asked.card);
  return isTheirs ? 'FORM' : null;
}

function answersIn({ mcpReq }: ServerContext): Given {
  const consent = inputResponse(mcpReq.inputResponses, CONSENT);
  const filled = form.safeParse(inputResponse(mcpReq.inputResponses, QUESTION));
  // INVARIANT: anything but a clear yes is a no.
  const isYes =
    consent.kind === 'elicit' && consent.action === 'accept' && consent.content?.['decision'] === CHOICES[0];
  const opened = inputResponse(mcpReq.inputResponses, OPENED);
  return {
    consent: isYes ? 'ALLOW_ONCE' : 'DENY',
    filled: filled.success ? filled.data : null,
    ...(opened.kind === 'elicit' ? { opened: opened.action === 'accept' } : {}),
  };
}

const form = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.record(z.string(), z.unknown()).default({}),
});

/** What the client's person gives; `null`: nobody answered, or nothing that the form takes. It ends with the question and with the call. */
async function filledIn(
  { question, over }: Extract<Asked, { kind: 'QUESTION' }>,
  { mcpReq }: ServerContext,
): Promise<Filled | null> {
  try {
    const filled = form.safeParse(
      await mcpReq.elicitInput(formOf(question), {
        signal: AbortSignal.any([mcpReq.signal, over]),
        timeout: MOST_MS,
      }),
    );
    return filled.success ? filled.data : null;
  } catch {
    return null; // an answer that does not fit the form, one that is too late, or a client that went: none was given
  }
}

/** Of each step, where the client wants to hear of them. A notification that does not arrive is missed by nobody. */
function progressTo({ mcpReq }: ServerContext): Hears {
  const { _meta: meta } = mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return (message) => {
    progress += 1;
    const params = { progressToken, progress, message: oneLine(message) };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined); // its client went
  };
}

/** `applets`: of a client that shows them. */
function inResult(
  called: Called,
  dialect: Dialect,
  applets: AppletShelf | null,
  consentUrl: string | null,
): CallToolResult | InputRequiredResult {
  switch (called.kind) {
    case 'ANSWER': {
      const { answer } = called;
      const { error, structured, drawn, written } = answer;
      const ui = drawn === undefined || applets === null ? null : { resourceUri: applets.put(drawn) };
      return {
        content: [...dialect.answer(answer)],
        ...(structured === undefined ? {} : { structuredContent: structured }),
        ...(error === undefined && written?.isError !== true ? {} : { isError: true }),
        ...(ui === null ? {} : { _meta: { ui } }),
      };
    }
    case 'FAILURE':
      return { content: [...dialect.failure(called.error)], isError: true };
    case 'ASK':
      return inputRequired({ requestState: called.token, inputRequests: requestFor(called, consentUrl) });
  }
}

function requestFor({ asked, way }: Extract<Called, { kind: 'ASK' }>, consentUrl: string | null) {
  if (asked.kind === 'CONSENT' && way === 'URL' && consentUrl !== null)
    return {
      [OPENED]: inputRequired.elicitUrl({
        message: `Ghost Browser asks: ${oneLine(asked.card.title)}? Read and answer it in its own window.`,
        url: consentUrl,
      }),
    };
  if (asked.kind === 'QUESTION') return { [QUESTION]: inputRequired.elicit(formOf(asked.question)) };
  return {
    [CONSENT]: inputRequired.elicit({
      message: cardInText(asked.card),
      requestedSchema: {
        type: 'object',
        properties: {
          decision: { type: 'string', title: 'Decision', enum: [...CHOICES] },
        },
        required: ['decision'],
      },
    }),
  };
}
