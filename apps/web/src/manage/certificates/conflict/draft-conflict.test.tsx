import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { bad, good } from '#testing/answering.ts'
import { makeDeskCertificate, makePendingChange, DESK_NO as NO } from '#testing/desk-certificates.ts'
import { OWNER, openArea, staffAnswers } from '#testing/open-manage.tsx'
import type { PendingChange } from '../desk-words.ts'

const ONE = 'GET /v1/manage/certificates/{certificateNo}'
const PATH = `/v1/manage/certificates/${NO}`
const toCall = (method: string) => `${method} ${PATH}`
const SAVED = { timeout: 3000 }

beforeEach(() => localStorage.clear())

const FIRST = makePendingChange({
  form: { category: 'turquoise', fields: { conclusion: '绿松石', color: '蓝色' }, pictures: [] },
  writers: [
    { id: OWNER.id, nickname: OWNER.nickname },
    { id: 'b'.repeat(32), nickname: '林知微' },
  ],
})

/** Opens the draft at a server that refuses outdated revisions. */
async function open() {
  const server = { stored: FIRST }
  const view = () => makeDeskCertificate({ pendingChange: server.stored })
  const save = ({ body }: { body: unknown }) => {
    const { revision, form, answers } = body as Pick<PendingChange, 'revision' | 'form' | 'answers'>
    if (revision !== server.stored.revision || server.stored.state === 'submitted')
      return bad(409, '这份证书刚刚被他人更改')
    server.stored = { ...server.stored, revision: revision + 1, form, answers }
    return { code: 200, message: '成功', extra: {}, data: { revision: revision + 1, faults: [], warnings: [] } }
  }
  const answers = staffAnswers(
    { duties: ['certify'] },
    { [toCall('GET')]: () => good(ONE, view()), [toCall('PUT')]: save },
  )
  const show = () => openArea(`/certificates/${NO}`, { answers })
  const opened = show()
  await screen.findByLabelText('颜色')
  return { server, fetch: opened.fetch, show, unmount: opened.unmount }
}

/** What a colleague saves meanwhile. */
const saveByColleague = (stored: PendingChange, form: Partial<PendingChange['form']>): PendingChange => ({
  ...stored,
  revision: stored.revision + 1,
  form: { ...stored.form, ...form },
  changeTime: '2026-11-20 10:45:02',
})
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('merges different fields and pictures without a question, and saves on the new revision', async () => {
  const { server } = await open()
  const pictures = [{ file: 'a.jpg', caption: '', widthMm: '' }]
  server.stored = saveByColleague(server.stored, { fields: { ...FIRST.form.fields, lustre: '蜡状光泽' }, pictures })
  type('颜色', '蓝绿色')
  await waitFor(() => expect(server.stored.revision).toBe(5), SAVED)
  expect(server.stored.form).toEqual({
    category: 'turquoise',
    fields: { conclusion: '绿松石', color: '蓝绿色', lustre: '蜡状光泽' },
    pictures,
  })
  expect((screen.getByLabelText('光泽') as HTMLInputElement).value).toBe('蜡状光泽')
  expect(screen.getByText('同事刚刚也改了这份证书，双方的改动已合并')).toBeTruthy()
})

it('asks about a field that both changed, keeps what is typed meanwhile, and saves what was chosen', async () => {
  const { server } = await open()
  server.stored = saveByColleague(server.stored, { fields: { conclusion: '绿松石', color: '绿色' } })
  type('颜色', '蓝绿色')
  const table = within(await screen.findByRole('region', { name: '没有保存：内容已被他人修改' }, SAVED))
  expect(table.getByText(/林知微 11-20 10:45 保存了这份证书/)).toBeTruthy()
  expect(table.getByRole('row', { name: /颜色/ }).textContent).toContain('蓝绿色绿色蓝色')
  expect(screen.getByRole('button', { name: /提交审批/ })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: '逐项选定' }))
  expect(document.activeElement?.textContent).toContain('没有保存：内容已被他人修改')
  type('透明度', '不透明')
  fireEvent.click(table.getByLabelText('颜色：用您的'))
  fireEvent.click(table.getByRole('button', { name: '按所选保存' }))
  await waitFor(() => expect(server.stored.revision).toBe(5))
  expect(server.stored.form.fields).toEqual({ conclusion: '绿松石', color: '蓝绿色', transparency: '不透明' })
  expect(await screen.findByText(/^已保存/)).toBeTruthy()
})

it('takes over the stored text when the own changes are discarded', async () => {
  const { server, fetch } = await open()
  server.stored = saveByColleague(server.stored, { fields: { conclusion: '绿松石', color: '绿色' } })
  type('颜色', '蓝绿色')
  fireEvent.click(await screen.findByRole('button', { name: '放弃我的改动' }, SAVED))
  expect((screen.getByLabelText('颜色') as HTMLInputElement).value).toBe('绿色')
  expect(fetch.of(toCall('PUT'))).toHaveLength(1)
})

it('merges text that was typed before a crash with what was saved since', async () => {
  const { server, show, unmount } = await open()
  type('颜色', '蓝绿色')
  const key = Object.keys(localStorage).find((one) => one.startsWith('manage-draft:')) ?? ''
  const kept = localStorage.getItem(key) ?? ''
  unmount()
  await waitFor(() => expect(server.stored.revision).toBe(4))
  server.stored = saveByColleague(FIRST, { fields: { ...FIRST.form.fields, shape: '椭圆' } })
  localStorage.setItem(key, kept)
  show()
  await waitFor(() => expect(server.stored.form.fields).toMatchObject({ color: '蓝绿色', shape: '椭圆' }))
})

it('keeps the text on the page when a colleague has submitted the draft', async () => {
  const { server } = await open()
  server.stored = { ...saveByColleague(server.stored, {}), state: 'submitted' }
  type('颜色', '蓝绿色')
  expect(await screen.findByText(/刚刚由他人提交或放弃/, {}, SAVED)).toBeTruthy()
  expect((screen.getByLabelText('颜色') as HTMLInputElement).value).toBe('蓝绿色')
  expect(screen.getByRole('button', { name: '载入最新内容' })).toBeTruthy()
})
