// Every verb of the program, once. INVARIANT: data alone; what a verb does is loaded when it is asked for.
import { namesOf } from '#gateway/protocol/command-line/find.ts';
import { APPLET } from './applet.ts';
import { ATTACK } from './attack.ts';
import { AUDIT } from './audit.ts';
import { CDP } from './cdp.ts';
import { CONNECT } from './connect.ts';
import { CONSENT } from './consent.ts';
import { FLEET } from './fleet.ts';
import { FLEET_POLICY } from './fleet-policy.ts';
import { GRANTS } from './grants.ts';
import { HELP } from './help.ts';
import { IDENTITY } from './identity.ts';
import { INSTALL } from './install.ts';
import { MCP } from './mcp.ts';
import { BACKUP } from './backup.ts';
import { BUNDLE } from './policy/bundle.ts';
import { INIT } from './policy/init.ts';
import { DIFF } from './policy/diff.ts';
import { EXPLAIN } from './policy/explain.ts';
import { GATE } from './policy/gate.ts';
import { LIFE } from './policy/life.ts';
import { LINT } from './policy/lint.ts';
import { LOG } from './policy/log.ts';
import { RENDER } from './policy/render.ts';
import { SHADOW } from './policy/shadow.ts';
import { TEST } from './policy/test.ts';
import { VERIFY } from './policy/verify.ts';
import { WHY_NOT } from './policy/why-not.ts';
import { REPLAY } from './replay.ts';
import { RESULTS } from './results.ts';
import { RUN } from './run.ts';
import { SERVE } from './serve.ts';
import { STATUS } from './status.ts';
import { UI } from './ui.ts';

const POLICY = [
  INIT,
  LINT,
  RENDER,
  TEST,
  EXPLAIN,
  WHY_NOT,
  VERIFY,
  DIFF,
  GATE,
  LIFE,
  SHADOW,
  LOG,
  BUNDLE,
].flat();

export const VERBS = [
  HELP,
  RUN,
  REPLAY,
  SERVE,
  FLEET,
  FLEET_POLICY,
  CONNECT,
  UI,
  STATUS,
  IDENTITY,
  INSTALL,
  ATTACK,
  APPLET,
  MCP,
  CDP,
  CONSENT,
  GRANTS,
  AUDIT,
  RESULTS,
  BACKUP,
  POLICY,
].flat();

export const VERB_NAMES = namesOf(VERBS);
