import type { LinkProblem } from '@portal/contract/articles/content-checks.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import type { Internet } from '#platform/net/internet.ts'
import { followLink } from './follow-link.ts'
import { listDueLinks, recordLink } from './link-repository.ts'

/** Time until a link is checked again: once a day, at a time that differs a little. */
const REST_MS = 20 * HOUR_MS
/** Maximum links of one run; further links wait for the next day. */
const LINKS_MAX = 2000
const HOST_LINKS_MAX = 100
/** Number of hosts that are checked concurrently, each for one address at a time. */
const HOSTS = 4

interface Options {
  db: Db
  now: () => number
  agent: string
  network?: Internet | undefined
}

interface Run {
  signal: AbortSignal
  onProgress(done: number, total: number): Promise<void>
}

/**
 * Checks the links to other sites that are due. Records no failures until a server has answered, because this machine
 * may be offline.
 */
export async function checkLinks({ db, now, agent, network }: Options, { signal, onProgress }: Run): Promise<void> {
  const groups = groupByHost(await listDueLinks(db, now() - REST_MS, LINKS_MAX))
  const total = groups.reduce((sum, links) => sum + links.length, 0)
  const heldResults: [address: string, problem: LinkProblem | null][] = []
  let isOnline = false
  let checkedCount = 0
  await onProgress(0, total)

  async function storeHeld(): Promise<void> {
    for (const [address, problem] of heldResults.splice(0)) {
      await db.transaction().execute((trx) => recordLink(trx, address, problem, now()))
      checkedCount += 1
    }
    await onProgress(checkedCount, total)
  }

  async function follow(address: string): Promise<void> {
    const { problem, isAnswered } = await followLink(address, { agent, network, signal })
    if (signal.aborted) return
    isOnline ||= isAnswered
    heldResults.push([address, problem])
    if (isOnline) await storeHeld()
    else await onProgress(0, total)
  }

  async function checkNextHosts(): Promise<void> {
    for (let links = groups.shift(); links; links = groups.shift()) {
      for (const address of links) {
        if (signal.aborted) return
        await follow(address)
      }
    }
  }
  await Promise.all(Array.from({ length: HOSTS }, checkNextHosts))
}

function groupByHost(addresses: readonly string[]): string[][] {
  const hosts = new Map<string, string[]>()
  for (const address of addresses) {
    const host = URL.canParse(address) ? new URL(address).host : ''
    const links = hosts.get(host) ?? []
    if (links.length < HOST_LINKS_MAX && host !== '') links.push(address)
    hosts.set(host, links)
  }
  return [...hosts.values()]
}
