// The settings of the commands: nothing here touches a browser.
import { answer } from '#gateway/surfaces/commands/call/call.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { settingOf } from '#gateway/surfaces/commands/call/settings.ts';
import { CONFIG } from '#gateway/protocol/commands/rows/config.ts';

export const config = {
  'config get': handler(CONFIG['config get'], (call, { key }) => {
    const known = settingOf(key);
    if (!known.ok) return known;
    const settings = call.settings();
    return settings.ok ? answer({ key: known.value, value: settings.value[known.value] }) : settings;
  }),
  'config set': handler(CONFIG['config set'], (call, { key, value }) => {
    const set = call.parts.settings.set(key, value);
    return set.ok ? answer(set.value) : set;
  }),
  'config list': handler(CONFIG['config list'], (call) => {
    const settings = call.settings();
    return settings.ok ? answer({ settings: settings.value, file: call.parts.settings.path }) : settings;
  }),
  'config reset': handler(CONFIG['config reset'], (call) => {
    const reset = call.parts.settings.reset();
    if (!reset.ok) return reset;
    const settings = call.settings();
    return settings.ok ? answer({ settings: settings.value }) : settings;
  }),
};
