import type { Browser } from '../browser.ts'
import { type CallCheck, check } from '../call-check.ts'

const fetchCounters = async (browser: Browser) => (await browser.ask('GET /v1/im/getNewSystemNotice')).data
const fetchNotices = async (browser: Browser, type: number) =>
  (await browser.ask('GET /v1/im/getMessageNotice', { query: { type } })).data.records

export const noticeChecks: readonly CallCheck[] = [
  check(
    'GET /v1/im/getNewSystemNotice',
    'returns counts of unread system, comment and private notices',
    'account',
    async ({ member, see }) => {
      see(await (await member()).ask('GET /v1/im/getNewSystemNotice'), { code: 200 })
    },
  ),

  check(
    'GET /v1/im/getNewSystemNotice',
    'counts a new notice, and resets to 0 when its list is read',
    'reference',
    async ({ reference, see }) => {
      const { browser } = await reference.join()
      see(await fetchCounters(browser), { system: 0, comment: 0, private: 0 }, 'data')
      await browser.ask('GET /v1/sign/')
      see(await fetchCounters(browser), { system: 1 }, 'data')
      await fetchNotices(browser, 1)
      see(await fetchCounters(browser), { system: 1 }, 'data after another list')
      await fetchNotices(browser, 0)
      see(await fetchCounters(browser), { system: 0 }, 'data after the list')
    },
  ),

  check('GET /v1/im/getMessageNotice', 'returns an empty list without a type', 'account', async ({ member, see }) => {
    see(await (await member()).ask('GET /v1/im/getMessageNotice'), { code: 200, data: { records: [] } })
  }),

  check(
    'GET /v1/im/getMessageNotice',
    'returns times to the minute and no IP addresses',
    'reference',
    async ({ reference, see, that }) => {
      const { browser, id } = await reference.join()
      await browser.ask('GET /v1/sign/')
      const [notice] = await fetchNotices(browser, 0)
      see(
        notice,
        { code: 5, toUserId: id, isRead: 0, ipSource: '', createTime: /^\d{4}-\d\d-\d\d \d\d:\d\d$/ },
        'the notice',
      )
      that(!notice.ip, 'it holds an IP address')
    },
  ),

  check(
    'DELETE /v1/im/deleteMessage',
    'deletes one notice, or all of a type, of the caller only',
    'reference',
    async ({ reference, see, that }) => {
      const [owner, other] = [await reference.join(), await reference.join()]
      await owner.browser.ask('GET /v1/sign/')
      const [{ id }] = await fetchNotices(owner.browser, 0)
      see(await other.browser.ask('DELETE /v1/im/deleteMessage', { query: { id } }), { data: null })
      that((await fetchNotices(owner.browser, 0)).length === 1, 'somebody else deleted it')
      see(await owner.browser.ask('DELETE /v1/im/deleteMessage', { query: { id } }), { code: 200, data: null })
      that((await fetchNotices(owner.browser, 0)).length === 0, 'it is still there')
      see(await owner.browser.ask('DELETE /v1/im/deleteMessage', { query: { type: 0 } }), { code: 200, data: null })
    },
  ),
]
