import { afterEach, beforeEach, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { runSite } from './site-command.ts'

describeDatabases('npm run admin -- site', (make) => {
  let upstream: TestUpstream

  beforeEach(async () => {
    upstream = await makeUpstreamOn(make)
  })
  afterEach(() => upstream.close())

  async function runSiteWith(...args: string[]) {
    const now = () => Date.parse('2026-11-22T02:00:00Z')
    const { exitCode, lines } = await runSite(args, { db: upstream.db, digest: upstream.digest, now })
    return { exitCode, text: lines.join('\n') }
  }
  const readShown = async () => (await ask(upstream, 'GET /v1/webSiteInfo')).data

  it('sets phone and filing number of the footer, and prints each change', async () => {
    const done = await runSiteWith('set', 'phone=0871-6512 3456', 'icp=滇ICP备12345678号-1', 'address= 昆明市官渡区 ')
    expect(done.exitCode).toBe(0)
    expect(done.text).toMatch(/^2026-11-22T02:00:00\.000Z site phone: .* -> 0871-6512 3456$/m)
    expect(done.text).toContain('15 秒')
    const info = { phone: '0871-6512 3456', recordNum: '滇ICP备12345678号-1', visitAddress: '昆明市官渡区' }
    expect(await readShown()).toMatchObject(info)
    expect((await runSiteWith()).text).toContain('phone=0871-6512 3456\nicp=滇ICP备12345678号-1\naddress=昆明市官渡区')
    expect((await runSiteWith('set', 'phone=', 'email=Service@example.cn')).exitCode).toBe(0)
    const { phone, recordNum, email } = await readShown()
    expect([phone ?? '', recordNum, email]).toEqual(['', '滇ICP备12345678号-1', 'Service@example.cn'])
  })

  it.each([
    ['phone=请来电'],
    ['phone=123'],
    [`phone=${'1'.repeat(41)}`],
    ['icp=ICP备12345678号'],
    ['icp=滇ICP备12号'],
    ['email=nobody'],
    [`address=${'路'.repeat(201)}`],
    ['bulletin=两\n行'],
    ['colour=red'],
    ['__proto__=x'],
    ['phone'],
    ['phone=12315', 'phone=12316'],
  ])('refuses %s, prints its usage and stores nothing', async (...pairs) => {
    const before = await readShown()
    const { exitCode, text } = await runSiteWith('set', 'bulletin=新公告', ...pairs)
    expect(exitCode).toBe(2)
    expect(text).toContain('npm run admin -- site set')
    expect(await readShown()).toEqual(before)
  })

  it('exits with 2 for unknown or incomplete commands', async () => {
    for (const args of [['set'], ['unset', 'phone']]) expect((await runSiteWith(...args)).exitCode).toBe(2)
  })
})
