// The offline navigator does the demo tasks on the account, log-in included, on real pages.
import { runDemoTasks } from '#test/fixtures/demo-run.ts';

runDemoTasks(({ url }) => /account/.test(url.source));
