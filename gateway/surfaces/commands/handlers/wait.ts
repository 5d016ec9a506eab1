// Waiting for what a page does.
import type { BrowserAction } from '#policy/acts/actions.ts';
import { acted } from '#gateway/surfaces/commands/call/acting.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { WAIT } from '#gateway/protocol/commands/rows/wait.ts';

export const wait = {
  wait: handler(WAIT.wait, async (call, given) => {
    const { ms, text, url, js, networkIdle, navigation, ref, state, timeout, target } = given;
    const open = call.tab(target);
    if (!open.ok) return open;
    const settings = call.settings();
    if (!settings.ok) return settings;
    const action: BrowserAction = {
      type: 'WAIT',
      milliseconds: ms ?? timeout ?? settings.value['default-timeout-ms'],
      ...(text === undefined ? {} : { text }),
      ...(url === undefined ? {} : { url }),
      ...(js === undefined ? {} : { script: js }),
      ...(networkIdle === true ? { networkIdle } : {}),
      ...(navigation === true ? { navigation } : {}),
      ...(ref === undefined ? {} : { ref, ...(state === undefined ? {} : { state }) }),
    };
    const what =
      ms !== undefined
        ? `${ms} ms`
        : text !== undefined
          ? `the text ${JSON.stringify(text)}`
          : url !== undefined
            ? `the address ${url}`
            : js !== undefined
              ? `the condition ${js}`
              : networkIdle === true
                ? 'a quiet network'
                : navigation === true
                  ? 'the navigation'
                  : `${ref ?? ''} to be ${state ?? 'visible'}`;
    return acted(call, open.value, action, `Waited for ${what}`);
  }),
};
