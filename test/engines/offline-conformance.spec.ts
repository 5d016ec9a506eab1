// The offline navigator passes the suite that every navigator passes.
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { navigatorConformance } from '#test/conformance/navigator.ts';

navigatorConformance('the offline navigator', createOfflineNavigator, { deterministic: true });
