import { afterEach, beforeEach, expect, it } from 'vitest'
import { setPageTitle } from '#lib/page-title.ts'
import { resetNoticeCounters, setNoticeCounters } from '#live/notice-counters.ts'
import { markUnread } from './member-live.ts'

let stop: () => void

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" type="image/svg+xml" href="/favicon.svg">'
  setPageTitle('研究 - 石衡')
  stop = markUnread()
})

afterEach(() => {
  stop()
  resetNoticeCounters()
  document.head.innerHTML = ''
})

const wait = (messages: number) => setNoticeCounters({ system: 4, comment: 5, private: messages })
const getIconAddress = () => document.querySelector('link[rel="icon"]')?.getAttribute('href')

it('shows unread private messages in title and icon, and nothing at zero', () => {
  wait(3)
  expect([document.title, getIconAddress()]).toEqual(['(3) 研究 - 石衡', '/favicon-unread.svg'])
  wait(120)
  expect(document.title).toBe('(99+) 研究 - 石衡')
  wait(0)
  expect([document.title, getIconAddress()]).toEqual(['研究 - 石衡', '/favicon.svg'])
})

it('keeps the number across pages, and removes it at the end', () => {
  wait(3)
  setPageTitle('首页')
  expect(document.title).toBe('(3) 首页')
  stop()
  expect([document.title, getIconAddress()]).toEqual(['首页', '/favicon.svg'])
})
