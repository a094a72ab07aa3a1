import type { Duty } from '@portal/contract/accounts/duties.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { DeskRow } from '../desk-words.ts'

const LIST = 'GET /v1/manage/certificates'
const COUNTS = 'GET /v1/manage/certificates/counts'

const first: DeskRow = {
  certificateNo: 'SH20261120000073',
  shownState: 'none',
  changeState: 'submitted',
  workKind: 'first',
  version: 1,
  category: 'turquoise',
  conclusion: '绿松石',
  totalMassG: 12,
  warnings: 2,
  unanswered: 1,
  preparedBy: '周观澜',
  reviewedBy: null,
  approvedBy: null,
  changeTime: '2026-11-20 10:38:00',
}
const second: DeskRow = { ...first, certificateNo: 'SH20261120000061', conclusion: '祖母绿', unanswered: 0 }

const DAYS = 'GET /v1/manage/certificates/days'
const days = Array.from({ length: 84 }, (_none, at) => ({
  day: new Date(Date.UTC(2026, 7, 29 + at)).toISOString().slice(0, 10),
  issued: at % 7 === 6 ? 0 : 10,
}))

const EMPTY_PAGE = { next: null, previous: null }

const open = (
  query = '',
  list: { next: string | null; previous: string | null; records?: DeskRow[] } = EMPTY_PAGE,
  { duties = ['certify'], ...answers }: Answers & { duties?: Duty[] } = {},
) =>
  openArea(`/certificates${query}`, {
    answers: staffAnswers(
      { duties },
      {
        ...answers,
        [LIST]: good(LIST, { records: [first, second], ...list }),
        [DAYS]: good(DAYS, { days }),
        [COUNTS]: good(COUNTS, {
          draft: 18,
          returned: 2,
          review: 0,
          submitted: 5,
          published: 1001,
          withdrawn: 0,
          reissued: 0,
          discarded: 0,
        }),
      },
    ),
  })

function recordClickedLinks() {
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push(this.getAttribute('href') ?? '')
  })
  return clicked
}

it('selects by keyboard, and downloads the selected certificates', async () => {
  const clicked = recordClickedLinks()
  open()
  await screen.findByRole('link', { name: '绿松石' })
  for (const key of ['j', 'x', 'j', 'x']) fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const bar = within(screen.getByRole('region', { name: '批量操作' }))
  expect(bar.getByRole('status').textContent).toBe('已选 2 份')
  fireEvent.click(bar.getByRole('button', { name: '导出所选' }))
  await waitFor(() =>
    expect(clicked).toEqual(['/v1/manage/certificates/exportXlsx?numbers=SH20261120000073%2CSH20261120000061']),
  )
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull()
})

it('downloads all certificates of the filter in either format', async () => {
  const clicked = recordClickedLinks()
  open('?state=submitted&category=turquoise&after=2026-11-03_SH20261103001285')
  fireEvent.click(await screen.findByRole('button', { name: '导出' }))
  fireEvent.click(screen.getByRole('menuitem', { name: /CSV/ }))
  await waitFor(() => expect(clicked).toEqual(['/v1/manage/certificates/export?category=turquoise&stage=approval']))
})

it('shows withdrawals that wait for a second signatory', async () => {
  const { fetch } = open('?state=unconfirmed')
  expect((await screen.findByRole('link', { name: '待复核' })).getAttribute('aria-current')).toBe('page')
  expect(String(fetch.of(LIST)[0]?.query)).toBe('unconfirmed=true')
})

it('shows the mass with the decimals that the certificate has', async () => {
  open()
  expect(await screen.findAllByText('12.00 g')).toHaveLength(2)
})

it('distinguishes unanswered warnings from answered ones', async () => {
  open()
  expect(await screen.findByText('处待答', { exact: false })).toBeTruthy()
  expect(screen.getByText('处已答', { exact: false }).parentElement?.textContent).toBe('2 处已答')
})

it('sets the days of the list by the two ends of the ruler', async () => {
  const { router, fetch } = open('?category=jade&after=2026-11-03_SH20261103001285')
  const from = await screen.findByRole('slider', { name: '签发日期自' })
  const to = screen.getByRole('slider', { name: '签发日期至' })
  expect(screen.getByText('720')).toBeTruthy()
  fireEvent.change(from, { target: { value: '70' } })
  expect(from.getAttribute('aria-valuetext')).toBe('2026-11-07')
  expect(screen.getByText('120')).toBeTruthy()
  expect(fetch.of(LIST)).toHaveLength(1)
  fireEvent.keyUp(from, { key: 'ArrowRight' })
  expect(from).toHaveProperty('value', '70')
  await waitFor(() => expect(router.state.location.search).toBe('?category=jade&from=2026-11-07'))
  await waitFor(() => expect(screen.getByLabelText('自')).toHaveProperty('value', '2026-11-07'))
  fireEvent.change(to, { target: { value: '60' } })
  expect(to.getAttribute('aria-valuetext')).toBe('2026-11-07')
  fireEvent.pointerUp(to)
  await waitFor(() => expect(router.state.location.search).toBe('?category=jade&from=2026-11-07&to=2026-11-07'))
})

it('links to newer and older rows, and to a day', async () => {
  const [newer, older] = ['2026-11-19_SH20261119000011', '2026-11-18_SH20261118000022']
  const { router } = open(`?state=published&after=2026-11-20_SH20261120000019`, { next: older, previous: newer })
  const findAddress = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await findAddress('较新')).toBe(`/certificates?state=published&before=${newer}`)
  expect(await findAddress('较旧')).toBe(`/certificates?state=published&after=${older}`)
  fireEvent.click(screen.getByRole('button', { name: '跳到日期' }))
  fireEvent.change(screen.getByLabelText('日期'), { target: { value: '2026-10-08' } })
  fireEvent.click(screen.getByRole('button', { name: '前往' }))
  await waitFor(() => expect(router.state.location.search).toBe('?state=published&after=2026-10-08_SH99999999999999'))
})

it('saves filters, counts up to a thousand, and states the order by number', async () => {
  open('?search=202611')
  expect(await screen.findByRole('button', { name: '存为视图' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^已发布 ?1,000\+$/ })).toBeTruthy()
  expect(screen.getByText(/按编号排列/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '跳到日期' })).toBeNull()
})

it('lists all waiting certificates of the filter for their approval when the page is selected', async () => {
  const WAITING = 'GET /v1/manage/certificates/numbers'
  const REVIEW = 'POST /v1/manage/certificates/review'
  const APPROVALS = 'GET /v1/manage/certificates/approvals'
  const numbers = Array.from({ length: 120 }, (_none, at) => `SH20261121${String(at).padStart(6, '0')}`)
  const { fetch } = open(
    '?state=submitted&category=turquoise',
    { next: '2026-11-03_SH20261103001285', previous: null },
    {
      duties: ['approve'],
      [APPROVALS]: good(APPROVALS, null),
      [WAITING]: good(WAITING, { numbers, hasMore: false }),
      [REVIEW]: good(REVIEW, { records: [], notSubmitted: [] }),
    },
  )
  await screen.findByRole('link', { name: '绿松石' })
  fireEvent.click(screen.getByLabelText(/SH20261120000073/))
  expect(screen.queryByRole('button', { name: '批准全部待批…' })).toBeNull()
  fireEvent.click(screen.getByLabelText(/SH20261120000061/))
  fireEvent.click(screen.getByRole('button', { name: '批准全部待批…' }))
  expect(await screen.findByRole('dialog', { name: '批准所选 120 份' })).toBeTruthy()
  expect(String(fetch.of(WAITING)[0]?.query)).toBe('category=turquoise&stage=approval')
})

it('prints all published certificates of the filter when the page is selected', async () => {
  const NUMBERS = 'GET /v1/manage/certificates/numbers'
  const PRINTABLE = 'POST /v1/manage/certificates/printable'
  const numbers = Array.from({ length: 120 }, (_none, at) => `SH20261121${String(at).padStart(6, '0')}`)
  const { fetch, router } = open(
    '?state=published&by=周观澜',
    { next: '2026-11-03_SH20261103001285', previous: null },
    { [NUMBERS]: good(NUMBERS, { numbers, hasMore: true }), [PRINTABLE]: good(PRINTABLE, { rows: [], first: null }) },
  )
  await screen.findByRole('link', { name: '绿松石' })
  fireEvent.click(screen.getByLabelText(/SH20261120000073/))
  expect(screen.queryByRole('button', { name: '打印全部已发布…' })).toBeNull()
  fireEvent.click(screen.getByLabelText(/SH20261120000061/))
  fireEvent.click(screen.getByRole('button', { name: '打印全部已发布…' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/certificates/print'))
  expect(router.state.location.search).toBe('?list=120')
  expect(new URLSearchParams(fetch.of(NUMBERS)[0]?.query).toString()).toBe(
    new URLSearchParams({ by: '周观澜', shown: 'published' }).toString(),
  )
  expect(await screen.findByText('超过 500 份，这次列出前 500 份')).toBeTruthy()
})

it('offers a review of what awaits one, and names the step in the list', async () => {
  open('?state=review', { ...EMPTY_PAGE, records: [{ ...first, awaitsReview: true }, second] }, { duties: ['review'] })
  expect((await screen.findByRole('link', { name: /^待审核/ })).getAttribute('aria-current')).toBe('page')
  expect(screen.getAllByText('待审核').length).toBeGreaterThan(1)
  expect(screen.getByRole('columnheader', { name: '审核' })).toBeTruthy()
  fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
  expect(screen.getByRole('button', { name: '审核所选…' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '批准所选…' })).toBeNull()
})
