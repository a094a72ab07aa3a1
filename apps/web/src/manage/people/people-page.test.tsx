import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openArea, staffAnswers } from '#testing/open-manage.tsx'
import { MEMBER_ROW } from '#testing/sample-person.ts'

const PEOPLE = 'GET /v1/manage/users'
const COUNTS = 'GET /v1/manage/users/counts'
const INVITATIONS = 'GET /v1/manage/invitations'
const AGAIN: string = 'POST /v1/manage/invitations/3/again'
const makeRow = (letter: string, nickname: string, more = {}) => ({
  ...MEMBER_ROW,
  id: letter.repeat(32),
  nickname,
  ...more,
})
const [first, second, third] = [makeRow('1', '江疏影'), makeRow('2', '石上清泉'), makeRow('3', '周记银楼')]
const editor = makeRow('4', '沈砚秋', { duties: ['edit'] })
/** Builds the path of the request that disables a person. */
const toDisableCall = ({ id }: { id: string }) => `POST /v1/manage/users/${id}/disable`
const done = { code: 200, message: '成功', data: null, extra: {} }

const open = (path = '/people', answers: Answers = {}, self = {}) =>
  openArea(path, {
    answers: staffAnswers(self, {
      [COUNTS]: good(COUNTS, { all: 1001, staff: 5, reported: 1, disabled: 0, invited: 1 }),
      [PEOPLE]: good(PEOPLE, { records: [first, second, third, editor], hasMore: false }),
      ...answers,
    }),
  })

async function choose(...names: string[]) {
  for (const name of names) fireEvent.click(await screen.findByRole('checkbox', { name: `选择 ${name}` }))
  fireEvent.click(within(screen.getByRole('region', { name: '批量操作' })).getByRole('button', { name: '停用' }))
}

it('disables several members one by one, and lists the skipped ones with the reason', async () => {
  const { fetch } = open('/people', { [toDisableCall(first)]: done, [toDisableCall(second)]: bad(500, '账号正在注销') })
  await choose('江疏影', '石上清泉', '沈砚秋')
  const dialog = within(await screen.findByRole('dialog', { name: '停用 2 位会员' }))
  expect(dialog.getByText('沈砚秋：有职责，请在其资料页单独办理')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/^原因/), { target: { value: '多次发布广告' } })
  fireEvent.click(dialog.getByRole('button', { name: '停用' }))
  expect(await dialog.findByRole('button', { name: '完成' })).toBeTruthy()
  expect(dialog.getByRole('status').textContent).toBe('已停用 1 位，共 2 位')
  expect(dialog.getByText('石上清泉：账号正在注销')).toBeTruthy()
  for (const person of [first, second]) {
    expect(fetch.of(toDisableCall(person))[0]?.body).toEqual({ reason: '多次发布广告', days: 30, version: 4 })
  }
  fireEvent.click(dialog.getByRole('button', { name: '完成' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '批量操作' })).toBeNull())
})

it('marks people who cannot prepare or approve certificates without a name for signing', async () => {
  const ready = { isEnrolled: true }
  const records = [
    makeRow('5', '沈砚秋', { ...ready, duties: ['certify'] }),
    makeRow('6', '顾怀瑾', { ...ready, duties: ['approve', 'owner'], signingName: '顾怀瑾' }),
    makeRow('7', '陆知遥', { duties: ['approve'] }),
    makeRow('8', '秦望舒', { ...ready, duties: ['edit'] }),
  ]
  open('/people', { [PEOPLE]: good(PEOPLE, { records, hasMore: false }) })
  const listStates = async (name: string) =>
    (await screen.findByRole('row', { name: new RegExp(name) })).textContent?.match(/正常|未设两步验证|没有证书署名/g)
  expect(await listStates('沈砚秋')).toEqual(['没有证书署名'])
  expect(await listStates('顾怀瑾')).toEqual(['正常'])
  expect(await listStates('陆知遥')).toEqual(['未设两步验证', '没有证书署名'])
  expect(await listStates('秦望舒')).toEqual(['正常'])
})

it('continues with the rest after an interruption, with the same reason', async () => {
  const answers = [() => Promise.reject(new TypeError('offline')), () => done]
  const { fetch } = open('/people', {
    [toDisableCall(first)]: () => (answers.shift() ?? (() => done))(),
    [toDisableCall(second)]: done,
  })
  await choose('江疏影', '石上清泉')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/^原因/), { target: { value: '多次发布广告' } })
  fireEvent.click(dialog.getByRole('button', { name: '停用' }))
  expect(await dialog.findByText(/^网络不通，余下 2 位没有办理/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '停用' }))
  expect(await dialog.findByText('已停用 2 位，共 2 位')).toBeTruthy()
  expect([fetch.of(toDisableCall(first)).length, fetch.of(toDisableCall(second)).length]).toEqual([2, 1])
})

it('lists reported members with their open reports', async () => {
  const { fetch } = open('/people?view=reported', {
    [PEOPLE]: good(PEOPLE, {
      records: [
        { ...first, openReports: 3 },
        { ...second, openReports: 0 },
      ],
      hasMore: false,
    }),
  })
  const link = await screen.findByRole('link', { name: '3 件未办结' })
  expect(link.getAttribute('href')).toBe(`/people/${first.id}?kind=reportsAbout`)
  expect(screen.getByText('都已办结')).toBeTruthy()
  expect(screen.queryByRole('searchbox', { name: /昵称/ })).toBeNull()
  expect(fetch.of(PEOPLE)[0]?.query.get('view')).toBe('reported')
  expect(screen.getByRole('link', { name: '被举报 1' })).toBeTruthy()
})

it('offers the export of the view to owners only', async () => {
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    clicked.push(this.getAttribute('href') ?? '')
  })
  const { unmount } = open('/people?view=staff&duty=edit')
  fireEvent.click(await screen.findByRole('button', { name: '导出 CSV' }))
  await waitFor(() => expect(clicked).toEqual(['/v1/manage/users/export?view=staff&duty=edit']))
  unmount()
  open('/people', {}, { duties: ['support'] })
  await screen.findByRole('link', { name: '江疏影 zhou@example.test' })
  expect(screen.queryByRole('button', { name: '导出 CSV' })).toBeNull()
})

it('repeats an invitation, and reports when too many mails were sent', async () => {
  const invitation = {
    id: 3,
    email: 'xu@example.test',
    duties: ['certify' as const],
    byName: '顾怀瑾',
    isMailed: true,
    createTime: '2026-11-20 10:00:00',
    expireTime: '2026-11-23 10:00:00',
    state: 'open' as const,
  }
  const answers = [done, bad(500, '24 小时内已给 xu@example.test 发过 3 封邀请，请改日再发，或直接联系对方')]
  open('/people?view=invited', {
    [INVITATIONS]: good(INVITATIONS, { records: [invitation], hasMore: false }),
    [AGAIN]: () => answers.shift() ?? done,
  })
  fireEvent.click(await screen.findByRole('button', { name: '再次提醒' }))
  expect(await screen.findByText(/已再次发出邀请邮件/)).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('button', { name: '再次提醒' })).toHaveProperty('disabled', false))
  fireEvent.click(screen.getByRole('button', { name: '再次提醒' }))
  expect(await screen.findByText(/发过 3 封邀请/)).toBeTruthy()
})
