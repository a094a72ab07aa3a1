import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeTabs, removeTabs } from '#testing/fake-tabs.ts'
import { joinTabs, type TabMessage, type Tabs } from './live-tabs.ts'

let browser: ReturnType<typeof fakeTabs>
let opened: FakeTab[] = []

interface FakeTab {
  tabs: Tabs
  heard: TabMessage[]
}

const STATUS: TabMessage = { kind: 'status', status: { state: 'connecting', retryAtMs: null }, line: null }

/** Opens a tab whose leader answers like `live-connection.ts`. */
function openTab(userId = 'a1'): FakeTab {
  const received: TabMessage[] = []
  const tabs: Tabs = joinTabs({
    userId,
    lead: () => () => undefined,
    handleMessage: (message) => {
      received.push(message)
      if (message.kind === 'ping' && tabs.isLeading()) tabs.broadcast(STATUS)
    },
  })
  const tab = { tabs, heard: received }
  opened.push(tab)
  return tab
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const listLeaders = () => opened.filter(({ tabs }) => tabs.isLeading())

beforeEach(() => {
  vi.useFakeTimers()
  browser = fakeTabs()
})

afterEach(() => {
  for (const { tabs } of opened) tabs.leave()
  opened = []
  removeTabs()
})

it('elects one leader among five tabs', async () => {
  for (const _ of [1, 2, 3, 4, 5]) openTab()
  await settle()
  expect(listLeaders()).toEqual([opened[0]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listLeaders()).toEqual([opened[0]])
})

it('elects another leader when the leader leaves', async () => {
  const [first, second] = [openTab(), openTab(), openTab()]
  await settle()
  first?.tabs.leave()
  await settle()
  expect(listLeaders()).toEqual([second])
})

it('lets a visible tab replace a frozen leader, which then steps down', async () => {
  const [first, second] = [openTab(), openTab()]
  await settle()
  const [frozen] = browser.channels()
  if (frozen) frozen.isFrozen = true
  await vi.advanceTimersByTimeAsync(10_000 + 1500)
  expect(listLeaders()).toEqual([second])
  frozen?.thaw()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(listLeaders()).toEqual([second])
  second.tabs.leave()
  await settle()
  expect(listLeaders()).toEqual([first])
})

it('does not replace a frozen leader while no tab is visible', async () => {
  const [first] = [openTab(), openTab()]
  await settle()
  const [frozen] = browser.channels()
  if (frozen) frozen.isFrozen = true
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listLeaders()).toEqual([first])
})

it('delivers messages to tabs of the same user only', async () => {
  const [firstTab, secondTab, otherTab] = [openTab('a1'), openTab('a1'), openTab('b2')]
  await settle()
  firstTab.tabs.broadcast(STATUS)
  await settle()
  expect(secondTab.heard).toContainEqual(STATUS)
  expect(otherTab.heard).toEqual([])
  expect(listLeaders()).toEqual([firstTab, otherTab])
})

it('leads in every tab when tabs cannot communicate', () => {
  removeTabs()
  openTab()
  openTab()
  expect(listLeaders()).toHaveLength(2)
})

it('neither sends nor receives after leaving', async () => {
  const [first, second] = [openTab(), openTab()]
  await settle()
  second.tabs.leave()
  second.heard.length = 0
  second.tabs.broadcast(STATUS)
  first.tabs.broadcast(STATUS)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(second.heard).toEqual([])
  expect(browser.channels()).toHaveLength(1)
})
