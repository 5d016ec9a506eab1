// Examines this machine and installation: the doctor's checks, with what needs the launcher or a gateway's client.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RECOMMENDED_POLICY } from '#executors/browsers/launch/managed.ts';
import { createLauncher } from '#executors/launcher.ts';
import { examineWith } from '#gateway/client/doctor/checks.ts';
import type { Check } from '#gateway/client/doctor/findings.ts';
import { machine } from '#gateway/client/doctor/probes.ts';
import { planOptions } from '#gateway/settings/config.ts';
import { UI_DIRECTORY, pathsFor } from '#gateway/settings/paths.ts';
import type { GatewayStatus } from '#gateway/protocol/views/status.ts';
import type { Paths } from '#gateway/settings/paths.ts';
import { GhostError, fail, ok } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { missingLog, verifyAuditFiles } from '#gateway/client/audit-files.ts';
import { findGateway } from '#gateway/client/remote.ts';

export type { Check } from '#gateway/client/doctor/findings.ts';

export const examine = (dataDir?: string): Promise<readonly Check[]> =>
  examineAt(pathsFor(dataDir), async () => {
    try {
      const status = await (await findGateway(dataDir))?.status();
      return status?.ok === true ? status.value : null;
    } catch (thrown) {
      if (thrown instanceof GhostError && thrown.failure.code === 'daemon.unresponsive')
        return thrown.failure;
      throw thrown;
    }
  });

/** `running`: how the gateway is that runs there; asked once. */
export async function examineAt(
  paths: Paths,
  running: () => Promise<Pick<GatewayStatus, 'health' | 'policy'> | Failure | null>,
): Promise<readonly Check[]> {
  const found = await running();
  const log = join(paths.data, 'audit');
  return examineWith(
    machine(paths, {
      async browser(config) {
        // No tab is ever launched with this launcher: it verifies nothing.
        const launcher = createLauncher(() => fail('authorization.forged', 'the doctor launches nothing'));
        const plan = await launcher.plan({ ...planOptions(config), namespace: 'OFF' });
        if (!plan.ok) return plan;
        const { build, executor, flagClass } = plan.value;
        return ok({ ...build, executor, flagClass });
      },
      audit: async () => (existsSync(log) || missingLog(log) === null ? verifyAuditFiles(log) : null),
      built: () => existsSync(join(UI_DIRECTORY, 'app', 'index.html')),
      health: async () => (found === null || 'code' in found ? found : found.health),
      inForce: async () => (found === null || 'code' in found ? null : found.policy),
    }),
  );
}

/** For a machine that is there for Ghost Tabs alone: the text of a file in the browser’s directory of managed policies. */
export const recommendedPolicy = (): string => JSON.stringify(RECOMMENDED_POLICY, null, 2);
