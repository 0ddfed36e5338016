// Does an answer keep the promise of its tool's own outputSchema? Owns the JSON Schema validators, one per schema.
// Schemas come from servers, so a broken or huge one yields no verdict rather than an error.

import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import type { FieldIssue } from '../../shared/failure.ts';
import type { Json } from '../../shared/json.ts';

// ajv-formats is a CommonJS module whose default export is the plugin.
const addFormats = formatsPlugin as unknown as (ajv: Ajv) => Ajv;

// A schema's `pattern` is a regular expression written by the server; one with nested quantifiers would hang the app.
const passAnyPattern = Object.assign(() => ({ test: () => true }), { code: '() => ({ test: () => true })' });
const options = { strict: false, allErrors: true, logger: false, code: { regExp: passAnyPattern } } as const;
const schemaTextLimit = 200_000;
const cacheLimit = 500;
const issueLimit = 20;

type Validator = (value: unknown) => FieldIssue[];

export class OutputCheck {
  readonly #validators = new Map<string, Validator | null>();

  /** Issues of `value` against the schema; none when it fits or when the schema itself cannot be used. */
  check(schema: Json, value: Json): FieldIssue[] {
    let key: string;
    try {
      key = JSON.stringify(schema);
    } catch {
      return []; // Nested too deeply to be written down, so also too deeply to be compiled.
    }
    if (key.length > schemaTextLimit) return [];
    const validate = this.#validators.get(key) ?? this.#compile(key, schema);
    return validate ? validate(value) : [];
  }

  #compile(key: string, schema: Json): Validator | null {
    if (this.#validators.has(key)) return null;
    if (this.#validators.size >= cacheLimit) this.#validators.clear();
    const validator = compile(schema);
    this.#validators.set(key, validator);
    return validator;
  }
}

function compile(schema: Json): Validator | null {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return null;
  try {
    // MCP's default is 2020-12; draft-07 only where the schema says so (SEP-1613).
    const old = typeof schema.$schema === 'string' && /draft-0[4-7]/.test(schema.$schema);
    const ajv = addFormats(old ? new Ajv(options) : (new Ajv2020(options) as unknown as Ajv));
    const run = ajv.compile(schema);
    return (value) => {
      if (run(value)) return [];
      return (run.errors ?? []).slice(0, issueLimit).map((error) => ({
        path: error.instancePath,
        message: error.message ?? error.keyword,
        code: error.keyword,
      }));
    };
  } catch {
    return null;
  }
}
