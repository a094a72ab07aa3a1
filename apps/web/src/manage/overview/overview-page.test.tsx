import type { Health, Statistics } from '@portal/contract/site/figures.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { usePlaceCounts } from '#manage/staff/place-counts.ts'
import type { StaffSelf } from '#manage/staff/staff-store.ts'
import { bad, good } from '#testing/answering.ts'
import { openManage, staffAnswers } from '#testing/open-manage.tsx'

const DAYS = Array.from({ length: 30 }, (_none, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)
const makeSeries = (number: number) => DAYS.map(() => number)

const STATISTICS: Statistics = {
  days: DAYS,
  firstDay: DAYS[0] ?? null,
  views: makeSeries(100),
  lookups: {
    found: makeSeries(9),
    mistyped: makeSeries(1),
    unknown: DAYS.map((_day, at) => (at === 11 ? 60 : 0)),
    withdrawn: makeSeries(0),
  },
  parts: { reissued: 2, examination: 1, wrongCode: 40, unpublished: 0 },
  pages: [{ name: '/certificate-check', times: 2000 }],
  unknownNumbers: [{ name: 'SH20261103', times: 46 }],
  missedSearches: [{ name: '南红', times: 31 }],
}

const HEALTH: Health = {
  mail: { mode: 'on', sentAt: '2026-11-20 09:00:00', failedAt: '2026-11-20 10:00:00', failure: 'login', unsent: 3 },
  storage: {
    database: 'sqlite',
    usedBytes: 2 ** 30,
    freeBytes: 30 * 2 ** 30,
    totalBytes: 100 * 2 ** 30,
    dailyBytes: 2 ** 28,
    measuredAt: '2026-11-20 10:00:00',
    missingFiles: 0,
    filesCheckedAt: '2026-11-20 04:00:00',
  },
  backup: { newestAt: null, count: 0, hasDatabase: false },
  audit: { entries: 12, checkedAt: '2026-11-20 03:00:00', fault: null, checkedEntries: 12 },
  deadJobs: [],
  log: {
    origin: 'lab.example/log',
    entries: 40,
    unsigned: 0,
    signedAt: '2026-11-20 09:00:00',
    stopped: null,
    awayWitnesses: [],
    checked: { at: '2026-11-20 03:00:00', fault: null },
  },
}

const STOPPED_LOG = { ...HEALTH.log, stopped: { kind: 'mark' as const, detail: '52' } }

function open(self: Partial<StaffSelf> = {}, health: Parameters<typeof staffAnswers>[1] = {}) {
  return openManage(
    staffAnswers(self, {
      'GET /v1/manage/overview': good('GET /v1/manage/overview', {
        waiting: [
          {
            kind: 'feedback',
            count: 4,
            oldest: { title: '重量与实物不符', since: '2020-01-02 09:00:00', dueAt: '2020-01-06 09:00:00' },
          },
          {
            kind: 'forgery',
            count: 1,
            oldest: { title: '举报：假冒网站', since: '2099-11-28 09:03:00', dueAt: '2099-12-01 17:00:00' },
          },
          {
            kind: 'returned',
            count: 2,
            oldest: { title: 'SH20261120000085', since: '2099-11-28 09:03:00', dueAt: '2099-12-01 09:03:00' },
          },
          {
            kind: 'excess',
            count: 1,
            oldest: { title: 'WT20261120000425', since: '2099-11-28 09:03:00', dueAt: '2099-12-01 17:00:00' },
          },
          {
            kind: 'dispute',
            count: 1,
            oldest: { title: 'WT20261120000433', since: '2099-11-28 09:03:00', dueAt: '2099-12-02 17:00:00' },
          },
          { kind: 'article', count: 0, oldest: null },
        ],
        orders: { today: 7, ready: 31, late: 1, held: 2 },
      }),
      'GET /v1/manage/statistics': good('GET /v1/manage/statistics', STATISTICS),
      'GET /v1/manage/health': good('GET /v1/manage/health', HEALTH),
      ...health,
    }),
  )
}

it('shows pending tasks with their due time, and counts them in the rail', async () => {
  open()
  const row = within(await screen.findByRole('table', { name: '待办' })).getByRole('row', { name: /反馈/ })
  expect(row.textContent).toMatch(/4重量与实物不符已过 \d\d-\d\d \d\d:\d\d/)
  // The ticket shows the same time; a number of days would mean working days there.
  expect(screen.getAllByText('12-01 17:00 前')).toHaveLength(2)
  expect(screen.getByRole('link', { name: '反馈' }).getAttribute('href')).toBe(
    '/manage/tickets?view=todo&kind=feedback',
  )
  const readAddress = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(readAddress('退回待改')).toBe('/manage/certificates?state=returned')
  expect(readAddress('SH20261120000085')).toBe('/manage/certificates/SH20261120000085')
  expect(readAddress('复称超出待放行')).toBe('/manage/orders?mark=excess')
  expect(readAddress('异议待了结')).toBe('/manage/orders?mark=disputed')
  expect(readAddress('WT20261120000425')).toBe('/manage/orders/WT20261120000425')
  await vi.waitFor(() =>
    expect(usePlaceCounts.getState().counts).toMatchObject({
      '/tickets': { count: 5, isLate: true },
      '/certificates': { count: 2, isLate: false },
      '/articles': { count: 0, isLate: false },
    }),
  )
})

it.each([
  [['reception'], ['/orders?mark=today', '/orders?state=ready', '/orders?mark=late', '/orders?mark=held']],
  [['certify'], [undefined, undefined, '/bench?view=late', '/bench?view=held']],
] as const)(
  'leads people with the duties %s from the counts of orders to the lists behind them',
  async (duties, links) => {
    open({ duties: [...duties] })
    const panel = await screen.findByRole('region', { name: '送检' })
    const names = [...panel.querySelectorAll('dt')]
    expect(names.map((name) => name.textContent)).toEqual(['今天收样', '可领', '超时', '等答复'])
    const addresses = names.map((name) => name.querySelector('a')?.getAttribute('href'))
    expect(addresses).toEqual(links.map((link) => link && `/manage${link}`))
    expect([...panel.querySelectorAll('dd')].map((count) => count.textContent)).toEqual(['7', '31', '1', '2'])
  },
)

it('describes each chart in words, with the same figures in a table', async () => {
  open()
  const chart = await screen.findByRole('img', { name: /^每日查询次数/ })
  expect(chart.getAttribute('aria-label')).toContain(
    '查到 270 次，编号打错 30 次，未查到 60 次，已作废 0 次；11-12 未查到 60 次',
  )
  const rows = within(screen.getByRole('table', { name: '查询结果' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toContain('编号打错308.3%')
  expect(screen.getByRole('table', { name: '最忙的页面' }).textContent).toContain('证书查询2,000')
  expect(screen.getByRole('link', { name: '南红' }).getAttribute('href')).toBe(
    '/manage/articles?keyword=%E5%8D%97%E7%BA%A2',
  )
})

it('sets no style attributes, which the content policy would refuse', async () => {
  const { container } = open()
  await screen.findByRole('img', { name: /^每日查询次数/ })
  expect(container.querySelectorAll('svg [style], svg[style]')).toHaveLength(0)
})

it('reports only known facts about mail, storage and backups', async () => {
  open()
  expect(await screen.findByText('最近一封失败')).toBeTruthy()
  expect(screen.getByText(/邮件服务器不接受账号或密码.*3 封答复待重发/)).toBeTruthy()
  expect(screen.getByText('本站占 1.0 GB，磁盘剩 30 GB / 100 GB；按近 30 天的增长约 4 个月后满')).toBeTruthy()
  expect(screen.getByText(/“设置 › 备份”里还没有/)).toBeTruthy()
})

it('shows no free space of object storage, and says when it does not answer', async () => {
  const storage = { ...HEALTH.storage, freeBytes: null, totalBytes: null }
  const { unmount } = open({}, { 'GET /v1/manage/health': good('GET /v1/manage/health', { ...HEALTH, storage }) })
  expect(await screen.findByText('对象存储')).toBeTruthy()
  expect(screen.getByText(/文件占 1\.0 GB，不含数据库/)).toBeTruthy()
  expect(screen.queryByRole('img', { name: /磁盘已用/ })).toBeNull()
  unmount()
  const away = { ...storage, usedBytes: null }
  open({}, { 'GET /v1/manage/health': good('GET /v1/manage/health', { ...HEALTH, storage: away }) })
  expect(await screen.findByText('连不上')).toBeTruthy()
})

it('says how many stored files the daily check missed', async () => {
  const storage = { ...HEALTH.storage, missingFiles: 2 }
  open({}, { 'GET /v1/manage/health': good('GET /v1/manage/health', { ...HEALTH, storage }) })
  expect(await screen.findByText('2 个缺失')).toBeTruthy()
  expect(screen.getByText(/04:00 核对：.*npm run admin -- files check/)).toBeTruthy()
})

it('sends a test mail from beside the state of the mail', async () => {
  const TEST = 'POST /v1/manage/staffMail/test'
  open({}, { [TEST]: good(TEST, { email: 'gu@example.test', isSent: true }) })
  fireEvent.click(await screen.findByRole('button', { name: '发一封测试' }))
  expect(await screen.findByText('测试邮件已交给邮件服务器，请到 gu@example.test 查收')).toBeTruthy()
})

it('explains why the public log is stopped, and that nothing can be published', async () => {
  open({}, { 'GET /v1/manage/health': good('GET /v1/manage/health', { ...HEALTH, log: STOPPED_LOG }) })
  expect(await screen.findByText('已停止')).toBeTruthy()
  expect(screen.getByText(/最近签出的检查点（52 条）不符.*查询照常，暂不能签发/)).toBeTruthy()
})

it('names the altered entry of the public log, and the time of the check', async () => {
  const fault = { kind: 'entry' as const, detail: '31' }
  const log = { ...HEALTH.log, checked: { at: '2026-11-20 03:00:00', fault } }
  open({}, { 'GET /v1/manage/health': good('GET /v1/manage/health', { ...HEALTH, log }) })
  expect(await screen.findByText(/03:00 校验：第 31 条缺失、不是本站所记，或与它的内容不符/)).toBeTruthy()
})

it('names work that the site has given up, and no such line while there is none', async () => {
  const { unmount } = open()
  await screen.findByText('公开日志')
  expect(screen.queryByText('后台任务')).toBeNull()
  unmount()
  const deadJobs = [
    { kind: 'savedCertificateMail' as const, count: 2, lastTime: '2026-11-20 10:00:00' },
    { kind: 'endpointMail' as const, count: 1, lastTime: '2026-11-20 09:00:00' },
  ]
  open({}, { 'GET /v1/manage/health': good('GET /v1/manage/health', { ...HEALTH, deadJobs }) })
  expect(await screen.findByText('3 项未完成')).toBeTruthy()
  expect(screen.getByText(/^证书变动邮件 2 项、通知地址停用邮件 1 项，最近一项停于 .*10:00。/)).toBeTruthy()
})

it('names the witnesses that do not cosign the public log', async () => {
  const log = { ...HEALTH.log, awayWitnesses: ['witness.example/w1'] }
  open({}, { 'GET /v1/manage/health': good('GET /v1/manage/health', { ...HEALTH, log }) })
  expect(await screen.findByText('1 个见证人未副签')).toBeTruthy()
  expect(screen.getByText(/witness\.example\/w1 最近一次没有副签/)).toBeTruthy()
})

it('neither requests the health nor offers the export without the duty', async () => {
  const { fetch } = open({ duties: ['edit'] })
  await screen.findByRole('table', { name: '待办' })
  expect(fetch.of('GET /v1/manage/health')).toEqual([])
  expect(screen.queryByText('运行状况')).toBeNull()
  expect(screen.queryByRole('button', { name: '导出本页数据' })).toBeNull()
})

it('shows the other panels when the health cannot be loaded', async () => {
  open({}, { 'GET /v1/manage/health': bad(500, '出错了') })
  expect(await screen.findByText(/暂时读不到/)).toBeTruthy()
  expect(screen.getByRole('table', { name: '查询结果' })).toBeTruthy()
})

it('lists colleagues without a name for signing, with links to the pages that set it', async () => {
  const unsigned = [
    { id: '7'.repeat(32), nickname: '沈砚秋' },
    { id: '8'.repeat(32), nickname: '周观澜' },
  ]
  open({}, { 'GET /v1/manage/overview': good('GET /v1/manage/overview', { waiting: [], unsigned }) })
  expect(await screen.findByText('没有证书署名的同事')).toBeTruthy()
  for (const { id, nickname } of unsigned) {
    expect(screen.getByRole('link', { name: nickname }).getAttribute('href')).toBe(`/manage/people/${id}`)
  }
})

it('lists certificates that differ from the public log, with links to the desk', async () => {
  const number = 'SH20261120000085'
  const overview = good('GET /v1/manage/overview', { waiting: [], mismatches: [number] })
  open({}, { 'GET /v1/manage/overview': overview })
  expect(await screen.findByText('未能通过核对的证书')).toBeTruthy()
  expect(screen.getByRole('link', { name: number }).getAttribute('href')).toBe(`/manage/certificates/${number}`)
})
