import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

const FILE = `/file/doc/m/${'a'.repeat(32)}/cma.pdf`

describeDatabases('the front page', (make) => {
  let upstream: TestUpstream
  let owner: Member
  beforeAll(async () => {
    upstream = await makeUpstreamOn(make)
    await upstream.db.deleteFrom('site_settings').execute()
    owner = await join(upstream, '顾怀瑾', 'owner')
  })
  afterAll(() => upstream.close())

  const readHome = async () => (await owner.ask('GET /v1/site/home')).data
  async function save(home: Record<string, unknown>, brand: Record<string, unknown> = {}) {
    const { version } = (await owner.ask('GET /v1/manage/site')).data
    return await owner.ask('PUT /v1/manage/site', { version, settings: { home, brand } })
  }

  it('is neutral without settings, and has no section that would be empty', async () => {
    expect(await readHome()).toEqual({
      title: ['证书查询', '与送检服务'],
      lead: '输入证书编号，核对证书内容。',
      sections: ['newsroom', 'gems', 'goods'],
      servicesLead: '送检方式与业务范围见下。',
      steps: [],
      services: [],
      gems: [],
      impartialityTitle: null,
      impartialityText: null,
      standards: [],
      qualificationsLead: null,
      qualifications: [],
      paragraphTitle: null,
      paragraph: null,
    })
  })

  it('shows the summary of the site until it has a lead of its own', async () => {
    await save({}, { summary: '昆明的宝石检测站。' })
    expect((await readHome()).lead).toBe('昆明的宝石检测站。')
    await save({ homeLead: '输入编号。' })
    expect((await readHome()).lead).toBe('输入编号。')
  })

  it('has the sections, texts and lists of the settings', async () => {
    const saved = await save({
      homeSections: [{ section: 'paragraph', isShown: true }],
      homeTitle: '先检后售',
      homeSteps: '送样,编号， 签发',
      homeServices: [{ name: '钻石', tests: '分级；鉴别', standards: 'GB/T 16554', figure: 'gem' }],
      paragraph: '## 到店\n\n请带**身份证**。<script>1</script>',
    })
    expect(saved.code).toBe(200)
    const home = await readHome()
    expect(home).toMatchObject({
      title: ['先检后售'],
      sections: ['paragraph', 'services', 'newsroom', 'gems', 'goods'],
      steps: ['送样', '编号', '签发'],
      services: [{ name: '钻石', tests: ['分级', '鉴别'], standards: ['GB/T 16554'], figure: 'gem' }],
    })
    expect(home.paragraph).toContain('<strong>身份证</strong>')
    expect(home.paragraph).not.toContain('<script>')
  })

  it('hides a section that is switched off', async () => {
    await save({
      homeSections: [
        { section: 'gems', isShown: true },
        { section: 'goods', isShown: false },
      ],
    })
    expect((await readHome()).sections).toEqual(['gems', 'services', 'newsroom', 'paragraph'])
  })

  it('has the section of qualifications once it has a file', async () => {
    await save({ homeSections: null, qualificationsLead: '证书与附表如下。' })
    expect((await readHome()).sections).not.toContain('qualifications')
    const qualifications = [{ name: '资质认定证书', note: '附能力附表', url: FILE }]
    expect(await save({ qualifications })).toMatchObject({ code: 200 })
    const home = await readHome()
    expect(home).toMatchObject({ qualificationsLead: '证书与附表如下。', qualifications })
    expect(home.sections).toContain('qualifications')
    await save({ homeSections: [{ section: 'qualifications', isShown: false }] })
    expect((await readHome()).sections).not.toContain('qualifications')
  })

  it.each(['javascript:alert(1)', 'https://evil.example/cma.pdf', '/file/doc/m/cma.pdf', `/v1/logout?${FILE}`])(
    'refuses %s as the file of a qualification',
    async (url) => {
      expect(await save({ qualifications: [{ name: '证书', note: '', url }] })).toMatchObject({ code: 400 })
    },
  )

  it.each([
    [{ qualifications: [{ name: ' ', note: '', url: FILE }] }, '每份文件要有名称'],
    [
      {
        qualifications: [
          { name: '证书', note: '', url: FILE },
          { name: '附表', note: '', url: FILE },
        ],
      },
      '“附表”的文件选了两次',
    ],
    [{ homeSteps: '送样，签发' }, '3 到 6 步'],
    [{ homeSteps: '送样，检测，打印证书并签发' }, '每步不超过 4 字'],
    [{ homeServices: [{ name: ' ', tests: '', standards: '', figure: 'gem' }] }, '每项业务要有名称'],
    [{ homeGems: ['翡翠'] }, '选 3 到 8 种'],
    [{ homeLead: '两行\n文字' }, '不能换行'],
    [
      {
        homeStandards: [
          { number: 'GB/T 16552', name: '名称' },
          { number: 'GB/T 16552', name: '名称' },
        ],
      },
      'GB/T 16552 列了两次',
    ],
  ])('refuses %j', async (home, message) => {
    expect(await save(home)).toMatchObject({ code: 400, message: expect.stringContaining(message) })
  })

  it('gives news and research the leads of the settings, and the site its days until an answer', async () => {
    await save({ newsLead: '本站公告。', answerDays: 3 })
    const { data } = await owner.ask('GET /v1/category/')
    const leads = data.map(({ id, lead }: { id: number; lead?: string }) => [id, lead])
    expect(leads.slice(0, 2)).toEqual([
      [32, '本站公告。'],
      [33, undefined],
    ])
    expect((await owner.ask('GET /v1/webSiteInfo')).data.answerDays).toBe(3)
    expect((await save({ answerDays: 11 })).code).toBe(400)
  })
})
