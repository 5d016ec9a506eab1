// What schema-validators.js exports: ajv's standalone code of the two schemas.
import type { ErrorObject } from 'ajv/dist/2020.js';

export type SchemaValidator = {
  (data: unknown): boolean;
  errors?: readonly ErrorObject[] | null;
};
export declare const validatePolicy: SchemaValidator;
export declare const validateTestFile: SchemaValidator;
