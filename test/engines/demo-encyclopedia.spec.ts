// The offline navigator does the demo tasks on the encyclopedia and what it links to, on real pages.
import { runDemoTasks } from '#test/fixtures/demo-run.ts';

runDemoTasks(({ url }) => /encyclopedia|keyboards|start/.test(url.source));
