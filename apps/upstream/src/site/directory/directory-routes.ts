import { MINUTE_MS, SEARCHES_KEPT_DAYS } from '@portal/contract/constants.ts'
import { getHotSearches, listNavigations, reportSearch } from '@portal/contract/site/directory.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { SearchRepository } from '#articles/reading/search-repository.ts'
import { sourceNotConnected } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { toClientKey } from '#platform/http/client.ts'
import { createRateLimit } from '#platform/http/rate-limit.ts'
import { toHotWord } from '#platform/search/hot-word.ts'
import { splitWords } from '#platform/search/terms.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { VisitLog } from '#site/visits/visit-log.ts'
import type { DirectoryRepository } from './directory-repository.ts'
import { toNavigationGroups } from './navigation-groups.ts'

const HOT_MAX = 10
/**
 * Number of clients that must search for a word on one day before it is shown, so that no single visitor puts it up.
 */
export const HOT_CLIENTS_MIN = 3
/** Maximum counted searches of one client; a visitor stays far below. Further searches are answered but not counted. */
const SEARCHES_A_MINUTE = 20

interface Options {
  digest: Digest
  directory: DirectoryRepository
  now: () => number
  search: SearchRepository
  visits: VisitLog
}

/**
 * Friend links and the message board (`/v1/link/`, `/v1/message/`) are in the contract and not served. No page of this
 * site shows them (`/links` is contact, `/message` a statement), and texts of anonymous visitors would have no
 * moderator.
 */
export const directoryRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { directory, search, visits, digest, now } = options
  const counted = createRateLimit({ max: SEARCHES_A_MINUTE, windowMs: MINUTE_MS, now })

  addRoute(app, getHotSearches, async ({ query }) => {
    // Other sources are trend services of third parties, which this server does not query.
    if (query.type !== 'site') throw sourceNotConnected()
    const keywords = await directory.listMostSearched({
      days: SEARCHES_KEPT_DAYS,
      clientsMin: HOT_CLIENTS_MIN,
      limit: HOT_MAX,
    })
    const data = keywords.map((keyword) => ({ keyword, url: `/search?keyword=${encodeURIComponent(keyword)}` }))
    return ok({ code: 200, data })
  })

  addRoute(app, reportSearch, async ({ body, ip }) => {
    const client = toClientKey(ip)
    const word = toHotWord(body.keyword)
    if (word === null || !counted.hasLeft(client)) return ok(null)
    counted.use(client)
    // Searches as the site's own pages do, which ignore blanks.
    const words = splitWords(word.replaceAll(' ', ''))
    const { total } = await search.find({ words, categoryId: undefined }, { number: 1, size: 1, offset: 0 })
    if (total > 0) visits.countSearch(word, (day) => digest('searcher', day, client))
    return ok(null)
  })

  addRoute(app, listNavigations, async () => ok(toNavigationGroups(await directory.listSites())))
}
