import type { Call } from '../../packages/contract/src/call.ts'
import type { Input } from './browser.ts'

interface Schema {
  type?: string | readonly string[]
  const?: unknown
  anyOf?: readonly Schema[]
  enum?: readonly unknown[]
  examples?: readonly unknown[]
  minLength?: number
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
}

/** Values of members with a pattern. */
const PATTERNED: Readonly<Record<string, unknown>> = {
  certificateNo: 'SH20261103001285',
  checkCode: '7K3M9Q',
  isPublic: 1,
  name: 'loupe.svg',
  pictures: ['a.webp'],
  source: 'github',
}

/** Returns a small value that the schema accepts. */
function makeSample(name: string, schema: Schema): unknown {
  if (schema.examples) return schema.examples[0]
  if (name in PATTERNED) return PATTERNED[name]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return makeSample(name, schema.anyOf[0] ?? {})
  const type = [schema.type].flat()[0]
  if (type === 'integer' || type === 'number') return Math.min(Math.max(schema.minimum ?? 0, 1), schema.maximum ?? 1)
  if (type === 'array') return [1]
  if (type === 'boolean') return true
  if (type === 'object') return {}
  if (schema.enum) return schema.enum[0]
  return 'x'.repeat(schema.minLength ?? 1)
}

function makeMembers(schema: Call['query'] | Call['params']): Record<string, unknown> {
  const { properties = {} } = (schema ?? {}) as Schema
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, makeSample(name, member)]))
}

/** Returns valid input of a call: every member of query, body and path, and a small file for an upload. */
export function makeSampleInput(call: Call): Input {
  return {
    params: makeMembers(call.params) as Record<string, string>,
    ...(call.query ? { query: makeMembers(call.query) } : {}),
    ...(call.body ? { body: makeMembers(call.body) } : {}),
    ...(call.upload ? { file: { name: 'a.md', bytes: Buffer.from('# 题\n') } } : {}),
  }
}
