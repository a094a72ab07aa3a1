import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { areSingleKeysOn } from '#lib/single-keys.ts'
import { setSingleKeys } from '#manage/controls/keys/single-keys.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { OWNER, openArea, staffAnswers } from '#testing/open-manage.tsx'

const REMOVE = 'DELETE /v1/manage/factor'
const RENEW = 'POST /v1/manage/factor/recoveryCodes'
const [key] = OWNER.methods
const totp = { ...key, id: 'totp', kind: 'totp' as const, label: '验证器应用' } as (typeof OWNER.methods)[number]
const both = { methods: [...OWNER.methods, totp] }
const open = (self = {}, answers: Answers = {}) => openArea('/security', { answers: staffAnswers(self, answers) })

it('lists the methods, and offers no removal of the only one', async () => {
  open()
  expect(await screen.findByText('办公室电脑')).toBeTruthy()
  expect(screen.getByText('唯一的方式，不能移除')).toBeTruthy()
  expect(screen.getByText(/只有一种验证方式/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '移除' })).toBeNull()
})

it('removes a method after a confirmation, and shows the remaining ones', async () => {
  let isRemoved = false
  const { fetch } = open(both, {
    'GET /v1/manage/me': () => staffAnswers(isRemoved ? {} : both)['GET /v1/manage/me'] as never,
    [REMOVE]: () => {
      isRemoved = true
      return good(REMOVE, null)
    },
  })
  const buttons = await screen.findAllByRole('button', { name: '移除' })
  fireEvent.click(buttons.at(-1) as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: '移除“验证器应用”' }))
  expect(dialog.getByRole('button', { name: '不移除' })).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: '移除' }))
  await screen.findByText('已移除“验证器应用”')
  expect(fetch.of(REMOVE)[0]?.query.get('id')).toBe('totp')
  expect(await screen.findByText('未设置')).toBeTruthy()
})

const SESSIONS = 'GET /v1/manage/sessions'
const END = 'DELETE /v1/manage/sessions'
const HERE = {
  id: 's1',
  device: 'Edge · Windows',
  network: '59.172.0.0/24',
  createTime: '2026-11-20 09:02:00',
  lastUseTime: '2026-11-20 10:41:00',
  isProven: true,
  isCurrent: true,
}
const PHONE = { ...HERE, id: 's2', device: '微信 · iPhone', isCurrent: false }

it('lists the sessions, and ends one or all others after a confirmation', async () => {
  let rows = [HERE, PHONE, { ...PHONE, id: 's3', device: null, network: null, isProven: false }]
  const { fetch } = open(
    {},
    {
      [SESSIONS]: () => good(SESSIONS, rows),
      [END]: ({ query }) => {
        const ended = rows.filter(({ id, isCurrent }) => !isCurrent && (query.get('id') ?? id) === id)
        rows = rows.filter((row) => !ended.includes(row))
        return good(END, { ended: ended.length })
      },
    },
  )
  const table = within(await screen.findByRole('region', { name: '登录设备，列表' }))
  expect(within(table.getAllByRole('row')[1] as HTMLElement).getByText('本机')).toBeTruthy()
  expect(table.getAllByRole('button', { name: '退出' })).toHaveLength(2)
  fireEvent.click(table.getAllByRole('button', { name: '退出' })[0] as HTMLElement)
  const one = within(await screen.findByRole('dialog', { name: '退出“微信 · iPhone”' }))
  fireEvent.click(one.getByRole('button', { name: '退出' }))
  await waitFor(() => expect(screen.queryByText('微信 · iPhone')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: '退出其他设备' }))
  const all = within(await screen.findByRole('dialog', { name: '退出其他全部设备' }))
  fireEvent.click(all.getByRole('button', { name: '退出' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '退出其他设备' })).toBeNull())
  expect(fetch.of(END).map(({ query }) => query.get('id'))).toEqual(['s2', null])
})

it('reports that the sessions could not be loaded', async () => {
  open({}, { [SESSIONS]: bad(503, '暂不可用') })
  expect(await screen.findByText(/登录设备暂时没有读到/)).toBeTruthy()
})

it('renames a passkey, and keeps the typed name when that fails', async () => {
  const RENAME = 'PUT /v1/manage/factor/passkey/label'
  const { fetch } = open({}, { [RENAME]: bad(500, '请稍后再试') })
  fireEvent.click(await screen.findByRole('button', { name: '改名' }))
  const dialog = within(await screen.findByRole('dialog', { name: '给“办公室电脑”改名' }))
  expect(dialog.getByRole('button', { name: '改名' })).toHaveProperty('disabled', true)
  fireEvent.change(dialog.getByLabelText(/^名称/), { target: { value: ' 前台电脑 ' } })
  fireEvent.click(dialog.getByRole('button', { name: '改名' }))
  expect(await screen.findByText('请稍后再试')).toBeTruthy()
  expect(dialog.getByLabelText(/^名称/)).toHaveProperty('value', ' 前台电脑 ')
  expect(fetch.of(RENAME)[0]?.body).toEqual({ id: 'k1', label: '前台电脑' })
})

it('shows new recovery codes once, and stays open until they are confirmed', async () => {
  const recoveryCodes = Array.from({ length: 10 }, (_none, nth) => `0000-0000-0000-000${nth}`)
  open({ recoveryCodes: 2 }, { [RENEW]: good(RENEW, { recoveryCodes }) })
  expect(await screen.findByText(/恢复码快用完了/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '重新生成' }))
  const dialog = within(await screen.findByRole('dialog', { name: '新的恢复码' }))
  expect(dialog.queryByRole('button', { name: '关闭' })).toBeNull()
  const requestedNumber = Number(/\d+/.exec(dialog.getByText(/^请输入第/).textContent ?? '')?.[0])
  fireEvent.change(dialog.getByLabelText(/^请输入第/), { target: { value: recoveryCodes[requestedNumber - 1] } })
  fireEvent.click(dialog.getByRole('button', { name: '完成' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows how long the last proof is valid', async () => {
  const { unmount } = open({ freshUntil: Date.now() + 5 * 60_000 })
  expect(await screen.findByRole('img', { name: '已过 10 分，共 15 分' })).toBeTruthy()
  unmount()
  open({ freshUntil: null })
  expect(await screen.findByText('下一次这样的操作会请您验证')).toBeTruthy()
})

it('switches single keys off for this browser', async () => {
  open()
  fireEvent.click(await screen.findByRole('switch', { name: '单键快捷键' }))
  expect(areSingleKeysOn()).toBe(false)
  setSingleKeys(true)
})

it('shows their name for signing to people who sign, and to no others', async () => {
  const { unmount } = openArea('/security', { answers: staffAnswers({ duties: ['certify'], signingName: '沈砚秋' }) })
  const panel = within(await screen.findByRole('region', { name: '证书署名' }))
  expect(panel.getByText('沈砚秋')).toBeTruthy()
  expect(panel.queryByRole('button')).toBeNull()
  unmount()
  openArea('/security', { answers: staffAnswers({ duties: ['edit'], signingName: null }) })
  await screen.findByRole('region', { name: '再次验证' })
  expect(screen.queryByRole('region', { name: '证书署名' })).toBeNull()
})
