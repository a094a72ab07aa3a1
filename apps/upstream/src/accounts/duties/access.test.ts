import { DUTIES, type Duty } from '@portal/contract/accounts/duties.ts'
import type { Call } from '@portal/contract/call.ts'
import { calls, toCallKey } from '@portal/contract/calls.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { findBroken } from '@portal/contract/testing/broken-rules.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { ask } from '#testing/asking.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { setDuties } from './duties.ts'

const staffCalls = (calls as readonly Call[]).filter(({ access }) => access === 'staff')
/** Sets of no duty, one, two and all duties. A call asks for one duty of its list, so sets of three would show nothing new. */
const SETS: readonly (readonly Duty[])[] = [
  [],
  ...DUTIES.flatMap((duty, at) => [[duty], ...DUTIES.slice(at + 1).map((other) => [duty, other])]),
  DUTIES,
]

let upstream: TestUpstream
const clockMs = Date.parse('2026-11-20T02:00:00Z')
const tokens = new Map<readonly Duty[], string>()

beforeAll(async () => {
  upstream = await makeUpstream({ now: () => clockMs })
  for (const [nth, set] of SETS.entries()) {
    const { id, token } = await upstream.signUp(`staff${nth}@example.test`)
    await setDuties(upstream.db, id, set, { by: null, at: 0 })
    tokens.set(set, token)
  }
})
afterAll(() => upstream.close())

let requests = 0

/** Makes a call without input: an account with the duty gets an answer, or an error that names the missing input. */
async function readCode(call: Call, token?: string): Promise<{ code: number; factor?: string }> {
  requests += 1
  const url = call.path.replace(/\{\w+\}/g, '1')
  const from = `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`
  const name = `${call.method} ${url}`
  if (call.file) {
    const answer = await upstream.app.inject({ url, headers: { ...(token && { authorization: token }) } })
    if (!answer.headers['content-type']?.toString().startsWith('application/json')) return { code: answer.statusCode }
    return { code: answer.json().code, factor: answer.json().extra.factor }
  }
  const { code, extra } = await ask(upstream, name, { token, from, ...(call.body && { body: {} }) })
  return { code, factor: extra.factor }
}

function isAllowed({ duties = DUTIES }: Call, set: readonly Duty[]): boolean {
  return set.includes('owner') || duties.some((duty) => set.includes(duty))
}

async function proveAll(at: number | null): Promise<void> {
  await upstream.db.updateTable('sessions').set({ factor_at: at, renewed_at: null }).execute()
}

describe('a call of staff', () => {
  it('is limited to its duties', async () => {
    const broken = await findBroken(
      staffCalls.map((call) => [toCallKey(call), call] as const),
      async (call) => {
        await proveAll(clockMs)
        expect(await readCode(call)).toMatchObject({ code: 401 })
        for (const set of SETS) {
          const { code, factor } = await readCode(call, tokens.get(set))
          const isRefused = code === 403 && factor === undefined
          expect({ set, isRefused }).toEqual({ set, isRefused: !isAllowed(call, set) })
        }
      },
    )
    expect(broken).toEqual([])
  }, 120_000)

  it('needs the second factor, and a fresh proof where the contract says so', async () => {
    const guarded = staffCalls
      .filter(({ needsFactor }) => needsFactor !== false)
      .map((call) => [toCallKey(call), call] as const)
    const broken = await findBroken(guarded, async (call) => {
      const token = tokens.get(SETS.at(-1) ?? [])
      await proveAll(null)
      expect(await readCode(call, token)).toEqual({ code: 403, factor: 'enrol' })
      await proveAll(clockMs - 15 * MINUTE_MS - 1)
      expect((await readCode(call, token)).factor).toBe(call.fresh ? 'fresh' : undefined)
      await proveAll(clockMs - 15 * MINUTE_MS)
      expect((await readCode(call, token)).factor).toBeUndefined()
    })
    expect(broken).toEqual([])
  }, 120_000)
})

/** Logs in owners with every right, then ends the right of each session in another way. */
async function makeLostSessions(): Promise<Record<string, string>> {
  const { db } = upstream
  const makeOwner = async (name: string) => {
    const account = await upstream.signUp(`${name}@example.test`)
    await setDuties(db, account.id, ['owner'], { by: null, at: 0 })
    return account
  }
  const [ended, expired, disabled, closing] = [
    await makeOwner('ended'),
    await makeOwner('expired'),
    await makeOwner('disabled'),
    await makeOwner('closing'),
  ]
  await proveAll(clockMs)
  const each = [ended, expired, disabled, closing]
  for (const { token } of each) expect(await ask(upstream, 'GET /v1/manage/me', { token })).toMatchObject({ code: 200 })
  await ask(upstream, 'GET /logout', { token: ended.token })
  await db.updateTable('sessions').set({ expires_at: clockMs }).where('user_id', '=', expired.id).execute()
  await db.updateTable('users').set({ status: ACCOUNT_STATUS.disabled }).where('id', '=', disabled.id).execute()
  const leaving = { status: ACCOUNT_STATUS.closing, closes_at: clockMs + MINUTE_MS }
  await db.updateTable('users').set(leaving).where('id', '=', closing.id).execute()
  const unknown = 'a'.repeat(128)
  return {
    ended: ended.token,
    expired: expired.token,
    disabled: disabled.token,
    closing: closing.token,
    unknown,
    'almost the owner’s': `${(tokens.get(SETS.at(-1) ?? []) ?? '').slice(0, -1)}-`,
  }
}

it('refuses every ended session, regardless of its duties', async () => {
  const lost = Object.entries(await makeLostSessions())
  const countEntries = () => upstream.db.selectFrom('audit_head').select('entries').executeTakeFirstOrThrow()
  const before = await countEntries()
  for (const call of staffCalls) {
    for (const [session, token] of lost) {
      // The owner of a closing account may only keep it: the call breaks a rule (500), while no login is missing (401).
      const refusal = session === 'closing' ? 500 : 401
      expect({ call: toCallKey(call), session, ...(await readCode(call, token)) }).toMatchObject({ code: refusal })
    }
  }
  expect(await countEntries()).toEqual(before)
})
