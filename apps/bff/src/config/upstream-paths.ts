import type { Call } from '@portal/contract/call.ts'
import { type CallKey, calls, toCallKey } from '@portal/contract/calls.ts'

/** A call that upstream serves under a path that differs from the contract. */
export interface PathVariant {
  call: CallKey
  /**
   * Upstream's path with the same parameters, each as `{name}`; a required member of the query may be part of the path.
   */
  path: string
}

/** An invalid entry in a list of settings. */
export class EntryError extends Error {
  readonly entry: string
  readonly accepted: string

  constructor(entry: string, accepted: string) {
    super(`"${entry}": accepted is ${accepted}`)
    this.entry = entry
    this.accepted = accepted
  }
}

/** Paths of the family that differ from the contract's. */
export const FAMILY_VARIANTS: readonly PathVariant[] = [
  { call: 'GET /v1/article/info', path: '/v1/article/info/{id}' },
  { call: 'POST /file/upload', path: '/system/file/upload' },
]

export const EXAMPLE = 'GET /v1/article/info=/v1/article/info/{id}'
const PATH = /^(?:\/(?:[A-Za-z0-9._~-]+|\{\w+\}))+\/?$/
const byKey = new Map<string, Call>((calls as readonly Call[]).map((call) => [toCallKey(call), call]))

/**
 * Reads `METHOD /path=/upstream/path`, several separated by commas.
 * @throws EntryError for a call that the contract does not have, and for a path with other parameters
 */
export function readUpstreamPaths(text: string): PathVariant[] {
  const variants = text.split(',').map((part) => readVariant(part.trim()))
  const twice = variants.find(({ call }, at) => variants.findIndex((other) => other.call === call) < at)
  if (twice) throw new EntryError(`${twice.call}=${twice.path}`, 'each call once')
  return variants
}

/** Writes the variants in the form that `readUpstreamPaths` reads. */
export function writeUpstreamPaths(variants: readonly PathVariant[]): string {
  return variants.map(({ call, path }) => `${call}=${path}`).join(', ')
}

function readVariant(entry: string): PathVariant {
  const [, key = entry, path = ''] = /^([^=]*)=(.*)$/.exec(entry) ?? []
  const name = key.trim().replace(/\s+/g, ' ')
  const call = byKey.get(name)
  if (!call) throw new EntryError(entry, `a call of the contract and upstream’s path, as ${EXAMPLE}`)
  const variant = path.trim()
  if (!PATH.test(variant) || /\/\.{1,2}(?:\/|$)/.test(variant)) {
    throw new EntryError(entry, `a path such as /v1/article/info/{id} after the =`)
  }
  const [given, inPath] = [listParameters(variant), listParameters(call.path)]
  const inQuery: readonly string[] = call.query?.required ?? []
  const isSame =
    inPath.every((parameter) => given.includes(parameter)) &&
    given.every((parameter) => inPath.includes(parameter) || inQuery.includes(parameter)) &&
    new Set(given).size === given.length
  if (!isSame) throw new EntryError(entry, `a path with ${describeParameters(inPath, inQuery)}`)
  return { call: toCallKey(call), path: variant }
}

function listParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function describeParameters(inPath: readonly string[], inQuery: readonly string[]): string {
  const formatVariant = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')
  if (inPath.length > 0) return `the parameters ${formatVariant(inPath)} of the call, each once`
  return inQuery.length > 0 ? `no parameters but ${formatVariant(inQuery)} of the call, each once` : 'no parameters'
}
