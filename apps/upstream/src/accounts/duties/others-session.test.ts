import type { Call } from '@portal/contract/call.ts'
import { type CallKey, calls, toCallKey } from '@portal/contract/calls.ts'
import { findBroken } from '@portal/contract/testing/broken-rules.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { type Bureau, openBureau } from '#testing/staff/bureau.ts'
import { OWN_THINGS } from '#testing/staff/own-things.ts'
import { SHARED_CALLS } from '#testing/staff/shared-calls.ts'
import { readRowsAbout } from '#testing/staff/whole-database.ts'

const staffCalls = (calls as readonly Call[]).filter(({ access }) => access === 'staff').map(toCallKey)

it('says of every call of staff whether it is about things of one person or of the organisation', () => {
  const coveredCalls = [...Object.keys(OWN_THINGS), ...SHARED_CALLS].filter((key) =>
    staffCalls.includes(key as CallKey),
  )
  expect(coveredCalls.sort()).toEqual(staffCalls.toSorted())
})

describeDatabases('a colleague with the same duties', (make) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(make)
  })
  afterAll(() => bureau.close())

  const attempts = Object.entries(OWN_THINGS).flatMap(([key, all]) =>
    all.map((one) => [`${key} ${one.title}`, one] as const),
  )

  it('can neither read nor change what belongs to a person', async () => {
    const broken = await findBroken(
      attempts,
      async ({ duties = ['edit'] as const, prepare, refusal, data: expected }) => {
        const holder = await bureau.hire(...duties)
        const colleague = await bureau.hire(...duties)
        const send = await prepare(bureau, holder, colleague)
        const before = await readRowsAbout(bureau.upstream.db, holder.id)
        const { code, message, data } = await send()
        expect(code === 200 ? undefined : message).toBe(refusal)
        if (expected === null) expect(data).toBeNull()
        else if (expected) expect(data).toMatchObject(expected)
        // Only a lock tells who holds the thing.
        if (!data?.holderId) expect(JSON.stringify(data)).not.toContain(holder.id)
        expect(await readRowsAbout(bureau.upstream.db, holder.id)).toEqual(before)
      },
    )
    expect(broken).toEqual([])
  }, 120_000)
})
