import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'

const MAILS = 'GET /v1/manage/staffMail'
const SAVE = 'PUT /v1/manage/staffMail'
const TEST = 'POST /v1/manage/staffMail/test'
const STORED = {
  newTickets: 'none',
  due: false,
  overdue: false,
  comments: false,
  email: 'gu@example.test',
  mode: 'on',
} as const
const open = (duties: ('owner' | 'edit' | 'certify' | 'review')[] = ['owner'], answers: Answers = {}) =>
  openArea('/security', {
    answers: staffAnswers({ duties }, { [MAILS]: good(MAILS, STORED), [SAVE]: good(SAVE, null), ...answers }),
  })

it('stores each choice at once, and takes a refused one back', async () => {
  const { fetch } = open(['edit'], {
    [SAVE]: ({ body }: { body: unknown }) =>
      (body as { due: boolean }).due ? bad(500, '没有保存，请重试') : good(SAVE, null),
  })
  fireEvent.change(await screen.findByLabelText('新工单'), { target: { value: 'daily' } })
  await waitFor(() => expect(fetch.of(SAVE)).toHaveLength(1))
  expect(fetch.of(SAVE)[0]?.body).toEqual({ newTickets: 'daily', due: false, overdue: false, comments: false })
  const due = screen.getByRole('switch', { name: /^快到时限/ })
  fireEvent.click(due)
  await waitFor(() => expect(fetch.of(SAVE)).toHaveLength(2))
  await waitFor(() =>
    expect(due.getAttribute('aria-checked') ?? String((due as HTMLInputElement).checked)).toBe('false'),
  )
  expect((screen.getByLabelText('新工单') as HTMLSelectElement).value).toBe('daily')
})

it.each([
  [good(TEST, { email: 'gu@example.test', isSent: true }), '测试邮件已交给邮件服务器，请到 gu@example.test 查收'],
  [good(TEST, { email: 'gu@example.test', isSent: false }), /发给 gu@example\.test 的测试邮件只存在本机，没有寄出/],
  [bad(500, '测试邮件没有寄出：连不上邮件服务器'), '测试邮件没有寄出：连不上邮件服务器'],
])('sends a test and says what became of it', async (answer, words) => {
  const { fetch } = open(['edit'], { [TEST]: answer })
  expect(await screen.findByText('可以发信')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '发一封测试' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(words))
  expect(fetch.of(TEST)).toHaveLength(1)
})

it('says what is missing without a mail server, and shows only what the duties see', async () => {
  open(['certify'], { [MAILS]: good(MAILS, { ...STORED, mode: 'off' }) })
  expect(await screen.findByText('不能发信')).toBeTruthy()
  expect(screen.getByText(/请运维人员设置/)).toBeTruthy()
  expect(screen.queryByRole('switch', { name: /^待审的评论/ })).toBeNull()
})
