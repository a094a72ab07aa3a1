import { createClock, startBff } from './bff-bench.ts'
import type { Browser } from './browser.ts'
import type { Bench } from './call-check.ts'
import { CheckEnded } from './findings.ts'
import type { ContractSettings } from './settings.ts'
import { findVariants } from './variants.ts'

/** Starts the BFF in front of another upstream, with the paths that this one uses. */
export async function startForeign({ url, prefix, paths: given, account }: ContractSettings & { url: string }) {
  const found = await findVariants({ origin: url, prefix, paths: given })
  const paths = [...given, ...found]
  const clock = createClock()
  const bff = await startBff({ upstreamUrl: url, prefix, paths, clock, env: { TRUST_PROXY: '0' } })
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
  return { ...bench, paths, found, close: bff.close }
}
