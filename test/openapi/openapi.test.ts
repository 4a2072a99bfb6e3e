import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { samples } from '../../cli/samples/samples.ts';
import { boardPath, boardRoutes } from '../../lib/board/routes.ts';
import { type RouteId, routes } from '../../lib/routes.ts';
import { catalog, functionNamed } from '../../lib/voice/catalog.ts';
import { recordAnswers } from '../../openapi/answers.ts';
import { openApiDocument } from '../../openapi/document.ts';
import { examples } from '../../openapi/examples.ts';
import { operations } from '../../openapi/operations.ts';
import { resultName } from '../../openapi/results.ts';
import packageDocument from '../../package.json' with { type: 'json' };
import { type Service, START, startService } from '../functions/service.ts';
import { testEndpoint } from '../support/database.ts';

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

const ajv = new Ajv2020({ strictTypes: false, strictRequired: false, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'openapi', components: document.components });

/** Compiled once each, by their text, because compiling takes far longer than checking. */
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/** The faults of a value under a schema of the document, with references resolved within the document. */
function faultsOf(schema: unknown, value: unknown) {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  validate(value);
  return validate.errors ?? [];
}

/** The operation of a route in the document. */
const documented = (id: RouteId) => {
  const route = routes.find((one) => one.id === id);
  return document.paths[route?.path ?? ''].post;
};

interface Shown {
  readonly name: string;
  readonly schema: unknown;
  readonly value: unknown;
}

interface Content {
  readonly schema: unknown;
  readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
}

/** Every example of the document with its schema. */
const shown = routes.flatMap(({ id }): Shown[] => {
  const { requestBody, responses } = documented(id);
  const bodies: [string, { content?: Record<string, Content> }][] = [
    ['request', requestBody],
    ...Object.entries<{ content?: Record<string, Content> }>(responses),
  ];
  return bodies.flatMap(([where, { content = {} }]) =>
    Object.values(content).flatMap(({ schema, examples }) =>
      Object.entries(examples).map(([name, { value }]) => ({
        name: `${id} ${where} ${name}`,
        schema,
        value,
      })),
    ),
  );
});

describe('docs/openapi.json', () => {
  it('is what `npm run docs` writes, with the answers of the handlers', async () => {
    const written = openApiDocument(packageDocument.version, await recordAnswers(testEndpoint()));

    expect(document).toEqual(JSON.parse(JSON.stringify(written)));
  });

  it('is an OpenAPI 3.1 document', async () => {
    const validator = new Validator();

    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has every route', () => {
    const boardPaths = boardRoutes.map(boardPath);
    expect(Object.keys(document.paths)).toEqual([
      ...new Set([...routes.map(({ path }) => path), ...boardPaths]),
    ]);
  });

  it.each(shown)('has an example that its schema allows: $name', ({ schema, value }) => {
    expect(faultsOf(schema, value)).toEqual([]);
  });

  it.each([...samples])('allows the sample %s', (_, { route, body, args }) => {
    const context = {
      origin: 'acme',
      date: '2026-06-10',
      time: '09:00',
      serviceType: 'AC Repair',
      callId: 'call_0123456789ab',
      caller: '+12125550143',
      called: '+12125550100',
      invocationId: 'call_9pQ2xT7rWm4cV1nYk8sLz0Ab',
      now: new Date(START),
    };
    const sent = body(context, args?.(context) ?? {});
    const { schema } = documented(route).requestBody.content['application/json'];

    expect(faultsOf(schema, sent)).toEqual([]);
  });

  it.each(routes)('does not allow a body of the wrong shape on $id', ({ id }) => {
    const [content] = Object.values<Content>(documented(id).requestBody.content);

    expect(faultsOf(content?.schema, operations[id].wrongShape.body)).not.toEqual([]);
  });
});

describe('the answers to the examples', () => {
  const answers: Record<string, Content> = documented('voiceone-function-call').responses[200].content;
  const called = Object.entries(examples['voiceone-function-call']).flatMap(([name, { body }]) => {
    const entry = functionNamed(String(body.name));
    return entry === undefined ? [] : [{ name, result: resultName(entry) }];
  });

  it.each(called)('are results of the function: $name', ({ name, result }) => {
    const answer = answers['application/json']?.examples[name]?.value;

    expect(faultsOf({ $ref: `#/components/schemas/${result}` }, answer)).toEqual([]);
  });

  it('exist for every function', () => {
    expect(new Set(called.map(({ result }) => result))).toEqual(new Set(catalog.map(resultName)));
  });
});

describe('bodies of a wrong shape', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it.each(routes)('are refused as documented: $id', async ({ id }) => {
    const { status, body } = await service.send(id, operations[id].wrongShape.body);
    const { examples, schema } = documented(id).responses[status].content['application/problem+json'];

    expect(body).toEqual({ ...examples.payload_invalid.value, requestId: expect.any(String) });
    expect(faultsOf(schema, body)).toEqual([]);
  });
});
