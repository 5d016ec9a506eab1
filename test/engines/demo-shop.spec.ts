// The offline navigator does the demo tasks on the shop, on real pages.
import { runDemoTasks } from '#test/fixtures/demo-run.ts';

runDemoTasks(({ url, answer }) => /shop|brand|market|travel/.test(url.source + answer.source));
