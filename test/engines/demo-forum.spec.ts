// The offline navigator does the demo tasks on the forum, whose posts and pages aim at agents, on real pages.
import { runDemoTasks } from '#test/fixtures/demo-run.ts';

runDemoTasks(({ url }) => /forum/.test(url.source));
