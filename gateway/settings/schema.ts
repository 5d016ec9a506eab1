// The schema of `config.yaml`, with what each key means: `docs/settings.md` is made of it. INVARIANT: closed; an unknown key is an error.
import { z } from 'zod';
import { DEFAULT_USERS } from '#executors/browsers/processes/users.ts';
import { ASSET_CLASSES, TAB_POLICIES } from '#policy/language/vocabulary.ts';
import { isTimeZone, peopleSchema } from './people.ts';
import { rolesSchema } from './roles.ts';

const MEBIBYTE_BYTES = 1024 * 1024;
/** The key or the token goes along: in the clear only to this machine, which a name before an `@` is not. */
function isSafeBase(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: '', hostname: '' };
  return protocol === 'https:' || /^(?:127\.0\.0\.1|\[::1\]|localhost)$/u.test(hostname);
}

export const SETTINGS = z.strictObject({
  policy: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('Policy files, upper layer first. Default: the Phase-38 policy that comes with the project.'),
  shadow: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('A candidate policy that is decided beside the one in force, and logged where it differs.'),
  acknowledged: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/u, 'is `sha256:` and 64 hexadecimal digits')
    .optional()
    .describe('The semantic hash of a policy whose loosening the operator takes upon themselves.'),
  consent: z
    .strictObject({
      terminal: z
        .enum(['on', 'off'])
        .default('on')
        .describe('`off`: a question can be allowed in the window alone.'),
      browserUser: z
        .union([z.string().min(1).max(64), z.number().int().min(0)])
        .optional()
        .describe(
          'As root: whose browser a link of `ghost ui` is for. Without it, whoever comes with the link first.',
        ),
    })
    .prefault({})
    .describe(
      'Whether a question may be allowed with `ghost consent` from a terminal, beside the window. Denying is always possible.',
    ),
  approvers: rolesSchema.describe(
    'Who stands behind the roles that a policy names in `approvers`: accounts and groups of this machine.',
  ),
  people: peopleSchema.describe(
    'Teams and groups of those who have tasks done, by account of this machine: the facts `team` and `groups` of a policy.',
  ),
  timeZone: z
    .string()
    .refine(isTimeZone, 'is a time zone as in `Europe/Paris`')
    .default('UTC')
    .describe('Where it is the `weekday` and the `hour` that a policy speaks of.'),
  browser: z.string().optional().describe('A browser binary; default: found.'),
  headless: z.boolean().default(true).describe('Whether browsers run without a window.'),
  launchFlags: z
    .array(z.string().startsWith('--', 'starts with `--`'))
    .default([])
    .describe(
      "More words for the browser's command line. The policy decides on each: unknown ones are asked about, forbidden ones denied.",
    ),
  network: z
    .strictObject({
      namespace: z
        .enum(['auto', 'required', 'off'])
        .default('auto')
        .describe('`off`: the proxy alone holds the network.'),
    })
    .default({ namespace: 'auto' })
    .describe(
      '`auto`: a network namespace for each browser where the machine can; `required`: no launch without.',
    ),
  cookieSources: z
    .array(
      z.union([
        z.strictObject({ name: z.string().min(1), file: z.string().min(1) }),
        z.strictObject({ name: z.string().min(1), endpoint: z.string().min(1) }),
      ]),
    )
    .default([])
    .describe(
      "Where cookies may be brought from, each by the name that a caller gives: a saved session's file, or a running browser.",
    ),
  downloads: z
    .strictObject({
      folder: z
        .string()
        .startsWith('/', 'is an absolute path')
        .optional()
        .describe('Absolute; default: `downloads` beside the audit log.'),
      maxBytes: z
        .number()
        .int()
        .min(1)
        .default(256 * MEBIBYTE_BYTES)
        .describe('Of one download.'),
      maxTaskBytes: z
        .number()
        .int()
        .min(1)
        .default(1024 * MEBIBYTE_BYTES)
        .describe('Of all downloads of one task.'),
      timeoutSeconds: z
        .number()
        .int()
        .min(1)
        .max(3600)
        .default(300)
        .describe('So long one download may take.'),
      scanner: z
        .strictObject({
          command: z.array(z.string()).min(1).describe('The program and its arguments.'),
          timeoutSeconds: z
            .number()
            .int()
            .min(1)
            .max(600)
            .default(60)
            .describe('So long it may look at one file.'),
        })
        .optional()
        .describe('A program that every file must pass before it gets its name.'),
    })
    .prefault({})
    .describe(
      'What is downloaded goes to one folder; each file is scanned by `scanner` (its path is the last argument, exit code 0 passes).',
    ),
  vault: z
    .strictObject({
      key: z.enum(['auto', 'keyring', 'file']).default('auto').describe('The place that is wanted.'),
    })
    .prefault({})
    .describe(
      "Where the key of what is saved encrypted lies: the user's keyring, a 0600 file, or `auto`: the first that takes one.",
    ),
  results: z
    .strictObject({
      keep: z.boolean().default(true).describe('Whether what tasks came to is kept at all.'),
      keepDays: z.number().int().min(1).max(3650).default(90).describe('So long a result is kept.'),
      mostBytes: z
        .number()
        .int()
        .min(MEBIBYTE_BYTES)
        .default(100 * MEBIBYTE_BYTES)
        .describe('Of all results together; the oldest go first.'),
    })
    .prefault({})
    .describe('What tasks came to is kept encrypted, to be found again with `ghost results`.'),
  pictures: z
    .strictObject({
      keep: z
        .boolean()
        .default(true)
        .describe('Whether pages are pictured at all, and what agents were shown and answered is kept.'),
      keepDays: z
        .number()
        .int()
        .min(1)
        .max(365)
        .default(7)
        .describe('So long a picture is kept, and a step of an agent.'),
      mostBytes: z
        .number()
        .int()
        .min(MEBIBYTE_BYTES)
        .default(200 * MEBIBYTE_BYTES)
        .describe(
          'Of all pictures together; the oldest go first. Steps of agents have a tenth of it beside them.',
        ),
    })
    .prefault({})
    .describe(
      'A small picture of the page before and after each act of a task, and what its agent was shown and answered at each step, kept encrypted; secrets are black or dots.',
    ),
  foreground: z
    .strictObject({
      policy: z
        .array(z.string())
        .min(1)
        .optional()
        .describe(
          'Policy files of it, upper layer first. Default: `policy/defaults/foreground.yaml`, which comes with the project.',
        ),
    })
    .prefault({})
    .describe(
      'The person’s own page in the desktop’s window: a policy of its own decides there, as far as the window’s hooks reach.',
    ),
  sessionTtlDays: z.number().int().min(1).max(365).default(7).describe('So long a saved session is kept.'),
  tabPolicy: z
    .enum(TAB_POLICIES)
    .default('SINGLE_TAB')
    .describe('How many tabs a task may have, as policies see it.'),
  maxTabs: z
    .number()
    .int()
    .min(1)
    .max(6)
    .default(6)
    .describe('Tabs at once; fewer where memory is short. What comes on top waits.'),
  isolation: z
    .enum(['process', 'context'])
    .default('process')
    .describe(
      '`process`: a browser for each tab. `context`: one for all of them, each tab in a context of its own: lighter, and less apart.',
    ),
  browserUsers: z
    .strictObject({
      first: z
        .number()
        .int()
        .min(1000)
        .max(4_294_000_000)
        .default(DEFAULT_USERS.first)
        .describe('The first number.'),
      count: z.number().int().min(16).max(65_536).default(DEFAULT_USERS.count).describe('How many numbers.'),
    })
    .prefault({})
    .describe(
      'As root on Linux each browser runs as a user of its own: so many numbers from the first, which nobody else may have.',
    ),
  attach: z
    .strictObject({ users: z.array(z.number().int().min(0)).default([]).describe('Their numbers.') })
    .prefault({})
    .describe(
      'As root: the users beside root whose browsers may be attached to, by number. Anybody else attaches to their own alone.',
    ),
  warmTabs: z
    .number()
    .int()
    .min(0)
    .max(6)
    .default(2)
    .describe('Browsers that stand ready for the next task while the gateway serves.'),
  withhold: z
    .array(z.enum(ASSET_CLASSES))
    .default([...ASSET_CLASSES])
    .describe('What tabs do not fetch until somebody wants a picture of the page.'),
  budget: z
    .strictObject({
      cpuPercent: z.number().min(1).default(25).describe('Of one core.'),
      memoryMb: z.number().int().min(64).default(512).describe('In MiB.'),
      seconds: z.number().min(1).default(10).describe('So long it may be over.'),
      over: z
        .enum(['flag', 'kill'])
        .default('flag')
        .describe('What follows: a line in the log, or the end of the tab.'),
    })
    .default({ cpuPercent: 25, memoryMb: 512, seconds: 10, over: 'flag' })
    .describe(
      'What one tab may take: of one core, of memory; over for so long, it is flagged in the log, or ended.',
    ),
  fleet: z
    .strictObject({
      url: z
        .string()
        .optional()
        .describe(
          '`postgres://user:password@host:5432/name`; beyond this machine by TLS with a verified certificate.',
        ),
      places: z
        .number()
        .int()
        .min(1)
        .max(64)
        .optional()
        .describe('Tasks of the fleet at once; default: `maxTabs`.'),
      policy: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe(
          'The id of the signed bundles that are the policy of all nodes (`ghost fleet policy publish`). Without it this node has its own; with it `policy` is left out.',
        ),
      labels: z
        .array(z.string().regex(/^[a-z0-9][a-z0-9.-]{0,49}$/u, 'small letters, digits, dots and hyphens'))
        .max(16)
        .default([])
        .describe('By which a policy is rolled out to some nodes first, as in `[canary]`.'),
      confirmSeconds: z
        .number()
        .int()
        .min(5)
        .max(3_600)
        .default(30)
        .describe('A node that cannot confirm the policy of all for so long denies every act.'),
    })
    .prefault({})
    .describe(
      'The PostgreSQL by which several gateways share their tasks: `ghost serve --node` takes some of them.',
    ),
  navigator: z
    .strictObject({
      use: z
        .enum(['offline', 'gemini', 'proxy', 'openai-compatible'])
        .default('offline')
        .describe(
          '`gemini` needs its key in the variable GEMINI_API_KEY, or kept from the app’s settings; `proxy` is Gemini behind `baseUrl`, with a token and no key; `openai-compatible` is `model` at `baseUrl`: Ollama, vLLM, LM Studio, llama.cpp, or a service whose key is in GHOST_MODEL_KEY.',
        ),
      flash: z
        .string()
        .min(1)
        .default('gemini-2.5-flash')
        .describe('The model of tier 1, which reads the page as text.'),
      pro: z
        .string()
        .min(1)
        .default('gemini-2.5-pro')
        .describe('The model of tier 2, which is shown pictures.'),
      baseUrl: z
        .url({ protocol: /^https?$/u })
        .refine(isSafeBase, 'is https, or http on this machine')
        .optional()
        .describe(
          "A proxy in place of Google's endpoint; of `openai-compatible` its endpoint, up to and with `/v1`.",
        ),
      model: z
        .string()
        .min(1)
        .optional()
        .describe('Of `openai-compatible`: the model, by the name that its server has for it.'),
      pictureModel: z
        .string()
        .min(1)
        .optional()
        .describe(
          'Of `openai-compatible`: the model that is shown pictures, which may be the same one; without it none is shown.',
        ),
      output: z
        .enum(['auto', 'schema', 'tool'])
        .default('auto')
        .describe(
          'Of `openai-compatible`: how the form of an answer is asked for, by a JSON schema or by a tool that has to be called; `auto` asks in the way that the server takes.',
        ),
      tokenFile: z
        .string()
        .startsWith('/', 'is an absolute path')
        .optional()
        .describe(
          'File with the OIDC ID token for the proxy, read again for each call; in place of `signIn`.',
        ),
      signIn: z
        .strictObject({
          issuer: z
            .url({ protocol: /^https?$/u })
            .refine(isSafeBase, 'is https, or http on this machine')
            .describe('The OIDC issuer, as its discovery document names it.'),
          clientId: z.string().min(1).describe('The client, of the kind for programs on a desktop.'),
          clientSecret: z
            .string()
            .min(1)
            .optional()
            .describe(
              'Some issuers give such a client one; it is no secret, since every copy of the program has it.',
            ),
          deviceClientId: z
            .string()
            .min(1)
            .optional()
            .describe('The client for a sign-in with a code, where that is another one.'),
          deviceClientSecret: z.string().min(1).optional().describe('The same of that client.'),
        })
        .optional()
        .describe('Who is signed in with the proxy, by `ghost login`.'),
      reports: z
        .enum(['off', 'events', 'intents'])
        .default('events')
        .describe(
          'Of `proxy`: what it is told of tasks for its log. `events`: ids, acts, tiers and how they came out; `intents`: also what was asked, with what looks like a secret left out.',
        ),
    })
    .refine(
      ({ use, baseUrl, tokenFile, signIn }) =>
        use !== 'proxy' || (baseUrl !== undefined && (tokenFile === undefined) !== (signIn === undefined)),
      '`use: proxy` needs `baseUrl`, and one of `signIn` and `tokenFile`',
    )
    .refine(
      ({ use, baseUrl, model }) =>
        use !== 'openai-compatible' || (baseUrl !== undefined && model !== undefined),
      '`use: openai-compatible` needs `baseUrl` and `model`',
    )
    .prefault({})
    .describe(
      'What proposes the steps. `gemini` sends the text of pages, and pictures where text does not do, to Google or to `baseUrl`.',
    ),
  leastFreeMb: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      "Room that the audit log's disk must have, in MiB: below it nothing starts, and what runs ends. Default: 512, or a twentieth.",
    ),
  stepLimit: z.number().int().min(1).max(20).default(20).describe('Steps that a task may make in one tab.'),
  timeoutSeconds: z.number().int().min(5).max(3600).default(300).describe('So long a task may take.'),
  port: z
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(7717)
    .describe('The port of the app on this machine; 0: any that is free.'),
  sites: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        url: z.url({ protocol: /^https?$/u }),
        about: z.array(z.string()).default([]),
      }),
    )
    .default([])
    .describe('Bookmarks: sites that a word in an intent stands for.'),
});
