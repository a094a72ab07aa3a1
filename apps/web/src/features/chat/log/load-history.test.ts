import type { Message } from '@portal/contract/community/messages.ts'
import { expect, it, vi } from 'vitest'
import { addMessage, type ChatLog, createLog } from './chat-log.ts'
import { HISTORY_PAGE_SIZE, type LoadPage, loadMissed, loadOlder } from './load-history.ts'

/** Messages without sequence numbers, oldest first. */
function makeMessages(from: number, to: number): Message[] {
  return Array.from({ length: to - from + 1 }, (_, at) => ({ id: `m${from + at}`, fromUserId: 'you', content: '话' }))
}

function makeLoader(stored: Message[]) {
  const answer: LoadPage = async (pageNo, size) => ({
    records: [...stored].reverse().slice((pageNo - 1) * size, pageNo * size),
    pages: Math.ceil(stored.length / size),
  })
  return vi.fn(answer)
}

const open = async (stored: Message[]) => (await loadMissed(makeLoader(stored), createLog('me')))(createLog('me'))
const listNumbers = ({ entries }: ChatLog) => entries.map(({ id }) => Number(id.slice(1)))
const listRange = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

it('loads the newest page, or as many messages as are unread', async () => {
  const stored = makeMessages(1, 200)
  expect(listNumbers(await open(stored))).toEqual(listRange(161, 200))
  const ask = makeLoader(stored)
  const unread = (await loadMissed(ask, createLog('me'), 70))(createLog('me'))
  expect(listNumbers(unread)).toEqual(listRange(121, 200))
  expect(unread.hasOlder).toBe(true)
  // More than upstream's maximum, which limits the page.
  await loadMissed(ask, createLog('me'), 5_000)
  expect(ask).toHaveBeenLastCalledWith(1, 100)
})

it('loads messages back to the known ones, and no further', async () => {
  const stored = makeMessages(1, 60)
  const log = await open(stored)
  stored.push(...makeMessages(61, 130))
  const ask = makeLoader(stored)
  expect(listNumbers((await loadMissed(ask, log))(log))).toEqual(listRange(21, 130))
  expect(ask).toHaveBeenCalledTimes(2)
})

it('starts again after a large gap, keeps newer messages, and loads the rest on scrolling', async () => {
  const stored = makeMessages(1, 60)
  const log = await open(stored)
  stored.push(...makeMessages(61, 400))
  const ask = makeLoader(stored)
  const change = await loadMissed(ask, log)
  stored.push(...makeMessages(401, 401))
  const live = addMessage(log, { ...stored.at(-1), id: 'm401', fromUserId: 'you', toUserId: 'me', content: '话' }, 0)
  let now = change(live)
  expect(listNumbers(now)).toEqual(listRange(201, 401))
  while (now.hasOlder) now = (await loadOlder(ask, now))(now)
  expect(listNumbers(now)).toEqual(listRange(1, 401))
})

it('loads older pages although new messages shift them, and recognises the end', async () => {
  const stored = makeMessages(1, 3 * HISTORY_PAGE_SIZE)
  const ask = makeLoader(stored)
  let log = (await loadMissed(ask, createLog('me')))(createLog('me'))
  // Messages that did not arrive through this socket.
  stored.push(...makeMessages(121, 121 + HISTORY_PAGE_SIZE))
  for (let page = 0; page < 9 && log.hasOlder; page += 1) log = (await loadOlder(ask, log))(log)
  expect(log.hasOlder).toBe(false)
  expect(listNumbers(log).slice(0, 120)).toEqual(listRange(1, 120))
})
