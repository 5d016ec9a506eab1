// The offline navigator does the demo tasks on the account and the forum, on real pages.
import { runDemoTasks } from '#test/fixtures/demo-run.ts';

runDemoTasks(({ url }) => /account|forum/.test(url.source));
