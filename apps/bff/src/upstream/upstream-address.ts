import { toCallKey } from '@portal/contract/calls.ts'
import { getFile } from '@portal/contract/files.ts'
import type { PathVariant } from '#config/upstream-paths.ts'

/** Addresses of upstream's calls: the only place that knows its origin, its prefix and its own paths. */
export interface UpstreamAddress {
  readonly origin: string
  /** Returns path and query at upstream for those of the contract. */
  getPath(method: string, pathAndQuery: string): string
  /** Returns the address of a stored file: `/file/img/{name}` when this site serves it, else an absolute address. */
  fileAddress(address: string): string
}

interface Options {
  origin: string
  prefix: string
  paths: readonly PathVariant[]
}

type Rewrite = (path: string, query: string) => string | undefined

export function createUpstreamAddress({ origin, prefix, paths }: Options): UpstreamAddress {
  const rewrites = new Map<string, Rewrite[]>()
  for (const { call, path } of paths) {
    const [method = '', ownPath = ''] = call.split(' ')
    rewrites.set(method, [...(rewrites.get(method) ?? []), createRewrite(ownPath, path)])
  }
  const filePath = paths.find(({ call }) => call === toCallKey(getFile))?.path ?? getFile.path
  const file = toPattern(prefix + filePath)

  return {
    origin,
    getPath(method, pathAndQuery) {
      const known = rewrites.get(method)
      if (!known) return prefix + pathAndQuery
      const [path = '', query = ''] = pathAndQuery.split('?', 2)
      for (const rewrite of known) {
        const found = rewrite(path, query)
        if (found !== undefined) return prefix + found
      }
      return prefix + pathAndQuery
    },
    fileAddress(address) {
      if (!URL.canParse(address, `${origin}/`)) return address
      const url = new URL(address, `${origin}/`)
      if (url.origin !== origin) return address
      const found = file.exec(url.pathname) ?? toPattern(getFile.path).exec(url.pathname)
      const name = found?.groups?.name
      return name === undefined ? url.href : getFile.path.replace('{name}', name)
    },
  }
}

function createRewrite(ownPath: string, path: string): Rewrite {
  const own = toPattern(ownPath)
  return (asked, search) => {
    const found = own.exec(asked)
    if (!found) return undefined
    const query = new URLSearchParams(search)
    let isWhole = true
    const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
      const value = found.groups?.[name] ?? encodeURIComponent(query.get(name) ?? '')
      query.delete(name)
      // A segment of dots would lead out of the folder.
      if (/^(?:\.|%2e)*$/i.test(value)) isWhole = false
      return value
    })
    if (!isWhole) return undefined
    return query.size > 0 ? `${filled}?${query}` : filled
  }
}

/** Converts `/file/img/{name}` to an expression with named groups. */
function toPattern(path: string): RegExp {
  const source = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`^${source}$`)
}
