import type { SiteChange } from '@portal/contract/site/site-settings.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bad, good } from '../../testing/answering.ts'
import { managedSite, openSiteSettings } from '../../testing/open-site-settings.tsx'

const saved = good('GET /v1/manage/site', managedSite(47))

beforeEach(() => localStorage.clear())

const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })

it('previews the changed members on the page that shows them, and saves nothing', async () => {
  const tab = { location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as never)
  const address = '/contact-us?preview=row.end.signature'
  const fetch = await openSiteSettings({
    'GET /v1/manage/site': saved,
    'POST /v1/manage/site/preview': good('POST /v1/manage/site/preview', { address, endTime: '2026-11-23 10:10:00' }),
  })
  type('地址', '十堰市北京中路 18 号')
  await press('预览')
  expect(fetch.of('POST /v1/manage/site/preview').map(({ body }) => body)).toEqual([
    { settings: { contact: { visitAddress: '十堰市北京中路 18 号' } }, path: '/contact-us' },
  ])
  expect(tab.location.replace).toHaveBeenCalledWith(address)
  expect(fetch.of('PUT /v1/manage/site')).toEqual([])
})

it('previews nothing while a field is faulty, and names the field', async () => {
  const opened = vi.spyOn(window, 'open').mockClear()
  await openSiteSettings({ 'GET /v1/manage/site': saved })
  type('电话', '请来电')
  await press('预览')
  expect(opened).not.toHaveBeenCalled()
  expect(screen.getByText(/^电话号码，如/)).toBeTruthy()
})

it('restores an older version of the history after a confirmation', async () => {
  const change = { group: 'contact', member: 'phone', before: '0719-8612045', after: '0719-8612046' }
  const version = { time: '2026-11-20 10:38:00', savedBy: '沈砚秋', restoredTo: null }
  const unwanted = { group: 'pages', member: 'unwantedPages', before: null, after: ['join-us'] }
  const records = [47, 46].map((number) => ({ ...version, version: number, changes: [change] }))
  records[0]?.changes.push(unwanted as never)
  const fetch = await openSiteSettings(
    {
      'GET /v1/manage/site': saved,
      'GET /v1/manage/site/versions': good('GET /v1/manage/site/versions', { records, hasMore: false }),
      'POST /v1/manage/site/restore': good('POST /v1/manage/site/restore', { version: 48 }),
    },
    ['owner'],
    '/?tab=history',
  )
  await press('版本 46')
  await press('退回版本 45')
  expect(fetch.of('POST /v1/manage/site/restore')).toEqual([])
  const dialog = within(screen.getByRole('dialog', { name: '站点、首页与菜单退回版本 45' }))
  expect(await dialog.findByText('会退回的设置：电话、不需要的常设页面。')).toBeTruthy()
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: '退回' })))
  expect(fetch.of('POST /v1/manage/site/restore').map(({ body }) => body)).toEqual([{ version: 47, to: 45 }])
})

describe('the bulletin', () => {
  const html = '见<a href="/statement">通知</a>'
  const open = async () => {
    const site = managedSite(47)
    const settings = { ...site.settings, bulletin: { ...site.settings.bulletin, bulletin: html } }
    const fetch = await openSiteSettings(
      {
        'GET /v1/manage/site': good('GET /v1/manage/site', { ...site, settings }),
        'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 48 }),
        'POST /v1/manage/links/closed': good('POST /v1/manage/links/closed', ['/statement']),
      },
      ['owner'],
      '/?tab=time',
    )
    const field = await screen.findByRole('textbox', { name: '公告' })
    await vi.waitFor(() => expect(screen.getByRole('button', { name: '加粗' })).toHaveProperty('disabled', false))
    return { fetch, field }
  }

  it('is written without tags, and names links that readers cannot open', async () => {
    const { fetch, field } = await open()
    expect(field.textContent).toBe('见通知')
    expect(screen.getByText('3 / 500')).toBeTruthy()
    expect(field.getAttribute('aria-describedby')).toContain('hint')
    expect(within(screen.getByRole('region', { name: '预览：页眉' })).getByText('通知').tagName).toBe('U')
    expect(await screen.findByText(/^\/statement。所指的页面还没有发布/)).toBeTruthy()
    expect(fetch.of('POST /v1/manage/links/closed').map(({ body }) => body)).toEqual([{ links: ['/statement'] }])
    expect(screen.queryByText(/</)).toBeNull()
  })

  it('is focused by a press on its label', async () => {
    const { field } = await open()
    expect(document.activeElement).not.toBe(field)
    fireEvent.click(screen.getByText('公告', { selector: 'label' }))
    expect(document.activeElement).toBe(field)
  })

  it('is saved with its bold words, and opens anew when the changes are discarded', async () => {
    const { fetch, field } = await open()
    await act(async () => fireEvent.keyDown(field, { key: 'a', ctrlKey: true }))
    await press('加粗')
    expect(screen.getByText('原为：见通知（链接到 /statement）')).toBeTruthy()
    await press('放弃改动')
    const anew = await screen.findByRole('textbox', { name: '公告' })
    expect(anew.querySelector('b')).toBeNull()
    await vi.waitFor(() => expect(screen.getByRole('button', { name: '加粗' })).toHaveProperty('disabled', false))
    await act(async () => fireEvent.keyDown(anew, { key: 'a', ctrlKey: true }))
    await press('加粗')
    await press(/^保存/)
    const bulletin = '<b>见</b><a href="/statement"><b>通知</b></a>'
    expect(fetch.of('PUT /v1/manage/site').map(({ body }) => body)).toEqual([
      { version: 47, settings: { bulletin: { bulletin } } },
    ])
  })
})

it('refuses special days that overlap, and saves a made-up working day with its hours', async () => {
  const fetch = await openSiteSettings(
    { 'GET /v1/manage/site': saved, 'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 48 }) },
    ['owner'],
    '/?tab=time',
  )
  await press('添加日期')
  type('名称', '春节')
  type('春节最后一天', '2099-02-12')
  type('春节第一天', '2099-02-06')
  await press('添加日期')
  fireEvent.change(screen.getAllByLabelText('名称')[1] as Element, { target: { value: '调休上班' } })
  type('调休上班第一天', '2099-02-12')
  await press('给调休上班加一个时段')
  await press(/^保存/)
  expect((await screen.findByRole('alert')).textContent).toBe('“春节”与“调休上班”的日期重叠')
  expect(fetch.of('PUT /v1/manage/site')).toEqual([])

  type('调休上班最后一天', '2099-02-14')
  type('调休上班第一天', '2099-02-14')
  await press(/^保存/)
  const specialDays = [
    { name: '春节', from: '2099-02-06', until: '2099-02-12', spans: [] },
    { name: '调休上班', from: '2099-02-14', until: '2099-02-14', spans: [['9:00', '17:00']] },
  ]
  expect(fetch.of('PUT /v1/manage/site').map(({ body }) => body)).toEqual([
    { version: 47, settings: { hours: { specialDays } } },
  ])
})

it('marks a link that failed on two days, until its address changes', async () => {
  const stored = managedSite(47)
  const url = 'https://gone.example/'
  const navigation = [{ title: '标准', sites: [{ name: '公开系统', url, info: '' }] }]
  const settings = { ...stored.settings, links: { navigation } }
  const answer = good('GET /v1/manage/site', { ...stored, settings, deadLinks: [url] })
  await openSiteSettings({ 'GET /v1/manage/site': answer }, ['owner'], '/?tab=links')
  expect(screen.getByText('打不开')).toBeTruthy()
  type('网址', 'https://moved.example/')
  expect(screen.queryByText('打不开')).toBeNull()
})

it('shows at the field why an SVG is refused, and keeps the previous picture', async () => {
  const why = '这个文件不能用作标志：含有脚本'
  const fetch = await openSiteSettings(
    { 'GET /v1/manage/site': saved, 'POST /v1/manage/site/picture': bad(400, why) },
    ['owner'],
    '/?tab=brand',
  )
  const file = new File(['<svg><script/></svg>'], 'logo.svg', { type: 'image/svg+xml' })
  await act(async () => fireEvent.change(screen.getByLabelText('上传标志'), { target: { files: [file] } }))
  expect((await screen.findByRole('alert')).textContent).toBe(why)
  expect(screen.queryByRole('region', { name: '保存' })).toBeNull()
  const sent = fetch.of('POST /v1/manage/site/picture').map(({ body }) => (body as FormData).get('multipartFile'))
  expect(sent).toEqual([file])
})

it('chooses which fields a category requires, and stores what differs from the default', async () => {
  const fetch = await openSiteSettings(
    { 'GET /v1/manage/site': saved, 'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 48 }) },
    ['owner'],
    '/?tab=certificates',
  )
  const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))
  const isChosen = (name: string) => (screen.getByRole('radio', { name }) as HTMLInputElement).checked
  expect([isChosen('图片：提醒'), isChosen('颜色：不要求'), isChosen('检验结论：必填')]).toEqual([true, true, true])
  expect(screen.getByRole('radio', { name: '检验结论：不要求' })).toHaveProperty('disabled', true)
  choose('颜色：必填')
  choose('图片：必填')
  choose('图片：提醒')
  fireEvent.click(screen.getByRole('radio', { name: /^钻石/ }))
  expect([isChosen('长：必填'), isChosen('颜色：不要求')]).toEqual([true, true])
  choose('长：提醒')
  expect(screen.getByRole('row', { name: /^长/ }).textContent).toContain('默认必填')
  await press(/^保存/)
  const requiredFields = [
    { category: 'gemstone', member: 'color', demand: 'must' },
    { category: 'diamond', member: 'lengthMm', demand: 'warn' },
  ]
  expect(fetch.of('PUT /v1/manage/site').map(({ body }) => body)).toEqual([
    { version: 47, settings: { certificates: { requiredFields } } },
  ])
})

it('changes the table of standards, refuses a code that nobody can cite, and returns to the default', async () => {
  const fetch = await openSiteSettings(
    { 'GET /v1/manage/site': saved, 'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 48 }) },
    ['owner'],
    '/?tab=certificates',
  )
  const [row] = screen.getAllByRole('group', { name: /：类别$/ }).map((group) => group.closest('li'))
  expect(row?.textContent).toContain('实施有效至')
  await press('添加标准')
  type('新标准：标准号', '珍珠的标准')
  type('珍珠的标准：名称', '珍珠分级')
  await press(/^保存/)
  expect((await screen.findByRole('alert')).textContent).toBe('标准号“珍珠的标准”应如 GB/T 16552—2017')
  expect(fetch.of('PUT /v1/manage/site')).toEqual([])
  await press('用自带的表')
  type('GB/T 18781：标准号', 'GB/T 18781—2099')
  type('GB/T 18781—2099：实施日期', '2099-12-01')
  type('GB/T 18781—2099：最后有效日，现行的留空', '2099-11-01')
  await press(/^保存/)
  expect((await screen.findByRole('alert')).textContent).toBe('GB/T 18781—2099 的废止日期早于实施日期')
  type('GB/T 18781—2099：最后有效日，现行的留空', '')
  await press(/^保存/)
  const [sent] = fetch.of('PUT /v1/manage/site').map(({ body }) => body as { settings: SiteChange })
  const { standards } = sent?.settings.certificates ?? {}
  expect(standards).toHaveLength(12)
  expect(standards).toContainEqual({
    code: 'GB/T 18781—2099',
    title: '珍珠分级',
    from: '2099-12-01',
    until: '',
    categories: ['organic'],
  })
})

it('requires a reason to switch off the rule of two people', async () => {
  const fetch = await openSiteSettings(
    { 'GET /v1/manage/site': saved, 'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 48 }) },
    ['owner'],
    '/?tab=desk',
  )
  await act(async () => fireEvent.click(screen.getByRole('switch', { name: '停用四眼原则' })))
  await press(/^保存/)
  expect(fetch.of('PUT /v1/manage/site')).toEqual([])
  expect(screen.getAllByText(/请写明停用四眼原则的理由/).length).toBeGreaterThan(0)
  fireEvent.change(screen.getByLabelText(/停用的理由/), { target: { value: '只有一位授权签字人在岗' } })
  await press(/^保存/)
  expect(fetch.of('PUT /v1/manage/site').map(({ body }) => body)).toEqual([
    { version: 47, settings: { desk: { fourEyesOff: true, fourEyesReason: '只有一位授权签字人在岗' } } },
  ])
})

it('saves the categories that need three people', async () => {
  const fetch = await openSiteSettings(
    { 'GET /v1/manage/site': saved, 'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 48 }) },
    ['owner'],
    '/?tab=desk',
  )
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '钻石' })))
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '玉石' })))
  await press(/^保存/)
  expect(fetch.of('PUT /v1/manage/site').map(({ body }) => body)).toEqual([
    { version: 47, settings: { desk: { threePersons: ['jade', 'diamond'] } } },
  ])
})

it('saves after how many days articles close their comments', async () => {
  const fetch = await openSiteSettings(
    { 'GET /v1/manage/site': saved, 'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 48 }) },
    ['owner'],
    '/?tab=comments',
  )
  const choice = screen.getByLabelText<HTMLSelectElement>(/评论期限/)
  expect(choice.selectedOptions[0]?.text).toBe('不关闭')
  fireEvent.change(choice, { target: { value: '30' } })
  expect(choice.selectedOptions[0]?.text).toBe('发布 30 天后关闭')
  await press(/^保存/)
  expect(fetch.of('PUT /v1/manage/site').map(({ body }) => body)).toEqual([
    { version: 47, settings: { comments: { commentCloseDays: 30 } } },
  ])
})

it('refuses numbers that a setting of orders does not take', async () => {
  const fetch = await openSiteSettings(
    { 'GET /v1/manage/site': saved, 'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 48 }) },
    ['owner'],
    '/?tab=orders',
  )
  for (const wrong of ['0', '90001', '1.5', '-3']) {
    type(/^每天的起始号/, wrong)
    await press(/^保存/)
    expect(screen.getByLabelText(/^每天的起始号/).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('1 到 90000 的整数')).toBeTruthy()
  }
  expect(fetch.of('PUT /v1/manage/site')).toEqual([])
  type(/^每天的起始号/, '501')
  await press(/^保存/)
  expect(fetch.of('PUT /v1/manage/site').map(({ body }) => body)).toEqual([
    { version: 47, settings: { orders: { orderFirstSerial: 501 } } },
  ])
})

it('stores services of samples in cents, and names a line that is not complete', async () => {
  const fetch = await openSiteSettings(
    { 'GET /v1/manage/site': saved, 'PUT /v1/manage/site': good('PUT /v1/manage/site', { version: 48 }) },
    ['owner'],
    '/?tab=orders',
  )
  await press('添加项目')
  type('新项目：代号', 'ID')
  type('ID：名称', '玉石定名')
  type('玉石定名：单价，元', '一百')
  await press(/^保存/)
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
    '第 1 行：单价请填元，如 120 或 12.50',
  )
  expect(fetch.of('PUT /v1/manage/site')).toEqual([])
  type('玉石定名：单价，元', '12.50')
  await press(/^保存/)
  expect(
    fetch
      .of('PUT /v1/manage/site')
      .map(({ body }) => (body as { settings: SiteChange }).settings.orders?.orderServices),
  ).toEqual([
    [
      {
        code: 'ID',
        name: '玉石定名',
        categories: ['gemstone', 'jade', 'turquoise', 'diamond', 'organic', 'metal'],
        cents: 1250,
        per: 'item',
        workingDays: 3,
      },
    ],
  ])
})
