import { mkdtempSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../scripts/repository.ts'
import { makeBrowserRequest } from './http/http-load.ts'
import { HttpServers } from './http/servers.ts'
import { makeCostRow, makeOwnRows, takeTurns, type Way } from './http/turns.ts'
import { type BenchRow, buildWeb, readOption, runInTempFolder } from './measuring/bench.ts'

export const name = 'render'

const PAGES = { 'front page': '/?', 'list of articles': '/tags?categoryId=32&' }
const PACKED = { 'accept-encoding': 'gzip, deflate, br, zstd' }
/** Few enough that the site refuses no page on a busy machine. */
const CONNECTIONS = 8
const ROUNDS = 30

/**
 * Measures pages that are rendered for each request: no address occurs twice, and their data is in memory.
 * `--against=FOLDER` alternates with another checkout, installed and built, and compares the two.
 */
export async function run(): Promise<BenchRow[]> {
  await buildWeb()
  return runInTempFolder('render-bench', measure)
}

async function measure(folder: string): Promise<BenchRow[]> {
  const against = readOption('against')
  const checkouts = [root, ...(against ? [resolve(against)] : [])]
  const servers = checkouts.map((checkout, index) => new HttpServers(mkdtempSync(join(folder, `${index}-`)), checkout))
  try {
    const sites = []
    for (const each of servers) sites.push(await each.startSite(await each.startUpstream()))
    const ways: Record<string, Way> = {}
    for (const [page, path] of Object.entries(PAGES)) {
      const request = makeBrowserRequest((n) => `${path}visit=${n}`, PACKED)
      for (const [index, server] of sites.entries())
        ways[`${page} ${index}`] = { server, request, connections: CONNECTIONS }
    }
    const rounds = await takeTurns(ways, ROUNDS)
    return Object.keys(PAGES).flatMap((page) => {
      const [ours, theirs] = [rounds[`${page} 0`], rounds[`${page} 1`]]
      if (!ours) throw new Error(`${page} was not measured`)
      if (!theirs) return makeOwnRows(page, ours)
      const comparison = makeCostRow(`${page}, to the other checkout`, ours, theirs)
      return [...makeOwnRows(page, ours), ...makeOwnRows(`${page}, the other checkout`, theirs), comparison]
    })
  } finally {
    for (const each of servers) await each.stopAll()
  }
}
