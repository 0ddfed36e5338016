import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json/json.ts';
import { lossOf } from '../../shared/json/json-loss.ts';
import { setAt } from '../../shared/json/json-place.ts';
import { argumentProblems } from './check-arguments.ts';
import { argumentsOf, formFields, numberInField, paramsSchema, withArguments } from './form-fields.ts';

const schema: JsonObject = {
  type: 'object',
  required: ['gtin', 'order'],
  properties: {
    gtin: { type: 'string', description: 'A product number.' },
    limit: { type: 'integer' },
    fast: { type: 'boolean' },
    format: { enum: ['json', 'csv'] },
    order: { $ref: '#/$defs/order' },
    either: { type: ['string', 'number'] },
  },
  $defs: {
    order: {
      type: 'object',
      properties: {
        email: { type: 'string' },
        lines: { type: 'array', items: { $ref: '#/$defs/line' } },
        free: { type: 'array' },
      },
    },
    line: {
      type: 'object',
      required: ['sku'],
      properties: { sku: { type: 'string' }, next: { $ref: '#/$defs/line' } },
    },
  },
};
const at = (fields: ReturnType<typeof formFields>, name: string) => fields!.find((field) => field.name === name)!;

describe('formFields', () => {
  it('gives each type its control, and JSON to the rest', () => {
    const fields = formFields(schema, { gtin: 'x' });
    expect(fields!.map(({ name, control }) => [name, control])).toEqual([
      ['gtin', 'text'],
      ['limit', 'number'],
      ['fast', 'boolean'],
      ['format', 'choice'],
      ['order', 'object'],
      ['either', 'json'],
    ]);
    expect(at(fields, 'gtin')).toMatchObject({ required: true, about: 'A product number.', value: 'x' });
    expect(at(fields, 'limit').value).toBeUndefined();
  });

  it('descends into objects and lists', () => {
    const fields = formFields(schema, { order: { lines: [{ sku: 'CUP-1' }] } });
    const order = at(fields, 'order');
    expect(at(order.fields, 'free').control).toBe('json');
    const lines = at(order.fields, 'lines');
    expect(lines).toMatchObject({ control: 'list', blank: {} });
    expect(lines.fields[0]!.fields[0]).toMatchObject({ path: ['order', 'lines', 0, 'sku'], value: 'CUP-1' });
  });

  it('shows a list of similar objects as a table, unless one does not match', () => {
    const rows: JsonObject = {
      properties: {
        lines: {
          type: 'array',
          items: {
            type: 'object',
            required: ['sku'],
            properties: { sku: { type: 'string' }, quantity: { type: 'integer', minimum: 1, maximum: 99 } },
          },
        },
      },
    };
    const lines = formFields(rows, { lines: [{ sku: 'x', quantity: 2 }] })![0]!;
    expect(lines).toMatchObject({ control: 'table', blank: {} });
    expect(lines.columns!.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'sku: text',
      'quantity: whole number, 1 to 99',
    ]);
    expect(formFields(rows, { lines: [{ sku: 'x', other: 2 }] })![0]!.control).toBe('list');
    expect(formFields(rows, { lines: ['x'] })![0]!.control).toBe('list');
  });

  it('offers the alternatives of a value, shows the best match, or the chosen one', () => {
    const pay: JsonObject = {
      properties: {
        payment: {
          oneOf: [
            { title: 'Card', type: 'object', required: ['number'], properties: { number: { type: 'string' } } },
            {
              type: 'object',
              required: ['vat_id'],
              properties: { kind: { const: 'invoice' }, vat_id: { type: 'string' } },
            },
          ],
        },
      },
    };
    const empty = formFields(pay, {})![0]!;
    expect(empty).toMatchObject({ control: 'forms', form: null, type: 'one of 2 forms' });
    expect(empty.forms).toEqual([
      { title: 'Card', about: 'number', blank: {} },
      { title: 'invoice', about: 'vat_id', blank: { kind: 'invoice' } },
    ]);
    expect(formFields(pay, { payment: { vat_id: 'x' } })![0]).toMatchObject({ form: 1 });
    const chosen = formFields(pay, { payment: {} }, new Map([['/payment', 1]]))![0]!;
    expect(chosen.fields.map(({ name }) => name)).toEqual(['kind', 'vat_id']);
  });

  it('shows the limits before anything is wrong', () => {
    const words = (part: JsonObject) => formFields({ properties: { part } }, {})![0]!.type;
    expect(words({ type: 'integer', minimum: 1, maximum: 30 })).toBe('whole number, 1 to 30');
    expect(words({ type: 'number', exclusiveMinimum: 0 })).toBe('number, above 0');
    expect(words({ type: 'string', minLength: 2, maxLength: 80 })).toBe('text, 2 to 80 characters');
    expect(words({ type: 'string', format: 'email' })).toBe('email');
    expect(words({ type: 'array', minItems: 1, items: { type: 'string' } })).toBe('list, at least 1');
    expect(words({ enum: ['a', 'b'] })).toBe('one of 2');
  });

  it('terminates for a recursive schema', () => {
    const deep = JSON.parse('{"lines":[{"next":{"next":{"next":{"next":{"next":{"next":{}}}}}}}]}') as JsonObject;
    expect(JSON.stringify(formFields(schema, { order: deep }))).toContain('"control":"json"');
  });

  it('shows unknown fields, and values of another type', () => {
    const fields = formFields(schema, { gtin: 4, limit: 'ten', extra: [1] });
    expect(at(fields, 'gtin').control).toBe('json');
    expect(at(fields, 'limit').control).toBe('number');
    expect(at(fields, 'extra')).toMatchObject({ known: false, control: 'json', value: [1] });
  });

  it('is empty without a schema, or if the arguments are not an object', () => {
    expect(formFields(null, {})).toBeNull();
    expect(formFields(schema, [1])).toBeNull();
  });
});

describe('a change of a field', () => {
  it('changes only its own value', () => {
    const before = { a: 1, order: { lines: [{ sku: 'x' }, { sku: 'y' }] } };
    expect(setAt(before, ['order', 'lines', 1, 'sku'], 'z')).toEqual({
      a: 1,
      order: { lines: [{ sku: 'x' }, { sku: 'z' }] },
    });
    expect(before.order.lines[1]!.sku).toBe('y');
  });

  it('removes, adds and creates missing parents', () => {
    expect(setAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
    expect(setAt({ list: [1, 2, 3] }, ['list', 1], undefined)).toEqual({ list: [1, 3] });
    expect(setAt(undefined, ['order', 'email'], 'x')).toEqual({ order: { email: 'x' } });
    expect(Object.keys(setAt({}, ['__proto__'], 1) as object)).toEqual(['__proto__']);
  });

  it('keeps the other fields of the params', () => {
    const params = '{"name":"t","arguments":{"a":1},"_meta":{"x":1}}';
    expect(JSON.parse(withArguments(params, { a: 2 }))).toEqual({ name: 't', arguments: { a: 2 }, _meta: { x: 1 } });
    expect(argumentsOf(params)).toEqual({ ok: true, args: { a: 1 } });
    expect(argumentsOf('{')).toEqual({ ok: false });
  });

  it('sends digits that a number cannot hold as text', () => {
    expect(numberInField('12345678901234567890')).toBe('12345678901234567890');
  });

  it('parses numbers like JSON, and sends anything else as text', () => {
    expect([
      numberInField('12'),
      numberInField('-0.5e3'),
      numberInField(''),
      numberInField('012'),
      numberInField('ten'),
    ]).toEqual([12, -500, undefined, '012', 'ten']);
  });
});

describe('lossOf', () => {
  it('warns about what rewriting would change', () => {
    expect(lossOf('{"id": 12345678901234567890}')).toMatch(/digits/);
    expect(lossOf('{"a": 1, "a": 2}')).toMatch(/twice/);
    expect(lossOf('{"a": "12345678901234567890", "b": [1.0, 2.50], "c": "é\\u00e9\\/"}')).toBe('');
    expect(lossOf('')).toBe('');
  });
});

describe('paramsSchema', () => {
  it('checks the arguments in place', () => {
    const whole = paramsSchema('t', schema);
    const issues = argumentProblems(whole, { name: 't', arguments: { gtin: 1, order: { email: 2 } } });
    expect(issues.map(({ path }) => path.join('.'))).toEqual(['arguments.gtin', 'arguments.order.email']);
  });
});
