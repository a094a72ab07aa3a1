import type { Message } from '@portal/contract/community/messages.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Listener, Push, PushBus } from './push-bus.ts'
import { startPusher } from './pusher.ts'

let listener: Listener
const bus = {
  listen(hearing) {
    listener = hearing
  },
} as Pick<PushBus, 'listen'> as PushBus
const hub = { has: vi.fn(), send: vi.fn(), restart: vi.fn() }
const onError = vi.fn()
const message = vi.fn()
const notice = vi.fn()

beforeEach(() => {
  vi.resetAllMocks()
  hub.has.mockImplementation((userId: string) => userId !== 'away')
  const loadRows = async (ids: readonly string[]) => ids.map((id): Message => ({ id, code: 1, content: null }))
  message.mockImplementation(loadRows)
  notice.mockImplementation(async (ids) => (await loadRows(ids)).map((row) => ({ ...row, code: 5 })))
  startPusher({ bus, hub, load: { message, notice }, onError })
})

const push = (id: string, more: Partial<Push> = {}): Push => ({ kind: 'message', id, to: ['a', 'b'], ...more })
const listSent = () => hub.send.mock.calls.map(([, text]) => JSON.parse(text))

it('delivers messages and notices in the order of their pushes', async () => {
  for (const one of [push('1'), push('2', { kind: 'notice' }), push('3', { index: 0 })]) listener.receive(one)
  await vi.waitFor(() => expect(hub.send).toHaveBeenCalledTimes(3), { timeout: 20_000 })
  expect(listSent()).toEqual([
    { id: '1', code: 1 },
    { id: '2', code: 5 },
    { id: '3', code: 1, index: 0 },
  ])
  expect(hub.send.mock.calls[0]?.[0]).toEqual(['a', 'b'])
})

it('skips the lookup for users without a socket', async () => {
  listener.receive(push('1', { to: ['away'] }))
  listener.receive(push('2'))
  await vi.waitFor(() => expect(hub.send).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  expect(message.mock.calls).toEqual([[['2']]])
})

it('skips the lookup for a row that the push contains', async () => {
  listener.receive(push('1', { row: { id: '1', code: 1, content: '在吗' } }))
  listener.receive(push('2'))
  await vi.waitFor(() => expect(hub.send).toHaveBeenCalledTimes(2), { timeout: 20_000 })
  expect(listSent()).toEqual([
    { id: '1', code: 1, content: '在吗' },
    { id: '2', code: 1 },
  ])
  expect(message.mock.calls.flat(2)).toEqual(['2'])
})

it('omits rows that were deleted meanwhile', async () => {
  message.mockResolvedValueOnce([])
  listener.receive(push('gone'))
  await vi.waitFor(() => expect(message).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  listener.receive(push('there'))
  await vi.waitFor(() => expect(listSent()).toEqual([{ id: 'there', code: 1 }]), { timeout: 20_000 })
})

it('makes clients fetch when a lookup fails, and continues', async () => {
  message.mockRejectedValueOnce(new Error('no database'))
  listener.receive(push('1'))
  await vi.waitFor(() => expect(hub.restart).toHaveBeenCalledWith(['a', 'b']), { timeout: 20_000 })
  expect(onError).toHaveBeenCalledTimes(1)
  listener.receive(push('2'))
  await vi.waitFor(() => expect(listSent()).toEqual([{ id: '2', code: 1 }]), { timeout: 20_000 })
})

it('makes clients fetch when pushes were lost or are too many', async () => {
  listener.onMissed()
  expect(hub.restart).toHaveBeenCalledWith()
  message.mockImplementation(() => new Promise(() => {}))
  for (let nth = 0; nth < 20_200; nth += 1) listener.receive(push(`${nth}`))
  expect(hub.restart).toHaveBeenCalledTimes(2)
})
