// Settings of the commands.
import { z } from 'zod';
import { READS, REMOVES, SETS, row } from '#gateway/protocol/commands/row/contract.ts';
import { ok } from '#gateway/protocol/commands/row/params.ts';

/** Settings of the commands, each with its default and its limits. `config.yaml` has those of the gateway. */
export const SETTINGS = {
  'auto-retry': { type: 'boolean', default: false, about: 'find lost elements again by itself' },
  'retry-count': { type: 'number', default: 2, min: 0, max: 5, about: 'attempts after the first' },
  'retry-delay-ms': { type: 'number', default: 500, min: 0, max: 10_000, about: 'between attempts' },
  'default-timeout-ms': { type: 'number', default: 10_000, min: 1, max: 300_000, about: 'of `wait`' },
  'screenshot-dir': { type: 'string', default: '', about: 'absolute; empty: the worker’s own directory' },
  'console-buffer-size': {
    type: 'number',
    default: 500,
    min: 1,
    max: 500,
    about: 'messages shown of a tab at most',
  },
  'network-buffer-size': {
    type: 'number',
    default: 200,
    min: 1,
    max: 200,
    about: 'requests shown of a tab at most',
  },
  'daemon-idle-timeout-m': {
    type: 'number',
    default: 30,
    min: 1,
    max: 1440,
    about: 'minutes without a command after which the daemon ends',
  },
} as const;
export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

const setting = z.string().min(1).max(100).describe('a setting, as `config list` has them');
const value = z.union([z.string(), z.number(), z.boolean()]);

export const CONFIG = {
  'config get': row({
    name: 'config get',
    category: 'config',
    title: 'read one setting of the commands',
    params: z.strictObject({ key: setting }),
    positional: ['key'],
    acts: [],
    hints: READS,
    examples: ['config get auto-retry'],
    answer: z.object({ ok, key: z.string(), value }),
  }),
  'config set': row({
    name: 'config set',
    category: 'config',
    title: 'change one',
    params: z.strictObject({ key: setting, value: z.string().max(4096).describe('value') }),
    positional: ['key', 'value'],
    acts: [],
    hints: SETS,
    examples: ['config set auto-retry true'],
    answer: z.object({ ok, key: z.string(), value }),
  }),
  'config list': row({
    name: 'config list',
    category: 'config',
    title: 'list them all',
    params: z.strictObject({}),
    acts: [],
    hints: READS,
    examples: ['config list'],
    answer: z.object({ ok, settings: z.record(z.string(), value) }),
  }),
  'config reset': row({
    name: 'config reset',
    category: 'config',
    title: 'set them all back',
    params: z.strictObject({}),
    acts: [],
    hints: REMOVES,
    examples: ['config reset'],
    answer: z.object({ ok, settings: z.record(z.string(), value) }),
  }),
};
