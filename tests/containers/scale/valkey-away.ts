import { expect } from 'vitest'
import { ownCallHeaders } from '../../../packages/contract/src/constants.ts'
import { type Account, type BrowserLogin, logIn } from '../../chat/browser-login.ts'
import type { ScaleSite } from './scale-site.ts'

const SITES = ['site-1', 'site-2']
/** Number of requests that certainly reach both sites, as they alternate. */
const BOTH = 6

/** Kills Valkey: sessions that ended before, meanwhile and afterwards stay ended on both sites; others work. */
export async function expectSessionsWithoutValkey(site: ScaleSite, account: Account): Promise<void> {
  const [before, meanwhile, after, kept] = [await enter(), await enter(), await enter(), await enter()]
  await leave(before)
  // Docker does not restart it, unlike after a crash, so that it is down during all of this.
  await site.compose(['kill', 'valkey'])
  await expectCode(kept, 200)
  await leave(meanwhile)
  await expectCode(meanwhile, 401)
  for (const service of SITES) expect(await readState(service)).toContain('"redis":"down"')
  await site.up(['valkey'])
  for (const service of SITES) {
    await expect.poll(() => readState(service), { timeout: 30_000 }).toContain('"redis":"up"')
  }
  await leave(after)
  for (const left of [before, meanwhile, after]) await expectCode(left, 401)
  await expectCode(kept, 200)

  function enter(): Promise<BrowserLogin> {
    return logIn(site.origin, account)
  }

  async function leave({ headers }: BrowserLogin): Promise<void> {
    const { status } = await fetch(`${site.origin}/logout`, { headers: { ...headers, ...ownCallHeaders } })
    expect(status).toBe(200)
  }

  async function expectCode({ headers }: BrowserLogin, code: 200 | 401): Promise<void> {
    for (let nth = 0; nth < BOTH; nth += 1) {
      const call = await fetch(`${site.origin}/v1/im/getNewSystemNotice`, { headers })
      expect(await call.json()).toMatchObject({ code })
      const session = (await (await fetch(`${site.origin}/bff/session`, { headers })).json()) as {
        data: { user: unknown }
      }
      expect(session.data.user !== null).toBe(code === 200)
    }
  }

  function readState(service: string): Promise<string> {
    const look = "fetch('http://127.0.0.1:8080/readyz').then(async (answer) => console.log(await answer.text()))"
    return site.exec(service, ['node', '-e', look])
  }
}
