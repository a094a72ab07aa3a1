import { FAMILY_VARIANTS, type PathVariant, writeUpstreamPaths } from '../../apps/bff/src/config/upstream-paths.ts'
import { createUpstreamAddress, type UpstreamAddress } from '../../apps/bff/src/upstream/upstream-address.ts'
import { getArticle, listArticles } from '../../packages/contract/src/articles/articles.ts'
import { type CallKey, toCallKey } from '../../packages/contract/src/calls.ts'
import { SECOND_MS } from '../../packages/contract/src/constants.ts'
import type { Findings } from './findings.ts'

interface Upstream {
  origin: string
  prefix: string
  /** Variants that are known already. */
  paths: readonly PathVariant[]
}

interface Probe {
  method: string
  /** Path and query in the contract. */
  path: string
}

const TIMEOUT_MS = 15 * SECOND_MS

/**
 * Finds the calls that an upstream serves under another path of the family: 404 at the contract's path, an envelope at
 * the other. A faulty upstream gives neither answer. Writes nothing: the upload has no login and no file.
 */
export async function findVariants(upstream: Upstream): Promise<PathVariant[]> {
  const known = new Set(upstream.paths.map(({ call }) => call))
  const found: PathVariant[] = []
  for (const variant of FAMILY_VARIANTS) {
    if (known.has(variant.call)) continue
    const probe = await makeProbe(variant.call, upstream)
    if (!probe) continue
    const [usual, other] = [
      await ask(createUpstreamAddress(upstream), probe),
      await ask(createUpstreamAddress({ ...upstream, paths: [...upstream.paths, variant] }), probe),
    ]
    if (usual === 'absent' && other === 'envelope') found.push(variant)
  }
  return found
}

/** Lists the variants with the settings that they need. */
export function noteVariants({
  findings,
  found,
  paths,
}: {
  findings: Findings
  found: readonly PathVariant[]
  paths: readonly PathVariant[]
}): void {
  for (const { call, path } of found) findings.variants.add(`${call}  is at ${path}`)
  if (found.length > 0) findings.variants.add(`Set UPSTREAM_PATHS="${writeUpstreamPaths(paths)}"`)
}

async function makeProbe(call: CallKey, upstream: Upstream): Promise<Probe | undefined> {
  if (call !== toCallKey(getArticle)) return { method: 'POST', path: '/file/upload' }
  const { origin, getPath } = createUpstreamAddress(upstream)
  try {
    const list = await fetch(origin + getPath('GET', `${listArticles.path}?pageNo=1&pageSize=1`), formatSettings())
    const id: unknown = Object(await list.json()).data?.records?.[0]?.id
    return Number.isInteger(id) ? { method: 'GET', path: `${getArticle.path}?id=${id}` } : undefined
  } catch {
    // The checks report an upstream that does not answer.
    return undefined
  }
}

async function ask({ origin, getPath }: UpstreamAddress, { method, path }: Probe) {
  try {
    const response = await fetch(origin + getPath(method, path), { ...formatSettings(), method })
    const text = await response.text()
    if (response.status === 404) return 'absent'
    return isEnvelope(text) ? 'envelope' : 'other'
  } catch {
    return 'other'
  }
}

function formatSettings(): RequestInit {
  return { redirect: 'manual', headers: { accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT_MS) }
}

function isEnvelope(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text)
    return Number.isInteger(Object(answer).code) && 'message' in Object(answer)
  } catch {
    return false
  }
}
