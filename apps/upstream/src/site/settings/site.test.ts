import type { Duty } from '@portal/contract/accounts/duties.ts'
import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { runSite } from '#operator/admin/site-command.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('the settings of the site', (make) => {
  let upstream: TestUpstream
  let owner: Member
  let other: Member
  let clockMs: number
  beforeEach(async () => {
    clockMs = Date.parse('2026-11-20T02:00:00Z')
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
    owner = await join(upstream, '顾怀瑾', 'owner')
    other = await join(upstream, '沈砚秋', 'owner')
  })
  afterEach(() => upstream.close())

  const save = (who: Member, version: number, settings: Record<string, unknown>) =>
    who.ask('PUT /v1/manage/site', { version, settings })
  const readSite = async (who = owner) => (await who.ask('GET /v1/manage/site')).data
  const readShown = async () => (await owner.ask('GET /v1/webSiteInfo')).data
  const readLastEntry = async () => (await owner.ask('GET /v1/manage/audit?action=site')).data.records[0]

  it('are saved as a version, shown on the site and recorded', async () => {
    const saved = await save(owner, 0, {
      contact: { phone: ' 0719-8612046 ' },
      filing: { recordNum: '鄂 ICP 备 2026001234 号' },
    })
    expect(saved).toMatchObject({ code: 200, data: { version: 1 } })
    expect(await readShown()).toMatchObject({ phone: '0719-8612046', recordNum: '鄂ICP备2026001234号' })
    const { version, savedBy, settings } = await readSite()
    expect({ version, savedBy, phone: settings.contact.phone }).toEqual({
      version: 1,
      savedBy: '顾怀瑾',
      phone: '0719-8612046',
    })
    expect(await readLastEntry()).toMatchObject({
      action: 'site.save',
      actorId: owner.id,
      targetName: '版本 1',
      outcome: 'done',
      changes: [
        { member: 'phone', before: '0871-00000000', after: '0719-8612046' },
        { member: 'recordNum', before: '滇ICP备00000000号-1', after: '鄂ICP备2026001234号' },
      ],
    })
  })

  it('have an English name of the organisation, with a version and an entry like the Chinese one', async () => {
    expect((await readShown()).nameEn).toBeUndefined()
    expect(await save(owner, 0, { brand: { nameEn: ' Shiheng Gem Laboratory ' } })).toMatchObject({
      data: { version: 1 },
    })
    expect(await readShown()).toMatchObject({ nameEn: 'Shiheng Gem Laboratory' })
    const changes = [{ member: 'nameEn', before: null, after: 'Shiheng Gem Laboratory' }]
    expect(await readLastEntry()).toMatchObject({ action: 'site.save', changes })
  })

  it('show the code of the licence by a call of its own, which keeps it out of every page', async () => {
    expect((await owner.ask('GET /v1/site/licence')).data).toEqual({ creditCode: null })
    await save(owner, 0, { filing: { creditCode: '9135 0100 m000 100y 43' } })
    expect((await owner.ask('GET /v1/site/licence')).data).toEqual({ creditCode: '91350100M000100Y43' })
    expect(JSON.stringify(await readShown())).not.toContain('91350100M000100Y43')
  })

  describe('by editors', () => {
    const hire = async (duty: Duty): Promise<Member> => {
      const person = await join(upstream, duty, 'editor')
      await setDuties(upstream.db, person.id, [duty], { by: null, at: 0 })
      return person
    }
    const menus = { headerMenu: [{ text: '关于我们', to: '/about' }] }

    it.each(['edit', 'support', 'certify', 'review', 'approve'] as const)(
      'are saved with the duty %s only where it is enough',
      async (duty) => {
        const person = await hire(duty)
        const expected = duty === 'edit' ? 200 : 403
        expect((await save(person, 0, { menus, home: { homeLead: '核对证书。' } })).code).toBe(expected)
        const { version } = await readSite()
        for (const settings of [
          { contact: { phone: '0719-8612046' } },
          { menus: { footerLinks: null }, brand: { name: '石' } },
        ]) {
          expect((await save(person, version, settings)).code).toBe(403)
        }
        expect((await readSite()).version).toBe(version)
      },
    )

    it('are put back by the editor who has saved them, and other members by owners alone', async () => {
      const editor = await hire('edit')
      await save(editor, 0, { home: { homeLead: '核对证书。' } })
      expect(await editor.ask('POST /v1/manage/site/restore', { version: 1, to: 0 })).toMatchObject({ code: 200 })
      await save(owner, 2, { contact: { phone: '0719-8612046' } })
      expect((await editor.ask('POST /v1/manage/site/restore', { version: 3, to: 2 })).code).toBe(403)
      expect((await owner.ask('POST /v1/manage/site/restore', { version: 3, to: 2 })).code).toBe(200)
    })

    it('are previewed as they may be saved', async () => {
      const editor = await hire('edit')
      const preview = (settings: object) => editor.ask('POST /v1/manage/site/preview', { settings, path: '/' })
      expect((await preview({ home: { homeLead: '核对证书。' } })).code).toBe(200)
      expect((await preview({ brand: { name: '石' } })).code).toBe(403)
    })
  })

  it('merge when two people change different members, and refuse the second change of one', async () => {
    await save(owner, 0, { contact: { phone: '0719-8612088' }, brand: { startedAt: '2024-02-02' } })
    expect(await save(other, 0, { contact: { email: 'a@example.cn' } })).toMatchObject({
      code: 200,
      data: { version: 2 },
    })
    const refusal = await save(other, 0, { contact: { phone: '0719-8612046' }, brand: { author: '石衡' } })
    expect(refusal).toMatchObject({ code: 409, extra: { current: { version: 2, savedBy: '沈砚秋' } } })
    expect(refusal.extra.current.settings.contact).toMatchObject({ phone: '0719-8612088', email: 'a@example.cn' })
    // A refused save stores nothing, and an equal value is no conflict.
    expect((await readSite()).settings.brand.author).toBe('检测中心')
    expect(await save(other, 0, { contact: { phone: '0719-8612088' } })).toMatchObject({
      code: 200,
      data: { version: 2 },
    })
    expect(await readLastEntry()).toMatchObject({ outcome: 'done', changes: [] })
  })

  it.each([
    [{ contact: { phone: '请来电' } }, '电话号码，如 0871-6512 3456 或 400-820-0000'],
    [{ contact: { email: 'service@shiheng' } }, '缺少域名后缀，如 .com'],
    [{ filing: { policeRecordNum: '滇公网安备1号' } }, '公安备案号，如 滇公网安备53010002000123号（14 位数字）'],
    [{ filing: { creditCode: '91350100M000100Y44' } }, '校验不符，请对照营业执照检查有无错位'],
    [{ brand: { name: ' ' } }, '请填写单位名称'],
    [{ brand: { nameEn: '石衡 Laboratory' } }, '英文名称，如 Shiheng Gem Laboratory'],
    [{ brand: { startedAt: '2026-02-30' } }, '日期，如 2024-02-01'],
    [{ brand: { startedAt: '2100-01-01' } }, '开站日期不能晚于今天'],
    [{ bulletin: { bulletinFrom: '2026-12-06 10:00', bulletinUntil: '2026-12-06 10:00' } }, '结束要晚于开始'],
    [{ menus: { footerLinks: [{ title: '组', links: [{ text: '坏', to: 'javascript:alert(1)' }] }] } }, /本站路径/],
    [{ menus: { footerLinks: [{ title: '组', links: [{ text: '坏', to: '//evil.example' }] }] } }, /本站路径/],
    [{ links: { navigation: [{ title: '组', sites: [{ name: '坏', url: 'ftp://x.cn', info: '' }] }] } }, /https/],
  ])('refuse %j in Chinese', async (settings, message) => {
    const { code, message: told } = await save(owner, 0, settings)
    expect(code).toBe(400)
    expect(told).toMatch(message)
    expect((await readSite()).version).toBe(0)
  })

  it('go back to any version, as a new one', async () => {
    await save(owner, 0, { contact: { phone: '0719-8612088' } })
    await save(owner, 1, { contact: { phone: '0719-8612099' }, brand: { summary: '新简介' } })
    expect(await other.ask('POST /v1/manage/site/restore', { version: 1, to: 0 })).toMatchObject({ code: 409 })
    expect(await owner.ask('POST /v1/manage/site/restore', { version: 2, to: 1 })).toMatchObject({
      data: { version: 3 },
    })
    expect(await readShown()).toMatchObject({ phone: '0719-8612088', summary: '珠宝玉石检测与研究' })
    const { records } = (await owner.ask('GET /v1/manage/site/versions')).data
    expect(
      records.map(({ version, restoredTo }: { version: number; restoredTo: number | null }) => [version, restoredTo]),
    ).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ])
    expect(records[2]).toMatchObject({
      savedBy: '顾怀瑾',
      time: '2026-11-20 10:00:00',
      changes: [{ group: 'contact', member: 'phone', before: '0871-00000000', after: '0719-8612088' }],
    })
  })

  it('require a fresh proof before filing numbers and logins change', async () => {
    clockMs += 16 * MINUTE_MS
    expect(await save(owner, 0, { filing: { recordNum: null } })).toMatchObject({
      code: 403,
      extra: { factor: 'fresh' },
    })
    expect(await save(owner, 0, { login: { loginTypesOff: [2] } })).toMatchObject({
      code: 403,
      extra: { factor: 'fresh' },
    })
    expect(await save(owner, 0, { contact: { phone: null } })).toMatchObject({ code: 200 })
  })

  it('show bulletin and lantern within their time, and say when that changes', async () => {
    const bulletin = { bulletin: '休息', bulletinFrom: '2026-11-20 11:00', bulletinUntil: '2026-11-20 12:30' }
    await save(owner, 0, { bulletin, lantern: { lantern: true, lanternUntil: '2026-11-20 12:00' } })
    const look = async () => {
      const { data, headers } = await owner.ask('GET /v1/webSiteInfo')
      return [data.bulletin, data.lantern, Number(headers['x-changes-in-ms'] ?? 0) / MINUTE_MS]
    }
    const seen = []
    for (const hours of [0, 1, 1, 0.5]) {
      clockMs += hours * HOUR_MS
      seen.push(await look())
    }
    expect(seen).toEqual([
      [null, true, 60],
      ['休息', true, 60],
      ['休息', false, 30],
      [null, false, 0],
    ])
  })

  it('fill the text of opening hours, and list the holidays of the next weeks', async () => {
    expect(await readShown()).toMatchObject({ openingHours: null, holidays: null })
    const weekday = [
      ['9:00', '12:00'],
      ['13:30', '17:00'],
    ]
    const hours = {
      weekHours: [weekday, weekday, weekday, weekday, weekday, [['9:00', '12:00']], []],
      specialDays: [
        { name: '春节', from: '2027-02-04', until: '2027-02-12', spans: [] },
        { name: '元旦', from: '2027-01-01', until: '2027-01-03', spans: [] },
        { name: '调休上班', from: '2026-12-26', until: '2026-12-26', spans: [['9:00', '17:00']] },
      ],
    }
    expect(await save(owner, 0, { hours })).toMatchObject({ code: 200 })
    expect(await readShown()).toMatchObject({
      openingHours: '周一至周五 9:00–12:00、13:30–17:00，周六 9:00–12:00',
      holidays: '调休上班 12月26日 9:00–17:00；元旦 2027年1月1日至1月3日 休息',
    })
    const overlapping = [...hours.specialDays, { name: '重复', from: '2027-01-03', until: '2027-01-04', spans: [] }]
    expect((await save(owner, 1, { hours: { specialDays: overlapping } })).message).toBe('“元旦”与“重复”的日期重叠')
  })

  it('replace the menu of the footer and the navigation', async () => {
    const footerLinks = [{ title: '检测业务', links: [{ text: '证书查询', to: '/certificate-check' }] }]
    const navigation = [
      { title: '标准', sites: [{ name: '全国标准信息公共服务平台', url: 'https://std.samr.gov.cn', info: '' }] },
    ]
    await save(owner, 0, { menus: { footerLinks }, links: { navigation } })
    expect((await readShown()).footerLinks).toEqual(footerLinks)
    const { data } = await owner.ask('GET /v1/site/getNavigations')
    expect(data).toMatchObject([{ siteClassName: '标准', navigations: [{ name: '全国标准信息公共服务平台' }] }])
    const { menus, links } = (await readSite()).settings
    expect({ menus, links }).toEqual({ menus: { headerMenu: null, footerLinks }, links: { navigation } })
  })

  it('are changed by the command by the same rules, as a version without a person', async () => {
    const run = (...args: string[]) => runSite(args, { db: upstream.db, digest: upstream.digest, now: () => clockMs })
    expect(await run('set', 'phone=0719-8612046', 'police=鄂公网安备42030002000123号')).toMatchObject({ exitCode: 0 })
    expect(await run('set', 'name=')).toMatchObject({ exitCode: 2 })
    expect(await readSite()).toMatchObject({ version: 1, savedBy: null })
    expect(await readLastEntry()).toMatchObject({
      actorId: null,
      actorName: '运维命令',
      action: 'site.save',
      targetName: '版本 1',
    })
    expect(await save(owner, 0, { contact: { phone: '0719-8612088' } })).toMatchObject({ code: 409 })
  })

  it('offer the configured logins that are not switched off', async () => {
    await upstream.close()
    upstream = await makeUpstreamOn(make, {
      env: { OAUTH_GITEE_ID: 'a', OAUTH_GITEE_SECRET: 'b', OAUTH_GITHUB_ID: 'a', OAUTH_GITHUB_SECRET: 'b' },
    })
    owner = await join(upstream, '顾怀瑾', 'owner')
    expect((await readSite()).configuredLoginTypes).toEqual([1, 4, 6])
    await save(owner, 0, { login: { loginTypesOff: [4] } })
    expect((await readShown()).loginTypeList).toBe('1,6')
    expect(await owner.ask('GET /oauth/render/gitee')).toMatchObject({ code: 500, message: '未接入该来源' })
    expect(await owner.ask('GET /oauth/render/github')).toMatchObject({ code: 200 })
  })
})
