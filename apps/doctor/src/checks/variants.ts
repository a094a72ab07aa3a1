import type { Config } from '@portal/bff/src/config/config.ts'
import { FAMILY_VARIANTS, writeUpstreamPaths } from '@portal/bff/src/config/upstream-paths.ts'
import { createUpstreamAddress } from '@portal/bff/src/upstream/upstream-address.ts'
import { getArticle } from '@portal/contract/articles/articles.ts'
import { toCallKey } from '@portal/contract/calls.ts'
import { CODE } from '@portal/contract/errors.ts'
import { type Finding, fault, type Subject } from '#finding.ts'

/**
 * Returns the address of a call of the contract at upstream.
 * @param path path with its query
 */
export function makeUpstreamAddress(config: Config, method: string, path: string): string {
  const { upstreamUrl: origin, upstreamPrefix: prefix, upstreamPaths: paths } = config
  return origin + createUpstreamAddress({ origin, prefix, paths }).getPath(method, path)
}

/** Detects an upstream that serves articles under the family's other path, although UPSTREAM_PATHS does not say so. */
export async function checkVariants(
  { config, ask }: Subject,
  articles: unknown,
  timeoutMs: number,
): Promise<Finding[]> {
  const id = Object(articles).records?.[0]?.id
  const variant = FAMILY_VARIANTS.filter(({ call }) => call === toCallKey(getArticle))
  if (id === undefined) return []
  /** Returns `null` when there is no answer. */
  const isServed = async (address: string): Promise<boolean | null> => {
    const answer = await ask(address, { headers: { accept: 'application/json' }, timeoutMs }).catch(() => null)
    return answer && answer.status !== CODE.noSuchCall && /"code":\s*\d/.test(answer.text)
  }
  const path = `${getArticle.path}?id=${id}`
  if ((await isServed(makeUpstreamAddress(config, 'GET', path))) !== false) return []
  if (!(await isServed(makeUpstreamAddress({ ...config, upstreamPaths: variant }, 'GET', path)))) return []
  const remedy = `Set UPSTREAM_PATHS="${writeUpstreamPaths(variant)}"; npm run test:contract names all variants`
  return [fault('upstream serves articles under a path of its own', remedy)]
}
