import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { good } from '#testing/answering.ts'
import { answers, field, open, TICKET } from '#testing/open-tickets.ts'

const CHANGE = 'PUT /v1/manage/tickets/replies/{id}'
const FIRST = 'PUT /v1/manage/tickets/replies/1'

beforeEach(() => localStorage.clear())

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

it('inserts a saved reply at the cursor by keyboard, with the placeholders filled in', async () => {
  open('/tickets/1042', answers({ customer: '李女士' }))
  const box = await field()
  fireEvent.change(box, { target: { value: '前后' } })
  fireEvent.keyDown(box, { key: 'j', ctrlKey: true })
  const search = screen.getByRole('combobox', { name: '查找常用语' })
  fireEvent.change(search, { target: { value: '照片' } })
  box.setSelectionRange(1, 1)
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(box.value).toBe('前李女士，您好：请就 T-1042 补一张照片。后')
  expect(document.activeElement).toBe(box)
  expect(box.selectionStart).toBe(box.value.length - 1)
})

it('does not send an answer with a placeholder that could not be filled', async () => {
  open()
  fireEvent.keyDown(await field(), { key: 'j', ctrlKey: true })
  fireEvent.click(screen.getByRole('option', { name: /证书已查/ }))
  expect(screen.getByText('请先改好{证书编号}，再答复')).toBeTruthy()
  expect(screen.getByRole('button', { name: '答复并等待' })).toHaveProperty('disabled', true)
})

it('shows both texts when a colleague has saved in between, and loses neither', async () => {
  const theirs = { id: 1, title: '补照片', content: '请补两张照片。', version: 2 }
  const { fetch } = open(
    '/tickets',
    answers(
      {},
      {
        [FIRST]: ({ body }: { body: unknown }) =>
          (body as { version: number }).version === 1
            ? { code: 409, message: '内容已被他人修改', data: null, extra: { current: theirs } }
            : good(CHANGE, { ...theirs, version: 3 }),
      },
    ),
  )
  await press('常用语')
  await press('修改“补照片”')
  type('内容', '{姓名}，您好')
  expect(screen.getByText(/没有“{姓名}”这样的占位词/)).toBeTruthy()
  type('内容', '请补三张照片。')
  await press('保存')
  await screen.findByText('请补两张照片。')
  expect(screen.getByRole('textbox', { name: '内容' })).toHaveProperty('value', '请补三张照片。')
  await press('仍按我的保存')
  await waitFor(() => expect(fetch.of(FIRST).at(-1)?.body).toMatchObject({ version: 2, content: '请补三张照片。' }))
})

it('keeps the typed text of a ticket until it is registered', async () => {
  const REGISTER = 'POST /v1/manage/tickets'
  let isOffline = true
  const given = answers(
    {},
    {
      [REGISTER]: () => {
        if (isOffline) throw new TypeError('Failed to fetch')
        return good(REGISTER, { ...TICKET, id: 1042 })
      },
    },
  )
  const { fetch, unmount } = open('/tickets', given)
  await screen.findByRole('heading', { name: '反馈与举报' })
  fireEvent.keyDown(document.body, { key: 'c' })
  await press('登记')
  expect(screen.getByText('请填写称呼，如 李先生')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '称呼' }))
  type('称呼', '顾客李')
  type('标题', '封面磨损')
  type('内容', '来电询问能否换封面')
  await press('登记')
  await screen.findByText('网络不通，请稍后重试')
  unmount()
  isOffline = false
  const again = open('/tickets', given)
  await press('代客登记 C')
  expect(screen.getByRole('textbox', { name: '标题' })).toHaveProperty('value', '封面磨损')
  await press('登记')
  await waitFor(() =>
    expect([...fetch.of(REGISTER), ...again.fetch.of(REGISTER)].at(-1)?.body).toEqual({
      source: 'phone',
      type: 2,
      name: '顾客李',
      title: '封面磨损',
      content: '来电询问能否换封面',
    }),
  )
  await field()
  expect(Object.keys(localStorage).filter((key) => key.includes('register-ticket'))).toEqual([])
})
