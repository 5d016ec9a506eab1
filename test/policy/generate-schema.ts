// Writes policy/defaults/policy.schema.json. `node test/policy/generate-schema.ts`, then oxfmt.
import { writeFileSync } from 'node:fs';
import { policySchemaText } from '#policy/engine/reading/schema.ts';

writeFileSync(new URL('../../policy/defaults/policy.schema.json', import.meta.url), policySchemaText());
