import type { Call } from '../../../packages/contract/src/call.ts'
import { calls, toCallKey } from '../../../packages/contract/src/calls.ts'
import { WIRE_TEXT } from '../../../packages/contract/src/errors.ts'
import { type CallCheck, check } from '../call-check.ts'
import { notServed } from '../not-served.ts'
import { makeSampleInput } from '../sample-input.ts'

const UNAUTHENTICATED = { code: 401, message: WIRE_TEXT.sessionExpired, data: null }
/** GETs that change state: they are not sent to an upstream that might accept an unknown token. */
const CHANGING = new Set([
  'GET /v1/article/like',
  'GET /v1/collect/collect',
  'GET /v1/say/like',
  'GET /v1/sign/',
  'GET /v1/im/read',
])

const closed = (calls as readonly Call[]).filter((call) => call.access !== 'public' && !notServed.has(toCallKey(call)))

/** Checks of every call that requires a login: the BFF rejects a missing session, upstream rejects an unknown token. */
export const sessionChecks: readonly CallCheck[] = closed.map((call) => {
  const key = toCallKey(call)
  if (call.reachedBy === 'site') return checkNeverForwarded(call)
  const isSafe = call.method === 'GET' && !CHANGING.has(key)
  return check(
    key,
    'without a login, or with an unknown token: code 401 and its text',
    isSafe ? 'visitor' : 'reference',
    async (bench) => {
      const input = makeSampleInput(call)
      bench.see(await bench.visitor().ask(key, input), { status: 401, ...UNAUTHENTICATED })
      const { browser, cookie } = bench.stranger()
      const over = await browser.ask(key, { ...input, headers: { cookie } })
      bench.see(over, UNAUTHENTICATED)
      bench.that(String(over.headers['set-cookie']).includes('session=;'), 'the cookie stays')
    },
  )
})

/** Checks a call that the BFF makes itself: no browser reaches it, logged in or not. */
function checkNeverForwarded(call: Call): CallCheck {
  const key = toCallKey(call)
  return check(
    key,
    'ours: made by the BFF alone, so that for browsers there is no such call',
    'reference',
    async (bench) => {
      const input = makeSampleInput(call)
      bench.see(await bench.visitor().ask(key, input), { status: 404, code: 404 })
      bench.see(await (await bench.member()).ask(key, input), { status: 404, code: 404 })
    },
  )
}
