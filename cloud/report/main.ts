// `npm run cloud:report < entries.jsonl`: an entry a line, as the service writes them or as
// `gcloud logging read … --format=json | jq -c '.[]'` gives them.
import { createInterface } from 'node:readline';
import { Report } from './report.ts';

const report = new Report();
for await (const line of createInterface({ input: process.stdin })) report.add(line);
for (const line of report.lines()) process.stdout.write(`${line}\n`);
