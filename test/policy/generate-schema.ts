// Writes policy/defaults/policy.schema.json and the validators. `node test/policy/generate-schema.ts`, then oxfmt.
import { writeFileSync } from 'node:fs';
import { policySchemaText } from '#policy/schema.ts';
import { validatorsText } from './schema-validators.ts';

writeFileSync(new URL('../../policy/defaults/policy.schema.json', import.meta.url), policySchemaText());
writeFileSync(new URL('../../policy/defaults/schema-validators.js', import.meta.url), validatorsText());
