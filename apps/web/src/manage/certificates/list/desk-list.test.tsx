import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { DeskRow } from '../desk-words.ts'

const LIST = 'GET /v1/manage/certificates'
const COUNTS = 'GET /v1/manage/certificates/counts'

const first: DeskRow = {
  ...{ certificateNo: 'SH20261120000073', shownState: 'none', workState: 'submitted', workKind: 'first', version: 1 },
  ...{ category: 'turquoise', conclusion: '绿松石', totalMassG: 12.36, warnings: 2, unanswered: 1 },
  ...{ preparedBy: '周观澜', approvedBy: null, changeTime: '2026-11-20 10:38:00' },
}
const second: DeskRow = { ...first, certificateNo: 'SH20261120000061', conclusion: '祖母绿', unanswered: 0 }

const open = (query = '') =>
  openArea(`/certificates${query}`, {
    answers: staffAnswers(
      { duties: ['certify'] },
      {
        [LIST]: good(LIST, { records: [first, second], next: null }),
        [COUNTS]: good(COUNTS, {
          ...{ draft: 18, returned: 2, submitted: 5, published: 1001, withdrawn: 0, reissued: 0, discarded: 0 },
        }),
      },
    ),
  })

function clickedLinks() {
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push(this.getAttribute('href') ?? '')
  })
  return clicked
}

it('selects by keyboard, and downloads what is selected', async () => {
  const clicked = clickedLinks()
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

it('downloads all of the filter in either form', async () => {
  const clicked = clickedLinks()
  open('?state=submitted&category=turquoise&after=2026-11-03_SH20261103001285')
  fireEvent.click(await screen.findByRole('button', { name: '导出' }))
  fireEvent.click(screen.getByRole('menuitem', { name: /CSV/ }))
  await waitFor(() => expect(clicked).toEqual(['/v1/manage/certificates/export?category=turquoise&work=submitted']))
})

it('marks warnings that wait for an answer apart from answered ones', async () => {
  open()
  expect(await screen.findByText('处待答', { exact: false })).toBeTruthy()
  expect(screen.getByText('处已答', { exact: false }).parentElement?.textContent).toBe('2 处已答')
})
