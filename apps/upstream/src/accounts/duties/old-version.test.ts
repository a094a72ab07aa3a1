import type { Call } from '@portal/contract/call.ts'
import { type CallKey, calls, toCallKey } from '@portal/contract/calls.ts'
import { findBroken } from '@portal/contract/testing/broken-rules.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestAnswer } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import type { Member } from '#testing/members.ts'
import { type Bureau, openBureau } from '#testing/staff/bureau.ts'
import { VERSIONED_THINGS, type VersionedThing } from '#testing/staff/versioned-things.ts'
import { readWholeDatabase } from '#testing/staff/whole-database.ts'

/** Calls by staff whose input must name the version that the caller saw. */
const versioned = (calls as readonly Call[])
  .filter(({ access, body, query }) => access === 'staff' && (hasVersion(body) || hasVersion(query)))
  .map(toCallKey)

function hasVersion(input: Call['body']): boolean {
  return input?.required?.includes('version') === true
}

it('has something to change for every call with a version', () => {
  expect(Object.keys(VERSIONED_THINGS).sort()).toEqual(versioned.toSorted())
})

describeDatabases('two members of staff', (make) => {
  let bureau: Bureau
  let first: Member
  let second: Member
  beforeAll(async () => {
    bureau = await openBureau(make)
    first = bureau.owner
    second = await bureau.hire('owner')
  })
  afterAll(() => bureau.close())

  /** Makes the call with that version, as a page that still shows it does. */
  function send(
    person: Member,
    key: CallKey,
    thing: VersionedThing,
    version: number,
    nth: number,
  ): Promise<TestAnswer> {
    const [method] = key.split(' ')
    const caller = thing.isOwn ? first : person
    if (method === 'DELETE') return caller.ask(`DELETE ${thing.path}?version=${version}`)
    return caller.ask(`${method} ${thing.path}`, { ...thing.body?.(nth), version })
  }

  const findThing = async (key: CallKey): Promise<VersionedThing> => {
    const thing = await VERSIONED_THINGS[key]?.(bureau)
    if (!thing) throw new Error(`nothing to change for ${key}`)
    return thing
  }

  it('get a refusal of an old version that shows what is stored and changes nothing', async () => {
    const broken = await findBroken(
      versioned.map((key) => [key, key] as const),
      async (key) => {
        const thing = await findThing(key)
        const seenVersion = await thing.version()
        await (thing.change?.() ?? send(first, key, thing, seenVersion, 0))
        const current = await thing.version()
        expect(current).toBeGreaterThan(seenVersion)
        const before = await readWholeDatabase(bureau.upstream.db)
        for (const old of [seenVersion, current + 1]) {
          expect(await send(second, key, thing, old, 1)).toMatchObject({
            code: 409,
            message: '内容已被他人修改',
            extra: { current: { version: current } },
          })
        }
        expect(await readWholeDatabase(bureau.upstream.db)).toEqual(before)
        expect((await send(second, key, thing, current, 1)).code).not.toBe(409)
      },
    )
    expect(broken).toEqual([])
  }, 120_000)

  const together = versioned.filter((key) => !ENDING.includes(key))
  it('get one success and one 409 when both change the same version', async () => {
    const broken = await findBroken(
      together.map((key) => [key, key] as const),
      async (key) => {
        const thing = await findThing(key)
        const seen = await thing.version()
        const answers = await Promise.all([first, second].map((person, nth) => send(person, key, thing, seen, nth)))
        expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
        const refusal = answers.find(({ code }) => code === 409)
        expect(refusal?.extra.current).toMatchObject({ version: await thing.version() })
      },
    )
    expect(broken).toEqual([])
  }, 120_000)
})

/** Calls that delete the thing or leave its version unchanged, so that they cannot be repeated. */
const ENDING: readonly CallKey[] = [
  'POST /v1/manage/topics/{topicId}/merge',
  'DELETE /v1/manage/articles/{id}',
  'DELETE /v1/manage/ownPages/{id}',
  'DELETE /v1/manage/tickets/replies/{id}',
  'PUT /v1/manage/articles/{id}/schedule',
]
