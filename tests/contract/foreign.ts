import { createClock, startBff } from './bff-bench.ts'
import type { Browser } from './browser.ts'
import type { Bench } from './call-check.ts'
import { CheckEnded } from './findings.ts'
import type { ContractSettings } from './settings.ts'

/** The BFF in front of another upstream. */
export async function startForeign({ url, prefix, account }: ContractSettings & { url: string }) {
  const clock = createClock()
  const bff = await startBff({ upstreamUrl: url, prefix, clock, env: { TRUST_PROXY: '0' } })
  let member: Promise<Browser> | undefined

  async function logIn(): Promise<Browser> {
    if (!account) throw new Error('a check that writes ran without an account')
    const browser = bff.newBrowser()
    const { code, message } = await browser.ask('POST /oauth/emailLogin', { body: account })
    if (code === 200) return browser
    bff.findings.depart({
      call: 'POST /oauth/emailLogin',
      differs: `CONTRACT_ACCOUNT cannot log in: code ${code}, ${message}`,
      says: 'code 200',
    })
    throw new CheckEnded()
  }

  const bench: Bench = {
    findings: bff.findings,
    visitor: () => bff.newBrowser(),
    stranger: () => ({ browser: bff.newBrowser(), cookie: bff.strangeCookie() }),
    member() {
      member ??= logIn()
      return member
    },
    logIn,
    later: clock.later,
  }
  return { ...bench, close: bff.close }
}
