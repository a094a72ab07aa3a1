import type { TObject } from 'typebox'
import type { Call } from './call.ts'
import { calls } from './calls.ts'

function toParameters(schema: TObject | undefined, place: 'query' | 'path') {
  if (!schema) return []
  const required: readonly string[] = schema.required ?? []
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function toRequestBody(call: Call) {
  if (call.upload) {
    const schema = {
      type: 'object',
      required: [call.upload],
      properties: { [call.upload]: { type: 'string', contentMediaType: 'application/octet-stream' } },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  return call.body ? { requestBody: { required: true, content: { 'application/json': { schema: call.body } } } } : {}
}

function toResponses(call: Call) {
  if (call.file) return { description: 'The file', content: { '*/*': {} } }
  if (call.reachedBy === 'provider' || call.reachedBy === 'platform')
    return { description: 'Not an envelope; see the summary' }
  const schema = {
    type: 'object',
    required: ['code', 'message', 'data', 'extra'],
    properties: {
      code: { type: 'integer', description: '200 is success; `data` then has the form given here' },
      message: { type: 'string' },
      data: call.data,
      extra: call.extra ?? { type: 'object' },
    },
  }
  return {
    description: 'Envelope; errors of upstream too travel with status 200',
    content: { 'application/json': { schema } },
  }
}

function toSecurity({ access, reachedBy }: Call): Record<string, string[]>[] {
  if (reachedBy === 'partner') return [{ partnerKey: [] }]
  return access === 'public' ? [] : [{ token: [] }]
}

function toOperation(call: Call) {
  return {
    summary: call.summary,
    operationId: `${call.method.toLowerCase()}${call.path.replace(/\W+(\w)?/g, (_all, letter?: string) => (letter ?? '').toUpperCase())}`,
    tags: [call.path.split('/')[2] || call.path.split('/')[1] || 'home'],
    security: toSecurity(call),
    parameters: [...toParameters(call.params, 'path'), ...toParameters(call.query, 'query')],
    ...toRequestBody(call),
    responses: { 200: toResponses(call) },
  }
}

/** Converts the contract to an OpenAPI 3.1 document. @param described calls to describe, by default all */
export function toOpenApi(options: { title: string; version: string }, described: readonly Call[] = calls) {
  const paths: Record<string, Record<string, ReturnType<typeof toOperation>>> = {}
  for (const call of described) {
    paths[call.path] ??= {}
    Object.assign(paths[call.path] ?? {}, { [call.method.toLowerCase()]: toOperation(call) })
  }
  return {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The bare token, no scheme word' },
        partnerKey: { type: 'http', scheme: 'bearer', description: 'A key of a partner' },
      },
    },
    paths,
  }
}
