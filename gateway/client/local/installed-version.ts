// The version of the program that runs, for a command that starts no gateway.
import { VERSION } from '#gateway/settings/version.ts';

export const installedVersion = (): string => VERSION;
