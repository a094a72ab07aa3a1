import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { type ApprovalTask, useApprovalTask } from './approval-task-store.ts'

const TASK = 'GET /v1/manage/certificates/approvals'
const STOP = 'DELETE /v1/manage/certificates/approvals'
const LIST = 'GET /v1/manage/certificates'
const REFUSED = { certificateNo: 'SH20261120000085', reason: '由您制作或提交，须由他人批准' }

const running: ApprovalTask = {
  id: 'a1',
  total: 500,
  step: 'approve' as const,
  position: 120,
  published: 119,
  refused: [REFUSED],
  startTime: '2026-11-28 10:00:00',
  finishTime: null,
}
const ended = { ...running, position: 480, published: 479, finishTime: '2026-11-28 10:01:00' }

beforeEach(() => useApprovalTask.setState({ task: null }))

function open(tasks: (ApprovalTask | null)[], duties: ('certify' | 'approve')[] = ['approve']) {
  let at = -1
  return openArea('/certificates', {
    answers: staffAnswers(
      { duties },
      {
        [TASK]: () => {
          at = Math.min(at + 1, tasks.length - 1)
          return good(TASK, tasks[at] ?? null)
        },
        [STOP]: good(STOP, null),
        [LIST]: good(LIST, { records: [], next: null, previous: null }),
        'GET /v1/manage/certificates/counts': good('GET /v1/manage/certificates/counts', {
          draft: 0,
          returned: 0,
          review: 0,
          submitted: 0,
          published: 0,
          withdrawn: 0,
          reissued: 0,
          discarded: 0,
        }),
        'GET /v1/manage/certificates/days': good('GET /v1/manage/certificates/days', { days: [] }),
      },
    ),
  })
}

it('finds a running task after a reload, follows it to its end, and lists each refusal with its reason', async () => {
  const { fetch } = open([running, running, ended])
  expect(await screen.findByText(/正在批准：120 \/ 500 份，可以离开此页，1 份未批准/)).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: '成批批准的进度' })).toHaveProperty('value', 120)
  const lists = fetch.of(LIST).length
  expect(
    await screen.findByText(/已批准 479 份，未批准 1 份；已停止，余下 20 份留在待批/, {}, { timeout: 8000 }),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: REFUSED.certificateNo }).closest('li')?.textContent).toContain(REFUSED.reason)
  await waitFor(() => expect(fetch.of(LIST).length).toBeGreaterThan(lists))
  fireEvent.click(screen.getByRole('button', { name: '知道了' }))
  expect(screen.queryByText(/成批批准/)).toBeNull()
})

it('loads the list again when the task ended while the page was loading, until its result was dismissed', async () => {
  const { fetch } = open([{ ...ended, id: 'a4' }])
  await waitFor(() => expect(fetch.of(LIST)).toHaveLength(2))
  fireEvent.click(await screen.findByRole('button', { name: '知道了' }))
  cleanup()
  useApprovalTask.setState({ task: null })
  const again = open([{ ...ended, id: 'a4' }]).fetch
  await waitFor(() => expect(useApprovalTask.getState().task).not.toBeNull())
  await screen.findByText('没有符合条件的证书')
  expect(again.of(LIST)).toHaveLength(1)
})

it('stops a running task', async () => {
  const { fetch } = open([{ ...running, id: 'a2' }])
  fireEvent.click(await screen.findByRole('button', { name: '停止' }))
  await waitFor(() => expect(fetch.of(STOP)).toHaveLength(1))
})

it('shows a task that another page has started', async () => {
  open([null, { ...running, id: 'a3' }])
  await screen.findByText('没有符合条件的证书')
  act(() => useApprovalTask.setState({ task: { ...running, id: 'a3' } }))
  expect(await screen.findByText(/正在批准：120/)).toBeTruthy()
})

it('asks nothing without the duty', async () => {
  const { fetch } = open([running], ['certify'])
  await screen.findByText('没有符合条件的证书')
  expect(fetch.of(TASK)).toEqual([])
})
