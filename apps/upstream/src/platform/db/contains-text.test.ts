import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { containsExactly, containsText } from './contains-text.ts'

describeDatabases('a part of a text', (make) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
  })
  afterAll(() => upstream.close())

  it.each([
    ['高型 ZIRCON', 'zircon', true],
    ['高型 zircon', 'Zircon', true],
    ['a green Zircon', 'GREEN zIrcon', true],
    ['Zirkon', 'zircon', false],
    ['翡翠 A 货', '翡翠 a', true],
    ['翡翠 A 货', '翡翠 b', false],
    ['100% silk', '0% S', true],
    ['100 silk', '0% S', false],
    ['a_b', 'A_B', true],
    ['axb', 'A_B', false],
  ])('%s contains %s: %s', async (whole, part, isIn) => {
    const { db } = upstream
    const row = sql`(select cast(${whole} as text) as title)`
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from ${row} as articles where ${containsText(db, 'articles.title', part)}`.execute(db)
    expect(Number(rows[0]?.n)).toBe(isIn ? 1 : 0)
  })

  it.each([
    ['100% silk', '0% s', true],
    ['100 silk', '0% s', false],
    ['翡翠 a_b\\', '翠 a_b\\', true],
    ['Zircon', 'zircon', false],
  ])('%s contains exactly %s: %s', async (whole, part, isIn) => {
    const { db } = upstream
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (select cast(${whole} as text) as title) as articles
      where ${containsExactly(db, 'articles.title', part)}`.execute(db)
    expect(Number(rows[0]?.n)).toBe(isIn ? 1 : 0)
  })
})
