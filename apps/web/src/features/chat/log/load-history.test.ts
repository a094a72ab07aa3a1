import type { Message } from '@portal/contract/messages.ts'
import { expect, it, vi } from 'vitest'
import { type ChatLog, emptyLog, withMessage } from './chat-log.ts'
import { catchUp, HISTORY_PAGE_SIZE, type LoadPage, loadOlder } from './load-history.ts'

/** Messages without sequence numbers, oldest first. */
function messages(from: number, to: number): Message[] {
  return Array.from({ length: to - from + 1 }, (_, at) => ({ id: `m${from + at}`, fromUserId: 'you', content: '话' }))
}

function asking(stored: Message[]) {
  const answer: LoadPage = async (pageNo, size) => ({
    records: [...stored].reverse().slice((pageNo - 1) * size, pageNo * size),
    pages: Math.ceil(stored.length / size),
  })
  return vi.fn(answer)
}

const open = async (stored: Message[]) => (await catchUp(asking(stored), emptyLog('me')))(emptyLog('me'))
const numbersOf = ({ entries }: ChatLog) => entries.map(({ id }) => Number(id.slice(1)))
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

it('loads the newest page, or as many messages as are unread', async () => {
  const stored = messages(1, 200)
  expect(numbersOf(await open(stored))).toEqual(range(161, 200))
  const ask = asking(stored)
  const unread = (await catchUp(ask, emptyLog('me'), 70))(emptyLog('me'))
  expect(numbersOf(unread)).toEqual(range(121, 200))
  expect(unread.hasOlder).toBe(true)
  // More than upstream's maximum, which limits the page.
  await catchUp(ask, emptyLog('me'), 5_000)
  expect(ask).toHaveBeenLastCalledWith(1, 100)
})

it('loads messages back to the known ones, and no further', async () => {
  const stored = messages(1, 60)
  const log = await open(stored)
  stored.push(...messages(61, 130))
  const ask = asking(stored)
  expect(numbersOf((await catchUp(ask, log))(log))).toEqual(range(21, 130))
  expect(ask).toHaveBeenCalledTimes(2)
})

it('starts again after a large gap, keeps newer messages, and loads the rest on scrolling', async () => {
  const stored = messages(1, 60)
  const log = await open(stored)
  stored.push(...messages(61, 400))
  const ask = asking(stored)
  const change = await catchUp(ask, log)
  stored.push(...messages(401, 401))
  const live = withMessage(log, { ...stored.at(-1), id: 'm401', fromUserId: 'you', toUserId: 'me', content: '话' }, 0)
  let now = change(live)
  expect(numbersOf(now)).toEqual(range(201, 401))
  while (now.hasOlder) now = (await loadOlder(ask, now))(now)
  expect(numbersOf(now)).toEqual(range(1, 401))
})

it('loads older pages although new messages shift them, and recognises the end', async () => {
  const stored = messages(1, 3 * HISTORY_PAGE_SIZE)
  const ask = asking(stored)
  let log = (await catchUp(ask, emptyLog('me')))(emptyLog('me'))
  // Messages that did not arrive through this socket.
  stored.push(...messages(121, 121 + HISTORY_PAGE_SIZE))
  for (let page = 0; page < 9 && log.hasOlder; page += 1) log = (await loadOlder(ask, log))(log)
  expect(log.hasOlder).toBe(false)
  expect(numbersOf(log).slice(0, 120)).toEqual(range(1, 120))
})
