import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeTabs, noTabs } from '#testing/fake-tabs.ts'
import { joinTabs, type TabMessage, type Tabs } from './live-tabs.ts'

let browser: ReturnType<typeof fakeTabs>
let opened: FakeTab[] = []

interface FakeTab {
  tabs: Tabs
  heard: TabMessage[]
}

const STATUS: TabMessage = { kind: 'status', status: { state: 'connecting', retryAtMs: null }, line: null }

/** A tab whose leader answers as `live-connection.ts` does. */
function openTab(userId = 'a1'): FakeTab {
  const heard: TabMessage[] = []
  const tabs: Tabs = joinTabs({
    userId,
    lead: () => () => undefined,
    hear: (message) => {
      heard.push(message)
      if (message.kind === 'ping' && tabs.isLeading()) tabs.tell(STATUS)
    },
  })
  const tab = { tabs, heard }
  opened.push(tab)
  return tab
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const leaders = () => opened.filter(({ tabs }) => tabs.isLeading())

beforeEach(() => {
  vi.useFakeTimers()
  browser = fakeTabs()
})

afterEach(() => {
  for (const { tabs } of opened) tabs.leave()
  opened = []
  noTabs()
})

it('lets one of five tabs lead, however long it lasts', async () => {
  for (const _ of [1, 2, 3, 4, 5]) openTab()
  await settle()
  expect(leaders()).toEqual([opened[0]])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(leaders()).toEqual([opened[0]])
})

it('hands the lead on when a tab goes', async () => {
  const [first, second] = [openTab(), openTab(), openTab()]
  await settle()
  first?.tabs.leave()
  await settle()
  expect(leaders()).toEqual([second])
})

it('gives the lead to a visible tab when the one that has it is frozen, which then stands back', async () => {
  const [first, second] = [openTab(), openTab()]
  await settle()
  const [frozen] = browser.channels()
  if (frozen) frozen.isFrozen = true
  await vi.advanceTimersByTimeAsync(10_000 + 1500)
  expect(leaders()).toEqual([second])
  frozen?.thaw()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(leaders()).toEqual([second])
  second.tabs.leave()
  await settle()
  expect(leaders()).toEqual([first])
})

it('takes nothing from a frozen tab while nobody looks', async () => {
  const [first] = [openTab(), openTab()]
  await settle()
  const [frozen] = browser.channels()
  if (frozen) frozen.isFrozen = true
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(leaders()).toEqual([first])
})

it('keeps what is said to the tabs of the same person', async () => {
  const [mine, mineToo, theirs] = [openTab('a1'), openTab('a1'), openTab('b2')]
  await settle()
  mine.tabs.tell(STATUS)
  await settle()
  expect(mineToo.heard).toContainEqual(STATUS)
  expect(theirs.heard).toEqual([])
  expect(leaders()).toEqual([mine, theirs])
})

it('leads in every tab where tabs cannot find each other', () => {
  noTabs()
  openTab()
  openTab()
  expect(leaders()).toHaveLength(2)
})

it('says and hears nothing once it has left', async () => {
  const [first, second] = [openTab(), openTab()]
  await settle()
  second.tabs.leave()
  second.heard.length = 0
  second.tabs.tell(STATUS)
  first.tabs.tell(STATUS)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(second.heard).toEqual([])
  expect(browser.channels()).toHaveLength(1)
})
